const { OAuth2Strategy } = require('passport-google-oauth');
const passport = new (require('passport').Passport)();
passport.use(new OAuth2Strategy({ clientID: 'id', clientSecret: 's', callbackURL: 'http://h/cb' }, (token, refresh, profile, done) => done(null, profile)));
const url = await new Promise((ok, no) => passport.authenticate('google', { scope: ['email'] })({ query: {}, headers: {}, session: {} }, { setHeader(k, v) { if (k === 'Location') { ok(v); } }, end() {} }, no));
assert.strictEqual(new URL(url).hostname, 'accounts.google.com');
