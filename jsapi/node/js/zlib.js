// zlib: gzip, deflate and brotli: synchronous, asynchronous and as streams.
var most = require('buffer').kMaxLength, stream = require('stream'), util = require('util'), errors = require('errors'), validate = require('validate');
var constants = exports.constants = {
  Z_NO_FLUSH: 0, Z_PARTIAL_FLUSH: 1, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_BLOCK: 5,
  Z_OK: 0, Z_STREAM_END: 1, Z_NEED_DICT: 2, Z_ERRNO: -1, Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5, Z_VERSION_ERROR: -6,
  Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1,
  Z_FILTERED: 1, Z_HUFFMAN_ONLY: 2, Z_RLE: 3, Z_FIXED: 4, Z_DEFAULT_STRATEGY: 0,
  Z_MIN_WINDOWBITS: 8, Z_MAX_WINDOWBITS: 15, Z_DEFAULT_WINDOWBITS: 15, Z_MIN_CHUNK: 64, Z_MAX_CHUNK: Infinity, Z_DEFAULT_CHUNK: 16384,
  Z_MIN_MEMLEVEL: 1, Z_MAX_MEMLEVEL: 9, Z_DEFAULT_MEMLEVEL: 8, Z_MIN_LEVEL: -1, Z_MAX_LEVEL: 9, Z_DEFAULT_LEVEL: -1,
  DEFLATE: 1, INFLATE: 2, GZIP: 3, GUNZIP: 4, DEFLATERAW: 5, INFLATERAW: 6, UNZIP: 7, BROTLI_DECODE: 8, BROTLI_ENCODE: 9,
  BROTLI_OPERATION_PROCESS: 0, BROTLI_OPERATION_FLUSH: 1, BROTLI_OPERATION_FINISH: 2, BROTLI_OPERATION_EMIT_METADATA: 3,
  BROTLI_PARAM_MODE: 0, BROTLI_MODE_GENERIC: 0, BROTLI_MODE_TEXT: 1, BROTLI_MODE_FONT: 2, BROTLI_PARAM_QUALITY: 1, BROTLI_MIN_QUALITY: 0,
  BROTLI_MAX_QUALITY: 11, BROTLI_DEFAULT_QUALITY: 11, BROTLI_PARAM_LGWIN: 2, BROTLI_DEFAULT_WINDOW: 22, BROTLI_PARAM_SIZE_HINT: 5
};
Object.keys(constants).forEach(function (k) { if (k.indexOf('Z_') === 0) { exports[k] = constants[k]; } });

function bytes(v) {
  if (typeof v === 'string') { return Buffer.from(v); }
  if (ArrayBuffer.isView(v) || v instanceof ArrayBuffer) { return v; }
  throw util.invalidArgument('buffer', 'string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer', v);
}
// written is as bytes, for what is written to a stream; nothing, and a function, are no data.
function written(v) {
  if (v === undefined || v === null || typeof v === 'function') { return Buffer.alloc(0); }
  if (typeof v !== 'string' && !ArrayBuffer.isView(v) && !(v instanceof ArrayBuffer)) { throw errors.argument('chunk', 'of type string or an instance of Buffer, TypedArray, or DataView', v); }
  return bytes(v);
}
function numbered(v, name, min, max, otherwise) {
  if (v === undefined || v !== v) { return otherwise; }
  if (typeof v !== 'number') { throw errors.argument(name, 'of type number', v); }
  if (v === Infinity || v === -Infinity) { throw validate.outOfRange(name, 'a finite number', v); }
  if (v < min || v > max) { throw validate.outOfRange(name, '>= ' + min + (max === Infinity ? '' : ' and <= ' + max), v); }
  return v;
}
// checked reads the options of a stream, or of one call. Numbers that are absent, or NaN, have
// their default.
function checked(name, format, o) {
  o = o || {};
  var brotli = format === 'brotli', last = brotli ? constants.BROTLI_OPERATION_EMIT_METADATA : constants.Z_BLOCK;
  function number(key, min, max, otherwise) { return numbered(o[key], 'options.' + key, min, max, otherwise); }
  var read = {
    chunkSize: number('chunkSize', constants.Z_MIN_CHUNK, Infinity, constants.Z_DEFAULT_CHUNK),
    flush: number('flush', 0, last, brotli ? constants.BROTLI_OPERATION_PROCESS : constants.Z_NO_FLUSH),
    finishFlush: number('finishFlush', 0, last, brotli ? constants.BROTLI_OPERATION_FINISH : constants.Z_FINISH),
    maxOutputLength: number('maxOutputLength', 1, most, most), level: -1, dictionary: null
  };
  if (brotli) { read.level = quality(o.params); } else {
    if (!(/^(Inflate|Gunzip|Unzip)$/.test(name) && (o.windowBits === null || o.windowBits === 0))) { number('windowBits', constants.Z_MIN_WINDOWBITS + (name === 'Gzip' ? 1 : 0), constants.Z_MAX_WINDOWBITS); }
    read.level = number('level', constants.Z_MIN_LEVEL, constants.Z_MAX_LEVEL, constants.Z_DEFAULT_LEVEL);
    number('memLevel', constants.Z_MIN_MEMLEVEL, constants.Z_MAX_MEMLEVEL);
    read.strategy = number('strategy', constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_DEFAULT_STRATEGY);
    if (o.dictionary !== undefined) {
      if (!validate.isBuffer(o.dictionary)) { throw errors.argument('options.dictionary', 'an instance of Buffer, TypedArray, DataView, or ArrayBuffer', o.dictionary); }
      if (/deflate|raw/.test(format)) { read.dictionary = o.dictionary; }
    }
  }
  // lenient: the caller accepts truncated input.
  read.lenient = read.finishFlush === (brotli ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH);
  return read;
}
function quality(params) {
  var seen = {};
  Object.keys(params || {}).forEach(function (key) {
    if (!(+key >= 0 && +key <= 9) || seen[+key]) { throw errors.coded(RangeError, 'ERR_BROTLI_INVALID_PARAM', key + ' is not a valid Brotli parameter'); }
    seen[+key] = true;
    if (typeof params[key] !== 'number' && typeof params[key] !== 'boolean') { throw errors.argument('options.params[key]', 'of type number', params[key]); }
  });
  var q = params && params[constants.BROTLI_PARAM_QUALITY];
  return q === undefined ? constants.BROTLI_DEFAULT_QUALITY : q;
}

