'use strict';
// Questions about crypto.subtle.
const { askLater, print } = require('./ask.js');
const { webcrypto, createPrivateKey, createPublicKey, createSecretKey, KeyObject } = require('crypto'), keys = require('./keys.json');
const { subtle } = webcrypto;
const hex = (b) => Buffer.from(b).toString('hex');
// ask leaves out the cause of an operation that failed.
const ask = (question, fn) => askLater(question, async () => {
  try { return await fn(); } catch (e) {
    const own = new Error(e.message);
    own.name = e.name;
    if (e.code !== undefined) { own.code = e.code; }
    throw own;
  }
});
const data = Buffer.from('some data'), odd = [undefined, null, 0, 'x', {}, [], true, Buffer.alloc(2), new ArrayBuffer(4), new Uint16Array(3), Symbol('s')];
const shown = (v) => (typeof v === 'object' && v !== null ? v.constructor.name : String(v));
const described = (k) => (k.publicKey ? [described(k.publicKey), described(k.privateKey)] : [k.type, k.extractable, k.algorithm, k.usages]);

for (const h of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'sha-256', 'MD5', 'SHA-224', '', { name: 'SHA-256' }, { name: 'sha-1' }, {}, { name: 5 }, ...odd]) {
  for (const d of [data, new ArrayBuffer(3), new DataView(new ArrayBuffer(2)), 'text', undefined, []]) { ask(`digest ${shown(h)} ${shown(d)}`, async () => hex(await subtle.digest(h, d))); }
}
for (const name of ['digest', 'encrypt', 'decrypt', 'sign', 'verify', 'generateKey', 'deriveKey', 'deriveBits', 'importKey', 'exportKey', 'wrapKey', 'unwrapKey']) {
  ask(`method ${name}`, () => [subtle[name].name, subtle[name].length, typeof subtle[name]]);
  for (let n = 0; n < 8; n++) { ask(`${name} with ${n}`, () => subtle[name](...Array(n).fill(undefined))); }
  ask(`${name} of another`, () => subtle[name].call({}));
  for (const v of odd) { ask(`${name} first ${shown(v)}`, () => subtle[name](v, v, v, v, v, v, v)); }
}
const hash = 'SHA-256', rsa = { modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash };
const algorithms = {
  'RSASSA-PKCS1-v1_5': rsa, 'RSA-PSS': rsa, 'RSA-OAEP': rsa, ECDSA: { namedCurve: 'P-256' }, ECDH: { namedCurve: 'P-384' }, 'AES-CBC': { length: 128 }, 'AES-CTR': { length: 192 }, 'AES-GCM': { length: 256 }, 'AES-KW': { length: 128 }, HMAC: { hash }, Ed25519: {}, X25519: {}, Ed448: {}, X448: {}
};
const all = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];
const fitting = { 'RSASSA-PKCS1-v1_5': ['sign', 'verify'], 'RSA-PSS': ['sign', 'verify'], 'RSA-OAEP': ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'], ECDSA: ['sign', 'verify'], ECDH: ['deriveKey', 'deriveBits'], 'AES-CBC': ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'], 'AES-CTR': ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'], 'AES-GCM': ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'], 'AES-KW': ['wrapKey', 'unwrapKey'], HMAC: ['sign', 'verify'], Ed25519: ['sign', 'verify'], X25519: ['deriveKey', 'deriveBits'], Ed448: ['sign', 'verify'], X448: ['deriveKey', 'deriveBits'] };
for (const [name, o] of Object.entries(algorithms)) {
  for (const usages of [[], ...all.map((u) => [u]), fitting[name], [...fitting[name], fitting[name][0]], ['nope']]) {
    for (const extractable of [true, false]) {
      ask(`generate ${name} ${usages} ${extractable}`, async () => described(await subtle.generateKey({ name, ...o }, extractable, usages)));
    }
  }
  for (const format of ['raw', 'jwk', 'spki', 'pkcs8', 'nope']) {
    ask(`export ${name} ${format}`, async () => {
      const made = await subtle.generateKey({ name, ...o }, true, fitting[name]), out = [];
      for (const k of made.publicKey ? [made.publicKey, made.privateKey] : [made]) {
        try {
          const e = await subtle.exportKey(format, k);
          const again = await subtle.importKey(format, e, { name, ...o }, true, k.usages);
          out.push(e.byteLength > 0 ? format === 'pkcs8' || name[0] === 'R' ? 'bytes' : e.byteLength : [Object.keys(e), e.kty, e.crv, e.alg, e.key_ops, e.ext], described(again));
        } catch (e) { out.push([e.name, e.message]); }
      }
      return out;
    });
    ask(`not extractable ${name} ${format}`, async () => { const made = await subtle.generateKey({ name, ...o }, false, fitting[name]); return subtle.exportKey(format, made.privateKey || made); });
  }
  for (const member of ['modulusLength', 'publicExponent', 'hash', 'namedCurve', 'length']) {
    for (const v of [undefined, null, 0, 1, 3, 'x', {}, 128, 129, 'P-224', 'P-521', 'SHA-1', 'MD5', 2 ** 33, -1, new Uint8Array([3]), new Uint8Array(0), new Uint8Array([2])]) {
      if ((member in o || member === 'length') && !(member === 'modulusLength' && v >= 0)) { ask(`generate ${name} ${member} ${shown(v)}`, async () => described(await subtle.generateKey({ name, ...o, [member]: v }, true, fitting[name]))); }
    }
  }
}
ask('shown key', async () => (await subtle.importKey('raw', Buffer.alloc(16), 'AES-CBC', true, ['encrypt'])));
ask('names', () => [webcrypto.constructor.name, subtle.constructor.name, String(webcrypto), String(subtle), typeof CryptoKey, webcrypto, globalThis.crypto === webcrypto, typeof webcrypto.randomUUID(), Object.keys(webcrypto)]);
for (const C of ['CryptoKey', 'Crypto', 'SubtleCrypto']) { ask(`new ${C}`, () => new globalThis[C]()); }
for (const v of [...odd, new Uint8Array(65537), new Float32Array(1), new BigInt64Array(1), new DataView(new ArrayBuffer(1)), new Uint8ClampedArray(2)]) { ask(`getRandomValues ${shown(v)}`, () => { const same = webcrypto.getRandomValues(v) === v; if (ArrayBuffer.isView(v)) { new Uint8Array(v.buffer).fill(0); } return same; }); }

