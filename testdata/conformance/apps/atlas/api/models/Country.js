// a key of letters, a capital beside its cities, borders with its like
module.exports = {
  autoPK: false,
  attributes: {
    slug: { type: 'string', primaryKey: true, unique: true, required: true },
    name: { type: 'string', required: true },
    capital: { model: 'city' },
    cities: { collection: 'city', via: 'country' },
    borders: { collection: 'country', via: 'borderedBy', dominant: true },
    borderedBy: { collection: 'country', via: 'borders' },
    notes: { collection: 'note', via: 'about' }
  }
};
