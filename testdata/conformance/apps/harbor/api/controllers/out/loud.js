module.exports = { friendlyName: 'Loud', disableDevelopmentHeaders: true, exits: { success: { description: 'Hush.' } }, fn: async function () { return 'loud'; } };
