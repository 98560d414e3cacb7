// stream: readable, writable and what is both, with back pressure.
var EventEmitter = require('events'), util = require('util'), StringDecoder = require('string_decoder').StringDecoder;

function Stream(options) { EventEmitter.call(this, options); }
util.inherits(Stream, EventEmitter);
Stream.prototype.pipe = function (to, options) {
  var from = this;
  from.on('data', function (chunk) { if (to.write(chunk) === false && from.pause) { from.pause(); } });
  to.on('drain', function () { if (from.resume) { from.resume(); } });
  if (!options || options.end !== false) { from.on('end', function () { to.end(); }); }
  to.emit('pipe', from);
  return to;
};
module.exports = Stream;
Stream.Stream = Stream;

function options(self, o) {
  if (!o) { return; }
  ['read', 'write', 'writev', 'final', 'destroy', 'transform', 'flush', 'construct'].forEach(function (k) { if (typeof o[k] === 'function') { self['_' + k] = o[k]; } });
}
function limit(o, side) {
  o = o || {};
  var mode = !!(o.objectMode || o[side + 'ObjectMode']);
  var mark = o.highWaterMark !== undefined ? o.highWaterMark : o[side + 'HighWaterMark'];
  return { objectMode: mode, highWaterMark: mark === undefined ? mode ? 16 : 16384 : mark };
}
function weight(state, chunk) { return state.objectMode ? 1 : chunk.length; }
function fault(message, code, Type) {
  var e = new (Type || Error)(message);
  e.code = code;
  return e;
}
function destroy(err, done) {
  var self = this;
  if (self.destroyed) { if (done) { done(err); } return self; }
  self.destroyed = true;
  if (self._readableState) { self._readableState.destroyed = true; self.readable = false; }
  if (self._writableState) { self._writableState.destroyed = true; self.writable = false; }
  self._destroy(err || null, function (e) {
    process.nextTick(function () {
      if (done) { done(e); } else if (e) { self.emit('error', e); }
      self.closed = true;
      if (self._emitClose !== false) { self.emit('close'); }
    });
  });
  return self;
}

