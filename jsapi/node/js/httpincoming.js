// httpincoming: the requests that a server gets, and the responses that a client gets.
var stream = require('stream'), util = require('util'), net = require('net'), errors = require('errors');

function IncomingMessage(socket) {
  stream.Readable.call(this, { highWaterMark: socket && socket.readableHighWaterMark || 16384 });
  this.socket = socket || new net.Socket();
  this.httpVersion = null;
  this.httpVersionMajor = this.httpVersionMinor = null;
  this.complete = false;
  this.rawHeaders = [];
  this.rawTrailers = [];
  this.trailers = {};
  this.headers = {};
  this.aborted = this.upgrade = false;
  this.url = '';
  this.method = this.statusCode = this.statusMessage = null;
  this.client = this.socket;
}
util.inherits(IncomingMessage, stream.Readable);
IncomingMessage.prototype._source = null; // what reads the connection
IncomingMessage.prototype._consumed = false; // whether somebody reads it
module.exports = IncomingMessage;
Object.defineProperty(IncomingMessage.prototype, 'connection', { configurable: true, get: function () { return this.socket; }, set: function (v) { this.socket = v; } });
function distinct(raw) {
  var out = Object.create(null);
  for (var i = 0; i < raw.length; i += 2) { var k = raw[i].toLowerCase(); (out[k] = out[k] || []).push(raw[i + 1]); }
  return out;
}
Object.defineProperty(IncomingMessage.prototype, 'headersDistinct', { configurable: true, get: function () { return distinct(this.rawHeaders); } });
Object.defineProperty(IncomingMessage.prototype, 'trailersDistinct', { configurable: true, get: function () { return distinct(this.rawTrailers); } });
// _begin takes the head of a message, with so many headers at most where most is positive; joins is the option joinDuplicateHeaders.
IncomingMessage.prototype._begin = function (m, most, joins) {
  if (most > 0 && m.headers.length > 2 * most) {
    m.headers = m.headers.slice(0, 2 * most);
    m.fields = native.headers(m.headers);
  }
  this.rawHeaders = m.headers;
  this.headers = m.fields;
  this.httpVersionMajor = m.major;
  this.httpVersionMinor = m.minor;
  this.httpVersion = m.major + '.' + m.minor;
  if (joins) { join(this); }
};
// join has the values of headers that may come once only joined as those of others.
function join(req) {
  var seen = Object.create(null);
  for (var i = 0; i < req.rawHeaders.length; i += 2) {
    var k = req.rawHeaders[i].toLowerCase();
    if (k === 'set-cookie') { continue; }
    req.headers[k] = k in seen ? seen[k] + (k === 'cookie' ? '; ' : ', ') + req.rawHeaders[i + 1] : req.rawHeaders[i + 1];
    seen[k] = req.headers[k];
  }
}
// _ended is called at the end of the body.
IncomingMessage.prototype._ended = function (trailers) {
  this.complete = true;
  this.rawTrailers = trailers;
  if (trailers.length) { this.trailers = native.headers(trailers); }
  this.push(null);
};
// A message that a package has made has no source: the package pushes what there is.
IncomingMessage.prototype._read = function () {
  this._consumed = true;
  if (this._source) { this._source.resume(); }
};
IncomingMessage.prototype._abort = function (err) {
  if (this.aborted || this.complete) { return; }
  this.aborted = true;
  this.emit('aborted');
  this.destroy(this.listenerCount('error') ? err || errors.coded(Error, 'ECONNRESET', 'aborted') : null);
};
IncomingMessage.prototype._destroy = function (err, done) {
  var source = this._source, partly = source && (!this.complete || !this.readableEnded);
  if (partly && !this.aborted) {
    this.aborted = true;
    this.emit('aborted');
  }
  done(err && this.listenerCount('error') ? err : null);
  if (partly) { source.abandon(err); }
};
IncomingMessage.prototype.setTimeout = function (ms, fn) {
  var self = this;
  if (fn) { self.on('timeout', fn); }
  if (!self._source || self._source.serves) { self.socket.setTimeout(ms); return self; } // whose end of time is that of the request
  clearTimeout(self._timer);
  self._touched = function () {
    clearTimeout(self._timer);
    if (ms > 0 && !self.complete && !self.destroyed) { self._timer = setTimeout(function () { self.emit('timeout'); }, ms); }
  };
  self._touched();
  return self;
};
// _dump drops the rest of the body.
IncomingMessage.prototype._dump = function () {
  this.removeAllListeners('data');
  this.resume();
};
