// crypto: what its scripts have, random values and settings.
var errors = require('errors'), check = require('validate'), native = require('cryptonative');

// internal are exports of those scripts for each other.
var internal = ['streamed', 'started', 'isCryptoKey', 'ofCryptoKey', 'secretKey', 'keyOf', 'stateOf', 'publicOf', 'write', 'secretBytes', 'forPublic', 'forPrivate'];
['cryptohash', 'cryptokeys', 'cryptocipher', 'cryptosign', 'cryptodh', 'x509'].forEach(function (name) {
  var part = require(name);
  Object.keys(part).forEach(function (k) {
    if (internal.indexOf(k) < 0) { Object.defineProperty(exports, k, { value: part[k], writable: true, configurable: true, enumerable: k !== 'createCipher' && k !== 'createDecipher' }); }
  });
});

exports.randomBytes = function randomBytes(size, done) {
  if (typeof size !== 'number') { throw errors.argument('size', 'of type number', size); }
  if (!(size >= 0 && size <= 2147483647)) { throw check.outOfRange('size', '>= 0 && <= 2147483647', size); }
  if (done !== undefined && !(done === null && native.oldNames)) { check.func(done, 'callback'); }
  var b = native.random(size);
  if (!done) { return b; }
  process.nextTick(function () { done(null, b); });
};
['pseudoRandomBytes', 'prng', 'rng'].forEach(function (name) { Object.defineProperty(exports, name, { value: exports.randomBytes, writable: true, configurable: true, enumerable: false }); });
function bounds(b, offset, size) {
  var element = b.BYTES_PER_ELEMENT || 1;
  if (offset === undefined) { offset = 0; } else {
    if (typeof offset !== 'number') { throw errors.argument('offset', 'of type number', offset); }
    if (!(offset * element >= 0 && offset * element <= Math.min(b.byteLength, 2147483647))) { throw check.outOfRange('offset', '>= 0 && <= ' + b.byteLength, offset * element); }
    offset *= element;
  }
  if (size === undefined) { size = b.byteLength - offset; } else {
    if (typeof size !== 'number') { throw errors.argument('size', 'of type number', size); }
    size *= element;
    if (!(size >= 0 && size <= 2147483647)) { throw check.outOfRange('size', '>= 0 && <= 2147483647', size); }
    if (size + offset > b.byteLength) { throw check.outOfRange('size + offset', '<= ' + b.byteLength, size + offset); }
  }
  return [offset, size];
}
function fillable(b) { if (!check.isBuffer(b)) { throw errors.argument('buf', 'an instance of ArrayBuffer or ArrayBufferView', b); } }
exports.randomFillSync = function randomFillSync(b, offset, size) {
  fillable(b);
  var at = bounds(b, offset, size);
  if (at[1]) { native.fill(check.view(b), at[0], at[0] + at[1]); }
  return b;
};
exports.randomFill = function randomFill(b, offset, size, done) {
  fillable(b);
  if (typeof offset === 'function') { done = offset; offset = size = undefined; } else if (typeof size === 'function') { done = size; size = undefined; } else { check.func(done, 'callback'); }
  exports.randomFillSync(b, offset, size);
  process.nextTick(function () { done(null, b); });
};
Object.defineProperty(exports.randomFillSync, 'length', { value: 1, configurable: true });
exports.randomUUID = function randomUUID(options) {
  if (options !== undefined) {
    check.object(options, 'options');
    if (options.disableEntropyCache !== undefined) { check.boolean(options.disableEntropyCache, 'options.disableEntropyCache'); }
  }
  return native.uuid();
};
exports.randomInt = function randomInt(min, max, done) {
  var one = max === undefined || typeof max === 'function';
  if (one) { done = max; max = min; min = 0; }
  if (done !== undefined) { check.func(done, 'callback'); }
  if (!Number.isSafeInteger(min)) { throw errors.argument('min', 'a safe integer', min); }
  if (!Number.isSafeInteger(max)) { throw errors.argument('max', 'a safe integer', max); }
  if (max <= min) { throw check.outOfRange('max', 'greater than the value of "min" (' + min + ')', max); }
  if (!(max - min <= 281474976710655)) { throw check.outOfRange(one ? 'max' : 'max - min', '<= 281474976710655', max - min); }
  var n = min + native.below(max - min);
  if (!done) { return n; }
  process.nextTick(function () { done(undefined, n); });
};
exports.timingSafeEqual = function (a, b) {
  function given(v, name) { if (!(v instanceof Uint8Array) && !check.isBuffer(v)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "' + name + '" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.'); } }
  given(a, 'buf1');
  given(b, 'buf2');
  if (a.byteLength !== b.byteLength) { throw errors.coded(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length'); }
  return a instanceof Uint8Array && b instanceof Uint8Array ? native.same(a, b) : native.same(check.view(a), check.view(b));
};
Object.defineProperty(exports.timingSafeEqual, 'name', { value: 'timingSafeEqual', configurable: true });
Object.defineProperty(exports.timingSafeEqual, 'length', { value: 0, configurable: true });

// There is no OpenSSL, and so no engines, no FIPS module and no heap of its own.
exports.setEngine = function setEngine(id, flags) {
  check.string(id, 'id');
  if (flags) { if (typeof flags !== 'number') { throw errors.argument('flags', 'of type number', flags); } }
  throw errors.coded(Error, 'ERR_CRYPTO_ENGINE_UNKNOWN', 'Engine "' + id + '" was not found');
};
exports.getFips = function getFips() { return 0; };
exports.setFips = function setFips(on) {
  if (on) { throw errors.coded(Error, 'ERR_CRYPTO_FIPS_UNAVAILABLE', 'Cannot set FIPS mode in a non-FIPS build.'); }
};
Object.defineProperty(exports, 'fips', { configurable: false, enumerable: false, get: exports.getFips, set: exports.setFips });
exports.secureHeapUsed = function secureHeapUsed() { return { total: 0, used: 0, utilization: 0, min: 0 }; };

var options = Object.assign(Object.create(null), {
  OPENSSL_VERSION_NUMBER: 805306672, SSL_OP_ALL: 2147485776, SSL_OP_ALLOW_NO_DHE_KEX: 1024, SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION: 262144,
  SSL_OP_CIPHER_SERVER_PREFERENCE: 4194304, SSL_OP_CISCO_ANYCONNECT: 32768, SSL_OP_COOKIE_EXCHANGE: 8192, SSL_OP_CRYPTOPRO_TLSEXT_BUG: 2147483648,
  SSL_OP_DONT_INSERT_EMPTY_FRAGMENTS: 2048, SSL_OP_LEGACY_SERVER_CONNECT: 4, SSL_OP_NO_COMPRESSION: 131072, SSL_OP_NO_ENCRYPT_THEN_MAC: 524288,
  SSL_OP_NO_QUERY_MTU: 4096, SSL_OP_NO_RENEGOTIATION: 1073741824, SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION: 65536, SSL_OP_NO_SSLv2: 0,
  SSL_OP_NO_SSLv3: 33554432, SSL_OP_NO_TICKET: 16384, SSL_OP_NO_TLSv1: 67108864, SSL_OP_NO_TLSv1_1: 268435456, SSL_OP_NO_TLSv1_2: 134217728,
  SSL_OP_NO_TLSv1_3: 536870912, SSL_OP_PRIORITIZE_CHACHA: 2097152, SSL_OP_TLS_ROLLBACK_BUG: 8388608,
  ENGINE_METHOD_RSA: 1, ENGINE_METHOD_DSA: 2, ENGINE_METHOD_DH: 4, ENGINE_METHOD_RAND: 8, ENGINE_METHOD_EC: 2048, ENGINE_METHOD_CIPHERS: 64,
  ENGINE_METHOD_DIGESTS: 128, ENGINE_METHOD_PKEY_METHS: 512, ENGINE_METHOD_PKEY_ASN1_METHS: 1024, ENGINE_METHOD_ALL: 65535, ENGINE_METHOD_NONE: 0,
  DH_CHECK_P_NOT_SAFE_PRIME: 2, DH_CHECK_P_NOT_PRIME: 1, DH_UNABLE_TO_CHECK_GENERATOR: 4, DH_NOT_SUITABLE_GENERATOR: 8,
  RSA_PKCS1_PADDING: 1, RSA_NO_PADDING: 3, RSA_PKCS1_OAEP_PADDING: 4, RSA_X931_PADDING: 5, RSA_PKCS1_PSS_PADDING: 6,
  RSA_PSS_SALTLEN_DIGEST: -1, RSA_PSS_SALTLEN_MAX_SIGN: -2, RSA_PSS_SALTLEN_AUTO: -2
});
var suites = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:' +
  'ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA256:' +
  'ECDHE-RSA-AES256-SHA384:DHE-RSA-AES256-SHA384:ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:!PSK:!SRP:!CAMELLIA';
Object.assign(options, {
  defaultCoreCipherList: suites, TLS1_VERSION: 769, TLS1_1_VERSION: 770, TLS1_2_VERSION: 771, TLS1_3_VERSION: 772,
  POINT_CONVERSION_COMPRESSED: 2, POINT_CONVERSION_UNCOMPRESSED: 4, POINT_CONVERSION_HYBRID: 6, defaultCipherList: suites
});
exports.constants = options;
['webcrypto', 'subtle'].forEach(function (name) {
  Object.defineProperty(exports, name, { configurable: false, enumerable: true, get: function () { var c = require('webcrypto').crypto; return name === 'subtle' ? c.subtle : c; }, set: undefined });
});
exports.getRandomValues = function getRandomValues(array) { return require('webcrypto').crypto.getRandomValues(array); };
if (native.oldNames) { exports.createCredentials = function (options) { return require('tls').createSecureContext(options); }; }
