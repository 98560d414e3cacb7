// crypto: digests, random values, keys from passwords, ciphers, signatures.
var stream = require('stream'), util = require('util');

function bytes(v, encoding, name) {
  if (typeof v === 'string') { return Buffer.from(v, encoding === 'buffer' ? undefined : encoding); }
  if (ArrayBuffer.isView(v)) { return new Uint8Array(v.buffer, v.byteOffset, v.byteLength); }
  if (v instanceof ArrayBuffer) { return new Uint8Array(v); }
  if (v instanceof KeyObject) { return v.data; }
  throw util.invalidArgument(name || 'data', 'string or an instance of Buffer, TypedArray, or DataView', v);
}
function out(b, encoding) { return encoding && encoding !== 'buffer' ? b.toString(encoding) : b; }

// Both digests and ciphers may be used as streams.
function streamed(Type) {
  util.inherits(Type, stream.Transform);
  Type.prototype._transform = function (chunk, encoding, done) {
    var piece;
    try { piece = this.update(chunk, encoding); } catch (e) { done(e); return; }
    done(null, piece === this ? undefined : piece);
  };
  Type.prototype._flush = function (done) {
    var piece;
    try { piece = this.digest ? this.digest() : this.final(); } catch (e) { done(e); return; }
    done(null, piece);
  };
}
function Hash(state) {
  stream.Transform.call(this);
  Object.defineProperty(this, 'state', { value: state, writable: true });
}
streamed(Hash);
Hash.prototype.update = function (data, encoding) {
  if (!this.state) { throw finalized('Digest already called', 'ERR_CRYPTO_HASH_FINALIZED'); }
  native.update(this.state, bytes(data, encoding));
  return this;
};
Hash.prototype.digest = function (encoding) {
  if (!this.state) { throw finalized('Digest already called', 'ERR_CRYPTO_HASH_FINALIZED'); }
  var b = native.digest(this.state);
  this.state = null;
  return out(b, encoding);
};
Hash.prototype.copy = function () { return new Hash(native.copy(this.state)); };
function Hmac(state) { Hash.call(this, state); }
util.inherits(Hmac, Hash);
function finalized(message, code) {
  var e = new Error(message);
  e.code = code;
  return e;
}
exports.Hash = Hash;
exports.Hmac = Hmac;
exports.createHash = function (name) { return new Hash(native.hash(String(name))); };
exports.createHmac = function (name, key) { return new Hmac(native.hmac(String(name), bytes(key, 'utf8', 'key'))); };
exports.hash = function (name, data, encoding) { return exports.createHash(name).update(data).digest(encoding || 'hex'); };
exports.getHashes = native.hashes;
exports.getCiphers = native.ciphers;
exports.getCurves = function () { return ['prime256v1', 'secp384r1', 'secp521r1']; };

exports.randomBytes = exports.pseudoRandomBytes = exports.rng = exports.prng = function (n, done) {
  if (typeof n !== 'number') { throw util.invalidArgument('size', 'number', n); }
  if (!(n >= 0 && n <= 2147483647)) {
    var e = new RangeError('The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received ' + n);
    e.code = 'ERR_OUT_OF_RANGE';
    throw e;
  }
  var b = native.random(n);
  if (!done) { return b; }
  process.nextTick(function () { done(null, b); });
};
exports.randomFillSync = function (b, offset, size) {
  offset = offset || 0;
  var view = new Uint8Array(b.buffer || b, (b.byteOffset || 0) + offset, size === undefined ? b.byteLength - offset : size);
  view.set(native.random(view.length));
  return b;
};
exports.randomFill = function (b) {
  var done = arguments[arguments.length - 1];
  exports.randomFillSync.apply(null, Array.prototype.slice.call(arguments, 0, -1));
  process.nextTick(function () { done(null, b); });
};
exports.randomUUID = native.uuid;
exports.randomInt = function (min, max, done) {
  if (max === undefined || typeof max === 'function') { done = max; max = min; min = 0; }
  if (!(max > min)) { throw new RangeError('The value of "max" is out of range. It must be greater than the value of "min" (' + min + '). Received ' + max); }
  var n = min + native.below(max - min);
  if (!done) { return n; }
  process.nextTick(function () { done(null, n); });
};
exports.timingSafeEqual = function (a, b) {
  if (a.byteLength !== b.byteLength) {
    var e = new RangeError('Input buffers must have the same byte length');
    e.code = 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH';
    throw e;
  }
  return native.same(bytes(a), bytes(b));
};
function derived(name, make) {
  exports[name + 'Sync'] = function () { return native.derive(name, make.apply(null, arguments)); };
  exports[name] = function () {
    var args = Array.prototype.slice.call(arguments), done = args.pop();
    if (typeof done !== 'function') { throw util.invalidArgument('callback', 'function', done); }
    native.deriveLater(name, make.apply(null, args), done);
  };
}
derived('pbkdf2', function (password, salt, iterations, length, digest) { return [bytes(password), bytes(salt), iterations, length, digest === undefined ? 'sha1' : String(digest)]; });
derived('scrypt', function (password, salt, length, o) { o = o || {}; return [bytes(password), bytes(salt), o.N || o.cost || 16384, o.r || o.blockSize || 8, o.p || o.parallelization || 1, length, o.maxmem || 33554432]; });
derived('hkdf', function (digest, key, salt, info, length) { return [String(digest), bytes(key), bytes(salt), bytes(info), length]; });

