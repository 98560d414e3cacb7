module.exports = { attributes: { label: 'string', weight: 'integer' } };
