// http2session: sessions of HTTP/2 over sockets.
var EventEmitter = require('events'), net = require('net'), tls = require('tls'), pipe = require('pipe'), validate = require('validate'), values = require('http2values'), streams = require('http2stream');
var fault = values.fault, errors = require('errors');

function hidden(o, members) { Object.keys(members).forEach(function (k) { Object.defineProperty(o, k, { value: members[k], writable: true, configurable: true }); }); }
var ofSession = ['setTimeout', 'ref', 'unref'], forbidden = ['destroy', 'emit', 'end', 'pause', 'read', 'resume', 'write', 'setEncoding', 'setKeepAlive', 'setNoDelay'];
// The socket of a session is seen through this: the session reads and writes it.
var seen = {
  get: function (session, name) {
    if (ofSession.indexOf(name) >= 0) { return session[name].bind(session); }
    var socket = bound(session, name), v = socket[name];
    return typeof v === 'function' ? v.bind(socket) : v;
  },
  set: function (session, name, v) {
    if (ofSession.indexOf(name) >= 0) { session[name] = v; return true; }
    bound(session, name)[name] = v;
    return true;
  },
  getPrototypeOf: function (session) { return Object.getPrototypeOf(bound(session)); }
};
function bound(session, name) {
  if (forbidden.indexOf(name) >= 0) { throw fault('NO_SOCKET_MANIPULATION'); }
  if (!session._socket) { throw fault('SOCKET_UNBOUND'); }
  return session._socket;
}
var owners = new WeakMap(); // the session of a socket

