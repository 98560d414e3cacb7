// tls: TLS clients.
var net = require('net'), util = require('util'), pipe = require('pipe');

function text(v) {
  if (v === undefined || v === null) { return ''; }
  return Array.isArray(v) ? v.map(text).join('\n') : typeof v === 'string' ? v : Buffer.from(v.pem || v).toString();
}
// settings converts the options of tls and https for Go.
exports.settings = function (o, host) {
  var c = o.secureContext || {};
  return {
    servername: o.servername || host,
    ca: text(o.ca || c.ca), cert: text(o.cert || c.cert), key: text(o.key || c.key),
    insecure: o.rejectUnauthorized === false || o.rejectUnauthorized === undefined && process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0'
  };
};
function TLSSocket(socket, o) {
  net.Socket.call(this, o);
  this.encrypted = true;
  this.authorized = false;
  this.authorizationError = null;
  // Packages read the class of the wrapper of a stream from here.
  if (socket && !(socket instanceof net.Socket)) { this._handle = { _parentWrap: new JSStreamSocket(socket) }; }
}
function JSStreamSocket(stream) {
  net.Socket.call(this);
  this.stream = stream;
}
util.inherits(JSStreamSocket, net.Socket);
util.inherits(TLSSocket, net.Socket);
TLSSocket.prototype.getProtocol = function () { return this._secured ? this._secured.protocol.replace('TLS 1.', 'TLSv1.') : null; };
TLSSocket.prototype.getCipher = function () { return { name: this._secured && this._secured.cipher, version: this.getProtocol() }; };
TLSSocket.prototype.getPeerCertificate = function () { return {}; };
TLSSocket.prototype.getSession = function () {};
TLSSocket.prototype.isSessionReused = function () { return false; };
TLSSocket.prototype.setServername = function () {};
exports.TLSSocket = TLSSocket;
exports.connect = function () {
  var list = Array.prototype.slice.call(arguments), done = typeof list[list.length - 1] === 'function' ? list.pop() : null, o = {};
  list.forEach(function (v, i) { if (v !== null && typeof v === 'object') { Object.assign(o, v); } else if (i === 0) { o.port = v; } else if (typeof v === 'string') { o.host = v; } });
  var self = new TLSSocket(null, o), under = o.socket || new net.Socket();
  self.connecting = true;
  if (done) { self.once('secureConnect', done); }
  under.on('error', function (err) { if (!self.destroyed) { self.destroy(err); } });
  under.once('close', function () { if (!self.destroyed) { self.destroy(); } });
  under._when(function () {
    // From here on TLS reads the bytes; the plain socket must not read any more.
    var plain = under._pipe;
    under._pipe = null;
    under.once('close', function () { if (!self._pipe) { pipe.close(plain); } });
    native.secure(plain, exports.settings(o, o.host || 'localhost'), function (err, c) {
      if (self.destroyed) { if (c) { pipe.close(c.pipe); } return; }
      if (err) { self.destroy(err); return; }
      self.authorized = o.rejectUnauthorized !== false;
      self._opened(c);
      self.emit('connect');
      self.emit('secureConnect');
      self._ready();
    });
  });
  if (!o.socket) { under.connect(o); }
  self.once('close', function () { under.destroy(); });
  return self;
};
exports.createSecureContext = function (o) { return Object.assign({}, o); };
exports.checkServerIdentity = function () {};
exports.rootCertificates = [];
exports.DEFAULT_MIN_VERSION = 'TLSv1.2';
exports.DEFAULT_MAX_VERSION = 'TLSv1.3';
exports.getCiphers = function () { return ['tls_aes_128_gcm_sha256', 'tls_aes_256_gcm_sha384', 'tls_chacha20_poly1305_sha256']; };
// https.Server is the only kind of TLS server.
function Server() { exports.createServer(); }
util.inherits(Server, net.Server);
Object.defineProperty(Server, Symbol.hasInstance, { value: function (o) { return o instanceof net.Server && typeof o._secure === 'function'; } });
exports.Server = Server;
exports.createServer = function () {
  var e = new Error('tls.createServer is not available in this version of framework: use https.createServer');
  e.code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM';
  throw e;
};
