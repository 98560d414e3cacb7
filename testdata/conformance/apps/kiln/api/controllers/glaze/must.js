module.exports = {
  inputs: { name: { type: 'string', required: true }, age: { type: 'number', required: true, min: 18 }, tags: { type: ['string'], required: true }, extra: { type: 'json', required: true }, agree: { type: 'boolean', required: true }, maybe: { type: 'string', allowNull: true } },
  exits: { invalid: { responseType: 'badRequest' } },
  fn: async function (inputs) { return inputs; }
};
