// streamreadable: Readable, the streams that are read. When it emits what, and when it
// calls _read, follows Node turn by turn: packages depend on that.
var Stream = require('streamlegacy'), util = require('util'), StringDecoder = require('string_decoder').StringDecoder;
var ends = require('streamdestroy'), errors = require('streamerrors'), marks = require('streammarks'), validate = require('validate');
var largest = 1073741824; // bytes that one read may ask for

// ReadableState is what a stream knows of itself. What most streams never change stands on
// the prototype: that is cheaper to make.
function ReadableState(o, stream, duplex) {
  if (duplex === undefined) { duplex = stream instanceof require('streamduplex'); }
  var mark = null;
  this.objectMode = false;
  if (o) {
    this.objectMode = !!(o.objectMode || duplex && o.readableObjectMode);
    mark = marks.given(o, duplex ? 'readableHighWaterMark' : undefined);
    if (o.emitClose === false) { this.emitClose = false; }
    if (o.autoDestroy === false) { this.autoDestroy = false; }
    if (o.defaultEncoding !== undefined && o.defaultEncoding !== null && o.defaultEncoding !== 'utf8') {
      validate.encoding(o.defaultEncoding);
      this.defaultEncoding = o.defaultEncoding;
    }
    if (o.encoding) {
      this.decoder = new StringDecoder(o.encoding);
      this.encoding = o.encoding;
    }
  }
  this.highWaterMark = mark === null ? marks.of(this.objectMode) : mark;
  this.buffer = [];
  this.bufferIndex = 0;
  this.length = 0;
  this.pipes = [];
  this.flowing = null;
}
Object.assign(ReadableState.prototype, {
  ended: false, endEmitted: false, reading: false, constructed: true, sync: true, needReadable: false, emittedReadable: false, readableListening: false, resumeScheduled: false, errorEmitted: false,
  emitClose: true, autoDestroy: true, destroyed: false, closed: false, closeEmitted: false, multiAwaitDrain: false, readingMore: false, dataEmitted: false, errored: null, defaultEncoding: 'utf8',
  dataListening: false, decoder: null, encoding: null, awaitDrainWriters: null, paused: null, readable: true
});
Object.defineProperty(ReadableState.prototype, 'pipesCount', { configurable: true, get: function () { return this.pipes.length; } });

function Readable(o) {
  if (!(this instanceof Readable)) { return new Readable(o); }
  this._readableState = new ReadableState(o, this, false);
  if (o) {
    if (typeof o.read === 'function') { this._read = o.read; }
    if (typeof o.destroy === 'function') { this._destroy = o.destroy; }
    if (typeof o.construct === 'function') { this._construct = o.construct; }
    if (o.signal) { require('streamsignal').checked(o.signal, this); }
  }
  Stream.call(this, o);
  if (typeof this._construct === 'function') {
    var self = this;
    ends.construct(this, function () { Readable._begun(self); });
  }
}
util.inherits(Readable, Stream);
Object.setPrototypeOf(Readable, Stream);
// _begun has a stream read on after its _construct.
Object.defineProperty(Readable, '_begun', { value: function (self) { if (self._readableState.needReadable) { readMore(self, self._readableState); } } });
Readable.ReadableState = ReadableState;
Readable.prototype.destroy = ends.destroy;
Readable.prototype._undestroy = ends.undestroy;
Readable.prototype._destroy = function (err, done) { done(err); };
Readable.prototype[Stream.captureRejectionSymbol] = function (err) { this.destroy(err); };
if (Symbol.asyncDispose) {
  Readable.prototype[Symbol.asyncDispose] = function () {
    var self = this, err;
    if (!self.destroyed) {
      err = self.readableEnded ? null : errors.aborted();
      self.destroy(err);
    }
    return new Promise(function (resolve, reject) { require('streamfinished').finished(self, function (e) { if (e && e !== err) { reject(e); } else { resolve(null); } }); });
  };
}

