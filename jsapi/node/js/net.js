// net: sockets and listeners.
var stream = require('stream'), util = require('util'), pipe = require('pipe'), EventEmitter = require('events'), errors = require('errors');

function Socket(o) {
  if (!(this instanceof Socket)) { return new Socket(o); }
  o = o || {};
  stream.Duplex.call(this, { allowHalfOpen: !!o.allowHalfOpen, highWaterMark: 16384 });
  this.connecting = false;
  this.pending = true;
  this.bytesRead = this.bytesWritten = 0;
  this.allowHalfOpen = !!o.allowHalfOpen;
  this._hadError = false;
  this._host = null;
  Object.defineProperty(this, '_pipe', { value: null, writable: true });
  Object.defineProperty(this, '_idle', { value: null, writable: true });
  Object.defineProperty(this, '_later', { value: [], writable: true });
  Object.defineProperty(this, '_owner', { value: null, writable: true }); // its server
  Object.defineProperty(this, '_hears', { value: this, writable: true }); // of its addresses
  if (o._open) { this._opened(o._open); }
}
util.inherits(Socket, stream.Duplex);
exports.Socket = exports.Stream = Socket;
Socket.prototype._opened = function (c) {
  this._pipe = c.pipe;
  this._addresses(c);
  if (c.protocol) { this._secures(c); }
};
Socket.prototype._addresses = function (c) {
  this.connecting = this.pending = false;
  Object.assign(this, { localAddress: c.localAddress, localPort: c.localPort, localFamily: c.localFamily, remoteAddress: c.remoteAddress, remotePort: c.remotePort, remoteFamily: c.remoteFamily });
};
// _watch begins to read where nobody does yet: so its end is found out.
Socket.prototype._watch = function () {
  if (!this.listenerCount('data') && !this.listenerCount('readable') && this._readableState.flowing === null) { this.read(0); }
};
// _when runs fn once there is a connection.
Socket.prototype._when = function (fn) { if (this._pipe) { fn(); } else { this._later.push(fn); } };
Socket.prototype._ready = function () {
  this._touch();
  if (!this._pipe) { return; } // a listener has handed it to HTTP/2
  this._later.splice(0).forEach(function (fn) { fn(); });
};
Socket.prototype._read = function () {
  var self = this;
  self._when(function () {
    var from = self._pipe;
    pipe.receive(from, function (err, chunk) {
      if (self.destroyed || self._pipe !== from) { return; }
      if (err) { self.destroy(err); return; }
      if (chunk) { self.bytesRead += chunk.length; self._touch(); }
      self.push(chunk);
      if (chunk === null) { self.read(0); } // 'end', if nothing is left to be read
    });
  });
};
Socket.prototype._write = function (chunk, encoding, done) {
  var self = this;
  self._when(function () {
    self.bytesWritten += chunk.length;
    pipe.write(self._pipe, chunk, function (err) {
      if (!err) { self._touch(); }
      done(err);
    });
  });
};
Socket.prototype._final = function (done) {
  var self = this;
  if (self.pending && !self.connecting) { done(); return; }
  if (self._http && !self._pipe) { self._http.end(done); return; }
  self._when(function () { pipe.end(self._pipe, done); });
};
Socket.prototype._destroy = function (err, done) {
  this._calm();
  this._hadError = !!err;
  if (this._cancel) { this._cancel(); this._cancel = null; }
  if (this._pipe) { pipe.close(this._pipe); } else if (this._http) { this._http.close(); }
  this.connecting = false;
  done(err);
};
var emit = stream.Duplex.prototype.emit;
Socket.prototype.emit = function (type, ...args) {
  if (args.length === 1) { return emit.call(this, type, args[0]); }
  if (args.length) { return emit.call(this, type, ...args); }
  if (type !== 'close') { return emit.call(this, type); }
  var heard = emit.call(this, type, this._hadError);
  if (this._owner) { this._owner._left(this); }
  return heard;
};
Socket.prototype._touch = function () {
  if (!(this.timeout > 0) || this.destroyed) { this._calm(); return; }
  if (this._idle && this._idle.wait === this.timeout) { this._idle.refresh(); return; }
  this._calm();
  var self = this;
  self._idle = setTimeout(function () { self.emit('timeout'); }, self.timeout);
};
// _calm ends the wait for time-outs.
Socket.prototype._calm = function () {
  if (this._idle) {
    clearTimeout(this._idle);
    this._idle = null;
  }
};
Socket.prototype.setTimeout = function (ms, fn) {
  this.timeout = ms;
  if (fn) { if (ms === 0) { this.removeListener('timeout', fn); } else { this.once('timeout', fn); } }
  this._touch();
  return this;
};
function target(args) {
  var list = Array.prototype.slice.call(args), done = typeof list[list.length - 1] === 'function' ? list.pop() : null;
  if (Array.isArray(list[0])) { return target(list[0]); }
  var o = typeof list[0] === 'object' && list[0] !== null ? list[0] : typeof list[0] === 'string' && isNaN(list[0]) ? { path: list[0] } : { port: list[0], host: list[1] };
  return [o, done];
}
function port(n) {
  var v = Number(n);
  if (!(v >= 0 && v < 65536) || n === '' || n === null) {
    var e = new RangeError('options.port should be >= 0 and < 65536. Received ' + (typeof n === 'number' ? 'type number (' + n + ')' : String(n)) + '.');
    e.code = 'ERR_SOCKET_BAD_PORT';
    throw e;
  }
  return v;
}
Socket.prototype.connect = function () {
  var self = this, t = target(arguments), o = t[0];
  if (t[1]) { self.once('connect', t[1]); }
  if (o.path === undefined && o.port === undefined) {
    var e = new TypeError('The "options" or "port" or "path" argument must be specified');
    e.code = 'ERR_MISSING_ARGS';
    throw e;
  }
  var host = o.host || 'localhost';
  if (o.path && typeof o.path !== 'string') { throw errors.argument('options.path', 'of type string', o.path); }
  if (!o.path) { check(o, host); }
  self.connecting = true;
  if (o.timeout) { self.setTimeout(o.timeout); }
  function dial(host, family) {
    self._cancel = native.connect({ path: o.path, host: host, port: o.path ? 0 : Number(o.port), family: family, localAddress: o.localAddress, localPort: o.localPort }, function (err, c) {
      self._cancel = null;
      if (self.destroyed) { if (c) { pipe.close(c.pipe); } return; }
      self.connecting = false;
      if (err) { self.destroy(err); return; }
      self._opened(c);
      self.emit('connect');
      self.emit('ready');
      self._ready();
      self._watch();
    });
  }
  if (o.path || native.isIP(host)) { dial(host, o.family); return self; }
  self._host = host;
  if (!o.lookup) {
    // In the second tick, because the event socket of a request of HTTP comes in the first.
    process.nextTick(process.nextTick, function () { if (!self.destroyed) { if (self._hears.listenerCount('lookup')) { told(self, host, o.family, dial); } else { dial(host, o.family); } } });
    return self;
  }
  // A lookup of the program decides which address is connected to: some refuse those of their own network.
  o.lookup(host, { family: o.family, hints: o.hints || 0, all: true }, function (err, list) {
    if (self.destroyed) { return; }
    tell(self, err, list, host);
    process.nextTick(function () {
      if (self.destroyed) { return; }
      var first = !err && Array.isArray(list) && list[0] || {};
      if (!err && !native.isIP(String(first.address))) { err = errors.coded(TypeError, 'ERR_INVALID_IP_ADDRESS', 'Invalid IP address: ' + first.address); }
      if (err) { self.connecting = false; self.destroy(err); return; }
      dial(first.address, first.family);
    });
  });
  return self;
};
// told dials when the listeners of lookup have heard the addresses of a host.
function told(self, host, family, dial) {
  require('dns').lookup(host, { family: family || 0, all: true }, function (err, list) {
    if (self.destroyed) { return; }
    tell(self, err, list, host);
    dial(host, family);
  });
}
function tell(self, err, list, host) {
  if (err || !Array.isArray(list)) { self._hears.emit('lookup', err, undefined, undefined, host); return; }
  list.forEach(function (a) { self._hears.emit('lookup', err, a.address, a.family, host); });
}
// check throws the error of options that Node refuses at once.
function check(o, host) {
  if (o.localAddress && !native.isIP(String(o.localAddress))) { throw errors.coded(TypeError, 'ERR_INVALID_IP_ADDRESS', 'Invalid IP address: ' + o.localAddress); }
  if (o.localPort) { if (typeof o.localPort !== 'number') { throw errors.argument('options.localPort', 'of type number', o.localPort); } }
  if (o.port !== undefined) {
    if (typeof o.port !== 'number' && typeof o.port !== 'string') { throw errors.argument('options.port', 'one of type number or string', o.port); }
    if (typeof o.port === 'string' && o.port.trim() === '' || !(Number(o.port) >= 0 && Number(o.port) < 65536) || Number(o.port) !== Math.trunc(Number(o.port))) { throw errors.port('Port', o.port); }
  }
  if (o.lookup !== undefined && o.lookup !== null && typeof o.lookup !== 'function') { throw errors.argument('options.lookup', 'of type function', o.lookup); }
  if (typeof host !== 'string') { throw errors.argument('hostname', 'of type string', host); }
  if (!native.isIP(host) && o.family !== undefined && o.family !== null && [0, 4, 6, 'IPv4', 'IPv6'].indexOf(o.family) < 0) {
    throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', "The property 'options.family' must be one of: 0, 4, 6. Received " + require('inspect')(o.family));
  }
}
Socket.prototype.setNoDelay = function (on) {
  var self = this;
  self._when(function () { native.noDelay(self._pipe, on !== false); });
  return self;
};
Socket.prototype.setKeepAlive = Socket.prototype.ref = Socket.prototype.unref = function () { return this; };
Socket.prototype.address = function () { return this.localAddress === undefined ? {} : { address: this.localAddress, family: this.localFamily, port: this.localPort }; };
Socket.prototype.destroySoon = function () {
  if (this.writable) { this.end(); }
  if (this.writableFinished) { this.destroy(); } else { this.once('finish', this.destroy); }
};
// resetAndDestroy has the other side see that the connection was reset.
Socket.prototype.resetAndDestroy = function () {
  var self = this;
  if (self.connecting) { self.once('connect', function () { self.resetAndDestroy(); }); return self; }
  if (!self._pipe || self.destroyed) { return self.destroy(errors.coded(TypeError, 'ERR_INVALID_HANDLE_TYPE', 'This handle type cannot be sent')); }
  native.reset(self._pipe);
  return self.destroy();
};
Object.defineProperty(Socket.prototype, 'readyState', { configurable: true, get: function () {
  return this.connecting ? 'opening' : (this._pipe || this._http) && !this.destroyed ? this.readable ? this.writable ? 'open' : 'readOnly' : 'writeOnly' : 'closed';
} });
Object.defineProperty(Socket.prototype, 'bufferSize', { configurable: true, get: function () { return this.writableLength; } });
exports.connect = exports.createConnection = function () {
  var t = target(arguments), s = new Socket(t[0]);
  return s.connect(t[0], t[1] || undefined);
};

