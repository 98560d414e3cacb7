// http2: clients and servers of HTTP/2.
var net = require('net'), tls = require('tls'), http = require('http'), util = require('util'), validate = require('validate'), values = require('http2values'), sessions = require('http2session'), compat = require('http2compat');
var fault = values.fault;

exports.constants = values.constants;
exports.getDefaultSettings = values.defaults;
exports.getPackedSettings = values.pack;
exports.getUnpackedSettings = values.unpack;
exports.sensitiveHeaders = values.sensitive;
exports.Http2ServerRequest = compat.Http2ServerRequest;
exports.Http2ServerResponse = compat.Http2ServerResponse;

function custom(o) {
  if (o.remoteCustomSettings === undefined) { return; }
  if (!Array.isArray(o.remoteCustomSettings)) { throw require('errors').argument('options.remoteCustomSettings', 'an instance of Array', o.remoteCustomSettings); }
  if (o.remoteCustomSettings.length > 10) { throw fault('TOO_MANY_CUSTOM_SETTINGS'); }
}
function options(given) {
  values.object(given, 'options');
  var o = Object.assign({}, given);
  values.object(o.settings, 'options.settings');
  o.settings = Object.assign({}, o.settings);
  custom(o);
  ['maxSessionInvalidFrames', 'maxSessionRejectedStreams', 'unknownProtocolTimeout'].forEach(function (k) { if (o[k] !== undefined) { validate.uint32(o[k], k); } });
  if (o.unknownProtocolTimeout === undefined) { o.unknownProtocolTimeout = 10000; }
  o.Http2ServerRequest = o.Http2ServerRequest || compat.Http2ServerRequest;
  o.Http2ServerResponse = o.Http2ServerResponse || compat.Http2ServerResponse;
  return o;
}
function secureOptions(given, name) {
  var o = options(given);
  o.ALPNProtocols = o.allowHTTP1 === true ? ['h2', 'http/1.1'] : ['h2'];
  if (name !== undefined && !o.servername) { o.servername = name; }
  return o;
}

// accept is the listener of both servers for connections.
function accept(socket) {
  var self = this, o = self._http2;
  if (socket.alpnProtocol === false || socket.alpnProtocol === 'http/1.1') {
    if (o.allowHTTP1 === true) { self._http1.emit('connection', socket); return; }
    if (self.emit('unknownProtocol', socket)) { return; }
    var timer = setTimeout(function () { socket.destroy(); }, o.unknownProtocolTimeout);
    timer.unref();
    socket.once('close', function () { clearTimeout(timer); });
    socket.end('HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n\r\nMissing ALPN Protocol, expected `h2` to be available.\n' +
      'If this is a HTTP request: The server was not configured with the `allowHTTP1` option or a listener for the `unknownProtocol` event.\n');
    return;
  }
  var session = new sessions.ServerHttp2Session(o, socket, self);
  session.on('stream', function (s, headers, flags, raw) { self.emit('stream', s, headers, flags, raw); });
  session.on('error', function (err) { self.emit('sessionError', err, session); });
  if (self.timeout) {
    session.setTimeout(self.timeout, function () {
      if (session.destroyed || session.closed) { return; }
      if (!self.emit('timeout', session)) { session.destroy(); }
    });
  }
  self.emit('session', session);
}
// init is what both servers have in common.
function init(self, o, listener) {
  Object.defineProperty(self, '_http2', { value: o, writable: true });
  self.timeout = 0;
  // Requests are made from streams once somebody wants them.
  self.on('newListener', function wanted(type) {
    if (type !== 'request') { return; }
    self.removeListener('newListener', wanted);
    self.on('stream', function (s, headers, flags, raw) { compat.serve(self, s, headers, raw, o); });
  });
  if (typeof listener === 'function') { self.on('request', listener); }
}
function members(Class) {
  Class.prototype.setTimeout = function (ms, fn) {
    this.timeout = ms;
    if (fn !== undefined) { validate.func(fn, 'callback'); this.on('timeout', fn); }
    return this;
  };
  Class.prototype.updateSettings = function (s) {
    values.object(s, 'settings');
    values.checkSettings(s);
    this._http2.settings = Object.assign({}, this._http2.settings, s);
  };
}
function Http2Server(o, listener) {
  o = options(o);
  net.Server.call(this, o, accept);
  init(this, o, listener);
}
util.inherits(Http2Server, net.Server);
members(Http2Server);
function Http2SecureServer(o, listener) {
  o = secureOptions(o);
  tls.Server.call(this, o, accept);
  init(this, o, listener);
  var self = this;
  if (o.allowHTTP1 === true) {
    self.headersTimeout = 60000;
    self.requestTimeout = 300000;
    var one = new http.Server(o);
    Object.defineProperty(self, '_http1', { value: one });
    one.emit = function (type) {
      if (['request', 'upgrade', 'connect', 'checkContinue', 'clientError'].indexOf(type) >= 0) { return self.emit.apply(self, arguments); }
      return http.Server.prototype.emit.apply(one, arguments);
    };
    one.listenerCount = function (type) { return self.listenerCount(type); };
  }
  self.on('tlsClientError', function (err, socket) { if (!self.emit('clientError', err, socket)) { socket.destroy(err); } });
}
util.inherits(Http2SecureServer, tls.Server);
members(Http2SecureServer);
Http2SecureServer.prototype.close = function (done) {
  if (this._http1) { this._http1.closeIdleConnections(); }
  return tls.Server.prototype.close.call(this, done);
};
Http2SecureServer.prototype.closeIdleConnections = function () { if (this._http1) { this._http1.closeIdleConnections(); } };

exports.createServer = function (o, listener) {
  if (typeof o === 'function') { listener = o; o = {}; }
  return new Http2Server(o, listener);
};
exports.createSecureServer = function (o, listener) { return new Http2SecureServer(o, listener); };
exports.performServerHandshake = function (socket, o) { return new sessions.ServerHttp2Session(options(o), socket, undefined); };

exports.connect = function (authority, o, listener) {
  if (typeof o === 'function') { listener = o; o = undefined; }
  values.object(o, 'options');
  o = Object.assign({}, o);
  custom(o);
  if (typeof authority === 'string') { authority = new URL(authority); }
  values.object(authority, 'authority', 'of type string or an instance of URL or Object');
  var protocol = authority.protocol || o.protocol || 'https:', port = '' + (authority.port !== '' ? authority.port : authority.protocol === 'http:' ? 80 : 443), host = 'localhost', socket;
  if (authority.hostname) { host = authority.hostname.replace(/^\[(.*)\]$/, '$1'); } else if (authority.host) { host = authority.host; }
  if (typeof o.createConnection === 'function') { socket = o.createConnection(authority, o); } else if (protocol === 'http:') { socket = net.connect(Object.assign({ port: port, host: host }, o)); } else if (protocol === 'https:') {
    socket = tls.connect(port, host, secureOptions(o, net.isIP(host) ? undefined : host));
  } else { throw fault('UNSUPPORTED_PROTOCOL', protocol); }
  var session = new sessions.ClientHttp2Session(o, socket);
  session._authority = (o.servername || host) + ':' + port;
  session._protocol = protocol;
  if (typeof listener === 'function') { session.once('connect', listener); }
  return session;
};
Object.defineProperty(exports.connect, util.promisify.custom, { value: function (authority, o) {
  return new Promise(function (resolve, reject) {
    var session = exports.connect(authority, o, function () {
      session.removeListener('error', reject);
      resolve(session);
    });
    session.once('error', reject);
  });
} });
