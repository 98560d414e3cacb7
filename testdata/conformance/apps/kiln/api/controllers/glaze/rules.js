module.exports = {
  inputs: {
    isAfter: { type: 'ref', isAfter: new Date('2020-01-01') }, isBefore: { type: 'string', isBefore: new Date('2020-01-01') },
    isBoolean: { type: 'json', isBoolean: true }, isCreditCard: { type: 'string', isCreditCard: true }, isEmail: { type: 'string', isEmail: true }, isHexColor: { type: 'string', isHexColor: true },
    isIn: { type: 'string', isIn: ['red', 'green', 'blue'] }, isInNumbers: { type: 'number', isIn: [1, 2, 3] }, isInteger: { type: 'number', isInteger: true }, isIP: { type: 'string', isIP: true }, isNotEmptyString: { type: 'string', isNotEmptyString: true },
    isNotIn: { type: 'string', isNotIn: ['root', 'admin'] }, isNumber: { type: 'json', isNumber: true }, isString: { type: 'json', isString: true }, isURL: { type: 'string', isURL: true }, isUUID: { type: 'string', isUUID: true },
    max: { type: 'number', max: 10 }, min: { type: 'number', min: 3 }, maxLength: { type: 'string', maxLength: 5 }, minLength: { type: 'string', minLength: 3 },
    regex: { type: 'string', regex: /^[a-f]+$/ }, custom: { type: 'string', custom: (v) => v === 'magic' }, customThrows: { type: 'string', custom: (v) => { if (v !== 'magic') { throw new Error('custom said no'); } return true; } },
    several: { type: 'string', minLength: 4, regex: /^\d+$/, isIn: ['12345'] }, listMin: { type: 'json', custom: (v) => Array.isArray(v) && v.length > 1 }, isAfterNumber: { type: 'number', isAfter: new Date(1577836800000) },
    nullMin: { type: 'number', min: 3, allowNull: true }
  },
  fn: async function (inputs) { return inputs; }
};