function hasRoom(s) { return !s.ended && (s.length < s.highWaterMark || s.length === 0); }
Readable.prototype.push = function (chunk, encoding) {
  var s = this._readableState;
  if (chunk === null) { return finish(this, s); }
  if (!s.objectMode) {
    var kind = bytes(this, s, chunk, encoding);
    if (kind === undefined) { return false; }
    chunk = kind;
    if (typeof chunk !== 'string') { encoding = ''; } else if (!encoding) { encoding = s.defaultEncoding; }
    if (chunk.length <= 0) {
      s.reading = false;
      readMore(this, s);
      return hasRoom(s);
    }
  }
  if (s.ended) { ends.errorOrDestroy(this, errors.pushed()); return false; }
  if (s.destroyed || s.errored) { return false; }
  s.reading = false;
  if (s.decoder !== null && !encoding) {
    chunk = s.decoder.write(chunk);
    if (chunk.length === 0 && !s.objectMode) {
      readMore(this, s);
      return hasRoom(s);
    }
  }
  add(this, s, chunk, false);
  return hasRoom(s);
};
Readable.prototype.unshift = function (chunk, encoding) {
  var s = this._readableState;
  if (chunk === null) { return finish(this, s); }
  if (!s.objectMode) {
    chunk = bytes(this, s, chunk, encoding);
    if (chunk === undefined) { return false; }
    if (chunk.length <= 0) { return hasRoom(s); }
  }
  if (s.endEmitted) { ends.errorOrDestroy(this, errors.unshifted()); return false; }
  if (s.destroyed || s.errored) { return false; }
  add(this, s, chunk, true);
  return hasRoom(s);
};
function finish(self, s) {
  s.reading = false;
  end(self, s);
  return false;
}
// bytes converts a chunk to what a stream of bytes or text buffers; after an error there is none.
function bytes(self, s, chunk, encoding) {
  if (Buffer.isBuffer(chunk)) { return chunk; }
  if (typeof chunk === 'string') {
    encoding = encoding || s.defaultEncoding;
    if (s.encoding === encoding) { return chunk; }
    return s.encoding ? Buffer.from(chunk, encoding).toString(s.encoding) : Buffer.from(chunk, encoding);
  }
  if (ArrayBuffer.isView(chunk)) { return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength); }
  if (chunk === undefined) { return ''; }
  ends.errorOrDestroy(self, errors.chunk(chunk));
  return undefined;
}
function add(self, s, chunk, front) {
  if (s.flowing && s.length === 0 && !s.sync && s.dataListening) {
    if (s.multiAwaitDrain) { s.awaitDrainWriters.clear(); } else { s.awaitDrainWriters = null; }
    s.dataEmitted = true;
    self.emit('data', chunk);
  } else {
    s.length += s.objectMode ? 1 : chunk.length;
    if (!front) { s.buffer.push(chunk); } else if (s.bufferIndex > 0) { s.buffer[--s.bufferIndex] = chunk; } else { s.buffer.unshift(chunk); }
    if (s.needReadable) { announce(self, s); }
  }
  readMore(self, s);
}
function end(self, s) {
  if (s.ended) { return; }
  if (s.decoder !== null) {
    var rest = s.decoder.end();
    if (rest && rest.length) {
      s.buffer.push(rest);
      s.length += s.objectMode ? 1 : rest.length;
    }
  }
  s.ended = true;
  if (s.sync) { announce(self, s); return; } // what called _read gets the rest first
  s.needReadable = false;
  s.emittedReadable = true;
  announced(self);
}

