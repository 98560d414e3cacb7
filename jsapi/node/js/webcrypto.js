// webcrypto: crypto.subtle and its keys.
var errors = require('errors'), check = require('validate'), keys = require('cryptokeys'), native = require('cryptonative'), DOMException = require('web').DOMException;

function failed(message, name) { return new DOMException(message, name); }
function operation(e) {
  var failure = failed('The operation failed for an operation-specific reason', 'OperationError');
  failure.cause = e;
  return failure;
}
// later runs a native function on another goroutine.
function later(name) {
  var args = Array.prototype.slice.call(arguments, 1);
  return new Promise(function (resolve, reject) { native[name + 'Later'].apply(null, args.concat([function (err, v) { if (err) { reject(operation(err)); } else { resolve(v); } }])); });
}
function arrayBuffer(b) { return b.buffer.byteLength === b.byteLength ? b.buffer : b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength); }

// CryptoKey
var slots = new WeakMap(), token = {};
class CryptoKey {
  constructor(secret, slot) {
    if (secret !== token) { throw errors.illegal(); }
    slots.set(this, slot);
  }
  get type() { return slot(this).type; }
  get extractable() { return slot(this).extractable; }
  get algorithm() { return slot(this).algorithm; }
  get usages() { return slot(this).usages; }
  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) { return this; }
    return 'CryptoKey ' + require('inspect')({ type: this.type, extractable: this.extractable, algorithm: this.algorithm, usages: this.usages }, Object.assign({}, options, { depth: options.depth === null || options.depth === undefined ? null : options.depth - 1 }));
  }
}
function slot(key) {
  var s = slots.get(key);
  if (!s) { throw errors.coded(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type CryptoKey'); }
  return s;
}
tagged(CryptoKey, ['type', 'extractable', 'algorithm', 'usages']);
function tagged(Type, names) {
  names.forEach(function (name) { Object.defineProperty(Type.prototype, name, Object.assign(Object.getOwnPropertyDescriptor(Type.prototype, name), { enumerable: true })); });
  Object.defineProperty(Type.prototype, Symbol.toStringTag, { value: Type.name, configurable: true });
}
keys.isCryptoKey = function (v) { return slots.has(v); };
keys.ofCryptoKey = function (key) { return slots.get(key).key; };
var order = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];
function usageList(list) { return order.filter(function (u) { return list.indexOf(u) >= 0; }); }
function cryptoKey(key, algorithm, usages, extractable) { return new CryptoKey(token, { key: key, type: key.type, algorithm: algorithm, usages: usageList(usages), extractable: extractable }); }
function secretBytes(key) { return keys.stateOf(slots.get(key).key).bytes; }
function handle(key) { return keys.stateOf(slots.get(key).key).key; }

// What an algorithm needs, by operation. Required members end in !.
var rsaMake = { modulusLength: 'long!', publicExponent: 'exponent!', hash: 'hash!' };
var none = {}, iv = { iv: 'bytes!' }, length = { length: 'short!' }, curve = { namedCurve: 'text!' }, hashed = { hash: 'hash!' };
var gcm = { iv: 'bytes!', tagLength: 'octet', additionalData: 'bytes' }, ctr = { counter: 'bytes!', length: 'octet!' }, agree = { public: 'key!' };
var hmac = { hash: 'hash!', length: 'long' }, pss = { saltLength: 'long!' }, oaep = { label: 'bytes' }, context = { context: 'bytes' };
var pbkdf2 = { hash: 'hash!', iterations: 'long!', salt: 'bytes!' }, hkdf = { hash: 'hash!', salt: 'bytes!', info: 'bytes!' };
var dictionaries = new Map([[rsaMake, 'RsaHashedKeyGenParams'], [iv, 'AesCbcParams'], [length, 'AesKeyGenParams'], [curve, 'EcKeyGenParams'], [hashed, 'EcdsaParams'], [gcm, 'AesGcmParams'], [ctr, 'AesCtrParams'], [agree, 'EcdhKeyDeriveParams'], [hmac, 'HmacKeyGenParams'], [pss, 'RsaPssParams'], [oaep, 'RsaOaepParams'], [pbkdf2, 'Pbkdf2Params'], [hkdf, 'HkdfParams'], [context, 'Ed448Params']]);
var importHash = { hash: 'hash!' }, importCurve = { namedCurve: 'text!' };
dictionaries.set(importHash, 'RsaHashedImportParams');
dictionaries.set(importCurve, 'EcKeyImportParams');
function family(names, params) {
  var out = {};
  names.forEach(function (n) { out[n] = params; });
  return out;
}
var rsaNames = ['RSASSA-PKCS1-v1_5', 'RSA-PSS', 'RSA-OAEP'], aesNames = ['AES-CBC', 'AES-CTR', 'AES-GCM', 'AES-KW'], rawNames = ['Ed25519', 'Ed448', 'X25519', 'X448'];
var supported = {
  digest: family(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'], none),
  generateKey: Object.assign(family(rsaNames, rsaMake), family(['ECDSA', 'ECDH'], curve), family(aesNames, length), { HMAC: hmac }, family(rawNames, none)),
  importKey: Object.assign(family(rsaNames, importHash), family(['ECDSA', 'ECDH'], importCurve), family(aesNames, none), { HMAC: hmac }, family(rawNames, none), family(['PBKDF2', 'HKDF'], none)),
  exportKey: Object.assign(family(rsaNames, none), family(['ECDSA', 'ECDH', 'HMAC'], none), family(aesNames, none), family(rawNames, none)),
  sign: { 'RSASSA-PKCS1-v1_5': none, 'RSA-PSS': pss, ECDSA: hashed, HMAC: none, Ed25519: none, Ed448: context },
  encrypt: { 'RSA-OAEP': oaep, 'AES-CBC': iv, 'AES-CTR': ctr, 'AES-GCM': gcm },
  deriveBits: { HKDF: hkdf, PBKDF2: pbkdf2, ECDH: agree, X25519: agree, X448: agree },
  'get key length': Object.assign(family(aesNames, { length: 'short!' }), { HMAC: hmac, HKDF: none, PBKDF2: none }),
  wrapKey: { 'AES-KW': none }
};
supported.verify = supported.sign;
supported.decrypt = supported.encrypt;
supported.unwrapKey = supported.wrapKey;
dictionaries.set(supported['get key length']['AES-CBC'], 'AesDerivedKeyParams');

function integer(v, max, label) {
  var n = Number(v);
  if (!Number.isFinite(n)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', label + ' is not a finite number.'); }
  n = Math.trunc(n);
  if (n < 0 || n > max) { throw errors.coded(TypeError, 'ERR_OUT_OF_RANGE', label + ' is outside the expected range of 0 to ' + max + '.'); }
  return n;
}
function converted(v, kind, label) {
  switch (kind) {
    case 'bytes':
      if (!check.isBuffer(v)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', label + ' is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.'); }
      return Buffer.from(check.view(v));
    case 'exponent':
      if (!(v instanceof Uint8Array)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', label + ' is not an Uint8Array object.'); }
      return v;
    case 'hash': return normalize(v, 'digest');
    case 'text': return String(v);
    case 'key':
      if (!keys.isCryptoKey(v)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', label + ' is not of type CryptoKey.'); }
      return v;
    case 'octet': return integer(v, 255, label);
    case 'short': return integer(v, 65535, label);
  }
  return integer(v, 4294967295, label);
}
function normalize(algorithm, op) {
  if (typeof algorithm === 'string') { return normalize({ name: algorithm }, op); }
  if (algorithm === null || typeof algorithm !== 'object' && typeof algorithm !== 'function') { return normalize({ name: String(algorithm) }, op); }
  if (algorithm.name === undefined) { throw errors.coded(TypeError, 'ERR_MISSING_OPTION', "Failed to normalize algorithm: passed algorithm can not be converted to 'Algorithm' because 'name' is required in 'Algorithm'."); }
  var wanted = String(algorithm.name), table = supported[op], name = Object.keys(table).find(function (n) { return n.toUpperCase() === wanted.toUpperCase(); });
  if (!name) { throw failed('Unrecognized algorithm name', 'NotSupportedError'); }
  var params = table[name], out = { name: name };
  Object.keys(params).sort().forEach(function (member) {
    var must = params[member].slice(-1) === '!', kind = params[member].replace('!', ''), v = algorithm[member];
    if (v === undefined) {
      if (must) { throw errors.coded(TypeError, 'ERR_MISSING_OPTION', "Failed to normalize algorithm: passed algorithm can not be converted to '" + dictionaries.get(params) + "' because '" + member + "' is required in '" + dictionaries.get(params) + "'."); }
      return;
    }
    out[member] = converted(v, kind, "Failed to normalize algorithm: '" + member + "' of '" + dictionaries.get(params) + "' (passed algorithm)");
  });
  return out;
}
function digestName(h) { return h.name.toLowerCase().replace('-', ''); }
function blockBits(h) { return h.name === 'SHA-384' || h.name === 'SHA-512' ? 1024 : 512; }

// Usages
function outside(list, allowed) { return list.some(function (u) { return allowed.indexOf(u) < 0; }); }
function refuseUsage(name) { return failed('Unsupported key usage for ' + name + ' key', 'SyntaxError'); }
function allowedUsages(name) {
  switch (name) {
    case 'RSA-OAEP': return { public: ['encrypt', 'wrapKey'], private: ['decrypt', 'unwrapKey'] };
    case 'RSASSA-PKCS1-v1_5': case 'RSA-PSS': case 'ECDSA': case 'Ed25519': case 'Ed448': return { public: ['verify'], private: ['sign'] };
    case 'ECDH': case 'X25519': case 'X448': return { public: [], private: ['deriveKey', 'deriveBits'] };
    case 'AES-KW': return { secret: ['wrapKey', 'unwrapKey'] };
    case 'AES-CBC': case 'AES-CTR': case 'AES-GCM': return { secret: ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'] };
    case 'HMAC': return { secret: ['sign', 'verify'] };
  }
  return { secret: ['deriveKey', 'deriveBits'] };
}
function pick(list, from) { return from.filter(function (u) { return list.indexOf(u) >= 0; }); }
function article(name) { return (/^(AES|EC|HM|RSA|X|Ed)/.test(name) ? 'an ' : 'a ') + name; }

// Generating
function exponent(b) {
  var n = 0, i = 0;
  while (i < b.length && b[i] === 0) { i++; }
  if (b.length - i > 4) { throw failed('The operation failed for an operation-specific reason', 'OperationError'); }
  for (; i < b.length; i++) { n = n * 256 + b[i]; }
  return n;
}
async function generate(a, extractable, usages) {
  var name = a.name, allowed = allowedUsages(name);
  if (allowed.secret) {
    if (name === 'HMAC') {
      if (outside(usages, allowed.secret)) { throw refuseUsage('an HMAC'); }
      var bits = a.length === undefined ? blockBits(a.hash) : a.length;
      if (bits % 8) { throw check.invalidValue('algorithm.length', bits, 'must be a multiple of 8'); }
      if (bits === 0) { throw operation(); }
      return cryptoKey(keys.secretKey(native.random(Math.ceil(bits / 8))), { name: name, length: bits, hash: { name: a.hash.name } }, usages, extractable);
    }
    if ([128, 192, 256].indexOf(a.length) < 0) { throw failed('AES key length must be 128, 192, or 256 bits', 'OperationError'); }
    if (outside(usages, allowed.secret)) { throw refuseUsage('an AES'); }
    return cryptoKey(keys.secretKey(native.random(a.length / 8)), { name: name, length: a.length }, usages, extractable);
  }
  if (outside(usages, allowed.public.concat(allowed.private))) { throw refuseUsage(rsaNames.indexOf(name) >= 0 ? 'a RSA' : rawNames.indexOf(name) >= 0 ? 'an ' + name : 'an ' + name); }
  var algorithm, info;
  if (rsaNames.indexOf(name) >= 0) {
    var e = exponent(a.publicExponent);
    if (e === 0 || e === 1 || e % 2 === 0) { throw failed('The operation failed for an operation-specific reason', 'OperationError'); }
    info = await later('generate', { type: 'rsa', modulusLength: a.modulusLength, publicExponent: e });
    algorithm = { name: name, modulusLength: a.modulusLength, publicExponent: new Uint8Array(a.publicExponent), hash: { name: a.hash.name } };
  } else if (name === 'ECDSA' || name === 'ECDH') {
    if (['P-256', 'P-384', 'P-521'].indexOf(a.namedCurve) < 0) { throw failed('Unrecognized namedCurve', 'NotSupportedError'); }
    info = await later('generate', { type: 'ec', namedCurve: a.namedCurve });
    algorithm = { name: name, namedCurve: a.namedCurve };
  } else {
    info = await later('generate', { type: name.toLowerCase() });
    algorithm = { name: name };
  }
  var key = keys.keyOf(info), forPrivate = pick(usages, allowed.private);
  if (!forPrivate.length) { throw failed('Usages cannot be empty when creating a key.', 'SyntaxError'); }
  return { publicKey: cryptoKey(keys.publicOf(key), algorithm, pick(usages, allowed.public), true), privateKey: cryptoKey(key, algorithm, forPrivate, extractable) };
}

// Importing
function checkJWK(j, a, extractable, usages, use) {
  if (j === null || typeof j !== 'object') { throw failed('Invalid keyData', 'DataError'); }
  if (j.kty === undefined) { throw failed('Invalid keyData', 'DataError'); }
  if (usages.length && j.use !== undefined && j.use !== use) { throw failed('Invalid JWK "use" Parameter', 'DataError'); }
  if (j.key_ops !== undefined) {
    if (!Array.isArray(j.key_ops)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', "Failed to execute 'importKey' on 'SubtleCrypto': 'key_ops' of 'JsonWebKey' (2nd argument) can not be converted to sequence."); }
    if (new Set(j.key_ops).size !== j.key_ops.length) { throw failed('Duplicate key operation', 'DataError'); }
    if (usages.some(function (u) { return j.key_ops.indexOf(u) < 0; })) { throw failed('Key operations and usage mismatch', 'DataError'); }
  }
  if (j.ext !== undefined && j.ext === false && extractable === true) { throw failed('JWK "ext" Parameter and extractable mismatch', 'DataError'); }
}
function kty(j, expected) { if (j.kty !== expected) { throw failed('Invalid JWK "kty" Parameter', 'DataError'); } }
function read(fn) {
  try { return keys.keyOf(fn()); } catch (e) {
    var failure = failed('Invalid keyData', 'DataError');
    failure.cause = e;
    throw failure;
  }
}
function importSecret(format, data, a, extractable, usages) {
  var name = a.name, allowed = allowedUsages(name).secret, bytes;
  if (outside(usages, allowed)) { throw refuseUsage(name === 'HMAC' ? 'an HMAC' : name.slice(0, 3) === 'AES' ? 'an AES' : 'a ' + name); }
  if (format === 'raw') { bytes = Buffer.from(check.view(data)); } else {
    checkJWK(data, a, extractable, usages, name === 'HMAC' ? 'sig' : 'enc');
    kty(data, 'oct');
    if (data.k === undefined) { throw failed('Invalid keyData', 'DataError'); }
    bytes = Buffer.from(String(data.k), 'base64url');
  }
  if (name === 'HMAC') {
    var bits = bytes.length * 8;
    if (bits === 0) { throw failed('Zero-length key is not supported', 'DataError'); }
    if (a.length === 0) { throw failed('Zero-length key is not supported', 'DataError'); }
    if (a.length !== undefined && a.length !== bits) { throw failed('Invalid key length', 'DataError'); }
    if (format === 'jwk' && data.alg !== undefined && data.alg !== 'HS' + a.hash.name.slice(4)) { throw failed('JWK "alg" does not match the requested algorithm', 'DataError'); }
    return cryptoKey(keys.secretKey(bytes), { name: name, hash: { name: a.hash.name }, length: a.length === undefined ? bits : a.length }, usages, extractable);
  }
  if (name.slice(0, 3) === 'AES') {
    if ([16, 24, 32].indexOf(bytes.length) < 0) { throw failed('Invalid key length', 'DataError'); }
    if (format === 'jwk' && data.alg !== undefined && data.alg !== 'A' + bytes.length * 8 + name.slice(4)) { throw failed('JWK "alg" does not match the requested algorithm', 'DataError'); }
    return cryptoKey(keys.secretKey(bytes), { name: name, length: bytes.length * 8 }, usages, extractable);
  }
  if (extractable !== false) { throw failed(name + ' keys are not extractable', 'SyntaxError'); }
  return cryptoKey(keys.secretKey(bytes), { name: name }, usages, false);
}
function rawLength(name) { return { Ed25519: 32, X25519: 32, Ed448: 57, X448: 56 }[name]; }
function rsaAlg(a) {
  var bits = a.hash.name.slice(4);
  return a.name === 'RSA-PSS' ? 'PS' + bits : a.name === 'RSA-OAEP' ? 'RSA-OAEP' + (bits === '1' ? '' : '-' + bits) : 'RS' + bits;
}
function importAsymmetric(format, data, a, extractable, usages) {
  var name = a.name, allowed = allowedUsages(name), isRSA = rsaNames.indexOf(name) >= 0, isEC = name === 'ECDSA' || name === 'ECDH', key;
  if (isEC && ['P-256', 'P-384', 'P-521'].indexOf(a.namedCurve) < 0) { throw failed('Unrecognized namedCurve', 'NotSupportedError'); }
  function usage(kind) { if (outside(usages, allowed[kind])) { throw refuseUsage((isRSA ? 'an ' : 'a ') + name); } }
  switch (format) {
    case 'spki':
      usage('public');
      key = read(function () { return native.readPublic(check.view(data), 'der', 'spki'); });
      break;
    case 'pkcs8':
      usage('private');
      key = read(function () { return native.readPrivate(check.view(data), 'der', 'pkcs8'); });
      break;
    case 'raw':
      if (isRSA) { throw failed('Unable to import RSA key with format raw', 'NotSupportedError'); }
      usage('public');
      if (!isEC && data.byteLength !== rawLength(name)) { throw failed(name + ' raw keys must be exactly ' + rawLength(name) + '-bytes', 'DataError'); }
      key = read(function () { return native.rawKey(isEC ? a.namedCurve : name.toLowerCase(), check.view(data)); });
      break;
    case 'jwk':
      checkJWK(data, a, extractable, usages, name === 'ECDH' || name === 'RSA-OAEP' || name[0] === 'X' ? 'enc' : 'sig');
      kty(data, isRSA ? 'RSA' : isEC ? 'EC' : 'OKP');
      usage(data.d !== undefined ? 'private' : 'public');
      if (isEC && data.crv !== a.namedCurve) { throw failed('JWK "crv" does not match the requested algorithm', 'DataError'); }
      if (!isRSA && !isEC && data.crv !== name) { throw failed('JWK "crv" Parameter and algorithm name mismatch', 'DataError'); }
      if (isRSA && data.alg !== undefined && data.alg !== rsaAlg(a)) { throw failed('JWK "alg" does not match the requested algorithm', 'DataError'); }
      if (name === 'ECDSA' && data.alg !== undefined && data.alg !== { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' }[a.namedCurve]) { throw failed('JWK "alg" does not match the requested algorithm', 'DataError'); }
      if ((name === 'Ed25519' || name === 'Ed448') && data.alg !== undefined && data.alg !== 'EdDSA' && data.alg !== name) { throw failed('JWK "alg" does not match the requested algorithm', 'DataError'); }
      if (!isRSA && !isEC) {
        if (typeof data.x !== 'string') { throw failed('Invalid JWK', 'DataError'); }
        if (Buffer.from(data.x, 'base64url').length !== rawLength(name)) { throw failed('Invalid keyData', 'DataError'); }
      }
      key = read(function () { return native.readJWK(data); });
      break;
  }
  var expected = isRSA ? 'rsa' : isEC ? 'ec' : name.toLowerCase();
  if (key.asymmetricKeyType !== expected) { throw failed('Invalid key type', 'DataError'); }
  if (isEC && key.asymmetricKeyDetails.namedCurve !== { 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' }[a.namedCurve]) { throw failed('Named curve mismatch', 'DataError'); }
  var algorithm = { name: name };
  if (isEC) { algorithm.namedCurve = a.namedCurve; }
  if (isRSA) {
    var d = key.asymmetricKeyDetails, hex = d.publicExponent.toString(16);
    algorithm.modulusLength = d.modulusLength;
    algorithm.publicExponent = new Uint8Array(Buffer.from(hex.length % 2 ? '0' + hex : hex, 'hex'));
    algorithm.hash = { name: a.hash.name };
  }
  return cryptoKey(key, algorithm, usages, extractable);
}
function importKey(format, data, a, extractable, usages) {
  var key, secret = !!allowedUsages(a.name).secret, allowed = secret ? a.name === 'HKDF' || a.name === 'PBKDF2' ? ['raw'] : ['raw', 'jwk'] : ['raw', 'jwk', 'spki', 'pkcs8'];
  if (allowed.indexOf(format) < 0) { throw failed('Unable to import ' + (a.name.slice(0, 3) === 'AES' ? 'AES' : a.name) + ' key with format ' + format, 'NotSupportedError'); }
  key = secret ? importSecret(format, data, a, extractable, usages) : importAsymmetric(format, data, a, extractable, usages);
  if ((key.type === 'secret' || key.type === 'private') && usages.length === 0) { throw failed('Usages cannot be empty when importing a ' + key.type + ' key.', 'SyntaxError'); }
  return key;
}

// Exporting
function exportKey(format, key) {
  var s = slots.get(key), name = s.algorithm.name;
  if (!s.extractable) { throw failed('key is not extractable', 'InvalidAccessException'); }
  if (!supported.exportKey[name]) { throw failed('Unable to export ' + name + ' key', 'NotSupportedError'); }
  // Node says raw where it means spki.
  var wrong = failed('Unable to export a ' + (format === 'spki' ? 'raw' : format) + ' ' + name + ' ' + s.type + ' key', 'InvalidAccessError');
  switch (format) {
    case 'spki':
      if (s.type !== 'public') { throw wrong; }
      return arrayBuffer(native.writeKey(handle(key), 'der', 'spki'));
    case 'pkcs8':
      if (s.type !== 'private') { throw wrong; }
      return arrayBuffer(native.writeKey(handle(key), 'der', 'pkcs8'));
    case 'raw':
      if (s.type === 'secret') { return arrayBuffer(Buffer.from(secretBytes(key))); }
      if (s.type !== 'public' || rsaNames.indexOf(name) >= 0) { throw wrong; }
      return arrayBuffer(native.rawOf(handle(key)));
  }
  var out = { key_ops: s.usages.slice(), ext: s.extractable };
  if (s.type === 'secret') {
    Object.assign(out, { kty: 'oct', k: Buffer.from(secretBytes(key)).toString('base64url') });
    out.alg = name === 'HMAC' ? 'HS' + s.algorithm.hash.name.slice(4) : 'A' + s.algorithm.length + name.slice(4);
    return out;
  }
  Object.assign(out, native.writeJWK(handle(key)));
  if (rsaNames.indexOf(name) >= 0) { out.alg = rsaAlg(s.algorithm); }
  if (name.slice(0, 2) === 'Ed') { out.alg = name; }
  return out;
}

// Encrypting
async function crypt(a, key, data, decrypts) {
  var s = slots.get(key), bits = s.algorithm.length;
  switch (a.name) {
    case 'RSA-OAEP':
      if (s.type !== (decrypts ? 'private' : 'public')) { throw failed('The requested operation is not valid for the provided key', 'InvalidAccessError'); }
      return later('rsa', decrypts ? 'decrypt' : 'encrypt', handle(key), data, 4, digestName(s.algorithm.hash), a.label);
    case 'AES-CBC':
      if (a.iv.length !== 16) { throw failed('algorithm.iv must contain exactly 16 bytes', 'OperationError'); }
      return later('cipherOnce', 'aes-' + bits + '-cbc', secretBytes(key), a.iv, decrypts, data, undefined, 0);
    case 'AES-GCM':
      var tag = a.tagLength === undefined ? 128 : a.tagLength;
      if ([32, 64, 96, 104, 112, 120, 128].indexOf(tag) < 0) { throw failed(tag + ' is not a valid AES-GCM tag length', 'OperationError'); }
      if (decrypts && data.length < tag / 8) { throw failed('The provided data is too small.', 'OperationError'); }
      return later('cipherOnce', 'aes-' + bits + '-gcm', secretBytes(key), a.iv, decrypts, data, a.additionalData, tag / 8);
  }
  if (a.counter.length !== 16) { throw failed('algorithm.counter must contain exactly 16 bytes', 'OperationError'); }
  if (a.length === 0 || a.length > 128) { throw failed('AES-CTR algorithm.length must be between 1 and 128', 'OperationError'); }
  return counted(a, bits, secretBytes(key), data);
}
// counted is AES-CTR whose counter takes the last bits of the block only, and wraps there.
async function counted(a, bits, key, data) {
  var name = 'aes-' + bits + '-ctr', size = 1n << BigInt(a.length), start = BigInt('0x' + a.counter.toString('hex')), at = start % size, blocks = BigInt(Math.ceil(data.length / 16));
  if (blocks > size) { throw operation(); }
  if (at + blocks <= size) { return later('cipherOnce', name, key, a.counter, false, data, undefined, 0); }
  var n = Number(size - at) * 16, zero = Buffer.from((start - at).toString(16).padStart(32, '0'), 'hex');
  return Buffer.concat([await later('cipherOnce', name, key, a.counter, false, data.subarray(0, n), undefined, 0), await later('cipherOnce', name, key, zero, false, data.subarray(n), undefined, 0)]);
}

// Signing
async function sign(a, key, data) {
  var s = slots.get(key);
  if (a.name === 'HMAC') { return hmacOf(s, key, data); }
  if (s.type !== 'private') { throw failed('Key must be a private key', 'InvalidAccessError'); }
  return later.apply(null, ['sign'].concat(scheme(a, s, handle(key), data)));
}
// scheme returns the arguments of the native functions sign and, with a signature, verify.
function scheme(a, s, key, data, signature) {
  var more = signature === undefined ? [] : [signature];
  switch (a.name) {
    case 'RSASSA-PKCS1-v1_5': return [digestName(s.algorithm.hash), data, key].concat(more, [1, undefined, false]);
    case 'RSA-PSS': return [digestName(s.algorithm.hash), data, key].concat(more, [6, a.saltLength, false]);
    case 'ECDSA': return [digestName(a.hash), data, key].concat(more, [0, undefined, true]);
  }
  if (a.context && a.context.length) { throw failed('Non zero-length context is not yet supported.', 'NotSupportedError'); }
  return [undefined, data, key].concat(more, [0, undefined, false]);
}
function hmacOf(s, key, data) {
  var state = native.hmac(digestName(s.algorithm.hash), secretBytes(key));
  native.update(state, data);
  return native.digest(state);
}
async function verify(a, key, signature, data) {
  var s = slots.get(key);
  if (a.name === 'HMAC') {
    var own = hmacOf(s, key, data);
    return own.length === signature.length && native.same(own, signature);
  }
  if (s.type !== 'public') { throw failed('Key must be a public key', 'InvalidAccessError'); }
  return later.apply(null, ['verify'].concat(scheme(a, s, handle(key), data, signature)));
}

// Deriving
async function deriveBits(a, key, length) {
  var s = slots.get(key);
  if (a.name === 'PBKDF2' || a.name === 'HKDF') {
    if (length === null) { throw failed('length cannot be null', 'OperationError'); }
    if (length % 8) { throw failed('length must be a multiple of 8', 'OperationError'); }
    if (length === 0) { return Buffer.alloc(0); }
    if (a.name === 'HKDF') {
      if (length / 8 > 255 * { 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 }[a.hash.name]) { throw operation(); }
      return later('hkdf', digestName(a.hash), secretBytes(key), a.salt, a.info, length / 8);
    }
    if (a.iterations === 0) { throw failed('iterations cannot be zero', 'OperationError'); }
    return later('pbkdf2', secretBytes(key), a.salt, a.iterations, length / 8, digestName(a.hash));
  }
  var other = slots.get(a.public);
  if (other.type !== 'public') { throw failed('algorithm.public must be a public key', 'InvalidAccessError'); }
  if (s.type !== 'private') { throw failed('baseKey must be a private key', 'InvalidAccessError'); }
  if (s.algorithm.name !== other.algorithm.name) { throw failed('The public and private keys must be of the same type', 'InvalidAccessError'); }
  if (s.algorithm.namedCurve !== other.algorithm.namedCurve) { throw failed('Named curve mismatch', 'InvalidAccessError'); }
  var bits = await later('agree', handle(key), handle(a.public));
  if (length === null) { return bits; }
  var size = Math.ceil(length / 8);
  if (bits.length < size) { throw failed('derived bit length is too small', 'OperationError'); }
  var out = Buffer.from(bits.subarray(0, size));
  if (length % 8) { out[size - 1] &= 255 << 8 - length % 8; }
  return out;
}
function keyLength(a) {
  switch (a.name) {
    case 'HKDF': case 'PBKDF2': return null;
    case 'HMAC':
      if (a.length === undefined) { return blockBits(a.hash); }
      if (a.length > 0) { return a.length; }
      throw errors.coded(TypeError, undefined, 'Invalid key length');
  }
  if ([128, 192, 256].indexOf(a.length) < 0) { throw failed('Invalid key length', 'OperationError'); }
  return a.length;
}

// SubtleCrypto
class SubtleCrypto {
  constructor() { throw errors.illegal(); }
}
var subtle = Object.create(SubtleCrypto.prototype);
var places = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th'];
var readers = {
  any: function (v) { return v; },
  bytes: function (v, label) { return converted(v, 'bytes', label); },
  key: function (v, label) {
    if (!keys.isCryptoKey(v)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', label + ' is not of type CryptoKey.'); }
    return v;
  },
  boolean: function (v) { return !!v; },
  format: function (v, label) {
    v = String(v);
    if (['raw', 'pkcs8', 'spki', 'jwk'].indexOf(v) < 0) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', label + " value '" + v + "' is not a valid enum value of type KeyFormat."); }
    return v;
  },
  usages: function (v, label) {
    if (v === null || typeof v !== 'object' && typeof v !== 'function' || typeof v[Symbol.iterator] !== 'function') { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', label + ' can not be converted to sequence.'); }
    var list = [], it = v[Symbol.iterator](), step;
    while (list.length < 100 && !(step = it.next()).done) {
      var u = String(step.value);
      if (order.indexOf(u) < 0) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', label + ", index " + list.length + " value '" + u + "' is not a valid enum value of type KeyUsage."); }
      list.push(u);
    }
    return list.filter(function (u, i) { return list.indexOf(u) === i; });
  },
  // algorithm is normalized where it is used.
  algorithm: function (v, label) {
    if (typeof v === 'symbol') { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', label + ' is a Symbol and cannot be converted to a string.'); }
    return v;
  },
  length: function (v, label) { return v === null || v === undefined ? null : integer(v, 4294967295, label); }
};
// define adds a method: its arguments by kind, and what it does with them.
function define(name, kinds, fn, optional) {
  var method = { async [name](...args) {
    if (this !== subtle) { throw errors.coded(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type SubtleCrypto'); }
    var prefix = "Failed to execute '" + name + "' on 'SubtleCrypto'", needed = kinds.length - (optional || 0);
    if (args.length < needed) { throw errors.coded(TypeError, 'ERR_MISSING_ARGS', prefix + ': ' + needed + ' arguments required, but only ' + args.length + ' present.'); }
    var given = kinds.map(function (kind, i) { return i >= args.length && kind !== 'usages' ? undefined : readers[kind](args[i], prefix + ': ' + places[i] + ' argument'); });
    return fn.apply(null, given);
  } }[name];
  Object.defineProperty(method, 'length', { value: name === 'importKey' ? 5 : kinds.length - (optional || 0), configurable: true });
  Object.defineProperty(SubtleCrypto.prototype, name, { value: method, writable: true, enumerable: true, configurable: true });
}
function may(key, usage, a, what) {
  var s = slots.get(key);
  if (s.algorithm.name !== a.name) { throw failed(usage === 'sign' || usage === 'verify' ? what : 'Key algorithm mismatch', 'InvalidAccessError'); }
  if (s.usages.indexOf(usage) < 0) { throw failed(what, 'InvalidAccessError'); }
}
define('encrypt', ['algorithm', 'key', 'bytes'], async function (algorithm, key, data) {
  var a = normalize(algorithm, 'encrypt');
  may(key, 'encrypt', a, 'The requested operation is not valid for the provided key');
  return arrayBuffer(await crypt(a, key, data, false));
});
define('decrypt', ['algorithm', 'key', 'bytes'], async function (algorithm, key, data) {
  var a = normalize(algorithm, 'decrypt');
  may(key, 'decrypt', a, 'The requested operation is not valid for the provided key');
  return arrayBuffer(await crypt(a, key, data, true));
});
define('sign', ['algorithm', 'key', 'bytes'], async function (algorithm, key, data) {
  var a = normalize(algorithm, 'sign');
  may(key, 'sign', a, 'Unable to use this key to sign');
  return arrayBuffer(await sign(a, key, data));
});
define('verify', ['algorithm', 'key', 'bytes', 'bytes'], async function (algorithm, key, signature, data) {
  var a = normalize(algorithm, 'verify');
  may(key, 'verify', a, 'Unable to use this key to verify');
  return verify(a, key, signature, data);
});
define('digest', ['algorithm', 'bytes'], async function (algorithm, data) {
  var a = normalize(algorithm, 'digest');
  return arrayBuffer(await later('digestOnce', digestName(a), data));
});
define('generateKey', ['algorithm', 'boolean', 'usages'], async function (algorithm, extractable, usages) {
  var a = normalize(algorithm, 'generateKey'), made = await generate(a, extractable, usages);
  if (made instanceof CryptoKey && made.usages.length === 0) { throw failed('Usages cannot be empty when creating a key.', 'SyntaxError'); }
  return made;
});
define('deriveKey', ['algorithm', 'key', 'any', 'boolean', 'usages'], async function (algorithm, key, wanted, extractable, usages) {
  var a = normalize(algorithm, 'deriveBits'), made = normalize(wanted, 'importKey');
  may(key, 'deriveKey', a, 'baseKey does not have deriveKey usage');
  var bits = await deriveBits(a, key, keyLength(normalize(wanted, 'get key length')));
  return importKey('raw', bits, made, extractable, usages);
});
define('deriveBits', ['algorithm', 'key', 'length'], async function (algorithm, key, length) {
  var a = normalize(algorithm, 'deriveBits');
  may(key, 'deriveBits', a, 'baseKey does not have deriveBits usage');
  return arrayBuffer(await deriveBits(a, key, length === undefined ? null : length));
}, 1);
define('importKey', ['format', 'any', 'any', 'boolean', 'usages'], async function (format, data, algorithm, extractable, usages) {
  if (format === 'jwk') {
    if (check.isBuffer(data) || data === null || typeof data !== 'object') { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', "Failed to execute 'importKey' on 'SubtleCrypto': 2nd argument cannot be converted to a dictionary."); }
  } else { data = converted(data, 'bytes', "Failed to execute 'importKey' on 'SubtleCrypto': 2nd argument"); }
  return importKey(format, data, normalize(algorithm, 'importKey'), extractable, usages);
}, 1);
define('exportKey', ['format', 'key'], async function (format, key) { return exportKey(format, key); });
async function wrapped(a, key, data, unwraps) {
  var b = native.wrapKey(secretBytes(key), data, unwraps);
  if (b === undefined) { throw operation(); }
  return b;
}
function wrapping(algorithm, op) {
  try { return normalize(algorithm, op); } catch (e) { return normalize(algorithm, op === 'wrapKey' ? 'encrypt' : 'decrypt'); }
}
define('wrapKey', ['format', 'key', 'key', 'any'], async function (format, key, with_, algorithm) {
  var a = wrapping(algorithm, 'wrapKey');
  if (slots.get(with_).algorithm.name !== a.name) { throw failed('Key algorithm mismatch', 'InvalidAccessError'); }
  if (slots.get(with_).usages.indexOf('wrapKey') < 0) { throw failed('Unable to use this key to wrapKey', 'InvalidAccessError'); }
  var data = exportKey(format, key), b;
  if (format === 'jwk') {
    b = Buffer.from(JSON.stringify(data));
    if (a.name === 'AES-KW' && b.length % 8) { b = Buffer.concat([b, Buffer.alloc(8 - b.length % 8, ' ')]); }
  } else { b = Buffer.from(data); }
  return arrayBuffer(a.name === 'AES-KW' ? await wrapped(a, with_, b, false) : await crypt(a, with_, b, false));
});
define('unwrapKey', ['format', 'bytes', 'key', 'any', 'any', 'boolean', 'usages'], async function (format, data, with_, algorithm, wanted, extractable, usages) {
  var a = wrapping(algorithm, 'unwrapKey'), made = normalize(wanted, 'importKey');
  if (slots.get(with_).algorithm.name !== a.name) { throw failed('Key algorithm mismatch', 'InvalidAccessError'); }
  if (slots.get(with_).usages.indexOf('unwrapKey') < 0) { throw failed('Unable to use this key to unwrapKey', 'InvalidAccessError'); }
  var b = a.name === 'AES-KW' ? await wrapped(a, with_, data, true) : await crypt(a, with_, data, true);
  if (format === 'jwk') {
    try { b = JSON.parse(b.toString('utf8')); } catch (e) { throw failed('Invalid wrapped JWK key', 'DataError'); }
  }
  return importKey(format, b, made, extractable, usages);
});
tagged(SubtleCrypto, []);

// Crypto
class Crypto {
  constructor() { throw errors.illegal(); }
  get subtle() { own(this); return subtle; }
  getRandomValues(array) {
    own(this);
    if (arguments.length < 1) { throw errors.coded(TypeError, 'ERR_MISSING_ARGS', "Failed to execute 'getRandomValues' on 'Crypto': 1 argument required, but only 0 present."); }
    if (!ArrayBuffer.isView(array) || array instanceof DataView || array instanceof Float32Array || array instanceof Float64Array) { throw failed('The data argument must be an integer-type TypedArray', 'TypeMismatchError'); }
    if (array.byteLength > 65536) { throw failed('The requested length exceeds 65,536 bytes', 'QuotaExceededError'); }
    if (array.byteLength) { native.fill(check.view(array), 0, array.byteLength); }
    return array;
  }
  randomUUID(options) {
    own(this);
    return require('crypto').randomUUID(options);
  }
}
var crypto = Object.create(Crypto.prototype);
function own(self) { if (self !== crypto) { throw errors.coded(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type Crypto'); } }
tagged(Crypto, ['subtle', 'getRandomValues', 'randomUUID']);

exports.crypto = crypto;
exports.Crypto = Crypto;
exports.CryptoKey = CryptoKey;
exports.SubtleCrypto = SubtleCrypto;
Object.defineProperty(Crypto.prototype, 'CryptoKey', { configurable: true, enumerable: false, value: CryptoKey, writable: true });
