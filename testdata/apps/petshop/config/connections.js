module.exports.connections = {
  shop: { adapter: 'sails-memory' }
};
