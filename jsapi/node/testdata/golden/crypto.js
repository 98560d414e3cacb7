const crypto = require('crypto');
for (const h of ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'SHA256', 'RSA-SHA256', 'sha512-256', 'ripemd160', 'sha3-256']) { console.log(h, crypto.createHash(h).update('abc').update('é', 'latin1').digest('hex'), crypto.createHmac(h, 'key').update('abc').digest('base64')); }
console.log(crypto.createHash('sha1').update(Buffer.from('x')).digest(), crypto.randomBytes(8).length, crypto.randomBytes(4).toString('hex').length, /^[0-9a-f-]{36}$/.test(crypto.randomUUID()), crypto.randomInt(5) < 5);
const h = crypto.createHash('sha256').update('a');
console.log(h.copy().update('b').digest('hex') === crypto.createHash('sha256').update('ab').digest('hex'), h.digest('hex'));
for (const f of [() => crypto.createHash('nope'), () => h.update('x'), () => h.digest(), () => crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('ab')), () => crypto.randomBytes('x'), () => crypto.createCipheriv('nope', '', ''), () => crypto.createHash('md5').update(5)]) { try { f(); console.log('no error'); } catch (e) { console.log(e.name, e.code); } }
console.log(crypto.pbkdf2Sync('pw', 'salt', 1000, 20, 'sha256').toString('hex'), crypto.scryptSync('pw', 'salt', 16).toString('hex'), crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('a')), Buffer.from(crypto.hkdfSync('sha256', 'key', 'salt', 'info', 10)).toString('hex'));
for (const [name, key, iv] of [['aes-128-cbc', 16, 16], ['aes-256-cbc', 32, 16], ['aes-192-ctr', 24, 16], ['aes-256-ecb', 32, 0]]) {
  const k = Buffer.alloc(key, 1), v = iv ? Buffer.alloc(iv, 2) : null;
  for (const text of ['', 'short', 'sixteen bytes ok', 'longer than one block of sixteen']) {
    const c = crypto.createCipheriv(name, k, v), enc = c.update(text, 'utf8', 'hex') + c.final('hex');
    const d = crypto.createDecipheriv(name, k, v);
    console.log(name, enc, d.update(enc, 'hex', 'utf8') + d.final('utf8') === text);
  }
}
const g = crypto.createCipheriv('aes-256-gcm', Buffer.alloc(32, 1), Buffer.alloc(12, 2));
g.setAAD(Buffer.from('aad'));
const sealed = Buffer.concat([g.update('secret'), g.final()]), tag = g.getAuthTag();
const o = crypto.createDecipheriv('aes-256-gcm', Buffer.alloc(32, 1), Buffer.alloc(12, 2)).setAAD(Buffer.from('aad')).setAuthTag(tag);
console.log(sealed.toString('hex'), tag.toString('hex'), Buffer.concat([o.update(sealed), o.final()]).toString());
const bad = crypto.createDecipheriv('aes-256-gcm', Buffer.alloc(32, 1), Buffer.alloc(12, 3));
bad.setAuthTag(tag);
bad.update(sealed);
try { bad.final(); } catch (e) { console.log(e.message); }
const old = crypto.createDecipher ? crypto.createCipher('aes192', 'password') : null;
console.log(old.update('hello', 'utf8', 'hex') + old.final('hex'));
const wrong = crypto.createDecipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16));
wrong.update(Buffer.alloc(16));
try { wrong.final(); console.log('?'); } catch (e) { console.log(e instanceof Error); }
module.exports = (async () => {
  console.log(await new Promise(r => crypto.randomBytes(5, (e, b) => r([e, b.length]))));
  console.log(await new Promise(r => crypto.pbkdf2('p', 's', 10, 8, 'sha1', (e, b) => r([e, b.toString('hex')]))));
  console.log(await new Promise(r => { const s = crypto.createHash('sha1'); s.on('readable', () => { const d = s.read(); if (d) { r(d.toString('hex')); } }); s.write('abc'); s.end(); }));
  for (const [type, o] of [['rsa', { modulusLength: 1024 }], ['ec', { namedCurve: 'P-256' }], ['ed25519', {}]]) {
    const { publicKey, privateKey } = crypto.generateKeyPairSync(type, o);
    console.log(publicKey.type, privateKey.type, publicKey.asymmetricKeyType, publicKey.asymmetricKeyDetails);
    const texts = await require('util').promisify(crypto.generateKeyPair)(type, { ...o, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
    console.log(texts.publicKey.split('\n')[0], texts.privateKey.split('\n')[0]);
    if (type !== 'ed25519') {
      const signature = crypto.createSign('SHA256').update('text').sign(texts.privateKey);
      console.log(crypto.createVerify('SHA256').update('text').verify(texts.publicKey, signature), crypto.createVerify('SHA256').update('other').verify(texts.publicKey, signature));
    }
    if (type === 'rsa') { console.log(crypto.privateDecrypt(privateKey, crypto.publicEncrypt(publicKey, Buffer.from('hidden'))).toString()); }
  }
  const key = Buffer.alloc(32, 1), iv = Buffer.alloc(12, 2), gcm = crypto.createCipheriv('aes-256-gcm', key, iv);
  gcm.setAAD(Buffer.from('aad'));
  const sealed = gcm.update('message', 'utf8', 'hex') + gcm.final('hex'), open = crypto.createDecipheriv('aes-256-gcm', key, iv);
  open.setAAD(Buffer.from('aad')).setAuthTag(gcm.getAuthTag());
  console.log(open.update(sealed, 'hex', 'utf8') + open.final('utf8'), gcm.getAuthTag().toString('hex'));
})();
