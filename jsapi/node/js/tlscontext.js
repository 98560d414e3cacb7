// tlscontext: what connections of TLS are made with: keys, certificates, versions and ciphers, checked when a context is made.
var errors = require('errors'), validate = require('validate'), failure = require('opensslerror'), ciphersOf = require('tlsciphers'), constants = require('crypto').constants;

var versions = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'], older = [constants.SSL_OP_NO_TLSv1, constants.SSL_OP_NO_TLSv1_1, constants.SSL_OP_NO_TLSv1_2, constants.SSL_OP_NO_TLSv1_3];
// curves have the numbers of those that can be used here.
var curves = { 'P-256': 23, prime256v1: 23, secp256r1: 23, 'P-384': 24, secp384r1: 24, 'P-521': 25, secp521r1: 25, X25519: 29, x25519: 29 };
var others = ['X448', 'x448', 'P-224', 'secp224r1', 'secp256k1', 'brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1', 'ffdhe2048', 'ffdhe3072', 'ffdhe4096', 'ffdhe6144', 'ffdhe8192'];
var signatures = /^((RSA|ECDSA|DSA|PSS|RSA-PSS)\+SHA(1|224|256|384|512)|ecdsa_secp(256|384|521)r1_sha(256|384|512)|ed25519|ed448|ecdsa_sha1|rsa_pss_(rsae|pss)_sha(256|384|512)|rsa_pkcs1_sha(1|224|256|384|512)|dsa_sha(1|224|256|384|512))$/;

function given(v) { return v !== undefined && v !== null; }
function each(v) { return Array.isArray(v) ? v : [v]; }
function material(v, name) { if (typeof v !== 'string' && !ArrayBuffer.isView(v)) { throw errors.argument(name, 'of type string or an instance of Buffer, TypedArray, or DataView', v); } }
function text(v) { return typeof v === 'string' ? v : Buffer.from(v.buffer, v.byteOffset, v.byteLength).toString('latin1'); }
// ignored tells once of an option that has no effect here.
var told = new Set();
function ignored(option, why) {
  if (told.has(option)) { return; }
  told.add(option);
  process.emitWarning('The option ' + option + ' of TLS has no effect here: ' + why);
}

// A context keeps what it was made of to itself.
var bags = new WeakMap();
function NativeContext() {}
Object.defineProperty(NativeContext, 'name', { value: 'SecureContext' });
// Packages that trust the certificates of a company patch createSecureContext, and add them here.
NativeContext.prototype.addCACert = function addCACert(cert) {
  material(cert, 'cert');
  bags.get(this).extra += text(cert) + '\n';
};
NativeContext.prototype.addRootCerts = function addRootCerts() { bags.get(this).roots = true; };
NativeContext.prototype.close = function close() {};
NativeContext.prototype.getMinProto = function getMinProto() { return numberOf(bags.get(this).min); };
NativeContext.prototype.getMaxProto = function getMaxProto() { return numberOf(bags.get(this).max); };
function numberOf(version) { return version ? 769 + versions.indexOf(version) : 0; }

function version(kind, v, usual) {
  if (v === undefined || v === null) { v = usual; }
  if (versions.indexOf(v) < 0) { throw errors.worded(TypeError, 'ERR_TLS_INVALID_PROTOCOL_VERSION', '%j is not a valid %s TLS protocol version', v, kind); }
  return v;
}
function conflict(v, method) { return errors.worded(TypeError, 'ERR_TLS_PROTOCOL_VERSION_CONFLICT', 'TLS protocol version %j conflicts with secureProtocol %s', v, JSON.stringify(method)); }
// range is the first and the last version of a method, as older code names them.
function range(method) {
  function bad(why) { return errors.coded(TypeError, 'ERR_TLS_INVALID_PROTOCOL_METHOD', why); }
  var m = /^(TLS|SSLv2|SSLv3|SSLv23|TLSv1|TLSv1_1|TLSv1_2)(_client|_server)?_method$/.exec(method);
  if (!m) { throw bad('Unknown method: ' + method); }
  switch (m[1]) {
    case 'SSLv2': case 'SSLv3': throw bad(m[1] + ' methods disabled');
    case 'TLS': return ['TLSv1', 'TLSv1.3'];
    case 'SSLv23': return ['TLSv1.2', 'TLSv1.2'];
    default: return [m[1].replace('_', '.'), m[1].replace('_', '.')];
  }
}
// SecureContext has been exported for ever: code makes it by itself.
function SecureContext(secureProtocol, secureOptions, minVersion, maxVersion) {
  if (!(this instanceof SecureContext)) { return new SecureContext(secureProtocol, secureOptions, minVersion, maxVersion); }
  if (secureProtocol) {
    if (given(minVersion)) { throw conflict(minVersion, secureProtocol); }
    if (given(maxVersion)) { throw conflict(maxVersion, secureProtocol); }
  }
  var usual = require('tls'), ends = [version('minimum', minVersion, usual.DEFAULT_MIN_VERSION), version('maximum', maxVersion, usual.DEFAULT_MAX_VERSION)];
  if (typeof secureProtocol === 'string') { ends = range(secureProtocol); }
  if (secureOptions) {
    validate.integer(secureOptions, 'secureOptions');
    var left = versions.filter(function (v, i) { return !(secureOptions & older[i]) && v >= ends[0] && v <= ends[1]; });
    if (left.length) { ends = [left[0], left[left.length - 1]]; }
  }
  this.context = new NativeContext();
  bags.set(this.context, { given: {}, min: ends[0], max: ends[1], ca: '', extra: '', certs: [], keys: [], crls: [], ciphers: undefined, curves: undefined });
}
exports.SecureContext = SecureContext;
// The server of a project takes the options of a context that SNICallback gives.
native.contexts(SecureContext.prototype, function (made) { return bags.get(made.context).given; });

