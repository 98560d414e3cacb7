module.exports = {
  inputs: { s: { type: 'string', allowNull: true }, n: { type: 'number', allowNull: true }, b: { type: 'boolean', allowNull: true }, l: { type: ['string'], allowNull: true }, d: { type: { a: 'string' }, allowNull: true }, ns: { type: 'string' }, nn: { type: 'number' }, nb: { type: 'boolean' }, nl: { type: ['string'] }, nd: { type: { a: 'string' } }, o: { type: {} }, j: { type: 'json' }, r: { type: 'ref' } },
  fn: async function (inputs) { return Object.keys(this.req.body || this.req.query).sort().map((k) => [k, inputs[k] === undefined ? 'undefined' : inputs[k]]); }
};
