// cryptocipher: ciphers with secret keys.
var errors = require('errors'), check = require('validate'), keys = require('cryptokeys'), hash = require('cryptohash'), native = require('cryptonative');

function invalidState(name) { return errors.coded(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state for operation ' + name); }
function size(o, name, min) {
  var v = o && o[name];
  if (v === undefined || v === null) { return -1; }
  if (typeof v !== 'number' || v >>> 0 !== v) { throw check.invalidValue('options.' + name, v); }
  return v;
}
// begin is the constructor of all ciphers.
function begin(self, decrypts, name, key, iv, o) {
  check.string(name, 'cipher');
  key = keys.secretBytes(key, o && o.encoding);
  iv = iv === null ? null : check.view(iv, 'iv', 'utf8');
  start(self, o, native.cipher(name, key, iv, decrypts, size(o, 'authTagLength')));
}
function beginOld(self, decrypts, name, password, o) {
  check.string(name, 'cipher');
  password = check.view(password, 'password', 'utf8');
  start(self, o, native.cipherOf(name, password, decrypts, size(o, 'authTagLength')));
}
function start(self, o, state) {
  hash.started(self, o, state);
  Object.defineProperty(self, '_decoder', { value: null, writable: true });
}
function decoded(self, encoding, b, last) {
  if (!encoding || encoding === 'buffer') { return b; }
  if (!self._decoder) { self._decoder = new (require('string_decoder').StringDecoder)(encoding); }
  return last ? self._decoder.end(b) : self._decoder.write(b);
}
function update(data, from, to) { return decoded(this, to, native.cipherUpdate(this.state, check.data(data, from)), false); }
function final(encoding) { return decoded(this, encoding, native.cipherFinal(this.state), true); }
function setAutoPadding(on) {
  if (!native.cipherPadding(this.state, on === undefined ? true : !!on)) { throw invalidState('setAutoPadding'); }
  return this;
}
function setAAD(data, o) {
  var length = size(o, 'plaintextLength');
  if (!native.cipherData(this.state, check.view(data, 'aadbuf', o && o.encoding), length)) { throw invalidState('setAAD'); }
  return this;
}
function getAuthTag() {
  var tag = native.cipherTag(this.state);
  if (tag === undefined) { throw invalidState('getAuthTag'); }
  return tag;
}
function setAuthTag(tag, encoding) {
  if (!native.cipherSetTag(this.state, check.view(tag, 'buffer', encoding))) { throw invalidState('setAuthTag'); }
  return this;
}
function define(Type, decrypts) {
  hash.streamed(Type, 'final');
  Object.assign(Type.prototype, { update: update, final: final, setAutoPadding: setAutoPadding });
  if (decrypts) { Type.prototype.setAuthTag = setAuthTag; } else { Type.prototype.getAuthTag = getAuthTag; }
  Type.prototype.setAAD = setAAD;
  exports[Type.name] = Type;
}
function Cipher(cipher, password, options) {
  if (!(this instanceof Cipher)) { return new Cipher(cipher, password, options); }
  beginOld(this, false, cipher, password, options);
}
function Cipheriv(cipher, key, iv, options) {
  if (!(this instanceof Cipheriv)) { return new Cipheriv(cipher, key, iv, options); }
  begin(this, false, cipher, key, iv, options);
}
function Decipher(cipher, password, options) {
  if (!(this instanceof Decipher)) { return new Decipher(cipher, password, options); }
  beginOld(this, true, cipher, password, options);
}
function Decipheriv(cipher, key, iv, options) {
  if (!(this instanceof Decipheriv)) { return new Decipheriv(cipher, key, iv, options); }
  begin(this, true, cipher, key, iv, options);
}
define(Cipher, false);
define(Cipheriv, false);
define(Decipher, true);
define(Decipheriv, true);
exports.createCipheriv = function createCipheriv(cipher, key, iv, options) { return new Cipheriv(cipher, key, iv, options); };
exports.createDecipheriv = function createDecipheriv(cipher, key, iv, options) { return new Decipheriv(cipher, key, iv, options); };
exports.createCipher = function createCipher(cipher, password, options) { return new Cipher(cipher, password, options); };
exports.createDecipher = function createDecipher(cipher, password, options) { return new Decipher(cipher, password, options); };
exports.getCiphers = function getCiphers() { return native.ciphers(); };
exports.getCipherInfo = function getCipherInfo(nameOrNid, options) {
  if (typeof nameOrNid !== 'string' && typeof nameOrNid !== 'number') { throw errors.argument('nameOrNid', 'one of type string or number', nameOrNid); }
  if (typeof nameOrNid === 'number') { check.int32(nameOrNid, 'nameOrNid'); }
  var key = -1, iv = -1;
  if (options !== undefined) {
    check.object(options, 'options');
    if (options.keyLength !== undefined) { check.int32(options.keyLength, 'options.keyLength'); key = options.keyLength; if (key < 0) { return undefined; } }
    if (options.ivLength !== undefined) { check.int32(options.ivLength, 'options.ivLength'); iv = options.ivLength; if (iv < 0) { return undefined; } }
  }
  return native.cipherInfo(nameOrNid, key, iv);
};

// Encryption with RSA keys.
function rsa(how, isPublic, usual) {
  return function (key, buffer) {
    var k = isPublic ? keys.forPublic(key) : keys.forPrivate(key), o = key !== null && typeof key === 'object' ? key : {}, label = o.oaepLabel;
    var padding = o.padding || usual, digest = o.oaepHash;
    if (digest !== undefined) { check.string(digest, 'key.oaepHash'); }
    if (digest !== undefined && native.hashName(digest) === undefined) { throw errors.coded(Error, 'ERR_OSSL_EVP_INVALID_DIGEST', 'Invalid digest used'); }
    if (label !== undefined) { label = check.view(label, 'key.oaepLabel', o.encoding); }
    var data = check.view(buffer, 'buffer', o.encoding);
    return native.rsa(how, keys.stateOf(k).key, data, padding, digest === undefined ? 'sha1' : digest, label);
  };
}
exports.publicEncrypt = rsa('encrypt', true, 4);
exports.privateDecrypt = rsa('decrypt', false, 4);
exports.privateEncrypt = rsa('encryptPrivate', false, 1);
exports.publicDecrypt = rsa('decryptPublic', true, 1);
