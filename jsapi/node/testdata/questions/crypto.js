'use strict';
// Generated questions about crypto. Keys, and what is different each time that it is made,
// are in keys.json: a real Node made it.
const { chooser, ask: askPlain, print } = require('./ask.js');
const crypto = require('crypto'), keys = require('./keys.json');
const pick = chooser(5);
// ask leaves out the words of OpenSSL where they say nothing to users.
function ask(question, fn) {
  askPlain(question, () => {
    try { return fn(); } catch (e) {
      if (/^error:/.test(e.message) && !/bad decrypt|wrong final|no start line|oaep decoding|data too large for key size|not XOF|memory limit/.test(e.message)) { throw new Error('of OpenSSL'); }
      delete e.opensslErrorStack;
      throw e;
    }
  });
}
const hex = (b) => Buffer.from(b).toString('hex');
const bytes = (n) => Buffer.from(Array.from({ length: n }, () => pick.below(256)));
const odd = [undefined, null, 0, 1, -1, 1.5, NaN, 2 ** 40, '', 'x', true, {}, [], Symbol('s'), 5n, () => 1, new Date(0), Buffer.alloc(2), new Uint16Array(3), new ArrayBuffer(4), new Int8Array(1)];
const shown = (v) => (Buffer.isBuffer(v) ? 'b' + v.length : typeof v === 'object' && v !== null ? v.constructor.name : String(v));

