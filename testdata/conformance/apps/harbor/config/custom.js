module.exports.custom = { port: 'Hamburg', depth: { low: 3, high: 7 } };
