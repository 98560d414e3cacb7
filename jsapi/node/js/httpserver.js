// httpserver: servers of HTTP/1, and their connections.
var util = require('util'), net = require('net'), errors = require('errors'), validate = require('validate'), IncomingMessage = require('httpincoming'), ServerResponse = require('httpresponse').ServerResponse, Parser = require('httpparse');
var maxPending = 64; // responses that wait for those before them, until the connection is read on

// options takes what both kinds of servers are given.
function options(server, o) {
  Object.defineProperties(server, {
    _conns: { value: new Set(), writable: true },
    _Request: { value: o.IncomingMessage || IncomingMessage },
    _Response: { value: o.ServerResponse || ServerResponse }
  });
  if (o.maxHeaderSize !== undefined) { validate.integer(o.maxHeaderSize, 'maxHeaderSize', 0); }
  server.maxHeaderSize = o.maxHeaderSize;
  if (o.insecureHTTPParser !== undefined) { validate.boolean(o.insecureHTTPParser, 'options.insecureHTTPParser'); }
  server.insecureHTTPParser = o.insecureHTTPParser;
  server.requireHostHeader = o.requireHostHeader === undefined ? true : bool(o.requireHostHeader, 'options.requireHostHeader');
  server.rejectNonStandardBodyWrites = o.rejectNonStandardBodyWrites === undefined ? false : bool(o.rejectNonStandardBodyWrites, 'options.rejectNonStandardBodyWrites');
  server.joinDuplicateHeaders = o.joinDuplicateHeaders === undefined ? false : bool(o.joinDuplicateHeaders, 'options.joinDuplicateHeaders');
  server.requestTimeout = time(o, 'requestTimeout', 300000);
  server.headersTimeout = time(o, 'headersTimeout', Math.min(60000, server.requestTimeout || 60000));
  if (server.requestTimeout > 0 && server.headersTimeout > server.requestTimeout) { throw validate.outOfRange('headersTimeout', '<= requestTimeout', server.headersTimeout); }
  server.keepAliveTimeout = time(o, 'keepAliveTimeout', 5000);
  server.connectionsCheckingInterval = time(o, 'connectionsCheckingInterval', 30000);
  server.timeout = 0;
  server.maxHeadersCount = null;
  server.maxRequestsPerSocket = 0;
  server.httpAllowHalfOpen = false;
  server.on('listening', watch);
}
function bool(v, name) { validate.boolean(v, name); return v; }
function time(o, name, usual) {
  if (o[name] === undefined) { return usual; }
  validate.integer(o[name], name, 0);
  return o[name];
}
// watch ends requests that come too slowly.
function watch() {
  var self = this;
  clearInterval(self._watcher);
  Object.defineProperty(self, '_watcher', { configurable: true, writable: true, value: setInterval(function () {
    var now = Date.now();
    self._conns.forEach(function (conn) { if (conn.isLate(now)) { conn.refuse(errors.coded(Error, 'ERR_HTTP_REQUEST_TIMEOUT', 'Request timeout')); } });
  }, self.connectionsCheckingInterval).unref() });
}
function Server(o, fn) {
  if (!(this instanceof Server)) { return new Server(o, fn); }
  if (typeof o === 'function') { fn = o; o = {}; } else if (o === undefined || o === null) { o = {}; } else { validate.object(o, 'options'); }
  net.Server.call(this, Object.assign({ noDelay: true }, o, { allowHalfOpen: true }));
  options(this, o);
  if (fn) { this.on('request', fn); }
  this.on('connection', connect);
}
util.inherits(Server, net.Server);
var rejection = Symbol.for('nodejs.rejection');
members(Server);
exports.Server = Server;
exports.connect = connect;
exports.options = options;
exports.members = members;
// members defines what both kinds of servers have.
function members(Class) {
  // A listener of requests that rejects is answered as an error of the server, as long as nothing is sent.
  Class.prototype[rejection] = function (err, event, req, res) {
    if (event !== 'request') {
      net.Server.prototype[rejection].apply(this, arguments);
    } else if (res.headersSent || res.writableEnded) {
      res.destroy();
    } else {
      res.getHeaderNames().forEach(function (name) { res.removeHeader(name); });
      res.statusCode = 500;
      res.end('Internal Server Error');
    }
  };
  var above = Class.super_.prototype;
  Class.prototype.close = function (done) {
    this.closeIdleConnections();
    clearInterval(this._watcher);
    return above.close.call(this, done);
  };
  Class.prototype[Symbol.asyncDispose] = function () { var self = this; return new Promise(function (resolve, reject) { self.close(function (err) { if (err) { reject(err); } else { resolve(); } }); }); };
  Class.prototype.closeAllConnections = function () { this._conns.forEach(function (conn) { conn.socket.destroy(); }); };
  Class.prototype.closeIdleConnections = function () { this._conns.forEach(function (conn) { if (conn.isIdle()) { conn.rest(); } }); };
  Class.prototype.setTimeout = function (ms, fn) {
    this.timeout = ms;
    if (fn) { this.on('timeout', fn); }
    return this;
  };
}

