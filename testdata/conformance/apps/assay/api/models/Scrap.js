module.exports = { schema: false, attributes: { kind: { type: 'string', required: true }, n: { type: 'number' }, lab: { model: 'lab' } } };
