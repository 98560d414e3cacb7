// httpresponse: the responses of HTTP servers.
var stream = require('stream'), util = require('util'), errors = require('errors'), rules = require('httprules'), OutgoingMessage = require('httpoutgoing'), STATUS_CODES = native.status;

function ServerResponse(req, o) {
  OutgoingMessage.call(this, o && o.highWaterMark ? { highWaterMark: o.highWaterMark } : undefined);
  var method = req.method;
  this.statusCode = 200;
  this.statusMessage = undefined;
  this.req = req;
  this.sendDate = true;
  this.strictContentLength = false;
  this._hasBody = method !== 'HEAD';
  if (req && (req.httpVersionMajor < 1 || req.httpVersionMinor < 1)) {
    this.useChunkedEncodingByDefault = /chunk/i.test(req.headers.te);
    this.shouldKeepAlive = false;
  }
}
util.inherits(ServerResponse, OutgoingMessage);
exports.ServerResponse = ServerResponse;
Object.assign(ServerResponse.prototype, {
  _last: false, // the connection ends with it
  _conn: null,
  _strict: false, // bodies where there is none are errors
  _promised: '', // '100' where the client waits for it, 'sent' afterwards
  _raw: null, // headers that only writeHead was given
  _keeps: '' // the value of Keep-Alive
});
function closed() { if (this._httpMessage) { this._httpMessage._close(); } }
ServerResponse.prototype.assignSocket = function (socket) {
  if (socket._httpMessage) { throw errors.coded(Error, 'ERR_HTTP_SOCKET_ASSIGNED', 'ServerResponse has an already assigned socket'); }
  socket._httpMessage = this;
  if (!this._conn) { socket.on('close', closed); }
  this.socket = socket;
  this.emit('socket', socket);
  this._connect();
};
ServerResponse.prototype.detachSocket = function (socket) {
  if (!this._conn) { socket.removeListener('close', closed); }
  socket._httpMessage = null;
  this.socket = null;
};
// _close ends it with its connection, or after it was sent.
ServerResponse.prototype._close = function () {
  var w = this._writableState;
  if (w.closeEmitted) { return; }
  w.destroyed = w.closed = w.closeEmitted = true;
  this.emit('close');
};
// destroy ends the connection, whose end is that of the response.
ServerResponse.prototype.destroy = function (err) {
  if (this.destroyed) { return this; }
  var w = this._writableState;
  w.destroyed = true;
  if (err) { w.errored = err; }
  if (this.socket) { this.socket.destroy(err); } else { this.once('socket', function (socket) { socket.destroy(err); }); }
  return this;
};
ServerResponse.prototype.writeHead = function (status, reason, fields) {
  var self = this;
  if (self.headersSent) { throw errors.coded(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot write headers after they are sent to the client'); }
  if (typeof reason !== 'string') { fields = fields || reason; reason = undefined; }
  var given = status;
  status |= 0;
  if (status < 100 || status > 999) { throw errors.worded(RangeError, 'ERR_HTTP_INVALID_STATUS_CODE', 'Invalid status code: %s', given); }
  self.statusCode = status;
  self.statusMessage = reason !== undefined ? reason : self.statusMessage || STATUS_CODES[status] || 'unknown';
  if (/[^\t\x20-\x7e\x80-\xff]/.test(self.statusMessage)) { throw errors.coded(TypeError, 'ERR_INVALID_CHAR', 'Invalid character in statusMessage'); }
  if (Array.isArray(fields)) {
    if (Array.isArray(fields[0])) { fields = [].concat.apply([], fields); }
    if (fields.length % 2) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', "The argument 'headers' is invalid. Received " + require('inspect')(fields)); }
    if (!self._fields.size) { self._raw = fields; } // with the names as they are written
    for (var i = 0; i < fields.length; i += 2) { self.removeHeader(String(fields[i])); }
    for (i = 0; i < fields.length; i += 2) { self.appendHeader(fields[i], fields[i + 1]); }
  } else if (fields) { Object.keys(fields).forEach(function (k) { if (k) { self.setHeader(k, fields[k]); } }); }
  if (status === 204 || status === 304 || status < 200) { self._hasBody = false; }
  if (self._promised === '100') { self.shouldKeepAlive = false; } // the body may come or not
  self._begin('HTTP/1.1 ' + status + ' ' + self.statusMessage + '\r\n', self._framed());
  return self;
};
// _framed has the headers with those that Node adds.
ServerResponse.prototype._framed = function () {
  var list = this._raw ? this._raw.map(String) : this._list(), fields = this._fields, connection = fields.get('connection'), coded = fields.get('transfer-encoding'), sized = fields.has('content-length');
  if (coded && /\bchunked\b/i.test(String(coded[1]))) { this.chunkedEncoding = true; }
  if (this.sendDate && !fields.has('date')) { list.push('Date', date()); }
  if (this.chunkedEncoding && (this.statusCode === 204 || this.statusCode === 304)) { this.chunkedEncoding = this.shouldKeepAlive = false; }
  if (connection) {
    if (/(?:^|\W)close(?:$|\W)/i.test(String(connection[1]))) { this._last = true; } else { this.shouldKeepAlive = true; }
  } else if (this._removed.connection) { this._last = !this.shouldKeepAlive; } else if (this.shouldKeepAlive && this.maxRequestsOnConnectionReached) { list.push('Connection', 'close'); } else if (this.shouldKeepAlive && (sized || this.useChunkedEncodingByDefault)) {
    list.push('Connection', 'keep-alive');
    if (this._keeps && !fields.has('keep-alive')) { list.push('Keep-Alive', this._keeps); }
  } else {
    this._last = true;
    list.push('Connection', 'close');
  }
  if (!sized && !coded) {
    if (!this._hasBody) { this.chunkedEncoding = false; } else if (!this.useChunkedEncodingByDefault) { this._last = true; } else if (this._length !== undefined && !fields.has('trailer') && !this._removed['content-length']) { list.push('Content-Length', this._length); } else if (this._removed['transfer-encoding']) { this._last = true; } else {
      list.push('Transfer-Encoding', 'chunked');
      this.chunkedEncoding = true;
    }
  }
  if (!this._hasBody) { this.chunkedEncoding = false; }
  if (fields.has('trailer') && !this.chunkedEncoding) { throw errors.coded(Error, 'ERR_HTTP_TRAILER_INVALID', 'Trailers are invalid with this transfer encoding'); }
  return list;
};
OutgoingMessage.deferTo(ServerResponse.prototype, 'writeHead');
ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;
var second = 0, text = '';
function date() {
  var now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
ServerResponse.prototype._implicitHeader = function () { this.writeHead(this.statusCode); };
ServerResponse.prototype._bodied = function () { return !this._strict || this._hasBody && this.statusCode !== 204 && this.statusCode !== 304; };
ServerResponse.prototype._write = function (chunk, encoding, done) { OutgoingMessage.prototype._write.call(this, this._hasBody ? chunk : Buffer.alloc(0), encoding, done); };
ServerResponse.prototype._writev = function (list, done) { if (this._hasBody) { OutgoingMessage.prototype._writev.call(this, list, done); } else { this._send(null, done); } };
ServerResponse.prototype._settled = function () { if (this._conn) { this._conn.answered(this); } };
// Answers before the answer.
function inform(self, head, done) {
  self._send(Buffer.from('HTTP/1.1 ' + head + '\r\n', 'latin1'), done || function () {});
}
ServerResponse.prototype.writeContinue = function (done) {
  this._promised = 'sent';
  inform(this, '100 Continue\r\n', done);
};
ServerResponse.prototype.writeProcessing = function (done) { inform(this, '102 Processing\r\n', done); };
ServerResponse.prototype.writeEarlyHints = function (hints, done) {
  require('validate').object(hints, 'hints');
  if (hints.link === null || hints.link === undefined) { return; }
  var links = [].concat(hints.link);
  links.forEach(function (link) {
    if (!/^(?:<[^>]*>)(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/.test(link)) {
      throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', "The argument 'hints' must be an array or string of format \"</styles.css>; rel=preload; as=style\". Received " + require('inspect')(hints.link));
    }
  });
  if (!links.length) { return; }
  var head = '103 Early Hints\r\nLink: ' + links.join(', ') + '\r\n';
  Object.keys(hints).forEach(function (k) {
    if (k === 'link') { return; }
    rules.name(k);
    rules.value(k, hints[k]);
    head += k + ': ' + hints[k] + '\r\n';
  });
  inform(this, head, done);
};
// _forward has a handler of Go answer; body and answer go through a pipe.
ServerResponse.prototype._forward = function (handler) {
  var self = this, req = self.req, socket = self.socket || req.socket, pipe = require('pipe');
  var own = native.forward({
    handler: handler, method: req.method, url: req.originalUrl || req.url, headers: req.rawHeaders, major: req.httpVersionMajor, minor: req.httpVersionMinor,
    address: socket.remoteAddress === undefined ? '' : socket.remoteAddress, port: socket.remotePort || 0, secure: !!socket.encrypted
  }, function (status, fields) {
    if (self.destroyed) { return; }
    self.writeHead(status, fields);
    next();
  });
  pipe.feed(req, own, function () { pipe.end(own, function () {}); });
  self.on('close', function () { pipe.close(own); });
  function next() {
    pipe.receive(own, function (err, chunk) {
      if (self.destroyed) { return; }
      if (err) { self.destroy(); return; }
      if (chunk === null) { self.end(); return; }
      self.write(chunk, next);
    });
  }
};