// Digests
const hashes = crypto.getHashes().filter((h) => !/sm3/i.test(h));
const digests = [...hashes, 'SHA256', 'sha-256', 'SHA-512/256', 'nope', '', 'Sha1', 'SHA2-256', 'rsa-sha256', 'sha3_256'];
const texts = ['', 'a', 'abc', 'é€💩', 'x'.repeat(200), bytes(64), bytes(129), new Uint16Array([1, 2, 3]), new DataView(new ArrayBuffer(5))];
for (const h of digests) {
  for (const t of texts.slice(0, 6)) {
    ask(`hash ${h} ${shown(t)}`, () => crypto.createHash(h).update(t).digest('hex'));
    ask(`hmac ${h} ${shown(t)}`, () => crypto.createHmac(h, t).update('data').digest('base64url'));
  }
  ask(`hmac ${h} with a long key`, () => crypto.createHmac(h, Buffer.alloc(300, 7)).update('x').update('y').digest('latin1'));
  ask(`copy ${h}`, () => { const a = crypto.createHash(h).update('a'), b = a.copy(); a.update('x'); return [a.digest('hex'), b.update('y').digest('base64')]; });
  ask(`pbkdf2 ${h}`, () => crypto.pbkdf2Sync('pw', 'salt', 3, 40, h).toString('hex'));
  ask(`hkdf ${h}`, () => hex(crypto.hkdfSync(h, 'key', 'salt', 'info', 50)));
  for (const n of [0, 5, 32, 64, -1, 1.5, 'x']) { ask(`outputLength ${h} ${n}`, () => crypto.createHash(h, { outputLength: n }).update('abc').digest('hex')); }
}
for (const e of ['hex', 'base64', 'base64url', 'latin1', 'binary', 'utf8', 'ascii', 'ucs2', 'utf16le', 'buffer', undefined]) {
  ask(`input ${e}`, () => crypto.createHash('md5').update('abcd', e).digest('hex'));
  ask(`output ${e}`, () => crypto.createHash('md5').update('abcd').digest(e));
  ask(`odd input ${e}`, () => crypto.createHash('md5').update('abc', e).digest('hex'));
}
for (const v of odd) {
  const s = shown(v);
  ask(`createHash(${s})`, () => crypto.createHash(v).digest('hex'));
  ask(`update(${s})`, () => crypto.createHash('md5').update(v).digest('hex'));
  ask(`createHmac(${s})`, () => crypto.createHmac(v, 'k').digest('hex'));
  ask(`createHmac key ${s}`, () => crypto.createHmac('md5', v).digest('hex'));
  ask(`createSecretKey(${s})`, () => crypto.createSecretKey(v).export().toString('hex'));
  ask(`randomBytes(${s})`, () => crypto.randomBytes(v).length < 3);
  ask(`randomInt(${s})`, () => typeof crypto.randomInt(v));
  ask(`randomInt(${s}, 2)`, () => typeof crypto.randomInt(v, 2));
  ask(`randomFillSync(${s})`, () => { const filled = typeof crypto.randomFillSync(v); new Uint8Array(v.buffer || v).fill(0); return filled; });
  ask(`randomFillSync offset ${s}`, () => crypto.randomFillSync(Buffer.alloc(4), v).length);
  ask(`randomFillSync size ${s}`, () => crypto.randomFillSync(Buffer.alloc(4), 1, v).length);
  ask(`randomUUID(${s})`, () => crypto.randomUUID(v).length);
  ask(`timingSafeEqual(${s})`, () => crypto.timingSafeEqual(v, Buffer.alloc(2)));
  ask(`pbkdf2 password ${s}`, () => hex(crypto.pbkdf2Sync(v, 's', 1, 5, 'sha1')));
  ask(`pbkdf2 salt ${s}`, () => hex(crypto.pbkdf2Sync('s', v, 1, 5, 'sha1')));
  ask(`pbkdf2 iterations ${s}`, () => hex(crypto.pbkdf2Sync('s', 's', v, 5, 'sha1')));
  ask(`pbkdf2 keylen ${s}`, () => hex(crypto.pbkdf2Sync('s', 's', 1, v, 'sha1')).length);
  ask(`pbkdf2 digest ${s}`, () => hex(crypto.pbkdf2Sync('s', 's', 1, 5, v)));
  ask(`pbkdf2 callback ${s}`, () => crypto.pbkdf2('s', 's', 1, 5, 'sha1', typeof v === 'function' ? undefined : v));
  ask(`scrypt password ${s}`, () => hex(crypto.scryptSync(v, 's', 5, { N: 2 })));
  ask(`scrypt salt ${s}`, () => hex(crypto.scryptSync('s', v, 5, { N: 2 })));
  ask(`scrypt keylen ${s}`, () => hex(crypto.scryptSync('s', 's', v, { N: 2 })).length);
  for (const o of ['N', 'cost', 'r', 'blockSize', 'p', 'parallelization', 'maxmem']) { ask(`scrypt ${o} ${s}`, () => hex(crypto.scryptSync('s', 's', 5, { N: 2, [o]: v }))); }
  ask(`hkdf digest ${s}`, () => hex(crypto.hkdfSync(v, 'k', 's', 'i', 5)));
  ask(`hkdf key ${s}`, () => hex(crypto.hkdfSync('sha1', v, 's', 'i', 5)));
  ask(`hkdf salt ${s}`, () => hex(crypto.hkdfSync('sha1', 'k', v, 'i', 5)));
  ask(`hkdf info ${s}`, () => hex(crypto.hkdfSync('sha1', 'k', 's', v, 5)));
  ask(`hkdf length ${s}`, () => hex(crypto.hkdfSync('sha1', 'k', 's', 'i', v)).length);
  ask(`createCipheriv(${s})`, () => crypto.createCipheriv(v, 'k', 'i'));
  ask(`cipher key ${s}`, () => crypto.createCipheriv('aes-128-cbc', v, Buffer.alloc(16)).final('hex'));
  ask(`cipher iv ${s}`, () => crypto.createCipheriv('aes-128-cbc', Buffer.alloc(16), v).final('hex'));
  ask(`gcm iv ${s}`, () => crypto.createCipheriv('aes-128-gcm', Buffer.alloc(16), v).final('hex'));
  ask(`cipher data ${s}`, () => crypto.createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(v, undefined, 'hex'));
  ask(`authTagLength ${s}`, () => crypto.createCipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12), { authTagLength: v }).final('hex'));
  ask(`setAAD ${s}`, () => crypto.createCipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12)).setAAD(v).final('hex'));
  ask(`setAuthTag ${s}`, () => crypto.createDecipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12)).setAuthTag(v).final('hex'));
  ask(`getCipherInfo(${s})`, () => crypto.getCipherInfo(v));
  ask(`getCipherInfo keyLength ${s}`, () => crypto.getCipherInfo('aes-128-gcm', { keyLength: v }));
  ask(`getCipherInfo ivLength ${s}`, () => crypto.getCipherInfo('aes-128-gcm', { ivLength: v }));
  ask(`createSign(${s})`, () => typeof crypto.createSign(v));
  ask(`createVerify(${s})`, () => typeof crypto.createVerify(v));
  ask(`sign data ${s}`, () => crypto.sign('sha256', v, keys.rsa.private).length);
  ask(`sign algorithm ${s}`, () => crypto.sign(v, Buffer.alloc(1), keys.rsa.private).length);
  ask(`sign key ${s}`, () => crypto.sign('sha256', Buffer.alloc(1), v).length);
  ask(`sign callback ${s}`, () => crypto.sign('sha256', Buffer.alloc(1), keys.rsa.private, typeof v === 'function' ? 1 : v === undefined ? null : v));
  ask(`Sign.sign key ${s}`, () => crypto.createSign('sha256').update('x').sign(v).length);
  ask(`Verify.verify key ${s}`, () => crypto.createVerify('sha256').update('x').verify(v, 'x'));
  ask(`Verify.verify signature ${s}`, () => crypto.createVerify('sha256').update('x').verify(keys.rsa.public, v));
  ask(`verify signature ${s}`, () => crypto.verify('sha256', Buffer.alloc(1), keys.rsa.public, v));
  ask(`padding ${s}`, () => crypto.sign('sha256', Buffer.alloc(1), { key: keys.rsa.private, padding: v }).length);
  ask(`saltLength ${s}`, () => crypto.sign('sha256', Buffer.alloc(1), { key: keys.rsa.private, padding: 6, saltLength: v }).length);
  ask(`dsaEncoding ${s}`, () => crypto.sign('sha256', Buffer.alloc(1), { key: keys.p256.private, dsaEncoding: v }).length > 60);
  for (const f of ['createPublicKey', 'createPrivateKey']) {
    ask(`${f}(${s})`, () => crypto[f](v).type);
    for (const m of ['key', 'format', 'type', 'passphrase']) { ask(`${f} ${m} ${s}`, () => crypto[f]({ key: keys.rsa.private, [m]: v }).type); }
    ask(`${f} der type ${s}`, () => crypto[f]({ key: Buffer.from('x'), format: 'der', type: v }).type);
    for (const m of ['kty', 'crv', 'x', 'd']) { ask(`${f} jwk ${m} ${s}`, () => crypto[f]({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43), d: 'A'.repeat(43), [m]: v } }).type); }
  }
  for (const f of ['publicEncrypt', 'privateDecrypt', 'privateEncrypt', 'publicDecrypt']) {
    ask(`${f} key ${s}`, () => crypto[f](v, Buffer.alloc(5)).length);
    ask(`${f} data ${s}`, () => crypto[f](keys.rsa.private, v).length);
    ask(`${f} oaepHash ${s}`, () => crypto[f]({ key: keys.rsa.private, oaepHash: v }, Buffer.alloc(256, 1)).length);
    ask(`${f} oaepLabel ${s}`, () => crypto[f]({ key: keys.rsa.private, oaepLabel: v }, Buffer.alloc(4, 1)).length);
  }
  for (const t of ['rsa', 'rsa-pss', 'dsa', 'ec', 'dh', 'ed25519', 'nope', v]) {
    ask(`generateKeyPairSync ${shown(t)} ${s}`, () => Object.keys(crypto.generateKeyPairSync(t, v)));
    for (const m of ['modulusLength', 'publicExponent', 'divisorLength', 'namedCurve', 'paramEncoding', 'group', 'prime', 'primeLength', 'generator', 'hashAlgorithm', 'mgf1HashAlgorithm', 'saltLength', 'publicKeyEncoding', 'privateKeyEncoding']) {
      if (typeof t === 'string' && pick.chance(5) && !(m === 'primeLength' && v === 1)) { ask(`generateKeyPairSync ${t} ${m} ${s}`, () => Object.keys(crypto.generateKeyPairSync(t, { modulusLength: 1, namedCurve: 'P-256', [m]: v }))); }
    }
  }
  ask(`generateKeySync(${s})`, () => crypto.generateKeySync(v, { length: 128 }).symmetricKeySize);
  ask(`generateKeySync options ${s}`, () => crypto.generateKeySync('aes', v).symmetricKeySize);
  for (const t of ['hmac', 'aes']) { ask(`generateKeySync ${t} length ${s}`, () => (v === 2 ** 40 ? 0 : crypto.generateKeySync(t, { length: v }).symmetricKeySize)); }
  ask(`createECDH(${s})`, () => typeof crypto.createECDH(v));
  for (const m of ['computeSecret', 'setPrivateKey', 'setPublicKey']) { ask(`ECDH ${m} ${s}`, () => typeof crypto.createECDH('prime256v1')[m](v)); }
  ask(`ECDH.convertKey ${s}`, () => hex(crypto.ECDH.convertKey(v, 'secp256k1')));
  ask(`ECDH.convertKey curve ${s}`, () => hex(crypto.ECDH.convertKey('', v)));
  ask(`createDiffieHellman generator ${s}`, () => hex(crypto.createDiffieHellman(Buffer.from([23]), v).getGenerator()));
  ask(`createDiffieHellmanGroup(${s})`, () => typeof crypto.createDiffieHellmanGroup(v));
  ask(`diffieHellman(${s})`, () => crypto.diffieHellman(v));
  ask(`diffieHellman privateKey ${s}`, () => crypto.diffieHellman({ privateKey: v }));
  ask(`generatePrimeSync(${s})`, () => (v === 1 || v === 2 ** 40 ? 0 : crypto.generatePrimeSync(v)));
  // A real Node never returns from { add: 0 }.
  for (const m of ['safe', 'bigint', 'add', 'rem']) { if (m !== 'add' || !/Buffer|View|Array|^b/.test(s) || s === 'Symbol(s)') { ask(`generatePrimeSync ${m} ${s}`, () => typeof crypto.generatePrimeSync(32, { [m]: v })); } }
  ask(`checkPrimeSync(${s})`, () => crypto.checkPrimeSync(v));
  ask(`checkPrimeSync checks ${s}`, () => crypto.checkPrimeSync(7n, { checks: v }));
  ask(`X509Certificate(${s})`, () => typeof new crypto.X509Certificate(v));
  for (const m of ['checkHost', 'checkEmail', 'checkIP', 'checkIssued', 'checkPrivateKey', 'verify']) { ask(`X509 ${m} ${s}`, () => new crypto.X509Certificate(keys.certificates.ca)[m](v)); }
  for (const m of ['subject', 'wildcards', 'partialWildcards', 'multiLabelWildcards', 'singleLabelSubdomains']) { ask(`checkHost ${m} ${s}`, () => new crypto.X509Certificate(keys.certificates.leaf).checkHost('example.com', { [m]: v })); }
  ask(`Certificate ${s}`, () => [crypto.Certificate.verifySpkac(v), crypto.Certificate.exportChallenge(v), crypto.Certificate.exportPublicKey(v)]);
  ask(`setEngine(${s})`, () => crypto.setEngine(v));
  for (const e of ['format', 'type', 'cipher', 'passphrase']) {
    for (const k of ['public', 'private']) { ask(`export ${k} ${e} ${s}`, () => typeof crypto[k === 'public' ? 'createPublicKey' : 'createPrivateKey'](keys.rsa[k]).export({ format: 'pem', type: k === 'public' ? 'spki' : 'pkcs8', [e]: v })); }
    ask(`export secret ${e} ${s}`, () => crypto.createSecretKey('ab', 'hex').export({ [e]: v }));
  }
  ask(`export options ${s}`, () => crypto.createPublicKey(keys.rsa.public).export(v));
}

