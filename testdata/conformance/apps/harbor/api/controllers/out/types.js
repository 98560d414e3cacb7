module.exports = {
  inputs: {
    s: { type: 'string' }, n: { type: 'number' }, b: { type: 'boolean' }, j: { type: 'json' }, r: { type: 'ref' }, l: { type: ['string'] }, d: { type: { a: 'number', b: ['string'] } }, g: { type: {} },
    mail: { type: 'string', isEmail: true }, some: { type: 'number', min: 1, max: 5, isInteger: true }, nul: { type: 'string', allowNull: true }, def: { type: 'string', defaultsTo: 'standard' }, short: { type: 'string', minLength: 2 },
    picked: { type: 'string', isIn: ['x', 'y'] }, own: { type: 'number', custom: (n) => n !== 7 }
  },
  fn: async function (inputs) { return inputs; }
};
