// streamiterate: streams as iterators, and iterators as streams.
var ends = require('streamdestroy'), errors = require('streamerrors'), argument = require('errors').argument;

// generated behaves as an asynchronous generator whose body is step, called once for each
// value, and leave, called when it ends early.
function generated(step, leave) {
  var begun = false, over = false, last = null;
  function ask(fn, v) {
    var p = last === null ? fn(v) : last.then(function () { return fn(v); });
    var mine = p.then(free, free);
    last = mine;
    function free() { if (last === mine) { last = null; } }
    return p;
  }
  async function next() {
    if (over) { return { value: undefined, done: true }; }
    begun = true;
    try {
      var r = await step();
      if (r.done) { over = true; }
      return r;
    } catch (e) {
      over = true;
      throw e;
    }
  }
  async function end(v) {
    if (!over && begun) { over = true; await leave(); }
    over = true;
    return { value: await v, done: true };
  }
  async function fail(e) {
    if (!over && begun) { over = true; await leave(e); }
    over = true;
    throw e;
  }
  var it = {
    next: function () { return ask(next); },
    return: function (v) { return ask(end, v); },
    throw: function (e) { return ask(fail, e); }
  };
  it[Symbol.asyncIterator] = function () { return it; };
  return it;
}
// begin returns the iterator of an iterable, an asynchronous one before the other.
function begin(v) { return v[Symbol.asyncIterator] ? v[Symbol.asyncIterator]() : v[Symbol.iterator](); }
// iterate reads the chunks of a stream one by one, and destroys it at the end.
function iterate(s, o) {
  var wake = null, error, stop = null; // error is null after a good end
  function ready() {
    var w = wake;
    wake = null;
    if (w) { w(); }
  }
  function begin() {
    s.on('readable', ready);
    stop = require('streamfinished').finished(s, { writable: false }, function (err) {
      error = err ? errors.joined(error, err) : null;
      ready();
    });
  }
  function leave(e) {
    if (e) { error = errors.joined(error, e); }
    if ((error || !o || o.destroyOnReturn !== false) && (error === undefined || s._readableState.autoDestroy)) { ends.end(s, null); return; }
    s.removeListener('readable', ready);
    stop();
  }
  async function step() {
    if (!stop) { begin(); }
    for (;;) {
      var chunk = s.destroyed ? null : s.read();
      if (chunk !== null) {
        try { return { value: await chunk, done: false }; } catch (e) { leave(e); throw e; }
      }
      if (error) { var failed = error; leave(); throw failed; }
      if (error === null) { leave(); return { value: undefined, done: true }; }
      await new Promise(function (resolve) { wake = resolve; });
    }
  }
  var it = generated(step, leave);
  it.stream = s;
  return it;
}

// from makes a stream of the values of an iterator.
function from(Readable, source, o) {
  if (typeof source === 'string' || Buffer.isBuffer(source)) {
    return new Readable(Object.assign({ objectMode: true }, o, { read: function () { this.push(source); this.push(null); } }));
  }
  var later = source !== null && source !== undefined && typeof source[Symbol.asyncIterator] === 'function';
  if (!later && (source === null || source === undefined || typeof source[Symbol.iterator] !== 'function')) { throw argument('iterable', 'an instance of Iterable', source); }
  var it = later ? source[Symbol.asyncIterator]() : source[Symbol.iterator](), reading = false;
  var s = new Readable(Object.assign({ objectMode: true, highWaterMark: 1 }, o));
  s._read = function () {
    if (reading) { return; }
    reading = true;
    next();
  };
  s._destroy = function (err, done) { close(err).then(function () { process.nextTick(done, err); }, function (e) { process.nextTick(done, e || err); }); };
  async function close(err) {
    if (err !== undefined && err !== null && typeof it.throw === 'function') {
      var r = await it.throw(err);
      await r.value;
      if (r.done) { return; }
    }
    if (typeof it.return === 'function') { await (await it.return()).value; }
  }
  async function next() {
    try {
      for (;;) {
        var r = later ? await it.next() : it.next();
        if (r.done) { s.push(null); return; }
        var v = r.value;
        if (v && typeof v.then === 'function') { v = await v; }
        if (v === null) {
          reading = false;
          throw errors.nothing();
        }
        if (!s.push(v)) { break; }
      }
      reading = false;
    } catch (e) { s.destroy(e); }
  }
  return s;
}

module.exports = function (Readable) {
  Readable.prototype[Symbol.asyncIterator] = function () { return iterate(this); };
  Readable.prototype.iterator = function (o) {
    if (o !== undefined) { require('validate').object(o, 'options'); }
    return iterate(this, o);
  };
  Readable.from = function (source, o) { return from(Readable, source, o); };
};
module.exports.generated = generated;
module.exports.from = from;
module.exports.begin = begin;
// readable iterates over what has only the methods of old streams, too.
module.exports.readable = function (s) {
  if (typeof s.read !== 'function') { s = require('streamreadable').wrap(s, { objectMode: true }); }
  return iterate(s);
};
