module.exports = { attributes: { number: 'string', holder: { model: 'sailor' } } };
