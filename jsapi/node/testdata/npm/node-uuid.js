const uuid = require('node-uuid');
assert.ok(/^[0-9a-f-]{36}$/.test(uuid.v4()) && uuid.v1().length === 36);
assert.strictEqual(uuid.unparse(uuid.parse('797ff043-11eb-11e1-80d6-510998755d10')), '797ff043-11eb-11e1-80d6-510998755d10');
