// webstreams: ReadableStream, WritableStream and TransformStream.
var errors = require('errors'), validate = require('validate');
function hidden(self, state) { Object.defineProperty(self, '_', { value: state, writable: true }); }
function deferred() {
  var d = {};
  d.promise = new Promise(function (resolve, reject) { d.resolve = resolve; d.reject = reject; });
  return d;
}
function quiet(promise) { promise.catch(function () {}); return promise; }
function invalid(message) {
  var e = new TypeError('Invalid state: ' + message);
  e.code = 'ERR_INVALID_STATE';
  return e;
}
function call(fn, self, a, b) { return new Promise(function (resolve) { resolve(fn ? fn.call(self, a, b) : undefined); }); }
function strategyOf(o, high) {
  var size = o ? o.size : undefined, limit = o && o.highWaterMark !== undefined ? +o.highWaterMark : high;
  if (size !== undefined) { validate.func(size, 'strategy.size'); }
  if (isNaN(limit) || limit < 0) { throw validate.invalidValue('strategy.highWaterMark', limit, undefined, RangeError); }
  return { limit: limit, size: size || function () { return 1; } };
}
// checked checks the functions of a source or sink that has a name.
function checked(o, name, functions) {
  if (o.start && typeof o.start !== 'function') { throw new TypeError('Bind must be called on a function'); }
  functions.forEach(function (k) { if (o[k]) { validate.func(o[k], name + '.' + k); } });
}
function chunkBytes(c) { return c === null || c === undefined ? 0 : c.byteLength || 0; }
function limitOf(init) {
  validate.object(init, 'init');
  if (init.highWaterMark === undefined) { throw errors.coded(TypeError, 'ERR_MISSING_OPTION', 'init.highWaterMark is required'); }
  return +init.highWaterMark;
}
exports.CountQueuingStrategy = class CountQueuingStrategy {
  constructor(init) { this.highWaterMark = limitOf(init); }
  get size() { return function size() { return 1; }; }
};
exports.ByteLengthQueuingStrategy = class ByteLengthQueuingStrategy {
  constructor(init) { this.highWaterMark = limitOf(init); }
  get size() { return function size(chunk) { return chunk.byteLength; }; }
};

function checkOpen(s) { if (s.closing || s.state !== 'readable') { throw invalid((s.bytes ? 'ReadableStream' : 'Controller') + ' is already closed'); } }
// sizeOf is what the strategy of a stream says of a piece.
function sizeOf(s, chunk) {
  var n = +s.size(chunk);
  if (!(n >= 0 && n < Infinity)) { throw validate.invalidValue('size', n, undefined, RangeError); }
  return n;
}

