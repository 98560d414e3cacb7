// netserver: servers of net.
var util = require('util'), EventEmitter = require('events'), errors = require('errors'), validate = require('validate'), handles = require('nethandle');

module.exports = Server;
function Server(o, fn) {
  if (!(this instanceof Server)) { return new Server(o, fn); }
  EventEmitter.call(this);
  if (typeof o === 'function') {
    fn = o;
    o = {};
  } else if (o !== undefined && o !== null && typeof o !== 'object') { throw errors.argument('options', 'of type object', o); }
  o = Object.assign({}, o);
  if (typeof fn === 'function') { this.on('connection', fn); }
  if (o.keepAliveInitialDelay !== undefined) { validate.number(o.keepAliveInitialDelay, 'options.keepAliveInitialDelay'); }
  if (o.highWaterMark !== undefined) { validate.number(o.highWaterMark, 'options.highWaterMark'); }
  this._connections = 0;
  this._handle = null;
  this._unref = false;
  this._listeningId = 1;
  this.allowHalfOpen = o.allowHalfOpen || false;
  this.pauseOnConnect = !!o.pauseOnConnect;
  this.noDelay = !!o.noDelay;
  this.keepAlive = !!o.keepAlive;
  this.keepAliveInitialDelay = ~~(Math.max(0, o.keepAliveInitialDelay || 0) / 1000);
  this.highWaterMark = o.highWaterMark >= 0 ? o.highWaterMark : require('stream').getDefaultHighWaterMark(false);
  Object.defineProperty(this, 'options', { value: o });
}
util.inherits(Server, EventEmitter);
Object.setPrototypeOf(Server, EventEmitter);
Object.defineProperty(Server.prototype, 'listening', { configurable: true, enumerable: true, get: function () { return !!this._handle; } });

