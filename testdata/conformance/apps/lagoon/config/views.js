module.exports.views = { layout: false };
