module.exports = { attributes: { name: { type: 'string', required: true, minLength: 2 }, city: { model: 'city' }, terms: { type: 'integer', defaultsTo: 1 } } };
