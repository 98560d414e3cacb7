module.exports = {
  inputs: { s: { type: 'string', defaultsTo: 'std' }, e: { type: 'string', defaultsTo: '' }, n: { type: 'number', defaultsTo: 7 }, b: { type: 'boolean', defaultsTo: false }, l: { type: ['string'], defaultsTo: ['a'] }, d: { type: {}, defaultsTo: { x: 1 } }, j: { type: 'json', defaultsTo: null }, r: { type: 'ref', defaultsTo: 'ref' }, an: { type: 'string', allowNull: true, defaultsTo: 'notnull' }, min: { type: 'number', defaultsTo: 5, min: 3 } },
  fn: async function (inputs) { if (inputs.l) { inputs.l.push('more'); } if (inputs.d) { inputs.d.y = 2; } return inputs; }
};
