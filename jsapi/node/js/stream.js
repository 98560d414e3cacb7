// stream: readable, writable and duplex streams, with back pressure.
var EventEmitter = require('events'), util = require('util'), StringDecoder = require('string_decoder').StringDecoder;

function Stream(options) { EventEmitter.call(this, options); }
util.inherits(Stream, EventEmitter);
Object.setPrototypeOf(Stream, EventEmitter);
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
  if (typeof o.read === 'function') { self._read = o.read; }
  if (typeof o.write === 'function') { self._write = o.write; }
  if (typeof o.writev === 'function') { self._writev = o.writev; }
  if (typeof o.final === 'function') { self._final = o.final; }
  if (typeof o.destroy === 'function') { self._destroy = o.destroy; }
  if (typeof o.transform === 'function') { self._transform = o.transform; }
  if (typeof o.flush === 'function') { self._flush = o.flush; }
  if (typeof o.construct === 'function') { self._construct = o.construct; }
}
var marks = { bytes: 16384, objects: 16 };
function limit(o, side) {
  if (!o) { return { objectMode: false, highWaterMark: marks.bytes }; }
  var mode = !!(o.objectMode || o[side + 'ObjectMode']);
  var mark = o.highWaterMark !== undefined ? o.highWaterMark : o[side + 'HighWaterMark'];
  return { objectMode: mode, highWaterMark: mark === undefined ? mode ? marks.objects : marks.bytes : mark };
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
  var r = self._readableState, w = self._writableState;
  if (err) { if (r) { r.errored = r.errored || err; } if (w) { w.errored = w.errored || err; } }
  if (r) { r.destroyed = true; self.readable = false; self.readableAborted = !r.endEmitted; }
  if (w) { w.destroyed = true; self.writable = false; }
  if (r && r.constructing || w && w.constructing) { self.once('constructed', end); } else { end(); }
  function end() { self._destroy(err || null, function (e) {
    if (e) { if (r) { r.errored = r.errored || e; } if (w) { w.errored = w.errored || e; } }
    process.nextTick(destroyed, self, e, done);
  }); }
  return self;
}
function destroyed(self, e, done) {
  var w = self._writableState;
  // The callbacks of queued writes get an error.
  if (w && w.queue.length) { w.queue.splice(0).forEach(function (x) { if (x.done) { x.done(e || fault('Cannot call write after a stream was destroyed', 'ERR_STREAM_DESTROYED')); } }); }
  if (done) { done(e); } else if (e) { self.emit('error', e); }
  self.closed = true;
  if (self._emitClose !== false) { self.emit('close'); }
}
// construct runs _construct; reads and writes begin after it.
function construct(self, s) {
  if (typeof self._construct !== 'function') { return; }
  s.constructing = true;
  if (self._constructs) { return; }
  Object.defineProperty(self, '_constructs', { value: true, writable: true });
  process.nextTick(function () {
    function done(err) {
      if (self._readableState) { self._readableState.constructing = false; }
      if (self._writableState) { self._writableState.constructing = false; }
      EventEmitter.prototype.emit.call(self, 'constructed');
      if (err) { self.destroy(err); return; }
      if (self._readableState) { plan(self); }
      if (self._writableState && !self.destroyed) { next(self); }
    }
    try { self._construct(done); } catch (e) { done(e); }
  });
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
  s.ended = s.endEmitted = s.reading = s.planned = s.needReadable = s.ahead = s.destroyed = false;
  s.pipes = [];
  s.decoder = o && o.encoding ? new StringDecoder(o.encoding) : null;
  s.encoding = o && o.encoding || null;
  self._readableState = s;
  self.readable = true;
  self.destroyed = false;
  self._emitClose = !(o && o.emitClose === false);
  self._autoDestroy = !(o && o.autoDestroy === false);
  self.readableAborted = false;
  options(self, o);
  construct(self, s);
  if (o && o.signal) { Stream.addAbortSignal(o.signal, self); }
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
  s.ahead = true;
  if (!s.objectMode) {
    if (typeof chunk === 'string' && !(s.encoding && s.encoding === encoding)) { chunk = Buffer.from(chunk, encoding); } else if (chunk instanceof Uint8Array && !Buffer.isBuffer(chunk)) { chunk = Buffer.from(chunk); } else if (typeof chunk !== 'string' && !Buffer.isBuffer(chunk)) {
      self.destroy(util.invalidArgument('chunk', 'string or an instance of Buffer, TypedArray, or DataView', chunk));
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
  process.nextTick(planned, self);
}
function planned(self) {
  self._readableState.planned = false;
  work(self);
}
function pull(self) {
  var s = self._readableState;
  if (s.reading || s.ended || s.destroyed || s.constructing || s.length >= s.highWaterMark && s.length > 0) { return; }
  s.reading = true;
  try { self._read(s.highWaterMark); } catch (e) { self.destroy(e); }
}
function work(self) {
  var s = self._readableState;
  while (s.flowing && s.buffer.length && !s.destroyed) {
    var chunk = s.buffer.shift();
    s.length -= weight(s, chunk);
    s.didRead = true;
    self.emit('data', chunk);
  }
  if (s.destroyed) { return; }
  if (s.flowing === null || s.flowing === false) {
    if (self.listenerCount('readable') && (s.buffer.length || s.ended && !s.endEmitted)) { self.emit('readable'); }
  }
  if (s.ended && !s.buffer.length && !s.endEmitted && (s.flowing || s.ending || self.listenerCount('readable'))) {
    s.endEmitted = true;
    self.readable = false;
    self.emit('end');
    if (self._autoDestroy && (!self._writableState || self._writableState.finished)) { self.destroy(); }
    return;
  }
  // What follows a chunk is read until the buffer is full, also while the stream is
  // paused: so its end becomes known.
  var ahead = s.ahead;
  s.ahead = false;
  if (s.flowing || ahead || self.listenerCount('readable')) { pull(self); }
}
Readable.prototype.read = function (n) {
  var s = this._readableState;
  if (s.destroyed) { return null; }
  s.didRead = true;
  // A read of a stream that has ended, and of which nothing is left, emits 'end'.
  if (s.ended && !s.buffer.length) { s.ending = true; plan(this); return null; }
  if (n === 0) { pull(this); return null; }
  if (!s.buffer.length) { pull(this); }
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
  var s = this._readableState, had = s.pipes.length;
  s.pipes.slice().forEach(function (p) { if (!to || p.to === to) { p.stop(); } });
  if (had && !s.pipes.length) { this.pause(); }
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
function iterate(self, o) {
  var wake = null, ended = false, failed = null;
  function again() { if (wake) { var w = wake; wake = null; w(); } }
  self.on('readable', again);
  var stop = finished(self, { writable: false }, function (err) {
    ended = true;
    failed = err || null;
    again();
  });
  function leave() {
    stop();
    self.removeListener('readable', again);
    if (self._autoDestroy && !(o && o.destroyOnReturn === false)) { quiet(self); self.destroy(); }
  }
  var last = Promise.resolve();
  function step() {
    var chunk = self.destroyed ? null : self.read();
    if (chunk !== null) { return { value: chunk, done: false }; }
    if (failed) { leave(); throw failed; }
    if (ended) { leave(); return { value: undefined, done: true }; }
    return new Promise(function (resolve) { wake = resolve; }).then(step);
  }
  var it = {
    next: function () { return last = last.then(step, step); },
    return: function (v) { ended = true; leave(); return Promise.resolve({ value: v, done: true }); },
    throw: function (e) { leave(); return Promise.reject(e); }
  };
  it[Symbol.asyncIterator || Symbol.for('Symbol.asyncIterator')] = function () { return it; };
  return it;
}
// quiet prevents that an error is thrown which is reported in another way.
function quiet(self) { self.on('error', function () {}); }
Readable.prototype[Symbol.asyncIterator || Symbol.for('Symbol.asyncIterator')] = function () { return iterate(this); };
Readable.prototype.iterator = function (o) { return iterate(this, o); };

// The methods of arrays, for one chunk at a time. each calls fn until it returns a
// value.
function each(self, fn) {
  var it = iterate(self), i = 0;
  function step() {
    return it.next().then(function (r) {
      if (r.done) { return undefined; }
      return Promise.resolve(fn(r.value, i++)).then(function (stop) { return stop ? it.return().then(function () { return stop; }) : step(); });
    });
  }
  return step();
}
// derive returns a stream of the values that fn pushes for the chunks of another one.
function derive(self, fn) {
  var out = new Readable({ objectMode: true, read: function () {} });
  each(self, function (v, i) { return fn(v, i, out); }).then(function () { out.push(null); }, function (e) { out.destroy(e); });
  return out;
}
function called(fn) { if (typeof fn !== 'function') { throw util.invalidArgument('fn', 'function', fn); } }
Readable.prototype.map = function (fn) { called(fn); return derive(this, function (v, i, out) { return Promise.resolve(fn(v, {})).then(function (x) { out.push(x); }); }); };
Readable.prototype.filter = function (fn) { called(fn); return derive(this, function (v, i, out) { return Promise.resolve(fn(v, {})).then(function (x) { if (x) { out.push(v); } }); }); };
Readable.prototype.flatMap = function (fn) { called(fn); return derive(this, function (v, i, out) { return Promise.resolve(fn(v, {})).then(function (x) { return each(Readable.from(x), function (y) { out.push(y); }); }); }); };
Readable.prototype.take = function (n) { return n <= 0 ? Readable.from([]) : derive(this, function (v, i, out) { out.push(v); return i + 1 >= n; }); };
Readable.prototype.drop = function (n) { return derive(this, function (v, i, out) { if (i >= n) { out.push(v); } }); };
Readable.prototype.forEach = function (fn) { called(fn); return each(this, function (v) { return Promise.resolve(fn(v, {})).then(function () {}); }); };
Readable.prototype.toArray = function () { var list = []; return each(this, function (v) { list.push(v); }).then(function () { return list; }); };
Readable.prototype.some = function (fn) { called(fn); return each(this, function (v) { return Promise.resolve(fn(v, {})).then(Boolean); }).then(Boolean); };
Readable.prototype.every = function (fn) { called(fn); return this.some(function (v) { return Promise.resolve(fn(v, {})).then(function (x) { return !x; }); }).then(function (x) { return !x; }); };
Readable.prototype.find = function (fn) { called(fn); return each(this, function (v) { return Promise.resolve(fn(v, {})).then(function (x) { return x ? { found: v } : false; }); }).then(function (r) { return r ? r.found : undefined; }); };
Readable.prototype.reduce = function (fn, start) {
  called(fn);
  var sum = start, given = arguments.length > 1;
  return each(this, function (v) {
    if (!given) { given = true; sum = v; return undefined; }
    return Promise.resolve(fn(sum, v, {})).then(function (x) { sum = x; });
  }).then(function () {
    if (!given) { throw fault('Reduce of an empty stream requires an initial value', 'ERR_MISSING_ARGS', TypeError); }
    return sum;
  });
};
Readable.prototype.compose = function (to) { var out = duplexOf(to); pipeline(this, out, function () {}); return out; };
[['readableEnded', function (s) { return s.endEmitted; }], ['readableDidRead', function (s) { return !!s.didRead; }], ['errored', function (s) { return s.errored || null; }], ['readableFlowing', function (s) { return s.flowing; }], ['readableHighWaterMark', function (s) { return s.highWaterMark; }], ['readableLength', function (s) { return s.length; }], ['readableObjectMode', function (s) { return s.objectMode; }], ['readableEncoding', function (s) { return s.encoding; }]].forEach(function (p) {
  Object.defineProperty(Readable.prototype, p[0], { configurable: true, get: function () { var s = this._readableState; return s ? p[1](s) : undefined; } });
});
Readable.from = function (source, o) {
  if (source === null || source === undefined) { throw util.invalidArgument('iterable', 'Iterable', source); }
  if (typeof source === 'string' || Buffer.isBuffer(source)) { source = [source]; }
  var key = Symbol.asyncIterator || Symbol.for('Symbol.asyncIterator'), later = typeof source[key] === 'function';
  if (!later && typeof source[Symbol.iterator] !== 'function') { throw util.invalidArgument('iterable', 'Iterable', source); }
  var it = later ? source[key]() : source[Symbol.iterator](), over = false;
  return new Readable(Object.assign({ objectMode: true, highWaterMark: 1, read: function () {
    var self = this;
    Promise.resolve(it.next()).then(function (r) {
      if (r.done) { over = true; self.push(null); return undefined; }
      return Promise.resolve(r.value).then(function (v) {
        if (v === null) { over = true; throw fault('May not write null values to stream', 'ERR_STREAM_NULL_VALUES', TypeError); }
        if (!self.destroyed) { self.push(v); }
      });
    }).catch(function (e) { over = true; self.destroy(e); });
  }, destroy: function (err, done) {
    if (over || typeof it.return !== 'function') { done(err); return; }
    over = true;
    Promise.resolve(it.return()).then(function () { done(err); }, function (e) { done(err || e); });
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
  self.writableEnded = self.writableFinished = false;
  options(self, o);
  construct(self, s);
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
      throw util.invalidArgument('chunk', 'string or an instance of Buffer, TypedArray, or DataView', chunk);
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
  if (s.writing || s.corked || s.destroyed || s.constructing) { return; }
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
    if (sync) { process.nextTick(written, self, batch); } else { written(self, batch); }
  }
  try {
    if (batch.length > 1) { self._writev(batch, done); } else { self._write(batch[0].chunk, batch[0].encoding, done); }
  } catch (e) { done(e); }
  sync = false;
}
function written(self, batch) {
  var s = self._writableState;
  for (var i = 0; i < batch.length; i++) { s.length -= weight(s, batch[i].chunk); }
  if (s.needDrain && s.length === 0 && !s.ending) { s.needDrain = false; self.emit('drain'); }
  for (i = 0; i < batch.length; i++) { if (batch[i].done) { batch[i].done(null); } }
  next(self);
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
  if (!s.ending) { s.ending = true; this.writableEnded = true; this.writable = false; next(this); }
  return this;
};
Writable.prototype.cork = function () { this._writableState.corked++; };
Writable.prototype.uncork = function () { var s = this._writableState; if (s.corked) { s.corked--; } next(this); };
Writable.prototype.setDefaultEncoding = function (encoding) { this._writableState.encoding = encoding; return this; };
[['errored', function (s) { return s.errored || null; }], ['writableHighWaterMark', function (s) { return s.highWaterMark; }], ['writableLength', function (s) { return s.length; }], ['writableObjectMode', function (s) { return s.objectMode; }], ['writableNeedDrain', function (s) { return s.needDrain; }], ['writableCorked', function (s) { return s.corked; }]].forEach(function (p) {
  Object.defineProperty(Writable.prototype, p[0], { configurable: true, get: function () { var s = this._writableState; return s ? p[1](s) : undefined; } });
});
// A Duplex has the methods of Writable, but not its prototype.
Object.defineProperty(Writable, Symbol.hasInstance, { value: function (o) { return Function.prototype[Symbol.hasInstance].call(this, o) || this === Writable && !!o && o._writableState !== undefined; } });

function Duplex(o) {
  if (!(this instanceof Duplex)) { return new Duplex(o); }
  Readable.call(this, o);
  writableInit(this, o);
  var self = this;
  if (o && o.allowHalfOpen === false) { self.once('end', function () { process.nextTick(function () { if (self.writable) { self.end(); } }); }); } // a listener may still write
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

function isStream(s) { return s !== null && typeof s === 'object' && typeof s.on === 'function' && (typeof s.pipe === 'function' || typeof s.write === 'function'); }
function finished(stream, o, done) {
  if (typeof o === 'function') { done = o; o = {}; }
  if (!isStream(stream)) { throw util.invalidArgument('stream', 'Stream', stream); }
  o = o || {};
  var over = false;
  function once(err) {
    if (over) { return; }
    over = true;
    done.call(stream, err || undefined);
  }
  var w = stream._writableState, r = stream._readableState;
  var waitW = o.writable !== false && (w ? !w.finished : stream.writable !== false && typeof stream.write === 'function' && !r), waitR = o.readable !== false && (r ? !r.endEmitted : false);
  function check() { if (!waitR && !waitW) { once(); } }
  function end() { waitR = false; check(); }
  function finish() { waitW = false; check(); }
  function close() {
    var errored = stream.errored;
    if (errored) { once(errored); } else if (waitR || waitW) { once(fault('Premature close', 'ERR_STREAM_PREMATURE_CLOSE')); }
  }
  stream.on('end', end);
  stream.on('finish', finish);
  stream.on('error', once);
  stream.on('close', close);
  if (!waitR && !waitW) { process.nextTick(once); } else if (stream.closed) { process.nextTick(close); }
  if (o.signal) {
    var stop = function () { once(aborted(o.signal)); };
    if (o.signal.aborted) { process.nextTick(stop); } else { o.signal.addEventListener('abort', stop); }
  }
  return function () {
    over = true;
    stream.removeListener('end', end);
    stream.removeListener('finish', finish);
    stream.removeListener('error', once);
    stream.removeListener('close', close);
  };
}
function aborted(signal) {
  var e = fault('The operation was aborted', 'ABORT_ERR');
  e.name = 'AbortError';
  e.cause = signal.reason;
  return e;
}
function isIterable(x) { return x !== null && typeof x === 'object' && (typeof x[Symbol.asyncIterator || Symbol.for('Symbol.asyncIterator')] === 'function' || typeof x[Symbol.iterator] === 'function'); }
function pipeline() {
  var list = Array.prototype.slice.call(arguments), done = typeof list[list.length - 1] === 'function' ? list.pop() : function () {};
  if (Array.isArray(list[0]) && list.length === 1) { list = list[0]; }
  return join(list, {}, done);
}
// join connects streams, iterables and functions. done gets the first error, or the
// result of the last function.
function join(list, o, done) {
  if (list.length < 2) { throw fault('The "streams" argument must be specified', 'ERR_MISSING_ARGS', TypeError); }
  var streams = [], failed = null, open = 1, value, quit = new AbortController(), called = false;
  function end(err) {
    if (err && !failed) {
      failed = err;
      quit.abort();
      streams.forEach(function (s) { if (!s.destroyed && typeof s.destroy === 'function') { quiet(s); s.destroy(s._writableState && s._writableState.finished && !s._readableState ? undefined : err); } });
    }
    if (--open === 0 && !called) {
      called = true;
      done(failed || undefined, value);
    }
  }
  function watch(s, readable, writable, byFunction) {
    streams.push(s);
    open++;
    // A function may stop reading its input early.
    finished(s, { readable: readable, writable: writable }, function (err) { end(byFunction && err && err.code === 'ERR_STREAM_PREMATURE_CLOSE' ? null : err); });
  }
  var cur = null;
  list.forEach(function (x, i) {
    var last = i === list.length - 1, byFunction = !last && typeof list[i + 1] === 'function';
    if (isStream(x)) {
      watch(x, !last, i > 0, byFunction);
      if (cur) { cur.pipe(x, last && o.end === false ? { end: false } : undefined); }
      cur = x;
      return;
    }
    var out = typeof x === 'function' ? i ? x(cur, { signal: quit.signal }) : x({ signal: quit.signal }) : x;
    if (isIterable(out)) {
      if (last) { throw fault('The last of a pipeline has to be a stream or a function that returns a promise', 'ERR_INVALID_RETURN_VALUE', TypeError); }
      cur = isStream(out) ? out : Readable.from(out);
      watch(cur, true, false, byFunction);
      return;
    }
    if (!last || !out || typeof out.then !== 'function') { throw fault('Expected an iterable or, of the last, a promise to be returned from a function of the pipeline', 'ERR_INVALID_RETURN_VALUE', TypeError); }
    open++;
    out.then(function (v) { value = v; end(); }, end);
    cur = null;
  });
  if (o.signal) {
    var stop = function () { open++; end(aborted(o.signal)); };
    if (o.signal.aborted) { process.nextTick(stop); } else { o.signal.addEventListener('abort', stop); }
  }
  process.nextTick(end);
  return cur;
}
// duplexOf makes a Duplex from a generator function, an iterable or a pair of streams.
function duplexOf(x) {
  if (isStream(x) && x._writableState && x._readableState) { return x; }
  if (typeof x === 'function') {
    var input = new PassThrough({ objectMode: true }), out = x(input, { signal: new AbortController().signal });
    if (isIterable(out)) { return paired(input, Readable.from(out)); }
    var empty = new Readable({ objectMode: true, read: function () {} }), d = paired(input, empty);
    Promise.resolve(out).then(function () { empty.push(null); }, function (e) { d.destroy(e); });
    return d;
  }
  if (isStream(x)) { return x._readableState ? paired(null, x) : paired(x, null); }
  if (isIterable(x)) { return paired(null, Readable.from(x)); }
  if (x && typeof x.then === 'function') { return paired(null, Readable.from({ [Symbol.iterator]: function () { return [x][Symbol.iterator](); } })); }
  if (x && (x.readable || x.writable)) { return paired(x.writable || null, x.readable || null); }
  throw util.invalidArgument('body', 'Stream, Iterable, AsyncIterable, Function or Promise', x);
}
function paired(to, from) {
  var d = new Duplex({
    objectMode: true, readable: !!from, writable: !!to,
    read: function () { if (from) { from.resume(); } },
    write: function (chunk, encoding, done) { if (to.write(chunk, encoding)) { done(); } else { to.once('drain', done); } },
    final: function (done) { to.end(done); },
    destroy: function (err, done) { [to, from].forEach(function (s) { if (s && !s.destroyed) { quiet(s); s.destroy(err); } }); done(err); }
  });
  if (from) {
    from.on('data', function (chunk) { if (!d.push(chunk)) { from.pause(); } });
    from.on('end', function () { d.push(null); });
  }
  [to, from].forEach(function (s) { if (s) { s.on('error', function (e) { if (!d.destroyed) { d.destroy(e); } }); } });
  return d;
}
Duplex.from = duplexOf;
Stream.Readable = Readable;
Stream.Writable = Writable;
Stream.Duplex = Duplex;
Stream.Transform = Transform;
Stream.PassThrough = PassThrough;
Stream.finished = finished;
Stream.pipeline = pipeline;
Stream.addAbortSignal = function (signal, s) {
  function stop() { s.destroy(aborted(signal)); }
  if (signal.aborted) { stop(); } else { signal.addEventListener('abort', stop); }
  return s;
};
Stream.compose = function () { return Array.prototype.slice.call(arguments).map(duplexOf).reduce(function (a, b) { return paired(a, pipeline(a, b, function () {})); }); };
Stream.isReadable = function (s) { return !!(s && s._readableState) && s.readable && !s.destroyed && !s._readableState.endEmitted; };
Stream.isWritable = function (s) {
  var w = s && s._writableState;
  return w ? !!s.writable && !s.destroyed && !w.ending : null;
};
Stream.isDestroyed = function (s) { return s && (s._readableState || s._writableState) ? !!s.destroyed : null; };
// destroy ends a stream; without an error, one that is not finished gets that of an abort.
Stream.destroy = function (s, err) {
  if (!s || s.destroyed || typeof s.destroy !== 'function') { return; }
  var r = s._readableState, w = s._writableState, over = (!r || r.endEmitted) && (!w || w.finished);
  s.destroy(err || over ? err : Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }));
};
// duplexPair makes two streams, each of which gives what is written to the other.
Stream.duplexPair = function (o) {
  function Side() {
    Duplex.call(this, o);
    this._other = this._waiting = null;
  }
  util.inherits(Side, Duplex);
  Side.prototype._read = function () {
    var done = this._waiting;
    if (done) { this._waiting = null; done(); }
  };
  Side.prototype._write = function (chunk, encoding, done) {
    if (chunk.length === 0) { process.nextTick(done); return; }
    this._other.push(chunk);
    this._other._waiting = done;
  };
  Side.prototype._final = function (done) {
    this._other.once('end', done);
    this._other.push(null);
  };
  var a = new Side(), b = new Side();
  a._other = b;
  b._other = a;
  return [a, b];
};
Stream.isErrored = function (s) { return !!(s && s.errored); };
Stream.isDisturbed = function (s) { var r = s && s._readableState; return !!r && (!!r.didRead || r.destroyed); };
Stream.getDefaultHighWaterMark = function (objectMode) { return objectMode ? marks.objects : marks.bytes; };
Stream.setDefaultHighWaterMark = function (objectMode, value) {
  require('validate').integer(value, 'value', 0);
  marks[objectMode ? 'objects' : 'bytes'] = value;
};
Stream.promises = {
  finished: function (s, o) { return new Promise(function (resolve, reject) { finished(s, o || {}, function (e) { if (e) { reject(e); } else { resolve(); } }); }); },
  pipeline: function () {
    var list = Array.prototype.slice.call(arguments), last = list[list.length - 1], o = {};
    if (last !== null && typeof last === 'object' && !isStream(last) && !isIterable(last)) { o = list.pop(); }
    return new Promise(function (resolve, reject) { join(list, o, function (e, v) { if (e) { reject(e); } else { resolve(v); } }); });
  }
};
Object.defineProperty(finished, util.promisify.custom, { value: Stream.promises.finished });
Object.defineProperty(pipeline, util.promisify.custom, { value: Stream.promises.pipeline });

// Functions that read a whole stream.
function whole(s) {
  var list = [];
  return each(isStream(s) ? s : Readable.from(s), function (c) { list.push(typeof c === 'string' ? Buffer.from(c) : c); }).then(function () { return Buffer.concat(list); });
}
Stream._consumers = {
  buffer: whole,
  arrayBuffer: function (s) { return whole(s).then(function (b) { return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength); }); },
  text: function (s) { return whole(s).then(String); },
  blob: function (s) { return whole(s).then(function (b) { return new Blob([b]); }); },
  json: function (s) { return whole(s).then(function (b) { return JSON.parse(b.toString()); }); }
};
// Conversion to web streams, see webstreams.
Readable.toWeb = function (s) { return require('webstreams').toWeb(s); };
Readable.fromWeb = function (s, o) { return require('webstreams').fromWeb(s, o); };
Duplex.toWeb = function (s) { return { writable: Writable.toWeb(s), readable: Readable.toWeb(s) }; };
Duplex.fromWeb = function (pair, o) { return paired(Writable.fromWeb(pair.writable, o), Readable.fromWeb(pair.readable, o)); };
Writable.toWeb = function (s) { return require('webstreams').writableToWeb(s); };
Writable.fromWeb = function (s, o) { return require('webstreams').writableFromWeb(s, o); };
