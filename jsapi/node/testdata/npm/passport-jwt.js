const { Strategy, ExtractJwt } = require('passport-jwt'), jwt = require('jsonwebtoken');
const passport = new (require('passport').Passport)();
passport.use(new Strategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'k' }, (payload, done) => done(null, { id: payload.sub })));
const who = token => new Promise((ok, no) => passport.authenticate('jwt', { session: false }, (e, u, info) => e ? no(e) : ok([u, info && info.message]))({ headers: { authorization: 'Bearer ' + token } }, {}, no));
assert.deepStrictEqual(await who(jwt.sign({ sub: 5 + '' }, 'k')), [{ id: '5' }, undefined]);
assert.deepStrictEqual(await who(jwt.sign({ sub: '5' }, 'other')), [false, 'invalid signature']);
