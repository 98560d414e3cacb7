module.exports.blueprints = { actions: true, shortcuts: true, rest: true, prefix: '', defaultLimit: 4, pluralize: false, jsonp: false };
