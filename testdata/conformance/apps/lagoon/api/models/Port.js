module.exports = { attributes: { id: { type: 'number', columnName: 'no', required: true }, name: { type: 'string', columnName: 'port_name' }, ships: { collection: 'ship', via: 'ports' } } };
