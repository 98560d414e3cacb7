// httprequest: the requests of HTTP clients. They write to a connection of an agent, or of their own.
var stream = require('stream'), util = require('util'), net = require('net'), errors = require('errors'), validate = require('validate'), Parser = require('httpparse');

function fault(message, code, Type) { return errors.coded(Type || Error, code, message); }
module.exports = function (http, trace) {
  var OutgoingMessage = http.OutgoingMessage, IncomingMessage = http.IncomingMessage, token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;

  function urlOptions(u) {
    var host = u.hostname[0] === '[' ? u.hostname.slice(1, -1) : u.hostname;
    var o = Object.assign({ __proto__: null }, u, { protocol: u.protocol, hostname: host, hash: u.hash, search: u.search, pathname: u.pathname, path: (u.pathname || '') + (u.search || ''), href: u.href });
    if (u.port !== '') { o.port = Number(u.port); }
    if (u.username || u.password) { o.auth = decodeURIComponent(u.username) + ':' + decodeURIComponent(u.password); }
    return o;
  }
  http._urlOptions = urlOptions;
  function ClientRequest(input, options, done) {
    if (!(this instanceof ClientRequest)) { return new ClientRequest(input, options, done); }
    var self = this, o;
    OutgoingMessage.call(self);
    if (typeof input === 'string') { o = urlOptions(new URL(input)); } else if (input && input.searchParams && typeof input.href === 'string') { o = urlOptions(input); } else { done = options; options = input; o = {}; }
    if (typeof options === 'function') { done = options; options = {}; }
    o = Object.assign(o, options);
    var agent = o.agent, base = o._defaultAgent || http.globalAgent;
    if (agent === false) { agent = new base.constructor(); } else if (agent === null || agent === undefined) {
      agent = typeof o.createConnection === 'function' ? undefined : base;
    } else if (typeof agent.addRequest !== 'function') { throw errors.argument('options.agent', 'one of Agent-like Object, undefined, or false', agent); }
    self.agent = agent;
    self.protocol = o.protocol || base.protocol;
    var expected = agent && agent.protocol || base.protocol;
    if (self.protocol !== expected) { throw errors.worded(TypeError, 'ERR_INVALID_PROTOCOL', 'Protocol "%s" not supported. Expected "%s"', self.protocol, expected); }
    if (o.path !== undefined && o.path !== null) {
      o.path = String(o.path);
      if (/[^\u0021-\u00ff]/.test(o.path)) { throw fault('Request path contains unescaped characters', 'ERR_UNESCAPED_CHARACTERS', TypeError); }
    }
    self.method = o.method === undefined || o.method === null || o.method === '' ? 'GET' : o.method;
    if (typeof self.method !== 'string') { throw util.invalidArgument('options.method', 'string', self.method); }
    if (!token.test(self.method)) { throw fault('Method must be a valid HTTP token ["' + self.method + '"]', 'ERR_INVALID_HTTP_TOKEN', TypeError); }
    self.method = self.method.toUpperCase();
    self.useChunkedEncodingByDefault = bare.indexOf(self.method) < 0;
    ['hostname', 'host'].forEach(function (k) { if (o[k] !== undefined && o[k] !== null && typeof o[k] !== 'string') { throw util.invalidArgument('options.' + k, 'string or one of undefined or null', o[k]); } });
    self.path = o.path || '/';
    var usual = o.defaultPort || agent && agent.defaultPort;
    o.port = o.port || usual || 80;
    o.host = self.host = o.hostname || o.host || 'localhost';
    if (o.timeout !== undefined) {
      if (typeof o.timeout !== 'number') { throw errors.argument('timeout', 'of type number', o.timeout); }
      if (!(o.timeout >= 0 && Number.isFinite(o.timeout))) { throw validate.outOfRange('timeout', 'a non-negative finite number', o.timeout); }
    }
    self.timeout = o.timeout;
    self.socketPath = o.socketPath;
    if (o.maxHeaderSize !== undefined) { validate.integer(o.maxHeaderSize, 'maxHeaderSize', 0); }
    self.maxHeaderSize = o.maxHeaderSize;
    ['insecureHTTPParser', 'joinDuplicateHeaders'].forEach(function (k) {
      if (o[k] !== undefined) { validate.boolean(o[k], 'options.' + k); }
      self[k] = o[k];
    });
    self.aborted = self.reusedSocket = false;
    self.maxHeadersCount = null;
    self.res = null;
    self.shouldKeepAlive = !!agent && (!!agent.keepAlive || isFinite(agent.maxSockets));
    var listed = Array.isArray(o.headers);
    if (listed && Array.isArray(o.headers[0])) { o.headers = [].concat.apply([], o.headers); }
    if (listed) { for (var i = 0; i < o.headers.length; i += 2) { self.appendHeader(o.headers[i], o.headers[i + 1]); } } else if (o.headers) {
      for (var names = Object.keys(o.headers), j = 0; j < names.length; j++) { self.setHeader(names[j], o.headers[names[j]]); }
    }
    if (!listed && !self._fields.has('host') && o.setHost !== false) {
      var name = self.host.indexOf(':') >= 0 && net.isIP(self.host) === 6 ? '[' + self.host + ']' : self.host;
      self.setHeader('Host', name + (Number(o.port) !== usual ? ':' + Number(o.port) : ''));
    }
    if (!listed && o.auth && !self._fields.has('authorization')) { self.setHeader('Authorization', 'Basic ' + Buffer.from(o.auth).toString('base64')); }
    if (!self._fields.has('traceparent')) { trace(self); }
    if (done) { self.once('response', done); }
    if (o.signal) {
      validate.signal(o.signal, 'signal');
      follow(self, o.signal);
    }
    if (listed) { // they are sent as they were given
      self._list = function () { return written(o.headers); };
      self._implicitHeader();
    }
    var expects = self._fields.has('expect');
    if (listed) { self._fields.clear(); }
    if (expects) { self.flushHeaders(); }
    var given = o; // a copy of what the caller has given
    delete given.signal;
    if (agent) { agent.addRequest(self, given); return; }
    if (given.socketPath) { given.path = given.socketPath; } else { delete given.path; }
    var called = false, socket = (given.createConnection || net.createConnection)(given, function (err, s) {
      if (called) { return; }
      called = true;
      self.onSocket(s, err);
    });
    if (socket && !called) { called = true; self.onSocket(socket); }
  }
  util.inherits(ClientRequest, OutgoingMessage);
  // written has the names and values of a list, whose values may be lists.
  function written(list) {
    var out = [];
    for (var i = 0; i < list.length; i += 2) {
      var value = list[i + 1];
      if (!Array.isArray(value)) { out.push(list[i], String(value)); } else if (list[i].toLowerCase() === 'cookie') { out.push(list[i], value.join('; ')); } else { value.forEach(function (v) { out.push(list[i], String(v)); }); }
    }
    return out;
  }
  // follow aborts a request with a signal.
  function follow(self, signal) {
    function abort() { self.destroy(errors.aborted(signal)); }
    if (signal.aborted) { abort(); return; }
    signal.addEventListener('abort', abort);
    self.once('close', function () { signal.removeEventListener('abort', abort); });
  }

  // The bodies of requests with these methods have no form of their own: they need a Content-Length or Transfer-Encoding.
  var bare = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'];
  ClientRequest.prototype._implicitHeader = function () {
    var list = this._list(), fields = this._fields, connection = fields.get('connection');
    if (!connection) { list.push('Connection', this.shouldKeepAlive ? 'keep-alive' : 'close'); } else if (/\bclose\b/i.test(String(connection[1]))) { this.shouldKeepAlive = false; }
    if (fields.has('transfer-encoding')) { this.chunkedEncoding = /\bchunked\s*$/i.test(String(fields.get('transfer-encoding')[1])); } else if (!fields.has('content-length') && this.useChunkedEncodingByDefault) {
      if (this._length !== undefined && !fields.has('trailer')) { list.push('Content-Length', this._length); } else {
        this.chunkedEncoding = true;
        list.push('Transfer-Encoding', 'chunked');
      }
    }
    this._begin(this.method + ' ' + this.path + ' HTTP/1.1\r\n', list);
  };
  ClientRequest.prototype._pass = function (data, done) {
    var self = this, socket = self.socket;
    if (!socket || socket.destroyed || self._over) { done(); return; } // what has ended it is reported already
    socket.write(data, function () { done(); });
  };
  ClientRequest.prototype._settled = function () { this._release(); };
  // onSocket gives the request a connection, or the error of opening it.
  ClientRequest.prototype.onSocket = function (socket, err) { process.nextTick(given, this, socket, err); };
  function given(self, socket, err) {
    if (!self.destroyed && !err) { attach(self, socket); return; }
    if (!self.destroyed) { self.destroy(err); }
    if (!socket) { return; }
    if (!err && self.agent && !socket.destroyed) { socket.emit('free'); } else { socket.destroy(); }
  }
  // The listeners of a connection stay for as long as it is one of HTTP. What comes
  // between requests ends it; its errors are nobody's then.
  function onData(piece) { if (this._exchange) { this._exchange.data(piece); } else { this.destroy(); } }
  function onEnd() { if (this._exchange) { this._exchange.finished(); } }
  function onError(err) { if (this._exchange) { this._exchange.broken(err); } }
  function onClose() { if (this._exchange) { this._exchange.closed(); } }
  function attach(self, socket) {
    self.socket = socket;
    socket._httpMessage = self;
    if (socket._exchange === undefined) {
      Object.defineProperty(socket, '_exchange', { value: null, writable: true, configurable: true });
      socket.on('data', onData);
      socket.on('end', onEnd);
      socket.on('error', onError);
      socket.on('close', onClose);
    }
    socket._exchange = self._exchange = new Exchange(self, socket);
    if (socket.isPaused()) { socket.resume(); }
    self._connected = true;
    if (self.timeout !== undefined || self.agent && self.agent.options && self.agent.options.timeout) { listen(self); }
    self.emit('socket', socket);
    if (!self.destroyed) { self._connect(); }
  }
  // Exchange is a request with its response on a connection.
  function Exchange(req, socket) {
    this.req = req;
    this.socket = socket;
    this.parser = Parser.of(this, false, req);
    this.res = null;
    this.shut = false;
  }
  Exchange.prototype.head = function (m) {
    var self = this.req, socket = this.socket;
    if (m.status < 200 && m.status !== 101 && !m.upgrade && self.method !== 'CONNECT') {
      if (m.status === 100) { self.emit('continue'); }
      self.emit('information', { statusCode: m.status, statusMessage: m.message, httpVersion: m.major + '.' + m.minor, httpVersionMajor: m.major, httpVersionMinor: m.minor, headers: m.fields, rawHeaders: m.headers });
      return 'none';
    }
    var res = this.res = self.res = new IncomingMessage(socket);
    res._begin(m, self.maxHeadersCount, self.joinDuplicateHeaders);
    res.statusCode = m.status;
    res.statusMessage = m.message;
    res.req = self;
    if (self.method === 'CONNECT' || m.upgrade) { res.upgrade = true; return 'upgrade'; }
    if (!m.keep || m.open && self.method !== 'HEAD') { self.shouldKeepAlive = false; }
    res._source = this;
    res.on('end', read);
    try { res._take = self.emit('response', res); } catch (e) {
      res._take = true;
      process.nextTick(function () { throw e; });
    }
    return self.method === 'HEAD' ? 'none' : 'body';
  };
  function read() {
    this.req._read = true;
    this.req._release();
  }
  // resume and abandon are what the response wants of its source.
  Exchange.prototype.resume = function () { if (!this.req._over && this.socket.isPaused()) { this.socket.resume(); } };
  Exchange.prototype.abandon = function () {
    if (this.res.complete || this.req._over) { return; }
    this.leave();
    this.socket.destroy();
    this.ended();
  };
  Exchange.prototype.body = function (piece) { if (!this.res.destroyed && !this.req.destroyed && !this.res.push(piece)) { this.socket.pause(); } };
  Exchange.prototype.end = function (trailers) {
    this.res._ended(trailers);
  };
  Exchange.prototype.failed = function (err) {
    var self = this.req, res = this.res;
    this.leave();
    this.socket.destroy();
    // An error in the body is one of the request, and its response is aborted.
    self._failure = err;
    if (res && !res.complete) { self.emit('error', err); self._finish(); res._abort(null); return; }
    self.destroy(err);
  };
  Exchange.prototype.data = function (piece) {
    var self = this.req, rest;
    if (this.res && this.res._touched) { this.res._touched(); }
    try { rest = this.parser.feed(piece); } catch (e) { if (!/^HPE_/.test(e.code)) { throw e; } this.failed(e); return; }
    var res = this.res;
    if (res && !res._take) { res._take = true; if (!res.upgrade) { res.resume(); } }
    if (rest === null || self._over) { return; }
    if (res.upgrade) { this.handOver(rest); return; }
    for (var blank = 0; blank < rest.length && (rest[blank] === 13 || rest[blank] === 10);) { blank++; }
    rest = rest.subarray(blank);
    if (!rest.length) { return; }
    self.shouldKeepAlive = false;
    if (rest.toString('latin1', 0, 5) !== 'HTTP/') {
      var at = 0;
      while (at < rest.length && rest[at] === 'HTTP/'.charCodeAt(at)) { at++; }
      self.emit('error', Object.assign(Parser.fault('HPE_INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/', piece.length - rest.length + at), { rawPacket: piece }));
    }
    this.socket.destroy();
  };
  Exchange.prototype.handOver = function (rest) {
    var self = this.req, res = this.res, socket = this.socket, type = self.method === 'CONNECT' ? 'connect' : 'upgrade';
    self.upgradeOrConnect = true;
    this.leave();
    socket.removeListener('data', onData);
    socket.removeListener('end', onEnd);
    socket.removeListener('error', onError);
    socket.removeListener('close', onClose);
    delete socket._exchange;
    res.complete = true;
    socket._httpMessage = null;
    if (self.agent) { socket.emit('agentRemove'); }
    socket._readableState.flowing = null;
    unlisten(self);
    if (!self.emit(type, res, socket, rest)) { socket.destroy(); } else if (socket._watch) { socket._watch(); }
    this.ended();
  };
  // finished is called when the other side has ended.
  Exchange.prototype.finished = function () {
    this.shut = true;
    if (!this.res) { this.req._failed = true; this.failed(fault('socket hang up', 'ECONNRESET')); return; }
    if (!this.parser.finish()) { this.failedBody(); }
  };
  Exchange.prototype.failedBody = function () {
    if (this.req._over) { return; }
    this.leave();
    this.socket.destroy();
    this.req._finish();
    this.res._abort(fault('aborted', 'ECONNRESET'));
  };
  Exchange.prototype.broken = function (err) {
    this.req._failed = true;
    if (this.req._over) { return; }
    if (this.res && !this.res.complete) { this.failedBody(); return; }
    if (!this.res) { this.failed(err); }
  };
  Exchange.prototype.closed = function () {
    var self = this.req, res = this.res;
    if (self._over) { return; }
    if (!res) { if (!this.shut) { this.finished(); } } else if (!res.complete) { if (!this.parser.finish()) { this.failedBody(); } } else { self._read = self._sent = true; self.shouldKeepAlive = false; }
    if (!self._over) { this.leave(); this.ended(); }
  };
  Exchange.prototype.ended = function () { process.nextTick(finish, this.req); };
  function finish(req) { req._finish(); }
  // leave ends the part of the connection in the exchange.
  Exchange.prototype.leave = function () {
    this.req._over = true;
    if (this.socket._exchange === this) { this.socket._exchange = null; }
  };
  // _release gives the connection back when the request is sent and the response read.
  ClientRequest.prototype._release = function () {
    var self = this, socket = self.socket;
    if (!self._read || !self._sent || self._over) { return; }
    unlisten(self);
    self._exchange.leave();
    if (self.agent && self.shouldKeepAlive && !socket.destroyed) {
      if (socket.isPaused()) { socket.resume(); }
      process.nextTick(free, socket);
    } else if (!socket.destroyed) { if (socket.destroySoon) { socket.destroySoon(); } else { socket.destroy(); } }
    process.nextTick(finish, self);
  };
  function free(socket) { socket.emit('free'); }
  ClientRequest.prototype._finish = function () {
    this._done = true;
    if (!this.destroyed) { stream.Writable.prototype.destroy.call(this); }
  };
  // The error of the connection says more than an error of writing.
  ClientRequest.prototype.destroy = function (err, done) {
    if (this.destroyed) { return this; }
    var self = this;
    if (self.protocol === undefined) {
      // A package has made it without the constructor, and gives it a socket of its own.
      self.destroyed = true;
      if (self.res) { self.res._dump(); }
      if (self.socket) { self.socket.destroy(err); }
      return self;
    }
    if (!err && !self.res && !self._done && !(self.aborted && !self.socket)) { err = fault('socket hang up', 'ECONNRESET'); }
    if (self.res) { self.res._dump(); } // nobody hears more of it, also of what is there already
    if (self.res && !self.res.complete && !self.res.destroyed) {
      var res = self.res, cause = err;
      process.nextTick(function () { res._abort(cause); });
      err = null;
    }
    return stream.Writable.prototype.destroy.call(self, err, done);
  };
  ClientRequest.prototype._destroy = function (err, done) {
    var waiting = this._waiting || [];
    this._waiting = null;
    if (!this._over && this._exchange) {
      this._exchange.leave();
      this.socket.destroy();
    }
    done(err);
    for (var i = 0; i < waiting.length; i++) { waiting[i][1](); }
  };
  ClientRequest.prototype.abort = function () {
    if (this.aborted) { return; }
    this.aborted = true;
    process.nextTick(this.emit.bind(this, 'abort'));
    this.destroy();
  };
  // The time of a request is that of its connection.
  function timedOut() { if (this._httpMessage) { this._httpMessage.emit('timeout'); } }
  function listen(self) {
    if (self.timeoutCb) { return; }
    self.timeoutCb = timedOut;
    self._whenConnected(function (socket) { socket.once('timeout', timedOut); });
  }
  function unlisten(self) { if (self.timeoutCb && self.socket) { self.socket.removeListener('timeout', timedOut); } }
  ClientRequest.prototype.setTimeout = function (ms, fn) {
    if (this._done || this._read) { return this; }
    listen(this);
    if (typeof ms !== 'number') { throw errors.argument('msecs', 'of type number', ms); }
    if (!(ms >= 0 && Number.isFinite(ms))) { throw validate.outOfRange('msecs', 'a non-negative finite number', ms); }
    if (fn) { this.once('timeout', fn); }
    this._whenConnected(function (socket) {
      if (!socket.setTimeout) { return; }
      if (socket.connecting) { socket.once('connect', function () { socket.setTimeout(ms); }); } else { socket.setTimeout(ms); }
    });
    return this;
  };
  ClientRequest.prototype.clearTimeout = function (fn) { return this.setTimeout(0, fn); };
  ClientRequest.prototype.setNoDelay = function (on) { this._whenConnected(function (s) { s.setNoDelay(on); }); };
  ClientRequest.prototype.setSocketKeepAlive = function (on, ms) { this._whenConnected(function (s) { s.setKeepAlive(on, ms); }); };
  ClientRequest.prototype._whenConnected = function (fn) { if (this.socket) { fn(this.socket); } else { this.once('socket', fn); } };
  return ClientRequest;
};
