// tls: TLS clients.
var net = require('net'), util = require('util'), pipe = require('pipe'), errors = require('errors'), validate = require('validate'), contexts = require('tlscontext');

// settings converts the options of tls and https for Go.
exports.settings = function (o, host) {
  var c = contexts.bag(o);
  return {
    servername: o.servername || host,
    ca: c.ca, extra: c.extra, roots: !!c.roots, trusts: !!c.ca, certs: c.certs, keys: c.keys, crls: c.crls, ciphers: c.ciphers, curves: c.curves,
    protocols: names(o.ALPNProtocols), min: c.min, max: c.max,
    insecure: o.rejectUnauthorized === false || o.rejectUnauthorized === undefined && process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0'
  };
};
function unavailable(message) {
  var e = new Error(message);
  e.code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM';
  return e;
}
// names are protocols of ALPN, given as a list or in their binary form.
function names(v) {
  if (!v) { return undefined; }
  if (Array.isArray(v)) { return v.map(function (n) { return typeof n === 'string' ? n : Buffer.from(n).toString('latin1'); }); }
  if (!ArrayBuffer.isView(v)) { return undefined; }
  var out = [], b = Buffer.from(v.buffer, v.byteOffset, v.byteLength);
  for (var i = 0; i < b.length; i += b[i] + 1) { out.push(b.toString('latin1', i + 1, i + 1 + b[i])); }
  return out;
}
// serverSettings are those of a server: it has certificates for more than one name.
exports._serverSettings = function (server, o) {
  var s = exports.settings(o);
  s.server = true;
  s.request = !!o.requestCert;
  s.insecure = o.rejectUnauthorized === false;
  s.tickets = server && server._tickets ? server._tickets() : o.tickets;
  if (o.SNICallback || server && server._contexts) {
    s.sni = function (name, done) {
      var own = server && (server._contexts || []).filter(function (c) { return c[0].test(name); }).pop();
      if (own) { done(null, other(own[1])); return; }
      if (!o.SNICallback) { done(null, null); return; }
      o.SNICallback(name, function (err, context) { done(err, context ? other(context) : null); });
    };
  }
  function other(context) { return exports._serverSettings(null, Object.assign({}, o, { tickets: s.tickets, SNICallback: undefined, secureContext: context })); }
  return s;
};
function TLSSocket(socket, o) {
  if (!(this instanceof TLSSocket)) { return new TLSSocket(socket, o); }
  o = o || {};
  net.Socket.call(this, o);
  this.encrypted = true;
  this.authorized = false;
  this.authorizationError = null;
  this.alpnProtocol = null;
  this.servername = null;
  this._o = o;
  // Packages read the class of the wrapper of a stream from here.
  Object.defineProperties(this, { _session: { value: undefined, writable: true }, _wraps: { value: socket && !(socket instanceof net.Socket) ? new JSStreamSocket(socket) : null } });
  if (this._wraps) { this._handle = { _parentWrap: this._wraps }; }
  this._controlReleased = false;
  this.on('error', this._tlsError);
  this.ssl = { verifyError: verifyError.bind(this), receive: receive };
  if (socket && o.isServer) { secure(this, socket, exports._serverSettings(o.server, Object.assign({ secureContext: o.server && o.server._context }, o.server && o.server.options, o))); }
  Object.defineProperty(this, '_under', { value: socket && !o.isServer ? socket : null, writable: true }); // on which _start begins
}
// receive takes what came on the plain socket before; but TLS has begun with what it had by itself.
function receive(bytes) { if (bytes.length) { throw unavailable('ssl.receive is not available: unshift the bytes to the socket before TLS begins'); } }
// verifyError is what is wrong with the certificates of the other side, whatever their name.
function verifyError() {
  var c = this._secured;
  return c && c.authorizationError ? errors.coded(Error, c.authorizationError, c.authorizationMessage) : null;
}
// secure begins TLS on a connected socket.
function secure(self, under, settings) {
  var wraps = !(under instanceof net.Socket);
  self.connecting = true;
  if (!wraps) { self._parent = under; }
  if (!settings.server) {
    settings.session = self._o.session;
    settings.heard = function (session) {
      self._session = session;
      if (!self.destroyed) { self.emit('session', session); }
    };
  }
  under.on('error', function (err) { if (!self.destroyed) { self.destroy(err); } });
  under.once('close', function () { if (!self.destroyed) { self.destroy(); } });
  self.once('close', function () { under.destroy(); });
  if (wraps) { begin(carried(under)); return; }
  under._when(function () {
    // From here on TLS reads the bytes; the plain socket must not read any more.
    var plain = under._pipe, head = [], piece;
    while (under.readableLength && (piece = under.read()) !== null) { head.push(piece); } // by who has looked at its beginning
    under._pipe = null;
    under.once('close', function () { if (!self._pipe) { pipe.close(plain); } });
    begin(plain, head.length ? Buffer.concat(head) : undefined);
  });
  function begin(plain, head) {
    native.secure(plain, settings, function (err, c) {
      if (self.destroyed) { if (c) { pipe.close(c.pipe); } return; }
      if (err) {
        if (self._controlReleased) { self.emit('_tlsError', err); }
        self.destroy(err);
        return;
      }
      self._opened(c);
      var wrong = !settings.server && !settings.own && self.authorized && (self._o.checkServerIdentity || exports.checkServerIdentity)(self._o.servername || self._o.host || 'localhost', self.getPeerCertificate(true));
      if (wrong && !settings.insecure) { self.destroy(wrong); return; }
      if (wrong) { self.authorized = false; self.authorizationError = wrong.code || wrong.message; }
      if (settings.own) { self.authorized = false; self.authorizationError = null; }
      self.emit('connect');
      self.emit('secure');
      if (!settings.server && !settings.own) { self.emit('secureConnect'); }
      self._ready();
    }, head);
  }
}
// carried is the pipe of a connection whose bytes a stream carries, which may be any one that can be read and written.
function carried(stream) {
  var ends = native.streamPair(), far = ends[1];
  function read() {
    pipe.receive(far, function (err, chunk) {
      if (stream.destroyed || err) { return; }
      if (chunk === null) {
        stream.end();
        return;
      }
      if (stream.write(chunk)) { read(); } else { stream.once('drain', read); }
    });
  }
  pipe.feed(stream, far, function () { pipe.end(far, function () {}); });
  stream.once('close', function () { pipe.close(far); });
  read();
  return ends[0];
}
// Errors of sockets that programs make by themselves are reported by _tlsError, and need no other listener.
TLSSocket.prototype._tlsError = function (err) { this.emit('_tlsError', err); };
TLSSocket.prototype._releaseControl = function () {
  if (this._controlReleased) { return false; }
  this._controlReleased = true;
  this.removeListener('error', this._tlsError);
  return true;
};
// _start begins TLS of a client that a program has made of a connected socket by itself, as mysql does. The
// program asks then for verifyError: nothing is refused.
TLSSocket.prototype._start = function () {
  var under = this._under;
  if (!under) { return; }
  this._under = null;
  secure(this, under, Object.assign(exports.settings(this._o), { insecure: true, own: true }));
};
function JSStreamSocket(stream) {
  if (typeof stream.pause !== 'function') { throw new TypeError('stream.pause is not a function'); }
  net.Socket.call(this);
  this.stream = stream;
}
util.inherits(JSStreamSocket, net.Socket);
util.inherits(TLSSocket, net.Socket);
TLSSocket.prototype._secures = function (c) {
  this._secured = c;
  if (this._wraps) { this._handle._parentWrap = this._wraps; }
  this.alpnProtocol = c.alpn || false;
  this.authorized = !!c.authorized;
  this.authorizationError = c.authorizationError || null;
  this.servername = c.servername || false;
};
TLSSocket.prototype.getProtocol = function () { return this._secured ? this._secured.protocol.replace('TLS 1.', 'TLSv1.').replace('v1.0', 'v1') : null; };
TLSSocket.prototype.getCipher = function () {
  var name = this._secured && this._secured.cipher;
  return { name: name && name.replace(/(POLY1305)_SHA256$/, /_WITH_/.test(name) ? '$1' : '$&').replace(/^TLS_(.*)_WITH_/, '$1_').replace(/AES_(\d)/, /_WITH_/.test(name) ? 'AES$1' : 'AES_$1').replace(/_/g, /_WITH_/.test(name) ? '-' : '_'), standardName: name, version: /^TLS_[^_]*_[^_]*_[^_]*_/.test(name || '') && this.getProtocol() };
};
TLSSocket.prototype.getPeerX509Certificate = function () {
  var certs = this._secured && this._secured.certificates || [], X509 = require('crypto').X509Certificate;
  return certs.length ? new X509(Buffer.from(certs[0])) : undefined;
};
// The certificates lead to their issuers; that of a root is itself.
TLSSocket.prototype.getPeerCertificate = function (detailed) {
  if (!this._secured) { return null; }
  var X509 = require('crypto').X509Certificate, list = (this._secured.certificates || []).map(function (raw) { return new X509(Buffer.from(raw)).toLegacyObject(); });
  if (!list.length) { return {}; }
  if (detailed) { list.forEach(function (c, i) { if (list[i + 1]) { c.issuerCertificate = list[i + 1]; } else if (JSON.stringify(c.issuer) === JSON.stringify(c.subject)) { c.issuerCertificate = c; } }); }
  return list[0];
};
TLSSocket.prototype.getCertificate = function () { return {}; };
TLSSocket.prototype.getSession = function () { return this._session; };
TLSSocket.prototype.setSession = function (session) {
  if (typeof session === 'string') { session = Buffer.from(session, 'latin1'); }
  this._o = Object.assign({}, this._o, { session: session });
};
// A session is its ticket, behind its length, and what else belongs to it.
TLSSocket.prototype.getTLSTicket = function () { var s = this._session; return s ? s.subarray(4, 4 + s.readUInt32BE(0)) : undefined; };
TLSSocket.prototype.getFinished = TLSSocket.prototype.getPeerFinished = function () {};
TLSSocket.prototype.isSessionReused = function () { return !!(this._secured && this._secured.resumed); };
TLSSocket.prototype.setServername = function (name) { this._o.servername = name; };
TLSSocket.prototype.setMaxSendFragment = function () { return true; };
TLSSocket.prototype.disableRenegotiation = TLSSocket.prototype.enableTrace = function () {};
exports.TLSSocket = TLSSocket;
exports.connect = function () {
  var list = Array.prototype.slice.call(arguments), done = typeof list[list.length - 1] === 'function' ? list.pop() : null, o = {};
  list.forEach(function (v, i) { if (v !== null && typeof v === 'object') { Object.assign(o, v); } else if (i === 0) { o.port = v; } else if (typeof v === 'string') { o.host = v; } });
  var self = new TLSSocket(null, o), under = o.socket || new net.Socket();
  if (done) { self.once('secureConnect', done); }
  if (o.timeout) { self.setTimeout(o.timeout); }
  self._releaseControl();
  secure(self, under, exports.settings(o, o.host || 'localhost'));
  if (!o.socket) {
    under._hears = self;
    under.connect(o);
    self._host = under._host;
  }
  return self;
};
exports.SecureContext = contexts.SecureContext;
exports.createSecureContext = contexts.createSecureContext;
exports.createSecurePair = function () { throw unavailable('tls.createSecurePair is not available: use new tls.TLSSocket(socket, options)'); };
exports.checkServerIdentity = require('tlsidentity');
// In the binary form of ALPN each name follows its length.
exports.convertALPNProtocols = function (list, out) {
  if (!Array.isArray(list) && !ArrayBuffer.isView(list)) { return; }
  out.ALPNProtocols = Array.isArray(list) ? Buffer.concat(list.map(function (n) { return Buffer.concat([Buffer.from([Buffer.byteLength(n)]), Buffer.from(n)]); })) : Buffer.from(list);
};
exports.CLIENT_RENEG_LIMIT = 3;
exports.CLIENT_RENEG_WINDOW = 600;
// The certificates of Mozilla, which Node has too, take a while.
var roots;
Object.defineProperty(exports, 'rootCertificates', { get: function () { return roots = roots || Object.freeze(native.rootCertificates()); }, enumerable: true, configurable: true });
exports.DEFAULT_ECDH_CURVE = 'auto';
exports.DEFAULT_CIPHERS = require('crypto').constants.defaultCipherList;
exports.DEFAULT_MIN_VERSION = 'TLSv1.2';
exports.DEFAULT_MAX_VERSION = 'TLSv1.3';
exports.getCiphers = require('tlsciphers').names;
function Server(o, fn) {
  if (!(this instanceof Server)) { return new Server(o, fn); }
  if (typeof o === 'function') { fn = o; o = {}; } else if (o !== null && o !== undefined) { validate.object(o, 'options'); }
  net.Server.call(this, o);
  var self = this, given = o || {};
  ['SNICallback', 'pskCallback'].forEach(function (name) { if (given[name]) { validate.func(given[name], 'options.' + name); } });
  if (given.pskIdentityHint) { validate.string(given.pskIdentityHint, 'options.pskIdentityHint'); }
  if (given.handshakeTimeout) { validate.number(given.handshakeTimeout, 'options.handshakeTimeout'); }
  secureBy(this, given);
  if (given.ticketKeys) { this.setTicketKeys(given.ticketKeys); }
  this.requestCert = given.requestCert === true;
  this.rejectUnauthorized = given.rejectUnauthorized !== false;
  if (given.ALPNProtocols) { exports.convertALPNProtocols(given.ALPNProtocols, this); }
  ['ALPNCallback', 'SNICallback', 'handshakeTimeout', 'sessionTimeout'].forEach(function (name) { if (given[name] !== undefined) { self[name] = given[name]; } });
  show(this, given);
  if (fn) { self.on('secureConnection', fn); }
  self.on('connection', function (raw) {
    var socket = new TLSSocket(raw, { isServer: true, server: self, allowHalfOpen: self.options.allowHalfOpen });
    function failed(err) { self.emit('tlsClientError', err, socket); }
    socket.once('_tlsError', failed);
    socket.once('secure', function () {
      socket.removeListener('_tlsError', failed);
      socket._releaseControl();
      try { self.emit('secureConnection', socket); } finally { socket._watch(); } // it is read also if a listener has thrown
    });
  });
}
util.inherits(Server, net.Server);
// Names of contexts may begin with *., which stands for one label.
Server.prototype.addContext = function (servername, context) {
  if (!servername) { throw errors.coded(Error, 'ERR_TLS_REQUIRED_SERVER_NAME', '"servername" is required parameter for Server.addContext'); }
  var pattern = new RegExp('^' + servername.replace(/([.^$+?\-\\[\]{}])/g, '\\$1').replace(/\*/g, '[^.]*') + '$');
  if (!(context instanceof contexts.SecureContext)) { context = contexts.createSecureContext(context); }
  (this._contexts = this._contexts || []).push([pattern, context]);
};
// secrets are the options that setSecureContext sets anew, all of them. Code finds them on the server.
var secrets = ['pfx', 'key', 'passphrase', 'cert', 'clientCertEngine', 'ca', 'minVersion', 'maxVersion', 'secureProtocol', 'crl', 'sigalgs', 'ciphers', 'ecdhCurve', 'dhparam', 'secureOptions', 'privateKeyIdentifier', 'privateKeyEngine'];
function show(self, o) {
  secrets.forEach(function (name) { self[name] = o[name] || undefined; });
  self.honorCipherOrder = o.honorCipherOrder === undefined || Boolean(o.honorCipherOrder);
}
// secureBy makes the context of a server. Options without a value are as none.
function secureBy(self, o) {
  var own = {};
  Object.keys(o).forEach(function (name) { if (o[name]) { own[name] = o[name]; } });
  Object.defineProperty(self, '_context', { value: o.secureContext || contexts.createSecureContext(own), writable: true, configurable: true });
}
Server.prototype.setSecureContext = function (o) {
  var options = this.options;
  validate.object(o, 'options');
  secureBy(this, o);
  secrets.forEach(function (name) { delete options[name]; });
  Object.assign(options, o);
  show(this, o);
};
// The keys of tickets are a secret of all connections of the server, and of others that are given them.
Server.prototype._tickets = function () {
  if (!this._ticketKeys) { Object.defineProperty(this, '_ticketKeys', { value: require('crypto').randomBytes(48), writable: true }); }
  return this._ticketKeys;
};
Server.prototype.getTicketKeys = function () { return Buffer.from(this._tickets()); };
Server.prototype.setTicketKeys = function (keys) {
  validate.bytes(keys, 'buffer');
  if (keys.byteLength !== 48) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'Session ticket keys must be a 48-byte buffer'); }
  this._tickets();
  this._ticketKeys = Buffer.from(Buffer.from(keys.buffer, keys.byteOffset, 48));
};
exports.Server = Server;
exports.createServer = function (o, fn) { return new Server(o, fn); };
