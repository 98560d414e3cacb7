// http2stream: the streams of sessions of HTTP/2.
var stream = require('stream'), pipe = require('pipe'), fs = require('fs'), validate = require('validate'), values = require('http2values');
var fault = values.fault, errors = require('errors');

function hidden(o, members) { Object.keys(members).forEach(function (k) { Object.defineProperty(o, k, { value: members[k], writable: true, configurable: true }); }); }

class Http2Stream extends stream.Duplex {
  constructor(session, o) {
    super(Object.assign({ allowHalfOpen: true, decodeStrings: true, autoDestroy: false }, o));
    hidden(this, { _session: session, _handle: null, _pipe: null, _id: undefined, _closed: false, _aborted: false, _rstCode: 0, _headersSent: false, _head: false, _trailing: false, _trailersReady: false, _sentHeaders: undefined, _sentTrailers: undefined, _sentInfo: undefined, _didRead: false, _reading: false, _endAfterHeaders: false, _shut: false, _late: late, _timer: null, _held: null, });
    this.cork();
    session._pending.add(this);
  }
  get bufferSize() { return this.writableLength; }
  get endAfterHeaders() { return this._endAfterHeaders; }
  get sentHeaders() { return this._sentHeaders; }
  get sentTrailers() { return this._sentTrailers; }
  get sentInfoHeaders() { return this._sentInfo; }
  get pending() { return this._id === undefined; }
  get id() { return this._id; }
  get session() { return this._session; }
  get headersSent() { return this._headersSent; }
  get aborted() { return this._aborted; }
  get headRequest() { return this._head; }
  get rstCode() { return this._rstCode; }
  get closed() { return this._closed; }
  set closed(v) { }
  get state() {
    if (this.destroyed || this.pending) { return {}; }
    var s = native.streamState(this._handle);
    return { state: s[1] && s[2] ? 7 : s[1] ? 5 : s[2] ? 6 : 2, weight: 16, sumDependencyWeight: 0, localClose: Number(s[1]), remoteClose: Number(s[2]), localWindowSize: s[0] };
  }
  // _begin has it begin, with its native parts.
  _begin(parts) {
    this._handle = parts[0];
    this._pipe = parts[1];
    this._id = parts[2];
    this._session._pending.delete(this);
    this._session._streams.set(this._id, this);
    this.uncork();
    this.emit('ready');
  }
  _touch() {
    if (this._timer && !this.destroyed) { this._timer.refresh(); }
    if (this._session) { this._session._touch(); }
  }
  // A write after the end, as to the response of HEAD, does not end the stream.
  write(chunk, encoding, done) {
    if (!this._writableState.ending || this.destroyed) { return super.write(chunk, encoding, done); }
    var self = this, e = Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' });
    if (typeof encoding === 'function') { done = encoding; }
    process.nextTick(function () { if (typeof done === 'function') { done(e); } if (!self.destroyed) { self.emit('error', e); } });
    return false;
  }
  _write(chunk, encoding, done) {
    var self = this;
    if (self.pending) { self.once('ready', function () { self._write(chunk, encoding, done); }); return; }
    if (self.destroyed) { return; }
    self._touch();
    if (!self.headersSent) { self.respond(); }
    pipe.write(self._pipe, chunk, function (err) {
      // The end of the stream is known in another way: by its code.
      if (err) { if (self.destroyed) { done(err); } else { self.once('close', function () { done(err); }); } return; }
      self._touch();
      done();
    });
  }
  _final(done) {
    var self = this;
    if (self.pending) { self.once('ready', function () { self._final(done); }); return; }
    if (self._shut) { done(); return; }
    self._shut = true;
    self.once('finish', function () { self._settle(); });
    if (!self.headersSent || self.destroyed) { done(); return; } // the response will be the end
    if (self._trailing) {
      done();
      setImmediate(function () { self._wantTrailers(); });
      return;
    }
    pipe.end(self._pipe, function () { done(); });
  }
  _wantTrailers() {
    this._trailersReady = true;
    if (this.destroyed || this.closed) { return; }
    if (!this.emit('wantTrailers')) { this.sendTrailers({}); }
  }
  _read() {
    var self = this;
    if (self.destroyed) { self.push(null); return; }
    self._didRead = true;
    if (self.pending) { self.once('ready', function () { self._read(); }); return; }
    if (self._reading) { return; }
    self._reading = true;
    pipe.receive(self._pipe, function (err, chunk) {
      self._reading = false;
      if (self.destroyed || err) { return; }
      self._touch();
      if (chunk === null && self._held) { var held = self._held; self._held = null; held(); }
      pipe.deliver(self, chunk);
      if (chunk === null) { self.read(0); } // 'end', also of a stream that is paused
    });
  }
  priority(o) {
    if (this.destroyed) { throw fault('INVALID_STREAM'); }
    values.object(o, 'options');
  }
  sendTrailers(headers) {
    if (this.destroyed || this.closed) { throw fault('INVALID_STREAM'); }
    if (this._sentTrailers) { throw fault('TRAILERS_ALREADY_SENT'); }
    if (!this._trailersReady) { throw fault('TRAILERS_NOT_READY'); }
    values.object(headers, 'headers');
    headers = values.copy(headers);
    this._touch();
    var self = this, l = values.list(headers, values.pseudoOfTrailers);
    self._sentTrailers = headers;
    setImmediate(function () {
      if (self.destroyed) { return; }
      self._trailing = false;
      if (l.list.length) { native.headers(self._handle, l.list, l.secret, true); } else { pipe.end(self._pipe, function () {}); }
      self._settle();
    });
  }
  close(code, done) {
    if (code === undefined) { code = 0; }
    validate.integer(code, 'code', 0, 4294967295);
    if (done !== undefined) { validate.func(done, 'callback'); }
    if (this.closed) { return; }
    if (done !== undefined) { this.once('close', done); }
    this._close(code, true, false);
  }
  // _close ends both directions; the reset is sent after what was written, if there is no
  // mistake.
  _close(code, reset, force) {
    var self = this, ending = self._writableState.ending;
    self._closed = true;
    self._rstCode = code;
    clearTimeout(self._timer);
    self.removeAllListeners('timeout');
    if (!ending) {
      if (!self._aborted) { self._aborted = true; self.emit('aborted'); }
      self.end();
    }
    if (!reset) { return; }
    if (!ending || self.writableFinished || code !== 0 || force) { finish(); } else { self.once('finish', finish); }
    function finish() {
      if (self.pending) { self.push(null); self.once('ready', send); return; }
      send();
    }
    function send() {
      if (!self._handle) { return; }
      native.reset(self._handle, code);
      if (!force) { setImmediate(function () { self._gone(code); }); }
    }
  }
  // _gone is the end of both directions, or by a reset.
  _gone(code) {
    var self = this;
    if (self.destroyed) { return; }
    if (!self.closed) { self._close(code, false); }
    if (!self.readable || code !== 0) { self.destroy(); return; }
    self.on('end', function () { self._settle(); });
    if (self._session._server !== undefined && !self._didRead && self.readableFlowing === null) { self.resume(); } else { self.read(0); }
  }
  _settle() {
    var self = this;
    if (!self.writableFinished) { return; }
    if (!self.readable && self.closed) { self.destroy(); return; }
    if (self.headersSent && self._session && self._session.type === 0 && !self._trailing && !self._didRead && self.readableFlowing === null) { setImmediate(function () { self.close(); }); }
  }
  _destroy(err, done) {
    var session = this._session, code = this.closed ? this._rstCode : session._goawayCode || session._destroyCode;
    if (err !== null && err !== undefined) { code = session._goawayCode || session._destroyCode || (err.name === 'AbortError' ? 8 : 2); }
    if (!this.closed) { this._close(code, !!this._handle, true); } else if (this._handle) { native.reset(this._handle, code); }
    this.push(null);
    if (this._handle) { session._streams.delete(this._id); } else { session._pending.delete(this); }
    if ((err === null || err === undefined) && code !== 0 && code !== 8) { err = values.streamError(code); }
    this._session = undefined;
    setImmediate(function () { session._settle(); });
    done(err);
  }
}
function late() { this.emit('timeout'); }
values.timeouts(Http2Stream);