// Readable
function Readable(o) {
  if (!(this instanceof Readable)) { return new Readable(o); }
  Stream.call(this, o);
  readableInit(this, o);
}
util.inherits(Readable, Stream);
function readableInit(self, o) {
  var s = limit(o, 'readable');
  s.buffer = [];
  s.length = 0;
  s.flowing = null;
  s.ended = s.endEmitted = s.reading = s.planned = s.needReadable = s.destroyed = false;
  s.pipes = [];
  s.decoder = o && o.encoding ? new StringDecoder(o.encoding) : null;
  s.encoding = o && o.encoding || null;
  self._readableState = s;
  self.readable = true;
  self.destroyed = false;
  self._emitClose = !(o && o.emitClose === false);
  self._autoDestroy = !(o && o.autoDestroy === false);
  options(self, o);
}
Readable.prototype._read = function () { throw fault('The _read() method is not implemented', 'ERR_METHOD_NOT_IMPLEMENTED'); };
Readable.prototype._destroy = function (err, done) { done(err); };
Readable.prototype.destroy = destroy;
Readable.prototype.push = function (chunk, encoding) { return add(this, chunk, encoding, false); };
Readable.prototype.unshift = function (chunk, encoding) { return add(this, chunk, encoding, true); };
function add(self, chunk, encoding, front) {
  var s = self._readableState;
  s.reading = false;
  if (chunk === null) {
    if (!s.ended) {
      s.ended = true;
      var rest = s.decoder && s.decoder.end();
      if (rest) { s.buffer.push(rest); s.length += weight(s, rest); }
    }
    plan(self);
    return false;
  }
  if (s.ended && !front) { self.destroy(fault('stream.push() after EOF', 'ERR_STREAM_PUSH_AFTER_EOF')); return false; }
  if (!s.objectMode) {
    if (typeof chunk === 'string' && !(s.encoding && s.encoding === encoding)) { chunk = Buffer.from(chunk, encoding); } else if (chunk instanceof Uint8Array && !Buffer.isBuffer(chunk)) { chunk = Buffer.from(chunk); } else if (typeof chunk !== 'string' && !Buffer.isBuffer(chunk)) {
      self.destroy(fault('The "chunk" argument must be of type string or an instance of Buffer or Uint8Array.', 'ERR_INVALID_ARG_TYPE', TypeError));
      return false;
    }
    if (s.decoder && !front && typeof chunk !== 'string') { chunk = s.decoder.write(chunk); }
  }
  if (s.objectMode || chunk.length) {
    s.length += weight(s, chunk);
    if (front) { s.buffer.unshift(chunk); } else { s.buffer.push(chunk); }
  }
  plan(self);
  return s.length < s.highWaterMark;
}
function plan(self) {
  var s = self._readableState;
  if (s.planned) { return; }
  s.planned = true;
  process.nextTick(function () { s.planned = false; work(self); });
}
function pull(self) {
  var s = self._readableState;
  if (s.reading || s.ended || s.destroyed || s.length >= s.highWaterMark && s.length > 0) { return; }
  s.reading = true;
  try { self._read(s.highWaterMark); } catch (e) { self.destroy(e); }
}
function work(self) {
  var s = self._readableState;
  while (s.flowing && s.buffer.length && !s.destroyed) {
    var chunk = s.buffer.shift();
    s.length -= weight(s, chunk);
    self.emit('data', chunk);
  }
  if (s.destroyed) { return; }
  if (s.flowing === null || s.flowing === false) {
    if (self.listenerCount('readable') && (s.buffer.length || s.ended && !s.endEmitted)) { self.emit('readable'); }
  }
  if (s.ended && !s.buffer.length && !s.endEmitted && (s.flowing || self.listenerCount('readable'))) {
    s.endEmitted = true;
    self.readable = false;
    self.readableEnded = true;
    self.emit('end');
    if (self._autoDestroy && (!self._writableState || self._writableState.finished)) { self.destroy(); }
    return;
  }
  if (s.flowing || self.listenerCount('readable')) { pull(self); }
}
Readable.prototype.read = function (n) {
  var s = this._readableState;
  if (n === 0) { pull(this); return null; }
  if (!s.buffer.length) { if (s.ended) { plan(this); } else { pull(this); } }
  if (!s.buffer.length) { return null; }
  var out;
  if (s.objectMode) { out = s.buffer.shift(); s.length--; } else {
    var all = typeof s.buffer[0] === 'string' ? s.buffer.join('') : Buffer.concat(s.buffer);
    if (n === undefined || n >= all.length && s.ended) { n = all.length; }
    if (n > all.length) { pull(this); return null; }
    out = all.slice(0, n);
    s.buffer = n < all.length ? [all.slice(n)] : [];
    s.length -= n;
  }
  if (s.length < s.highWaterMark) { plan(this); }
  this.emit('data', out);
  return out;
};
Readable.prototype.on = Readable.prototype.addListener = function (type, fn) {
  Stream.prototype.on.call(this, type, fn);
  if (type === 'data' && this._readableState.flowing !== false) { this.resume(); }
  if (type === 'readable') { plan(this); }
  return this;
};
Readable.prototype.resume = function () { this._readableState.flowing = true; plan(this); return this; };
Readable.prototype.pause = function () { if (this._readableState.flowing !== false) { this._readableState.flowing = false; this.emit('pause'); } return this; };
Readable.prototype.isPaused = function () { return this._readableState.flowing === false; };
Readable.prototype.setEncoding = function (encoding) {
  var s = this._readableState;
  s.decoder = new StringDecoder(encoding);
  s.encoding = encoding;
  s.buffer = s.buffer.map(function (b) { return s.decoder.write(b); });
  return this;
};
Readable.prototype.pipe = function (to, o) {
  var from = this, s = this._readableState;
  function data(chunk) { if (to.write(chunk) === false) { from.pause(); } }
  function drain() { from.resume(); }
  function end() { to.end(); }
  function stop() {
    from.removeListener('data', data);
    from.removeListener('end', end);
    to.removeListener('drain', drain);
    to.removeListener('close', stop);
    s.pipes = s.pipes.filter(function (p) { return p.to !== to; });
    to.emit('unpipe', from);
  }
  s.pipes.push({ to: to, stop: stop });
  to.on('drain', drain);
  to.on('close', stop);
  if ((!o || o.end !== false) && to !== process.stdout && to !== process.stderr) { from.on('end', end); }
  to.emit('pipe', from);
  from.on('data', data);
  if (s.flowing !== true) { from.resume(); }
  return to;
};
Readable.prototype.unpipe = function (to) {
  this._readableState.pipes.slice().forEach(function (p) { if (!to || p.to === to) { p.stop(); } });
  return this;
};
Readable.prototype.wrap = function (old) {
  var self = this;
  old.on('data', function (c) { if (!self.push(c)) { old.pause(); } });
  old.on('end', function () { self.push(null); });
  old.on('error', function (e) { self.destroy(e); });
  self._read = function () { old.resume(); };
  return self;
};
Readable.prototype[Symbol.asyncIterator || Symbol.for('Symbol.asyncIterator')] = function () {
  var self = this, waiting = null, error = null, done = false;
  function settle() {
    if (!waiting) { return; }
    var chunk = self.read();
    if (chunk !== null) { waiting.resolve({ value: chunk, done: false }); } else if (error) { waiting.reject(error); } else if (done) { waiting.resolve({ value: undefined, done: true }); } else { return; }
    waiting = null;
  }
  self.on('readable', settle);
  self.on('end', function () { done = true; settle(); });
  self.on('close', function () { done = true; settle(); });
  self.on('error', function (e) { error = e; settle(); });
  return {
    next: function () { return new Promise(function (resolve, reject) { waiting = { resolve: resolve, reject: reject }; settle(); }); },
    return: function () { self.destroy(); return Promise.resolve({ value: undefined, done: true }); }
  };
};
[['readableFlowing', function (s) { return s.flowing; }], ['readableHighWaterMark', function (s) { return s.highWaterMark; }], ['readableLength', function (s) { return s.length; }], ['readableObjectMode', function (s) { return s.objectMode; }], ['readableEncoding', function (s) { return s.encoding; }]].forEach(function (p) {
  Object.defineProperty(Readable.prototype, p[0], { configurable: true, get: function () { return p[1](this._readableState); } });
});
Readable.from = function (source, o) {
  var it = source[Symbol.asyncIterator] ? source[Symbol.asyncIterator]() : (typeof source === 'string' || Buffer.isBuffer(source) ? [source] : source)[Symbol.iterator]();
  return new Readable(Object.assign({ objectMode: true, read: function () {
    var self = this;
    Promise.resolve(it.next()).then(function (r) { return Promise.resolve(r.value).then(function (v) { self.push(r.done ? null : v); }); }).catch(function (e) { self.destroy(e); });
  } }, o));
};

