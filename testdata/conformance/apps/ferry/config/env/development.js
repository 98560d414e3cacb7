module.exports = { custom: { fromEnv: 'development', nested: { b: 2 } } };
