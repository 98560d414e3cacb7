module.exports = { friendlyName: 'Stub', exits: { success: { outputExample: { id: 3, name: 'x' } } } };