// Writable
function Writable(o) {
  if (!(this instanceof Writable) && !(this instanceof Duplex)) { return new Writable(o); }
  Stream.call(this, o);
  writableInit(this, o);
}
util.inherits(Writable, Stream);
function writableInit(self, o) {
  var s = limit(o, 'writable');
  s.queue = [];
  s.length = 0;
  s.writing = s.ending = s.ended = s.finished = s.needDrain = s.destroyed = false;
  s.corked = 0;
  s.decodeStrings = !(o && o.decodeStrings === false);
  s.encoding = o && o.defaultEncoding || 'utf8';
  self._writableState = s;
  self.writable = true;
  self.destroyed = false;
  self._emitClose = !(o && o.emitClose === false);
  self._autoDestroy = !(o && o.autoDestroy === false);
  options(self, o);
}
Writable.prototype._write = function (chunk, encoding, done) {
  if (this._writev) { return this._writev([{ chunk: chunk, encoding: encoding }], done); }
  throw fault('The _write() method is not implemented', 'ERR_METHOD_NOT_IMPLEMENTED');
};
Writable.prototype._destroy = Readable.prototype._destroy;
Writable.prototype.destroy = destroy;
Writable.prototype.write = function (chunk, encoding, done) {
  var s = this._writableState, self = this;
  if (typeof encoding === 'function') { done = encoding; encoding = undefined; }
  if (s.ending || s.destroyed) {
    var e = s.ending ? fault('write after end', 'ERR_STREAM_WRITE_AFTER_END') : fault('Cannot call write after a stream was destroyed', 'ERR_STREAM_DESTROYED');
    process.nextTick(function () { if (done) { done(e); } if (s.ending) { self.destroy(e); } });
    return false;
  }
  if (chunk === null) { throw fault('May not write null values to stream', 'ERR_STREAM_NULL_VALUES', TypeError); }
  if (!s.objectMode) {
    if (typeof chunk === 'string') { if (s.decodeStrings) { chunk = Buffer.from(chunk, encoding || s.encoding); encoding = 'buffer'; } } else if (chunk instanceof Uint8Array) { encoding = 'buffer'; } else {
      throw fault('The "chunk" argument must be of type string or an instance of Buffer or Uint8Array.', 'ERR_INVALID_ARG_TYPE', TypeError);
    }
  }
  s.queue.push({ chunk: chunk, encoding: encoding || s.encoding, done: done });
  s.length += weight(s, chunk);
  var room = s.length < s.highWaterMark;
  if (!room) { s.needDrain = true; }
  next(self);
  return room;
};
function next(self) {
  var s = self._writableState;
  if (s.writing || s.corked || s.destroyed) { return; }
  if (!s.queue.length) { finish(self); return; }
  var batch = self._writev && s.queue.length > 1 ? s.queue.splice(0) : [s.queue.shift()], sync = true;
  s.writing = true;
  function done(err) {
    s.writing = false;
    if (err) {
      batch.forEach(function (w) { if (w.done) { w.done(err); } });
      self.destroy(err);
      return;
    }
    function after() {
      batch.forEach(function (w) { s.length -= weight(s, w.chunk); });
      if (s.needDrain && s.length === 0 && !s.ending) { s.needDrain = false; self.emit('drain'); }
      batch.forEach(function (w) { if (w.done) { w.done(null); } });
      next(self);
    }
    if (sync) { process.nextTick(after); } else { after(); }
  }
  try {
    if (batch.length > 1) { self._writev(batch, done); } else { self._write(batch[0].chunk, batch[0].encoding, done); }
  } catch (e) { done(e); }
  sync = false;
}
function finish(self) {
  var s = self._writableState;
  if (!s.ending || s.ended || s.writing || s.queue.length) { return; }
  s.ended = true;
  function done(err) {
    if (err) { self.destroy(err); return; }
    process.nextTick(function () {
      s.finished = true;
      self.writable = false;
      self.writableFinished = true;
      self.emit('finish');
      if (self._autoDestroy && (!self._readableState || self._readableState.endEmitted)) { self.destroy(); }
    });
  }
  if (self._final) { try { self._final(done); } catch (e) { done(e); } } else { done(); }
}
Writable.prototype.end = function (chunk, encoding, done) {
  var s = this._writableState;
  if (typeof chunk === 'function') { done = chunk; chunk = undefined; } else if (typeof encoding === 'function') { done = encoding; encoding = undefined; }
  if (chunk !== undefined && chunk !== null) { this.write(chunk, encoding); }
  s.corked = 0;
  if (done) { if (s.finished) { process.nextTick(done); } else { this.once('finish', done); } }
  if (!s.ending) { s.ending = true; this.writableEnded = true; next(this); }
  return this;
};
Writable.prototype.cork = function () { this._writableState.corked++; };
Writable.prototype.uncork = function () { var s = this._writableState; if (s.corked) { s.corked--; } next(this); };
Writable.prototype.setDefaultEncoding = function (encoding) { this._writableState.encoding = encoding; return this; };
[['writableHighWaterMark', function (s) { return s.highWaterMark; }], ['writableLength', function (s) { return s.length; }], ['writableObjectMode', function (s) { return s.objectMode; }], ['writableNeedDrain', function (s) { return s.needDrain; }], ['writableCorked', function (s) { return s.corked; }]].forEach(function (p) {
  Object.defineProperty(Writable.prototype, p[0], { configurable: true, get: function () { return p[1](this._writableState); } });
});
// A Duplex is a Writable in all but its prototype.
Object.defineProperty(Writable, Symbol.hasInstance, { value: function (o) { return Function.prototype[Symbol.hasInstance].call(this, o) || this === Writable && !!o && o._writableState !== undefined; } });

