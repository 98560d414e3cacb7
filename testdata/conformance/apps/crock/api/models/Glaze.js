module.exports = {
  primaryKey: 'code',
  attributes: {
    id: false,
    code: { type: 'string', required: true, columnName: '_code', regex: /^[a-z0-9-]+$/ },
    hue: { type: 'string', allowNull: true },
    temp: { type: 'number' },
    pots: { collection: 'pot', via: 'glaze' },
    mixes: { collection: 'glaze' }
  }
};
