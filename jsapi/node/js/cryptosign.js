// cryptosign: signatures.
var stream = require('stream'), util = require('util'), errors = require('errors'), check = require('validate'), keys = require('cryptokeys'), native = require('cryptonative');

function known(name) {
  if (native.hashName(name) === undefined) { throw errors.coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', 'Invalid digest'); }
}
function begin(self, algorithm, options) {
  check.string(algorithm, 'algorithm');
  known(algorithm);
  stream.Writable.call(self, options);
  Object.defineProperty(self, '_name', { value: algorithm });
  Object.defineProperty(self, '_parts', { value: [] });
}
function Sign(algorithm, options) {
  if (!(this instanceof Sign)) { return new Sign(algorithm, options); }
  begin(this, algorithm, options);
}
util.inherits(Sign, stream.Writable);
Sign.prototype._write = function _write(chunk, encoding, done) { this.update(chunk, encoding); done(); };
Sign.prototype.update = function update(data, encoding) {
  this._parts.push(Buffer.from(check.data(data, encoding)));
  return this;
};
function option(o, name) {
  var v = o !== null && typeof o === 'object' ? o[name] : undefined;
  if (v === undefined) { return undefined; }
  if (v !== v >> 0) { throw check.invalidValue('options.' + name, v); }
  return v;
}
// paddingOf is 0 where no padding is given, and one that does not exist for 0.
function paddingOf(n) { return n === undefined ? 0 : n || -1; }
function plain(o) {
  var e = o !== null && typeof o === 'object' ? o.dsaEncoding : undefined;
  if (e === undefined || e === 'der') { return false; }
  if (e === 'ieee-p1363') { return true; }
  throw check.invalidValue('options.dsaEncoding', e);
}
function noKey() { return errors.coded(Error, 'ERR_CRYPTO_SIGN_KEY_REQUIRED', 'No key provided to sign'); }
// whole refuses keys that sign messages, not digests.
function whole(k) {
  if (/^ed/.test(k.asymmetricKeyType)) { throw errors.coded(Error, 'ERR_CRYPTO_UNSUPPORTED_OPERATION', 'Unsupported crypto operation'); }
}
Sign.prototype.sign = function sign(options, encoding) {
  if (!options) { throw noKey(); }
  var k = keys.forPrivate(options), padding = option(options, 'padding'), salt = option(options, 'saltLength');
  whole(k);
  return check.out(native.sign(this._name, Buffer.concat(this._parts), keys.stateOf(k).key, paddingOf(padding), salt, plain(options)), encoding);
};
function Verify(algorithm, options) {
  if (!(this instanceof Verify)) { return new Verify(algorithm, options); }
  begin(this, algorithm, options);
}
util.inherits(Verify, stream.Writable);
Verify.prototype._write = Sign.prototype._write;
Verify.prototype.update = Sign.prototype.update;
Verify.prototype.verify = function verify(options, signature, encoding) {
  var k = keys.forPublic(options), padding = option(options, 'padding'), salt = option(options, 'saltLength'), isPlain = plain(options);
  signature = check.view(signature, 'signature', encoding);
  whole(k);
  return native.verify(this._name, Buffer.concat(this._parts), keys.stateOf(k).key, signature, paddingOf(padding), salt, isPlain);
};
exports.Sign = Sign;
exports.Verify = Verify;
exports.createSign = function createSign(algorithm, options) { return new Sign(algorithm, options); };
exports.createVerify = function createVerify(algorithm, options) { return new Verify(algorithm, options); };

exports.sign = function sign(algorithm, data, key, done) {
  if (algorithm !== null && algorithm !== undefined) { check.string(algorithm, 'algorithm'); }
  if (done !== undefined) { check.func(done, 'callback'); }
  data = check.view(data, 'data');
  if (!key) { throw noKey(); }
  var padding = option(key, 'padding'), salt = option(key, 'saltLength'), isPlain = plain(key), k = keys.forPrivate(key);
  if (!done) { return native.sign(algorithm, data, keys.stateOf(k).key, paddingOf(padding), salt, isPlain); }
  native.signLater(algorithm, data, keys.stateOf(k).key, paddingOf(padding), salt, isPlain, false, done);
};
exports.verify = function verify(algorithm, data, key, signature, done) {
  if (algorithm !== null && algorithm !== undefined) { check.string(algorithm, 'algorithm'); }
  if (done !== undefined) { check.func(done, 'callback'); }
  if (!check.isBuffer(data)) { throw errors.argument('data', 'an instance of Buffer, TypedArray, or DataView', data); }
  var padding = option(key, 'padding'), salt = option(key, 'saltLength'), isPlain = plain(key);
  if (!check.isBuffer(signature)) { throw errors.argument('signature', 'an instance of Buffer, TypedArray, or DataView', signature); }
  var k = keys.forPublic(key);
  if (!done) { return native.verify(algorithm, check.view(data), keys.stateOf(k).key, check.view(signature), paddingOf(padding), salt, isPlain); }
  native.verifyLater(algorithm, check.view(data), keys.stateOf(k).key, check.view(signature), paddingOf(padding), salt, isPlain, done);
};
