// cryptohash: digests, and keys that are derived by them.
var stream = require('stream'), util = require('util'), errors = require('errors'), check = require('validate'), keys = require('cryptokeys'), native = require('cryptonative');

// streamed makes a class usable as a stream: update for each chunk, and a last piece. What a stream
// keeps is made when it is asked for first, as in Node: most objects of these classes are updated only.
var begun = Symbol('begun'), parts = Object.keys(new stream.Transform());
function begin(self) {
  if (self[begun] !== false) { return; } // it is one already, becomes one, or is a prototype
  self[begun] = true;
  stream.Transform.call(self, self._options);
}
exports.streamed = function (Type, last) {
  util.inherits(Type, stream.Transform);
  parts.forEach(function (name) {
    Object.defineProperty(Type.prototype, name, {
      configurable: true,
      get: function () {
        begin(this);
        return Object.prototype.hasOwnProperty.call(this, name) ? this[name] : Reflect.get(stream.Transform.prototype, name, this);
      },
      set: function (v) {
        begin(this);
        Object.defineProperty(this, name, { value: v, writable: true, enumerable: true, configurable: true });
      }
    });
  });
  Type.prototype._transform = function (chunk, encoding, done) {
    var piece;
    try { piece = this.update(chunk, encoding); } catch (e) { done(e); return; }
    done(null, piece === this ? undefined : piece);
  };
  Type.prototype._flush = function (done) {
    var piece;
    try { piece = this[last](); } catch (e) { done(e); return; }
    done(null, piece);
  };
};
// started makes an object of such a class one that is not yet a stream.
exports.started = function (self, options, state) {
  self._options = options;
  Object.defineProperties(self, { state: { value: state, writable: true }, [begun]: { value: false, writable: true } });
};
function finalized() { return errors.coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called'); }

function Hash(algorithm, options) {
  if (!(this instanceof Hash)) { return new Hash(algorithm, options); }
  var from = algorithm instanceof Hash ? algorithm : null, length;
  if (!from) { check.string(algorithm, 'algorithm'); }
  if (typeof options === 'object' && options !== null) { length = options.outputLength; }
  if (length !== undefined) { check.uint32(length, 'options.outputLength'); }
  var state = from ? native.copy(from.state, length) : native.hash(algorithm, length);
  exports.started(this, options, state);
}
exports.streamed(Hash, 'digest');
Hash.prototype.copy = function copy(options) {
  if (!this.state) { throw finalized(); }
  return new Hash(this, options);
};
Hash.prototype.update = function update(data, encoding) {
  if (!this.state) { throw finalized(); }
  native.update(this.state, check.data(data, encoding));
  return this;
};
Hash.prototype.digest = function digest(encoding) {
  if (!this.state) { throw finalized(); }
  var b = native.digest(this.state);
  this.state = null;
  return check.out(b, encoding);
};
exports.Hash = Hash;
exports.createHash = function createHash(algorithm, options) { return new Hash(algorithm, options); };

function Hmac(hmac, key, options) {
  if (!(this instanceof Hmac)) { return new Hmac(hmac, key, options); }
  check.string(hmac, 'hmac');
  var secret = keys.secretBytes(key, options && options.encoding);
  exports.started(this, options, native.hmac(hmac, secret));
}
exports.streamed(Hmac, 'digest');
Hmac.prototype.update = Hash.prototype.update;
Hmac.prototype.digest = function digest(encoding) {
  if (!this.state) { return check.out(Buffer.from(''), encoding); }
  return Hash.prototype.digest.call(this, encoding);
};
exports.Hmac = Hmac;
exports.createHmac = function createHmac(hmac, key, options) { return new Hmac(hmac, key, options); };
Object.defineProperty(exports, 'hash', { enumerable: true, writable: true, configurable: true, value: hash });
function hash(algorithm, input, encoding) {
  check.string(algorithm, 'algorithm');
  if (typeof input !== 'string' && !ArrayBuffer.isView(input)) { throw errors.argument('input', 'of type string or an instance of Buffer, TypedArray, or DataView', input); }
  if (encoding !== undefined) { check.string(encoding, 'outputEncoding'); }
  return new Hash(algorithm).update(input).digest(encoding || 'hex');
}
Object.defineProperty(hash, 'length', { value: 2, configurable: true });
exports.getHashes = function getHashes() { return native.hashes(); };

// derived defines a function that derives a key, and the one of the same name with Sync.
// read checks the arguments and returns those of the native function.
function derived(name, read, convert) {
  exports[name + 'Sync'] = function () { return convert(native[name].apply(null, read(arguments))); };
  exports[name] = function () {
    var args = Array.prototype.slice.call(arguments), done = args[args.length - 1];
    if (name === 'pbkdf2' && typeof args[4] === 'function') { done = args[4]; args[4] = undefined; }
    if (name === 'scrypt' && typeof args[3] === 'function') { done = args[3]; args[3] = undefined; }
    var given = read(args);
    check.func(done, 'callback');
    native[name + 'Later'].apply(null, given.concat([function (err, b) { if (err) { done(err); } else { done(null, convert(b)); } }]));
  };
  [exports[name], exports[name + 'Sync']].forEach(function (fn, i) {
    Object.defineProperty(fn, 'name', { value: name + (i ? 'Sync' : ''), configurable: true });
    Object.defineProperty(fn, 'length', { value: { pbkdf2: [6, 5], scrypt: [4, 3], hkdf: [6, 5] }[name][i], configurable: true });
  });
}
function buffered(b) { return b; }
derived('pbkdf2', function (a) {
  check.string(a[4], 'digest');
  var password = check.view(a[0], 'password', 'utf8'), salt = check.view(a[1], 'salt', 'utf8');
  check.int32(a[2], 'iterations', 1);
  check.int32(a[3], 'keylen', 0);
  return [password, salt, a[2], a[3], a[4]];
}, buffered);
derived('scrypt', function (a) {
  var o = a[3], list = { N: 16384, r: 8, p: 1, maxmem: 33554432 };
  function option(into, name, twin) {
    var v = o[name];
    if (v !== undefined) { if (into === 'maxmem') { check.integer(v, name, 0); } else { check.uint32(v, name); } list[into] = v; }
    if (twin && o[twin] !== undefined) {
      if (v !== undefined) { throw errors.coded(Error, 'ERR_CRYPTO_SCRYPT_INVALID_PARAMETER', 'Invalid scrypt parameter'); }
      check.uint32(o[twin], twin);
      list[into] = o[twin];
    }
  }
  if (o !== undefined && o !== null && typeof o === 'object') {
    option('N', 'N', 'cost');
    option('r', 'r', 'blockSize');
    option('p', 'p', 'parallelization');
    option('maxmem', 'maxmem');
    var usual = { N: 16384, r: 8, p: 1, maxmem: 33554432 };
    Object.keys(usual).forEach(function (k) { if (list[k] === 0) { list[k] = usual[k]; } });
  }
  var password = check.view(a[0], 'password', 'utf8'), salt = check.view(a[1], 'salt', 'utf8');
  check.int32(a[2], 'keylen', 0);
  return [password, salt, list.N, list.r, list.p, a[2], list.maxmem];
}, buffered);
derived('hkdf', function (a) {
  check.string(a[0], 'digest');
  var key = a[1] instanceof keys.KeyObject || keys.isCryptoKey(a[1]) ? keys.secretBytes(a[1]) : typeof a[1] === 'string' || check.isBuffer(a[1]) ? check.view(a[1], 'ikm', 'utf8') : null;
  if (!key) { throw errors.argument('ikm', 'of type string or an instance of SecretKeyObject, ArrayBuffer, TypedArray, DataView, or Buffer', a[1]); }
  ['salt', 'info'].forEach(function (name, i) {
    var v = a[i + 2];
    if (typeof v !== 'string' && !check.isBuffer(v)) { throw errors.argument(name, 'of type string or an instance of ArrayBuffer, TypedArray, DataView, or Buffer', v); }
  });
  var salt = check.view(a[2], 'salt', 'utf8'), info = check.view(a[3], 'info', 'utf8');
  check.integer(a[4], 'length', 0, 4294967296);
  if (info.byteLength > 1024) { throw errors.coded(RangeError, 'ERR_OUT_OF_RANGE', 'The value of "info" is out of range. It must be must not contain more than 1024 bytes. Received ' + info.byteLength); }
  return [a[0], key, salt, info, a[4]];
}, function (b) { return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength); });
