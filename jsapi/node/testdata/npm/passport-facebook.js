const { Strategy } = require('passport-facebook');
const passport = new (require('passport').Passport)();
passport.use(new Strategy({ clientID: 'id', clientSecret: 's', callbackURL: 'http://h/cb' }, (token, refresh, profile, done) => done(null, profile)));
const url = await new Promise((ok, no) => passport.authenticate('facebook', { scope: ['email'] })({ query: {}, headers: {}, session: {} }, { setHeader(k, v) { if (k === 'Location') { ok(v); } }, end() {} }, no));
const u = new URL(url);
assert.deepStrictEqual([u.hostname, u.searchParams.get('client_id'), u.searchParams.get('redirect_uri'), u.searchParams.get('response_type'), u.searchParams.get('scope')], ['www.facebook.com', 'id', 'http://h/cb', 'code', 'email']);