// synchronous gives a stream what packages call that compress at once: _processChunk, and
// the native part under it, which fills a buffer of theirs.
function synchronous(self, o) {
  var rest = null, over = false;
  self._handle = {
    close: function () {},
    reset: function () {},
    writeSync: function (kind, chunk, at, length, out, offset, room) {
      if (!rest || !rest.length && length && !over) {
        try { rest = self._at(chunk ? Buffer.from(chunk.buffer, chunk.byteOffset + at, length) : Buffer.alloc(0), kind); } catch (e) {
          self._hadError = true;
          self.emit('error', e);
          return;
        }
        over = kind === constants.Z_FINISH;
      }
      var n = rest.copy(out, offset, 0, Math.min(room, rest.length));
      rest = rest.subarray(n);
      self._writeState[0] = room - n;
      self._writeState[1] = 0;
    }
  };
  self._chunkSize = o.chunkSize;
  self._outBuffer = Buffer.allocUnsafe(self._chunkSize);
  self._outOffset = 0;
  self._writeState = new Uint32Array(2);
  self._finishFlushFlag = o.finishFlush;
  self._defaultFlushFlag = o.flush;
  self._level = o.level;
  self._strategy = o.strategy;
}
function processChunk(chunk, kind, done) {
  if (typeof done !== 'function') { return this._at(chunk, kind); }
  var out;
  try { out = this._at(chunk, kind); } catch (e) { process.nextTick(done, e); return undefined; }
  this.push(out);
  process.nextTick(done);
}