function Duplex(o) {
  if (!(this instanceof Duplex)) { return new Duplex(o); }
  Readable.call(this, o);
  writableInit(this, o);
  var self = this;
  if (o && o.allowHalfOpen === false) { self.once('end', function () { self.end(); }); }
  if (o && o.readable === false) { self.readable = false; self._readableState.ended = self._readableState.endEmitted = true; }
  if (o && o.writable === false) { self.writable = false; self._writableState.ending = self._writableState.ended = self._writableState.finished = true; }
}
util.inherits(Duplex, Readable);
Object.getOwnPropertyNames(Writable.prototype).forEach(function (k) {
  if (!Object.prototype.hasOwnProperty.call(Duplex.prototype, k) && k !== 'constructor') { Object.defineProperty(Duplex.prototype, k, Object.getOwnPropertyDescriptor(Writable.prototype, k)); }
});

function Transform(o) {
  if (!(this instanceof Transform)) { return new Transform(o); }
  Duplex.call(this, o);
  this._waiting = null;
}
util.inherits(Transform, Duplex);
Transform.prototype._transform = function () { throw fault('The _transform() method is not implemented', 'ERR_METHOD_NOT_IMPLEMENTED'); };
Transform.prototype._write = function (chunk, encoding, done) {
  var self = this, s = this._readableState;
  this._transform(chunk, encoding, function (err, out) {
    if (err) { done(err); return; }
    if (out !== undefined && out !== null) { self.push(out); }
    if (s.length < s.highWaterMark) { done(); } else { self._waiting = done; }
  });
};
Transform.prototype._read = function () {
  var done = this._waiting;
  if (done) { this._waiting = null; done(); }
};
Transform.prototype._final = function (done) {
  var self = this;
  if (!self._flush) { self.push(null); done(); return; }
  self._flush(function (err, out) {
    if (err) { done(err); return; }
    if (out !== undefined && out !== null) { self.push(out); }
    self.push(null);
    done();
  });
};
function PassThrough(o) {
  if (!(this instanceof PassThrough)) { return new PassThrough(o); }
  Transform.call(this, o);
}
util.inherits(PassThrough, Transform);
PassThrough.prototype._transform = function (chunk, encoding, done) { done(null, chunk); };