function certificate(pem) {
  if (/-----BEGIN (X509 |TRUSTED )?CERTIFICATE-----/.test(pem)) { return new (require('crypto').X509Certificate)(pem); }
  throw failure('error:0480006C:PEM routines::no start line', 'ERR_OSSL_PEM_NO_START_LINE');
}
// unpacked is what a bundle holds, which takes long to find out.
var known = new WeakMap();
function unpacked(b, pass) {
  var bytes = typeof b === 'string' ? Buffer.from(b, 'latin1') : b, was = typeof b === 'object' ? known.get(b) : undefined;
  if (was && was.pass === pass) { return was.parts; }
  if (!ArrayBuffer.isView(bytes)) { throw errors.coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Unable to load PFX certificate'); }
  var parts = native.pfx(validate.view(bytes), given(pass) ? typeof pass === 'string' ? pass : Buffer.from(pass).toString() : '');
  if (typeof b === 'object') { known.set(b, { pass: pass, parts: parts }); }
  return parts;
}

exports.createSecureContext = function createSecureContext(options) {
  if (!options) { options = {}; }
  validate.object(options, 'options');
  var method = options.secureProtocol, flags = options.secureOptions;
  if (options.honorCipherOrder) { flags |= constants.SSL_OP_CIPHER_SERVER_PREFERENCE; }
  var made = new SecureContext(method, flags, options.minVersion, options.maxVersion), bag = bags.get(made.context);
  configure(bag, options, 'options');
  bag.given = options;
  return made;
};
function configure(bag, o, name) {
  var passphrase = o.passphrase;
  function at(option) { return name + '.' + option; }
  if (o.ca) {
    each(o.ca).forEach(function (ca) {
      material(ca, at('ca'));
      bag.ca += text(ca) + '\n';
    });
  }
  if (o.cert) {
    each(o.cert).forEach(function (cert) {
      material(cert, at('cert'));
      certificate(text(cert));
      bag.certs.push(text(cert));
    });
  }
  if (o.key) {
    each(o.key).forEach(function (key) {
      var listed = Array.isArray(o.key), pem = listed && key && key.pem !== undefined ? key.pem : key, pass = listed && key && key.passphrase !== undefined ? key.passphrase : passphrase;
      material(pem, at('key'));
      if (given(pass)) { validate.string(pass, at('passphrase')); }
      bag.keys.push(plainKey(bag, text(pem), pass));
    });
  }
  if (given(o.sigalgs)) {
    validate.string(o.sigalgs, at('sigalgs'));
    if (o.sigalgs === '') { throw validate.invalidValue(at('sigalgs'), o.sigalgs); }
    if (!o.sigalgs.split(':').every(function (s) { return signatures.test(s); })) { throw new Error('error:00000000:lib(0)::reason(0)'); }
    ignored('sigalgs', 'signatures are those of the Go library');
  }
  if (given(o.privateKeyIdentifier)) {
    if (!given(o.privateKeyEngine)) { throw validate.invalidValue(at('privateKeyEngine'), o.privateKeyEngine); }
    if (o.key) { throw validate.invalidValue(at('privateKeyIdentifier'), o.privateKeyIdentifier); }
    if (typeof o.privateKeyIdentifier !== 'string') { throw errors.argument(at('privateKeyIdentifier'), 'of type string or one of null or undefined', o.privateKeyIdentifier); }
    if (typeof o.privateKeyEngine !== 'string') { throw errors.argument(at('privateKeyEngine'), 'of type string or one of null or undefined', o.privateKeyEngine); }
    throw new Error('error:12800067:DSO support routines::could not load the shared library');
  }
  if (given(o.ciphers)) {
    validate.string(o.ciphers, at('ciphers'));
    if (o.ciphers) {
      var chosen = ciphersOf.parse(o.ciphers, at('ciphers'));
      bag.ciphers = chosen.older;
      if (chosen.only13 && bag.max === 'TLSv1.3' && bag.min < 'TLSv1.3') { bag.min = 'TLSv1.3'; }
      if (!chosen.all) { ignored('ciphers', 'TLS 1.3 has always all of its suites (of TLS 1.2 only those that are named are used)'); }
    }
  }
  var curve = o.ecdhCurve === undefined ? 'auto' : o.ecdhCurve;
  validate.string(curve, at('ecdhCurve'));
  if (curve !== 'auto') {
    var list = curve.split(':');
    if (!list.every(function (c) { return Object.prototype.hasOwnProperty.call(curves, c) || others.indexOf(c) >= 0; })) { throw errors.coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to set ECDH curve'); }
    bag.curves = list.map(function (c) { return curves[c]; }).filter(Boolean);
    if (!bag.curves.length) { ignored('ecdhCurve', 'none of its curves is available (P-256, P-384, P-521 and X25519 are)'); }
  }
  if (given(o.dhparam)) {
    material(o.dhparam, at('dhparam'));
    if (o.dhparam !== 'auto') { ignored('dhparam', 'no cipher with finite fields is available'); }
  }
  if (given(o.crl)) {
    each(o.crl).forEach(function (crl) {
      material(crl, at('crl'));
      if (!native.isCRL(text(crl))) { throw errors.coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to parse CRL'); }
      bag.crls.push(text(crl));
    });
  }
  if (given(o.sessionIdContext)) { validate.string(o.sessionIdContext, at('sessionIdContext')); }
  if (given(o.pfx)) {
    each(o.pfx).forEach(function (pfx) {
      var raw = pfx && pfx.buf ? pfx.buf : pfx, pass = pfx && pfx.passphrase ? pfx.passphrase : passphrase, parts = unpacked(raw, pass);
      bag.certs.unshift(parts.cert);
      bag.keys.unshift(parts.key);
      bag.extra += parts.extra;
    });
  }
  if (typeof o.clientCertEngine === 'string') { throw new Error(o.clientCertEngine ? 'error:12800067:DSO support routines::could not load the shared library' : 'error:13000074:engine routines::no such engine'); }
  if (given(o.clientCertEngine)) { throw errors.argument(at('clientCertEngine'), 'of type string or one of null or undefined', o.clientCertEngine); }
  if (given(o.ticketKeys)) { ticketKeys(o.ticketKeys, at('ticketKeys')); }
  if (given(o.sessionTimeout)) { validate.int32(o.sessionTimeout, at('sessionTimeout'), 0); }
}
function ticketKeys(keys, name) {
  validate.bytes(keys, name);
  if (keys.byteLength !== 48) { throw validate.invalidValue(name, keys.byteLength, 'must be exactly 48 bytes'); }
}
// plainKey is a key without its passphrase. It must belong to the certificate of its kind, if there is one.
function plainKey(bag, pem, pass) {
  var crypto = require('crypto'), key = crypto.createPrivateKey({ key: pem, passphrase: given(pass) ? pass : '' });
  if (bag.certs.length) {
    var cert = new crypto.X509Certificate(bag.certs[bag.certs.length - 1]), same = cert.publicKey.asymmetricKeyType === key.asymmetricKeyType;
    if (bag.certs.length === 1 && same && !cert.checkPrivateKey(key)) {
      throw failure('error:05800074:x509 certificate routines::key values mismatch', 'ERR_OSSL_X509_KEY_VALUES_MISMATCH');
    }
  }
  return given(pass) || /ENCRYPTED/.test(pem) ? key.export({ type: 'pkcs8', format: 'pem' }) : pem;
}
// bag is what a context holds, given or made of options.
exports.bag = function (o) {
  if (given(o.secureContext)) {
    if (!o.secureContext.context || !bags.has(o.secureContext.context)) { throw errors.coded(TypeError, 'ERR_TLS_INVALID_CONTEXT', 'context must be a SecureContext'); }
    return bags.get(o.secureContext.context);
  }
  return bags.get(exports.createSecureContext(o).context);
};
