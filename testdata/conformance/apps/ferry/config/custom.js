module.exports.custom = { fare: 5, nested: { a: 1, list: [1, 2] }, fromEnv: 'base', fromLocal: 'base' };