function Cipher(state, decrypts) {
  stream.Transform.call(this);
  Object.defineProperty(this, 'state', { value: state, writable: true });
  Object.defineProperty(this, 'decrypts', { value: decrypts });
}
streamed(Cipher);
Cipher.prototype.update = function (data, from, to) { return out(native.cipherUpdate(this.state, bytes(data, from)), to); };
Cipher.prototype.final = function (encoding) { return out(native.cipherFinal(this.state), encoding); };
Cipher.prototype.setAutoPadding = function (on) { native.cipherPadding(this.state, on !== false); return this; };
Cipher.prototype.getAuthTag = function () { return native.cipherTag(this.state); };
Cipher.prototype.setAuthTag = function (tag) { native.cipherSetTag(this.state, bytes(tag)); return this; };
Cipher.prototype.setAAD = function (data) { native.cipherData(this.state, bytes(data)); return this; };
exports.Cipher = exports.Decipher = exports.Cipheriv = exports.Decipheriv = Cipher;
exports.createCipheriv = function (name, key, iv) { return new Cipher(native.cipher(String(name), bytes(key), iv === null ? new Uint8Array(0) : bytes(iv), false), false); };
exports.createDecipheriv = function (name, key, iv) { return new Cipher(native.cipher(String(name), bytes(key), iv === null ? new Uint8Array(0) : bytes(iv), true), true); };
exports.createCipher = function (name, password) { return new Cipher(native.cipherOf(String(name), bytes(password), false), false); };
exports.createDecipher = function (name, password) { return new Cipher(native.cipherOf(String(name), bytes(password), true), true); };

function KeyObject(type, data) {
  this.type = type;
  Object.defineProperty(this, 'data', { value: data });
}
KeyObject.prototype.export = function (o) { return out(Buffer.from(this.data), o && o.format === 'pem' ? 'utf8' : undefined); };
Object.defineProperty(KeyObject.prototype, 'symmetricKeySize', { get: function () { return this.type === 'secret' ? this.data.length : undefined; } });
Object.defineProperty(KeyObject.prototype, 'asymmetricKeyType', { get: function () { return this.type === 'secret' ? undefined : native.keyType(this.data); } });
Object.defineProperty(KeyObject.prototype, 'asymmetricKeyDetails', { get: function () {
  if (this.type === 'secret') { return undefined; }
  var d = native.keyDetails(this.data);
  if (d.publicExponent !== undefined) { d.publicExponent = BigInt(d.publicExponent); }
  return d;
} });
exports.KeyObject = KeyObject;
function pem(key) { return key instanceof KeyObject ? key.data : bytes(key !== null && typeof key === 'object' && key.key !== undefined ? key.key instanceof KeyObject ? key.key.data : key.key : key); }
exports.createSecretKey = function (key, encoding) { return new KeyObject('secret', bytes(key, encoding)); };
exports.createPublicKey = function (key) { var data = pem(key); native.keyType(data); return new KeyObject('public', data); };
exports.createPrivateKey = function (key) { var data = pem(key); native.keyType(data, true); return new KeyObject('private', data); };

