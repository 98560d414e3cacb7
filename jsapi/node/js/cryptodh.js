// cryptodh: Diffie-Hellman, also on curves, and primes.
var errors = require('errors'), check = require('validate'), keys = require('cryptokeys'), native = require('cryptonative');

function state(self, members) { Object.defineProperty(self, 'state', { value: members }); }
function none(message) { return errors.coded(Error, 'ERR_CRYPTO_INVALID_STATE', message); }
function operation(message) { return errors.coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', message); }
function number(n) {
  var b = [];
  do { b.unshift(n & 255); n = n >>> 8; } while (n > 0);
  return Buffer.from(b);
}

function DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
  if (!(this instanceof DiffieHellman)) { return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding); }
  if (typeof sizeOrKey !== 'number' && typeof sizeOrKey !== 'string' && !check.isBuffer(sizeOrKey)) { throw errors.argument('sizeOrKey', 'one of type number or string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView', sizeOrKey); }
  if (typeof sizeOrKey === 'number') { check.int32(sizeOrKey, 'sizeOrKey'); }
  if (keyEncoding && !Buffer.isEncoding(keyEncoding) && keyEncoding !== 'buffer') { genEncoding = generator; generator = keyEncoding; keyEncoding = false; }
  if (typeof sizeOrKey !== 'number') { sizeOrKey = Buffer.from(check.view(sizeOrKey, 'sizeOrKey', keyEncoding || 'buffer')); }
  if (!generator) { generator = 2; } else if (typeof generator === 'number') { check.int32(generator, 'generator'); } else if (typeof generator === 'string') { generator = Buffer.from(check.view(generator, 'generator', genEncoding)); } else if (!check.isBuffer(generator)) { throw errors.argument('generator', 'one of type number or string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView', generator); }
  if (typeof generator === 'number') {
    if (generator < 2) { throw bad('Diffie-Hellman routines', 'bad generator', '02800065', 'ERR_OSSL_DH_BAD_GENERATOR'); }
    generator = number(generator);
  } else {
    generator = Buffer.from(check.view(generator));
    if (!generator.length || generator.length === 1 && generator[0] < 2) { throw bad('Diffie-Hellman routines', 'bad generator', '02800065', 'ERR_OSSL_DH_BAD_GENERATOR'); }
  }
  var prime = sizeOrKey;
  if (typeof prime === 'number') {
    if (prime < 2) { throw bad('Diffie-Hellman routines', 'modulus too small', '0280007E', 'ERR_OSSL_DH_MODULUS_TOO_SMALL'); }
    prime = native.prime(prime, true);
  }
  set(this, prime, generator);
}
function bad(library, reason, code, name) { return Object.assign(new Error('error:' + code + ':' + library + '::' + reason), { library: library, reason: reason, code: name }); }
// bare leaves out leading zeros.
function bare(b) {
  var zeros = 0;
  while (zeros < b.length - 1 && b[zeros] === 0) { zeros++; }
  return b.subarray(zeros);
}
function set(self, prime, generator) {
  prime = bare(prime);
  state(self, { prime: prime, generator: generator, public: null, private: null });
  Object.defineProperty(self, 'verifyError', { value: native.groupCheck(prime, generator), enumerable: true });
}
function DiffieHellmanGroup(name) {
  if (!(this instanceof DiffieHellmanGroup)) { return new DiffieHellmanGroup(name); }
  if (typeof name !== 'string') { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'Group name must be a string'); }
  var prime = native.groupNamed(String(name).toLowerCase());
  if (prime === undefined) { throw errors.coded(Error, 'ERR_CRYPTO_UNKNOWN_DH_GROUP', 'Unknown DH group'); }
  set(this, prime, Buffer.from([2]));
}
// padded gives a number the length of the prime, as OpenSSL does.
function padded(b, n) { return b.length < n ? Buffer.concat([Buffer.alloc(n - b.length), b]) : b; }
var methods = {
  generateKeys: function generateKeys(encoding) {
    var s = this.state;
    if (!s.private) { s.private = native.groupSecret(s.prime, s.generator); }
    s.public = native.groupPublic(s.prime, s.generator, s.private);
    return check.out(padded(s.public, s.prime.length), encoding);
  },
  computeSecret: function computeSecret(other, from, to) {
    var s = this.state;
    other = Buffer.from(check.view(other, 'otherPublicKey', from));
    if (!s.private) { throw bad('Diffie-Hellman routines', 'no private value', '02800064', 'ERR_OSSL_DH_NO_PRIVATE_VALUE'); }
    var short = s.prime.length;
    other = bare(other);
    if (other.length === 0 || other.length === 1 && other[0] < 2) { throw errors.coded(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too small'); }
    var limit = Buffer.from(s.prime);
    limit[limit.length - 1] -= 1;
    if (other.length > short || Buffer.compare(padded(other, short), limit) >= 0) { throw errors.coded(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too large'); }
    return check.out(native.groupAgree(s.prime, s.generator, s.private, other), to);
  },
  getPrime: function getPrime(encoding) { return check.out(Buffer.from(this.state.prime), encoding); },
  getGenerator: function getGenerator(encoding) { return check.out(Buffer.from(this.state.generator), encoding); },
  getPublicKey: function getPublicKey(encoding) {
    if (!this.state.public) { throw none('No public key - did you forget to generate one?'); }
    return check.out(padded(this.state.public, this.state.prime.length), encoding);
  },
  getPrivateKey: function getPrivateKey(encoding) {
    if (!this.state.private) { throw none('No private key - did you forget to generate one?'); }
    return check.out(Buffer.from(this.state.private), encoding);
  }
};
Object.assign(DiffieHellman.prototype, methods);
Object.assign(DiffieHellmanGroup.prototype, methods);
DiffieHellman.prototype.setPublicKey = function setPublicKey(key, encoding) {
  this.state.public = Buffer.from(check.view(key, 'key', encoding));
  return this;
};
DiffieHellman.prototype.setPrivateKey = function setPrivateKey(key, encoding) {
  this.state.private = Buffer.from(check.view(key, 'key', encoding));
  return this;
};
exports.DiffieHellman = DiffieHellman;
exports.DiffieHellmanGroup = DiffieHellmanGroup;
exports.createDiffieHellman = function createDiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) { return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding); };
exports.createDiffieHellmanGroup = function createDiffieHellmanGroup(name) { return new DiffieHellmanGroup(name); };
exports.getDiffieHellman = exports.createDiffieHellmanGroup;

function ECDH(curve) {
  if (!(this instanceof ECDH)) { return new ECDH(curve); }
  check.string(curve, 'curve');
  native.curveKnown(curve);
  state(this, { curve: curve, private: null, public: null });
}
function invalidPair() { return errors.coded(RangeError, 'ERR_CRYPTO_INVALID_KEYPAIR', 'Invalid key pair'); }
ECDH.prototype.computeSecret = function computeSecret(other, from, to) {
  var s = this.state;
  other = check.view(other, 'key', from);
  if (!s.private || !s.public) { throw invalidPair(); }
  if (native.curvePoint(s.curve, other) === undefined) { throw errors.coded(Error, 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY', 'Public key is not valid for specified curve'); }
  var b = native.curveAgree(s.curve, s.private, other);
  if (b === undefined) { throw errors.coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to compute ECDH key'); }
  return check.out(b, to);
};
ECDH.prototype.setPrivateKey = function setPrivateKey(key, encoding) {
  var s = this.state, b = Buffer.from(check.view(key, 'key', encoding)), point = native.curvePublic(s.curve, b);
  if (point === undefined) { throw errors.coded(RangeError, 'ERR_CRYPTO_INVALID_KEYTYPE', 'Private key is not valid for specified curve.'); }
  s.private = bare(b);
  s.public = point;
  return this;
};
ECDH.prototype.setPublicKey = function setPublicKey(key, encoding) {
  var point = native.curvePoint(this.state.curve, check.view(key, 'key', encoding));
  if (point === undefined) { throw errors.coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to convert Buffer to EC_POINT'); }
  this.state.public = point;
  return this;
};
ECDH.prototype.getPrivateKey = function getPrivateKey(encoding) {
  if (!this.state.private) { throw operation('Failed to get ECDH private key'); }
  return check.out(Buffer.from(this.state.private), encoding);
};
ECDH.prototype.generateKeys = function generateKeys(encoding, form) {
  var s = this.state;
  s.private = bare(native.curveMake(s.curve));
  s.public = native.curvePublic(s.curve, s.private);
  return this.getPublicKey(encoding, form);
};
function formOf(form) {
  if (form === undefined || form === null || form === 'uncompressed') { return 'uncompressed'; }
  if (form !== 'compressed' && form !== 'hybrid') { throw errors.coded(TypeError, 'ERR_CRYPTO_ECDH_INVALID_FORMAT', 'Invalid ECDH format: ' + form); }
  return form;
}
ECDH.prototype.getPublicKey = function getPublicKey(encoding, form) {
  form = formOf(form);
  if (!this.state.public) { throw operation('Failed to get ECDH public key'); }
  return check.out(native.curvePoint(this.state.curve, this.state.public, form), encoding);
};
ECDH.convertKey = function convertKey(key, curve, from, to, form) {
  check.string(curve, 'curve');
  var b = check.view(key, 'key', from);
  if (b.length === 0) { return check.out(Buffer.alloc(0), to); }
  form = formOf(form);
  native.curveKnown(curve);
  var point = native.curvePoint(curve, b, form);
  if (point === undefined) {
    if (b.length === 1 && b[0] === 0) { return check.out(Buffer.from([0]), to); }
    throw errors.coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to convert Buffer to EC_POINT');
  }
  return check.out(point, to);
};
exports.ECDH = ECDH;
exports.createECDH = function createECDH(curve) { return new ECDH(curve); };
exports.getCurves = function getCurves() { return native.curves(); };
exports.diffieHellman = function diffieHellman(options) {
  check.object(options, 'options');
  var a = options.privateKey, b = options.publicKey;
  if (!(a instanceof keys.KeyObject)) { throw check.invalidValue('options.privateKey', a); }
  if (!(b instanceof keys.KeyObject)) { throw check.invalidValue('options.publicKey', b); }
  if (a.type !== 'private') { throw errors.coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type ' + a.type + ', expected private.'); }
  if (b.type !== 'public' && b.type !== 'private') { throw errors.coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type ' + b.type + ', expected private or public.'); }
  var x = a.asymmetricKeyType, y = b.asymmetricKeyType;
  if (x !== y || ['dh', 'ec', 'x448', 'x25519'].indexOf(x) < 0) { throw errors.coded(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY', 'Incompatible key types for Diffie-Hellman: ' + x + ' and ' + y); }
  return native.agree(keys.stateOf(a).key, keys.stateOf(b).key);
};

// Primes.
function big(v, name) {
  if (typeof v !== 'bigint') {
    if (!check.isBuffer(v)) { throw errors.argument(name, 'of type bigint or an instance of ArrayBuffer, TypedArray, Buffer, or DataView', v); }
    return check.view(v);
  }
  if (v < 0) { throw check.outOfRange(name, '>= 0', v); }
  var hex = v.toString(16);
  return Buffer.from(hex.length % 2 ? '0' + hex : hex, 'hex');
}
function prime(size, o) {
  check.int32(size, 'size', 1);
  check.object(o, 'options');
  if (o.safe !== undefined) { check.boolean(o.safe, 'options.safe'); }
  if (o.bigint !== undefined) { check.boolean(o.bigint, 'options.bigint'); }
  var add = o.add === undefined ? undefined : big(o.add, 'options.add'), rem = o.rem === undefined ? undefined : big(o.rem, 'options.rem');
  return [size, !!o.safe, add, rem];
}
function primeOut(b, o) { return o.bigint ? BigInt('0x' + (b.toString('hex') || '0')) : b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength); }
exports.generatePrimeSync = function generatePrimeSync(size, options) {
  if (options === undefined) { options = {}; }
  return primeOut(native.prime.apply(null, prime(size, options)), options);
};
exports.generatePrime = function generatePrime(size, options, done) {
  if (typeof options === 'function') { done = options; options = {}; }
  check.func(done, 'callback');
  native.primeLater.apply(null, prime(size, options).concat([function (err, b) { if (err) { done(err); } else { done(null, primeOut(b, options)); } }]));
};
function candidate(v, o) {
  var b = typeof v === 'bigint' ? big(v, 'candidate') : v;
  if (!check.isBuffer(b)) { throw errors.argument('candidate', 'of type bigint or an instance of ArrayBuffer, TypedArray, Buffer, or DataView', v); }
  check.object(o, 'options');
  var checks = o.checks === undefined ? 0 : o.checks;
  check.int32(checks, 'options.checks', 0);
  return [check.view(b), checks];
}
exports.checkPrimeSync = function checkPrimeSync(v, options) { return native.isPrime.apply(null, candidate(v, options === undefined ? {} : options)); };
exports.checkPrime = function checkPrime(v, options, done) {
  if (typeof options === 'function') { done = options; options = {}; }
  check.func(done, 'callback');
  native.isPrimeLater.apply(null, candidate(v, options).concat([done]));
};
['generatePrimeSync', 'checkPrimeSync', 'checkPrime'].forEach(function (name) { Object.defineProperty(exports[name], 'length', { value: 1, configurable: true }); });