function start(self, name, format, o) {
  var read = checked(name, format, o);
  stream.Transform.call(self, o && o.objectMode ? Object.assign({}, o, { objectMode: false }) : o);
  synchronous(self, read);
  self.bytesWritten = 0;
  Object.defineProperties(self, { _format: { value: format }, _options: { value: read }, _more: { value: null, writable: true }, _over: { value: false, writable: true } });
}
// failed ends a stream. Callbacks of writes are not called then, as in Node.
function failed(self, err) {
  self._hadError = true;
  self.destroy(err);
}
function Compress(name, format, o) {
  start(this, name, format, o);
  Object.defineProperty(this, 'encoder', { value: native.encoder(format, this._level, this._options.dictionary), writable: true });
}
util.inherits(Compress, stream.Transform);
Compress.prototype._processChunk = processChunk;
Compress.prototype._at = function (chunk, kind) {
  var brotli = this._format === 'brotli', end = brotli ? kind === constants.BROTLI_OPERATION_FINISH : kind === constants.Z_FINISH;
  this.bytesWritten += chunk.length;
  return native.encodeSync(this.encoder, chunk, end ? 'end' : kind ? 'flush' : '');
};
Compress.prototype._step = function (chunk, how, done) {
  var self = this;
  native.encode(self.encoder, chunk, how, function (err, out) { if (err) { failed(self, err); } else { give(self, out, done); } });
};
Compress.prototype._transform = function (chunk, encoding, done) {
  this.bytesWritten += chunk.length;
  if (chunk.flushes === undefined) { this._step(chunk, '', done); return; }
  if (chunk.flushes === constants.Z_NO_FLUSH) { done(); return; }
  this._step(chunk, chunk.flushes === (this._format === 'brotli' ? constants.BROTLI_OPERATION_FINISH : constants.Z_FINISH) ? 'end' : 'flush', done);
};
// give has a stream give out what was made, in pieces of its size. A reader that has enough is waited for: what a few
// bytes unpack to may have no end.
function give(self, out, done) {
  var at = 0, size = self._chunkSize;
  function next() {
    if (self.destroyed) { return; }
    while (at < out.length) {
      var piece = at === 0 && out.length <= size ? out : out.subarray(at, at + size);
      at += size;
      if (!self.push(piece)) {
        self._more = next;
        return;
      }
      if (self.destroyed) { return; }
    }
    done();
  }
  next();
}
function more(n) {
  var next = this._more;
  if (next) {
    this._more = null;
    process.nextTick(next); // this read takes what is there
  } else { stream.Transform.prototype._read.call(this, n); }
}
Compress.prototype._read = more;
Compress.prototype._flush = function (done) { this._step(Buffer.alloc(0), 'end', done); };
// A flush is queued between the writes, as a chunk of its own.
var flushes = [0, 1, 2, 3, 4, 5].map(function (kind) { return Object.assign(Buffer.alloc(0), { flushes: kind }); });
function flush(kind, done) {
  if (typeof kind === 'function' || kind === undefined && !done) {
    done = kind;
    kind = this._format === 'brotli' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_FULL_FLUSH;
  }
  if (typeof done !== 'function') { done = null; }
  var self = this, called = done && function (err) {
    if (err) { done(err); return; }
    read();
  };
  if (this._writableState.ending) {
    if (done) { if (this._writableState.finished) { process.nextTick(done); } else { this.once('end', done); } }
    return;
  }
  this.write(flushes[kind], '', called);
  // What the flush makes is emitted before done is called, if somebody reads.
  function read() {
    var s = self._readableState;
    if (s.flowing && s.buffer.length && !self.destroyed) { process.nextTick(read); } else { done(); }
  }
}
Compress.prototype.flush = flush;
Compress.prototype.params = function (n, strategy, done) {
  this._level = numbered(n, 'level', constants.Z_MIN_LEVEL, constants.Z_MAX_LEVEL, this._level);
  this._strategy = numbered(strategy, 'strategy', constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, this._strategy);
  process.nextTick(done);
};
Compress.prototype.reset = function () { this.encoder = native.encoder(this._format, this._level, this._options.dictionary); };
Compress.prototype._destroy = function (err, done) { this._handle = null; done(err); };
Compress.prototype.close = function (done) {
  if (done) { stream.finished(this, done); }
  this.destroy();
};