function finished(stream, o, done) {
  if (typeof o === 'function') { done = o; o = {}; }
  var called = false;
  function once(err) { if (!called) { called = true; done.call(stream, err); } }
  var w = stream._writableState, r = stream._readableState;
  var waitW = o.writable !== false && (w ? !w.finished : stream.writable !== false && typeof stream.write === 'function' && !r), waitR = o.readable !== false && (r ? !r.endEmitted : false);
  function check() { if (!waitR && !waitW) { once(); } }
  stream.on('end', function () { waitR = false; check(); });
  stream.on('finish', function () { waitW = false; check(); });
  stream.on('error', once);
  stream.on('close', function () { if (waitR || waitW) { once(fault('Premature close', 'ERR_STREAM_PREMATURE_CLOSE')); } });
  if (!waitR && !waitW) { process.nextTick(once); }
  return function () { called = true; };
}
function pipeline() {
  var streams = Array.prototype.slice.call(arguments), done = typeof streams[streams.length - 1] === 'function' ? streams.pop() : function () {};
  if (Array.isArray(streams[0])) { streams = streams[0]; }
  var failed = null, open = streams.length;
  streams.forEach(function (s, i) {
    finished(s, { readable: i < streams.length - 1, writable: i > 0 }, function (err) {
      if (err && !failed) {
        failed = err;
        streams.forEach(function (other) { if (other !== s && typeof other.destroy === 'function') { other.destroy(); } });
      }
      if (--open === 0) { done(failed || undefined); }
    });
  });
  return streams.reduce(function (a, b) { return a.pipe(b); });
}
Stream.Readable = Readable;
Stream.Writable = Writable;
Stream.Duplex = Duplex;
Stream.Transform = Transform;
Stream.PassThrough = PassThrough;
Stream.finished = finished;
Stream.pipeline = pipeline;
Stream.addAbortSignal = function (signal, s) { signal.addEventListener('abort', function () { s.destroy(signal.reason); }); return s; };
Stream.promises = {
  finished: function (s, o) { return new Promise(function (resolve, reject) { finished(s, o || {}, function (e) { if (e) { reject(e); } else { resolve(); } }); }); },
  pipeline: function () { var args = Array.prototype.slice.call(arguments); return new Promise(function (resolve, reject) { pipeline.apply(null, args.concat(function (e) { if (e) { reject(e); } else { resolve(); } })); }); }
};