// Ciphers
const ciphers = crypto.getCiphers().filter((c) => !/aria|camellia|sm4|hmac|xts|cms|des3-wrap/i.test(c));
ask('getCiphers', () => ciphers);
ask('getHashes', () => hashes);
for (const name of [...ciphers, 'AES-128-CBC', 'nope', 'id-aes256-GCM']) {
  const info = crypto.getCipherInfo(name) || { keyLength: 16, ivLength: 16, mode: 'cbc' };
  ask(`info ${name}`, () => crypto.getCipherInfo(name));
  const tagged = /gcm|ccm|ocb|poly1305/i.test(name), once = info.mode === 'wrap' || info.mode === 'ccm';
  for (let i = 0; i < 8; i++) {
    const key = bytes(info.keyLength), iv = info.ivLength ? bytes(info.ivLength) : null, o = tagged ? { authTagLength: pick([16, 12, 8]) } : {};
    if (/chacha20$/.test(name)) { iv.fill(0, 0, 4); }
    const data = bytes(info.mode === 'wrap' && !/pad/.test(name) ? pick([16, 24, 32, 7]) : pick([once ? 9 : 0, 1, 7, 15, 16, 17, 31, 32, 33, 100])), cut = once ? data.length : pick.below(data.length + 1), aad = bytes(pick([0, 5, 20])), padded = !pick.chance(4);
    let sealed, tag;
    ask(`encrypt ${name} ${i} ${data.length} ${cut} ${padded}`, () => {
      const c = crypto.createCipheriv(name, key, iv, o);
      if (tagged && aad.length) { c.setAAD(aad, { plaintextLength: data.length }); }
      if (!padded && !tagged) { c.setAutoPadding(false); }
      const parts = [c.update(data.subarray(0, cut))];
      if (cut < data.length) { parts.push(c.update(data.subarray(cut))); }
      parts.push(c.final());
      sealed = Buffer.concat(parts);
      if (tagged) { tag = c.getAuthTag(); }
      return [...parts.map(hex), tag && hex(tag)];
    });
    ask(`decrypt ${name} ${i}`, () => {
      if (!sealed) { return; }
      const d = crypto.createDecipheriv(name, key, iv, o);
      if (tagged) { d.setAuthTag(tag); if (aad.length) { d.setAAD(aad, { plaintextLength: data.length }); } }
      if (!padded && !tagged) { d.setAutoPadding(false); }
      const parts = [d.update(once ? sealed : sealed.subarray(0, cut))];
      if (!once && cut < sealed.length) { parts.push(d.update(sealed.subarray(cut))); }
      parts.push(d.final());
      return parts.map(hex);
    });
    ask(`decrypt changed ${name} ${i}`, () => {
      if (!sealed || !sealed.length) { return; }
      const wrong = Buffer.from(sealed);
      wrong[0] ^= 1;
      const d = crypto.createDecipheriv(name, key, iv, o);
      if (tagged) { d.setAuthTag(tag); }
      return [hex(d.update(wrong)), hex(d.final())];
    });
  }
  for (const n of [0, 1, 4, 7, 8, 11, 12, 13, 14, 15, 16, 17, 24]) { ask(`iv of ${n} ${name}`, () => { const c = crypto.createCipheriv(name, Buffer.alloc(info.keyLength), Buffer.alloc(n), { authTagLength: 16 }); return hex(c.update(Buffer.alloc(16))) + hex(c.final()); }); }
  for (const n of [0, 5, 15, 33]) { ask(`key of ${n} ${name}`, () => { const c = crypto.createCipheriv(name, Buffer.alloc(n), info.ivLength ? Buffer.alloc(info.ivLength) : null, { authTagLength: 16 }); return hex(c.update(Buffer.alloc(16))); }); }
  for (const n of [1, 2, 3, 4, 5, 8, 12, 15, 16, 17]) {
    ask(`tag of ${n} ${name}`, () => { const c = crypto.createCipheriv(name, Buffer.alloc(info.keyLength), info.ivLength ? Buffer.alloc(info.ivLength) : null, { authTagLength: n }); c.update(Buffer.alloc(16)); c.final(); return c.getAuthTag().length; });
    ask(`given tag of ${n} ${name}`, () => { const c = crypto.createDecipheriv(name, Buffer.alloc(info.keyLength), info.ivLength ? Buffer.alloc(info.ivLength) : null, { authTagLength: 16 }); return typeof c.setAuthTag(Buffer.alloc(n)); });
  }
  ask(`null iv ${name}`, () => { const c = crypto.createCipheriv(name, Buffer.alloc(info.keyLength), null, { authTagLength: 16 }); return hex(c.update(Buffer.alloc(16))); });
}
const steps = ['update', 'final', 'getAuthTag', 'setAAD', 'setAutoPadding'], decSteps = ['update', 'final', 'setAuthTag', 'setAAD', 'setAutoPadding'];
for (let i = 0; i < 200; i++) {
  const name = pick(['aes-128-cbc', 'aes-128-gcm', 'aes-256-ctr', 'chacha20-poly1305', 'aes-128-ocb', 'aes-192-ecb']), decrypts = pick.chance(2), list = Array.from({ length: 1 + pick.below(4) }, () => pick(decrypts ? decSteps : steps));
  ask(`steps ${name} ${decrypts} ${list}`, () => {
    const info = crypto.getCipherInfo(name), c = crypto[decrypts ? 'createDecipheriv' : 'createCipheriv'](name, Buffer.alloc(info.keyLength), info.ivLength ? Buffer.alloc(info.ivLength) : null, name.includes('ocb') ? { authTagLength: 16 } : {});
    const out = [];
    for (const step of list) { const v = step === 'update' ? c.update('abc') : step === 'setAAD' || step === 'setAuthTag' ? c[step](Buffer.alloc(16)) : c[step](); out.push(Buffer.isBuffer(v) ? hex(v) : typeof v); }
    return out;
  });
}
for (const name of ['aes192', 'aes-256-cbc', 'des3', 'aes-128-ecb']) {
  ask(`createCipher ${name}`, () => { const c = crypto.createCipher(name, 'password'); return c.update('text', 'utf8', 'hex') + c.final('hex'); });
}

