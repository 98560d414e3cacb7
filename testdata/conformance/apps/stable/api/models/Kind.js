module.exports = { schema: true, attributes: { s: 'string', t: 'text', i: 'integer', f: 'float', d: 'date', dt: 'datetime', b: 'boolean', bin: 'binary', a: 'array', j: 'json', m: { type: 'string', defaultsTo: 'dd' }, nn: { type: 'integer', notNull: true } } };
delete module.exports.attributes.nn;
