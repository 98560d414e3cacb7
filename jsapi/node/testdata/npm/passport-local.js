const { Strategy } = require('passport-local');
const passport = new (require('passport').Passport)();
passport.use(new Strategy({ usernameField: 'email' }, (email, password, done) => done(null, password === 'right' ? { email } : false, { message: 'wrong' })));
const login = body => new Promise((ok, no) => passport.authenticate('local', (e, user, info) => e ? no(e) : ok([user, info]))({ body, query: {} }, {}, no));
assert.deepStrictEqual((await login({ email: 'a@b', password: 'right' }))[0], { email: 'a@b' });
assert.deepStrictEqual(await login({ email: 'a@b', password: 'x' }), [false, { message: 'wrong' }]);
assert.strictEqual((await login({}))[1].message, 'Missing credentials');
