// timers: setTimeout and similar functions, with the handles of Node.
var promisify = require('util').promisify;
var errors = require('errors');
var validate = require('validate');

var refed = Symbol('refed'), primitive = Symbol('kHasPrimitive'), asyncId = Symbol('asyncId');
// known has the timers that code has converted to a number.
var known = new Map();

// Timeout has the members of Node: code reads when it began and how long it takes, and changes _repeat.
function Timeout(fn, ms, args, repeat) {
  ms *= 1;
  if (!(ms >= 1 && ms <= 2147483647)) {
    if (ms > 2147483647) { process.emitWarning(ms + ' does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.', 'TimeoutOverflowWarning'); }
    ms = 1;
  }
  this._idleTimeout = ms;
  this._idleStart = 0;
  this._onTimeout = fn;
  this._timerArgs = args.length ? args : undefined;
  this._repeat = repeat ? ms : null;
  this._destroyed = false;
  this[refed] = true;
  this[primitive] = false;
  Object.defineProperty(this, 'id', { value: start(this), writable: true });
  this[asyncId] = this.id;
}
function start(t) {
  t._idleStart = native.now();
  return native.set(function () { fire(t); }, Math.trunc(t._idleTimeout), t._repeat !== null);
}
function fire(t) {
  if (!t._onTimeout) { end(t); return; } // it was cleared once it had fired, and then begun again
  var every = t._repeat;
  try {
    if (t._timerArgs) { t._onTimeout(...t._timerArgs); } else { t._onTimeout(); }
  } finally {
    if (t._repeat !== every && t._idleTimeout !== -1) {
      native.clear(t.id);
      if (t._repeat && t._onTimeout) {
        t._idleTimeout = t._repeat;
        restart(t);
      }
    } else if (every !== null) {
      t._idleStart = native.now();
    } else if (t._onTimeout && !native.live(t.id)) {
      end(t);
    }
  }
}
function restart(t) {
  t.id = start(t);
  t._destroyed = false;
  if (!t[refed]) { native.weaken(t.id, true); }
}
function end(t) {
  t._destroyed = true;
  if (t[primitive]) { known.delete(t[asyncId]); }
}
function weaken(handle, weak) {
  if (handle[refed] === weak) {
    handle[refed] = !weak;
    native.weaken(handle.id, weak);
  }
  return handle;
}
function clearTimeout(t) {
  if (typeof t === 'number' || typeof t === 'string') { t = known.get(Number(t)); }
  if (!t || !t._onTimeout) { return; }
  t._onTimeout = null;
  exports.unenroll(t);
}
Timeout.prototype.ref = function () { return weaken(this, false); };
Timeout.prototype.unref = function () { return weaken(this, true); };
Timeout.prototype.hasRef = function () { return this[refed]; };
Timeout.prototype.close = function () { clearTimeout(this); return this; };
Timeout.prototype.refresh = function () {
  if (this._idleTimeout >= 0) {
    this._idleStart = native.now();
    if (!native.refresh(this.id, Math.trunc(this._idleTimeout))) { restart(this); }
  }
  return this;
};
Timeout.prototype[Symbol.toPrimitive] = function () {
  if (!this[primitive]) {
    this[primitive] = true;
    known.set(this[asyncId], this);
  }
  return this[asyncId];
};
Timeout.prototype[Symbol.dispose] = function () { clearTimeout(this); };

function Immediate(fn, args) {
  this._onImmediate = fn;
  this._argv = args.length ? args : undefined;
  this._destroyed = false;
  this[refed] = true;
  var self = this;
  Object.defineProperty(this, 'id', { value: native.immediate(function () {
    self._destroyed = true;
    self[refed] = null;
    try {
      if (self._argv) { self._onImmediate(...self._argv); } else { self._onImmediate(); }
    } finally { self._onImmediate = null; }
  }) });
}
function clearImmediate(i) {
  if (!i || !i._onImmediate || i._destroyed || !(i instanceof Immediate)) { return; }
  native.clear(i.id);
  i._destroyed = true;
  i[refed] = i._onImmediate = null;
}
Immediate.prototype.ref = function () { return weaken(this, false); };
Immediate.prototype.unref = function () { return weaken(this, true); };
Immediate.prototype.hasRef = function () { return Boolean(this[refed]); };
Immediate.prototype[Symbol.dispose] = function () { clearImmediate(this); };

function callable(fn) { validate.func(fn, 'callback'); }
exports.setTimeout = function (fn, ms, ...args) {
  callable(fn);
  return new Timeout(fn, ms, args, false);
};
exports.setInterval = function (fn, ms, ...args) {
  callable(fn);
  return new Timeout(fn, ms, args, true);
};
exports.setImmediate = function (fn, ...args) {
  callable(fn);
  return new Immediate(fn, args);
};
exports.clearTimeout = clearTimeout;
exports.clearInterval = function clearInterval(t) { clearTimeout(t); };
exports.clearImmediate = clearImmediate;

