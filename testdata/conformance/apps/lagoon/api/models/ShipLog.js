module.exports = { identity: 'journal', globalId: 'Journal', attributes: { entry: { type: 'string' }, sailor: { model: 'sailor' } } };
