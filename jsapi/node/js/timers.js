// timers: setTimeout and similar functions, with the handles of Node.
var promisify = require('util').promisify;

function Handle(id, start) {
  this.id = id;
  this.start = start;
}
Handle.prototype.ref = Handle.prototype.unref = function () { return this; };
Handle.prototype.hasRef = function () { return true; };
Handle.prototype.close = function () { native.clear(this.id); return this; };
Handle.prototype.refresh = function () {
  native.clear(this.id);
  this.id = this.start();
  return this;
};
Handle.prototype[Symbol.toPrimitive] = function () { return this.id; };
Object.defineProperty(Handle, 'name', { value: 'Timeout' });

function callable(fn) {
  if (typeof fn !== 'function') { throw require('util').invalidArgument('callback', 'function', fn); }
}
function timer(repeat) {
  return function (fn, ms) {
    callable(fn);
    var args = Array.prototype.slice.call(arguments, 2);
    var wait = Number(ms);
    if (!(wait >= 1 && wait <= 2147483647)) { wait = 1; }
    var handle = new Handle(0, function () {
      return native.set(args.length ? function () { fn.apply(handle, args); } : function () { fn.call(handle); }, wait, repeat);
    });
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
exports.setImmediate = function (fn) {
  callable(fn);
  var args = Array.prototype.slice.call(arguments, 1);
  return new Handle(native.immediate(function () { fn.apply(undefined, args); }), null);
};
exports.clearTimeout = exports.clearInterval = exports.clearImmediate = clear;

exports.promises = {
  setTimeout: function (ms, value) { return new Promise(function (resolve) { exports.setTimeout(resolve, ms, value); }); },
  setImmediate: function (value) { return new Promise(function (resolve) { exports.setImmediate(resolve, value); }); },
  scheduler: { wait: function (ms) { return exports.promises.setTimeout(ms); }, yield: function () { return exports.promises.setImmediate(); } }
};
Object.defineProperty(exports.setTimeout, promisify.custom, { value: exports.promises.setTimeout });
Object.defineProperty(exports.setImmediate, promisify.custom, { value: exports.promises.setImmediate });
// The older API of idle timers, which HTTP agents in npm still use.
exports.enroll = function (item, ms) { item._idleTimeout = ms; };
exports.unenroll = function (item) { clear(item._idleTimer); };
exports.active = exports._unrefActive = function (item) {
  clear(item._idleTimer);
  if (item._idleTimeout >= 0) { item._idleTimer = exports.setTimeout(function () { if (item._onTimeout) { item._onTimeout(); } }, item._idleTimeout); }
};
