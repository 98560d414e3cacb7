// streamwritable: Writable, the streams that are written. Turn by turn as in Node: when
// callbacks are called and what is emitted when.
var Stream = require('streamlegacy'), util = require('util'), ends = require('streamdestroy'), errors = require('streamerrors'), marks = require('streammarks'), validate = require('validate');

function nothing() {}
// WritableState is what a stream knows of itself, see ReadableState.
function WritableState(o, stream, duplex) {
  if (duplex === undefined) { duplex = stream instanceof require('streamduplex'); }
  var mark = null;
  this.objectMode = false;
  if (o) {
    this.objectMode = !!(o.objectMode || duplex && o.writableObjectMode);
    mark = marks.given(o, duplex ? 'writableHighWaterMark' : undefined);
    if (o.decodeStrings === false) { this.decodeStrings = false; }
    if (o.emitClose === false) { this.emitClose = false; }
    if (o.autoDestroy === false) { this.autoDestroy = false; }
    if (o.defaultEncoding !== undefined && o.defaultEncoding !== null && o.defaultEncoding !== 'utf8') {
      validate.encoding(o.defaultEncoding);
      this.defaultEncoding = o.defaultEncoding;
    }
  }
  this.highWaterMark = mark === null ? marks.of(this.objectMode) : mark;
  this.length = 0;
  this.corked = 0;
  this.writelen = 0;
  this.pendingcb = 0;
  this.buffered = [];
  this.bufferedIndex = 0;
  this.onwrite = function (err) { written(stream, err); };
}
Object.assign(WritableState.prototype, {
  finalCalled: false, needDrain: false, ending: false, ended: false, finished: false, destroyed: false, decodeStrings: true, writing: false, sync: true, bufferProcessing: false, constructed: true,
  prefinished: false, errorEmitted: false, emitClose: true, autoDestroy: true, closed: false, closeEmitted: false, allBuffers: true, allNoop: true, errored: null, writable: true,
  defaultEncoding: 'utf8', writecb: null, afterWriteTickInfo: null, afterWritePending: false, onFinish: null
});
WritableState.prototype.getBuffer = function () { return this.buffered.slice(this.bufferedIndex); };
Object.defineProperty(WritableState.prototype, 'bufferedRequestCount', { configurable: true, get: function () { return this.buffered.length - this.bufferedIndex; } });

function Writable(o) {
  if (!(this instanceof Writable)) { return new Writable(o); }
  this._writableState = new WritableState(o, this, false);
  if (o) {
    Writable._given(this, o);
    if (o.signal) { require('streamsignal').checked(o.signal, this); }
  }
  Stream.call(this, o);
  if (typeof this._construct === 'function') {
    var self = this;
    ends.construct(this, function () { Writable._begun(self); });
  }
}
util.inherits(Writable, Stream);
Object.setPrototypeOf(Writable, Stream);
Writable.WritableState = WritableState;
// _given takes the methods of the options.
Object.defineProperty(Writable, '_given', { value: function (self, o) {
  if (typeof o.write === 'function') { self._write = o.write; }
  if (typeof o.writev === 'function') { self._writev = o.writev; }
  if (typeof o.destroy === 'function') { self._destroy = o.destroy; }
  if (typeof o.final === 'function') { self._final = o.final; }
  if (typeof o.construct === 'function') { self._construct = o.construct; }
} });
// _begun has a stream write what it was given before its _construct was done.
Object.defineProperty(Writable, '_begun', { value: function (self) {
  var s = self._writableState;
  if (!s.writing) { writeBuffered(self, s); }
  if (s.ending) { finishMaybe(self, s); }
} });
// A Duplex has the methods of Writable, but not its prototype.
Object.defineProperty(Writable, Symbol.hasInstance, { value: function (o) {
  if (Function.prototype[Symbol.hasInstance].call(this, o)) { return true; }
  return this === Writable && !!o && o._writableState instanceof WritableState;
} });
Writable.prototype.pipe = function () { ends.errorOrDestroy(this, errors.unpipeable()); };

