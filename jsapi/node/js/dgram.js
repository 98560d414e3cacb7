// dgram: datagrams over UDP.
var EventEmitter = require('events'), util = require('util'), errors = require('errors'), validate = require('validate');

function fault(message, code, Type) {
  var e = new (Type || Error)(message);
  e.code = code;
  return e;
}
// failure is an error of the system.
function failure(call, code, number) { return Object.assign(new Error(call + ' ' + code), { errno: number, code: code, syscall: call }); }
function Socket(type, fn) {
  EventEmitter.call(this);
  var o = typeof type === 'object' && type !== null ? type : { type: type };
  if (o.type !== 'udp4' && o.type !== 'udp6') { throw fault('Bad socket type specified. Valid types are: udp4, udp6', 'ERR_SOCKET_BAD_TYPE', TypeError); }
  this.type = o.type;
  if (o.lookup !== undefined) { validate.func(o.lookup, 'lookup'); }
  ['recvBufferSize', 'sendBufferSize'].forEach(function (k) { if (o[k]) { validate.uint32(o[k], 'options.' + k); } });
  if (o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
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
  native.bind({ type: self.type, port: o.port === undefined || o.port === null ? 0 : validate.port(o.port, 'Port'), address: o.address || '', reuse: !!s.o.reuseAddr, receive: s.o.recvBufferSize || 0, send: s.o.sendBufferSize || 0 }, function (err, socket) {
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
  port = validate.port(port, 'Port', true);
  if (typeof address === 'function') {
    fn = address;
    address = '';
  }
  if (address === undefined) { address = ''; }
  validate.string(address, 'address');
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
function bytesOf(v, name) {
  if (typeof v === 'string') { return Buffer.from(v); }
  if (ArrayBuffer.isView(v)) { return Buffer.from(v.buffer, v.byteOffset, v.byteLength); }
  throw util.invalidArgument(name || 'buffer', 'string or an instance of Buffer, TypedArray, or DataView', v);
}
function outside(name) { return fault('"' + name + '" is outside of buffer bounds', 'ERR_BUFFER_OUT_OF_BOUNDS', RangeError); }
function piece(v, offset, length) {
  var b = bytesOf(v);
  offset = offset >>> 0;
  length = length >>> 0;
  if (offset > b.length) { throw outside('offset'); }
  if (offset + length > b.length) { throw outside('length'); }
  return b.subarray(offset, offset + length);
}
Socket.prototype.send = function (data, offset, length, port, address, fn) {
  var self = this, s = self._;
  running(self);
  if (s.peer ? typeof length === 'number' : address || port && typeof port !== 'function') {
    data = piece(data, offset, length);
    if (s.peer && typeof port === 'function') {
      fn = port;
      port = null;
    }
  } else if (s.peer) { fn = offset; } else {
    fn = port;
    port = offset;
    address = length;
  }
  if (s.peer && (port || address)) { throw fault('Already connected', 'ERR_SOCKET_DGRAM_IS_CONNECTED'); }
  var b = Array.isArray(data) ? Buffer.concat(data.map(function (v) { return bytesOf(v, 'buffer list arguments'); })) : bytesOf(data);
  if (!s.peer) { port = validate.port(port, 'Port', true); }
  if (typeof address === 'function') {
    fn = address;
    address = undefined;
  }
  if (typeof fn !== 'function') { fn = null; }
  if (address !== undefined && address !== null) { validate.string(address, 'address'); }
  var to = s.peer || { port: port, address: address || '' };
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
  if (this._.state !== 'bound') { throw failure('getsockname', 'EBADF', -9); }
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
// open throws what the system says of a socket that has not been bound.
function open(self, call) { if (self._.state !== 'bound') { throw failure(call, 'EBADF', -9); } }
// Sockets may always send to the broadcast address.
Socket.prototype.setBroadcast = function () {
  running(this);
  open(this, 'setBroadcast');
};
function sized(self, call) {
  if (self._.state === 'bound') { return; }
  throw errors.system('Could not get or set buffer size', { errno: -9, code: 'EBADF', message: 'bad file descriptor', syscall: call }, 'ERR_SOCKET_BUFFER_SIZE');
}
[['setRecvBufferSize', 'uv_recv_buffer_size'], ['setSendBufferSize', 'uv_send_buffer_size']].forEach(function (own, i) {
  Socket.prototype[own[0]] = function (n) {
    if (n >>> 0 !== n) { throw fault('Buffer size must be a positive integer', 'ERR_SOCKET_BAD_BUFFER_SIZE', TypeError); }
    sized(this, own[1]);
    native.buffer(this._.socket, i === 0, n);
  };
  Socket.prototype[own[0].replace('set', 'get')] = function () {
    sized(this, own[1]);
    throw unavailable(own[0].replace('set', 'get'), 'the system chooses the sizes of buffers');
  };
});
// There is no multicast; arguments are checked all the same.
var groups = 'sockets of projects join no multicast groups; send to the address of each receiver';
function unavailable(member, instead) { return fault('dgram.Socket.' + member + ' is not available: ' + instead, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM'); }
// lifetimes are of packets, from 1 or 0 on.
[['setTTL', 1], ['setMulticastTTL', 0]].forEach(function (own) {
  Socket.prototype[own[0]] = function (ttl) {
    validate.number(ttl, 'ttl');
    if ((ttl | 0) < own[1] || (ttl | 0) > 255) { throw failure(own[0], 'EINVAL', -22); }
    open(this, own[0]);
    throw unavailable(own[0], groups);
  };
});
Socket.prototype.setMulticastLoopback = function () {
  open(this, 'setMulticastLoopback');
  throw unavailable('setMulticastLoopback', groups);
};
// address refuses a text that is no address.
function address(call, v) { if (!require('net').isIP(`${v}`)) { throw failure(call, 'EINVAL', -22); } }
Socket.prototype.setMulticastInterface = function (interfaceAddress) {
  validate.string(interfaceAddress, 'interfaceAddress');
  address('setMulticastInterface', interfaceAddress);
  open(this, 'setMulticastInterface');
  throw unavailable('setMulticastInterface', groups);
};
['addMembership', 'dropMembership'].forEach(function (name, dropped) {
  Socket.prototype[name] = function (multicastAddress, interfaceAddress) {
    if (!multicastAddress) { throw errors.missing('multicastAddress'); }
    running(this);
    address(name, multicastAddress);
    if (interfaceAddress !== undefined && interfaceAddress !== null) { address(name, interfaceAddress); }
    throw dropped ? failure(name, 'EADDRNOTAVAIL', -99) : unavailable(name, groups);
  };
});
['addSourceSpecificMembership', 'dropSourceSpecificMembership'].forEach(function (name) {
  Socket.prototype[name] = function (sourceAddress, groupAddress) {
    validate.string(sourceAddress, 'sourceAddress');
    validate.string(groupAddress, 'groupAddress');
    running(this);
    address(name, sourceAddress);
    address(name, groupAddress);
    throw unavailable(name, groups);
  };
});
