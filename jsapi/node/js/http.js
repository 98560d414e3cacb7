// http: client and server over the connections of Go.
var stream = require('stream'), util = require('util'), pipe = require('pipe'), EventEmitter = require('events'), net = require('net');

function fault(message, code, Type) {
  var e = new (Type || Error)(message);
  e.code = code;
  return e;
}
exports.METHODS = native.methods;
exports.STATUS_CODES = native.status;
exports.maxHeaderSize = 16384;
exports.setMaxIdleHTTPParsers = function (max) { require('validate').integer(max, 'max', 1); };

exports.validateHeaderName = function (name) {
  if (!native.validName(name)) { throw fault('Header name must be a valid HTTP token ["' + String(name) + '"]', 'ERR_INVALID_HTTP_TOKEN', TypeError); }
};
exports.validateHeaderValue = function (name, value) {
  if (value === undefined) { throw fault('Invalid value "undefined" for header "' + name + '"', 'ERR_HTTP_INVALID_HEADER_VALUE', TypeError); }
  if (!native.validValue(value)) { throw fault('Invalid character in header content ["' + name + '"]', 'ERR_INVALID_CHAR', TypeError); }
};

// IncomingMessage
function IncomingMessage(socket) {
  stream.Readable.call(this, { highWaterMark: 16384 });
  this.socket = socket || new net.Socket();
  this.httpVersion = null;
  this.httpVersionMajor = this.httpVersionMinor = null;
  this.complete = false;
  this.rawHeaders = [];
  this.rawTrailers = [];
  this.trailers = {};
  this.headers = {};
  this.aborted = this.upgrade = false;
  this.url = '';
  this.method = this.statusCode = this.statusMessage = null;
  Object.defineProperty(this, '_pipe', { value: undefined, writable: true });
  Object.defineProperty(this, '_source', { value: null, writable: true });
}
util.inherits(IncomingMessage, stream.Readable);
exports.IncomingMessage = IncomingMessage;
Object.defineProperty(IncomingMessage.prototype, 'connection', { configurable: true, get: function () { return this.socket; }, set: function (v) { this.socket = v; } });
Object.defineProperty(IncomingMessage.prototype, 'headersDistinct', { configurable: true, get: function () {
  var out = Object.create(null);
  for (var i = 0; i < this.rawHeaders.length; i += 2) { var k = this.rawHeaders[i].toLowerCase(); (out[k] = out[k] || []).push(this.rawHeaders[i + 1]); }
  return out;
} });
IncomingMessage.prototype._begin = function (m) {
  this.rawHeaders = m.headers;
  this.headers = m.fields || native.headers(m.headers);
  this.httpVersionMajor = m.major;
  this.httpVersionMinor = m.minor;
  this.httpVersion = m.major + '.' + m.minor;
  this._pipe = m.pipe || null;
};
IncomingMessage.prototype._read = function () {
  var self = this;
  if (self._source) { self._source.resume(); return; }
  if (self._pipe === undefined) { return; } // made by a package, which pushes what there is
  if (self._pipe === null) { self.push(null); return; }
  pipe.receive(self._pipe, function (err, chunk) {
    if (self.destroyed) { return; }
    if (self._touched) { self._touched(); }
    if (err) { self._abort(err); return; }
    if (chunk === null) { self.complete = true; }
    self.push(chunk);
  });
};
IncomingMessage.prototype._abort = function (err) {
  if (this.aborted || this.complete) { return; }
  this.aborted = true;
  this.emit('aborted');
  this.destroy(this.listenerCount('error') ? err || fault('aborted', 'ECONNRESET') : null);
};
IncomingMessage.prototype._destroy = function (err, done) {
  if (this._pipe && !this.complete) { pipe.close(this._pipe); }
  if (this._source) { this._source.abandon(); }
  done(err);
};
IncomingMessage.prototype.setTimeout = function (ms, fn) {
  var self = this;
  if (fn) { self.on('timeout', fn); }
  clearTimeout(self._timer);
  self._touched = function () {
    clearTimeout(self._timer);
    if (ms > 0 && !self.complete && !self.destroyed) { self._timer = setTimeout(function () { self.emit('timeout'); }, ms); }
  };
  self._touched();
  return self;
};
IncomingMessage.prototype._dump = function () { this.resume(); };