// checked are the headers of a response, with its status and date.
function checked(given, o) {
  values.object(given, 'headers');
  var headers = values.copy(given), status = headers[':status'] = headers[':status'] | 0 || 200;
  if (given) { headers[values.sensitive] = given[values.sensitive]; }
  if ((o.sendDate === undefined || o.sendDate === null || o.sendDate) && (headers.date === null || headers.date === undefined)) { headers.date = new Date().toUTCString(); }
  if (status < 200 || status > 599) { throw fault('STATUS_INVALID', status); }
  if (headers[values.sensitive] !== undefined && !Array.isArray(headers[values.sensitive])) { throw validate.invalidValue('headers[http2.neverIndex]', headers[values.sensitive]); }
  return headers;
}
function bodiless(status) { return status === 204 || status === 205 || status === 304; }

class ServerHttp2Stream extends Http2Stream {
  constructor(session, parts, headers, o) {
    super(session, o);
    hidden(this, { _scheme: headers[':scheme'], _authority: values.authority(headers) });
    this._begin(parts);
  }
  get pushAllowed() { return !this.destroyed && !this.closed && !this.session.closed && !this.session.destroyed && this.session.remoteSettings.enablePush; }
  pushStream(headers, o, done) {
    if (!this.pushAllowed) { throw fault('PUSH_DISABLED'); }
    if (this._id % 2 === 0) { throw fault('NESTED_PUSH'); }
    if (typeof o === 'function') { done = o; o = undefined; }
    validate.func(done, 'callback');
    values.object(o, 'options');
    values.object(headers, 'headers');
    headers = values.copy(headers);
    if (headers[':method'] === undefined) { headers[':method'] = 'GET'; }
    if (values.authority(headers) === undefined) { headers[':authority'] = this._authority; }
    if (headers[':scheme'] === undefined) { headers[':scheme'] = this._scheme; }
    if (headers[':path'] === undefined) { headers[':path'] = '/'; }
    var l = values.list(headers), parts = native.push(this._handle, l.list, l.secret), head = headers[':method'] === 'HEAD';
    this._touch();
    if (!parts) { process.nextTick(done, fault('OUT_OF_STREAMS')); return; }
    var pushed = new ServerHttp2Stream(this._session, parts, headers);
    pushed._sentHeaders = headers;
    pushed.push(null);
    pushed._didRead = true;
    if (o && o.endStream || head) { pushed.end(); }
    pushed._head = head;
    process.nextTick(done, null, pushed, headers, 0);
  }
  respond(given, o) {
    if (this.destroyed || this.closed) { throw fault('INVALID_STREAM'); }
    if (this.headersSent) { throw fault('HEADERS_SENT'); }
    values.object(o, 'options');
    o = Object.assign({}, o);
    this._touch();
    if (o.waitForTrailers) { this._trailing = true; }
    var headers = checked(given, o), l = values.list(headers, values.pseudoOfResponse), ended = !!o.endStream || bodiless(headers[':status']) || this._head || this._shut;
    this._sentHeaders = headers;
    this._headersSent = true;
    if (ended) { this._shut = true; }
    native.headers(this._handle, l.list, l.secret, ended);
    if (ended) { this._final0(); }
  }
  // _final0 ends the writable side of a response that has no body.
  _final0() {
    var self = this;
    if (self.writableFinished) { setImmediate(function () { self._settle(); }); } else { self.once('finish', function () { self._settle(); }); }
    self.end();
  }
  respondWithFD(fd, given, o) {
    var headers = this._forFile(given, o = Object.assign({}, o));
    if (fd !== null && typeof fd === 'object' && typeof fd.fd === 'number') { fd = fd.fd; } else if (typeof fd !== 'number') { throw errors.argument('fd', 'of type number or an instance of FileHandle', fd); }
    this._checkFile(headers);
    var self = this;
    if (o.statCheck === undefined) { self._sendFile(fd, headers, o, o.offset, o.length, false); return; }
    fs.fstat(fd, function (err, stat) {
      if (err) { self.destroy(err); return; }
      if (self.destroyed || self.closed) { self.destroy(fault('INVALID_STREAM')); return; }
      var range = { offset: o.offset !== undefined ? o.offset : 0, length: o.length !== undefined ? o.length : -1 };
      if (o.statCheck.call(self, stat, headers, range) === false || self.headersSent) { return; }
      self._sendFile(fd, headers, o, range.offset, range.length, false);
    });
  }
  respondWithFile(path, given, o) {
    var self = this, headers = self._forFile(given, o = Object.assign({}, o));
    self._checkFile(headers);
    function fail(err) { if (o.onError) { o.onError(err); } else { self.destroy(err); } }
    fs.open(path, 'r', function (err, fd) {
      if (err) { fail(err); return; }
      fs.fstat(fd, function (err, stat) {
        function leave(err) { fs.close(fd, function () {}); if (err) { fail(err); } }
        if (err) { leave(err); return; }
        var plain = stat.isFile();
        if (!plain && stat.isDirectory()) { leave(fault('SEND_FILE')); return; }
        if (!plain && (o.offset !== undefined || o.length !== undefined)) { leave(fault('SEND_FILE_NOSEEK')); return; }
        if (self.destroyed || self.closed) { leave(); self.destroy(fault('INVALID_STREAM')); return; }
        var offset = o.offset !== undefined ? o.offset : 0, length = o.length !== undefined ? o.length : -1;
        if (typeof o.statCheck === 'function' && o.statCheck.call(self, stat, headers, { offset: offset, length: length }) === false || self.headersSent) { leave(); return; }
        if (plain) {
          length = length < 0 ? stat.size - offset : Math.min(stat.size - offset, length);
          headers['content-length'] = length;
        }
        self._sendFile(fd, headers, o, offset, length, true);
      });
    });
  }
  _forFile(given, o) {
    if (this.destroyed || this.closed) { throw fault('INVALID_STREAM'); }
    if (this.headersSent) { throw fault('HEADERS_SENT'); }
    ['offset', 'length'].forEach(function (k) { if (o[k] !== undefined && typeof o[k] !== 'number') { throw validate.invalidValue('options.' + k, o[k]); } });
    if (o.statCheck !== undefined && typeof o.statCheck !== 'function') { throw validate.invalidValue('options.statCheck', o.statCheck); }
    if (o.waitForTrailers) { this._trailing = true; }
    this._touch();
    return checked(given, o);
  }
  _checkFile(headers) { if (bodiless(headers[':status']) || this._head) { throw fault('PAYLOAD_FORBIDDEN', headers[':status']); } }
  _sendFile(fd, headers, o, offset, length, own) {
    var self = this, l;
    try { l = values.list(headers, values.pseudoOfResponse); } catch (e) {
      if (own) { fs.close(fd, function () {}); }
      self.destroy(e);
      return;
    }
    self._sentHeaders = headers;
    self._headersSent = true;
    native.headers(self._handle, l.list, l.secret, false);
    if (length === 0) { if (own) { fs.close(fd, function () {}); } self.end(); return; }
    var range = { fd: fd, autoClose: own, start: offset > 0 ? offset : undefined };
    if (length > 0) { range.start = range.start || 0; range.end = range.start + length - 1; }
    var from = fs.createReadStream(null, range);
    from.on('error', function () { self.close(2); });
    self.once('close', function () { if (own) { from.destroy(); } });
    from.pipe(self);
  }
  additionalHeaders(headers) {
    if (this.destroyed || this.closed) { throw fault('INVALID_STREAM'); }
    if (this.headersSent) { throw fault('HEADERS_AFTER_RESPOND'); }
    values.object(headers, 'headers');
    headers = values.copy(headers);
    if (headers[':status'] !== null && headers[':status'] !== undefined) {
      var status = headers[':status'] |= 0;
      if (status === 101) { throw fault('STATUS_101'); }
      if (status < 100 || status >= 200) { throw fault('INVALID_INFO_STATUS', headers[':status']); }
    }
    this._touch();
    var l = values.list(headers, values.pseudoOfResponse);
    (this._sentInfo = this._sentInfo || []).push(headers);
    native.headers(this._handle, l.list, l.secret, false);
  }
}

// _refuse ends a request whose headers are not sent.
Http2Stream.prototype._refuse = function () {
  var self = this, session = self._session;
  process.nextTick(function () {
    self.emit('frameError', 1, 6, self._id);
    self._close(7, false);
    self.destroy();
    setImmediate(function () { session.close(); });
  });
};

class ClientHttp2Stream extends Http2Stream {
  constructor(session, parts, o) {
    super(session, o);
    this._headersSent = true;
    if (parts) { this._begin(parts); }
    this.on('headers', function (headers) { if (headers[':status'] === 100) { this.emit('continue'); } });
  }
}
exports.Http2Stream = Http2Stream;
exports.ServerHttp2Stream = ServerHttp2Stream;
exports.ClientHttp2Stream = ClientHttp2Stream;
