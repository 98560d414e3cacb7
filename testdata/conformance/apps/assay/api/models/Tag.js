module.exports = { attributes: { word: { type: 'string', required: true }, vials: { collection: 'vial', via: 'tags' } } };
