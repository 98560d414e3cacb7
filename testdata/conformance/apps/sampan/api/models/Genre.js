module.exports = { attributes: { name: { type: 'string', required: true, unique: true }, books: { collection: 'book', via: 'genres' } } };
