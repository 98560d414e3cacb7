module.exports = { autosubscribe: ['destroy', 'add:bulbs'], attributes: { watts: 'integer', buoy: { model: 'buoy' }, bulbs: { collection: 'crate' } } };
