module.exports = { schema: false, attributes: { name: { type: 'string' }, n: { type: 'number' } } };
