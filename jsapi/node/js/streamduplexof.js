// streamduplexof: makes a Duplex of a pair of streams, an iterable, a promise or a function.
var Duplex = require('streamduplex'), Readable = require('streamreadable'), Writable = require('streamwritable'), ends = require('streamdestroy'), errors = require('streamerrors'), ask = require('streamquestions');
var finished = require('streamfinished').finished, from = require('streamiterate').from, Link = require('streamlink');

module.exports = function duplexOf(body, name) {
  if (ask.isDuplex(body)) { return body; }
  if (ask.isReadableSide(body)) { return paired(null, body); }
  if (ask.isWritableSide(body)) { return paired(body, null); }
  if (ask.isNodeStream(body)) { return paired(null, null); }
  if (ask.isReadableStream(body)) { return paired(null, Readable.fromWeb(body)); }
  if (ask.isWritableStream(body)) { return paired(Writable.fromWeb(body), null); }
  if (typeof body === 'function') { return called(body, name); }
  if (typeof Blob === 'function' && body instanceof Blob) { return duplexOf(body.arrayBuffer(), name); }
  if (ask.isIterable(body)) { return from(Duplex, body, { objectMode: true, writable: false }); }
  if (body && ask.isReadableStream(body.readable) && ask.isWritableStream(body.writable)) { return Duplex.fromWeb(body); }
  if (body && (typeof body.writable === 'object' || typeof body.readable === 'object')) {
    return paired(body.writable ? ask.isWritableSide(body.writable) ? body.writable : duplexOf(body.writable, name) : null, body.readable ? ask.isReadableSide(body.readable) ? body.readable : duplexOf(body.readable, name) : null);
  }
  if (body && typeof body.then === 'function') {
    var d = new Duplex({ objectMode: true, writable: false, read: function () {} });
    body.then(function (v) {
      if (v !== undefined && v !== null) { d.push(v); }
      d.push(null);
    }, function (e) { ends.end(d, e); });
    return d;
  }
  throw require('errors').argument(name, 'of type function or an instance of Blob, ReadableStream, WritableStream, Stream, Iterable, AsyncIterable, or Promise or { readable, writable } pair', body);
};
module.exports.paired = paired;
// called makes a Duplex of a function that gets what is written as an iterator.
function called(fn, name) {
  var deliver, wanted = new Promise(function (resolve) { deliver = resolve; }), quit = new AbortController();
  var input = require('streamiterate').generated(async function () {
    var got = await wanted;
    wanted = null;
    process.nextTick(got.done);
    if (got.end) { return { value: undefined, done: true }; }
    if (quit.signal.aborted) { throw errors.aborted(quit.signal); }
    wanted = new Promise(function (resolve) { deliver = resolve; });
    return { value: got.chunk, done: false };
  }, function () {});
  var o = {
    objectMode: true,
    write: function (chunk, encoding, done) { pass({ chunk: chunk, end: false, done: done }); },
    final: function (done) { pass({ end: true, done: done }); },
    destroy: function (err, done) {
      quit.abort();
      done(err);
    }
  };
  function pass(v) {
    var give = deliver;
    deliver = null;
    give(v);
  }
  var value = fn(input, { signal: quit.signal });
  if (ask.isIterable(value)) { return from(Duplex, value, o); }
  if (!value || typeof value.then !== 'function') { throw errors.returned('Iterable, AsyncIterable or AsyncFunction', name, value); }
  var d, settled = value.then(function (v) { if (v !== undefined && v !== null) { throw errors.returned('nully', 'body', v); } }, function (e) { ends.end(d, e); });
  o.readable = false;
  o.final = function (done) {
    pass({ end: true, done: function () { settled.then(function () { process.nextTick(done, null); }, function (e) { process.nextTick(done, e); }); } });
  };
  d = new Duplex(o);
  return d;
}
// paired is a Duplex that writes to one stream and reads another.
function paired(to, source) {
  if (source && typeof source.read !== 'function') { source = Readable.wrap(source); }
  var writes = !!to && !!ask.isWritable(to), reads = !!source && !!ask.isReadable(source), closed = null;
  var d = new Duplex({ readableObjectMode: !!(source && source.readableObjectMode), writableObjectMode: !!(to && to.writableObjectMode), readable: reads, writable: writes }), link = new Link(d);
  function over(err) {
    var done = closed;
    closed = null;
    if (done) { done(err); } else if (err) { d.destroy(err); }
  }
  if (writes) {
    finished(to, function (err) {
      writes = false;
      if (err) { ends.end(source, err); }
      over(err);
    });
    link.writeTo(to);
    to.on('finish', function () { link.ended(); });
  }
  if (reads) {
    finished(source, function (err) {
      reads = false;
      if (err) { ends.end(source, err); }
      over(err);
    });
    link.readFrom(source);
  }
  d._destroy = function (err, done) {
    if (!err && closed !== null) { err = errors.aborted(); }
    link.leave();
    if (!writes && !reads) { done(err); return; }
    closed = done;
    ends.end(to, err);
    ends.end(source, err);
  };
  return d;
}
