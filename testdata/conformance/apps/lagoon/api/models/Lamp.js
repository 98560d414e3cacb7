module.exports = { attributes: { watts: { type: 'number' }, buoy: { model: 'buoy' } } };
