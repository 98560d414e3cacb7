module.exports = { attributes: { number: { type: 'string' }, holder: { model: 'sailor' } } };