// OutgoingMessage
var plain = { highWaterMark: 16384, autoDestroy: false };
function OutgoingMessage(o) {
  stream.Writable.call(this, o ? Object.assign({ highWaterMark: 16384, autoDestroy: false }, o) : plain);
  this.headersSent = false;
  this.finished = false;
  this.sendDate = true;
  this.shouldKeepAlive = true;
  this.chunkedEncoding = false;
  this.socket = null;
  this._header = null;
  Object.defineProperty(this, '_fields', { value: new Map(), writable: true });
}
util.inherits(OutgoingMessage, stream.Writable);
exports.OutgoingMessage = OutgoingMessage;
Object.defineProperty(OutgoingMessage.prototype, 'connection', { configurable: true, get: function () { return this.socket; }, set: function (v) { this.socket = v; } });
OutgoingMessage.prototype.setHeader = function (name, value) {
  if (this.headersSent) { throw fault('Cannot set headers after they are sent to the client', 'ERR_HTTP_HEADERS_SENT'); }
  exports.validateHeaderName(name);
  if (Array.isArray(value)) { value.forEach(function (v) { exports.validateHeaderValue(name, v); }); } else { exports.validateHeaderValue(name, value); }
  this._fields.set(name.toLowerCase(), [name, value]);
  return this;
};
OutgoingMessage.prototype.appendHeader = function (name, value) {
  var had = this.getHeader(name);
  return this.setHeader(name, had === undefined ? value : [].concat(had, value));
};
OutgoingMessage.prototype.setHeaders = function (list) {
  var self = this;
  list.forEach(function (v, k) { self.setHeader(k, v); });
  return this;
};
OutgoingMessage.prototype.getHeader = function (name) { var f = this._fields.get(String(name).toLowerCase()); return f && f[1]; };
OutgoingMessage.prototype.hasHeader = function (name) { return this._fields.has(String(name).toLowerCase()); };
OutgoingMessage.prototype.removeHeader = function (name) {
  if (this.headersSent) { throw fault('Cannot remove headers after they are sent to the client', 'ERR_HTTP_HEADERS_SENT'); }
  this._fields.delete(String(name).toLowerCase());
};
OutgoingMessage.prototype.getHeaderNames = function () { return Array.from(this._fields.keys()); };
OutgoingMessage.prototype.getRawHeaderNames = function () { return Array.from(this._fields.values()).map(function (f) { return f[0]; }); };
OutgoingMessage.prototype.getHeaders = function () {
  var out = Object.create(null);
  this._fields.forEach(function (f, k) { out[k] = f[1]; });
  return out;
};
Object.defineProperty(OutgoingMessage.prototype, '_headers', { configurable: true, get: function () { return this.getHeaders(); }, set: function () {} });
Object.defineProperty(OutgoingMessage.prototype, '_headerNames', { configurable: true, get: function () { return this.getHeaders(); }, set: function () {} });
OutgoingMessage.prototype._list = function () {
  var out = [];
  this._fields.forEach(function (f) {
    if (!Array.isArray(f[1])) { out.push(f[0], String(f[1])); return; }
    for (var i = 0; i < f[1].length; i++) { out.push(f[0], String(f[1][i])); }
  });
  return out;
};
OutgoingMessage.prototype.addTrailers = function () {};
OutgoingMessage.prototype.flushHeaders = function () { if (!this.headersSent) { this._implicitHeader(); this._flushed(); } };
OutgoingMessage.prototype.end = function (chunk, encoding, done) {
  if (typeof chunk === 'function') { done = chunk; chunk = undefined; } else if (typeof encoding === 'function') { done = encoding; encoding = undefined; }
  if (this.finished) {
    if (typeof done === 'function') { process.nextTick(done, fault('Cannot call end after a stream was finished', 'ERR_STREAM_ALREADY_FINISHED')); }
    return this;
  }
  // If the whole body is known, its length is set.
  if (!this.headersSent && !this._started && !this._fields.has('content-length') && !this._fields.has('transfer-encoding')) { this._whole(chunk === undefined || chunk === null ? 0 : typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.length); }
  if (!this.headersSent) { this._implicitHeader(); }
  this.finished = true;
  return stream.Writable.prototype.end.call(this, chunk, encoding, done);
};
OutgoingMessage.prototype.write = function (chunk, encoding, done) {
  if (!this.headersSent && !this.finished && chunk !== undefined && chunk !== null) { this._started = true; this._implicitHeader(); }
  return stream.Writable.prototype.write.call(this, chunk, encoding, done);
};
// Packages call these methods for responses that only inherit from this class and
// have methods of their own, such as res of an action: those are meant then.
['setHeader', 'appendHeader', 'setHeaders', 'getHeader', 'hasHeader', 'removeHeader', 'getHeaderNames', 'getHeaders', 'write', 'end'].forEach(function (name) { deferTo(OutgoingMessage.prototype, name); });
function deferTo(prototype, name) {
  var method = prototype[name];
  prototype[name] = function (...args) {
    if (this._fields !== undefined) { return method.call(this, args[0], args[1], args[2]); }
    var own = this[name];
    return (typeof own === 'function' && own !== prototype[name] ? own : method).apply(this, args);
  };
}

