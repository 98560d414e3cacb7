const assert = require('assert');
const checks = {
  ok: () => assert.ok(0, 'zero'), plain: () => assert(false, 'no'), equal: () => assert.equal(1, 2), message: () => assert.equal(1, 2, 'one is not two'), strict: () => assert.strictEqual(1, '1'),
  loose: () => assert.equal(1, '1'), deep: () => assert.deepEqual({ a: [1, 2] }, { a: [1, '2'] }), deepStrict: () => assert.deepStrictEqual({ a: 1 }, { a: 1 }), dates: () => assert.deepStrictEqual(new Date(1), new Date(1)),
  notEqual: () => assert.notEqual(1, 1), throws: () => assert.throws(() => { throw new TypeError('bad'); }, TypeError), throwsRe: () => assert.throws(() => { throw new Error('bad thing'); }, /thing/), throwsNone: () => assert.throws(() => {}),
  throwsObject: () => assert.throws(() => { throw Object.assign(new Error('x'), { code: 'E' }); }, { code: 'E', message: 'x' }), not: () => assert.doesNotThrow(() => { throw new Error('oops'); }), fail: () => assert.fail('failed'), fail0: () => assert.fail(),
  ifError: () => assert.ifError(null), ifError2: () => assert.ifError(new Error('e')), own: () => assert.ok(false, new RangeError('own')), match: () => assert.match('abc', /b/), strictMode: () => assert.strict.equal(1, '1'),
  circular: () => { const a = {}, b = {}; a.x = a; b.x = b; assert.deepStrictEqual(a, b); }, nan: () => assert.deepStrictEqual(NaN, NaN), zero: () => assert.strictEqual(0, -0), proto: () => assert.deepStrictEqual([], {}), sets: () => assert.deepEqual(new Set([1, 2]), new Set([2, 1]))
};
for (const k of Object.keys(checks)) { try { checks[k](); console.log(k, 'passes'); } catch (e) { console.log(k, e.name, e.code, e.operator, e.generatedMessage, e instanceof assert.AssertionError, e instanceof Error, e.generatedMessage ? '' : e.message); } }
module.exports = (async () => {
  await assert.rejects(Promise.reject(new Error('r')), /r/);
  try { await assert.rejects(Promise.resolve(1)); } catch (e) { console.log(e.name, e.message); }
})();