Readable.prototype.read = function (n) {
  var s = this._readableState, asked;
  if (n === undefined) { n = NaN; } else if (!Number.isInteger(n)) { n = parseInt(n, 10); }
  asked = n;
  if (n > s.highWaterMark) { s.highWaterMark = raised(n); }
  if (n !== 0) { s.emittedReadable = false; }
  // There is enough for 'readable' already.
  if (n === 0 && s.needReadable && ((s.highWaterMark !== 0 ? s.length >= s.highWaterMark : s.length > 0) || s.ended)) {
    if (s.length === 0 && s.ended) { over(this, s); } else { announce(this, s); }
    return null;
  }
  n = available(s, n);
  if (n === 0 && s.ended) {
    if (s.length === 0) { over(this, s); }
    return null;
  }
  if ((s.needReadable || s.length === 0 || s.length - n < s.highWaterMark) && !(s.ended || s.reading || s.destroyed || s.errored || !s.constructed)) {
    s.reading = s.sync = true;
    if (s.length === 0) { s.needReadable = true; }
    try { this._read(s.highWaterMark); } catch (e) { ends.errorOrDestroy(this, e); }
    s.sync = false;
    if (!s.reading) { n = available(s, asked); } // it has pushed at once
  }
  var out = n > 0 ? take(s, n) : null;
  if (out === null) {
    if (s.length <= s.highWaterMark) { s.needReadable = true; }
    n = 0;
  } else {
    s.length -= n;
    if (s.multiAwaitDrain) { s.awaitDrainWriters.clear(); } else { s.awaitDrainWriters = null; }
  }
  if (s.length === 0) {
    if (!s.ended) { s.needReadable = true; }
    if (asked !== n && s.ended) { over(this, s); }
  }
  if (out !== null && !s.errorEmitted && !s.closeEmitted) {
    s.dataEmitted = true;
    this.emit('data', out);
  }
  return out;
};
// raised is the next power of two, so that a large read is not one of many pieces.
function raised(n) {
  if (n > largest) { throw validate.outOfRange('size', '<= 1GiB', n); }
  var mark = 1;
  while (mark < n) { mark *= 2; }
  return mark;
}
function available(s, n) {
  if (n <= 0 || s.length === 0 && s.ended) { return 0; }
  if (s.objectMode) { return 1; }
  if (n !== n) { return s.flowing && s.length ? s.buffer[s.bufferIndex].length : s.length; }
  return n <= s.length ? n : s.ended ? s.length : 0;
}
// take removes n bytes, characters or one object from the buffer.
function take(s, n) {
  if (s.length === 0) { return null; }
  var list = s.buffer, i = s.bufferIndex, out;
  if (s.objectMode || n === list[i].length) {
    out = list[i];
    list[i++] = null;
  } else if (n < list[i].length) {
    out = list[i].slice(0, n);
    list[i] = list[i].slice(n);
  } else {
    var parts = [], left = n;
    while (left > 0 && left >= list[i].length) {
      left -= list[i].length;
      parts.push(list[i]);
      list[i++] = null;
    }
    if (left > 0) {
      parts.push(list[i].slice(0, left));
      list[i] = list[i].slice(left);
    }
    out = s.decoder !== null ? parts.join('') : Buffer.concat(parts, n);
  }
  if (i === list.length) {
    list.length = 0;
    i = 0;
  } else if (i > 1024) {
    list.splice(0, i);
    i = 0;
  }
  s.bufferIndex = i;
  return out;
}
Object.defineProperty(Readable, '_fromList', { value: function (n, s) { return take(s, n > 0 ? n : s.objectMode ? 1 : s.length); }, writable: true, configurable: true, enumerable: true });
Readable.prototype._read = function () { throw errors.missing('_read()'); };

// announce emits 'readable' in the next turn, once.
function announce(self, s) {
  s.needReadable = false;
  if (s.emittedReadable) { return; }
  s.emittedReadable = true;
  process.nextTick(announced, self);
}
function announced(self) {
  var s = self._readableState;
  if (!s.destroyed && !s.errored && (s.length || s.ended)) {
    self.emit('readable');
    s.emittedReadable = false;
  }
  if (!s.flowing && !s.ended && s.length <= s.highWaterMark) { s.needReadable = true; }
  flow(self);
}
// readMore fills the buffer in the next turn.
function readMore(self, s) {
  if (s.readingMore || !s.constructed) { return; }
  s.readingMore = true;
  process.nextTick(readsMore, self, s);
}
function readsMore(self, s) {
  while (!s.reading && !s.ended && (s.length < s.highWaterMark || s.flowing && s.length === 0)) {
    var before = s.length;
    self.read(0);
    if (before === s.length) { break; } // it waits for data
  }
  s.readingMore = false;
}
function flow(self) { for (var s = self._readableState; s.flowing && self.read() !== null;) { continue; } }
function over(self, s) {
  if (s.endEmitted) { return; }
  s.ended = true;
  process.nextTick(ended, s, self);
}
function ended(s, self) {
  if (s.errored || s.closeEmitted || s.endEmitted || s.length !== 0) { return; }
  s.endEmitted = true;
  self.emit('end');
  var w = self._writableState;
  if (self.writable && self.allowHalfOpen === false) { process.nextTick(endWritable, self); } else if (s.autoDestroy && (!w || w.autoDestroy && (w.finished || w.writable === false))) { self.destroy(); }
}
function endWritable(self) { if (self.writable && !self.writableEnded && !self.destroyed) { self.end(); } }

