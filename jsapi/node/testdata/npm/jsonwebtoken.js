const jwt = require('jsonwebtoken'), crypto = require('crypto');
const token = jwt.sign({ id: 1 }, 'secret', { expiresIn: '1h', issuer: 'us' });
assert.strictEqual(jwt.verify(token, 'secret', { issuer: 'us' }).id, 1);
assert.throws(() => jwt.verify(token, 'other'), e => e.name === 'JsonWebTokenError' && e.message === 'invalid signature');
assert.throws(() => jwt.verify(jwt.sign({ exp: 1 }, 's'), 's'), e => e.name === 'TokenExpiredError');
assert.strictEqual(jwt.verify('eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c', 'your-256-bit-secret').name, 'John Doe');
assert.strictEqual(jwt.decode(token, { complete: true }).header.alg, 'HS256');
assert.strictEqual((await new Promise((ok, no) => jwt.sign({ a: 1 }, 'k', { algorithm: 'HS512' }, (e, t) => e ? no(e) : jwt.verify(t, 'k', (e, v) => e ? no(e) : ok(v))))).a, 1);
const pair = keys();
for (const [kind, algorithm] of [['rsa', 'RS256'], ['rsa', 'PS256'], ['ec', 'ES256']]) {
  const t = jwt.sign({ who: algorithm }, pair[kind].private, { algorithm });
  assert.strictEqual(jwt.verify(t, pair[kind].public, { algorithms: [algorithm] }).who, algorithm);
  assert.throws(() => jwt.verify(t.slice(0, -6) + 'AAAAAA', pair[kind].public), /invalid signature/);
}
function keys() {
  const make = (type, o) => { const k = crypto.generateKeyPairSync(type, { ...o, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } }); return { private: k.privateKey, public: k.publicKey }; };
  return { rsa: make('rsa', { modulusLength: 2048 }), ec: make('ec', { namedCurve: 'P-256' }) };
}
