// httpoutgoing: what the requests of clients and the responses of servers have in common: headers, the
// form of the body, and what waits for a connection.
var stream = require('stream'), util = require('util'), errors = require('errors'), rules = require('httprules'), validate = require('validate');

var plain = { highWaterMark: 16384, autoDestroy: false };
function OutgoingMessage(o) {
  stream.Writable.call(this, o ? Object.assign({ highWaterMark: 16384, autoDestroy: false }, o) : plain);
  this.headersSent = false;
  this.finished = false;
  this.sendDate = false;
  this.shouldKeepAlive = true;
  this.chunkedEncoding = false;
  this.useChunkedEncodingByDefault = true;
  this.socket = null;
  this._header = null;
  this._fields = new Map();
}
util.inherits(OutgoingMessage, stream.Writable);
module.exports = OutgoingMessage;
// What most messages never change stands on the prototype.
Object.assign(OutgoingMessage.prototype, {
  _top: null, // the head, as long as it is not sent
  _waiting: null, // what is written before there is a connection
  _connected: false,
  strictContentLength: false,
  _bytes: 0, // of the body that were written, where strictContentLength is set
  _trailer: '',
  _sent: false, // all of it
  _concluded: false, // the last chunk of a body in chunks is written
  _held: false, // what is written waits for the end of the turn
  _length: undefined, // of the body, where it is known
  _removed: Object.freeze({}) // headers that are not to be added
});
// It is so after the end as well.
Object.defineProperty(OutgoingMessage.prototype, 'writable', { configurable: true, enumerable: true, writable: true, value: true });
Object.defineProperty(OutgoingMessage.prototype, 'connection', { configurable: true, get: function () { return this.socket; }, set: function (v) { this.socket = v; } });
function sent(action) { return errors.coded(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot ' + action + ' headers after they are sent to the client'); }
OutgoingMessage.prototype.setHeader = function (name, value) {
  if (this.headersSent) { throw sent('set'); }
  rules.name(name);
  if (Array.isArray(value)) { for (var i = 0; i < value.length; i++) { rules.value(name, value[i]); } } else { rules.value(name, value); }
  this._fields.set(name.toLowerCase(), [name, value]);
  return this;
};
OutgoingMessage.prototype.appendHeader = function (name, value) {
  if (this.headersSent) { throw sent('append'); }
  rules.name(name);
  var had = this._fields.get(name.toLowerCase()); // whose name stays as it was written
  return had === undefined ? this.setHeader(name, value) : this.setHeader(had[0], [].concat(had[1], value));
};
OutgoingMessage.prototype.setHeaders = function (list) {
  if (this.headersSent) { throw sent('set'); }
  if (!list || Array.isArray(list) || typeof list.keys !== 'function' || typeof list.get !== 'function') { throw errors.argument('headers', 'an instance of Headers or Map', list); }
  var self = this, cookies = [];
  list.forEach(function (v, k) { if (k === 'set-cookie') { cookies = cookies.concat(v); } else { self.setHeader(k, v); } });
  if (cookies.length) { self.setHeader('set-cookie', cookies); }
  return this;
};
OutgoingMessage.prototype.getHeader = function (name) { validate.string(name, 'name'); var f = this._fields.get(name.toLowerCase()); return f && f[1]; };
OutgoingMessage.prototype.hasHeader = function (name) { validate.string(name, 'name'); return this._fields.has(name.toLowerCase()); };
OutgoingMessage.prototype.removeHeader = function (name) {
  validate.string(name, 'name');
  if (this.headersSent) { throw sent('remove'); }
  name = name.toLowerCase();
  this._fields.delete(name);
  this._removed = Object.assign({}, this._removed, { [name]: true });
  if (name === 'date') { this.sendDate = false; }
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
// _list has the names and values of all headers in turn.
OutgoingMessage.prototype._list = function () {
  var out = [];
  this._fields.forEach(function (f) {
    if (!Array.isArray(f[1])) { out.push(f[0], String(f[1])); return; }
    if (f[0].toLowerCase() === 'cookie') { out.push(f[0], f[1].join('; ')); return; }
    for (var i = 0; i < f[1].length; i++) { out.push(f[0], String(f[1][i])); }
  });
  return out;
};
// _begin keeps the head for the first bytes that are sent.
OutgoingMessage.prototype._begin = function (line, list) {
  var text = line;
  for (var i = 0; i < list.length; i += 2) { text += list[i] + ': ' + list[i + 1] + '\r\n'; }
  this._header = this._top = text + '\r\n';
  this.headersSent = true;
};
OutgoingMessage.prototype.addTrailers = function (fields) {
  var pairs = Array.isArray(fields) ? fields : Object.keys(fields).map(function (k) { return [k, fields[k]]; });
  this._trailer += pairs.map(function (f) {
    rules.name(f[0], 'Trailer name');
    return [].concat(f[1]).map(function (v) {
      rules.value(f[0], v, 'trailer content');
      return f[0] + ': ' + v + '\r\n';
    }).join('');
  }).join('');
};
function nothing() {}
// _send writes the head, where it is not sent yet, and bytes.
OutgoingMessage.prototype._send = function (bytes, done) {
  if (this._held) { this._flow(this.socket); } // what was given before
  var data = bytes;
  if (!done) { done = nothing; } // packages send the head with _send('')
  if (this._top !== null) {
    data = Buffer.from(this._top, 'latin1');
    if (bytes && bytes.length) { data = Buffer.concat([data, typeof bytes === 'string' ? Buffer.from(bytes) : bytes]); }
    this._top = null;
  }
  if (!data || !data.length) { done(); return; }
  if (!this._connected) { (this._waiting = this._waiting || []).push([data, done]); return; }
  this._pass(data, done);
};
// _pass writes to the connection. What has ended it is reported already, and done is not called then.
OutgoingMessage.prototype._pass = function (data, done) {
  if (this.socket && !this.socket.destroyed) { this.socket.write(data, undefined, function (err) { if (!err) { done(); } }); }
};
// _connect begins to write to the connection.
OutgoingMessage.prototype._connect = function () {
  this._connected = true;
  var waiting = this._waiting;
  if (!waiting) { return; }
  this._waiting = null;
  for (var i = 0; i < waiting.length; i++) { this._pass(waiting[i][0], waiting[i][1]); }
};
OutgoingMessage.prototype._write = function (chunk, encoding, done) {
  if (!this.chunkedEncoding) { this._send(chunk, done); return; }
  var parts = [];
  frame(this, parts, chunk);
  conclude(this, parts, chunk.length);
  this._send(Buffer.concat(parts), done);
};
OutgoingMessage.prototype._writev = function (list, done) {
  var parts = [], size = 0;
  for (var i = 0; i < list.length; i++) {
    size += list[i].chunk.length;
    frame(this, parts, list[i].chunk);
  }
  conclude(this, parts, size);
  this._send(Buffer.concat(parts), done);
};
// frame adds a piece of the body to what is sent.
function frame(self, parts, chunk) {
  if (!self.chunkedEncoding) { parts.push(chunk); } else if (chunk.length) { parts.push(Buffer.from(chunk.length.toString(16) + '\r\n'), chunk, Buffer.from('\r\n')); }
}
// conclude adds the end of the body, if nothing of it is left but the last pieces, of so many bytes.
function conclude(self, parts, size) {
  if (!self.finished || !self.chunkedEncoding || self._writableState.length !== size) { return; }
  self._concluded = true;
  parts.push(lastChunk(self));
}
function lastChunk(self) { return Buffer.from('0\r\n' + self._trailer + '\r\n', 'latin1'); }
OutgoingMessage.prototype._final = function (done) {
  var self = this;
  self._send(self.chunkedEncoding && !self._concluded ? lastChunk(self) : null, function (err) {
    self._sent = true;
    done(err);
    self._settled();
  });
};
// What is written in one turn is sent as one: the first piece waits for its end, or that of the message. Where somebody
// writes to the connection itself meanwhile, what waits goes first.
function hold(self) {
  var socket = self._connected ? self.socket : null;
  if (socket) {
    if (socket._holds !== null || Object.prototype.hasOwnProperty.call(socket, 'write')) { return; }
    socket._holds = self;
    socket.write = released;
  }
  self._held = true;
  self.cork();
  process.nextTick(flow, self, socket);
}
function flow(self, socket) { self._flow(socket); }
OutgoingMessage.prototype._flow = function (socket) {
  if (socket && socket._holds === this) {
    socket._holds = null;
    if (socket.write === released) { delete socket.write; }
  }
  if (!this._held) { return; }
  this._held = false;
  this.uncork();
};
function released(chunk, encoding, done) {
  this._holds._flow(this);
  return this.write(chunk, encoding, done);
}
Object.defineProperty(OutgoingMessage.prototype, 'writableCorked', { get: function () { return this._writableState.corked - (this._held ? 1 : 0); } });
OutgoingMessage.prototype.setTimeout = function (ms, fn) {
  if (fn) { this.on('timeout', fn); }
  if (this.socket) { this.socket.setTimeout(ms); } else { this.once('socket', function (socket) { socket.setTimeout(ms); }); }
  return this;
};
// _settled is called when all of it is sent.
OutgoingMessage.prototype._settled = function () {};
OutgoingMessage.prototype.flushHeaders = function () {
  if (!this.headersSent) { this._implicitHeader(); }
  this._send(null, function () {});
};
OutgoingMessage.prototype._implicitHeader = function () { throw errors.coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _implicitHeader() method is not implemented'); };
OutgoingMessage.prototype.end = function (chunk, encoding, done) {
  if (typeof chunk === 'function') { done = chunk; chunk = undefined; } else if (typeof encoding === 'function') { done = encoding; encoding = undefined; }
  if (!chunk) { chunk = undefined; }
  if (this.finished) {
    if (chunk !== undefined && chunk !== null) { late(this, done); } else if (typeof done === 'function') { process.nextTick(done, errors.coded(Error, 'ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished')); }
    return this;
  }
  if (chunk !== undefined && chunk !== null) { checkChunk(chunk); }
  // If the whole body is known, its length is set.
  if (!this.headersSent && !this._started && !this._fields.has('content-length') && !this._fields.has('transfer-encoding')) { this._length = chunk === undefined || chunk === null ? 0 : typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.length; }
  if (chunk && !this._bodied()) { throw refused(); }
  if (!this.headersSent) { this._implicitHeader(); }
  if (this.strictContentLength) { measure(this, chunk, encoding, true); }
  this.finished = true;
  return stream.Writable.prototype.end.call(this, chunk, encoding, done);
};
// _bodied reports whether a body is allowed.
OutgoingMessage.prototype._bodied = function () { return true; };
function refused() { return errors.coded(Error, 'ERR_HTTP_BODY_NOT_ALLOWED', 'Adding content for this request method or response status is not allowed.'); }
function checkChunk(chunk) { if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) { throw errors.argument('chunk', 'of type string or an instance of Buffer or Uint8Array', chunk); } }
OutgoingMessage.prototype.write = function (chunk, encoding, done) {
  if (chunk === null) { throw errors.coded(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream'); }
  checkChunk(chunk);
  if (this.finished) { late(this, typeof encoding === 'function' ? encoding : done); return false; }
  if (!this._bodied()) { throw refused(); }
  if (this.strictContentLength) { measure(this, chunk, encoding, false); }
  if (!this.headersSent) { this._started = true; this._implicitHeader(); }
  if (!this._held && !this._writableState.writing) { hold(this); }
  return stream.Writable.prototype.write.call(this, chunk, encoding, done);
};
// measure refuses a body that is not as long as its header says: once the head is there.
function measure(self, chunk, encoding, last) {
  var field = self._fields.get('content-length'), said = field && Number(field[1]);
  var bytes = self._bytes + (chunk === undefined || chunk === null ? 0 : typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.byteLength);
  if (self.headersSent && said > 0 && !self.chunkedEncoding && !self._fields.has('transfer-encoding') && (last ? bytes !== said : bytes > said)) {
    throw errors.coded(Error, 'ERR_HTTP_CONTENT_LENGTH_MISMATCH', "Response body's content-length of " + bytes + ' byte(s) does not match the content-length of ' + said + ' byte(s) set in header');
  }
  self._bytes = bytes;
}
// late reports what is written behind the end, which is sent all the same.
function late(self, done) {
  var err = errors.coded(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end');
  process.nextTick(function () {
    if (done) { done(err); }
    if (!self.destroyed) { self.emit('error', err); }
  });
}
// Packages call these methods for responses that only inherit from this class and
// have methods of their own, such as res of an action: those are meant then.
OutgoingMessage.deferTo = function (prototype, name) {
  var method = prototype[name];
  prototype[name] = function (...args) {
    if (this._fields !== undefined) { return method.call(this, args[0], args[1], args[2]); }
    var own = this[name];
    return (typeof own === 'function' && own !== prototype[name] ? own : method).apply(this, args);
  };
};
['setHeader', 'appendHeader', 'setHeaders', 'getHeader', 'hasHeader', 'removeHeader', 'getHeaderNames', 'getHeaders', 'write', 'end'].forEach(function (name) { OutgoingMessage.deferTo(OutgoingMessage.prototype, name); });
