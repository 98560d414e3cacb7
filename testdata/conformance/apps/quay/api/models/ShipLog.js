module.exports = { identity: 'journal', globalId: 'Journal', autosubscribe: ['update', 'message'], attributes: { entry: 'string', sailor: { model: 'sailor' } } };
