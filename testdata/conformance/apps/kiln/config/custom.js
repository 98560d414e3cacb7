module.exports.custom = { heat: 1200 };
