// streamoperators: the methods that Readable has of arrays.
var argument = require('errors').argument, coded = require('errors').coded, errors = require('streamerrors'), validate = require('validate'), generated = require('streamiterate').generated, begin = require('streamiterate').begin;

function check(fn, o, name) {
  if (typeof fn !== 'function') { throw argument(name || 'fn', 'of type function or an instance of AsyncFunction', fn); }
  checkOptions(o);
}
function checkOptions(o) {
  if (o === undefined || o === null) { return; }
  if (typeof o !== 'object' || Array.isArray(o)) { throw argument('options', 'of type object', o); }
  if (o.signal !== undefined && o.signal !== null) { validate.signal(o.signal, 'options.signal'); }
}
function count(n) {
  n = Number(n);
  if (n !== n) { return 0; }
  if (n < 0) { throw validate.outOfRange('number', '>= 0', n); }
  return n;
}
function refuseAborted(o) { if (o && o.signal && o.signal.aborted) { throw errors.aborted(); } }
// linked is a signal for one call that is aborted with those of the caller.
function linked(o) {
  var quit = new AbortController(), signal = o && o.signal;
  function abort() { quit.abort(signal.reason); }
  if (signal) { if (signal.aborted) { abort(); } else { signal.addEventListener('abort', abort); } }
  return { quit: quit, signal: quit.signal, leave: function () { if (signal) { signal.removeEventListener('abort', abort); } } };
}
// mapped calls fn for several chunks at a time, and gives what they resolve to in order.
// What is left out has the value nothing.
var nothing = {};
function mapped(s, fn, o) {
  var concurrency = o && o.concurrency !== undefined && o.concurrency !== null ? Math.floor(o.concurrency) : 1;
  var ahead = o && o.highWaterMark !== undefined && o.highWaterMark !== null ? Math.floor(o.highWaterMark) : concurrency - 1;
  validate.integer(concurrency, 'options.concurrency', 1);
  validate.integer(ahead, 'options.highWaterMark', 0);
  ahead += concurrency;
  var link = linked(o), queue = [], wake = null, resume = null, over = false, running = 0, source = null;
  function turn() { var w = wake; wake = null; if (w) { w(); } }
  function room() { if (resume && !over && running < concurrency && queue.length < ahead) { var r = resume; resume = null; r(); } }
  async function pump() {
    source = s[Symbol.asyncIterator]();
    try {
      for (;;) {
        var r = await source.next();
        if (r.done || over) { break; }
        refuseAborted(link);
        var value;
        try {
          value = fn(r.value, { signal: link.signal });
          if (value === nothing) { continue; }
          value = Promise.resolve(value);
        } catch (e) { value = Promise.reject(e); }
        running++;
        value.then(ran, failed);
        queue.push(value);
        turn();
        if (!over && (queue.length >= ahead || running >= concurrency)) { await new Promise(function (resolve) { resume = resolve; }); }
      }
      if (over && source.return) { await source.return(); }
      queue.push(null);
    } catch (e) {
      var rejected = Promise.reject(e);
      rejected.then(ran, failed);
      queue.push(rejected);
    }
    over = true;
    turn();
  }
  function ran() { running--; room(); }
  function failed() { over = true; running--; if (resume) { var r = resume; resume = null; r(); } }
  var begun = false;
  async function step() {
    if (!begun) { begun = true; pump(); }
    try {
      for (;;) {
        while (queue.length) {
          var first = queue[0];
          if (first === null) { leave(); return { value: undefined, done: true }; }
          var v = await first;
          refuseAborted(link);
          queue.shift();
          room();
          if (v !== nothing) { return { value: v, done: false }; }
        }
        await new Promise(function (resolve) { wake = resolve; });
      }
    } catch (e) { leave(); throw e; }
  }
  function leave() {
    over = true;
    link.quit.abort();
    link.leave();
    if (resume) { var r = resume; resume = null; r(); }
  }
  return generated(step, leave);
}
// passed gives the values that step makes of the chunks: step returns undefined to go on
// with the next chunk, or what an iterator returns.
function passed(s, o, step) {
  var source = null;
  return generated(async function () {
    refuseAborted(o);
    if (!source) { source = s[Symbol.asyncIterator](); }
    for (;;) {
      var r = await source.next();
      if (r.done) { return r; }
      try {
        refuseAborted(o);
        var out = await step(r.value);
      } catch (e) { await source.return(); throw e; }
      if (!out) { continue; }
      if (out.done) { await source.return(); }
      return out;
    }
  }, function () { return source.return(); });
}
async function each(it, fn) {
  for (;;) {
    var r = await it.next();
    if (r.done) { return undefined; }
    var out;
    try { out = await fn(r.value); } catch (e) { await it.return(); throw e; }
    if (out) { await it.return(); return out; }
  }
}
module.exports = function (Readable) {
  // Operators give streams, the others promises.
  function operator(name, fn) { Readable.prototype[name] = function (a, b) { return Readable.from(fn.call(this, a, b)); }; }
  function map(fn, o) { check(fn, o); return mapped(this, fn, o); }
  function filter(fn, o) {
    check(fn, o);
    return mapped(this, async function (v, given) { return await fn(v, given) ? v : nothing; }, o);
  }
  operator('map', map);
  operator('filter', filter);
  operator('flatMap', function (fn, o) {
    var inner = null, outer = map.call(this, fn, o);
    return generated(async function () {
      for (;;) {
        if (inner) {
          var r = await inner.next();
          if (!r.done) { return { value: await r.value, done: false }; }
          inner = null;
        }
        var x = await outer.next();
        if (x.done) { return x; }
        inner = begin(x.value);
      }
    }, async function () {
      if (inner && inner.return) { await inner.return(); }
      await outer.return();
    });
  });
  operator('drop', function (n, o) {
    checkOptions(o);
    n = count(n);
    return passed(this, o, function (v) { return n-- > 0 ? undefined : { value: v, done: false }; });
  });
  operator('take', function (n, o) {
    checkOptions(o);
    n = count(n);
    var s = this, source = null, over = false;
    return generated(async function () {
      refuseAborted(o);
      if (!source) { source = s[Symbol.asyncIterator](); }
      if (over) { await source.return(); return { value: undefined, done: true }; }
      var r = await source.next();
      if (r.done) { return r; }
      refuseAborted(o);
      over = n <= 1; // Node reads the first chunk also where none is wanted
      if (n <= 0) { await source.return(); return { value: undefined, done: true }; }
      n--;
      return { value: r.value, done: false };
    }, function () { return source.return(); });
  });
  operator('asIndexedPairs', function (o) {
    checkOptions(o);
    var i = 0;
    return passed(this, o, function (v) { return { value: [i++, v], done: false }; });
  });
  Object.defineProperty(Readable.prototype, 'asIndexedPairs', { enumerable: false });
  function promised(name, fn) { Readable.prototype[name] = fn; }
  promised('forEach', async function (fn, o) {
    check(fn, o);
    await each(mapped(this, async function (v, given) { await fn(v, given); return nothing; }, o), function () {});
  });
  promised('toArray', async function (o) {
    checkOptions(o);
    var list = [];
    await each(this[Symbol.asyncIterator](), function (v) { refuseAborted(o); list.push(v); });
    return list;
  });
  promised('some', async function (fn, o) {
    check(fn, o);
    return await each(filter.call(this, fn, o), function () { return true; }) === true;
  });
  promised('every', async function (fn, o) {
    check(fn, o);
    return await each(filter.call(this, async function (v, given) { return !await fn(v, given); }, o), function () { return true; }) !== true;
  });
  promised('find', async function (fn, o) {
    check(fn, o);
    var found = await each(filter.call(this, fn, o), function (v) { return { value: v }; });
    return found ? found.value : undefined;
  });
  promised('reduce', async function (fn, sum, o) {
    check(fn, o, 'reducer');
    var given = arguments.length > 1, s = this;
    if (o && o.signal && o.signal.aborted) {
      var err = errors.aborted(o.signal);
      s.once('error', function () {});
      s.destroy(err);
      throw err;
    }
    var link = linked(o), any = false;
    try {
      await each(s[Symbol.asyncIterator](), async function (v) {
        any = true;
        refuseAborted(o);
        if (given) { sum = await fn(sum, v, { signal: link.signal }); } else { sum = v; given = true; }
      });
      if (!any && !given) { throw coded(TypeError, 'ERR_MISSING_ARGS', 'Reduce of an empty stream requires an initial value'); }
    } finally { link.quit.abort(); link.leave(); }
    return sum;
  });
  Readable.prototype.compose = function (to, o) {
    if (o !== undefined && o !== null && (typeof o !== 'object' || Array.isArray(o))) { throw argument('options', 'of type object', o); }
    var ask = require('streamquestions');
    if (ask.isNodeStream(to) && !ask.isWritable(to)) { throw validate.invalidValue('stream', to, 'must be writable'); }
    var out = require('streamcompose')(this, to);
    if (o && o.signal) { require('streamsignal').add(o.signal, out); }
    return out;
  };
};