// Fixed keys
const der = (name, kind) => (kind === 'private' ? createPrivateKey(keys[name].private).export({ format: 'der', type: 'pkcs8' }) : createPublicKey(keys[name].public).export({ format: 'der', type: 'spki' }));
const importPair = async (name, algorithm, pub, priv) => [await subtle.importKey('spki', der(name, 'public'), algorithm, true, pub), await subtle.importKey('pkcs8', der(name, 'private'), algorithm, true, priv)];
const signing = [
  ['rsa', { name: 'RSASSA-PKCS1-v1_5', hash }, {}], ['rsa', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }, {}], ['rsa', { name: 'RSA-PSS', hash }, { saltLength: 0 }], ['rsa', { name: 'RSA-PSS', hash: 'SHA-1' }, { saltLength: 20 }], ['rsa', { name: 'RSA-PSS', hash }, {}], ['rsa', { name: 'RSA-PSS', hash }, { saltLength: 9999 }],
  ['p256', { name: 'ECDSA', namedCurve: 'P-256' }, { hash }], ['p384', { name: 'ECDSA', namedCurve: 'P-384' }, { hash: 'SHA-1' }], ['p521', { name: 'ECDSA', namedCurve: 'P-521' }, { hash: 'SHA-512' }], ['p256', { name: 'ECDSA', namedCurve: 'P-256' }, {}], ['ed25519', { name: 'Ed25519' }, {}], ['ed448', { name: 'Ed448' }, {}], ['ed448', { name: 'Ed448' }, { context: Buffer.from('x') }], ['ed448', { name: 'Ed448' }, { context: Buffer.alloc(0) }]
];
for (const [name, algorithm, o] of signing) {
  ask(`sign ${name} ${JSON.stringify([algorithm, o])}`, async () => {
    const [pub, priv] = await importPair(name, algorithm, ['verify'], ['sign']), s = await subtle.sign({ ...algorithm, ...o }, priv, data);
    const fixed = /^ed|PKCS1/.test(name + algorithm.name) || o.saltLength === 0;
    return [fixed ? hex(s) : s.byteLength, await subtle.verify({ ...algorithm, ...o }, pub, s, data), await subtle.verify({ ...algorithm, ...o }, pub, s, Buffer.from('other')), await subtle.verify({ ...algorithm, ...o }, pub, Buffer.alloc(5), data)];
  });
  ask(`sign with public ${name} ${algorithm.name}`, async () => { const [pub] = await importPair(name, algorithm, ['verify'], ['sign']); return subtle.sign({ ...algorithm, ...o }, pub, data); });
  ask(`verify with private ${name} ${algorithm.name}`, async () => { const [, priv] = await importPair(name, algorithm, ['verify'], ['sign']); return subtle.verify({ ...algorithm, ...o }, priv, data, data); });
  ask(`other algorithm ${name} ${algorithm.name}`, async () => { const [, priv] = await importPair(name, algorithm, ['verify'], ['sign']); return subtle.sign('HMAC', priv, data); });
}
for (const h of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']) {
  for (const n of [1, 20, 64, 200]) {
    ask(`HMAC ${h} ${n}`, async () => {
      const k = await subtle.importKey('raw', Buffer.alloc(n, 3), { name: 'HMAC', hash: h }, true, ['sign', 'verify']), s = await subtle.sign('HMAC', k, data);
      return [hex(s), await subtle.verify('HMAC', k, s, data), await subtle.verify('HMAC', k, s, Buffer.alloc(1)), await subtle.exportKey('jwk', k), k.algorithm];
    });
  }
}
for (const length of [undefined, 0, 1, 7, 8, 15, 16, 17, 24]) { ask(`HMAC import length ${length}`, async () => (await subtle.importKey('raw', Buffer.alloc(2), { name: 'HMAC', hash, length }, true, ['sign'])).algorithm); }
for (const bits of [128, 192, 256]) {
  for (const name of ['AES-CBC', 'AES-CTR', 'AES-GCM']) {
    for (const n of [0, 1, 15, 16, 17, 100]) {
      const params = name === 'AES-CTR' ? [{ counter: Buffer.alloc(16, 255), length: 128 }, { counter: Buffer.alloc(16, 255), length: 3 }, { counter: Buffer.alloc(16, 255), length: 64 }, { counter: Buffer.alloc(16), length: 0 }, { counter: Buffer.alloc(15), length: 8 }, { counter: Buffer.alloc(16), length: 129 }] : name === 'AES-CBC' ? [{ iv: Buffer.alloc(16, 1) }, { iv: Buffer.alloc(15) }, {}] : [{ iv: Buffer.alloc(12, 1) }, { iv: Buffer.alloc(16, 1), additionalData: Buffer.from('aad') }, { iv: Buffer.alloc(12), tagLength: 96 }, { iv: Buffer.alloc(12), tagLength: 100 }, { iv: Buffer.alloc(12), tagLength: 32, additionalData: Buffer.alloc(0) }];
      for (const o of params) {
        ask(`encrypt ${name} ${bits} ${n} ${JSON.stringify(o)}`, async () => {
          const k = await subtle.importKey('raw', Buffer.alloc(bits / 8, 5), name, true, ['encrypt', 'decrypt']), e = await subtle.encrypt({ name, ...o }, k, Buffer.alloc(n, 7));
          return [hex(e), hex(await subtle.decrypt({ name, ...o }, k, e))];
        });
        if (n) { ask(`decrypt wrong ${name} ${bits} ${n} ${JSON.stringify(o)}`, async () => { const k = await subtle.importKey('raw', Buffer.alloc(bits / 8, 5), name, true, ['encrypt', 'decrypt']); return hex(await subtle.decrypt({ name, ...o }, k, Buffer.alloc(n, 7))); }); }
      }
    }
    ask(`not for encrypt ${name}`, async () => subtle.encrypt({ name, iv: Buffer.alloc(16), counter: Buffer.alloc(16), length: 64 }, await subtle.importKey('raw', Buffer.alloc(16), name, true, ['decrypt']), data));
  }
  for (const target of [16, 24, 32]) {
    ask(`AES-KW ${bits} ${target}`, async () => {
      const kw = await subtle.importKey('raw', Buffer.alloc(bits / 8, 5), 'AES-KW', true, ['wrapKey', 'unwrapKey']), k = await subtle.importKey('raw', Buffer.alloc(target, 6), 'AES-CBC', true, ['encrypt']);
      const w = await subtle.wrapKey('raw', k, kw, 'AES-KW');
      return [hex(w), described(await subtle.unwrapKey('raw', w, kw, 'AES-KW', 'AES-GCM', true, ['decrypt']))];
    });
  }
  ask(`AES-KW damaged ${bits}`, async () => subtle.unwrapKey('raw', Buffer.alloc(24), await subtle.importKey('raw', Buffer.alloc(bits / 8, 5), 'AES-KW', true, ['unwrapKey']), 'AES-KW', 'AES-GCM', true, ['decrypt']));
}
for (const [format, algorithm] of [['jwk', { name: 'AES-GCM', iv: Buffer.alloc(12) }], ['raw', { name: 'AES-CBC', iv: Buffer.alloc(16) }], ['jwk', { name: 'AES-KW' }], ['jwk', { name: 'AES-CTR', counter: Buffer.alloc(16), length: 64 }]]) {
  ask(`wrap ${format} ${algorithm.name}`, async () => {
    const kw = await subtle.importKey('raw', Buffer.alloc(16, 5), algorithm.name, true, ['wrapKey', 'unwrapKey']), k = await subtle.importKey('raw', Buffer.alloc(32, 6), { name: 'HMAC', hash }, true, ['sign']);
    const w = await subtle.wrapKey(format, k, kw, algorithm), back = await subtle.unwrapKey(format, w, kw, algorithm, { name: 'HMAC', hash }, true, ['sign']);
    return [w.byteLength, described(back), hex(await subtle.sign('HMAC', back, data))];
  });
}
for (const h of ['SHA-1', 'SHA-256', 'SHA-512']) {
  for (const label of [undefined, Buffer.from('label')]) {
    ask(`RSA-OAEP ${h} ${label}`, async () => {
      const [pub, priv] = await importPair('rsa', { name: 'RSA-OAEP', hash: h }, ['encrypt', 'wrapKey'], ['decrypt', 'unwrapKey']), e = await subtle.encrypt({ name: 'RSA-OAEP', label }, pub, data);
      const k = await subtle.importKey('raw', Buffer.alloc(16, 6), 'AES-CBC', true, ['encrypt']), w = await subtle.wrapKey('raw', k, pub, { name: 'RSA-OAEP' });
      return [e.byteLength, hex(await subtle.decrypt({ name: 'RSA-OAEP', label }, priv, e)), described(await subtle.unwrapKey('raw', w, priv, { name: 'RSA-OAEP' }, 'AES-CBC', false, ['decrypt'])), await subtle.exportKey('jwk', pub), described(priv)];
    });
  }
}
ask('RSA-OAEP damaged', async () => { const [, priv] = await importPair('rsa', { name: 'RSA-OAEP', hash }, ['encrypt'], ['decrypt']); return subtle.decrypt('RSA-OAEP', priv, Buffer.alloc(256)); });
ask('RSA-OAEP too long', async () => { const [pub] = await importPair('rsa', { name: 'RSA-OAEP', hash }, ['encrypt'], ['decrypt']); return subtle.encrypt('RSA-OAEP', pub, Buffer.alloc(256)); });
const pairs = [['p256', { name: 'ECDH', namedCurve: 'P-256' }], ['p384', { name: 'ECDH', namedCurve: 'P-384' }], ['p521', { name: 'ECDH', namedCurve: 'P-521' }], ['x25519', { name: 'X25519' }], ['x448', { name: 'X448' }]];
for (const [name, algorithm] of pairs) {
  for (const length of [null, 0, 1, 8, 9, 128, 255, 256, 384, 448, 528, 10000, undefined]) {
    ask(`deriveBits ${name} ${length}`, async () => { const [pub, priv] = await importPair(name, algorithm, [], ['deriveBits']); return hex(await subtle.deriveBits({ name: algorithm.name, public: pub }, priv, length)); });
  }
  for (const [made, usages] of [[{ name: 'AES-GCM', length: 128 }, ['encrypt']], [{ name: 'AES-CBC', length: 100 }, ['encrypt']], [{ name: 'HMAC', hash: 'SHA-1', length: 100 }, ['sign']], ['HKDF', ['deriveBits']], [{ name: 'AES-KW', length: 256 }, []]]) {
    ask(`deriveKey ${name} ${shown(made.name || made)} ${made.length}`, async () => { const [pub, priv] = await importPair(name, algorithm, [], ['deriveKey']); const k = await subtle.deriveKey({ name: algorithm.name, public: pub }, priv, made, made !== 'HKDF', usages); return [described(k), made === 'HKDF' ? 0 : hex(await subtle.exportKey('raw', k))]; });
  }
  for (const [other, otherAlgorithm] of pairs) { if (other !== name) { ask(`deriveBits ${name} ${other}`, async () => { const [, priv] = await importPair(name, algorithm, [], ['deriveBits']), [pub] = await importPair(other, otherAlgorithm, [], ['deriveBits']); return hex(await subtle.deriveBits({ name: algorithm.name, public: pub }, priv, 8)); }); } }
  ask(`deriveBits of private ${name}`, async () => { const [, priv] = await importPair(name, algorithm, [], ['deriveBits']); return subtle.deriveBits({ name: algorithm.name, public: priv }, priv, 8); });
  ask(`deriveBits without usage ${name}`, async () => { const [pub, priv] = await importPair(name, algorithm, [], ['deriveKey']); return subtle.deriveBits({ name: algorithm.name, public: pub }, priv, 8); });
}
for (const name of ['PBKDF2', 'HKDF']) {
  const o = name === 'PBKDF2' ? { salt: Buffer.from('salt'), iterations: 3, hash } : { salt: Buffer.from('salt'), info: Buffer.from('info'), hash };
  for (const length of [0, 8, 9, 256, 1000, null, 100000]) {
    ask(`${name} ${length}`, async () => hex(await subtle.deriveBits({ name, ...o }, await subtle.importKey('raw', data, name, false, ['deriveBits']), length)));
  }
  for (const member of [...Object.keys(o), 'name']) { for (const v of [undefined, null, 0, 'x', 'MD5']) { ask(`${name} ${member} ${v}`, async () => hex(await subtle.deriveBits({ name, ...o, [member]: v }, await subtle.importKey('raw', data, name, false, ['deriveBits']), 64))); } }
  ask(`${name} extractable`, () => subtle.importKey('raw', data, name, true, ['deriveBits']));
  ask(`${name} usages`, () => subtle.importKey('raw', data, name, false, []));
  ask(`${name} usage`, () => subtle.importKey('raw', data, name, false, ['sign']));
  for (const format of ['jwk', 'spki', 'pkcs8']) { ask(`${name} ${format}`, () => subtle.importKey(format, format === 'jwk' ? { kty: 'oct', k: 'AAAA' } : data, name, false, ['deriveBits'])); }
  ask(`${name} key`, async () => { const k = await subtle.deriveKey({ name, ...o }, await subtle.importKey('raw', data, name, false, ['deriveKey']), { name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']); return [described(k), hex(await subtle.exportKey('raw', k))]; });
  ask(`${name} HMAC key`, async () => hex(await subtle.exportKey('raw', await subtle.deriveKey({ name, ...o }, await subtle.importKey('raw', data, name, false, ['deriveKey']), { name: 'HMAC', hash: 'SHA-512' }, true, ['sign']))));
}
// JWK
const oct = { kty: 'oct', k: Buffer.alloc(16, 1).toString('base64url'), alg: 'A128CBC', ext: true, key_ops: ['encrypt'] };
for (const [member, list] of Object.entries({ kty: [undefined, 'RSA', 5], k: [undefined, '', 'A', 'AAAA', 5, 'A'.repeat(22) + '=='], alg: [undefined, 'A128GCM', 'A256CBC', 'x'], ext: [false, undefined, 1], key_ops: [undefined, [], ['decrypt'], ['encrypt', 'encrypt'], ['encrypt', 'x'], 'encrypt', 5], use: ['enc', 'sig', 'x'] })) {
  for (const v of list) { for (const extractable of [true, false]) { ask(`JWK oct ${member} ${JSON.stringify(v)} ${extractable}`, async () => described(await subtle.importKey('jwk', { ...oct, [member]: v }, 'AES-CBC', extractable, ['encrypt']))); } }
}
for (const [name, algorithm, usages] of [['rsa', { name: 'RSASSA-PKCS1-v1_5', hash }, ['sign']], ['p256', { name: 'ECDSA', namedCurve: 'P-256' }, ['sign']], ['p256', { name: 'ECDH', namedCurve: 'P-256' }, ['deriveBits']], ['ed25519', { name: 'Ed25519' }, ['sign']], ['x25519', { name: 'X25519' }, ['deriveBits']]]) {
  const j = () => createPrivateKey(keys[name].private).export({ format: 'jwk' });
  ask(`JWK ${name}`, async () => { const k = await subtle.importKey('jwk', j(), algorithm, true, usages); return [described(k), await subtle.exportKey('jwk', k)]; });
  ask(`JWK public ${name}`, async () => { const p = j(); ['d', 'p', 'q', 'dp', 'dq', 'qi'].forEach((m) => delete p[m]); const pub = usages[0] === 'sign' ? ['verify'] : []; const k = await subtle.importKey('jwk', p, algorithm, true, pub); return [described(k), await subtle.exportKey('jwk', k), name === 'rsa' ? 0 : hex(await subtle.exportKey('raw', k)), hex(await subtle.exportKey('spki', k))]; });
  for (const [member, v] of [['kty', 'oct'], ['crv', 'P-384'], ['crv', 'x'], ['alg', 'x'], ['alg', 'RS256'], ['alg', 'ES256'], ['alg', 'EdDSA'], ['use', 'sig'], ['use', 'enc'], ['d', undefined], ['x', undefined], ['x', 'AAAA'], ['ext', false], ['key_ops', ['sign']], ['key_ops', ['verify']]]) {
    if (member !== 'd' || name !== 'rsa') { ask(`JWK ${name} ${algorithm.name} ${member} ${v}`, async () => described(await subtle.importKey('jwk', { ...j(), [member]: v }, algorithm, true, usages))); }
  }
  for (const usage of [[], ['verify'], ['encrypt'], ['sign', 'verify']]) {
    ask(`import usages ${name} ${algorithm.name} ${usage}`, async () => described(await subtle.importKey('pkcs8', der(name, 'private'), algorithm, true, usage)));
    ask(`import public usages ${name} ${algorithm.name} ${usage}`, async () => described(await subtle.importKey('spki', der(name, 'public'), algorithm, true, usage)));
  }
  for (const format of ['spki', 'pkcs8', 'raw']) { for (const other of ['rsa', 'p384', 'ed25519', 'x25519']) { if (other !== name) { ask(`import ${format} ${name} ${algorithm.name} of ${other}`, async () => described(await subtle.importKey(format, der(other, format === 'pkcs8' ? 'private' : 'public'), algorithm, true, format === 'pkcs8' ? usages : usages[0] === 'sign' ? ['verify'] : []))); } } }
}
for (const n of [0, 1, 15, 16, 24, 32, 33]) { for (const name of ['AES-CBC', 'AES-GCM', 'AES-KW', 'HMAC']) { ask(`import raw ${name} ${n}`, async () => described(await subtle.importKey('raw', Buffer.alloc(n), { name, hash }, true, name === 'AES-KW' ? ['wrapKey'] : name === 'HMAC' ? ['sign'] : ['encrypt']))); } }
ask('KeyObject.from', async () => { const k = await subtle.importKey('raw', Buffer.alloc(16), 'AES-CBC', false, ['encrypt']); const o = KeyObject.from(k); return [o.type, o.symmetricKeySize, o.equals(createSecretKey(Buffer.alloc(16)))]; });
for (const v of odd) { ask(`KeyObject.from ${shown(v)}`, () => KeyObject.from(v)); }

module.exports = print();
