module.exports = { friendlyName: 'Top', fn: async function () { return { top: this.req.options.action }; } };
