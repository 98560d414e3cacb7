module.exports = { attributes: { label: { type: 'string' }, weight: { type: 'number' } } };
