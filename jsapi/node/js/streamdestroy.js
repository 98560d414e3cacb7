// streamdestroy: how streams begin and end: construct, destroy and their errors.
var errors = require('streamerrors'), ask = require('streamquestions');

// note keeps the first error of a stream.
function note(err, r, w) {
  if (!err) { return; }
  if (r && !r.errored) { r.errored = err; }
  if (w && !w.errored) { w.errored = err; }
}
function destroy(err, done) {
  var r = this._readableState, w = this._writableState, s = w || r;
  if (w && w.destroyed || r && r.destroyed) {
    if (typeof done === 'function') { done(); }
    return this;
  }
  note(err, r, w);
  if (r) { r.destroyed = true; }
  if (w) { w.destroyed = true; }
  if (s && !s.constructed) {
    var self = this;
    s.whenDestroyed = function (e) { dissolve(self, errors.joined(e, err), done); };
  } else { dissolve(this, err, done); }
  return this;
}
function dissolve(self, err, done) {
  var called = false;
  function dissolved(e) {
    if (called) { return; }
    called = true;
    var r = self._readableState, w = self._writableState;
    note(e, r, w);
    if (w) { w.closed = true; }
    if (r) { r.closed = true; }
    if (typeof done === 'function') { done(e); }
    if (e) { process.nextTick(failClose, self, e); } else { process.nextTick(close, self); }
  }
  try { self._destroy(err || null, dissolved); } catch (e) { dissolved(e); }
}
function failClose(self, err) {
  fail(self, err);
  close(self);
}
function close(self) {
  var r = self._readableState, w = self._writableState;
  if (w) { w.closeEmitted = true; }
  if (r) { r.closeEmitted = true; }
  if (w && w.emitClose || r && r.emitClose) { self.emit('close'); }
}
function fail(self, err) {
  var r = self._readableState, w = self._writableState;
  if (w && w.errorEmitted || r && r.errorEmitted) { return; }
  if (w) { w.errorEmitted = true; }
  if (r) { r.errorEmitted = true; }
  self.emit('error', err);
}
// errorOrDestroy ends a stream that ends itself, and reports the error of another one.
function errorOrDestroy(self, err, later) {
  var r = self._readableState, w = self._writableState;
  if (w && w.destroyed || r && r.destroyed) { return; }
  if (r && r.autoDestroy || w && w.autoDestroy) { self.destroy(err); return; }
  if (!err) { return; }
  note(err, r, w);
  if (later) { process.nextTick(fail, self, err); } else { fail(self, err); }
}
function undestroy() {
  var r = this._readableState, w = this._writableState;
  if (r) {
    r.constructed = true;
    r.closed = r.closeEmitted = r.destroyed = r.errorEmitted = r.reading = false;
    r.errored = null;
    r.ended = r.endEmitted = r.readable === false;
  }
  if (w) {
    w.constructed = true;
    w.destroyed = w.closed = w.closeEmitted = w.errorEmitted = w.finalCalled = w.prefinished = false;
    w.errored = null;
    w.ended = w.ending = w.finished = w.writable === false;
  }
}
// construct runs _construct, if there is one; begun is called after it.
function construct(self, begun) {
  if (typeof self._construct !== 'function') { return; }
  var r = self._readableState, w = self._writableState, s = w || r, called = false;
  if (r) { r.constructed = false; }
  if (w) { w.constructed = false; }
  function constructed(err) {
    if (called) { errorOrDestroy(self, err || errors.twice()); return; }
    called = true;
    if (r) { r.constructed = true; }
    if (w) { w.constructed = true; }
    if (s.destroyed) {
      if (s.whenDestroyed) { s.whenDestroyed(err); }
    } else if (err) { errorOrDestroy(self, err, true); } else { begun(); }
  }
  process.nextTick(function () {
    try { self._construct(function (err) { process.nextTick(constructed, err); }); } catch (e) { process.nextTick(constructed, e); }
  });
}
// end destroys any stream, also one of HTTP; without an error one that is not over gets
// that of an abort.
function end(s, err) {
  if (!s || ask.isDestroyed(s)) { return; }
  if (!err && !ask.isFinished(s)) { err = errors.aborted(); }
  if (ask.isServerRequest(s)) {
    s.socket = null;
    s.destroy(err);
  } else if (ask.isRequest(s)) { s.abort(); } else if (ask.isRequest(s.req)) { s.req.abort(); } else if (typeof s.destroy === 'function') { s.destroy(err); } else if (typeof s.close === 'function') { s.close(); } else { process.nextTick(legacy, s, err); }
  if (!s.destroyed) { s[ask.ended] = true; }
}
// legacy ends a stream that has neither method.
function legacy(s, err) {
  if (!err) { s.emit('close'); return; }
  s.emit('error', err);
  process.nextTick(legacy, s);
}
module.exports = { construct: construct, destroy: destroy, undestroy: undestroy, errorOrDestroy: errorOrDestroy, end: end };
