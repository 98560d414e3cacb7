module.exports = { fn: async function () { return 'shelf index'; } };