class Http2Session extends EventEmitter {
  constructor(type, o, socket) {
    super();
    if (owners.has(socket)) { throw fault('SOCKET_BOUND'); }
    owners.set(socket, this);
    hidden(this, {
      _type: type, _socket: socket, _shown: null, _handle: undefined, _streams: new Map(), _pending: new Set(), _closed: false, _destroyed: false, _ready: false, _goawayCode: null, _goawayLast: null, _destroyCode: 0,
      _acks: [], _pings: [], _local: values.defaults(), _remote: values.defaults(), _announced: [], _encrypted: undefined, _alpn: undefined, _origins: undefined, _timer: null, _options: o, _late: function () { this.emit('timeout'); }, _failure: undefined, _waits: 0, _waiting: null
    });
    this._local = Object.assign({}, initial);
    this._remote = Object.assign({}, initial);
    var self = this;
    socket.on('error', function (err) {
      if (owners.get(socket) !== self) { return; }
      if (err.code === 'ECONNRESET' && self._goawayCode !== null) { self.destroy(); return; }
      self.destroy(err);
    });
    socket.on('close', function () { if (owners.get(socket) === self) { self._lost(); } });
    if (socket.connecting) {
      socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', function () {
        try { self._start(); } catch (e) { socket.destroy(e); }
      });
    } else { self._start(); }
  }
  // _start begins to speak on the connected socket.
  _start() {
    var self = this, socket = self._socket, o = self._options;
    if (self.destroyed) { process.nextTick(function () { self.emit('connect', self, socket); }); return; }
    self._ready = true;
    self._encrypted = !!socket.encrypted;
    self._alpn = socket.encrypted ? socket.alpnProtocol : 'h2c';
    var under = socket._pipe, rest = [], piece;
    while (socket.readableLength && (piece = socket.read()) !== null) { rest.push(piece); }
    if (under) { socket._pipe = null; } else { under = require('bridge')(socket); }
    // Settings that were given before the connection was there go first.
    var first = typeof o.settings === 'object' && o.settings !== null ? o.settings : {};
    values.checkSettings(first);
    self._acks.push({ settings: first, began: Date.now() });
    self._handle = native.session(under, rest.length ? Buffer.concat(rest) : undefined, {
      server: self.type === 0, pairs: Math.max(o.maxHeaderListPairs === undefined ? 128 : o.maxHeaderListPairs, self.type === 0 ? 4 : 1), memory: (o.maxSessionMemory || 10) * 1e6,
      burst: o.streamResetBurst === undefined ? 1000 : o.streamResetBurst, rate: o.streamResetRate === undefined ? 33 : o.streamResetRate,
      invalid: o.maxSessionInvalidFrames === undefined ? 1000 : o.maxSessionInvalidFrames, rejected: o.maxSessionRejectedStreams === undefined ? 100 : o.maxSessionRejectedStreams
    }, values.listSettings(first), function (type, a, b, c, d, e, f, g) { self['_on' + type](a, b, c, d, e, f, g); });
    if (!socket._http) { Object.defineProperty(socket, '_http', { value: { close: function () { native.close(self._handle); }, end: function (done) { native.close(self._handle); done(); } }, configurable: true }); }
    if (self.type === 0 && Array.isArray(o.origins)) { self.origin.apply(self, o.origins); }
    process.nextTick(function () { self.emit('connect', self, socket); });
  }
  get encrypted() { return this._encrypted; }
  get alpnProtocol() { return this._alpn; }
  get originSet() { return this.encrypted && !this.destroyed ? Array.from(this._originSet()) : undefined; }
  _originSet() {
    if (!this._origins) {
      var s = this._socket, host = s.servername;
      if (host === null || host === false || host === undefined) { host = s.remoteFamily === 'IPv6' ? '[' + s.remoteAddress + ']' : s.remoteAddress; }
      this._origins = new Set([new URL('https://' + host + (s.remotePort !== undefined ? ':' + s.remotePort : '')).origin]);
    }
    return this._origins;
  }
  get connecting() { return !this._ready; }
  get closed() { return this._closed; }
  get destroyed() { return this._destroyed; }
  get type() { return this._type; }
  get socket() { return this._shown = this._shown || new Proxy(this, seen); }
  get goawayCode() { return this._goawayCode || 0; }
  get goawayLastStreamID() { return this._goawayLast || 0; }
  get pendingSettingsAck() { return this._acks.length + this._waits > 0; }
  get localSettings() { return this.destroyed || this.connecting ? {} : this._local; }
  get remoteSettings() { return this.destroyed || this.connecting ? {} : this._remote; }
  get state() {
    if (this.connecting || this.destroyed) { return {}; }
    var s = native.state(this._handle);
    return { effectiveLocalWindowSize: s[0], effectiveRecvDataLength: s[1], nextStreamID: s[2], localWindowSize: s[0], lastProcStreamID: s[4], remoteWindowSize: s[5], outboundQueueSize: s[6], deflateDynamicTableSize: 0, inflateDynamicTableSize: 0 };
  }
  _touch() { if (this._timer && !this.destroyed) { this._timer.refresh(); } }
  _live() { if (this.destroyed) { throw fault('INVALID_SESSION'); } }
  // _whenReady runs fn once there is a connection: one listener has those that wait, as in Node.
  _whenReady(fn) {
    if (!this.connecting) { fn(); return; }
    if (!this._waiting) {
      var waiting = this._waiting = [];
      this.once('connect', function () { waiting.forEach(function (each) { each(); }); });
    }
    this._waiting.push(fn);
  }
  setNextStreamID(id) {
    this._live();
    if (typeof id !== 'number') { throw errors.argument('id', 'of type number', id); }
    if (id <= 0 || id > 4294967295) { throw validate.outOfRange('id', '> 0 and <= 4294967295', id); }
    native.nextID(this._handle, id);
  }
  setLocalWindowSize(size) {
    this._live();
    validate.int32(size, 'windowSize', 0);
    native.window(this._handle, size);
  }
  ping(payload, done) {
    this._live();
    if (typeof payload === 'function') { done = payload; payload = undefined; }
    if (payload) {
      validate.bytes(payload, 'payload');
      if (payload.byteLength !== 8) { throw fault('PING_LENGTH'); }
    }
    validate.func(done, 'callback');
    if (this.connecting || this.closed) { process.nextTick(done, fault('PING_CANCEL')); return undefined; }
    if (this._pings.length >= (this._options.maxOutstandingPings || 10)) { process.nextTick(done, fault('PING_CANCEL')); return false; }
    var data = payload ? Buffer.from(payload.buffer, payload.byteOffset, 8) : Buffer.alloc(8);
    if (!payload) { data.writeBigUInt64BE(process.hrtime.bigint()); }
    this._pings.push([done, performance.now()]);
    native.ping(this._handle, data);
    return true;
  }
  settings(s, done) {
    this._live();
    values.object(s, 'settings');
    values.checkSettings(s);
    if (done) { validate.func(done, 'callback'); }
    var self = this, given = Object.assign({}, s);
    self._waits++;
    self._whenReady(function () {
      self._waits--;
      if (self.destroyed) { return; }
      if (self._acks.length >= (self._options.maxOutstandingSettings || 10)) { self.destroy(fault('MAX_PENDING_SETTINGS_ACK')); return; }
      self._acks.push({ settings: given, done: done, began: performance.now() });
      native.settings(self._handle, values.listSettings(given));
    });
  }
  goaway(code, last, data) {
    this._live();
    if (data !== undefined) { validate.bytes(data, 'opaqueData'); }
    if (code !== undefined && typeof code !== 'number') { throw errors.argument('code', 'of type number', code); }
    if (last !== undefined && typeof last !== 'number') { throw errors.argument('lastStreamID', 'of type number', last); }
    var self = this;
    self._whenReady(function () { if (!self.destroyed) { native.goaway(self._handle, code || 0, last || 0, data); } });
  }
  destroy(err, code) {
    if (this.destroyed) { return; }
    if (typeof err === 'number') { code = err; err = code !== 0 ? fault('SESSION_ERROR', code) : undefined; }
    if (code === undefined && err !== null && err !== undefined) { code = 2; }
    this._end(code || 0, err);
  }
  close(done) {
    if (this.closed || this.destroyed) { return; }
    this._closed = true;
    if (typeof done === 'function') { this.once('close', done); }
    this.goaway();
    if (this._handle) { native.refuse(this._handle); }
    this._settle();
  }
  // _settle ends a closed session that has no streams any more.
  _settle() { if (this.closed && !this.destroyed && !this._streams.size && !this._pending.size) { this.destroy(); } }
  _end(code, err) {
    var self = this, socket = self._socket;
    self._destroyed = true;
    self._destroyCode = code;
    clearTimeout(self._timer);
    self.removeAllListeners('timeout');
    if (self._pending.size || self._streams.size) {
      var cancel = values.canceled(err);
      self._pending.forEach(function (s) { s.destroy(cancel); });
      self._streams.forEach(function (s) { s.destroy(err); });
    }
    self._acks.splice(0).forEach(function (a) { if (a.done) { a.done(fault('SETTINGS_CANCEL')); } });
    self._pings.splice(0).forEach(function (p) { p[0](fault('PING_CANCEL')); });
    owners.delete(socket);
    function closed() {
      self._socket = undefined;
      if (err) { self.emit('error', err); }
      self.emit('close');
    }
    if (self._handle && !self._over) {
      if (!self._closed || code !== 0) { native.goaway(self._handle, code, 0); }
      self._after = function () {
        if (socket.destroyed) { process.nextTick(closed); return; }
        socket.once('close', closed);
        socket.destroy();
      };
      native.close(self._handle);
    } else if (socket.destroyed) { process.nextTick(closed); } else {
      socket.once('close', closed);
      socket.destroy();
    }
  }
  // _lost is the end of the socket.
  _lost() {
    var err = this.connecting ? errors.coded(Error, 'ERR_SOCKET_CLOSED', 'Socket is closed') : undefined;
    this._streams.forEach(function (s) { s.close(8); });
    this._pending.forEach(function (s) { s.close(8); });
    this._closed = true;
    if (!this.destroyed) { this._end(0, err); }
  }
  ref() { if (this._handle && !this._over) { native.hold(this._handle, true); } }
  unref() { if (this._handle && !this._over) { native.hold(this._handle, false); } }

  // What comes from the connection:
  _onheaders(id, list, secret, end) {
    var self = this, s = self._streams.get(id);
    self._touch();
    if (!s || self.destroyed) { return; }
    var headers = values.fields(list, secret), status = headers[':status'], flags = end ? 5 : 4;
    if (status !== undefined && (status >= 200 || end)) {
      s._answered = true;
      if (status === 421) { self._originSet().delete(s._origin); }
      process.nextTick(function () { s.emit(s._id % 2 === 0 ? 'push' : 'response', headers, flags, list); });
    } else if (status !== undefined || !end) {
      process.nextTick(function () { s.emit('headers', headers, flags, list); });
    } else {
      // Trailers come after what was read before them.
      var emit = function () { process.nextTick(function () { s.emit('trailers', headers, flags, list); }); };
      if (s._reading || s.readableFlowing) { s._held = emit; } else { emit(); }
      return;
    }
    if (end) { s.push(null); }
  }
  _ongone(id, code) {
    var s = this._streams.get(id);
    this._touch();
    if (s) { s._gone(code); }
  }
  _onsettings(list) {
    if (this.destroyed) { return; }
    this._touch();
    this._remote = values.applySettings(Object.assign({}, this._remote), list, this._options.remoteCustomSettings || []);
    this.emit('remoteSettings', this._remote);
  }
  _onacknowledged() {
    var a = this._acks.shift();
    if (!a || this.destroyed) { return; }
    this._local = values.applySettings(Object.assign({}, this._local), values.listSettings(a.settings));
    if (a.done) { a.done(null, this._local, performance.now() - a.began); }
    this.emit('localSettings', this._local);
  }
  _onping(data) {
    if (this.destroyed) { return; }
    this._touch();
    this.emit('ping', data);
  }
  _onpong(data) {
    var p = this._pings.shift();
    if (p && !this.destroyed) { p[0](null, performance.now() - p[1], data); }
  }
  _ongoaway(code, last, data) {
    if (this.destroyed) { return; }
    this._goawayCode = code;
    this._goawayLast = last;
    this.emit('goaway', code, last, data.length ? data : undefined);
    if (code === 0) { this.close(); } else { this.destroy(fault('SESSION_ERROR', code), 0); }
  }
  _onextension(kind, id, payload) {
    if (this.destroyed) { return; }
    this._touch();
    var list = [], at = 2;
    if (kind === 10 && payload.length >= 2) {
      at += payload.readUInt16BE(0);
      this.emit('altsvc', payload.toString('latin1', at), payload.toString('latin1', 2, at), id);
    } else if (kind === 12 && this.encrypted) {
      for (at = 0; at + 2 <= payload.length; at += 2 + payload.readUInt16BE(at)) { list.push(payload.toString('latin1', at + 2, at + 2 + payload.readUInt16BE(at))); }
      var set = this._originSet();
      list.forEach(function (o) { set.add(o); });
      this.emit('origin', list);
    }
  }
  _onclosed(err, code) {
    var self = this, rest = Array.from(self._streams.values()).find(function (s) { return s._closed && s._rstCode === 0 && s.readable && (s._reading || s.readableFlowing); });
    // What came before the end is still to be read.
    if (rest && !self._after) { rest.once('close', function () { self._onclosed(err, code); }); return; }
    this._over = true;
    if (this._after) { this._after(); return; }
    if (this.destroyed) { return; }
    if (code !== undefined && code !== null) { this.destroy(Object.assign(new Error(code === 1 && this.type === 0 ? 'Received bad client magic byte string' : 'Protocol error'), { code: 'ERR_HTTP2_ERROR', errno: -505 }), code); return; }
    if (err) { this._socket.emit('error', err); }
    this._socket.destroy();
  }
  [Symbol.for('nodejs.util.inspect.custom')](depth) {
    if (typeof depth === 'number' && depth < 0) { return this; }
    return 'Http2Session ' + require('util').format({ type: this.type, closed: this.closed, destroyed: this.destroyed, state: this.state, localSettings: this.localSettings, remoteSettings: this.remoteSettings });
  }
}
values.timeouts(Http2Session);
// tooLong reports whether a list of headers is longer than this side sends.
function tooLong(list, o) {
  return list.reduce(function (n, text) { return n + text.length + 6; }, 12) > (o.maxSendHeaderBlockLength || 65536);
}
var initial = { headerTableSize: 4096, enablePush: true, initialWindowSize: 65535, maxFrameSize: 16384, maxConcurrentStreams: 4294967295, maxHeaderListSize: 4294967295, maxHeaderSize: 4294967295, enableConnectProtocol: false };
class ServerHttp2Session extends Http2Session {
  constructor(o, socket, server) {
    super(0, o, socket);
    hidden(this, { _server: server });
  }
  get server() { return this._server; }
  _onstream(handle, under, id, parent, list, secret, end) {
    var self = this;
    self._touch();
    if (self.destroyed || self.closed) { native.reset(handle, 7); return; }
    var headers = values.fields(list, secret), s = new streams.ServerHttp2Stream(self, [handle, under, id], headers);
    if (end) { s._endAfterHeaders = true; s.push(null); }
    if (headers[':method'] === 'HEAD') { s._head = true; s.end(); }
    process.nextTick(function () { self.emit('stream', s, headers, end ? 5 : 4, list); });
  }
  altsvc(text, at) {
    this._live();
    var id = 0, origin = '';
    if (typeof at === 'string') {
      origin = new URL(at).origin;
      if (origin === 'null') { throw fault('ALTSVC_INVALID_ORIGIN'); }
    } else if (typeof at === 'number') {
      if (at >>> 0 !== at || at === 0) { throw validate.outOfRange('originOrStream', '> 0 && < 4294967296', at); }
      id = at;
    } else if (at !== undefined) {
      origin = at !== null && typeof at === 'object' ? at.origin : undefined;
      if (typeof origin !== 'string') { throw errors.argument('originOrStream', 'one of type string, number, or object or an instance of URL', at); }
      if (origin === 'null' || !origin) { throw fault('ALTSVC_INVALID_ORIGIN'); }
    }
    validate.string(text, 'alt');
    if (!/^[\x09\x20-\x5b\x5d-\x7e\x80-\xff]*$/.test(text)) { throw errors.coded(TypeError, 'ERR_INVALID_CHAR', 'Invalid character in alt'); }
    if (text.length + origin.length > 16382) { throw fault('ALTSVC_LENGTH'); }
    native.extension(this._handle, 10, id, Buffer.concat([two(origin.length), Buffer.from(origin + text, 'latin1')]));
  }
  origin() {
    this._live();
    if (!arguments.length) { return; }
    var size = 0, list = Array.prototype.map.call(arguments, function (v) {
      var origin = typeof v === 'string' ? new URL(v).origin : v !== null && typeof v === 'object' ? v.origin : v;
      validate.string(origin, 'origin');
      if (origin === 'null') { throw fault('INVALID_ORIGIN'); }
      size += origin.length;
      return Buffer.concat([two(origin.length), Buffer.from(origin, 'latin1')]);
    });
    if (size > 16382) { throw fault('ORIGIN_LENGTH'); }
    native.extension(this._handle, 12, 0, Buffer.concat(list));
  }
}
function two(n) {
  var b = Buffer.alloc(2);
  b.writeUInt16BE(n);
  return b;
}