// ServerResponse
function ServerResponse(req, o) {
  OutgoingMessage.call(this);
  this.statusCode = 200;
  this.statusMessage = undefined;
  this.req = req;
  this._hasBody = !req || req.method !== 'HEAD';
  Object.defineProperty(this, '_to', { value: null, writable: true });
  Object.defineProperty(this, '_head', { value: null, writable: true });
}
util.inherits(ServerResponse, OutgoingMessage);
exports.ServerResponse = ServerResponse;
ServerResponse.prototype.assignSocket = function (socket) { this.socket = socket; socket._httpMessage = this; };
ServerResponse.prototype.detachSocket = function (socket) { if (socket) { socket._httpMessage = null; } };
ServerResponse.prototype.writeContinue = ServerResponse.prototype.writeProcessing = ServerResponse.prototype.writeEarlyHints = function () {};
ServerResponse.prototype.writeHead = function (status, reason, fields) {
  var self = this;
  if (self.headersSent) { throw fault('Cannot write headers after they are sent to the client', 'ERR_HTTP_HEADERS_SENT'); }
  if (typeof reason !== 'string') { fields = fields || reason; reason = undefined; }
  status = status | 0;
  if (status < 100 || status > 999) { throw fault('Invalid status code: ' + status, 'ERR_HTTP_INVALID_STATUS_CODE', RangeError); }
  self.statusCode = status;
  self.statusMessage = reason !== undefined ? reason : self.statusMessage || exports.STATUS_CODES[status] || 'unknown';
  if (Array.isArray(fields)) {
    if (Array.isArray(fields[0])) { fields.forEach(function (f) { self.setHeader(f[0], f[1]); }); } else { for (var i = 0; i < fields.length; i += 2) { self.appendHeader(fields[i], fields[i + 1]); } }
  } else if (fields) { Object.keys(fields).forEach(function (k) { self.setHeader(k, fields[k]); }); }
  self._header = 'HTTP/1.1 ' + self.statusCode + ' ' + self.statusMessage + '\r\n' + self._list().reduce(function (text, v, i) { return text + v + (i % 2 ? '\r\n' : ': '); }, '') + '\r\n';
  var list = self._list();
  if (!self.hasHeader('connection')) { list.push('Connection', self.shouldKeepAlive ? 'keep-alive' : 'close'); if (self.shouldKeepAlive) { list.push('Keep-Alive', 'timeout=5'); } }
  if (self._hasBody && status >= 200 && status !== 204 && status !== 304 && !self.hasHeader('content-length') && !self.hasHeader('transfer-encoding') && !(self.req && self.req.httpVersionMinor === 0)) {
    list.push('Transfer-Encoding', 'chunked');
    self.chunkedEncoding = true;
  }
  self._head = list;
  self.headersSent = true;
  return self;
};
deferTo(ServerResponse.prototype, 'writeHead');
ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;
ServerResponse.prototype._implicitHeader = function () { this.writeHead(this.statusCode); };
ServerResponse.prototype._whole = function (n) { if (this.statusCode !== 204 && this.statusCode !== 304 && this._hasBody) { this.setHeader('Content-Length', n); } };
ServerResponse.prototype._flushed = function () { if (this._to) { this._respond(null, false, function () {}); } };
ServerResponse.prototype._respond = function (chunk, end, done) {
  var head = this._head;
  this._head = null;
  if (!this._to) { done(); return; }
  // A client that disconnects causes 'close', not an error.
  native.respond(this._to, this.statusCode, head, chunk, end, function () { done(); });
};
ServerResponse.prototype._write = function (chunk, encoding, done) { this._respond(this._hasBody ? chunk : null, false, done); };
ServerResponse.prototype._final = function (done) {
  var self = this;
  this._respond(null, true, function (err) {
    self._answered = true;
    done(err);
    setImmediate(function () { self.destroy(); });
  });
};
ServerResponse.prototype._destroy = function (err, done) {
  var self = this;
  if (self.socket) { self.detachSocket(self.socket); }
  if (self._to && !self._answered) { native.cut(self._to, function () { done(err); }); return; }
  done(err);
};
ServerResponse.prototype.setTimeout = function (ms, fn) { if (fn) { this.on('timeout', fn); } return this; };

