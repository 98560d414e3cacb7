// http2compat: request and response of servers of HTTP/2 with the interface of HTTP/1.
var stream = require('stream'), validate = require('validate'), values = require('http2values'), http = require('http'), errors = require('errors');
var fault = values.fault, seen = require('http2socket');

function hidden(o, members) { Object.keys(members).forEach(function (k) { Object.defineProperty(o, k, { value: members[k], writable: true, configurable: true }); }); }
function socketOf(s) { return s._shown || (s._shown = new Proxy(s, seen)); }

class Http2ServerRequest extends stream.Readable {
  constructor(s, headers, o, raw) {
    super(Object.assign({ autoDestroy: false }, o));
    hidden(this, { _over: false, _didRead: false, _stream: s, _aborted: false, _headers: headers, _raw: raw, _trailers: {}, _rawTrailers: [] });
    hidden(s, { _shown: null, _request: this });
    var self = this;
    s.on('trailers', function (trailers, flags, list) { Object.assign(self._trailers, trailers); Array.prototype.push.apply(self._rawTrailers, list); });
    s.on('end', function () { self.push(null); });
    s.on('error', function () {}); // the response has it
    s.on('aborted', function () { if (!self._over) { self._aborted = true; self.emit('aborted'); } });
    s.on('close', function () {
      self._over = true;
      self.push(null);
      if (!self._didRead) { self.resume(); }
      s._shown = null;
      s._request = undefined;
      self.emit('close');
    });
    s.on('timeout', function () { self.emit('timeout'); });
    self.on('pause', function () { s.pause(); });
  }
  resume() {
    this._stream.resume();
    return super.resume();
  }
  get aborted() { return this._aborted; }
  get complete() { return this._aborted || this.readableEnded || this._over || this._stream.destroyed; }
  get stream() { return this._stream; }
  get headers() { return this._headers; }
  get rawHeaders() { return this._raw; }
  get trailers() { return this._trailers; }
  get rawTrailers() { return this._rawTrailers; }
  get httpVersionMajor() { return 2; }
  get httpVersionMinor() { return 0; }
  get httpVersion() { return '2.0'; }
  get socket() { return socketOf(this._stream); }
  get connection() { return this.socket; }
  get method() { return this._headers[':method']; }
  set method(v) {
    validate.string(v, 'method');
    if (!v.trim()) { throw validate.invalidValue('method', v); }
    this._headers[':method'] = v;
  }
  get authority() { return values.authority(this._headers); }
  get scheme() { return this._headers[':scheme']; }
  get url() { return this._headers[':path']; }
  set url(v) { this._headers[':path'] = v; }
  _read() {
    var self = this, s = self._stream;
    if (self._didRead) { process.nextTick(function () { s.resume(); }); return; }
    self._didRead = true;
    s.on('data', function (chunk) { if (!self.push(chunk)) { s.pause(); } });
  }
  setTimeout(ms, fn) {
    if (!this._over) { this._stream.setTimeout(ms, fn); }
    return this;
  }
}

var warned = {};
function warn(text) {
  if (warned[text]) { return; }
  warned[text] = true;
  process.emitWarning(text, 'UnsupportedWarning');
}
function statusMessage() { warn('Status message is not supported by HTTP/2 (RFC7540 8.1.2.4)'); }
// allowed checks a header; it returns false for one that is dropped.
function allowed(name, value) {
  if (name === '' || typeof name !== 'string' || name.indexOf(' ') >= 0) { throw values.token(name); }
  if ([':status', ':method', ':path', ':authority', ':scheme'].indexOf(name) >= 0) { throw fault('PSEUDOHEADER_NOT_ALLOWED'); }
  if (value === undefined || value === null) { throw fault('INVALID_HEADER_VALUE', value, name); }
  if (name !== 'connection' || value === 'trailers') { return true; }
  warn('The provided connection header is not valid, the value will be dropped from the header and will never be in use.');
  return false;
}
function key(name) {
  validate.string(name, 'name');
  return name.trim().toLowerCase();
}

