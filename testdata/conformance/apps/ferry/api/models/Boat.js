module.exports = { attributes: { name: { type: 'string', required: true }, seats: { type: 'number', min: 1 } } };
