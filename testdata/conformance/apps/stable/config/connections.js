module.exports.connections = { ram: { adapter: 'sails-memory' }, barn: { adapter: 'sails-memory' } };
