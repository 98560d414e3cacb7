// timers: setTimeout and similar functions, with the handles of Node.
var promisify = require('util').promisify;

function Handle(id, start, wait) {
  this.id = id;
  this.start = start;
  this.wait = wait;
}
Handle.prototype.ref = function () { return weaken(this, false); };
Handle.prototype.unref = function () { return weaken(this, true); };
Handle.prototype.hasRef = function () { return !this.weak; };
Object.defineProperty(Handle.prototype, 'weak', { value: false, writable: true });
function weaken(handle, weak) {
  if (handle.weak !== weak) {
    Object.defineProperty(handle, 'weak', { value: weak, writable: true, configurable: true });
    native.weaken(handle.id, weak);
  }
  return handle;
}
Handle.prototype.close = function () { native.clear(this.id); return this; };
Handle.prototype.refresh = function () {
  if (!native.refresh(this.id, this.wait)) {
    this.id = this.start();
    if (this.weak) { native.weaken(this.id, true); }
  }
  return this;
};
Handle.prototype[Symbol.toPrimitive] = function () { return this.id; };
Object.defineProperty(Handle, 'name', { value: 'Timeout' });

function callable(fn) {
  if (typeof fn !== 'function') { throw require('util').invalidArgument('callback', 'function', fn); }
}
function timer(repeat) {
  return function (fn, ms, ...args) {
    callable(fn);
    var wait = Number(ms);
    if (!(wait >= 1 && wait <= 2147483647)) { wait = 1; }
    var run = args.length ? function () { fn.apply(handle, args); } : function () { fn.call(handle); };
    var handle = new Handle(0, function () { return native.set(run, wait, repeat); }, wait);
    handle.id = handle.start();
    return handle;
  };
}
function clear(handle) {
  if (handle === undefined || handle === null) { return; }
  native.clear(typeof handle === 'object' ? handle.id : Number(handle));
}
exports.setTimeout = timer(false);
exports.setInterval = timer(true);
exports.setImmediate = function (fn, ...args) {
  callable(fn);
  return new Handle(native.immediate(function () { fn.apply(undefined, args); }), null);
};
['clearTimeout', 'clearInterval', 'clearImmediate'].forEach(function (name) { exports[name] = function (handle) { clear(handle); }; });

// abortable is a promise that start fulfils, and that an abort rejects.
function aborted(signal) {
  var e = new Error('The operation was aborted', { cause: signal.reason });
  e.name = 'AbortError';
  e.code = 'ABORT_ERR';
  return e;
}
function abortable(o, start) {
  var signal = o && o.signal;
  return new Promise(function (resolve, reject) {
    if (signal === undefined || signal === null) { start(resolve); return; }
    require('validate').signal(signal, 'options.signal');
    if (signal.aborted) { reject(aborted(signal)); return; }
    function stop() { clear(handle); reject(aborted(signal)); }
    var handle = start(function (v) { signal.removeEventListener('abort', stop); resolve(v); });
    signal.addEventListener('abort', stop);
  });
}
// every is an iterator whose values come with the ticks of an interval.
function every(ms, value, o) {
  var ready = 0, waiting = [], ended = false, handle, signal = o && o.signal;
  function stop() {
    ended = true;
    clear(handle);
    if (signal) { signal.removeEventListener('abort', stop); }
    waiting.splice(0).forEach(function (w) { if (signal && signal.aborted) { w.reject(aborted(signal)); } else { w.resolve({ value: undefined, done: true }); } });
  }
  function start() {
    if (handle !== undefined || ended) { return; }
    if (signal && signal.aborted) { ended = true; return; }
    handle = exports.setInterval(function () {
      if (waiting.length) { waiting.shift().resolve({ value: value, done: false }); } else { ready++; }
    }, ms);
    if (signal) { signal.addEventListener('abort', stop); }
  }
  return {
    next: function () {
      start();
      return new Promise(function (resolve, reject) {
        if (signal && signal.aborted) { reject(aborted(signal)); } else if (ended) { resolve({ value: undefined, done: true }); } else if (ready > 0) { ready--; resolve({ value: value, done: false }); } else { waiting.push({ resolve: resolve, reject: reject }); }
      });
    },
    return: function () { stop(); return Promise.resolve({ value: undefined, done: true }); },
    [Symbol.asyncIterator]: function () { return this; }
  };
}
exports.promises = {
  setTimeout: function (ms, value, o) { return abortable(o, function (done) { return exports.setTimeout(done, ms, value); }); },
  setImmediate: function (value, o) { return abortable(o, function (done) { return exports.setImmediate(done, value); }); },
  setInterval: every,
  scheduler: { wait: function (ms, o) { return exports.promises.setTimeout(ms, undefined, o); }, yield: function () { return exports.promises.setImmediate(); } }
};
['setTimeout', 'setImmediate'].forEach(function (name) { Object.defineProperty(exports[name], promisify.custom, { enumerable: true, get: function () { return exports.promises[name]; } }); });
// The older API of idle timers, which HTTP agents in npm still use.
exports.enroll = function (item, ms) { item._idleTimeout = ms; };
exports.unenroll = function (item) { clear(item._idleTimer); };
exports.active = exports._unrefActive = function (item) {
  clear(item._idleTimer);
  if (item._idleTimeout >= 0) { item._idleTimer = exports.setTimeout(function () { if (item._onTimeout) { item._onTimeout(); } }, item._idleTimeout); }
};