Writable.prototype.write = function (chunk, encoding, done) {
  if (typeof encoding === 'function') {
    done = encoding;
    encoding = null;
  }
  return write(this, chunk, encoding, done) === true;
};
// write returns an error where there is no write, and else whether there is room for more.
function write(self, chunk, encoding, done) {
  var s = self._writableState;
  if (typeof done !== 'function') { done = nothing; }
  if (chunk === null) { throw errors.nothing(); }
  if (!s.objectMode) {
    if (!encoding) { encoding = s.defaultEncoding; } else if (encoding !== 'buffer') { validate.encoding(encoding); }
    if (typeof chunk === 'string') {
      if (s.decodeStrings) {
        chunk = Buffer.from(chunk, encoding);
        encoding = 'buffer';
      }
    } else if (Buffer.isBuffer(chunk)) { encoding = 'buffer'; } else if (ArrayBuffer.isView(chunk)) {
      chunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      encoding = 'buffer';
    } else { throw errors.chunk(chunk); }
  }
  if (s.ending || s.destroyed) {
    var err = s.ending ? errors.ended() : errors.destroyed('write');
    process.nextTick(done, err);
    ends.errorOrDestroy(self, err, true);
    return err;
  }
  s.pendingcb++;
  var len = s.objectMode ? 1 : chunk.length;
  s.length += len;
  if (s.writing || s.corked || s.errored || !s.constructed) {
    s.buffered.push({ chunk: chunk, encoding: encoding, callback: done });
    if (s.allBuffers && encoding !== 'buffer') { s.allBuffers = false; }
    if (s.allNoop && done !== nothing) { s.allNoop = false; }
  } else {
    s.writelen = len;
    s.writecb = done;
    s.writing = s.sync = true;
    self._write(chunk, encoding, s.onwrite);
    s.sync = false;
  }
  // What is written at once takes no room.
  var room = s.length < s.highWaterMark || s.length === 0;
  if (!room) { s.needDrain = true; }
  return room && !s.errored && !s.destroyed;
}
Writable.prototype._write = function (chunk, encoding, done) {
  if (!this._writev) { throw errors.missing('_write()'); }
  this._writev([{ chunk: chunk, encoding: encoding }], done);
};
Writable.prototype._writev = null;

