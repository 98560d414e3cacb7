module.exports = {
  attributes: {
    after: { type: 'ref', isAfter: new Date('2020-01-01') },
    before: { type: 'string', isBefore: new Date('2030-01-01') },
    truth: { type: 'json', isBoolean: true },
    card: { type: 'string', isCreditCard: true },
    mail: { type: 'string', isEmail: true },
    hex: { type: 'string', isHexColor: true },
    pick: { type: 'string', isIn: ['a', 'b'] },
    pickNum: { type: 'number', isIn: [1, 2.5] },
    whole: { type: 'number', isInteger: true },
    ip: { type: 'string', isIP: true },
    filled: { type: 'string', isNotEmptyString: true, allowNull: true },
    notIn: { type: 'string', isNotIn: ['x', 'y'] },
    num: { type: 'json', isNumber: true },
    str: { type: 'json', isString: true },
    url: { type: 'string', isURL: true },
    uuid: { type: 'string', isUUID: true },
    small: { type: 'number', max: 10 },
    big: { type: 'number', min: 5 },
    short: { type: 'string', maxLength: 3 },
    long: { type: 'string', minLength: 3 },
    shape: { type: 'string', regex: /^a+b$/i },
    own: { type: 'string', custom: function (v) { return v === 'ok'; } },
    ownThrow: { type: 'json', custom: function (v) { if (v && v.bad) { throw new Error('bad thing'); } return true; } },
    several: { type: 'string', minLength: 5, isEmail: true, isNotIn: ['q'] },
    nested: { type: 'string', validations: { minLength: 2, maxLength: 3 } }
  }
};
