// streamfinished: waits for the end of a stream, in whatever way it ends.
var errors = require('streamerrors'), ask = require('streamquestions'), argument = require('errors').argument, validate = require('validate');

function nothing() {}
function hasReal(e) { return e && typeof e !== 'boolean'; }
function finished(s, o, done) {
  if (arguments.length === 2 || typeof o === 'function' && done === undefined) { done = o; o = {}; } else if (o === undefined || o === null) { o = {}; } else if (typeof o !== 'object' || Array.isArray(o)) { throw argument('options', 'of type object', o); }
  if (typeof done !== 'function') { throw argument('callback', 'of type function', done); }
  if (o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
  var given = done, called = false;
  done = function (err) {
    if (called) { return; }
    called = true;
    if (o.signal) { o.signal.removeEventListener('abort', abort); }
    if (err === undefined) { given.call(this); } else { given.call(this, err); }
  };
  function signal() {
    if (!o.signal) { return; }
    if (o.signal.aborted) { process.nextTick(abort); } else { o.signal.addEventListener('abort', abort); }
  }
  var leave = nothing;
  function abort() {
    var last = done;
    leave();
    last.call(s, errors.aborted(o.signal));
  }
  if (ask.isReadableStream(s) || ask.isWritableStream(s)) {
    signal();
    require('webstreams').ended(s).then(function () { process.nextTick(function () { done.call(s); }); }, function (e) { process.nextTick(function () { done.call(s, e); }); });
    return nothing;
  }
  if (!ask.isNodeStream(s)) { throw argument('stream', 'an instance of ReadableStream, WritableStream, or Stream', s); }
  var reads = o.readable !== undefined && o.readable !== null ? o.readable : ask.isReadableSide(s), writes = o.writable !== undefined && o.writable !== null ? o.writable : ask.isWritableSide(s);
  var w = s._writableState, r = s._readableState, closed = ask.isClosed(s);
  var closes = ask.willClose(s) && ask.isReadableSide(s) === reads && ask.isWritableSide(s) === writes;
  var written = ask.isWritableFinished(s, false), read = ask.isReadableFinished(s, false);
  function legacy() { if (!s.writable) { finish(); } }
  function finish() {
    written = true;
    if (s.destroyed) { closes = false; } // 'close' is not waited for
    if (closes && (!s.writable || reads)) { return; }
    if (!reads || read) { done.call(s); }
  }
  function end() {
    read = true;
    if (s.destroyed) { closes = false; }
    if (closes && (!s.readable || writes)) { return; }
    if (!writes || written) { done.call(s); }
  }
  function error(err) { done.call(s, err); }
  function failure() { var e = w && w.errored; return hasReal(e) ? e : r && r.errored; }
  function close() {
    closed = true;
    var e = failure();
    if (hasReal(e)) { done.call(s, e); return; }
    if (reads && !read && ask.isReadableSide(s, true) && !ask.isReadableFinished(s, false) || writes && !written && !ask.isWritableFinished(s, false)) { done.call(s, errors.premature()); return; }
    done.call(s);
  }
  function isOver() {
    closed = true;
    var e = failure();
    if (hasReal(e)) { done.call(s, e); } else { done.call(s); }
  }
  function request() { s.req.on('finish', finish); }
  if (ask.isRequest(s)) {
    s.on('complete', finish);
    if (!closes) { s.on('abort', close); }
    if (s.req) { request(); } else { s.on('request', request); }
  } else if (writes && !w) {
    s.on('end', legacy);
    s.on('close', legacy);
  }
  if (!closes && typeof s.aborted === 'boolean') { s.on('aborted', close); }
  s.on('end', end);
  s.on('finish', finish);
  if (o.error !== false) { s.on('error', error); }
  s.on('close', close);
  if (closed) { process.nextTick(close); } else if (w && w.errorEmitted || r && r.errorEmitted) { if (!closes) { process.nextTick(isOver); } } else if (!reads && (!closes || ask.isReadable(s)) && (written || ask.isWritable(s) === false) ||
    !writes && (!closes || ask.isWritable(s)) && (read || ask.isReadable(s) === false)) { process.nextTick(isOver); } else if (r && s.req && s.aborted) { process.nextTick(isOver); }
  leave = function () {
    done = nothing;
    [['aborted', close], ['complete', finish], ['abort', close], ['request', request], ['end', legacy], ['close', legacy], ['finish', finish], ['end', end], ['error', error], ['close', close]].forEach(function (l) { s.removeListener(l[0], l[1]); });
    if (s.req) { s.req.removeListener('finish', finish); }
  };
  if (!closed) { signal(); }
  return leave;
}
// promised is finished of stream/promises.
function promised(s, o) {
  if (o && o.cleanup !== undefined) { validate.boolean(o.cleanup, 'cleanup'); }
  return new Promise(function (resolve, reject) {
    var leave = finished(s, o, function (err) {
      if (o && o.cleanup) { leave(); }
      if (err) { reject(err); } else { resolve(); }
    });
  });
}
Object.defineProperty(promised, 'name', { value: 'finished', configurable: true });
finished.finished = promised;
module.exports = { finished: finished, promised: promised };
