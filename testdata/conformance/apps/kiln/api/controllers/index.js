module.exports = { fn: async function () { return 'root index'; } };
