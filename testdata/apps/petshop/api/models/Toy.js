module.exports = {
  attributes: {
    label: { type: 'string', required: true, unique: true },
    price: { type: 'float', min: 0 },
    pets: { collection: 'pet', via: 'toys' }
  }
};