// connect is the listener of servers for connections: any stream will do.
function connect(socket) { new Connection(this, socket); }
function Connection(server, socket) {
  this.server = server;
  this.socket = socket;
  this.parser = Parser.of(this, true, server);
  this.req = null; // that is being read
  this.incoming = []; // requests that are not answered yet
  this.keeps = true; // the request that is being read may have others behind it
  this.pending = []; // responses that wait for those before them
  this.began = Date.now(); // when the message that is being read has begun, 0 for none
  this.headed = false; // its head was read
  this.served = 0;
  this.waits = false; // for the next request, since
  this.rested = 0;
  this.kept = this.keepText = '';
  this.timer = null; // of the time that keeps a connection
  this.held = null; // what is read on when others have been answered
  this.taken = ''; // upgrade or connect
  this.ended = false; // nothing is read any more
  this.halted = false; // because a body is not read
  this.fault = null; // why nothing can be read any more
  Object.defineProperty(socket, '_served', { value: this, configurable: true, writable: true });
  socket.server = server;
  server._conns.add(this);
  for (var i = 0; i < listeners.length; i++) { socket.on(listeners[i][0], listeners[i][1]); }
  if (server.timeout && socket.setTimeout) { socket.setTimeout(server.timeout); }
}
// A connection is one of a server, for its messages.
Connection.prototype.serves = true;
var listeners = [
  ['data', function (piece) { this._served.data(piece); }],
  ['end', function () { this._served.shut(); }],
  ['error', function (err) { this._served.refuse(err); }],
  ['close', function () { this._served.closed(); }],
  ['drain', function () { this._served.proceed(); }],
  ['timeout', function () { this._served.late(); }]
];
Connection.prototype.isLate = function (now) {
  var s = this.server, took = now - this.began;
  return this.began > 0 && !this.ended && (!this.headed && s.headersTimeout > 0 && took > s.headersTimeout || s.requestTimeout > 0 && took > s.requestTimeout);
};
// isIdle reports whether no request is under way; the last answer may still be.
Connection.prototype.isIdle = function () {
  var res = this.socket._httpMessage;
  return this.parser.between() && (!res || res.finished) && !this.pending.length && !this.held;
};
// rest ends a connection that is idle, behind the answer that is still being written: over TLS its client may have
// it before the server knows that it was sent.
Connection.prototype.rest = function () {
  var res = this.socket._httpMessage;
  if (res) { res._last = true; } else { this.socket.destroy(); }
};
Connection.prototype.data = function (piece) {
  if (this.fault) { // a listener of clientError has left the connection open
    this.fault.rawPacket = piece;
    this.refuse(this.fault);
    return;
  }
  if (this.ended) { return; }
  this.waits = false;
  if (this.held) { this.held = Buffer.concat([this.held, piece]); return; }
  this.read(piece);
};
Connection.prototype.read = function (piece) {
  for (var whole = piece; ;) {
    if (!this.began) {
      this.began = Date.now();
      this.headed = false;
    }
    var rest;
    try { rest = this.parser.feed(piece); } catch (e) {
      if (!/^HPE_/.test(e.code)) { throw e; }
      e.bytesParsed += whole.length - piece.length;
      e.rawPacket = whole;
      this.refuse(e);
      return;
    }
    if (rest === null) { return; }
    if (this.taken) { this.handOver(rest); return; }
    this.began = 0;
    this.parser.restart();
    if (!rest.length || this.ended) { return; }
    if (!this.keeps) {
      if (!this.parser.lenient && /[^\r\n]/.test(rest.toString('latin1'))) { this.refuse(Object.assign(Parser.fault('HPE_CLOSED_CONNECTION', 'Data after `Connection: close`', whole.length - rest.length + 1), { rawPacket: whole })); }
      return;
    }
    if (this.pending.length >= maxPending || this.socket.writableNeedDrain) {
      this.held = rest;
      this.socket.pause();
      return;
    }
    piece = rest;
  }
};
// proceed reads on what was held.
Connection.prototype.proceed = function () {
  if (!this.held || this.ended || this.pending.length >= maxPending || this.socket.writableNeedDrain) { return; }
  var piece = this.held;
  this.held = null;
  if (!this.halted) { this.socket.resume(); }
  this.read(piece);
};
// head begins a request.
Connection.prototype.head = function (m) {
  var server = this.server, socket = this.socket, req = new server._Request(socket);
  this.headed = true;
  req._begin(m, server.maxHeadersCount, server.joinDuplicateHeaders);
  req.method = m.method;
  req.url = m.url;
  this.req = req;
  if (m.upgrade && (m.method === 'CONNECT' || server.listenerCount('upgrade'))) {
    this.taken = m.method === 'CONNECT' ? 'connect' : 'upgrade';
    req.upgrade = true;
    return 'upgrade';
  }
  this.keeps = m.keep;
  this.incoming.push(req);
  req._source = this;
  var res = new server._Response(req, { highWaterMark: socket.writableHighWaterMark });
  res._conn = this;
  res._strict = !!server.rejectNonStandardBodyWrites;
  res.shouldKeepAlive = m.keep;
  if (server.keepAliveTimeout) { res._keeps = this.keeping(); }
  if (socket._httpMessage) { this.pending.push(res); } else { res.assignSocket(socket); }
  try { this.emit(req, res, m); } catch (e) { process.nextTick(function () { throw e; }); }
  return 'body';
};
// keeping is the value of Keep-Alive.
Connection.prototype.keeping = function () {
  var server = this.server, key = server.keepAliveTimeout + ' ' + server.maxRequestsPerSocket;
  if (this.kept !== key) {
    this.kept = key;
    this.keepText = 'timeout=' + Math.floor(server.keepAliveTimeout / 1000) + (server.maxRequestsPerSocket > 0 ? ', max=' + server.maxRequestsPerSocket : '');
  }
  return this.keepText;
};
// emit has the listeners of the server answer, or refuses a request.
Connection.prototype.emit = function (req, res, m) {
  var server = this.server, most = server.maxRequestsPerSocket, modern = m.major === 1 && m.minor === 1;
  if (modern && server.requireHostHeader && req.headers.host === undefined) {
    res.writeHead(400, ['Connection', 'close']);
    res.end();
    return;
  }
  if (modern && most > 0) {
    this.served++;
    res.maxRequestsOnConnectionReached = most <= this.served;
    if (most < this.served) {
      server.emit('dropRequest', req, this.socket);
      res.writeHead(503);
      res.end();
      return;
    }
  }
  if (modern && req.headers.expect !== undefined) {
    if (!/(?:^|\W)100-continue(?:$|\W)/i.test(req.headers.expect)) {
      if (!server.emit('checkExpectation', req, res)) {
        res.writeHead(417);
        res.end();
      }
      return;
    }
    res._promised = '100';
    if (server.emit('checkContinue', req, res)) { return; }
    res.writeContinue();
  }
  server.emit('request', req, res);
};
Connection.prototype.body = function (piece) {
  var req = this.req;
  if (!req || req.destroyed || req._readableState.ended) { return; } // nobody wants it
  if (!req.push(piece)) {
    this.halted = true;
    this.socket.pause();
  }
};
Connection.prototype.end = function (trailers) {
  var req = this.req;
  if (req && !req.complete) { req._ended(trailers); }
  this.resume(); // for the next request: nothing of this one is left that its reader could ask for
};
// resume and abandon are what a request wants of its source.
Connection.prototype.resume = function () {
  if (!this.halted) { return; }
  this.halted = false;
  if (!this.held) { this.socket.resume(); }
};
Connection.prototype.abandon = function (err) { if (!this.socket.destroyed) { this.socket.destroy(err); } };
// answered is called when a response was sent.
Connection.prototype.answered = function (res) {
  var self = this, req = res.req;
  if (!req._consumed) { req._dump(); }
  self.incoming.splice(self.incoming.indexOf(req), 1);
  process.nextTick(leave, self, res); // behind the event finish
};
// leave goes on with the next response.
function leave(self, res) {
  var socket = self.socket;
  if (res.socket) { res.detachSocket(socket); }
  res._close();
  if (self.ended && socket.destroyed) { return; }
  if (res._last) {
    self.ended = true;
    if (socket.destroySoon) { socket.destroySoon(); } else { socket.end(); }
    return;
  }
  var next = self.pending.shift();
  if (next) { next.assignSocket(socket); } else if (self.isIdle()) {
    self.waits = true;
    self.rested = Date.now();
    if (!self.timer && self.server.keepAliveTimeout) { keep(self, self.server.keepAliveTimeout); }
  }
  self.proceed();
}
// keep ends a connection that waits for its next request for too long. Its timer is not that of each request.
function keep(conn, ms) {
  conn.timer = setTimeout(function () {
    conn.timer = null;
    if (conn.ended || !conn.waits) { return; }
    var left = conn.rested + conn.server.keepAliveTimeout - Date.now();
    if (left > 0) { keep(conn, left); } else { conn.late(); }
  }, ms).unref();
}
var refusals = { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' };
// refuse ends a connection on which what is no HTTP has come, or that has failed.
Connection.prototype.refuse = function (err) {
  var socket = this.socket;
  if (this.fault && socket.destroyed) { return; }
  this.ended = true;
  this.fault = err;
  if (this.server.emit('clientError', err, socket)) { return; }
  if (!socket.writable || socket._httpMessage && socket._httpMessage.headersSent) { socket.destroy(err); return; }
  socket.write('HTTP/1.1 ' + (refusals[err.code] || '400 Bad Request') + '\r\nConnection: close\r\n\r\n', function () { socket.destroy(err); });
};
// shut is called when the client has ended its side.
Connection.prototype.shut = function () {
  if (this.ended) { return; }
  var open = this.parser.state === 'open'; // its end is that of a body
  if (open) {
    this.parser.finish();
    this.parser.restart();
  }
  if (!this.parser.between() && !this.held) { this.refuse(Object.assign(new Error('Parse Error'), { bytesParsed: 0, code: 'HPE_INVALID_EOF_STATE', reason: 'Invalid EOF state' })); return; }
  var last = this.pending[this.pending.length - 1] || this.socket._httpMessage;
  if ((open || this.server.httpAllowHalfOpen) && last) { last._last = true; return; }
  this.socket.end();
};
Connection.prototype.closed = function () {
  this.ended = true;
  clearTimeout(this.timer);
  this.server._conns.delete(this);
  this.incoming.splice(0).forEach(function (req) { req.destroy(errors.coded(Error, 'ECONNRESET', 'aborted')); });
  if (this.socket._httpMessage) { this.socket._httpMessage._close(); }
  this.pending.splice(0).forEach(function (res) { res._close(); });
};
// late is called when nothing has happened for as long as the connection waits.
Connection.prototype.late = function () {
  var req = this.req, res = this.socket._httpMessage, heard = false;
  if (req && !req.complete) { heard = req.emit('timeout', this.socket); }
  if (res) { heard = res.emit('timeout', this.socket) || heard; }
  heard = this.server.emit('timeout', this.socket) || heard;
  if (!heard) { this.socket.destroy(); }
};
// handOver gives the connection to a listener, who speaks another protocol on it.
Connection.prototype.handOver = function (rest) {
  var socket = this.socket;
  this.ended = true;
  this.server._conns.delete(this);
  for (var i = 0; i < listeners.length; i++) { socket.removeListener(listeners[i][0], listeners[i][1]); }
  socket._readableState.flowing = null;
  if (!this.server.emit(this.taken, this.req, socket, rest)) { socket.destroy(); } else if (socket._watch) { socket._watch(); }
};
