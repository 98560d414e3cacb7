module.exports = {
  types: { even: function (v) { return v % 2 === 0; }, like: function (v) { return v === this.twin; } },
  validationMessages: { mail: { email: 'no mail' } },
  attributes: {
    mail: { email: true }, site: { url: true }, ip: { ip: true }, uuid: { uuid: true }, uuid4: { uuidv4: true }, card: { creditcard: true },
    alpha: { alpha: true }, alnum: { alphanumeric: true }, dash: { alphanumericdashed: true }, alphadash: { alphadashed: true }, numeric: { numeric: true }, dec: { decimal: true }, int: { int: true }, fl: { float: true }, fin: { finite: true },
    low: { lowercase: true }, up: { uppercase: true }, hex: { hexadecimal: true }, color: { hexColor: true }, date: { date: true }, after: { after: new Date('2020-01-01') }, before: { before: '2030-01-01' },
    contains: { contains: 'x' }, notContains: { notContains: 'x' }, starts: { regex: /^ab/ }, notre: { notRegex: /^ab/ }, inn: { in: ['a', 'b'] }, notIn: { notIn: ['a', 'b'] }, eq: { equals: 'q' }, minL: { minLength: 3 }, maxL: { maxLength: 3 }, min: { min: 2 }, max: { max: 2 },
    empty: { empty: true }, notEmpty: { notEmpty: true }, trunc: { truthy: true }, fals: { falsey: true }, bool: { boolean: true }, arr: { array: true }, str: { string: true }, json: { json: true }, even: { even: true }, twin: 'string', same: { like: true }, req: { type: 'string', required: function () { return this.twin === 'needed'; } }, und: { undefined: true }, nul: { null: true }, notNull: { notNull: true }
  }
};