// Server
function Server(o, fn) {
  if (!(this instanceof Server)) { return new Server(o, fn); }
  EventEmitter.call(this);
  if (typeof o === 'function') { fn = o; o = {}; }
  this.listening = false;
  this.connections = new Set();
  this.timeout = 0;
  this.keepAliveTimeout = 5000;
  this.headersTimeout = 60000;
  this.requestTimeout = 300000;
  this.maxHeadersCount = null;
  Object.defineProperty(this, '_options', { value: o || {} });
  if (fn) { this.on('request', fn); }
  this.on('connection', adopt);
}
util.inherits(Server, net.Server);
exports.Server = Server;
exports.createServer = function (o, fn) { return new Server(o, fn); };
Server.prototype.listen = function () {
  var self = this;
  return net.listen(self, arguments, function (where) { return serve(self, Object.assign(where, self._secure ? self._secure() : {})); });
};
// adopt serves a connection that was made elsewhere: with server.emit('connection', socket).
function adopt(socket) {
  var self = this;
  if (socket._http) { return; }
  if (self._secure && !socket.encrypted) {
    var tls = require('tls'), secure = new tls.TLSSocket(socket, { isServer: true, server: self, allowHalfOpen: true });
    secure.once('_tlsError', function (err) { secure.on('error', function () {}); self.emit('tlsClientError', err, secure); });
    secure.once('secure', function () { self.emit('secureConnection', secure); adopt.call(self, secure); });
    return;
  }
  if (!self._given) { Object.defineProperties(self, { _given: { value: serve(self, { given: true }), writable: true }, _handed: { value: new Map(), writable: true } }); }
  var key = self._handed.size + 1, from = socket._pipe;
  while (self._handed.has(key)) { key++; }
  self._handed.set(key, socket);
  socket._pipe = null;
  self._given.adopt(from || require('bridge')(socket), key);
}
// _leave ends what serves such connections, and those that are idle.
Server.prototype._leave = function () {
  if (this._given) { this._given.close(); this._given = null; }
};
function serve(self, o) {
  var sockets = new Map(), live = new Map(), held = native.serve(o, request, gone, opened, closed); // by the number of the connection
  return held;
  function opened(number, c) {
    var given = c.handed && self._handed.get(c.handed), socket = given || (c.secure ? new (require('tls').TLSSocket)(undefined, { allowHalfOpen: true }) : new net.Socket({ allowHalfOpen: true }));
    if (given) { self._handed.delete(c.handed); c = {}; }
    served(socket, c, {
      close: function () { held.closeConnections(number); },
      end: function (done) {
        var pair = live.get(number);
        if (pair) { pair[1].once('close', end); } else { end(); }
        function end() { held.closeConnections(number); done(); }
      }
    });
    socket.server = self;
    sockets.set(number, socket);
    self.connections.add(socket);
    socket.on('close', function () {
      sockets.delete(number);
      self.connections.delete(socket);
      self._last();
    });
    if (given) { return; }
    self.emit('connection', socket);
    if (c.secure) { self.emit('secureConnection', socket); }
  }
  function closed(number) {
    var socket = sockets.get(number);
    if (socket instanceof net.Socket) { socket.destroy(); } else if (socket) { socket.end(); }
  }
  function request(m) {
    var socket = sockets.get(m.connection), req = new IncomingMessage(socket);
    if (!socket) { return; } // it was destroyed
    if (m.tls && !socket._secured) { socket._secures(m.tls); }
    req._begin(m);
    req.method = m.method;
    req.url = m.url;
    if (m.method === 'CONNECT' || m.upgrade && self.listenerCount('upgrade')) { handOver(self, m, req, socket); return; }
    var res = new ServerResponse(req);
    res.assignSocket(socket);
    res._to = m.response;
    res.shouldKeepAlive = String(req.headers.connection).toLowerCase() !== 'close';
    live.set(m.connection, [req, res]);
    res.on('close', function () { live.delete(m.connection); if (!res._answered) { req._abort(); } });
    if (!self.emit('request', req, res)) { res.end(); }
  }
  // The client has disconnected.
  function gone(number) {
    var pair = live.get(number);
    if (!pair) { return; }
    pair[0].socket.destroy();
    pair[0]._abort();
    if (!pair[1].destroyed) { pair[1].destroy(); }
  }
}
// served has a socket stand for a connection that is served. A stream that is no socket
// has only to be closed with it.
function served(socket, c, ways) {
  if (!(socket instanceof net.Socket)) { Object.defineProperty(socket, '_http', { value: ways }); return; }
  if (socket.remoteAddress === undefined) { socket._serves(c, ways); } else { Object.defineProperty(socket, '_http', { value: ways }); }
}
// handOver gives the connection of a request to a listener, who speaks another protocol on it.
function handOver(self, m, req, socket) {
  var type = m.method === 'CONNECT' ? 'connect' : 'upgrade';
  req.upgrade = true;
  req._pipe = null;
  if (!self.listenerCount(type)) { socket.destroy(); return; }
  native.take(m.response, function (err, c) {
    if (err || socket.destroyed) {
      if (c) { pipe.close(c.pipe); }
      socket.destroy();
      return;
    }
    if (socket._secured) { c.protocol = undefined; } // it is known already
    socket._opened(c);
    socket._ready();
    self.emit(type, req, socket, Buffer.from(c.head));
    socket._watch();
  });
}
Server.prototype.close = function (done) {
  this._closing = this._held || this._closing;
  return net.Server.prototype.close.call(this, done);
};
Server.prototype._last = function () {
  if (!this._held && this._closing && !this.connections.size) {
    this._closing.forget();
    this._closing = null;
  }
  net.Server.prototype._last.call(this);
};
// Connections that were handed over are not closed with the others.
Server.prototype.closeAllConnections = function () { this.connections.forEach(function (s) { if (!s._pipe) { s.destroy(); } }); };
Server.prototype.closeIdleConnections = function () { [this._held || this._closing, this._given].forEach(function (held) { if (held) { held.closeIdle(); } }); };
Server.prototype.setTimeout = function (ms, fn) { this.timeout = ms; if (fn) { this.on('timeout', fn); } return this; };

var Agent = exports.Agent = require('httpagent');
exports.globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
var ClientRequest = exports.ClientRequest = require('httprequest')(exports, fault, native.trace);
exports.request = function (input, options, done) { return new ClientRequest(input, options, done); };
exports.get = function (input, options, done) {
  var req = exports.request(input, options, done);
  req.end();
  return req;
};
