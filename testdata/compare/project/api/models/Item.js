module.exports = { attributes: { name: 'string', price: 'float', count: 'integer', active: 'boolean', note: 'string', code: 'string' } };
