module.exports = {
  primaryKey: 'code',
  attributes: {
    id: { type: 'string', columnName: 'unused' },
    code: { type: 'string', required: true },
    name: { type: 'string' },
    log: { type: 'string', protect: true },
    tons: { type: 'number' },
    captain: { model: 'sailor' },
    crew: { collection: 'sailor', via: 'ship' },
    veterans: { collection: 'sailor', via: 'formerly' },
    ports: { collection: 'port', via: 'ships' },
    crates: { collection: 'crate' }
  }
};