function delayed(ms) { if (ms !== undefined) { validate.number(ms, 'delay'); } }
// options are those of a promise of a timer, checked.
function options(o) {
  if (o === undefined) { return {}; }
  validate.object(o, 'options');
  if (o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
  if (o.ref !== undefined) { validate.boolean(o.ref, 'options.ref'); }
  return o;
}
// abortable is a promise that the timer of start fulfils, and that an abort rejects.
function abortable(o, start, clear) {
  return new Promise(function (resolve, reject) {
    var signal = (o = options(o)).signal;
    if (signal && signal.aborted) { throw errors.aborted(signal); }
    var handle = start(function (v) {
      if (signal) { signal.removeEventListener('abort', stop); }
      resolve(v);
    });
    if (o.ref === false) { handle.unref(); }
    function stop() { clear(handle); reject(errors.aborted(signal)); }
    if (signal) { signal.addEventListener('abort', stop, { once: true }); }
  });
}
// every is an iterator whose values come with the ticks of an interval. As with a generator, the interval begins
// with the first call of next, and each call waits for those before it.
function every(ms, value, o) {
  var last = Promise.resolve(), ready = 0, over = false, signal, waiting, interval;
  function wake() {
    if (waiting) { waiting(); waiting = undefined; }
  }
  function stop() {
    clearTimeout(interval);
    wake();
  }
  function close() {
    over = true;
    clearTimeout(interval);
    if (signal) { signal.removeEventListener('abort', stop); }
  }
  function begin() {
    delayed(ms);
    signal = (o = options(o)).signal;
    if (signal && signal.aborted) { throw errors.aborted(signal); }
    interval = new Timeout(function () { ready++; wake(); }, ms, [], true);
    if (o.ref === false) { interval.unref(); }
    if (signal) { signal.addEventListener('abort', stop, { once: true }); }
  }
  async function step() {
    if (over) { return { value: undefined, done: true }; }
    try {
      if (!interval) { begin(); }
      if (ready === 0 && !(signal && signal.aborted)) { await new Promise(function (resolve) { waiting = resolve; }); }
      if (ready === 0) { throw errors.aborted(signal); }
      ready--;
      return { value: value, done: false };
    } catch (e) {
      close();
      throw e;
    }
  }
  async function leave(result) {
    close();
    return result();
  }
  function queue(fn) {
    var p = interval || over ? last.then(fn) : fn();
    last = p.catch(function () {});
    return p;
  }
  return {
    next: function () { return queue(step); },
    return: function (v) { return queue(function () { return leave(function () { return { value: v, done: true }; }); }); },
    throw: function (e) { return queue(function () { return leave(function () { throw e; }); }); },
    [Symbol.asyncIterator]: function () { return this; }
  };
}
exports.promises = {
  setTimeout: async function (ms, value, o) { delayed(ms); return abortable(o, function (done) { return new Timeout(done, ms, [value], false); }, clearTimeout); },
  setImmediate: function (value, o) { return abortable(o, function (done) { return new Immediate(done, [value]); }, clearImmediate); },
  setInterval: every,
  scheduler: { wait: function (ms, o) { return exports.promises.setTimeout(ms, undefined, o); }, yield: function () { return exports.promises.setImmediate(); } }
};
['setTimeout', 'setImmediate'].forEach(function (name) { Object.defineProperty(exports[name], promisify.custom, { enumerable: true, get: function () { return exports.promises[name]; } }); });
// The older API of idle timers, which HTTP agents in npm still use.
exports.enroll = function (item, msecs) {
  validate.number(msecs, 'msecs');
  if (msecs < 0 || !isFinite(msecs)) { throw validate.outOfRange('msecs', 'a non-negative finite number', msecs); }
  if (item._idleNext) { exports.unenroll(item); }
  item._idleNext = null;
  item._idlePrev = null;
  item._idleTimeout = msecs;
};
exports.unenroll = function (item) {
  if (item._destroyed) { return; }
  item._destroyed = true;
  if (item instanceof Timeout) { native.clear(item.id); end(item); } else { clearTimeout(item._idleTimer); }
  item._idleTimeout = -1;
};
exports.active = exports._unrefActive = function (item) {
  var ms = item._idleTimeout;
  clearTimeout(item._idleTimer);
  if (ms >= 0) { item._destroyed = false; item._idleTimer = exports.setTimeout(function () { if (item._onTimeout) { item._onTimeout(); } }, ms); }
};
