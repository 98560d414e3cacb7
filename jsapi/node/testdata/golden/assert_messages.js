// The messages of AssertionError: pairs of values, messages of the program, thrown errors, the source of a call.
const assert = require('assert');
const t = (f) => { try { f(); console.log('NO ERROR'); } catch (e) { const text = JSON.stringify(e.message); console.log((text.length > 700 ? text.slice(0, 690) + '... ' + text.length : text) + ' ' + e.generatedMessage + ' ' + e.operator); } };
const big = (n, f) => Array.from({ length: n }, (_, i) => f ? f(i) : i);
const pairs = [
 [1, 2], ['a', 'b'], [1, '1'], [undefined, null], [NaN, 1], [-0, 0], [true, 1], [1n, 2n], [Symbol('a'), Symbol('a')],
 ['a'.repeat(30), 'b'.repeat(30)], ['a'.repeat(5), 'a'.repeat(40)], ['hello world', 'hello there'], ['a\nb', 'a\nc'], ['a\nb\nc\nd', 'a\nb\nX\nd'],
 [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 1 }], [{ a: 1, b: 2 }, { a: 1 }], [{ a: 1 }, { a: 1, b: 2 }], [[1, 2, 3], [1, 2, 4]], [[1, 2, 3], [1, 2, 3]], [[], [1]], [[1], []], [{}, []], [{}, { a: 1 }], [null, {}], [{}, null], [1, {}], [{}, 1], [[1], 1],
 [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }], [big(60), big(60, i => i === 30 ? 'x' : i)], [big(100), big(101)], [big(60), big(60, i => i % 10 ? i : 'x')], [big(30, i => 'line ' + i), big(30, i => i === 15 ? 'other' : 'line ' + i)],
 [new Map([[1, 2]]), new Map([[1, 3]])], [new Set([1]), new Set([2])], [new Date(0), new Date(1)], [/a/, /b/], [new Error('a'), new Error('b')], [() => {}, () => {}], [function f() {}, function g() {}], [Object.create(null), {}], [new (class A {})(), new (class B {})()], [[1, , 3], [1, undefined, 3]],
 [Buffer.from('a'), Buffer.from('b')], [new Uint8Array([1]), new Uint8Array([2])], ['', 'a'], ['1', 1], [[1, 2, [3, 4]], [1, 2, [3, 5]]], [{ a: [1, 2, 3], b: 'x' }, { a: [1, 3], b: 'y' }], [{ b: 1, a: 2 }, { a: 2, b: 2 }],
 ['a'.repeat(200), 'a'.repeat(201)], [big(3, i => ({ id: i, name: 'n' + i })), big(3, i => ({ id: i, name: 'm' + i }))], ['x\n'.repeat(30), 'x\n'.repeat(31)], [{ a: undefined }, {}], [new Number(1), new Number(2)], [Object(1n), Object(1n)], [[[]], [{}]], [{ s: 'a\nb' }, { s: 'a\nc' }], [[1,2,3,4,5,6,7,8,9,10], [10,1,2,3,4,5,6,7,8,9]], ['a,b', 'a;b'], [1.5, 1.25], [Infinity, -Infinity], [[undefined], [null]],
];
for (const op of ['strictEqual', 'deepStrictEqual', 'deepEqual', 'equal', 'notStrictEqual', 'notDeepStrictEqual', 'notDeepEqual', 'notEqual']) {
  console.log('# ' + op);
  for (const [a, b] of op.startsWith('not') ? pairs.slice(0, 40) : pairs) { if (op.startsWith('not')) { t(() => assert[op](a, a)); } else { t(() => assert[op](a, b)); } }
}
t(() => assert.strictEqual(1, 2, 'mine')); t(() => assert.strictEqual(1, 2, new TypeError('x')));t(() => assert.deepEqual({ a: 1 }, { a: 2 }, 'mine'));
t(() => assert.throws(() => { throw new Error('a'); }, { message: 'b' })); t(() => assert.throws(() => { throw new Error('a'); }, new Error('b')));t(() => assert.throws(() => { throw Object.assign(new Error('a'), { code: 1 }); }, { message: 'a', code: 2 }));t(() => assert.throws(() => { throw new Error('a'); }, /b/));t(() => assert.throws(() => {}, TypeError));t(() => assert.throws(() => { throw new Error('a'); }, { message: /b/ }));
t(() => assert(0)); t(() => assert.ok(null, undefined)); t(() => assert.equal(1, 2, 'm')); t(() => assert.fail()); t(() => assert.fail('m')); t(() => assert.ifError(new Error('q'))); t(() => assert.ifError('q')); t(() => assert.match('a', /b/)); t(() => assert.match(5, /b/)); t(() => assert.doesNotMatch('a', /a/)); t(() => assert.doesNotThrow(() => { throw new Error('z'); }, 'why'));
t(() => assert.strictEqual(1, 2, 'mine')); t(() => assert.strictEqual({ a: 1 }, { a: 2 }, 'mine')); t(() => assert.strictEqual('hello world', 'hello there', 'mine'));
t(() => assert.deepStrictEqual({ a: 1 }, { a: 2 }, 'mine')); t(() => assert.deepStrictEqual(1, 2, 'mine')); t(() => assert.notStrictEqual(1, 1, 'mine')); t(() => assert.notDeepStrictEqual({}, {}, 'mine')); t(() => assert.equal(1, 2, 'mine'));
t(() => assert.strictEqual({ a: 1 }, { a: 1 }, 'mine')); t(() => assert.strictEqual(1, 2, '')); t(() => assert.deepStrictEqual([1,2,3,4], [1,2,3,5], 'line\ntwo')); t(() => assert.strictEqual(1, 2, undefined)); t(() => assert.strictEqual(1, 2, 5)); t(() => assert.strictEqual(1, 2, null));
t(() => assert.strictEqual(undefined, null, 'mine'));
t(() => { throw new assert.AssertionError({ actual: 1, expected: 2, operator: 'strictEqual', message: 'mine' }); });
t(() => { throw new assert.AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' }); });
t(() => { throw new assert.AssertionError({ actual: 1, expected: 2, operator: 'deepEqual', message: 'mine' }); });
t(() => { throw new assert.AssertionError({ actual: 1, expected: 2, operator: 'custom' }); });
t(() => assert.fail(1, 2, undefined, 'custom')); t(() => assert.fail(1, 2, 'm', 'custom')); t(() => assert.fail(1, 2));
t(() => assert.throws(() => { throw new Error('a'); }, { message: 'b' }, 'mine')); t(() => assert.throws(() => { throw new TypeError('a'); }, { name: 'Error', message: 'b' })); 
t(() => assert.throws(() => { throw Object.assign(new Error('a'), { info: { x: 1 } }); }, { info: { x: 2 } }));
t(() => assert.throws(() => { throw new Error('a'); }, { missing: 1 })); t(() => assert.throws(() => { throw new Error('a'); }, {})); t(() => assert.throws(() => { throw 5; }, { message: 'a' })); t(() => assert.throws(() => { throw null; }, { message: 'a' }));
t(() => assert.throws(() => { throw new Error('a'); }, 'a')); t(() => assert.throws(() => { throw new Error('a'); }, (e) => false)); t(() => assert.throws(() => { throw new Error('a'); }, /b/, 'mine')); t(() => assert.throws(() => {}, 'mine')); t(() => assert.throws(() => {}, /x/, 'mine')); t(() => assert.throws(() => { throw new Error('a'); }, TypeError, 'mine'));
t(() => assert.throws(() => { throw new Error('a'); }, { message: /b/ })); t(() => assert.throws(() => { throw new Error('a'); }, { message: /a/, code: 1 }));
t(() => assert.throws('x')); t(() => assert.throws(() => { throw 1 }, 5));
t(() => assert.notDeepEqual(1, true)); t(() => assert.notDeepEqual([1], ['1'])); t(() => assert.notEqual(1, '1')); t(() => assert.deepEqual('a'.repeat(600), 'b')); t(() => assert.notDeepEqual('a'.repeat(1600), 'a'.repeat(1600)));
t(() => assert.strictEqual(Array.from({length: 200}, (_, i) => i), Array.from({length: 200}, (_, i) => -i)));
t(() => assert.deepStrictEqual(Array.from({length: 70}, (_, i) => 'x'.repeat(i)), []));
t(() => assert(0));
t(() => { assert.ok(typeof 123 === 'string'); });
t(() => {
    assert.ok(
      [1, 2].length === 3 &&
        'a)' === `b`,
    );
});
t(() => assert.ok()); t(() => assert()); t(() => assert.ok(null, 'mine')); t(() => assert(false, new TypeError('own'))); t(() => assert.strict(0)); t(() => assert.equal(null, 1)); t(() => assert(NaN, null)); t(() => assert(0, ''));
const own = assert; t(() => own.ok(0 /* ) */));
