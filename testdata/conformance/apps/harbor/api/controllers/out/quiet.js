module.exports = { friendlyName: 'Quiet', disableXExitHeader: true, exits: { success: { description: 'Hush.' } }, fn: async function () { return 'quiet'; } };
