const passport = new (require('passport').Passport)();
class Strategy extends require('passport-strategy') { authenticate(req) { if (req.query.token === 'good') { this.success({ id: 7 }, { note: 'hi' }); } else { this.fail({ message: 'no' }, 401); } } }
passport.use('token', new Strategy());
passport.serializeUser((u, done) => done(null, u.id));
passport.deserializeUser((id, done) => done(null, { id, again: true }));
const session = { regenerate(f) { f(); }, save(f) { f(); } };
const req = { query: { token: 'good' }, session, sessionID: 's' };
await new Promise((ok, no) => passport.initialize()(req, {}, e => e ? no(e) : ok()));
await new Promise((ok, no) => passport.authenticate('token')(req, {}, e => e ? no(e) : ok()));
assert.strictEqual(req.user.id, 7);
assert.strictEqual(req.isAuthenticated(), true);
assert.deepStrictEqual(session.passport, { user: 7 });
const next = { query: {}, session };
await new Promise((ok, no) => passport.session()(next, {}, e => e ? no(e) : ok()));
assert.deepStrictEqual(next.user, { id: 7, again: true });
const refused = await new Promise(ok => passport.authenticate('token', (e, u, info) => ok([e, u, info]))({ query: {} }, {}));
assert.deepStrictEqual(refused, [null, false, { message: 'no' }]);
