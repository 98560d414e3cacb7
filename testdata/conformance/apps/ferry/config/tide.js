module.exports.tide = { nested: { y: 2 } };
