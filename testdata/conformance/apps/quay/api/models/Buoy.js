module.exports = { autosubscribe: false, attributes: { colour: 'string', lamps: { collection: 'lamp', via: 'buoy' } } };
