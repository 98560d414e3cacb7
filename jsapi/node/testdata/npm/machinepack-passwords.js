const Passwords = require('machinepack-passwords');
const hash = await new Promise((ok, no) => Passwords.encryptPassword({ password: 'secret', difficulty: 4 }).exec((e, h) => e ? no(e) : ok(h)));
await new Promise((ok, no) => Passwords.checkPassword({ passwordAttempt: 'secret', encryptedPassword: hash }).exec({ error: no, incorrect: () => no(new Error('incorrect')), success: ok }));
assert.strictEqual(await new Promise((ok, no) => Passwords.checkPassword({ passwordAttempt: 'x', encryptedPassword: hash }).exec({ error: no, incorrect: () => ok('incorrect'), success: () => ok('same') })), 'incorrect');
