module.exports = { fn: async function () { return 'no inputs'; } };