// written is the callback of _write and _writev.
function written(self, err) {
  var s = self._writableState, sync = s.sync, done = s.writecb;
  if (typeof done !== 'function') { ends.errorOrDestroy(self, errors.twice()); return; }
  s.writing = false;
  s.writecb = null;
  s.length -= s.writelen;
  s.writelen = 0;
  if (err) {
    if (!s.errored) { s.errored = err; }
    if (self._readableState && !self._readableState.errored) { self._readableState.errored = err; }
    if (sync) { process.nextTick(failed, self, s, err, done); } else { failed(self, s, err, done); }
    return;
  }
  if (s.buffered.length > s.bufferedIndex) { writeBuffered(self, s); }
  if (!sync) { after(self, s, 1, done); return; }
  var drains = s.needDrain && s.length === 0;
  if (done === nothing) {
    // Nobody waits: such a write needs no turn of its own; those of objects have one in Node.
    if (!s.afterWritePending && (drains || s.objectMode)) {
      process.nextTick(after, self, s, 1, done);
      s.afterWritePending = true;
    } else {
      s.pendingcb--;
      if (s.ending) { finishMaybe(self, s, true); }
    }
  } else if (s.afterWriteTickInfo !== null && s.afterWriteTickInfo.cb === done) { s.afterWriteTickInfo.count++; } else {
    s.afterWriteTickInfo = { count: 1, cb: done, stream: self, state: s };
    process.nextTick(afterTick, s.afterWriteTickInfo);
    s.afterWritePending = true;
  }
}
function failed(self, s, err, done) {
  --s.pendingcb;
  done(err);
  refuse(s);
  ends.errorOrDestroy(self, err);
}
function afterTick(info) {
  info.state.afterWriteTickInfo = null;
  after(info.stream, info.state, info.count, info.cb);
}
function after(self, s, count, done) {
  s.afterWritePending = false;
  if (s.needDrain && !s.ending && !s.destroyed && s.length === 0) {
    s.needDrain = false;
    self.emit('drain');
  }
  while (count-- > 0) {
    s.pendingcb--;
    done(null);
  }
  if (s.destroyed) { refuse(s); }
  if (s.ending) { finishMaybe(self, s, true); }
}
// refuse gives what will not be written an error.
function refuse(s) {
  if (s.writing) { return; }
  for (var i = s.bufferedIndex; i < s.buffered.length; i++) {
    var w = s.buffered[i];
    s.length -= s.objectMode ? 1 : w.chunk.length;
    w.callback(s.errored || errors.destroyed('write'));
  }
  finished(s, s.errored || errors.destroyed('end'));
  reset(s);
}
function finished(s, err) {
  var list = s.onFinish;
  s.onFinish = null;
  for (var i = 0; list && i < list.length; i++) { list[i](err); }
}
function reset(s) {
  s.buffered = [];
  s.bufferedIndex = 0;
  s.allBuffers = s.allNoop = true;
}
// writeBuffered writes what has waited: at once with _writev, else one by one.
function writeBuffered(self, s) {
  if (s.corked || s.bufferProcessing || s.destroyed || !s.constructed) { return; }
  var list = s.buffered, i = s.bufferedIndex, count = list.length - i;
  if (!count) { return; }
  s.bufferProcessing = true;
  if (count > 1 && self._writev) {
    s.pendingcb -= count - 1;
    var chunks = s.allNoop && i === 0 ? list : list.slice(i);
    chunks.allBuffers = s.allBuffers;
    pass(self, s, true, s.length, chunks, '', s.allNoop ? nothing : function (err) { for (var n = 0; n < chunks.length; n++) { chunks[n].callback(err); } });
    reset(s);
  } else {
    do {
      var w = list[i];
      list[i++] = null;
      pass(self, s, false, s.objectMode ? 1 : w.chunk.length, w.chunk, w.encoding, w.callback);
    } while (i < list.length && !s.writing);
    if (i === list.length) { reset(s); } else if (i > 256) {
      list.splice(0, i);
      s.bufferedIndex = 0;
    } else { s.bufferedIndex = i; }
  }
  s.bufferProcessing = false;
}
function pass(self, s, many, len, chunk, encoding, done) {
  s.writelen = len;
  s.writecb = done;
  s.writing = s.sync = true;
  if (s.destroyed) { s.onwrite(errors.destroyed('write')); } else if (many) { self._writev(chunk, s.onwrite); } else { self._write(chunk, encoding, s.onwrite); }
  s.sync = false;
}

Writable.prototype.end = function (chunk, encoding, done) {
  var s = this._writableState, err;
  if (typeof chunk === 'function') {
    done = chunk;
    chunk = encoding = null;
  } else if (typeof encoding === 'function') {
    done = encoding;
    encoding = null;
  }
  if (chunk !== undefined && chunk !== null) {
    var result = write(this, chunk, encoding);
    if (result instanceof Error) { err = result; }
  }
  if (s.corked) {
    s.corked = 1;
    this.uncork();
  }
  if (!err) {
    if (!s.errored && !s.ending) {
      s.ending = true;
      finishMaybe(this, s, true);
      s.ended = true;
    } else if (s.finished) { err = errors.finished('end'); } else if (s.destroyed) { err = errors.destroyed('end'); }
  }
  if (typeof done === 'function') {
    if (err || s.errored) { process.nextTick(done, err || s.errored); } else if (s.finished) { process.nextTick(done, null); } else if (s.onFinish) { s.onFinish.push(done); } else { s.onFinish = [done]; }
  }
  return this;
};
function mayFinish(s) {
  return s.ending && !s.destroyed && s.constructed && s.length === 0 && !s.errored && s.buffered.length === 0 && !s.finished && !s.writing && !s.errorEmitted && !s.closeEmitted;
}
function finishMaybe(self, s, sync) {
  if (!mayFinish(s)) { return; }
  prefinish(self, s);
  if (s.pendingcb !== 0) { return; }
  if (sync) {
    s.pendingcb++;
    process.nextTick(finishLater, self, s);
  } else if (mayFinish(s)) {
    s.pendingcb++;
    finish(self, s);
  }
}
function finishLater(self, s) { if (mayFinish(s)) { finish(self, s); } else { s.pendingcb--; } }
function prefinish(self, s) {
  if (s.prefinished || s.finalCalled) { return; }
  if (typeof self._final === 'function' && !s.destroyed) {
    s.finalCalled = true;
    final(self, s);
  } else {
    s.prefinished = s.finalCalled = true;
    self.emit('prefinish');
  }
}
function final(self, s) {
  var called = false;
  function done(err) {
    if (called) { ends.errorOrDestroy(self, err || errors.twice()); return; }
    called = true;
    s.pendingcb--;
    if (err) {
      finished(s, err);
      ends.errorOrDestroy(self, err, s.sync);
    } else if (mayFinish(s)) {
      s.prefinished = true;
      self.emit('prefinish');
      s.pendingcb++;
      process.nextTick(finish, self, s);
    }
  }
  s.sync = true;
  s.pendingcb++;
  try { self._final(done); } catch (e) { done(e); }
  s.sync = false;
}
function finish(self, s) {
  s.pendingcb--;
  s.finished = true;
  finished(s, null);
  self.emit('finish');
  var r = self._readableState;
  if (s.autoDestroy && (!r || r.autoDestroy && (r.endEmitted || r.readable === false))) { self.destroy(); }
}

