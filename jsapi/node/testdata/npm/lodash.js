const _ = require('lodash');
assert.deepStrictEqual(_.groupBy([1, 2, 3], n => n % 2 ? 'odd' : 'even'), { odd: [1, 3], even: [2] });
assert.strictEqual(_.template('<b><%- name %></b>')({ name: '<x>' }), '<b>&lt;x&gt;</b>');
assert.deepStrictEqual(_.merge({ a: { b: 1 } }, { a: { c: 2 } }), { a: { b: 1, c: 2 } });
assert.strictEqual(_.chain([3, 1, 2]).sortBy().map(n => n * 2).join('-').value(), '2-4-6');
assert.ok(_.isEqual(_.cloneDeep({ d: new Date(0), m: new Map([[1, 2]]) }), { d: new Date(0), m: new Map([[1, 2]]) }));
assert.strictEqual(require('lodash/fp').map(n => n + 1)([1])[0], 2);
