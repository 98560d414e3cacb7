module.exports = { custom: { fromLocal: 'local' } };
