// x509: certificates.
var errors = require('errors'), check = require('validate'), keys = require('cryptokeys'), native = require('cryptonative');

var infos = new WeakMap();
function info(self) {
  var i = infos.get(self);
  if (!i) { throw errors.receiver('X509Certificate'); }
  return i;
}
function object(parts) {
  var out = Object.create(null);
  parts.forEach(function (p) { out[p[0]] = p[0] in out ? [].concat(out[p[0]], p[1]) : p[1]; });
  return out;
}
function flags(o) {
  var subject = 'default', names = ['wildcards', 'partialWildcards', 'multiLabelWildcards', 'singleLabelSubdomains'], on = { wildcards: true, partialWildcards: true };
  if (o !== undefined) { check.object(o, 'options'); } else { o = {}; }
  if (o.subject !== undefined) { check.string(o.subject, 'options.subject'); if (['default', 'always', 'never'].indexOf(o.subject) < 0) { throw check.invalidValue('options.subject', o.subject); } subject = o.subject; }
  names.forEach(function (n) { if (o[n] !== undefined) { check.boolean(o[n], 'options.' + n); on[n] = o[n]; } });
  return { subject: subject, noWildcards: !on.wildcards, noPartial: !on.partialWildcards, singleLabel: !!on.singleLabelSubdomains };
}
class X509Certificate {
  constructor(buffer) {
    if (typeof buffer === 'string') { buffer = Buffer.from(buffer); }
    if (!ArrayBuffer.isView(buffer)) { throw errors.argument('buffer', 'of type string or an instance of Buffer, TypedArray, or DataView', buffer); }
    infos.set(this, native.readCertificate(check.view(buffer)));
  }
  get subject() { return info(this).subject || undefined; }
  get subjectAltName() { var list = info(this).altNames; return list && list.map(function (n) { return n[0] + ':' + n[1]; }).join(', '); }
  get issuer() { return info(this).issuer || undefined; }
  get issuerCertificate() { info(this); return undefined; }
  get infoAccess() { var list = info(this).infoAccess; return list && list.map(function (n) { return n[0] + ':' + n[1]; }).join('\n'); }
  get validFrom() { return info(this).validFrom; }
  get validTo() { return info(this).validTo; }
  get fingerprint() { return info(this).fingerprint; }
  get fingerprint256() { return info(this).fingerprint256; }
  get fingerprint512() { return info(this).fingerprint512; }
  get keyUsage() { var list = info(this).keyUsage; return list && list.slice(); }
  get serialNumber() { return info(this).serialNumber; }
  get raw() { return Buffer.from(info(this).raw); }
  get publicKey() {
    var i = info(this);
    if (!i.key) { i.key = keys.keyOf(native.certificateKey(i.handle)); }
    return i.key;
  }
  toString() { return '-----BEGIN CERTIFICATE-----\n' + Buffer.from(info(this).raw).toString('base64').replace(/.{1,64}/g, '$&\n') + '-----END CERTIFICATE-----\n'; }
  toJSON() { return this.toString(); }
  get ca() { return info(this).ca; }
  checkHost(name, options) {
    check.string(name, 'name');
    return native.certificateHost(info(this).handle, name, flags(options)) || undefined;
  }
  checkEmail(email, options) {
    check.string(email, 'email');
    return native.certificateEmail(info(this).handle, email, flags(options).subject) || undefined;
  }
  checkIP(ip, options) {
    check.string(ip, 'ip');
    flags(options);
    if (!require('net').isIP(ip)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'Invalid IP'); }
    return native.certificateIP(info(this).handle, ip) ? ip : undefined;
  }
  checkIssued(other) {
    if (!(other instanceof X509Certificate)) { throw errors.argument('otherCert', 'an instance of X509Certificate', other); }
    return native.certificateIssued(info(this).handle, info(other).handle);
  }
  checkPrivateKey(key) {
    if (!(key instanceof keys.KeyObject)) { throw errors.argument('pkey', 'an instance of KeyObject', key); }
    if (key.type !== 'private') { throw check.invalidValue('pkey', key); }
    return this.publicKey.equals(keys.publicOf(key));
  }
  verify(key) {
    if (!(key instanceof keys.KeyObject)) { throw errors.argument('pkey', 'an instance of KeyObject', key); }
    if (key.type !== 'public') { throw check.invalidValue('pkey', key); }
    return native.certificateSigned(info(this).handle, keys.stateOf(key).key);
  }
  toLegacyObject() {
    var i = info(this), key = this.publicKey, state = keys.stateOf(key), out = { subject: object(i.subjectParts), issuer: object(i.issuerParts) };
    if (i.altNames) { out.subjectaltname = this.subjectAltName; }
    if (i.infoAccess) { out.infoAccess = object(i.infoAccess.map(function (n) { return [n[0], [n[1]]]; })); }
    out.ca = i.ca;
    if (key.asymmetricKeyType === 'rsa') {
      var j = native.writeJWK(state.key);
      out.modulus = Buffer.from(j.n, 'base64url').toString('hex').toUpperCase();
      out.bits = key.asymmetricKeyDetails.modulusLength;
      out.exponent = '0x' + key.asymmetricKeyDetails.publicExponent.toString(16);
      out.pubkey = keys.write(key, { format: 'der', type: 'spki' });
    } else if (key.asymmetricKeyType === 'ec') {
      var curve = key.asymmetricKeyDetails.namedCurve, sizes = { prime256v1: 256, secp224r1: 224, secp256k1: 256, secp384r1: 384, secp521r1: 521 }, nist = { prime256v1: 'P-256', secp224r1: 'P-224', secp384r1: 'P-384', secp521r1: 'P-521' };
      out.bits = sizes[curve];
      out.pubkey = native.rawOf(state.key);
      out.asn1Curve = curve;
      if (nist[curve]) { out.nistCurve = nist[curve]; }
    }
    out.valid_from = i.validFrom;
    out.valid_to = i.validTo;
    out.fingerprint = i.fingerprint;
    out.fingerprint256 = i.fingerprint256;
    out.fingerprint512 = i.fingerprint512;
    if (i.keyUsage) { out.ext_key_usage = i.keyUsage.slice(); }
    out.serialNumber = i.serialNumber;
    out.raw = Buffer.from(i.raw);
    return out;
  }
  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) { return this; }
    var self = this, shown = {};
    ['subject', 'subjectAltName', 'issuer', 'infoAccess', 'validFrom', 'validTo', 'fingerprint', 'fingerprint256', 'fingerprint512', 'keyUsage', 'serialNumber'].forEach(function (k) { shown[k] = self[k]; });
    return 'X509Certificate ' + require('inspect')(shown, options);
  }
}
exports.X509Certificate = X509Certificate;

// Certificate is the older SPKAC.
function spkac(v, encoding) { return native.spkac(check.view(v, 'spkac', encoding)); }
function verifySpkac(v, encoding) { var s = spkac(v, encoding); return check.view(v, 'spkac', encoding).byteLength ? s.valid : ''; }
function exportPublicKey(v, encoding) { var s = spkac(v, encoding); return s.key === undefined ? '' : Buffer.from(s.key); }
function exportChallenge(v, encoding) { var s = spkac(v, encoding); return s.challenge === undefined ? '' : Buffer.from(s.challenge); }
function Certificate() { if (!(this instanceof Certificate)) { return new Certificate(); } }
Certificate.prototype.verifySpkac = Certificate.verifySpkac = verifySpkac;
Certificate.prototype.exportPublicKey = Certificate.exportPublicKey = exportPublicKey;
Certificate.prototype.exportChallenge = Certificate.exportChallenge = exportChallenge;
exports.Certificate = Certificate;
