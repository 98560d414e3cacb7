// streampipeline: connects streams, iterables and functions, and ends all of them when one fails.
var ends = require('streamdestroy'), errors = require('streamerrors'), ask = require('streamquestions'), invalid = require('errors'), finished = require('streamfinished').finished, iterate = require('streamiterate'), validate = require('validate');

function iterable(v) {
  if (ask.isIterable(v)) { return v; }
  if (ask.isReadableSide(v)) { return iterate.readable(v); }
  throw invalid.argument('val', 'an instance of Readable, Iterable, or AsyncIterable', v);
}
// watched notes the end of a stream of a pipeline.
function watched(s, reads, writes) {
  var over = false;
  s.on('close', function () { over = true; });
  var leave = finished(s, { readable: reads, writable: writes }, function (err) { over = !err; });
  return {
    leave: leave,
    destroy: function (err) {
      if (over) { return; }
      over = true;
      ends.end(s, err || errors.destroyed('pipe'));
    }
  };
}
async function pump(source, to, done, end) {
  var error = null, wake = null;
  function resume(err) {
    if (err) { error = err; }
    var w = wake;
    wake = null;
    if (w) { w(); }
  }
  function wait() {
    return new Promise(function (resolve, reject) {
      if (error) { reject(error); return; }
      wake = function () { if (error) { reject(error); } else { resolve(); } };
    });
  }
  to.on('drain', resume);
  var leave = finished(to, { readable: false }, resume), it = null;
  try {
    if (to.writableNeedDrain) { await wait(); }
    it = iterate.begin(source);
    for (;;) {
      var r = await it.next();
      if (r.done) { it = null; break; }
      if (!to.write(await r.value)) { await wait(); }
    }
    if (end) {
      to.end();
      await wait();
    }
    done();
  } catch (e) {
    if (it && it.return && error === e) { try { await it.return(); } catch (ignored) { it = null; } }
    done(error !== e ? errors.joined(error, e) : e);
  } finally {
    leave();
    to.removeListener('drain', resume);
  }
}
function connect(from, to, done, end) {
  var ended = false;
  to.on('close', function () { if (!ended) { done(errors.premature()); } });
  from.pipe(to, { end: false }); // it is ended when the source is known to be complete
  if (end) {
    if (ask.isReadableFinished(from)) { process.nextTick(close); } else { from.once('end', close); }
  } else { done(); }
  function close() {
    ended = true;
    to.end();
  }
  finished(from, { readable: true, writable: false }, function (err) {
    var r = from._readableState;
    // 'close' may come before what is buffered has been read.
    if (err && err.code === 'ERR_STREAM_PREMATURE_CLOSE' && r && r.ended && !r.errored && !r.errorEmitted) { from.once('end', done).once('error', done); } else { done(err); }
  });
  return finished(to, { readable: false, writable: true }, done);
}
// join connects a list; done gets the first error, or what the last function resolves to.
function join(list, done, o) {
  if (list.length === 1 && Array.isArray(list[0])) { list = list[0]; }
  if (list.length < 2) { throw invalid.missing('streams'); }
  var quit = new AbortController(), outer = o && o.signal, stops = [], lasts = [], error, value, open = 0, PassThrough = require('streamtransform').PassThrough;
  if (outer !== undefined && outer !== null) { validate.signal(outer, 'options.signal'); }
  function abort() { settle(errors.aborted(), false); }
  if (outer && !outer.aborted) { outer.addEventListener('abort', abort); }
  function finish(err) { settle(err, --open === 0); }
  function settle(err, last) {
    if (err && (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE')) { error = err; }
    if (!error && !last) { return; }
    while (stops.length) { stops.shift()(error); }
    if (outer) { outer.removeEventListener('abort', abort); }
    quit.abort();
    if (!last) { return; }
    if (!error) { lasts.forEach(function (fn) { fn(); }); }
    process.nextTick(done, error, value);
  }
  var cur;
  for (var i = 0; i < list.length; i++) { add(list[i], i); }
  function add(x, i) {
    var reads = i < list.length - 1, end = reads || !o || o.end !== false, last = i === list.length - 1;
    if (ask.isNodeStream(x)) {
      if (end) { watch(x, reads, i > 0, last && ask.isReadable(x)); }
      x.on('error', failed);
      if (last && ask.isReadable(x)) { lasts.push(function () { x.removeListener('error', failed); }); }
    }
    if (i === 0) {
      if (typeof x === 'function') {
        cur = x({ signal: quit.signal });
        if (!ask.isIterable(cur)) { throw errors.returned('Iterable, AsyncIterable or Stream', 'source', cur); }
      } else { cur = ask.isIterable(x) || ask.isReadableSide(x) || ask.isTransformStream(x) ? x : require('streamduplexof')(x, 'body'); }
      return;
    }
    if (typeof x === 'function') {
      cur = x(iterable(ask.isTransformStream(cur) ? cur.readable : cur), { signal: quit.signal });
      if (reads) {
        if (!ask.isIterable(cur, true)) { throw errors.returned('AsyncIterable', 'transform[' + (i - 1) + ']', cur); }
        return;
      }
      // What the last function gives is read as a stream.
      var out = new PassThrough({ objectMode: true }), then = cur === null || cur === undefined ? undefined : cur.then;
      if (typeof then === 'function') {
        open++;
        then.call(cur, function (v) {
          value = v;
          if (v !== undefined && v !== null) { out.write(v); }
          if (end) { out.end(); }
          process.nextTick(finish);
        }, function (err) {
          out.destroy(err);
          process.nextTick(finish, err);
        });
      } else if (ask.isIterable(cur, true)) {
        open++;
        pump(cur, out, finish, end);
      } else if (ask.isReadableStream(cur) || ask.isTransformStream(cur)) {
        open++;
        pump(cur.readable || cur, out, finish, end);
      } else { throw errors.returned('AsyncIterable or Promise', 'destination', cur); }
      cur = out;
      watch(out, false, true, last);
      return;
    }
    if (ask.isNodeStream(x)) {
      if (ask.isReadableSide(cur)) {
        open += 2;
        var leave = connect(cur, x, finish, end);
        if (last && ask.isReadable(x)) { lasts.push(leave); }
      } else if (ask.isTransformStream(cur) || ask.isReadableStream(cur)) {
        open++;
        pump(cur.readable || cur, x, finish, end);
      } else if (ask.isIterable(cur)) {
        open++;
        pump(cur, x, finish, end);
      } else { throw invalid.argument('val', 'an instance of Readable, Iterable, AsyncIterable, ReadableStream, or TransformStream', cur); }
      cur = x;
      return;
    }
    if (ask.isWritableStream(x) || ask.isTransformStream(x)) {
      open++;
      pumpToWeb(iterable(ask.isTransformStream(cur) ? cur.readable : cur), ask.isTransformStream(x) ? x.writable : x, finish, end);
      cur = x;
      return;
    }
    cur = require('streamduplexof')(x, 'body');
  }
  function watch(s, reads, writes, last) {
    var w = watched(s, reads, writes);
    stops.push(w.destroy);
    if (last) { lasts.push(w.leave); }
  }
  function failed(err) { if (err && err.name !== 'AbortError' && err.code !== 'ERR_STREAM_PREMATURE_CLOSE') { finish(err); } }
  if (quit.signal.aborted || outer && outer.aborted) { process.nextTick(abort); }
  return cur;
}
async function pumpToWeb(source, to, done, end) {
  var writer = to.getWriter(), it = iterate.begin(source);
  try {
    for (;;) {
      var r = await it.next();
      if (r.done) { break; }
      await writer.ready;
      writer.write(r.value).catch(function () {});
    }
    await writer.ready;
    if (end) { await writer.close(); }
    done();
  } catch (e) {
    try { await writer.abort(e); } catch (failed) { e = errors.joined(e, failed); }
    done(e);
  }
}
function pipeline() {
  var list = Array.prototype.slice.call(arguments), done = list.pop(), called = false;
  if (typeof done !== 'function') { throw invalid.argument('streams[stream.length - 1]', 'of type function', done); }
  return join(list, function (err, v) {
    if (called) { return; }
    called = true;
    done(err, v);
  });
}
// promised is pipeline of stream/promises.
function promised() {
  var list = Array.prototype.slice.call(arguments);
  return new Promise(function (resolve, reject) {
    var last = list[list.length - 1], o;
    if (last && typeof last === 'object' && !ask.isNodeStream(last) && !ask.isIterable(last) && !ask.isReadableStream(last) && !ask.isWritableStream(last) && !ask.isTransformStream(last)) { o = list.pop(); }
    join(list, function (err, v) { if (err) { reject(err); } else { resolve(v); } }, o);
  });
}
Object.defineProperty(promised, 'name', { value: 'pipeline', configurable: true });
module.exports = { pipeline: pipeline, promised: promised };
