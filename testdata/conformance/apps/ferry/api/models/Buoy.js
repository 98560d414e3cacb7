module.exports = { attributes: { mark: { type: 'string', required: true, unique: true } } };