// Keys
const kinds = Object.keys(keys).filter((k) => keys[k].private);
const data = Buffer.from('some data');
const encodings = [{ type: 'spki', format: 'pem' }, { type: 'spki', format: 'der' }, { type: 'pkcs1', format: 'pem' }, { type: 'pkcs1', format: 'der' }, { format: 'jwk' }, { type: 'pkcs8', format: 'pem' }, { type: 'pkcs8', format: 'der' }, { type: 'sec1', format: 'pem' }, { type: 'sec1', format: 'der' }];
for (const k of kinds) {
  for (const kind of ['public', 'private']) {
    const make = kind === 'public' ? 'createPublicKey' : 'createPrivateKey';
    ask(`details ${k} ${kind}`, () => { const o = crypto[make](keys[k][kind]); return [o.constructor.name, o.type, o.asymmetricKeyType, o.asymmetricKeyDetails, Object.keys(o), String(o), o.symmetricKeySize]; });
    for (const e of encodings) {
      ask(`export ${k} ${kind} ${JSON.stringify(e)}`, () => crypto[make](keys[k][kind]).export(e));
      ask(`again ${k} ${kind} ${JSON.stringify(e)}`, () => { const key = crypto[make](keys[k][kind]); const back = crypto[make]({ key: key.export(e), ...e }); return [back.equals(key), back.asymmetricKeyType, back.type]; });
      ask(`public of ${k} ${JSON.stringify(e)}`, () => { const key = crypto[make](keys[k][kind]); return crypto.createPublicKey({ key: key.export(e), ...e }).export({ type: 'spki', format: 'der' }); });
    }
    ask(`wrong half ${k} ${kind}`, () => crypto[kind === 'public' ? 'createPrivateKey' : 'createPublicKey'](keys[k][kind]).type);
    ask(`create of object ${k} ${kind}`, () => crypto.createPublicKey(crypto[make](keys[k][kind])).type);
    ask(`create private of object ${k} ${kind}`, () => crypto.createPrivateKey(crypto[make](keys[k][kind])).type);
  }
  for (const o of kinds.filter((o) => keys[o].type === keys[k].type)) { ask(`equals ${k} ${o}`, () => [crypto.createPublicKey(keys[k].public).equals(crypto.createPublicKey(keys[o].public)), crypto.createPrivateKey(keys[k].private).equals(crypto.createPrivateKey(keys[o].private))]); }
  for (const h of ['sha1', 'sha256', 'sha384', 'sha512', 'md5', 'ripemd160', 'sha3-256', 'sha512-256', 'RSA-SHA256', 'sha256WithRSAEncryption', 'nope', null, undefined]) {
    ask(`signs ${k} ${h}`, () => {
      const s = crypto.sign(h, data, keys[k].private);
      return [keys[k].type === 'rsa' || /^ed/.test(k) ? hex(s) : '', crypto.verify(h, data, keys[k].public, s), crypto.verify(h, data, keys[k].private, s), crypto.verify(h, Buffer.from('other'), keys[k].public, s)];
    });
    if (h) { ask(`createSign ${k} ${h}`, () => { const s = crypto.createSign(h).update('some ').update(data.subarray(5)).sign(keys[k].private, 'hex'); return [keys[k].type === 'rsa' ? s : '', crypto.createVerify(h).update(data).verify(keys[k].public, s, 'hex')]; }); }
  }
  for (const [name, s] of Object.entries(keys[k].signatures || {})) {
    const signature = Buffer.from(s, 'base64'), h = name === 'plain' ? null : name === 'p1363' || name.startsWith('pss') ? 'sha256' : name;
    for (const padding of [undefined, 1, 3, 6, 99]) {
      for (const saltLength of [undefined, 0, 5, 20, 32, -1, -2, -3]) {
        if (saltLength !== undefined && padding !== 6 || k === 'pssLimited' && padding) { continue; }
        for (const dsaEncoding of name === 'p1363' || pick.chance(4) ? ['der', 'ieee-p1363'] : [undefined]) {
          ask(`verifies ${k} ${name} ${padding} ${saltLength} ${dsaEncoding}`, () => crypto.verify(h, data, { key: keys[k].public, padding, saltLength, dsaEncoding }, signature));
          ask(`sign length ${k} ${name} ${padding} ${saltLength} ${dsaEncoding}`, () => { const n = crypto.sign(h, data, { key: keys[k].private, padding, saltLength, dsaEncoding }).length; return keys[k].type.startsWith('rsa') || dsaEncoding === 'ieee-p1363' ? n : typeof n; });
        }
      }
    }
    for (const wrong of [Buffer.alloc(0), signature.subarray(1), Buffer.concat([signature, Buffer.alloc(1)]), Buffer.alloc(signature.length, 255)]) { ask(`wrong signature ${k} ${name} ${wrong.length}`, () => crypto.verify(h, data, keys[k].public, wrong)); }
  }
  for (const o of kinds) { ask(`diffieHellman ${k} ${o}`, () => hex(crypto.diffieHellman({ privateKey: crypto.createPrivateKey(keys[k].private), publicKey: crypto.createPublicKey(keys[o].public) }))); }
  // A real Node no longer decrypts with padding 1.
  for (const padding of [undefined, 3, 4]) {
    for (const n of [0, 1, 50, 128, 256, 300]) {
      ask(`publicEncrypt ${k} ${padding} ${n}`, () => { const e = crypto.publicEncrypt({ key: keys[k].public, padding }, Buffer.alloc(n, 1)); return [padding === 3 ? hex(e) : e.length, hex(crypto.privateDecrypt({ key: keys[k].private, padding }, e))]; });
      ask(`privateEncrypt ${k} ${padding} ${n}`, () => { const e = crypto.privateEncrypt({ key: keys[k].private, padding }, Buffer.alloc(n, 1)); return [hex(e), hex(crypto.publicDecrypt({ key: keys[k].public, padding }, e))]; });
      ask(`publicDecrypt ${k} ${padding} ${n}`, () => hex(crypto.publicDecrypt({ key: keys[k].public, padding }, Buffer.alloc(n, 1))));
    }
  }
}
for (const oaepHash of [undefined, 'sha1', 'sha256', 'sha512', 'nope']) {
  for (const oaepLabel of [undefined, Buffer.from('label'), Buffer.alloc(0)]) {
    for (const name of ['oaep', 'oaep256']) { ask(`OAEP ${oaepHash} ${oaepLabel} ${name}`, () => crypto.privateDecrypt({ key: keys.rsa.private, oaepHash, oaepLabel }, Buffer.from(keys.rsa.encrypted[name], 'base64')).toString()); }
    ask(`OAEP again ${oaepHash} ${oaepLabel}`, () => crypto.privateDecrypt({ key: keys.rsa.private, oaepHash, oaepLabel }, crypto.publicEncrypt({ key: keys.rsa.public, oaepHash, oaepLabel }, data)).toString());
  }
}
ask('decrypts with public', () => crypto.publicDecrypt(keys.rsa.public, Buffer.from(keys.rsa.encrypted.private, 'base64')).toString());
for (const [name, text] of [['rsa', keys.rsa.locked], ['rsaOld', keys.rsa.lockedOld], ['ec', keys.p256.locked], ['ecDES', keys.p256.lockedDES]]) {
  for (const passphrase of ['secret', Buffer.from('secret'), 'wrong', '', undefined, null]) {
    ask(`locked ${name} ${passphrase}`, () => crypto.createPrivateKey({ key: text, passphrase }).asymmetricKeyType);
    ask(`locked public ${name} ${passphrase}`, () => crypto.createPublicKey({ key: text, passphrase }).asymmetricKeyType);
  }
}
for (const cipher of ['aes-128-cbc', 'aes-256-cbc', 'aes192', 'des-ede3-cbc', 'nope']) {
  for (const type of ['pkcs1', 'pkcs8', 'sec1']) {
    for (const format of ['pem', 'der']) {
      for (const k of ['rsa', 'p256']) {
        ask(`lock ${cipher} ${type} ${format} ${k}`, () => { const b = crypto.createPrivateKey(keys[k].private).export({ type, format, cipher, passphrase: 'p' }); return [format === 'pem' ? b.split('\n')[0] : '', crypto.createPrivateKey({ key: b, type, format, passphrase: 'p' }).equals(crypto.createPrivateKey(keys[k].private))]; });
      }
    }
  }
}
// Damaged keys
for (let i = 0; i < 300; i++) {
  const k = pick(kinds), kind = pick(['public', 'private']), lines = keys[k][kind].split('\n');
  const der = Buffer.from(lines.slice(1, -2).join(''), 'base64'), at = pick.below(der.length);
  const cut = der.subarray(0, at);
  ask(`cut ${k} ${kind} ${at}`, () => crypto[kind === 'public' ? 'createPublicKey' : 'createPrivateKey']({ key: cut, format: 'der', type: kind === 'public' ? 'spki' : 'pkcs8' }).type);
}
for (const t of ['', 'x', '-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', keys.certificates.ca, keys.rsa.private.slice(0, 200), 'x\n' + keys.rsa.private, keys.rsa.private + '\nx', keys.rsa.private.replace(/\n/g, '\r\n'), keys.rsa.private.replace(/\n/g, ''), keys.rsa.private.trim(), ' ' + keys.rsa.private]) {
  ask(`public text ${t.length}`, () => crypto.createPublicKey(t).type);
  ask(`private text ${t.length}`, () => crypto.createPrivateKey(t).type);
}
// JWK
for (const k of kinds) {
  let j;
  try { j = crypto.createPrivateKey(keys[k].private).export({ format: 'jwk' }); } catch (e) { continue; }
  for (const member of Object.keys(j)) {
    for (const v of j.kty === 'RSA' ? [undefined, 5] : j.kty === 'EC' && member === 'd' ? [undefined, 5] : [undefined, '', 'A', 'AQAB', 'AAAA' + j[member], j[member] + '=', 5]) {
      for (const f of ['createPublicKey', 'createPrivateKey']) { ask(`${f} ${k} ${member} ${typeof v === 'string' ? v.length : v}`, () => { const o = crypto[f]({ key: { ...j, [member]: v }, format: 'jwk' }); return [o.type, o.export({ format: 'jwk' })[member]]; }); }
    }
  }
}
// Generating
for (const [type, o] of [['rsa', { modulusLength: 1024 }], ['rsa', { modulusLength: 1030, publicExponent: 3 }], ['rsa-pss', { modulusLength: 1024 }], ['rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha512' }], ['rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha1', saltLength: 5 }], ['ec', { namedCurve: 'P-256' }], ['ec', { namedCurve: 'secp256k1' }], ['ec', { namedCurve: 'P-521' }], ['ed25519'], ['x25519'], ['ed448'], ['x448'], ['dh', { group: 'modp5' }], ['dh', { group: 'nope' }], ['dh', { prime: Buffer.from([23]), generator: 5 }], ['dsa', { modulusLength: 1024, divisorLength: 160 }]]) {
  ask(`pair ${type} ${JSON.stringify(o)}`, () => { const p = crypto.generateKeyPairSync(type, o); return [p.publicKey.constructor.name, p.publicKey.asymmetricKeyType, p.privateKey.asymmetricKeyDetails, crypto.createPublicKey(p.privateKey).equals(p.publicKey)]; });
  for (const e of type === 'dsa' ? [] : encodings) { // DSA takes long
    ask(`pair as ${type} ${JSON.stringify(e)}`, () => { const p = crypto.generateKeyPairSync(type, { ...o, publicKeyEncoding: e, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } }); return [typeof p.publicKey, Object.keys(Object(p.publicKey)).slice(0, 6)]; });
    if (e.type !== 'spki') { ask(`pair as private ${type} ${JSON.stringify(e)}`, () => { const p = crypto.generateKeyPairSync(type, { ...o, privateKeyEncoding: e }); return [typeof p.publicKey, typeof p.privateKey === 'string' ? p.privateKey.split('\n')[0] : typeof p.privateKey]; }); }
  }
}
// Agreement
for (const name of ['modp1', 'modp2', 'modp5', 'modp14', 'modp15', 'modp16', 'modp17', 'modp18', 'MODP14', 'modp3', '']) {
  ask(`group ${name}`, () => { const d = crypto.getDiffieHellman(name); return [hex(d.getPrime()), hex(d.getGenerator()), d.verifyError, d.setPublicKey, typeof d.constructor]; });
}
for (const prime of [Buffer.from([23]), Buffer.from([25]), Buffer.from('ffffffffffffffc5', 'hex'), Buffer.from([0, 23])]) {
  for (const g of [undefined, 2, 3, 5, 22, Buffer.from([5]), '05', 0, 1, -1]) {
    ask(`DH ${hex(prime)} ${shown(g)}`, () => { const d = crypto.createDiffieHellman(prime, g, typeof g === 'string' ? 'hex' : undefined); return [d.verifyError, d.getPrime('hex'), d.getGenerator('hex')]; });
    ask(`DH secret ${hex(prime)} ${shown(g)}`, () => { const d = crypto.createDiffieHellman(prime, g); d.setPrivateKey(Buffer.from([7])); d.generateKeys(); return [d.getPublicKey('hex'), d.getPrivateKey('hex'), d.computeSecret(Buffer.from([9]), null, 'hex')]; });
  }
}
for (const m of ['getPublicKey', 'getPrivateKey', 'computeSecret']) { ask(`DH before keys ${m}`, () => crypto.createDiffieHellman(Buffer.from([23]))[m](Buffer.from([5]))); }
for (const other of [[], [0], [1], [2], [21], [22], [23], [24], [1, 0], [0, 5]]) { ask(`DH with ${other}`, () => { const d = crypto.createDiffieHellman(Buffer.from([23]), 5); d.setPrivateKey(Buffer.from([7])); d.generateKeys(); return d.computeSecret(Buffer.from(other), null, 'hex'); }); }
const curves = ['prime256v1', 'P-256', 'secp224r1', 'secp256k1', 'secp384r1', 'secp521r1', 'P-521', 'nope'];
for (const c of curves) {
  const scalar = bytes(20), other = bytes(19);
  ask(`ECDH ${c}`, () => {
    const a = crypto.createECDH(c), b = crypto.createECDH(c);
    a.setPrivateKey(scalar);
    b.setPrivateKey(other);
    return ['compressed', 'uncompressed', 'hybrid', undefined].map((f) => a.getPublicKey('hex', f)).concat(a.computeSecret(b.getPublicKey(), null, 'hex'), a.computeSecret(b.getPublicKey('hex', 'compressed'), 'hex', 'hex'), b.computeSecret(a.getPublicKey(null, 'hybrid'), null, 'base64'), a.getPrivateKey('hex'));
  });
  for (const m of ['getPublicKey', 'getPrivateKey', 'generateKeys']) { ask(`ECDH ${c} ${m}`, () => crypto.createECDH(c)[m]().length > 1); }
  for (const k of ['', '02', '0400', '05' + '11'.repeat(32), '02' + 'ff'.repeat(32), '04' + '11'.repeat(64), '03' + '00'.repeat(31) + '05']) {
    ask(`convertKey ${c} ${k}`, () => crypto.ECDH.convertKey(k, c, 'hex', 'hex', 'compressed'));
    ask(`setPublicKey ${c} ${k}`, () => { const e = crypto.createECDH(c); e.setPublicKey(k, 'hex'); return e.getPublicKey('hex'); });
    ask(`computeSecret ${c} ${k}`, () => { const e = crypto.createECDH(c); e.setPrivateKey(scalar); return e.computeSecret(k, 'hex', 'hex'); });
  }
  for (const k of ['', '00', '01', 'ff'.repeat(32), 'ff'.repeat(70), '00'.repeat(40) + '05']) { ask(`setPrivateKey ${c} ${k.length}`, () => { const e = crypto.createECDH(c); e.setPrivateKey(k, 'hex'); return [e.getPublicKey('hex', 'compressed'), e.getPrivateKey('hex')]; }); }
  ask(`form ${c}`, () => crypto.createECDH(c).generateKeys('hex', 'nope'));
}
for (const n of [0n, 1n, 2n, 3n, 4n, 17n, 91n, 2n ** 61n - 1n, 2n ** 89n - 1n, 2n ** 61n, -5n, Buffer.from([7]), Buffer.alloc(0), new ArrayBuffer(2)]) { ask(`checkPrime ${shown(n)}`, () => crypto.checkPrimeSync(n)); }
for (const o of [{}, { bigint: true }, { safe: true, bigint: true }, { add: 12n, rem: 5n, bigint: true }, { add: 5n, rem: 9n }, { add: 2n ** 40n }]) {
  ask(`generatePrime ${Object.keys(o)} ${o.add}`, () => { const p = crypto.generatePrimeSync(24, o), n = typeof p === 'bigint' ? p : BigInt('0x' + hex(p)); return [typeof p, crypto.checkPrimeSync(n), n.toString(2).length, o.rem ? n % o.add === o.rem : 0, o.safe ? crypto.checkPrimeSync((n - 1n) / 2n) : 0]; });
}
// Certificates
for (const [name, text] of Object.entries(keys.certificates)) {
  const x = () => new crypto.X509Certificate(text);
  for (const m of ['subject', 'subjectAltName', 'issuer', 'issuerCertificate', 'infoAccess', 'validFrom', 'validTo', 'fingerprint', 'fingerprint256', 'fingerprint512', 'keyUsage', 'serialNumber', 'raw', 'ca']) { ask(`X509 ${name} ${m}`, () => x()[m]); }
  ask(`X509 ${name} publicKey`, () => x().publicKey.export({ type: 'spki', format: 'pem' }));
  ask(`X509 ${name} text`, () => [x().toString() === text, JSON.stringify(x()) === JSON.stringify(text), new crypto.X509Certificate(x().raw).fingerprint === x().fingerprint]);
  ask(`X509 ${name} shown`, () => x());
  ask(`X509 ${name} legacy`, () => x().toLegacyObject());
  for (const [other, otherText] of Object.entries(keys.certificates)) {
    const y = () => new crypto.X509Certificate(otherText);
    ask(`X509 ${name} issued by ${other}`, () => [x().checkIssued(y()), x().verify(y().publicKey)]);
  }
  for (const k of ['rsa', 'p256', 'ed25519', 'k1']) { ask(`X509 ${name} private ${k}`, () => x().checkPrivateKey(crypto.createPrivateKey(keys[k].private))); }
  for (const host of ['example.com', 'EXAMPLE.COM', 'example.com.', 'www.example.org', 'a.b.example.org', 'example.org', '.example.org', 'leaf.example.com', 'foo.test.example', 'f.test.example', 'bar.test.example', '127.0.0.1', 'a.wild.example', 'wild.example', '*.wild.example', '', 'Root CA', '*', '.com', 'xn--a.example.org']) {
    for (const o of [undefined, {}, { subject: 'always' }, { subject: 'never' }, { wildcards: false }, { partialWildcards: false }, { singleLabelSubdomains: true }]) { ask(`X509 ${name} host ${host} ${JSON.stringify(o)}`, () => x().checkHost(host, o)); }
  }
  for (const a of ['me@example.com', 'ME@example.com', 'me@EXAMPLE.com', 'root@example.com', 'x', '', '@example.com']) { for (const o of [undefined, { subject: 'always' }, { subject: 'never' }]) { ask(`X509 ${name} email ${a} ${JSON.stringify(o)}`, () => x().checkEmail(a, o)); } }
  for (const a of ['127.0.0.1', '127.0.0.2', '::1', '0:0:0:0:0:0:0:1', '::2', 'x', '', '::ffff:127.0.0.1']) { ask(`X509 ${name} IP ${a}`, () => x().checkIP(a)); }
}
ask('SPKAC', () => [crypto.Certificate.verifySpkac(keys.spkac), crypto.Certificate.exportChallenge(keys.spkac).toString(), crypto.Certificate.exportPublicKey(keys.spkac).toString(), new crypto.Certificate().verifySpkac(Buffer.from(keys.spkac)), crypto.Certificate.verifySpkac(keys.spkac.replace('a', 'b'))]);
// The module
for (const name of Object.keys(crypto).sort().filter((n) => !['webcrypto', 'subtle'].includes(n))) {
  ask(`export ${name}`, () => (typeof crypto[name] === 'function' ? [crypto[name].name, crypto[name].length] : typeof crypto[name]));
}
ask('constants', () => crypto.constants);
ask('secureHeapUsed', () => crypto.secureHeapUsed());
ask('fips', () => [crypto.fips, crypto.getFips(), crypto.setFips(false)]);

module.exports = print();
