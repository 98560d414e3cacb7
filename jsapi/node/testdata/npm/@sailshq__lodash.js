const _ = require('@sailshq/lodash');
assert.deepStrictEqual(_.pluck([{ a: 1 }, { a: 2 }], 'a'), [1, 2]);
assert.deepStrictEqual(_.defaultsDeep({ a: { b: 1 } }, { a: { c: 2 } }), { a: { b: 1, c: 2 } });
assert.ok(_.contains([1, 2], 2));