function Server(o, fn) {
  if (!(this instanceof Server)) { return new Server(o, fn); }
  EventEmitter.call(this);
  if (typeof o === 'function') { fn = o; o = {}; }
  this.listening = false;
  this.connections = new Set();
  Object.defineProperty(this, 'options', { value: o || {} });
  if (fn) { this.on('connection', fn); }
}
util.inherits(Server, EventEmitter);
exports.Server = Server;
exports.createServer = function (o, fn) { return new Server(o, fn); };
// listen implements listen of all servers: open(options) returns the native listener.
exports.listen = function (self, args, open) {
  var list = Array.prototype.slice.call(args), done = typeof list[list.length - 1] === 'function' ? list.pop() : null;
  var o = list[0] !== null && typeof list[0] === 'object' ? list[0] : typeof list[0] === 'string' && isNaN(list[0]) ? { path: list[0] } : { port: list[0], host: typeof list[1] === 'string' ? list[1] : undefined };
  if (done) { self.once('listening', done); }
  var where = { shared: (!!exports._shared || native.worker() > 0) && !o.exclusive, path: o.path, host: o.host || '', port: o.path ? 0 : port(o.port === undefined || o.port === null ? 0 : o.port) };
  if (self._held) {
    var again = new Error('Listen method has been called more than once without closing.');
    again.code = 'ERR_SERVER_ALREADY_LISTEN';
    throw again;
  }
  var err = null;
  try { self._held = open(where); } catch (e) { err = e; }
  if (!err) { self.listening = true; }
  process.nextTick(function () { if (err) { self.emit('error', err); } else if (self._held) {
      if (exports._shared) { exports._shared(self, where); }
      self.emit('listening');
    } });
  return self;
};
Server.prototype.listen = function () {
  var self = this;
  return exports.listen(self, arguments, function (where) {
    return native.listen(where, function (c) {
      var s = new Socket({ _open: c, allowHalfOpen: self.options.allowHalfOpen });
      self.connections.add(s);
      s._owner = self;
      self.emit('connection', s);
      s._watch();
    });
  });
};
// _left is called when a connection is closed.
Server.prototype._left = function (s) {
  this.connections.delete(s);
  this._last();
};
Server.prototype._last = function () {
  var self = this;
  if (!self._held && !self.connections.size) { process.nextTick(function () { self.emit('close'); }); }
};
// What a listener that is an async function rejects with concerns the connection that it was given.
Server.prototype[EventEmitter.captureRejectionSymbol] = function (err, event, subject) {
  if (event === 'connection' || event === 'secureConnection') { subject.destroy(err); } else { this.emit('error', err); }
};
Server.prototype.address = function () { return this._held ? this._held.address : null; };
Server.prototype.close = function (done) {
  if (!this._held) {
    var e = new Error('Server is not running.');
    e.code = 'ERR_SERVER_NOT_RUNNING';
    if (done) { process.nextTick(done, e); }
    return this;
  }
  if (done) { this.once('close', done); }
  this._held.close();
  this._held = null;
  this.listening = false;
  this._last();
  return this;
};
// Packages ask by _handle whether a server listens.
Object.defineProperty(Server.prototype, '_handle', { configurable: true, get: function () { return this._held || null; } });
Object.defineProperty(Server.prototype, '_connections', { configurable: true, get: function () { return this.connections.size; } });
Server.prototype.getConnections = function (done) { process.nextTick(done, null, this.connections.size); };
Server.prototype.ref = Server.prototype.unref = function () { return this; };

exports.isIP = function (s) { return typeof s === 'string' ? native.isIP(s) : 0; };
exports.isIPv4 = function (s) { return exports.isIP(s) === 4; };
exports.isIPv6 = function (s) { return exports.isIP(s) === 6; };
exports.setDefaultAutoSelectFamily = function () {};
exports.getDefaultAutoSelectFamily = function () { return true; };

var attempt = 250;
exports.getDefaultAutoSelectFamilyAttemptTimeout = function () { return attempt; };
exports.setDefaultAutoSelectFamilyAttemptTimeout = function (ms) {
  require('validate').int32(ms, 'value', 1);
  attempt = Math.max(10, ms);
};
['BlockList', 'SocketAddress'].forEach(function (name) {
  Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: function () { return require('blocklist')[name]; } });
});
