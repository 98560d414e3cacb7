// dgram: datagrams over UDP.
var EventEmitter = require('events'), util = require('util');

function fault(message, code, Type) {
  var e = new (Type || Error)(message);
  e.code = code;
  return e;
}
function unavailable(member) {
  return function () { throw fault('dgram.Socket.' + member + ' is not available: sockets of projects join no multicast groups; send to the address of each receiver', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM'); };
}
function portOf(v, zero) {
  var n = Number(v);
  if (!(n >= (zero ? 0 : 1) && n < 65536) || v === '' || v === null) { throw fault('Port should be ' + (zero ? '>= 0' : '> 0') + ' and < 65536. Received ' + (typeof v === 'number' ? 'type number (' + v + ')' : String(v)) + '.', 'ERR_SOCKET_BAD_PORT', RangeError); }
  return n;
}
function Socket(type, fn) {
  EventEmitter.call(this);
  var o = typeof type === 'object' && type !== null ? type : { type: type };
  if (o.type !== 'udp4' && o.type !== 'udp6') { throw fault('Bad socket type specified. Valid types are: udp4, udp6', 'ERR_SOCKET_BAD_TYPE', TypeError); }
  this.type = o.type;
  Object.defineProperty(this, '_', { value: { o: o, socket: null, state: 'new', waiting: [], peer: null, pending: 0 } });
  if (typeof fn === 'function') { this.on('message', fn); }
  if (o.signal) {
    var self = this, close = function () { self.close(); };
    if (o.signal.aborted) { process.nextTick(close); } else { o.signal.addEventListener('abort', close); this.once('close', function () { o.signal.removeEventListener('abort', close); }); }
  }
}
util.inherits(Socket, EventEmitter);
exports.Socket = Socket;
exports.createSocket = function (type, fn) { return new Socket(type, fn); };
function running(self) { if (self._.state === 'closed') { throw fault('Not running', 'ERR_SOCKET_DGRAM_NOT_RUNNING'); } }
Socket.prototype.bind = function () {
  var self = this, s = self._, args = Array.prototype.slice.call(arguments), fn = typeof args[args.length - 1] === 'function' ? args.pop() : null;
  running(self);
  if (s.state !== 'new') { throw fault('Socket is already bound', 'ERR_SOCKET_ALREADY_BOUND'); }
  var o = typeof args[0] === 'object' && args[0] !== null ? args[0] : { port: args[0], address: args[1] };
  s.state = 'binding';
  if (fn) { self.once('listening', fn); }
  native.bind({ type: self.type, port: o.port === undefined || o.port === null ? 0 : portOf(o.port, true), address: o.address || '', reuse: !!s.o.reuseAddr, receive: s.o.recvBufferSize || 0, send: s.o.sendBufferSize || 0 }, function (err, socket) {
    if (s.state === 'closed') { if (socket) { native.close(socket.socket); } return; }
    if (err) {
      s.state = 'new';
      s.waiting.splice(0).forEach(function (x) { x(err); });
      self.emit('error', err);
      return;
    }
    s.state = 'bound';
    s.socket = socket.socket;
    s.address = socket.address;
    s.waiting.splice(0).forEach(function (x) { x(null); });
    self.emit('listening');
    receive(self);
  });
  return self;
};
// A datagram is asked for when the one before it has been delivered; the system drops what comes too fast.
function receive(self) {
  var s = self._;
  if (s.state !== 'bound') { return; }
  native.receive(s.socket, function (err, m) {
    if (s.state !== 'bound') { return; }
    try {
      if (err) { self.emit('error', err); } else if (!s.peer || s.peer.address === m.from.address && s.peer.port === m.from.port) { self.emit('message', Buffer.from(m.data), Object.assign({}, m.from, { size: m.data.length })); }
    } finally { receive(self); } // also if a listener has thrown
  });
}
// bound calls fn when there is a socket, which it makes if need be.
function bound(self, fn) {
  if (self._.state === 'bound') { fn(null); return; }
  self._.waiting.push(fn);
  if (self._.state === 'new') { self.bind(0); }
}
Socket.prototype.connect = function (port, address, fn) {
  var self = this, s = self._;
  running(self);
  if (typeof address === 'function') { fn = address; address = undefined; }
  port = portOf(port);
  if (s.peer || s.connecting) { throw fault('Already connected', 'ERR_SOCKET_DGRAM_IS_CONNECTED'); }
  s.connecting = true;
  if (fn) { self.once('connect', fn); }
  bound(self, function (err) {
    if (err) { s.connecting = false; return; }
    native.resolve({ type: self.type, address: address || '', port: port }, function (err, peer) {
      s.connecting = false;
      if (s.state === 'closed') { return; }
      if (err) { self.emit('error', err); return; }
      s.peer = peer;
      self.emit('connect');
    });
  });
};
Socket.prototype.disconnect = function () {
  if (!this._.peer) { throw fault('Not connected', 'ERR_SOCKET_DGRAM_NOT_CONNECTED'); }
  this._.peer = null;
};
Socket.prototype.remoteAddress = function () {
  if (!this._.peer) { throw fault('Not connected', 'ERR_SOCKET_DGRAM_NOT_CONNECTED'); }
  return { address: this._.peer.address, family: this._.peer.family, port: this._.peer.port };
};
function bytesOf(v) {
  if (typeof v === 'string') { return Buffer.from(v); }
  if (ArrayBuffer.isView(v)) { return Buffer.from(v.buffer, v.byteOffset, v.byteLength); }
  throw util.invalidArgument('buffer', 'string or an instance of Buffer, TypedArray, or DataView', v);
}
Socket.prototype.send = function (data) {
  var self = this, s = self._, args = Array.prototype.slice.call(arguments, 1), fn = typeof args[args.length - 1] === 'function' ? args.pop() : null;
  running(self);
  var b = Array.isArray(data) ? Buffer.concat(data.map(bytesOf)) : bytesOf(data), sliced = s.peer ? typeof args[1] === 'number' : args.length >= 3 || args.length === 2 && typeof args[1] === 'number';
  if (sliced) {
    var offset = args.shift(), length = args.shift();
    if (offset > b.length) { throw fault('"offset" is outside of buffer bounds', 'ERR_BUFFER_OUT_OF_BOUNDS', RangeError); }
    if (offset + length > b.length) { throw fault('"length" is outside of buffer bounds', 'ERR_BUFFER_OUT_OF_BOUNDS', RangeError); }
    b = b.slice(offset, offset + length);
  }
  if (s.peer && sliced && args.length) { throw fault('Already connected', 'ERR_SOCKET_DGRAM_IS_CONNECTED'); }
  var to = s.peer || { port: portOf(args[0]), address: args[1] || '' };
  b = Buffer.from(b);
  s.pending += b.length;
  bound(self, function (err) {
    function sent(err) {
      s.pending -= b.length;
      if (fn) { fn(err || null, err ? undefined : b.length); } else if (err) { self.emit('error', err); }
    }
    if (err) { s.pending -= b.length; if (fn) { fn(err); } return; }
    native.send(s.socket, { type: self.type, address: to.address || '', port: to.port }, b, sent);
  });
};
Socket.prototype.sendto = function (data, offset, length, port, address, fn) { this.send(data, offset, length, port, address, fn); };
Socket.prototype.address = function () {
  running(this);
  if (this._.state !== 'bound') { throw Object.assign(fault('getsockname EBADF', 'EBADF'), { errno: -9, syscall: 'getsockname' }); }
  return { address: this._.address.address, family: this._.address.family, port: this._.address.port };
};
Socket.prototype.close = function (fn) {
  var self = this, s = self._;
  if (fn) { self.once('close', fn); }
  running(self);
  if (s.socket) { native.close(s.socket); }
  s.state = 'closed';
  process.nextTick(function () { self.emit('close'); });
  return self;
};
if (Symbol.asyncDispose) { Socket.prototype[Symbol.asyncDispose] = function () { var self = this; return new Promise(function (r) { if (self._.state === 'closed') { r(); } else { self.close(r); } }); }; }
Socket.prototype.ref = Socket.prototype.unref = function () { return this; };
Socket.prototype.getSendQueueSize = function () { return this._.pending; };
Socket.prototype.getSendQueueCount = function () { return this._.waiting.length; };
// Sockets may always send to the broadcast address.
Socket.prototype.setBroadcast = function () { running(this); };
['setRecvBufferSize', 'setSendBufferSize'].forEach(function (name, i) {
  Socket.prototype[name] = function (n) {
    if (!(n > 0)) { throw util.invalidArgument('size', 'positive number', n); }
    if (this._.state !== 'bound') { throw fault('Could not get or set buffer size: ' + name.slice(0, 3) + ' EBADF', 'ERR_SOCKET_BUFFER_SIZE'); }
    native.buffer(this._.socket, i === 0, n);
  };
});
['addMembership', 'dropMembership', 'addSourceSpecificMembership', 'dropSourceSpecificMembership', 'setMulticastInterface', 'setMulticastLoopback', 'setMulticastTTL', 'setTTL', 'getRecvBufferSize', 'getSendBufferSize'].forEach(function (name) { Socket.prototype[name] = unavailable(name); });
