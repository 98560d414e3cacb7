module.exports.models = { connection: 'main', migrate: 'alter', queueTime: 0 };
