const { Strategy } = require('passport-twitter'), http = require('http');
const server = http.createServer((req, res) => {
  assert.ok(/oauth_signature="/.test(req.headers.authorization));
  res.end('oauth_token=tok&oauth_token_secret=sec&oauth_callback_confirmed=true');
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const passport = new (require('passport').Passport)();
passport.use(new Strategy({ consumerKey: 'k', consumerSecret: 's', callbackURL: 'http://h/cb', requestTokenURL: 'http://127.0.0.1:' + server.address().port + '/token' }, (t, s, profile, done) => done(null, profile)));
const url = await new Promise((ok, no) => passport.authenticate('twitter')({ query: {}, headers: {}, session: {}, app: {} }, { setHeader(k, v) { if (k === 'Location') { ok(v); } }, end() {} }, no));
assert.ok(url.startsWith('https://api.twitter.com/oauth/authenticate?oauth_token=tok'));
await new Promise(ok => server.close(ok));