// The state of a readable stream: queue of [chunk, size], pending reads, status.
class ReadableStreamDefaultController {
  constructor() { throw errors.illegal(); }
  get desiredSize() { var s = this._; return s.state === 'errored' ? null : s.state === 'closed' ? 0 : s.limit - s.total; }
  get byobRequest() { return null; }
  enqueue(chunk) {
    var s = this._;
    if (s.bytes) { validate.bytes(chunk, 'buffer'); }
    checkOpen(s);
    if (s.bytes && !chunk.byteLength) { throw invalid('chunk ArrayBuffer is zero-length or detached'); }
    if (s.reads.length) { give(s, chunk); } else {
      var size;
      try { size = sizeOf(s, chunk); } catch (e) { fail(s, e); throw e; }
      s.queue.push([chunk, size]);
      s.total += size;
    }
    pull(s);
  }
  close() {
    var s = this._;
    checkOpen(s);
    s.closing = true;
    if (!s.queue.length) { finish(s); }
  }
  error(e) { fail(this._, e); }
}
exports.ReadableStreamDefaultController = ReadableStreamDefaultController;
class ReadableByteStreamController extends ReadableStreamDefaultController {}
exports.ReadableByteStreamController = ReadableByteStreamController;
function give(s, chunk) {
  var read = s.reads.shift();
  if (read.view) {
    var source = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength), n = Math.min(source.length, read.view.byteLength), to = new Uint8Array(read.view.buffer, read.view.byteOffset, n);
    to.set(source.subarray(0, n));
    if (n < source.length) { s.queue.unshift([source.subarray(n), source.length - n]); s.total += source.length - n; }
    chunk = to;
  }
  read.resolve({ value: chunk, done: false });
}
function finish(s) {
  s.state = 'closed';
  s.reads.splice(0).forEach(function (r) { r.resolve({ value: r.view && new Uint8Array(r.view.buffer, r.view.byteOffset, 0), done: true }); });
  if (s.reader) { s.reader._.closed.resolve(); }
  if (s.over) { s.over.resolve(); }
}
function fail(s, e) {
  if (s.state !== 'readable') { return; }
  s.state = 'errored';
  s.error = e;
  s.queue = [];
  s.total = 0;
  s.reads.splice(0).forEach(function (r) { r.reject(e); });
  if (s.reader) { s.reader._.closed.reject(e); }
  if (s.over) { s.over.reject(e); }
}
function pull(s) {
  if (!s.started || s.state !== 'readable' || s.closing || !s.source.pull || !(s.reads.length || s.limit - s.total > 0)) { return; }
  if (s.pulling) { s.again = true; return; }
  s.pulling = true;
  call(s.source.pull, s.source, s.controller).then(function () {
    s.pulling = false;
    if (s.again) { s.again = false; pull(s); }
  }, function (e) { fail(s, e); });
}
function read(s, view) {
  s.disturbed = true;
  if (s.state === 'errored') { return Promise.reject(s.error); }
  var d = deferred();
  if (s.queue.length) {
    var first = s.queue.shift();
    s.total -= first[1];
    d.view = view;
    s.reads.unshift(d);
    give(s, first[0]);
    if (s.closing && !s.queue.length) { finish(s); } else { pull(s); }
    return d.promise;
  }
  if (s.state === 'closed') { return Promise.resolve({ value: view && new Uint8Array(view.buffer, view.byteOffset, 0), done: true }); }
  d.view = view;
  s.reads.push(d);
  pull(s);
  return d.promise;
}
function cancel(s, reason) {
  s.disturbed = true;
  if (s.state === 'errored') { return Promise.reject(s.error); }
  if (s.state === 'closed') { return Promise.resolve(); }
  s.queue = [];
  s.total = 0;
  finish(s);
  return call(s.source.cancel, s.source, reason).then(function () {});
}
class Reader {
  constructor(stream) {
    if (!(stream instanceof ReadableStream)) { throw errors.argument('stream', 'an instance of ReadableStream', stream); }
    var s = stream._;
    if (s.reader) { throw invalid('ReadableStream is locked'); }
    s.reader = this;
    hidden(this, { stream: s, closed: deferred() });
    quiet(this._.closed.promise);
    if (s.state === 'closed') { this._.closed.resolve(); } else if (s.state === 'errored') { this._.closed.reject(s.error); }
  }
  get closed() { return this._.closed.promise; }
  cancel(reason) { return this._.stream ? cancel(this._.stream, reason) : Promise.reject(invalid('The reader is not attached to a stream')); }
  releaseLock() {
    var s = this._.stream;
    if (!s) { return; }
    s.reads.splice(0).forEach(function (r) { r.reject(invalid('Releasing reader')); });
    s.reader = null;
    this._.stream = null;
    if (s.state !== 'readable') { this._.closed = deferred(); quiet(this._.closed.promise); }
    this._.closed.reject(invalid('Reader released'));
  }
}
class ReadableStreamDefaultReader extends Reader {
  read() { return this._.stream ? read(this._.stream) : Promise.reject(invalid('The reader is not attached to a stream')); }
}
exports.ReadableStreamDefaultReader = ReadableStreamDefaultReader;
class ReadableStreamBYOBReader extends Reader {
  constructor(stream) {
    if (stream instanceof ReadableStream && !stream._.bytes) { throw validate.invalidValue('stream', stream, 'must be a byte stream'); }
    super(stream);
  }
  read(view) {
    try {
      validate.bytes(view, 'view');
      if (!view.byteLength) { throw invalid('View or Viewed ArrayBuffer is zero-length or detached'); }
    } catch (e) { return Promise.reject(e); }
    return this._.stream ? read(this._.stream, view) : Promise.reject(invalid('The reader is not attached to a stream'));
  }
}
exports.ReadableStreamBYOBReader = ReadableStreamBYOBReader;
exports.ReadableStreamBYOBRequest = class ReadableStreamBYOBRequest { constructor() { throw errors.illegal(); } };