function number(v) { return (v = Number(v)) >= 0 ? v : false; }
Server.prototype.listen = function () {
  var net = require('net'), args = arguments, t = net._normalizeArgs(args), o = t[0], done = t[1];
  if (this._handle) { throw errors.coded(Error, 'ERR_SERVER_ALREADY_LISTEN', 'Listen method has been called more than once without closing.'); }
  if (done) { this.once('listening', done); }
  var backlog = number(args.length > 1 && args[1]) || number(args.length > 2 && args[2]);
  o = o._handle || o.handle || o;
  if (o instanceof handles.Listener) { this._begin(function () { return o; }, {}); return this; }
  if (o.signal !== undefined) {
    validate.signal(o.signal, 'options.signal');
    this._follow(o.signal);
  }
  var where = { shared: (!!net._shared || native.worker() > 0) && !o.exclusive, exclusive: !!o.exclusive, backlog: backlog, port: 0, host: '', ipv6Only: o.ipv6Only === true };
  if (typeof o.fd === 'number' && o.fd >= 0) {
    where.fd = o.fd;
    this._open(where);
    return this;
  }
  if (!args.length || typeof args[0] === 'function' || o.port === undefined && 'port' in o || o.port === null) { o.port = 0; }
  if (typeof o.port === 'number' || typeof o.port === 'string') {
    validate.port(o.port, 'options.port');
    where.port = o.port | 0;
    if (o.host) {
      where.host = o.host;
      if (!net.isIP(o.host)) { this._seek(where); return this; }
    }
    this._open(where);
    return this;
  }
  if (o.path && typeof o.path === 'string' && number(o.path) === false) {
    this._pipeName = where.path = o.path;
    where.mode = (o.readableAll === true ? 0o444 : 0) | (o.writableAll === true ? 0o222 : 0);
    this._open(where);
    return this;
  }
  throw validate.invalidValue('options', o, 'port' in o || 'path' in o ? undefined : 'must have the property "port" or "path"');
};
// _follow closes the server with a signal.
Server.prototype._follow = function (signal) {
  var self = this;
  function abort() { self.close(); }
  if (signal.aborted) { process.nextTick(abort); return; }
  signal.addEventListener('abort', abort);
  self.once('close', function () { signal.removeEventListener('abort', abort); });
};
// _seek finds the address of a name.
Server.prototype._seek = function (where) {
  var self = this, asked = ++self._listeningId;
  require('dns').lookup(where.host, function (err, address) {
    if (self._listeningId !== asked) { return; } // it was closed, or listens elsewhere
    if (err) { self.emit('error', err); return; }
    where.host = address;
    self._open(where);
  });
};
Server.prototype._open = function (where) { this._begin(function () { return new handles.Listener(where); }, where); };
Server.prototype._begin = function (open, where) {
  var self = this, net = require('net');
  self._connectionKey = (where.path ? -1 : where.fd !== undefined ? null : net.isIP(where.host) || 4) + ':' + (where.path || (where.fd === undefined ? where.host || null : null)) + ':' + (where.path ? -1 : where.port);
  try { self._handle = open(); } catch (err) {
    if (err.syscall === 'uv_pipe_chmod') { throw err; }
    process.nextTick(function () { self.emit('error', err); });
    return;
  }
  self._handle.onconnection = function (status, handle) { self._accept(handle); };
  if (self._unref) { self._handle.unref(); }
  process.nextTick(function () {
    if (!self._handle) { return; }
    if (net._shared) { net._shared(self, where); }
    self.emit('listening');
  });
};
Server.prototype._accept = function (handle) {
  if (this.maxConnections && this._connections >= this.maxConnections) {
    var i = handle._info, data = { localAddress: i.localAddress, localPort: i.localPort, localFamily: i.localFamily, remoteAddress: i.remoteAddress, remotePort: i.remotePort, remoteFamily: i.remoteFamily };
    handle.close();
    this.emit('drop', data);
    return;
  }
  var s = new (require('net').Socket)({ handle: handle, allowHalfOpen: this.allowHalfOpen, pauseOnCreate: this.pauseOnConnect, readableHighWaterMark: this.highWaterMark, writableHighWaterMark: this.highWaterMark, manualStart: true });
  if (this.noDelay) { s.setNoDelay(true); }
  if (this.keepAlive) { s.setKeepAlive(true, this.keepAliveInitialDelay * 1000); }
  this._connections++;
  s.server = s._server = this;
  try { this.emit('connection', s); } finally { s._watch(); } // it is read also if a listener has thrown
};
// What a listener that is an async function rejects with concerns the connection that it was given.
Server.prototype[EventEmitter.captureRejectionSymbol] = function (err, event, subject) {
  if (event === 'connection' || event === 'secureConnection') { subject.destroy(err); } else { this.emit('error', err); }
};
Server.prototype.address = function () { return this._handle && this._handle.fd !== undefined ? this._pipeName || this._handle.address : null; };
Server.prototype.close = function (done) {
  if (typeof done === 'function') {
    if (this._handle) { this.once('close', done); } else { this.once('close', function () { done(errors.coded(Error, 'ERR_SERVER_NOT_RUNNING', 'Server is not running.')); }); }
  }
  if (this._handle) { this._handle.close(); }
  this._handle = null;
  this._listeningId++;
  this._emitCloseIfDrained();
  return this;
};
Server.prototype[Symbol.asyncDispose] = function () {
  var self = this;
  if (!self._handle) { return Promise.resolve(); }
  return new Promise(function (resolve, reject) { self.close(function (err) { if (err) { reject(err); } else { resolve(); } }); });
};
Server.prototype._emitCloseIfDrained = function () { if (!this._handle && !this._connections) { process.nextTick(over, this); } };
function over(self) { self.emit('close'); }
Server.prototype.getConnections = function (done) {
  process.nextTick(done, null, this._connections);
  return this;
};
Server.prototype.ref = function () {
  this._unref = false;
  if (this._handle) { this._handle.ref(); }
  return this;
};
Server.prototype.unref = function () {
  this._unref = true;
  if (this._handle) { this._handle.unref(); }
  return this;
};