class Http2ServerResponse extends stream.Stream {
  constructor(s, o) {
    super(o);
    hidden(this, { _over: false, _ending: false, _destroyed: false, _head: false, _date: true, _status: 200, _fields: undefined, _list: Object.create(null), _trailers: Object.create(null), _stream: s });
    hidden(s, { _shown: null, _response: this });
    this.writable = true;
    this.req = s._request;
    var self = this;
    s.on('drain', function () { self.emit('drain'); });
    s.on('close', self._closes = function () { self._finish(); });
    s.on('wantTrailers', self._wants = function () { s.sendTrailers(self._trailers); });
    s.on('timeout', function () { self.emit('timeout'); });
  }
  _finish() {
    var s = this._stream;
    if (this._over || s.headRequest !== this._head && this._ending) { return; }
    this._over = true;
    s._shown = null;
    s.removeListener('wantTrailers', this._wants);
    s._response = undefined;
    this.emit('finish');
    this.emit('close');
  }
  get _header() { return this.headersSent; }
  get writableEnded() { return this._ending; }
  get finished() { return this._ending; }
  get socket() { return this._over ? undefined : socketOf(this._stream); }
  get connection() { return this.socket; }
  get stream() { return this._stream; }
  get headersSent() { return this._stream.headersSent; }
  get sendDate() { return this._date; }
  set sendDate(v) { this._date = !!v; }
  get writableCorked() { return this._stream.writableCorked; }
  get writableHighWaterMark() { return this._stream.writableHighWaterMark; }
  get writableFinished() { return this._stream.writableFinished; }
  get writableLength() { return this._stream.writableLength; }
  get statusCode() { return this._status; }
  set statusCode(code) {
    code |= 0;
    if (code >= 100 && code < 200) { throw fault('INFO_STATUS_NOT_ALLOWED'); }
    if (code < 100 || code > 599) { throw fault('STATUS_INVALID', code); }
    this._status = code;
  }
  get statusMessage() { statusMessage(); return ''; }
  set statusMessage(v) { statusMessage(); }
  setTrailer(name, value) {
    name = key(name);
    allowed(name, value);
    this._trailers[name] = value;
  }
  addTrailers(headers) { Object.keys(headers).forEach(function (k) { this.setTrailer(k, headers[k]); }, this); }
  getHeader(name) { return this._list[key(name)]; }
  getHeaderNames() { return Object.keys(this._list); }
  getHeaders() { return values.copy(this._list); }
  hasHeader(name) { return Object.prototype.hasOwnProperty.call(this._list, key(name)); }
  removeHeader(name) {
    name = key(name);
    if (this.headersSent) { throw fault('HEADERS_SENT'); }
    if (name === 'date') { this._date = false; return; }
    delete this._list[name];
  }
  setHeader(name, value) {
    validate.string(name, 'name');
    if (this.headersSent) { throw fault('HEADERS_SENT'); }
    this._set(name, value, false);
  }
  appendHeader(name, value) {
    validate.string(name, 'name');
    if (this.headersSent) { throw fault('HEADERS_SENT'); }
    this._set(name, value, true);
  }
  _set(name, value, more) {
    name = name.trim().toLowerCase();
    if (!allowed(name, value)) { return; }
    if (name[0] === ':') { values.pseudo(name); } else if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name)) { this.destroy(values.token(name)); }
    this._list[name] = more && this._list[name] ? [].concat(this._list[name], value) : value;
  }
  flushHeaders() { if (!this._over && !this.headersSent) { this.writeHead(this._status); } }
  writeHead(status, reason, headers) {
    var self = this, s = self._stream;
    if (self._over || s.destroyed || s.closed) { return self; }
    if (self.headersSent) { throw fault('HEADERS_SENT'); }
    if (typeof reason === 'string') { statusMessage(); }
    if (headers === undefined && typeof reason === 'object') { headers = reason; }
    if (Array.isArray(headers)) {
      var pairs = [];
      if (Array.isArray(headers[0])) { pairs = headers; } else {
        if (headers.length % 2) { throw validate.invalidValue('headers', headers); }
        for (var i = 0; i < headers.length; i += 2) { pairs.push([headers[i], headers[i + 1]]); }
      }
      pairs.forEach(function (p) { self.removeHeader(p[0]); });
      pairs.forEach(function (p) { self._set(p[0], p[1], true); });
    } else if (headers !== null && typeof headers === 'object') { Object.keys(headers).forEach(function (k) { self._set(k, headers[k], false); }); }
    self.statusCode = status;
    self._list[':status'] = self._status;
    var list = values.copy(self._list);
    delete self._list[':status'];
    s.respond(list, { endStream: self._ending, waitForTrailers: true, sendDate: self._date });
    return self;
  }
  cork() { this._stream.cork(); }
  uncork() { this._stream.uncork(); }
  write(chunk, encoding, done) {
    if (typeof encoding === 'function') { done = encoding; encoding = 'utf8'; }
    var err;
    if (this._ending) { err = Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' }); } else if (this._over) { err = fault('INVALID_STREAM'); } else if (this._destroyed) { return false; }
    if (err) {
      if (typeof done === 'function') { process.nextTick(done, err); }
      this.destroy(err);
      return false;
    }
    if (!this.headersSent) { this.writeHead(this._status); }
    return this._stream.write(chunk, encoding, done);
  }
  end(chunk, encoding, done) {
    var s = this._stream;
    if (typeof chunk === 'function') { done = chunk; chunk = null; } else if (typeof encoding === 'function') { done = encoding; encoding = 'utf8'; }
    if ((this._over || this._ending) && this._head === s.headRequest) {
      if (typeof done === 'function') { process.nextTick(done); }
      return this;
    }
    if (chunk !== null && chunk !== undefined) { this.write(chunk, encoding); }
    this._head = s.headRequest;
    this._ending = true;
    if (typeof done === 'function') { if (s.writableEnded) { this.once('finish', done); } else { s.once('finish', done); } }
    if (!this.headersSent) { this.writeHead(this._status); }
    if (this._over || s.destroyed) { this._finish(); } else { s.end(); }
    return this;
  }
  destroy(err) {
    if (this._destroyed) { return; }
    this._destroyed = true;
    this._stream.destroy(err);
  }
  setTimeout(ms, fn) { if (!this._over) { this._stream.setTimeout(ms, fn); } }
  createPushResponse(headers, done) {
    validate.func(done, 'callback');
    if (this._over) { process.nextTick(done, fault('INVALID_STREAM')); return; }
    this._stream.pushStream(headers, {}, function (err, s) { if (err) { done(err); } else { done(null, new Http2ServerResponse(s)); } });
  }
  writeContinue() {
    if (this.headersSent || this._over) { return false; }
    this._stream.additionalHeaders({ ':status': 100 });
    return true;
  }
  writeEarlyHints(hints) {
    validate.object(hints, 'hints');
    var headers = Object.create(null), link = [].concat(hints.link === undefined ? [] : hints.link);
    Object.keys(hints).forEach(function (k) { if (k !== 'link') { headers[k] = hints[k]; } });
    if (!link.length || this.headersSent || this._over) { return false; }
    this._stream.additionalHeaders(Object.assign(headers, { ':status': 103, Link: link.join(', ') }));
    return true;
  }
}
exports.Http2ServerRequest = Http2ServerRequest;
exports.Http2ServerResponse = Http2ServerResponse;
// serve gives the streams of a server to its listeners for requests.
exports.serve = function (server, s, headers, raw, o) {
  var req = new o.Http2ServerRequest(s, headers, undefined, raw), res = new o.Http2ServerResponse(s);
  if (headers[':method'] === 'CONNECT') {
    if (!server.emit('connect', req, res)) { res.statusCode = 405; res.end(); }
    return;
  }
  if (headers.expect === undefined) { server.emit('request', req, res); return; }
  if (headers.expect === '100-continue') {
    if (server.listenerCount('checkContinue')) { server.emit('checkContinue', req, res); return; }
    res.writeContinue();
    server.emit('request', req, res);
  } else if (server.listenerCount('checkExpectation')) { server.emit('checkExpectation', req, res); } else {
    res.statusCode = 417;
    res.end();
  }
};
