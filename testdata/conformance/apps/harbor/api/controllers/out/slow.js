module.exports = { friendlyName: 'Slow', simulateLatency: 5, fn: async function () { return 'slow'; } };
