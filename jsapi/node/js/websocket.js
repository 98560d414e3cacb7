// websocket: the WebSocket of the web.
var web = require('web'), blobs = require('blob'), util = require('util');

function CloseEvent(type, o) {
  web.initEvent(this, type, o);
  this.wasClean = !!(o && o.wasClean);
  this.code = o && o.code || 0;
  this.reason = o && o.reason || '';
}
util.inherits(CloseEvent, web.Event);
function ErrorEvent(type, o) {
  web.initEvent(this, type, o);
  this.message = o && o.message || '';
  this.error = o && o.error;
}
util.inherits(ErrorEvent, web.Event);
function wrong(message, name) { return new web.DOMException(message, name); }
var token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/, states = ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED'];

function WebSocket(url, options) {
  if (!new.target) { throw new TypeError("Class constructor WebSocket cannot be invoked without 'new'"); }
  if (arguments.length === 0) { throw new TypeError("Failed to construct 'WebSocket': 1 argument required, but only 0 present."); }
  web.initTarget(this);
  var o = typeof options === 'string' || Array.isArray(options) ? { protocols: options } : options || {}, self = this, at, names;
  try { at = new URL(String(url)); } catch (e) { throw wrong(String(e), 'SyntaxError'); }
  if (at.protocol === 'http:') { at.protocol = 'ws:'; } else if (at.protocol === 'https:') { at.protocol = 'wss:'; }
  if (at.protocol !== 'ws:' && at.protocol !== 'wss:') { throw wrong('Expected a ws: or wss: protocol, got ' + at.protocol, 'SyntaxError'); }
  if (at.hash || /#$/.test(at.href)) { throw wrong('Got fragment', 'SyntaxError'); }
  names = [].concat(o.protocols === undefined ? [] : o.protocols).map(String);
  if (names.some(function (n, i) { return !token.test(n) || names.some(function (x, k) { return k < i && x.toLowerCase() === n.toLowerCase(); }); })) { throw wrong('Invalid Sec-WebSocket-Protocol value', 'SyntaxError'); }
  var headers = [];
  if (o.headers) { new (require('fetch').Headers)(o.headers).forEach(function (v, k) { headers.push(k, v); }); }
  if (o.dispatcher !== undefined) { throw new TypeError('WebSocket has no dispatcher here: use the package ws with an agent'); }
  Object.defineProperty(this, '_', { value: { url: at.href, state: 0, protocol: '', extensions: '', binaryType: 'blob', buffered: 0, queue: [], writing: false, socket: null, cancel: null, on: {} } });
  this._.cancel = native.open({ url: at.href, protocols: names, headers: headers, insecure: process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0' }, function (err, c) {
    self._.cancel = null;
    if (self._.state !== 0) { if (c) { native.drop(c.socket); } return; }
    if (err) { fail(self, err); return; }
    self._.socket = c.socket;
    self._.state = 1;
    self._.protocol = c.protocol;
    self._.extensions = c.extensions;
    self.dispatchEvent(new web.Event('open'));
    read(self);
  });
}
util.inherits(WebSocket, web.EventTarget);
module.exports = WebSocket;
states.forEach(function (name, i) { [WebSocket, WebSocket.prototype].forEach(function (o) { Object.defineProperty(o, name, { value: i, enumerable: true }); }); });
Object.defineProperty(WebSocket.prototype, Symbol.toStringTag, { value: 'WebSocket', configurable: true });
function getter(name, get, set) { Object.defineProperty(WebSocket.prototype, name, { get: get, set: set, enumerable: true, configurable: true }); }
getter('url', function () { return this._.url; });
getter('readyState', function () { return this._.state; });
getter('protocol', function () { return this._.protocol; });
getter('extensions', function () { return this._.extensions; });
getter('bufferedAmount', function () { return this._.buffered; });
getter('binaryType', function () { return this._.binaryType; }, function (v) { this._.binaryType = v === 'arraybuffer' ? v : 'blob'; });
['open', 'message', 'error', 'close'].forEach(function (type) {
  getter('on' + type, function () { return this._.on[type] || null; }, function (fn) { this._.on[type] = typeof fn === 'function' ? fn : null; });
});
// Messages are read one by one: the other side waits for a slow listener.
function read(self) {
  native.read(self._.socket, function (err, m) {
    if (self._.state === 3) { return; }
    if (m.code !== undefined) { over(self, m); return; }
    if (self._.state === 1) {
      var data = m.data;
      if (!m.binary) { data = Buffer.from(data).toString(); } else if (self._.binaryType === 'blob') { data = new blobs.Blob([data]); } else { data = Buffer.from(data).buffer.slice(data.byteOffset, data.byteOffset + data.byteLength); }
      self.dispatchEvent(new web.MessageEvent('message', { data: data, origin: new URL(self._.url).origin }));
    }
    read(self);
  });
}
function over(self, m) {
  self._.state = 3;
  self._.queue = [];
  if (m.failed) { self.dispatchEvent(new ErrorEvent('error', { message: m.message, error: new TypeError(m.message) })); }
  self.dispatchEvent(new CloseEvent('close', { wasClean: m.clean, code: m.code, reason: m.reason }));
}
function fail(self, err) {
  self._.state = 2;
  process.nextTick(over, self, { code: 1006, reason: '', clean: false, failed: true, message: err.message });
}
// flush writes what waits, in its order.
function flush(self) {
  var next = self._.queue[0];
  if (!next || self._.writing) { return; }
  self._.queue.shift();
  self._.writing = true;
  next(function () {
    self._.writing = false;
    flush(self);
  });
}
function queue(self, binary, bytes) {
  if (self._.state !== 1) { return; }
  self._.buffered += bytes.byteLength;
  self._.queue.push(function (done) { native.write(self._.socket, binary, bytes, function () { self._.buffered -= bytes.byteLength; done(); }); });
  flush(self);
}
WebSocket.prototype.send = function (data) {
  if (arguments.length === 0) { throw new TypeError("WebSocket.send: 1 argument required, but only 0 present."); }
  var self = this;
  if (self._.state === 0) { throw wrong('Sent before connected.', 'InvalidStateError'); }
  if (data instanceof blobs.Blob) {
    // Its place in the order is that of the call.
    if (self._.state !== 1) { return; }
    self._.buffered += data.size;
    self._.queue.push(function (done) {
      data.arrayBuffer().then(function (b) { native.write(self._.socket, true, new Uint8Array(b), function () { self._.buffered -= data.size; done(); }); });
    });
    flush(self);
    return;
  }
  if (data instanceof ArrayBuffer) { queue(self, true, new Uint8Array(data.slice(0))); } else if (ArrayBuffer.isView(data)) { queue(self, true, Uint8Array.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))); } else { queue(self, false, Buffer.from(String(data))); }
};
WebSocket.prototype.close = function (code, reason) {
  var self = this;
  if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) { throw wrong('invalid code', 'InvalidAccessError'); }
  reason = reason === undefined ? '' : String(reason);
  if (Buffer.byteLength(reason) > 123) { throw wrong('Reason must be less than 123 bytes; received ' + Buffer.byteLength(reason), 'SyntaxError'); }
  if (self._.state === 0) {
    self._.cancel();
    fail(self, new Error('WebSocket is closed before the connection is established'));
    return;
  }
  if (self._.state !== 1) { return; }
  self._.state = 2;
  // 1005 stands for a frame without a code.
  self._.queue.push(function (done) { native.close(self._.socket, code === undefined ? reason ? 1000 : 1005 : code, reason, done); });
  flush(self);
};
