module.exports = { fn: async function () { return 'inside'; } };
