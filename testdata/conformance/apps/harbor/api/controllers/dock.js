module.exports = { friendlyName: 'Dock', fn: async function () { return { dock: true, notes: this.req.notes || null }; } };