class ClientHttp2Session extends Http2Session {
  constructor(o, socket) {
    super(1, o, socket);
    hidden(this, { _authority: undefined, _protocol: undefined, _requests: null });
  }
  request(given, o) {
    this._live();
    if (this.closed) { throw fault('GOAWAY_SESSION'); }
    this._touch();
    var self = this;
    Object.keys(given || {}).forEach(function (name) {
      if (name[0] === ':') { values.pseudo(name); } else if (name && !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) { self.destroy(values.token(name)); }
    });
    values.object(given, 'headers');
    values.object(o, 'options');
    var headers = values.copy(given);
    if (given && given[values.sensitive]) { headers[values.sensitive] = given[values.sensitive]; }
    o = Object.assign({}, o);
    if (headers[':method'] === undefined) { headers[':method'] = 'GET'; }
    if (headers[':method'] !== 'CONNECT' || headers[':protocol'] !== undefined) {
      if (values.authority(headers) === undefined) { headers[':authority'] = self._authority; }
      if (headers[':scheme'] === undefined) { headers[':scheme'] = self._protocol.slice(0, -1); }
      if (headers[':path'] === undefined) { headers[':path'] = '/'; }
    } else {
      if (headers[':authority'] === undefined) { throw fault('CONNECT_AUTHORITY'); }
      if (headers[':scheme'] !== undefined) { throw fault('CONNECT_SCHEME'); }
      if (headers[':path'] !== undefined) { throw fault('CONNECT_PATH'); }
    }
    ['weight', 'parent'].forEach(function (k) { if (o[k] !== undefined && typeof o[k] !== 'number') { throw errors.argument('options.' + k, 'of type number', o[k]); } });
    if (o.endStream === undefined) { o.endStream = ['DELETE', 'GET', 'HEAD'].indexOf(headers[':method']) >= 0; } else { validate.boolean(o.endStream, 'options.endStream'); }
    var l = values.list(headers), s = new streams.ClientHttp2Stream(self);
    s._sentHeaders = headers;
    s._origin = headers[':scheme'] + '://' + values.authority(headers);
    if (o.endStream) { s._shut = true; s.end(); s.once('finish', function () { s._settle(); }); }
    if (o.waitForTrailers) { s._trailing = true; }
    if (o.signal) {
      validate.signal(o.signal, 'options.signal');
      var abort = function () { s.destroy(errors.aborted(o.signal)); };
      if (o.signal.aborted) { abort(); } else {
        o.signal.addEventListener('abort', abort);
        s.once('close', function () { o.signal.removeEventListener('abort', abort); });
      }
    }
    self._whenReady(function () {
      if (self.destroyed || s.destroyed) { return; }
      if (self.closed) { s.destroy(fault('GOAWAY_SESSION')); return; }
      if (tooLong(l.list, self._options)) { s._refuse(); return; }
      var parts = native.request(self._handle, l.list, l.secret, o.endStream);
      if (!parts) { s.destroy(fault('OUT_OF_STREAMS')); return; }
      s._begin(parts);
    });
    return s;
  }
  // A promise of the server.
  _onstream(handle, under, id, parent, list, secret) {
    var self = this;
    self._touch();
    if (self.destroyed || self.closed) { native.reset(handle, 7); return; }
    var headers = values.fields(list, secret), s = new streams.ClientHttp2Stream(self, [handle, under, id]);
    s._shut = true;
    s.end();
    process.nextTick(function () { self.emit('stream', s, headers, 4, list); });
  }
}
exports.Http2Session = Http2Session;
exports.ServerHttp2Session = ServerHttp2Session;
exports.ClientHttp2Session = ClientHttp2Session;