Writable.prototype.cork = function () { this._writableState.corked++; };
Writable.prototype.uncork = function () {
  var s = this._writableState;
  if (!s.corked) { return; }
  s.corked--;
  if (!s.writing) { writeBuffered(this, s); }
};
Writable.prototype.setDefaultEncoding = function (encoding) {
  if (typeof encoding === 'string') { encoding = encoding.toLowerCase(); }
  validate.encoding(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};
Writable.prototype.destroy = function (err, done) {
  var s = this._writableState;
  if (s && !s.destroyed && (s.bufferedIndex < s.buffered.length || s.onFinish)) { process.nextTick(refuse, s); }
  ends.destroy.call(this, err, done);
  return this;
};
Writable.prototype._undestroy = ends.undestroy;
Writable.prototype._destroy = function (err, done) { done(err); };
Writable.prototype[Stream.captureRejectionSymbol] = function (err) { this.destroy(err); };
if (Symbol.asyncDispose) {
  Writable.prototype[Symbol.asyncDispose] = function () {
    var self = this, err;
    if (!self.destroyed) {
      err = self.writableFinished ? null : errors.aborted();
      self.destroy(err);
    }
    return new Promise(function (resolve, reject) { require('streamfinished').finished(self, function (e) { if (e && e !== err && e.name !== 'AbortError') { reject(e); } else { resolve(); } }); });
  };
}

function member(name, get, set) { Object.defineProperty(Writable.prototype, name, { get: get, set: set }); }
function answer(name, of) { member(name, function get() { var s = this._writableState; return s ? of(s) : undefined; }); }
member('closed', function get() { var s = this._writableState; return s ? s.closed : false; });
member('destroyed', function get() { var s = this._writableState; return s ? s.destroyed : false; }, function set(v) { if (this._writableState) { this._writableState.destroyed = v; } });
member('writable', function get() {
  var s = this._writableState;
  return !!s && s.writable !== false && !s.destroyed && !s.errored && !s.ending && !s.ended;
}, function set(v) { if (this._writableState) { this._writableState.writable = !!v; } });
answer('writableFinished', function (s) { return s.finished; });
answer('writableObjectMode', function (s) { return s.objectMode; });
answer('writableBuffer', function (s) { return s.getBuffer(); });
answer('writableEnded', function (s) { return s.ending; });
answer('writableNeedDrain', function (s) { return !s.destroyed && !s.ending && s.needDrain; });
answer('writableHighWaterMark', function (s) { return s.highWaterMark; });
answer('writableCorked', function (s) { return s.corked; });
answer('writableLength', function (s) { return s.length; });
answer('errored', function (s) { return s.errored; });
answer('writableAborted', function (s) { return !!(s.writable !== false && (s.destroyed || s.errored) && !s.finished); });
module.exports = Writable;
