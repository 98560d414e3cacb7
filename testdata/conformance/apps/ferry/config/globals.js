module.exports.globals = { models: false, sails: true, _: false, async: false };
