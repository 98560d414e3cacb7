module.exports = { schema: false, autoUpdatedAt: false, attributes: { name: 'string' } };
