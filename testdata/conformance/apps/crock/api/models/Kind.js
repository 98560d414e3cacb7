module.exports = {
  attributes: {
    s: { type: 'string' }, n: { type: 'number' }, b: { type: 'boolean' }, j: { type: 'json' }, r: { type: 'ref' },
    sn: { type: 'string', allowNull: true }, nn: { type: 'number', allowNull: true }, bn: { type: 'boolean', allowNull: true },
    sd: { type: 'string', defaultsTo: 'd' }, nd: { type: 'number', defaultsTo: 7 }, bd: { type: 'boolean', defaultsTo: true },
    jd: { type: 'json', defaultsTo: { a: [1] } }, rd: { type: 'ref', defaultsTo: 'x' },
    jr: { type: 'json', columnName: 'j_r' }
  }
};
