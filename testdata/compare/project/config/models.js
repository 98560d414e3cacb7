module.exports.models = { connection: 'main', migrate: 'alter' };
