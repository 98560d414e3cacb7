module.exports.blueprints = { actions: false, shortcuts: false, rest: false };