// checkPipe checks the other side of a pipe, its options, and that no side is in use.
function checkPipe(stream, target, o) {
  if (!(target instanceof WritableStream)) { throw errors.argument('transform.writable', 'an instance of WritableStream', target); }
  if (o !== undefined) { validate.anyObjectOrNull(o, 'options'); }
  if (o && o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
  if (stream.locked) { throw invalid('The ReadableStream is locked'); }
  if (target.locked) { throw invalid('The WritableStream is locked'); }
}
class ReadableStream {
  constructor(source = {}, strategy = {}) {
    validate.anyObject(source, 'source');
    validate.anyObjectOrNull(strategy, 'strategy');
    var type = source.type, bytes = type !== undefined && `${type}` === 'bytes';
    if (type !== undefined && !bytes) { throw validate.invalidValue('source.type', type); }
    if (bytes && strategy && strategy.size !== undefined) { throw validate.invalidValue('strategy.size', strategy.size, undefined, RangeError); }
    if (bytes && source.autoAllocateChunkSize === 0) { throw validate.invalidValue('source.autoAllocateChunkSize', 0); }
    var how = strategyOf(strategy, bytes ? 0 : 1);
    checked(source, 'source', ['pull', 'cancel']);
    var s = { source: source, bytes: bytes, size: bytes ? chunkBytes : how.size, limit: how.limit, queue: [], total: 0, reads: [], state: 'readable', started: false, reader: null, disturbed: false };
    s.controller = Object.create((bytes ? ReadableByteStreamController : ReadableStreamDefaultController).prototype);
    hidden(s.controller, s);
    hidden(this, s);
    var begun = source.start ? source.start(s.controller) : undefined;
    Promise.resolve(begun).then(function () { s.started = true; pull(s); }, function (e) { fail(s, e); });
  }
  get locked() { return this._.reader !== null; }
  cancel(reason) { return this.locked ? Promise.reject(invalid('ReadableStream is locked')) : cancel(this._, reason); }
  getReader(o = {}) {
    validate.anyObjectOrNull(o, 'options');
    var mode = o === null ? undefined : o.mode;
    if (mode === undefined) { return new ReadableStreamDefaultReader(this); }
    if (`${mode}` !== 'byob') { throw validate.invalidValue('options.mode', mode); }
    return new ReadableStreamBYOBReader(this);
  }
  pipeThrough(pair, o) {
    var readable = pair === undefined || pair === null ? undefined : pair.readable;
    if (!(readable instanceof ReadableStream)) { throw errors.argument('transform.readable', 'an instance of ReadableStream', readable); }
    checkPipe(this, pair.writable, o);
    quiet(this.pipeTo(pair.writable, o));
    return readable;
  }
  pipeTo(target, o) {
    try { checkPipe(this, target, o); } catch (e) { return Promise.reject(e); }
    o = o || {};
    var reader = this.getReader(), writer = target.getWriter(), signal = o.signal, ended = false;
    function end() { ended = true; reader.releaseLock(); writer.releaseLock(); }
    return new Promise(function (resolve, reject) {
      function stop(e, fromTarget) {
        if (ended) { return; }
        var work = [];
        if (!o.preventAbort && !fromTarget) { work.push(writer.abort(e)); }
        if (!o.preventCancel && (fromTarget || signal && signal.aborted)) { work.push(reader.cancel(e)); }
        Promise.all(work.map(quiet)).catch(function () {}).then(function () { end(); reject(e); });
      }
      if (signal) {
        if (signal.aborted) { stop(signal.reason); return; }
        signal.addEventListener('abort', function () { stop(signal.reason); });
      }
      quiet(writer.closed.catch(function (e) { stop(e, true); }));
      (function step() {
        if (ended) { return; }
        writer.ready.then(function () { return reader.read(); }).then(function (r) {
          if (ended) { return; }
          if (!r.done) { quiet(writer.write(r.value)); step(); return; }
          (o.preventClose || target._.closing ? Promise.resolve() : writer.close()).then(function () { end(); resolve(); }, function (e) { stop(e, true); });
        }, function (e) { stop(e); });
      })();
    });
  }
  tee() {
    var reader = this.getReader(), sides = [], left = 2, reasons = [], reading = false;
    function more() {
      if (reading) { return; }
      reading = true;
      reader.read().then(function (r) {
        reading = false;
        sides.forEach(function (c) { if (!c.gone) { if (r.done) { c.close(); } else { c.enqueue(r.value); } } });
      }, function (e) { sides.forEach(function (c) { if (!c.gone) { c.error(e); } }); });
    }
    return [0, 1].map(function (i) {
      return new ReadableStream({
        start: function (c) { sides[i] = c; }, pull: more,
        cancel: function (reason) { reasons[i] = reason; sides[i].gone = true; if (--left === 0) { return reader.cancel(reasons); } }
      }, { highWaterMark: 0 });
    });
  }
  values(o = {}) {
    validate.anyObjectOrNull(o, 'options');
    var reader = this.getReader(), keep = o && o.preventCancel, over = false, it = {
      next: function () {
        if (over) { return Promise.resolve({ value: undefined, done: true }); }
        return reader.read().then(function (r) {
          if (r.done) { over = true; reader.releaseLock(); }
          return r;
        }, function (e) { over = true; reader.releaseLock(); throw e; });
      },
      return: function (value) {
        if (over) { return Promise.resolve({ value: value, done: true }); }
        over = true;
        var gone = keep ? Promise.resolve() : reader.cancel(value);
        reader.releaseLock();
        return gone.then(function () { return { value: value, done: true }; });
      }
    };
    it[Symbol.asyncIterator] = function () { return it; };
    return it;
  }
  static from(list) {
    var later = list[Symbol.asyncIterator];
    if (!later && !list[Symbol.iterator]) { throw errors.worded(TypeError, 'ERR_ARG_NOT_ITERABLE', '%s must be iterable', list); }
    var it = later ? list[Symbol.asyncIterator]() : list[Symbol.iterator]();
    return new ReadableStream({
      pull: function (c) { return Promise.resolve(it.next()).then(function (r) { return Promise.resolve(r.value).then(function (v) { if (r.done) { c.close(); } else { c.enqueue(v); } }); }); },
      cancel: function (reason) { return it.return && it.return(reason); }
    }, { highWaterMark: 0 });
  }
}
ReadableStream.prototype[Symbol.asyncIterator] = ReadableStream.prototype.values;
exports.ReadableStream = ReadableStream;
exports.isDisturbed = function (stream) { return stream._.disturbed; };

class WritableStreamDefaultController {
  constructor() { throw errors.illegal(); }
  get signal() { return this._.abort.signal; }
  error(e) { spoil(this._, e); }
}
exports.WritableStreamDefaultController = WritableStreamDefaultController;
function spoil(s, e) {
  if (s.state === 'closed' || s.state === 'errored') { return; }
  s.state = 'errored';
  s.error = e;
  s.queue.splice(0).forEach(function (job) { job.reject(e); });
  if (s.ready) { s.ready.reject(e); s.ready = null; }
  s.closed.reject(e);
}
// The jobs of a writable stream run one after the other: {chunk, size} or {close}.
function work(s) {
  if (!s.started || s.busy || !s.queue.length || s.state === 'errored') { return; }
  var job = s.queue[0];
  s.busy = true;
  (job.close ? call(s.sink.close, s.sink) : call(s.sink.write, s.sink, job.chunk, s.controller)).then(function () {
    s.busy = false;
    if (s.state === 'errored') { job.reject(s.error); return; }
    s.queue.shift();
    s.total -= job.size;
    if (job.close) { s.state = 'closed'; s.closed.resolve(); }
    if (s.ready && s.total < s.limit) { s.ready.resolve(); s.ready = null; }
    job.resolve();
    work(s);
  }, function (e) { s.busy = false; s.queue.shift(); job.reject(e); spoil(s, e); });
}
function add(s, job) {
  var d = deferred();
  Object.assign(job, d);
  s.queue.push(job);
  s.total += job.size;
  if (!s.ready && s.total >= s.limit && !job.close) { s.ready = deferred(); quiet(s.ready.promise); }
  work(s);
  return d.promise;
}
function closeWritable(s) {
  if (s.closing || s.state !== 'writable') { return Promise.reject(s.state === 'errored' ? s.error : invalid('WritableStream is closed')); }
  s.closing = true;
  return add(s, { close: true, size: 0 });
}
function abortWritable(s, reason) {
  if (s.state !== 'writable') { return Promise.resolve(); }
  s.abort.abort(reason);
  spoil(s, reason);
  return call(s.sink.abort, s.sink, reason).then(function () {});
}
class WritableStream {
  constructor(sink = {}, strategy = {}) {
    validate.anyObject(sink, 'sink');
    validate.anyObjectOrNull(strategy, 'strategy');
    if (sink.type !== undefined) { throw validate.invalidValue('type', sink.type, undefined, RangeError); }
    var how = strategyOf(strategy, 1), s = { sink: sink, size: how.size, limit: how.limit, queue: [], total: 0, state: 'writable', started: false, busy: false, writer: null, ready: null, closed: deferred(), abort: new AbortController() };
    checked(sink, 'sink', ['write', 'close', 'abort']);
    quiet(s.closed.promise);
    s.controller = Object.create(WritableStreamDefaultController.prototype);
    hidden(s.controller, s);
    hidden(this, s);
    var begun = sink.start ? sink.start(s.controller) : undefined;
    Promise.resolve(begun).then(function () { s.started = true; work(s); }, function (e) { spoil(s, e); });
  }
  get locked() { return this._.writer !== null; }
  getWriter() { return new WritableStreamDefaultWriter(this); }
  abort(reason) { return this.locked ? Promise.reject(invalid('WritableStream is locked')) : abortWritable(this._, reason); }
  close() { return this.locked ? Promise.reject(invalid('WritableStream is locked')) : closeWritable(this._); }
}
exports.WritableStream = WritableStream;
class WritableStreamDefaultWriter {
  constructor(stream) {
    if (!(stream instanceof WritableStream)) { throw errors.argument('stream', 'an instance of WritableStream', stream); }
    if (stream._.writer) { throw invalid('WritableStream is locked'); }
    stream._.writer = this;
    hidden(this, stream._);
  }
  get closed() { return this._.closed.promise; }
  get ready() { return this._.state === 'errored' ? quiet(Promise.reject(this._.error)) : this._.ready ? this._.ready.promise : Promise.resolve(); }
  get desiredSize() { var s = this._; return s.state === 'errored' ? null : s.state === 'closed' ? 0 : s.limit - s.total; }
  write(chunk) {
    var s = this._;
    if (s.writer !== this) { return Promise.reject(invalid('Writer is not bound to a WritableStream')); }
    if (s.state === 'errored') { return Promise.reject(s.error); }
    if (s.closing || s.state === 'closed') { return Promise.reject(invalid('WritableStream is closed')); }
    var size;
    try { size = sizeOf(s, chunk); } catch (e) {
      spoil(s, e);
      return Promise.reject(e);
    }
    return add(s, { chunk: chunk, size: size });
  }
  close() { return closeWritable(this._); }
  abort(reason) { return abortWritable(this._, reason); }
  releaseLock() { if (this._.writer === this) { this._.writer = null; } }
}
exports.WritableStreamDefaultWriter = WritableStreamDefaultWriter;

class TransformStreamDefaultController {
  constructor() { throw errors.illegal(); }
  get desiredSize() { return this._.desiredSize; }
  enqueue(chunk) { this._.enqueue(chunk); }
  error(e) { this.spoil(e); }
  terminate() { this._.close(); this.spoil(invalid('TransformStream has been terminated')); }
}
exports.TransformStreamDefaultController = TransformStreamDefaultController;
class TransformStream {
  constructor(transformer = {}, writing = {}, reading = {}) {
    validate.anyObject(transformer, 'transformer');
    validate.anyObjectOrNull(writing, 'writableStrategy');
    validate.anyObjectOrNull(reading, 'readableStrategy');
    ['readableType', 'writableType'].forEach(function (k) { if (transformer[k] !== undefined) { throw validate.invalidValue('transformer.' + k, transformer[k], undefined, RangeError); } });
    var how = strategyOf(reading, 0);
    if (transformer.start !== undefined && typeof transformer.start !== 'function') { throw new TypeError('FunctionPrototypeCall is not a function'); }
    checked(transformer, 'transformer', ['transform', 'flush', 'cancel']);
    var controller = Object.create(TransformStreamDefaultController.prototype), wanted = deferred(), out, input;
    this.readable = new ReadableStream({
      start: function (c) { out = c; }, pull: function () { wanted.resolve(); wanted = deferred(); },
      cancel: function (reason) { input.error(reason); return transformer.cancel && transformer.cancel(reason); }
    }, { highWaterMark: how.limit, size: how.size });
    hidden(controller, out);
    Object.defineProperty(controller, 'spoil', { value: function (e) { out.error(e); input.error(e); } });
    this.writable = new WritableStream({
      start: function (c) { input = c; return transformer.start && transformer.start(controller); },
      write: function (chunk) {
        return (out.desiredSize > 0 || out._.reads.length ? Promise.resolve() : wanted.promise).then(function () {
          if (!transformer.transform) { controller.enqueue(chunk); return; }
          return transformer.transform(chunk, controller);
        }).catch(function (e) { out.error(e); throw e; });
      },
      close: function () { return call(transformer.flush, transformer, controller).then(function () { if (out._.state === 'readable' && !out._.closing) { out.close(); } }, function (e) { out.error(e); throw e; }); },
      abort: function (reason) { out.error(reason); }
    }, writing);
  }
}
exports.TransformStream = TransformStream;

// Classes with a readable and a writable side.
function paired(name, make) {
  exports[name] = { [name]: class {
    constructor() {
      var t = make.apply(this, arguments);
      Object.defineProperties(this, { readable: { value: t.readable, enumerable: true }, writable: { value: t.writable, enumerable: true } });
    }
  } }[name];
}
paired('TextEncoderStream', function () { this.encoding = 'utf-8'; var e = new TextEncoder(); return new TransformStream({ transform: function (text, c) { c.enqueue(e.encode(String(text))); } }); });
paired('TextDecoderStream', function (label, o) {
  var d = new TextDecoder(label, o);
  this.encoding = d.encoding;
  return new TransformStream({ transform: function (b, c) { var t = d.decode(b, { stream: true }); if (t) { c.enqueue(t); } }, flush: function (c) { var t = d.decode(); if (t) { c.enqueue(t); } } });
});
function packed(makers) {
  return function (format) {
    if (!Object.hasOwn(makers, format)) { throw validate.invalidValue('format', format); }
    var z = require('zlib')[makers[format]](), out;
    z.on('data', function (b) { out.enqueue(new Uint8Array(b)); });
    return new TransformStream({
      start: function (c) { out = c; z.on('error', function (e) { c.error(e); }); },
      transform: function (b) { return new Promise(function (resolve, reject) { z.write(Buffer.from(b.buffer || b, b.byteOffset, b.byteLength), function (e) { if (e) { reject(e); } else { resolve(); } }); }); },
      flush: function () { return new Promise(function (resolve, reject) { z.on('end', resolve).on('error', reject); z.end(); }); }
    });
  };
}
paired('CompressionStream', packed({ gzip: 'createGzip', deflate: 'createDeflate', 'deflate-raw': 'createDeflateRaw' }));
paired('DecompressionStream', packed({ gzip: 'createGunzip', deflate: 'createInflate', 'deflate-raw': 'createInflateRaw' }));
Object.keys(exports).forEach(function (k) { if (exports[k].prototype) { Object.defineProperty(exports[k].prototype, Symbol.toStringTag, { value: k, configurable: true }); } });

// Conversion from and to the streams of Node.
// convert, if given, makes bytes of a piece, and fails for what is none; empty pieces are left out then.
exports.toWeb = function (readable, convert) {
  var ended = false;
  return new ReadableStream({
    start: function (c) {
      readable.pause();
      readable.on('data', function (b) {
        if (ended) { return; }
        if (convert && !Buffer.isBuffer(b)) {
          try { b = convert(b); } catch (e) { readable.destroy(e); return; }
        }
        if (convert && !b.length) { return; }
        c.enqueue(Buffer.isBuffer(b) ? new Uint8Array(b) : b);
        if (c.desiredSize <= 0) { readable.pause(); }
      });
      require('stream').finished(readable, { writable: false }, function (e) { if (ended) { return; } ended = true; if (e) { c.error(e); } else { c.close(); } });
    },
    pull: function () { readable.resume(); },
    cancel: function (reason) { ended = true; readable.destroy(reason instanceof Error ? reason : undefined); }
  }, { highWaterMark: readable.readableObjectMode ? readable.readableHighWaterMark : 1 });
};
exports.fromWeb = function (stream, options) {
  var reader = stream.getReader(), over = false, Readable = require('stream').Readable;
  return new Readable(Object.assign({}, options, {
    read: function () {
      var self = this;
      reader.read().then(function (r) {
        if (r.done) { over = true; self.push(null); } else { self.push(r.value instanceof Uint8Array && !Buffer.isBuffer(r.value) ? Buffer.from(r.value.buffer, r.value.byteOffset, r.value.byteLength) : r.value); }
      }, function (e) { over = true; self.destroy(e); });
    },
    destroy: function (e, done) {
      if (over) { done(e); return; }
      reader.cancel(e).then(function () { done(e); }, function () { done(e); });
    }
  }));
};
exports.writableToWeb = function (writable) {
  return new WritableStream({
    start: function (c) { writable.on('error', function (e) { c.error(e); }); },
    write: function (chunk) { return new Promise(function (resolve, reject) { writable.write(chunk, function (e) { if (e) { reject(e); } else { resolve(); } }); }); },
    close: function () { return new Promise(function (resolve) { writable.end(resolve); }); },
    abort: function (reason) { writable.destroy(reason); }
  });
};
exports.writableFromWeb = function (stream, options) {
  var writer = stream.getWriter();
  return new (require('stream').Writable)(Object.assign({}, options, {
    write: function (chunk, encoding, done) { writer.write(chunk).then(function () { done(); }, done); },
    final: function (done) { writer.close().then(function () { done(); }, done); },
    destroy: function (e, done) { if (e) { quiet(writer.abort(e)); } done(e); }
  }));
};
// ended is a promise of the end of a stream, broken ends one with an error.
exports.ended = function (stream) {
  var s = stream._;
  if (s.closed) { return s.closed.promise; }
  if (!s.over) {
    s.over = deferred();
    quiet(s.over.promise);
    if (s.state === 'closed') { s.over.resolve(); } else if (s.state === 'errored') { s.over.reject(s.error); }
  }
  return s.over.promise;
};
exports.broken = function (stream, e) { if (stream instanceof WritableStream) { spoil(stream._, e); } else { fail(stream._, e); } };
['toWeb', 'fromWeb', 'writableToWeb', 'writableFromWeb', 'isDisturbed', 'ended', 'broken'].forEach(function (k) { Object.defineProperty(exports, k, { enumerable: false }); });
