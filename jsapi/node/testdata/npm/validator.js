const v = require('validator');
assert.deepStrictEqual([v.isEmail('a@b.co'), v.isEmail('a@'), v.isURL('https://x.org/y?z=1'), v.isUUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8'), v.isISO8601('2020-01-01'), v.isCreditCard('4111111111111111')], [true, false, true, true, true, true]);
assert.strictEqual(v.escape('<a>'), '&lt;a&gt;');
assert.strictEqual(v.normalizeEmail('Some.One+x@GMAIL.com'), 'someone@gmail.com');
assert.ok(v.isMobilePhone('+4915112345678', 'de-DE'));