Readable.prototype.on = Readable.prototype.addListener = function (type, fn) {
  var out = Stream.prototype.on.call(this, type, fn), s = this._readableState;
  if (type === 'data') {
    s.dataListening = true;
    if (this.listenerCount('readable') > 0) { s.readableListening = true; }
    if (s.flowing !== false) { this.resume(); }
  } else if (type === 'readable' && !s.endEmitted && !s.readableListening) {
    s.readableListening = s.needReadable = true;
    s.flowing = s.emittedReadable = false;
    if (s.length) { announce(this, s); } else if (!s.reading) { process.nextTick(begin, this); }
  }
  return out;
};
function begin(self) { self.read(0); }
Readable.prototype.removeListener = Readable.prototype.off = function (type, fn) {
  var out = Stream.prototype.removeListener.call(this, type, fn);
  if (type === 'readable') { process.nextTick(listened, this); } else if (type === 'data' && this.listenerCount('data') === 0) { this._readableState.dataListening = false; }
  return out;
};
Readable.prototype.removeAllListeners = function (type) {
  var out = Stream.prototype.removeAllListeners.apply(this, arguments);
  if (type === 'readable' || type === undefined) { process.nextTick(listened, this); }
  return out;
};
// listened decides how a stream goes on after a listener of 'readable' was removed.
function listened(self) {
  var s = self._readableState;
  s.readableListening = self.listenerCount('readable') > 0;
  if (s.resumeScheduled && s.paused === false) { s.flowing = true; } else if (s.dataListening) { self.resume(); } else if (!s.readableListening) { s.flowing = null; }
}
Readable.prototype.resume = function () {
  var s = this._readableState;
  if (!s.flowing) {
    s.flowing = !s.readableListening; // where 'readable' is listened to, that reads
    if (!s.resumeScheduled) {
      s.resumeScheduled = true;
      process.nextTick(resumed, this, s);
    }
  }
  s.paused = false;
  return this;
};
function resumed(self, s) {
  if (!s.reading) { self.read(0); }
  s.resumeScheduled = false;
  self.emit('resume');
  flow(self);
  if (s.flowing && !s.reading) { self.read(0); }
}
Readable.prototype.pause = function () {
  var s = this._readableState;
  if (s.flowing !== false) {
    s.flowing = false;
    this.emit('pause');
  }
  s.paused = true;
  return this;
};
Readable.prototype.isPaused = function () { return this._readableState.paused === true || this._readableState.flowing === false; };
Readable.prototype.setEncoding = function (encoding) {
  var s = this._readableState, decoder = new StringDecoder(encoding), text = '';
  s.decoder = decoder;
  s.encoding = decoder.encoding;
  for (var i = s.bufferIndex; i < s.buffer.length; i++) { text += decoder.write(s.buffer[i]); }
  s.buffer = text === '' ? [] : [text];
  s.bufferIndex = 0;
  s.length = text.length;
  return this;
};

// As in Node they are neither listed nor replaced.
function member(name, get, set) { Object.defineProperty(Readable.prototype, name, { get: get, set: set }); }
function answer(name, of) { member(name, function get() { var s = this._readableState; return s ? of(s) : undefined; }); }
member('readable', function get() {
  var s = this._readableState;
  return !!s && s.readable !== false && !s.destroyed && !s.errorEmitted && !s.endEmitted;
}, function set(v) { if (this._readableState) { this._readableState.readable = !!v; } });
answer('readableDidRead', function (s) { return s.dataEmitted; });
answer('readableAborted', function (s) { return !!(s.readable !== false && (s.destroyed || s.errored) && !s.endEmitted); });
answer('readableHighWaterMark', function (s) { return s.highWaterMark; });
answer('readableBuffer', function (s) { return s.buffer; });
member('readableFlowing', function get() { return this._readableState.flowing; }, function set(v) { if (this._readableState) { this._readableState.flowing = v; } });
answer('readableLength', function (s) { return s.length; });
answer('readableObjectMode', function (s) { return s.objectMode; });
answer('readableEncoding', function (s) { return s.encoding; });
answer('errored', function (s) { return s.errored; });
member('closed', function get() { var s = this._readableState; return s ? s.closed : false; });
member('destroyed', function get() { var s = this._readableState; return s ? s.destroyed : false; }, function set(v) { if (this._readableState) { this._readableState.destroyed = v; } });
answer('readableEnded', function (s) { return s.endEmitted; });

require('streampipe')(Readable);
require('streamiterate')(Readable);
require('streamoperators')(Readable);
module.exports = Readable;