function Sign(name) {
  stream.Writable.call(this);
  this.name = name;
  this.parts = [];
}
util.inherits(Sign, stream.Writable);
Sign.prototype.update = function (data, encoding) { this.parts.push(Buffer.from(bytes(data, encoding))); return this; };
Sign.prototype._write = function (chunk, encoding, done) { this.update(chunk); done(); };
function scheme(key) { return key && key.padding === 6 ? 'pss' : key && key.dsaEncoding === 'ieee-p1363' ? 'p1363' : ''; }
Sign.prototype.sign = function (key, encoding) { return out(native.sign(this.name, Buffer.concat(this.parts), pem(key), scheme(key)), encoding); };
function Verify(name) { Sign.call(this, name); }
util.inherits(Verify, Sign);
Verify.prototype.verify = function (key, signature, encoding) { return native.verify(this.name, Buffer.concat(this.parts), pem(key), bytes(signature, encoding), scheme(key)); };
exports.Sign = Sign;
exports.Verify = Verify;
exports.createSign = function (name) { return new Sign(String(name)); };
exports.createVerify = function (name) { return new Verify(String(name)); };
exports.sign = function (name, data, key) { return new Sign(String(name)).update(data).sign(key); };
exports.verify = function (name, data, key, signature) { return new Verify(String(name)).update(data).verify(key, signature); };
function keyOptions(type, o) {
  o = o || {};
  return [String(type), o.modulusLength || 2048, String(o.namedCurve || '')];
}
function keyForm(pair, o) {
  o = o || {};
  var pub = o.publicKeyEncoding, priv = o.privateKeyEncoding;
  function form(kind, wish, as) {
    if (!wish) { return new KeyObject(kind, Buffer.from(pair[as])); }
    var name = as === 'private' && (wish.type === 'pkcs1' || wish.type === 'sec1') ? 'privateOld' : as === 'public' && wish.type === 'pkcs1' ? 'publicOld' : as;
    return wish.format === 'der' ? native.der(pair[name]) : pair[name];
  }
  return { publicKey: form('public', pub, 'public'), privateKey: form('private', priv, 'private') };
}
exports.generateKeyPairSync = function (type, o) { return keyForm(native.keyPair(keyOptions(type, o)), o); };
exports.generateKeyPair = function (type, o, done) {
  native.keyPairLater(keyOptions(type, o), function (err, pair) {
    if (err) { done(err); return; }
    pair = keyForm(pair, o);
    done(null, pair.publicKey, pair.privateKey);
  });
};
Object.defineProperty(exports.generateKeyPair, util.promisify.custom, { value: function (type, o) {
  return new Promise(function (resolve, reject) { exports.generateKeyPair(type, o, function (e, a, b) { if (e) { reject(e); } else { resolve({ publicKey: a, privateKey: b }); } }); });
} });
function rsaScheme(key) { return [key && key.padding || 4, String(key && key.oaepHash || 'sha1')]; }
exports.publicEncrypt = function (key, data) { return native.rsa('encrypt', pem(key), bytes(data), rsaScheme(key)); };
exports.privateDecrypt = function (key, data) { return native.rsa('decrypt', pem(key), bytes(data), rsaScheme(key)); };
exports.constants = { RSA_PKCS1_PADDING: 1, RSA_PKCS1_OAEP_PADDING: 4, RSA_PKCS1_PSS_PADDING: 6, RSA_PSS_SALTLEN_DIGEST: -1 };
['createDiffieHellman', 'createECDH'].forEach(function (name) {
  exports[name] = function () {
    var e = new Error('crypto.' + name + ' is not available in this version of framework');
    e.code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM';
    throw e;
  };
});
exports.getRandomValues = exports.randomFillSync;
exports.webcrypto = { getRandomValues: exports.randomFillSync, randomUUID: exports.randomUUID };
if (native.oldNames) { exports.createCredentials = function (options) { return require('tls').createSecureContext(options); }; }
