// cryptokeys: KeyObject, reading and writing keys, and making them.
var util = require('util'), errors = require('errors'), check = require('validate'), native = require('cryptonative');

// states has what a KeyObject stands for: the bytes of a secret key, or what the native
// functions say of another.
var states = new WeakMap(), token = {};
class KeyObject {
  constructor(type, state) {
    if (type !== 'secret' && type !== 'public' && type !== 'private') { throw check.invalidValue('type', type); }
    if (typeof state !== 'object' || state === null || state.token !== token) { throw errors.argument('handle', 'of type object', state); }
    states.set(this, state);
  }
  get type() {
    var s = states.get(this);
    if (!s) { throw errors.coded(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type KeyObject'); }
    return s.kind;
  }
  static from(key) {
    if (!exports.isCryptoKey(key)) { throw errors.argument('key', 'an instance of CryptoKey', key); }
    return exports.ofCryptoKey(key);
  }
  equals(other) {
    if (!(other instanceof KeyObject)) { throw errors.argument('otherKeyObject', 'an instance of KeyObject', other); }
    var a = states.get(this), b = states.get(other);
    if (a.kind !== b.kind) { return false; }
    return a.kind === 'secret' ? a.bytes.length === b.bytes.length && native.same(a.bytes, b.bytes) : native.sameKey(a.key, b.key);
  }
}
Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, { value: 'KeyObject', configurable: true });
class SecretKeyObject extends KeyObject {
  get symmetricKeySize() { return states.get(this).bytes.length; }
  export(o) {
    if (o !== undefined) {
      check.object(o, 'options');
      check.oneOf(o.format, 'options.format', [undefined, 'buffer', 'jwk']);
      if (o.format === 'jwk') { return { kty: 'oct', k: Buffer.from(states.get(this).bytes).toString('base64url') }; }
    }
    return Buffer.from(states.get(this).bytes);
  }
}
class AsymmetricKeyObject extends KeyObject {
  get asymmetricKeyType() { return states.get(this).type; }
  get asymmetricKeyDetails() {
    var d = Object.assign({}, states.get(this).details);
    if (d.publicExponent !== undefined) { d.publicExponent = BigInt(d.publicExponent); }
    return d;
  }
}
class PublicKeyObject extends AsymmetricKeyObject {
  export(o) {
    if (o && o.format === 'jwk') { return native.writeJWK(states.get(this).key); }
    return write(this, publicEncoding(o, states.get(this).type));
  }
}
class PrivateKeyObject extends AsymmetricKeyObject {
  export(o) {
    if (o && o.format === 'jwk') {
      if (o.passphrase !== undefined || o.cipher !== undefined) { throw errors.coded(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', 'The selected key encoding jwk does not support encryption.'); }
      return native.writeJWK(states.get(this).key);
    }
    return write(this, privateEncoding(o, states.get(this).type));
  }
}
exports.KeyObject = KeyObject;
// isCryptoKey and ofCryptoKey are set by webcrypto, which is loaded when it is used.
exports.isCryptoKey = function () { return false; };
exports.ofCryptoKey = null;
exports.secretKey = function (bytes) { return new SecretKeyObject('secret', { token: token, kind: 'secret', bytes: bytes }); };
exports.keyOf = function (info) {
  var kind = info.private ? 'private' : 'public', state = { token: token, kind: kind, type: info.type, details: info.details, key: info.key };
  return info.private ? new PrivateKeyObject(kind, state) : new PublicKeyObject(kind, state);
};
exports.stateOf = function (key) { return states.get(key); };
exports.publicOf = function (key) { return exports.keyOf(native.publicOf(states.get(key).key)); };
function object(v) { return v instanceof KeyObject ? v : exports.isCryptoKey(v) ? exports.ofCryptoKey(v) : null; }

function write(key, e) {
  var b = native.writeKey(states.get(key).key, e.format, e.type, e.cipher, e.passphrase);
  return e.format === 'pem' ? b.toString('latin1') : b;
}
exports.write = write;
// encoding checks the options with which a key is written.
function format(o, name, usual) {
  if (o.format === undefined && usual !== undefined) { return usual; }
  if (o.format === 'pem' || o.format === 'der') { return o.format; }
  if (o.format === 'jwk' && usual !== undefined) { return 'jwk'; }
  throw check.invalidValue(name + 'format', o.format);
}
function publicEncoding(o, type, name) {
  if (o === undefined || o === null || typeof o !== 'object') { throw errors.argument('options', 'of type object', o); }
  name = name === undefined ? 'options.' : 'options.' + name + '.';
  var form = format(o, name);
  if (o.type !== 'spki' && o.type !== 'pkcs1' || o.type === undefined) { throw check.invalidValue(name + 'type', o.type); }
  if (o.type === 'pkcs1' && type !== 'rsa') { throw errors.coded(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', 'The selected key encoding pkcs1 can only be used for RSA keys.'); }
  return { format: form, type: o.type };
}
function privateEncoding(o, type, name) {
  if (o === undefined || o === null || typeof o !== 'object') { throw errors.argument('options', 'of type object', o); }
  name = name === undefined ? 'options.' : 'options.' + name + '.';
  var form = format(o, name), passphrase;
  if (['pkcs1', 'pkcs8', 'sec1'].indexOf(o.type) < 0) { throw check.invalidValue(name + 'type', o.type); }
  if (o.type === 'pkcs1' && type !== 'rsa') { throw errors.coded(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', 'The selected key encoding pkcs1 can only be used for RSA keys.'); }
  if (o.type === 'sec1' && type !== 'ec') { throw errors.coded(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', 'The selected key encoding sec1 can only be used for EC keys.'); }
  if (o.cipher !== undefined && o.cipher !== null) {
    if (typeof o.cipher !== 'string') { throw check.invalidValue(name + 'cipher', o.cipher); }
    if (form === 'der' && (o.type === 'pkcs1' || o.type === 'sec1')) { throw errors.coded(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', 'The selected key encoding ' + o.type + ' does not support encryption.'); }
  }
  if (o.cipher !== undefined && o.cipher !== null) {
    if (typeof o.passphrase !== 'string' && !check.isBuffer(o.passphrase)) { throw check.invalidValue(name + 'passphrase', o.passphrase); }
    passphrase = check.view(o.passphrase, 'passphrase', o.encoding);
  } else if (o.passphrase !== undefined) { throw check.invalidValue(name + 'cipher', o.cipher); }
  return { format: form, type: o.type, cipher: o.cipher || undefined, passphrase: passphrase };
}

// secretBytes returns the bytes of a secret key as hashes and ciphers take it.
exports.secretBytes = function (key, encoding, bufferOnly) {
  var k = object(key);
  if (k) {
    if (k.type !== 'secret') { throw errors.coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type ' + k.type + ', expected secret.'); }
    return states.get(k).bytes;
  }
  if (typeof key !== 'string' && !check.isBuffer(key)) {
    throw errors.argument('key', bufferOnly ? 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView' : 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey', key);
  }
  return check.view(key, 'key', encoding);
};
exports.createSecretKey = function createSecretKey(key, encoding) {
  if (typeof key !== 'string' && !check.isBuffer(key)) { throw errors.argument('key', 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', key); }
  return exports.secretKey(Buffer.from(check.view(key, 'key', encoding)));
};

// What a key is wanted for.
var forPublic = 0, forPrivate = 1, toCreatePublic = 2, toCreatePrivate = 3;
function jwk(key, use) {
  check.object(key, 'key.key');
  check.oneOf(key.kty, 'key.kty', ['RSA', 'EC', 'OKP']);
  var isPublic = use === forPublic || use === toCreatePublic, must = key.kty === 'RSA' ? ['n', 'e'] : key.kty === 'EC' ? ['crv', 'x', 'y'] : ['crv', 'x'];
  if (key.kty !== 'RSA') { check.string(key.crv, 'key.crv'); }
  if (key.kty === 'OKP') { check.oneOf(key.crv, 'key.crv', ['Ed25519', 'Ed448', 'X25519', 'X448']); }
  if (key.kty === 'EC') { check.oneOf(key.crv, 'key.crv', ['P-256', 'secp256k1', 'P-384', 'P-521']); }
  if (!isPublic) { must = must.concat(key.kty === 'RSA' ? ['d', 'p', 'q', 'dp', 'dq', 'qi'] : ['d']); }
  must.forEach(function (name) { check.string(key[name], 'key.' + name); });
  var part = {};
  ['kty'].concat(must).forEach(function (name) { part[name] = key[name]; });
  return exports.keyOf(native.readJWK(part));
}
// asymmetric reads the key that an argument gives, as a KeyObject.
function asymmetric(key, use, name) {
  if (key === null) { throw new TypeError("Cannot destructure property 'key' of 'key' as it is null."); }
  var k = object(key), wanted = name || 'key';
  if (k) { return of(k); }
  if (typeof key === 'string' || check.isBuffer(key)) { return read(key, { format: 'pem' }); }
  if (key !== null && typeof key === 'object') {
    var data = key.key;
    if (object(data)) { return of(object(data)); }
    if (key.format === 'jwk') { return jwk(data, use); }
    if (typeof data !== 'string' && !check.isBuffer(data)) {
      throw errors.argument('key.key', 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, ' + (use === toCreatePrivate ? 'or DataView' : 'DataView, KeyObject, or CryptoKey'), data);
    }
    var form = key.format === undefined ? 'pem' : key.format;
    if (form !== 'pem' && form !== 'der') { throw check.invalidValue('options.format', form); }
    var type = key.type;
    if (form === 'der') {
      var known = use === forPrivate || use === toCreatePrivate ? ['pkcs1', 'pkcs8', 'sec1'] : ['pkcs1', 'spki', 'pkcs8', 'sec1'];
      if (known.indexOf(type) < 0) { throw check.invalidValue('options.type', type); }
    } else if (type !== undefined && ['pkcs1', 'spki', 'pkcs8', 'sec1'].indexOf(type) < 0) { throw check.invalidValue('options.type', type); }
    var passphrase;
    if (key.passphrase !== undefined) {
      if (typeof key.passphrase !== 'string' && !check.isBuffer(key.passphrase)) { throw check.invalidValue('options.passphrase', key.passphrase); }
      passphrase = check.view(key.passphrase, 'key.passphrase', key.encoding);
    }
    return read(data, { format: form, type: type, passphrase: passphrase, encoding: key.encoding });
  }
  throw errors.argument('key', 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, ' + (use === toCreatePrivate ? 'or DataView' : 'DataView, KeyObject, or CryptoKey'), key);
  function of(k) {
    if (use === toCreatePublic || use === toCreatePrivate) {
      if (use === toCreatePrivate) { throw errors.argument(key === k || exports.isCryptoKey(key) ? 'key' : 'key.key', 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView', k); }
      if (k.type !== 'private') { throw errors.coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type ' + k.type + ', expected private.'); }
      return k;
    }
    var allowed = use === forPrivate ? ['private'] : ['private', 'public'];
    if (allowed.indexOf(k.type) < 0) { throw errors.coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type ' + k.type + ', expected ' + allowed.join(' or ') + '.'); }
    return k;
  }
  function read(data, e) {
    var isPrivate = use === forPrivate || use === toCreatePrivate, b = check.view(data, wanted, e.encoding);
    return exports.keyOf(native[isPrivate ? 'readPrivate' : 'readPublic'](b, e.format, e.type, undefined, e.passphrase));
  }
}
exports.forPublic = function (key) { return asymmetric(key, forPublic); };
exports.forPrivate = function (key) { return asymmetric(key, forPrivate); };
exports.createPublicKey = function createPublicKey(key) {
  var k = asymmetric(key, toCreatePublic);
  return k.type === 'private' ? exports.publicOf(k) : k;
};
exports.createPrivateKey = function createPrivateKey(key) { return asymmetric(key, toCreatePrivate); };

// request checks the options of generateKeyPair.
function request(type, o) {
  check.string(type, 'type');
  var r = { type: type };
  if (['rsa', 'rsa-pss', 'dsa', 'ec', 'dh'].indexOf(type) >= 0) { check.object(o, 'options'); }
  function exponent() {
    var e = o.publicExponent;
    if (e === null || e === undefined) { return 65537; }
    check.uint32(e, 'options.publicExponent');
    return e;
  }
  switch (type) {
    case 'rsa':
    case 'rsa-pss':
      check.uint32(o.modulusLength, 'options.modulusLength');
      r.modulusLength = o.modulusLength;
      r.publicExponent = exponent();
      if (type === 'rsa-pss') {
        var salt = o.saltLength, hash = o.hashAlgorithm, mgf = o.mgf1HashAlgorithm;
        if (salt !== undefined) { check.int32(salt, 'options.saltLength', 0); }
        if (hash !== undefined) { check.string(hash, 'options.hashAlgorithm'); }
        if (mgf !== undefined) { check.string(mgf, 'options.mgf1HashAlgorithm'); }
        if (hash === undefined) { hash = o.hash; }
        if (mgf === undefined) { mgf = o.mgf1Hash; }
        if (hash !== undefined || mgf !== undefined || salt !== undefined) {
          r.hashAlgorithm = hash === undefined ? 'sha1' : hash;
          r.mgf1HashAlgorithm = mgf === undefined ? r.hashAlgorithm : mgf;
          r.saltLength = salt === undefined ? { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64, 'sha512-224': 28, 'sha512-256': 32 }[native.hashName(r.hashAlgorithm)] : salt;
        }
      }
      break;
    case 'dsa':
      check.uint32(o.modulusLength, 'options.modulusLength');
      if (o.divisorLength !== undefined && o.divisorLength !== null) { check.int32(o.divisorLength, 'options.divisorLength', 0); }
      r.modulusLength = o.modulusLength;
      r.divisorLength = o.divisorLength;
      break;
    case 'ec':
      check.string(o.namedCurve, 'options.namedCurve');
      if (o.paramEncoding !== undefined && o.paramEncoding !== null && o.paramEncoding !== 'named' && o.paramEncoding !== 'explicit') { throw check.invalidValue('options.paramEncoding', o.paramEncoding); }
      if (o.paramEncoding === 'explicit') { throw errors.coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', "options.paramEncoding 'explicit' is not available in this version of framework: use 'named'"); }
      r.namedCurve = o.namedCurve;
      native.curveNamed(r.namedCurve);
      break;
    case 'dh':
      if (o.group !== undefined && o.group !== null) {
        if (o.prime !== undefined && o.prime !== null) { throw errors.coded(TypeError, 'ERR_INCOMPATIBLE_OPTION_PAIR', 'Option "group" cannot be used in combination with option "prime"'); }
        if (o.primeLength !== undefined && o.primeLength !== null) { throw errors.coded(TypeError, 'ERR_INCOMPATIBLE_OPTION_PAIR', 'Option "group" cannot be used in combination with option "primeLength"'); }
        if (o.generator !== undefined && o.generator !== null) { throw errors.coded(TypeError, 'ERR_INCOMPATIBLE_OPTION_PAIR', 'Option "group" cannot be used in combination with option "generator"'); }
        check.string(o.group, 'options.group');
        r.group = o.group;
        break;
      }
      if (o.prime !== undefined && o.prime !== null) {
        if (!check.isBuffer(o.prime)) { throw errors.argument('options.prime', 'an instance of Buffer, TypedArray, or DataView', o.prime); }
        r.prime = check.view(o.prime);
      } else if (o.primeLength !== undefined && o.primeLength !== null) {
        check.int32(o.primeLength, 'options.primeLength', 0);
        r.primeLength = o.primeLength;
      } else { throw errors.coded(TypeError, 'ERR_MISSING_OPTION', 'At least one of the group, prime, or primeLength options is required'); }
      r.generator = 2;
      if (o.generator !== undefined && o.generator !== null) { check.int32(o.generator, 'options.generator', 0); r.generator = o.generator; }
      break;
    case 'ed25519': case 'ed448': case 'x25519': case 'x448': break;
    default: throw check.invalidValue('type', type, 'must be a supported key type');
  }
  return r;
}
// forms checks how the keys of a pair are to be returned.
function forms(type, o) {
  var out = {};
  if (o === undefined) { return out; }
  if (o === null) { throw new TypeError("Cannot destructure property 'publicKeyEncoding' of 'options' as it is null."); }
  check.object(o, 'options');
  [['publicKeyEncoding', publicEncoding], ['privateKeyEncoding', privateEncoding]].forEach(function (own) {
    var e = o[own[0]];
    if (e === undefined || e === null) { return; }
    if (typeof e !== 'object') { throw check.invalidValue('options.' + own[0], e); }
    check.object(e, 'options');
    out[own[0]] = e.format === 'jwk' ? { format: 'jwk' } : own[1](e, type, own[0]);
  });
  return out;
}
function formed(key, e) { return e ? e.format === 'jwk' ? key.export({ format: 'jwk' }) : write(key, e) : key; }
function pairOf(info, f) {
  var key = exports.keyOf(info);
  return { publicKey: formed(exports.publicOf(key), f.publicKeyEncoding), privateKey: formed(key, f.privateKeyEncoding) };
}
exports.generateKeyPairSync = function generateKeyPairSync(type, options) {
  check.string(type, 'type');
  var f = forms(type, options);
  return pairOf(native.generate(request(type, options)), f);
};
exports.generateKeyPair = function generateKeyPair(type, options, done) {
  if (typeof options === 'function') { done = options; options = undefined; }
  check.func(done, 'callback');
  check.string(type, 'type');
  var f = forms(type, options);
  native.generateLater(request(type, options), function (err, info) {
    if (err) { done(err); return; }
    var pair;
    try { pair = pairOf(info, f); } catch (e) { done(e); return; }
    done(null, pair.publicKey, pair.privateKey);
  });
};
Object.defineProperty(exports.generateKeyPair, util.promisify.custom, { value: function (type, o) {
  return new Promise(function (resolve, reject) { exports.generateKeyPair(type, o, function (e, a, b) { if (e) { reject(e); } else { resolve({ publicKey: a, privateKey: b }); } }); });
} });
function secretLength(type, o) {
  check.string(type, 'type');
  check.object(o, 'options');
  if (type === 'hmac') { check.integer(o.length, 'options.length', 8, 2147483647); } else if (type === 'aes') { check.oneOf(o.length, 'options.length', [128, 192, 256]); } else { throw check.invalidValue('type', type, 'must be a supported key type'); }
  return Math.floor(o.length / 8);
}
exports.generateKeySync = function generateKeySync(type, options) { return exports.secretKey(native.random(secretLength(type, options))); };
exports.generateKey = function generateKey(type, options, done) {
  if (typeof options === 'function') { done = options; options = undefined; }
  check.func(done, 'callback');
  var key = exports.generateKeySync(type, options);
  setImmediate(function () { done(null, key); });
};
