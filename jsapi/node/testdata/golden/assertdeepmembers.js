// What counts for deepEqual and deepStrictEqual: members named by symbols, dates, lists with more, classes.
const assert = require('assert');
const s = Symbol('own'), other = Symbol('own');
class Query { constructor() { this.pwd = { $gt: null, [s]: true }; } }
const invalid = () => new Date(NaN);
const pairs = {
  'a symbol on one side': [{ a: 1, [s]: true }, { a: 1 }],
  'a symbol on the other': [{ a: 1 }, { a: 1, [s]: true }],
  'symbols with values': [{ [s]: 1 }, { [s]: 2 }],
  'two symbols': [{ [s]: 1 }, { [other]: 1 }],
  'inside': [{ pwd: { $gt: null, [s]: true } }, { pwd: { $gt: null } }],
  'of a class': [new Query(), { pwd: { $gt: null } }],
  'of lists': [[1, 2], Object.assign([1, 2], { [s]: 1 })],
  'of lists with names': [[1, 2], Object.assign([1, 2], { more: 1 })],
  'in sets': [new Set([{ [s]: 1 }]), new Set([{}])],
  'in maps': [new Map([['k', { [s]: 1 }]]), new Map([['k', {}]])],
  'as keys': [new Map([[s, 1]]), new Map([[s, 1]])],
  'of dates': [Object.assign(new Date(0), { [s]: 1 }), new Date(0)],
  'of bytes': [Object.assign(Buffer.from('a'), { [s]: 1 }), Buffer.from('a')],
  'of errors': [Object.assign(new Error('x'), { [s]: 1 }), new Error('x')],
  'hidden': [Object.defineProperty({}, s, { value: 1 }), {}],
  'invalid dates': [invalid(), invalid()],
  'a member undefined': [{ a: undefined }, {}],
  'a member undefined, and another': [{ a: undefined }, { b: undefined }],
  'numbers and texts': [{ a: 1 }, { a: '1' }],
  'null and undefined': [{ a: null }, { a: undefined }],
  'NaN': [[NaN], [NaN]],
  'minus zero': [[0], [-0]],
  'holes': [[, 1], [undefined, 1]],
  'keys and objects': [new Set([1]), new Set(['1'])],
  'boxed': [Object('a'), Object('a')],
  'boxed and more': [Object.assign(Object('a'), { x: 1 }), Object('a')],
  'expressions': [/a/g, /a/i],
};
for (const name of Object.keys(pairs)) {
  const [a, b] = pairs[name];
  const answers = [assert.deepEqual, assert.deepStrictEqual, assert.notDeepEqual, assert.notDeepStrictEqual].map((ask) => {
    try { ask(a, b); return 'yes'; } catch (e) { return e.code === 'ERR_ASSERTION' ? 'no' : e.message; }
  });
  console.log(name + ':', answers.join(' '), require('util').isDeepStrictEqual(a, b));
}
