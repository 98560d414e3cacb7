module.exports = { attributes: { text: { type: 'string', required: true }, at: { model: 'cross' } } };
