// net: sockets, and what servers and clients have in common.
var stream = require('stream'), util = require('util'), pipe = require('pipe'), errors = require('errors'), validate = require('validate'), handles = require('nethandle');

function Socket(o) {
  if (!(this instanceof Socket)) { return new Socket(o); }
  if (o && o.objectMode) { throw validate.invalidValue('options.objectMode', o.objectMode, 'is not supported'); }
  ['readableObjectMode', 'writableObjectMode'].forEach(function (k) { if (o && o[k]) { throw validate.invalidValue('options.' + k, o[k], 'is not supported'); } });
  if (o && o.keepAliveInitialDelay !== undefined) { validate.number(o.keepAliveInitialDelay, 'options.keepAliveInitialDelay'); }
  o = typeof o === 'number' ? { fd: o } : Object.assign({}, o);
  o.allowHalfOpen = !!o.allowHalfOpen;
  o.emitClose = false;
  o.autoDestroy = true;
  this.connecting = false;
  this._hadError = false;
  this._parent = null;
  this._host = null;
  this.bytesRead = 0;
  this._bytesDispatched = 0;
  Object.defineProperties(this, {
    _pipe: { value: null, writable: true }, // of the connection
    _reads: { value: false, writable: true }, // a read is under way
    _idle: { value: null, writable: true },
    _later: { value: null, writable: true },
    _undelayed: { value: !!o.noDelay, writable: true },
    _kept: { value: !!o.keepAlive, writable: true },
    _keptFor: { value: ~~(Math.max(0, o.keepAliveInitialDelay || 0) / 1000), writable: true },
    _pendingData: { value: null, writable: true },
    _holds: { value: null, writable: true }, // a message of HTTP that waits for the end of its turn
    _here: { value: null, writable: true }, // its addresses
    _there: { value: null, writable: true },
    _hears: { value: this, writable: true } // of its addresses
  });
  stream.Duplex.call(this, o);
  this._handle = null;
  if (o.handle) { this._given(o.handle); } else if (o.fd !== undefined) {
    validate.int32(o.fd, 'fd', 0);
    try { this._given(handles.open(o.fd)); } catch (e) {
      if (e.code === 'EINVAL') { throw errors.coded(TypeError, 'ERR_INVALID_FD_TYPE', 'Unsupported fd type: FILE'); }
      throw e;
    }
  }
  if (o.onread && require('netonread').wanted(o.onread)) { require('netonread').begin(this, o.onread); }
  this.on('end', finished);
  if (!this._handle || o.readable === false) { return; }
  if (o.pauseOnCreate) { this._readableState.flowing = false; } else if (!o.manualStart) { this.read(0); }
}
util.inherits(Socket, stream.Duplex);
Object.setPrototypeOf(Socket, stream.Duplex);
exports.Socket = exports.Stream = Socket;
// finished is the listener of the end of what is read.
function finished() { if (!this.allowHalfOpen) { this.write = writeAfterEnd; } }
function writeAfterEnd(chunk, encoding, done) {
  if (!this.writableEnded) { return stream.Duplex.prototype.write.call(this, chunk, encoding, done); }
  if (typeof encoding === 'function') { done = encoding; }
  var err = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
  if (typeof done === 'function') { process.nextTick(done, err); }
  this.destroy(err);
  return false;
}
// _given takes a handle that has its connection.
Socket.prototype._given = function (handle) {
  this._handle = handle;
  this._pipe = handle._pipe;
};
Socket.prototype._renewHandle = function (handle) {
  this._handle = handle;
  if (this._weak) { handle.unref(); }
};
// _opened takes a connection, which may be one of TLS.
Socket.prototype._opened = function (c) {
  if (!this._handle || c.protocol) { this._renewHandle(new handles[c.protocol ? 'TLSWrap' : 'TCP']()); }
  this._handle._take(c);
  this._pipe = c.pipe;
  this.connecting = false;
  this._here = this._there = null;
  if (c.protocol) { this._secures(c); }
};
// _connected is called when a connection to a server is there.
Socket.prototype._connected = function (c) {
  this._opened(c);
  this._unrefTimer();
  if (this._undelayed) { this._handle.setNoDelay(true); }
  if (this._kept) { this._handle.setKeepAlive(true, this._keptFor); }
  this.emit('connect');
  this.emit('ready');
  this._ready();
  this._watch();
};
// _watch begins to read where nobody does yet: so its end is found out.
Socket.prototype._watch = function () { if (this.readable && !this.isPaused()) { this.read(0); } };
// _when runs fn once there is a connection.
Socket.prototype._when = function (fn) { if (this._pipe) { fn(); } else { (this._later = this._later || []).push(fn); } };
Socket.prototype._ready = function () {
  var later = this._later;
  if (!later || !this._pipe) { return; } // a listener has handed it to HTTP/2
  this._later = null;
  later.forEach(function (fn) { fn(); });
};
Socket.prototype._read = function () {
  if (this.connecting || !this._handle) { this.once('connect', this._read); return; }
  var self = this, from = self._pipe;
  if (self._reads || !from) { return; }
  self._reads = true;
  self._handle.reading = true;
  pipe.receive(from, function (err, chunk) {
    self._reads = false;
    if (self.destroyed || self._pipe !== from) { return; }
    self._handle.reading = false;
    if (err) { self.destroy(err); return; }
    if (chunk) {
      self.bytesRead += chunk.length;
      self._unrefTimer();
      if (self._take) { self._take(chunk); return; }
    }
    pipe.deliver(self, chunk);
    if (chunk === null) { self.read(0); } // 'end', if nothing is left to be read
  });
};
Socket.prototype._writev = function (list, done) { this._write(Buffer.concat(list.map(function (e) { return e.chunk; })), 'buffer', done); };
Socket.prototype._write = function (chunk, encoding, done) {
  var self = this;
  if (self.connecting) {
    self._pendingData = chunk;
    var closed = function () { done(errors.coded(Error, 'ERR_SOCKET_CLOSED_BEFORE_CONNECTION', 'Socket closed before the connection was established')); };
    self.once('connect', function () {
      self.removeListener('close', closed);
      self._write(chunk, encoding, done);
    });
    self.once('close', closed);
    return;
  }
  self._pendingData = null;
  if (!self._pipe) { done(errors.coded(Error, 'ERR_SOCKET_CLOSED', 'Socket is closed')); return; }
  self._unrefTimer();
  self._bytesDispatched += chunk.length;
  pipe.write(self._pipe, chunk, function (err) {
    if (self.destroyed) { done(err); return; }
    if (!err) { self._unrefTimer(); }
    done(err);
  });
};
Socket.prototype._final = function (done) {
  var self = this;
  if (self.connecting) { self.once('connect', function () { self._final(done); }); return; }
  if (self._http && !self._pipe) { self._http.end(done); return; }
  if (!self._pipe) { done(); return; }
  pipe.end(self._pipe, done);
};
Socket.prototype._destroy = function (err, done) {
  var self = this, handle = self._handle, server = self._server, failed = self._hadError = !!err;
  self.connecting = false;
  for (var s = self; s; s = s._parent) { s._calm(); }
  function closed() { self.emit('close', failed); }
  if (self._http && !self._pipe) { self._http.close(); }
  if (handle) {
    // Where TLS or HTTP/2 have taken the connection, it is theirs to close.
    if (!self._pipe && handle._pipe) { handle._pipe = null; }
    self._handle = self._pipe = self._here = null;
    if (self._resets) { handle.reset(closed); } else if (typeof handle.close === 'function') { handle.close(closed); } else { process.nextTick(closed); }
    done(err);
  } else {
    done(err);
    process.nextTick(closed);
  }
  if (server) {
    server._connections--;
    self._server = null;
    if (server._emitCloseIfDrained) { server._emitCloseIfDrained(); }
  }
};
Socket.prototype.end = function (chunk, encoding, done) {
  if (this._holds) { this._holds._flow(this); }
  stream.Duplex.prototype.end.call(this, chunk, encoding, done);
  return this;
};
// _unrefTimer is called when something happens on the connection.
Socket.prototype._unrefTimer = function () { for (var s = this; s; s = s._parent) { if (s._idle) { s._idle.refresh(); } } };
Socket.prototype._onTimeout = function () { this.emit('timeout'); };
// _calm ends the wait for time-outs.
Socket.prototype._calm = function () {
  if (this._idle) { clearTimeout(this._idle); }
  this._idle = null;
};
Socket.prototype.setTimeout = function (ms, fn) {
  if (this.destroyed) { return this; }
  this.timeout = ms;
  validate.number(ms, 'msecs');
  if (!(ms >= 0 && Number.isFinite(ms))) { throw validate.outOfRange('msecs', 'a non-negative finite number', ms); }
  if (ms > 2147483647) {
    process.emitWarning(ms + ' does not fit into a 32-bit signed integer.\nTimer duration was truncated to 2147483647.', 'TimeoutOverflowWarning');
    ms = 2147483647;
  }
  this._calm();
  if (fn !== undefined) { validate.func(fn, 'callback'); }
  if (ms === 0) {
    if (fn) { this.removeListener('timeout', fn); }
    return this;
  }
  this._idle = setTimeout(this._onTimeout.bind(this), ms).unref();
  if (fn) { this.once('timeout', fn); }
  return this;
};
var normalized = Symbol('normalized');
// _normalizeArgs returns the options and the function of the arguments of connect and listen.
exports._normalizeArgs = function (args) {
  var first = args[0], o = {}, done = args.length > 1 ? args[args.length - 1] : null, out;
  if (Array.isArray(first) && first[normalized]) { return first; }
  if (args.length) {
    if (typeof first === 'object' && first !== null) { o = first; } else if (typeof first === 'string' && !(Number(first) >= 0)) { o.path = first; } else {
      o.port = first;
      if (args.length > 1 && typeof args[1] === 'string') { o.host = args[1]; }
    }
  }
  if (args.length === 1 && typeof first === 'function') { done = first; o = {}; }
  out = [o, typeof done === 'function' ? done : null];
  Object.defineProperty(out, normalized, { value: true });
  return out;
};
var defaults = { family: true, wait: 250 };
Socket.prototype.connect = function () {
  var self = this, t = exports._normalizeArgs(arguments), o = t[0];
  if (o.port === undefined && (o.path === undefined || o.path === null)) { throw errors.coded(TypeError, 'ERR_MISSING_ARGS', 'The "options" or "port" or "path" argument must be specified'); }
  if (self.write !== Socket.prototype.write) { self.write = Socket.prototype.write; }
  if (self.destroyed) { self._handle = self._pipe = self._there = self._here = null; }
  if (!self._handle) {
    self._renewHandle(new handles[o.path ? 'Pipe' : 'TCP']());
    self._undestroy();
    self.bytesRead = self._bytesDispatched = 0;
  }
  if (t[1]) { self.once('connect', t[1]); }
  self._unrefTimer();
  self.connecting = true;
  require('netconnect')(self, o, defaults);
  return self;
};
Socket.prototype.setNoDelay = function (on) {
  on = on === undefined || !!on;
  if (!this._handle || this.connecting) { this._undelayed = on; } else if (this._handle.setNoDelay && on !== this._undelayed) {
    this._undelayed = on;
    this._handle.setNoDelay(on);
  }
  return this;
};
Socket.prototype.setKeepAlive = function (on, ms) {
  var seconds = ~~(ms / 1000);
  on = !!on;
  if (!this._handle || this.connecting) {
    this._kept = on;
    this._keptFor = seconds;
  } else if (this._handle.setKeepAlive && (on !== this._kept || on && this._keptFor !== seconds)) {
    this._kept = on;
    this._keptFor = seconds;
    this._handle.setKeepAlive(on, seconds);
  }
  return this;
};
[['ref', false], ['unref', true]].forEach(function (e) {
  Socket.prototype[e[0]] = function () {
    if (!this._handle) { this.once('connect', this[e[0]]); return this; }
    Object.defineProperty(this, '_weak', { value: e[1], configurable: true });
    if (typeof this._handle[e[0]] === 'function') { this._handle[e[0]](); }
    return this;
  };
});
// here and there are the addresses of both sides. That of the other side is kept once it was asked for.
function here(self) {
  if (!self._handle || !self._handle.getsockname) { return {}; }
  if (!self._here) { self._handle.getsockname(self._here = {}); }
  return self._here;
}
function there(self) {
  if (!self._handle || !self._handle.getpeername || self.connecting) { return self._there || {}; }
  if (!self._there) { self._handle.getpeername(self._there = {}); }
  return self._there;
}
Socket.prototype._getpeername = function () { return there(this); };
Socket.prototype._getsockname = function () { return here(this); };
Socket.prototype.address = function () { return here(this); };
function getter(name, get) { Object.defineProperty(Socket.prototype, name, { configurable: false, enumerable: true, get: get }); }
getter('_connecting', function () { return this.connecting; });
getter('pending', function () { return !this._handle || this.connecting; });
getter('readyState', function () { return this.connecting ? 'opening' : this.readable && this.writable ? 'open' : this.readable ? 'readOnly' : this.writable ? 'writeOnly' : 'closed'; });
getter('bufferSize', function () { if (this._handle) { return this.writableLength; } });
getter('bytesWritten', function () {
  if (this._holds) { this._holds._flow(this); } // what waits for the end of its turn is written, too
  var n = this._bytesDispatched, waiting = this._writableState && this.writableBuffer;
  if (!waiting) { return; }
  waiting.forEach(function (e) { n += e.chunk.length; });
  return n + (this._pendingData ? this._pendingData.length : 0);
});
getter('remoteAddress', function () { return there(this).address; });
getter('remoteFamily', function () { return there(this).family; });
getter('remotePort', function () { return there(this).port; });
getter('localAddress', function () { return here(this).address; });
getter('localPort', function () { return here(this).port; });
getter('localFamily', function () { return here(this).family; });
Socket.prototype.destroySoon = function () {
  if (this.writable) { this.end(); }
  if (this.writableFinished) { this.destroy(); } else { this.once('finish', this.destroy); }
};
// resetAndDestroy has the other side see that the connection was reset.
Socket.prototype.resetAndDestroy = function () {
  if (!this._handle) { this.destroy(errors.coded(Error, 'ERR_SOCKET_CLOSED', 'Socket is closed')); return this; }
  if (!(this._handle instanceof handles.TCP)) { throw errors.coded(TypeError, 'ERR_INVALID_HANDLE_TYPE', 'This handle type cannot be sent'); }
  if (this.connecting) { this.once('connect', this._reset); } else { this._reset(); }
  return this;
};
Socket.prototype._reset = function () {
  this._resets = true;
  return this.destroy();
};
exports.connect = exports.createConnection = function () {
  var t = exports._normalizeArgs(arguments), s = new Socket(t[0]);
  if (t[0].timeout) { s.setTimeout(t[0].timeout); }
  return s.connect(t);
};
exports.Server = require('netserver');
exports.createServer = function (o, fn) { return new exports.Server(o, fn); };

exports.isIP = function (s) { return native.isIP(`${s}`); };
exports.isIPv4 = function (s) { return exports.isIP(s) === 4; };
exports.isIPv6 = function (s) { return exports.isIP(s) === 6; };
exports.setDefaultAutoSelectFamily = function (on) {
  validate.boolean(on, 'value');
  defaults.family = on;
};
exports.getDefaultAutoSelectFamily = function () { return defaults.family; };
exports.getDefaultAutoSelectFamilyAttemptTimeout = function () { return defaults.wait; };
exports.setDefaultAutoSelectFamilyAttemptTimeout = function (ms) {
  validate.int32(ms, 'value', 1);
  defaults.wait = Math.max(10, ms);
};
['BlockList', 'SocketAddress'].forEach(function (name) {
  Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: function () { return require('blocklist')[name]; } });
});