function Decompress(name, format, o) {
  start(this, name, format, o);
  Object.defineProperty(this, 'decoder', { value: native.decoder(format, this._options.dictionary), writable: true });
}
util.inherits(Decompress, stream.Transform);
var bytesRead = util.deprecate(function () { return this.bytesWritten; }, 'zlib.bytesRead is deprecated and will change its meaning in the future. Use zlib.bytesWritten instead.', 'DEP0108');
var setBytesRead = util.deprecate(function (v) { this.bytesWritten = v; }, 'Setting zlib.bytesRead is deprecated. This feature will be removed in the future.', 'DEP0108');
[Compress, Decompress].forEach(function (Type) {
  Object.defineProperty(Type.prototype, 'bytesRead', { configurable: true, get: bytesRead, set: setBytesRead });
  Object.defineProperty(Type.prototype, '_closed', { configurable: true, get: function () { return !this._handle; } });
});
Decompress.prototype._processChunk = processChunk;
Decompress.prototype._at = function (chunk, kind) {
  var self = this, list = [], piece;
  function read() { while ((piece = native.decodeSync(self.decoder)) !== null && piece.length) { list.push(piece); } }
  self.bytesWritten += chunk.length;
  if (chunk.length) { native.feed(self.decoder, chunk); read(); }
  if (kind === (self._format === 'brotli' ? constants.BROTLI_OPERATION_FINISH : constants.Z_FINISH) && self.bytesWritten) {
    native.feed(self.decoder, null);
    read();
  }
  return list.length === 1 ? list[0] : Buffer.concat(list);
};
Decompress.prototype._drain = function (done) {
  var self = this;
  function next() { self._drain(done); }
  native.decode(self.decoder, function (err, out) {
    if (err && self._options.lenient && err.code === 'Z_BUF_ERROR') { err = null; }
    if (err) { failed(self, err); return; }
    if (out && out.length) { give(self, out, next); return; }
    if (out === null && !self._over) { over(self); }
    done();
  });
};
// over is called when all is unpacked. What follows is not read; a writer may find out with the next piece alone.
function over(self) {
  var left = native.left(self.decoder);
  self._over = true;
  self.bytesWritten -= left;
  if (left || self._format === 'brotli') { self.push(null); } // which knows of its end by what follows
}
Decompress.prototype._transform = function (chunk, encoding, done) {
  if (!chunk.length) { done(); return; }
  if (this._over) {
    if (!this._readableState.ended) { this.push(null); }
    done();
    return;
  }
  this.bytesWritten += chunk.length;
  native.feed(this.decoder, chunk);
  this._drain(done);
};
Decompress.prototype._flush = function (done) {
  var self = this;
  if (!self.bytesWritten || self._over) { done(); return; }
  native.feed(self.decoder, null);
  self._drain(done);
};
Decompress.prototype._read = more;
Decompress.prototype._destroy = function (err, done) { this._handle = null; native.stop(this.decoder, function () { done(err); }); };
Decompress.prototype.flush = flush;
Decompress.prototype.reset = function () {
  native.stop(this.decoder, function () {});
  this.decoder = native.decoder(this._format, this._options.dictionary);
  this._over = false;
};
Decompress.prototype.params = Compress.prototype.params;
Decompress.prototype.close = Compress.prototype.close;

[['Gzip', 'gzip', Compress], ['Deflate', 'deflate', Compress], ['DeflateRaw', 'raw', Compress], ['BrotliCompress', 'brotli', Compress],
  ['Gunzip', 'gzip', Decompress], ['Inflate', 'deflate', Decompress], ['InflateRaw', 'raw', Decompress], ['Unzip', 'auto', Decompress], ['BrotliDecompress', 'brotli', Decompress]].forEach(function (t) {
  var name = t[0], format = t[1], Base = t[2];
  function Type(o) {
    if (!(this instanceof Type)) { return new Type(o); }
    Base.call(this, name, format, o);
  }
  Object.defineProperty(Type, 'name', { value: name });
  util.inherits(Type, Base);
  exports[name] = Type;
  exports['create' + name] = function (o) { return new Type(o); };
  var short = name[0].toLowerCase() + name.slice(1), compress = Base === Compress;
  // told is what is made, with its engine where the option info asks for it.
  function told(out, o) { return o && o.info ? { buffer: out, engine: new Type(o) } : out; }
  exports[short + 'Sync'] = function (data, o) { return told(native[compress ? 'deflateSync' : 'inflateSync'](format, bytes(data), checked(name, format, o)), o); };
  exports[short] = function (data, o, done) {
    if (typeof o === 'function') { done = o; o = {}; }
    if (typeof done !== 'function') { throw util.invalidArgument('callback', 'function', done); }
    native[compress ? 'deflate' : 'inflate'](format, written(data), checked(name, format, o), function (err, out) { if (err) { done(err); } else { done(null, told(out, o)); } });
  };
});
exports.crc32 = function (data, value) {
  if (typeof data !== 'string' && !ArrayBuffer.isView(data)) { throw errors.argument('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data); }
  if (value === undefined) { value = 0; } else { validate.uint32(value, 'value'); }
  return native.crc32(bytes(data), value);
};
exports.codes = { Z_OK: 0, Z_STREAM_END: 1, Z_NEED_DICT: 2, Z_ERRNO: -1, Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5, Z_VERSION_ERROR: -6 };
['NONE', 'DEFLATE', 'INFLATE', 'GZIP', 'GUNZIP', 'DEFLATERAW', 'INFLATERAW', 'UNZIP'].forEach(function (name, i) { if (i) { exports.constants[name] = exports[name] = i; } });
exports.constants.ZLIB_VERNUM = exports.ZLIB_VERNUM = 4880;
