const adapter = require('skipper-s3')({ key: 'k', secret: 's', bucket: 'b' });
assert.deepStrictEqual(['receive', 'read', 'ls', 'rm'].map(k => typeof adapter[k]), ['function', 'function', 'function', 'function']);
assert.strictEqual(typeof adapter.receive({}).write, 'function');
