const uuid = require('uuid');
assert.ok(/^[0-9a-f]{8}-[0-9a-f]{4}-4/.test(uuid.v4()) && uuid.v4() !== uuid.v4());
assert.strictEqual(uuid.v5('www.example.com', uuid.v5.DNS), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
assert.ok(uuid.validate(uuid.v1()) && uuid.version(uuid.v1()) === 1);
