module.exports.blueprints = { actions: true, shortcuts: false, rest: true, prefix: '/bp' };
