// streamquestions: what can be asked of any object that looks like a stream. The answer
// is null where it cannot be known.
exports.ended = Symbol('kIsDestroyed');
exports.disturbed = Symbol.for('nodejs.stream.disturbed');
exports.errored = Symbol.for('nodejs.stream.errored');
exports.readable = Symbol.for('nodejs.stream.readable');
exports.writable = Symbol.for('nodejs.stream.writable');

function is(v, name) { return v !== null && v !== undefined && typeof v[name] === 'function'; }
function isNodeStream(s) { return !!s && (!!s._readableState || !!s._writableState || is(s, 'write') && is(s, 'on') || is(s, 'pipe') && is(s, 'on')); }
function isReadableSide(s, strict) {
  return !!s && is(s, 'pipe') && is(s, 'on') && (!strict || is(s, 'pause') && is(s, 'resume')) &&
    (!s._writableState || !s._readableState || s._readableState.readable !== false) && (!s._writableState || !!s._readableState);
}
function isWritableSide(s) { return !!s && is(s, 'write') && is(s, 'on') && (!s._readableState || !s._writableState || s._writableState.writable !== false); }
function isDuplex(s) { return !!s && !!(s._readableState && is(s, 'pipe')) && is(s, 'on') && is(s, 'write'); }
function isReadableStream(v) { return !!v && !isNodeStream(v) && is(v, 'pipeThrough') && is(v, 'getReader') && is(v, 'cancel'); }
function isWritableStream(v) { return !!v && !isNodeStream(v) && is(v, 'getWriter') && is(v, 'abort'); }
function isTransformStream(v) { return !!v && !isNodeStream(v) && typeof v.readable === 'object' && typeof v.writable === 'object'; }
function isIterable(v, later) {
  if (v === null || v === undefined) { return false; }
  if (later === true) { return is(v, Symbol.asyncIterator); }
  if (later === false) { return is(v, Symbol.iterator); }
  return is(v, Symbol.asyncIterator) || is(v, Symbol.iterator);
}
function isDestroyed(s) {
  if (!isNodeStream(s)) { return null; }
  var state = s._writableState || s._readableState;
  return !!(s.destroyed || s[exports.ended] || state && state.destroyed);
}
function isWritableEnded(s) {
  if (!isWritableSide(s)) { return null; }
  if (s.writableEnded === true) { return true; }
  var w = s._writableState;
  if (w && w.errored) { return false; }
  return w && typeof w.ended === 'boolean' ? w.ended : null;
}
function isWritableFinished(s, strict) {
  if (!isWritableSide(s)) { return null; }
  if (s.writableFinished === true) { return true; }
  var w = s._writableState;
  if (w && w.errored) { return false; }
  if (!w || typeof w.finished !== 'boolean') { return null; }
  return !!(w.finished || strict === false && w.ended === true && w.length === 0);
}
function isReadableFinished(s, strict) {
  if (!isReadableSide(s)) { return null; }
  var r = s._readableState;
  if (r && r.errored) { return false; }
  if (!r || typeof r.endEmitted !== 'boolean') { return null; }
  return !!(r.endEmitted || strict === false && r.ended === true && r.length === 0);
}
function isReadable(s) {
  if (s && s[exports.readable] !== undefined && s[exports.readable] !== null) { return s[exports.readable]; }
  if (!s || typeof s.readable !== 'boolean') { return null; }
  if (isDestroyed(s)) { return false; }
  return isReadableSide(s) && s.readable && !isReadableFinished(s);
}
function isWritable(s) {
  if (s && s[exports.writable] !== undefined && s[exports.writable] !== null) { return s[exports.writable]; }
  if (!s || typeof s.writable !== 'boolean') { return null; }
  if (isDestroyed(s)) { return false; }
  return isWritableSide(s) && s.writable && !isWritableEnded(s);
}
function isFinished(s, o) {
  if (!isNodeStream(s)) { return null; }
  if (isDestroyed(s)) { return true; }
  return !((!o || o.readable !== false) && isReadable(s) || (!o || o.writable !== false) && isWritable(s));
}
function isClosed(s) {
  if (!isNodeStream(s)) { return null; }
  if (typeof s.closed === 'boolean') { return s.closed; }
  var w = s._writableState, r = s._readableState;
  if (w && typeof w.closed === 'boolean' || r && typeof r.closed === 'boolean') { return !!(w && w.closed || r && r.closed); }
  return isOutgoing(s) && typeof s._closed === 'boolean' ? s._closed : null;
}
function isOutgoing(s) { return typeof s._closed === 'boolean' && typeof s._defaultKeepAlive === 'boolean' && typeof s._removedConnection === 'boolean'; }
function isServerRequest(s) { return typeof s._consuming === 'boolean' && typeof s._dumped === 'boolean' && s.req && s.req.upgradeOrConnect === undefined; }
function isRequest(s) { return !!s && is(s, 'setHeader') && is(s, 'abort'); }
// willClose reports whether 'close' is still to come.
function willClose(s) {
  if (!isNodeStream(s)) { return null; }
  var state = s._writableState || s._readableState;
  return !!(state && state.autoDestroy && state.emitClose && state.closed === false);
}
function isDisturbed(s) {
  if (!s) { return false; }
  if (s[exports.disturbed] !== undefined && s[exports.disturbed] !== null) { return !!s[exports.disturbed]; }
  return !!(s.readableDidRead || s.readableAborted);
}
// Errored is a stream whose error was emitted: of those before it Node says nothing here.
function isErrored(s) {
  if (!s) { return false; }
  var r = s._readableState, w = s._writableState;
  return !!first([s[exports.errored], s.readableErrored, s.writableErrored, r && r.errorEmitted, w && w.errorEmitted, r && r.errored, w && w.errored]);
}
function first(list) { return list.find(function (v) { return v !== undefined && v !== null; }); }
Object.assign(exports, {
  isNodeStream: isNodeStream, isReadableSide: isReadableSide, isWritableSide: isWritableSide, isDuplex: isDuplex, isReadableStream: isReadableStream, isWritableStream: isWritableStream,
  isTransformStream: isTransformStream, isIterable: isIterable, isDestroyed: isDestroyed, isWritableFinished: isWritableFinished, isReadableFinished: isReadableFinished,
  isReadable: isReadable, isWritable: isWritable, isFinished: isFinished, isClosed: isClosed, isServerRequest: isServerRequest, isRequest: isRequest,
  willClose: willClose, isDisturbed: isDisturbed, isErrored: isErrored
});
