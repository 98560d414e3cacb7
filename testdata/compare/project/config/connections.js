module.exports.connections = { main: { adapter: 'sails-disk' } };
