module.exports.models = { connection: 'shop', migrate: 'alter' };
