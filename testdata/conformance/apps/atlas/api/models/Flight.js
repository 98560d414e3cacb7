// two references to one model, and a third that has to be there
module.exports = {
  attributes: {
    number: { type: 'string', unique: true },
    price: 'float',
    from: { model: 'city' },
    to: { model: 'city' },
    carrier: { model: 'carrier', required: true }
  }
};
