module.exports.blueprints = { populate: false };
