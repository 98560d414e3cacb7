module.exports.globals = { models: true, sails: true, _: { chosen: true }, async: false };
