// worker_threads: the part that works in one thread. Both ports of a channel are in the
// same realm; messages are copied.
var web = require('web'), inherits = require('util').inherits;

exports.isMainThread = true;
exports.parentPort = exports.workerData = null;
exports.threadId = 0;
exports.resourceLimits = {};
exports.SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');
exports.markAsUntransferable = function () {};
exports.getEnvironmentData = function (key) { return shared.get(key); };
exports.setEnvironmentData = function (key, value) { if (value === undefined) { shared.delete(key); } else { shared.set(key, value); } };
var shared = new Map();

exports.Worker = function Worker() {
  var e = new Error('worker_threads.Worker is not available here: a project runs in one thread; give long work to a program by child_process.spawn');
  e.code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM';
  throw e;
};

var opening; // set while a channel creates its ports
function MessagePort() {
  if (!opening) {
    var e = new TypeError('Constructor cannot be called');
    e.code = 'ERR_CONSTRUCT_CALL_INVALID';
    throw e;
  }
  web.EventTarget.call(this);
  Object.defineProperty(this, 'state', { value: { other: null, waiting: [], started: false, closed: false, handler: null } });
}
inherits(MessagePort, web.EventTarget);
MessagePort.prototype.postMessage = function (message) {
  if (!arguments.length) {
    var e = new TypeError('The "message" argument must be specified');
    e.code = 'ERR_MISSING_ARGS';
    throw e;
  }
  var copy = web.structuredClone(message), other = this.state.other;
  if (this.state.closed || !other || other.state.closed) { return; }
  other.state.waiting.push(copy);
  deliver(other);
};
MessagePort.prototype.start = function () {
  this.state.started = true;
  deliver(this);
};
MessagePort.prototype.close = function () {
  if (this.state.closed) { return; }
  var ends = [this, this.state.other];
  ends.forEach(function (end) { end.state.closed = true; });
  setImmediate(function () { ends.forEach(function (end) { end.dispatchEvent(new web.Event('close')); }); });
};
MessagePort.prototype.ref = MessagePort.prototype.unref = function () {};
Object.defineProperty(MessagePort.prototype, 'onmessage', {
  get: function () { return this.state.handler; },
  set: function (fn) {
    this.state.handler = typeof fn === 'function' ? fn : null;
    if (this.state.handler) { this.start(); }
  }
});
// Ports of Node are an EventEmitter too.
MessagePort.prototype.on = MessagePort.prototype.addListener = function (name, fn) { return listen(this, name, fn, false); };
MessagePort.prototype.once = function (name, fn) { return listen(this, name, fn, true); };
MessagePort.prototype.off = MessagePort.prototype.removeListener = function (name, fn) {
  var list = this.emitted || [], i = list.findIndex(function (l) { return l.name === name && l.fn === fn; });
  if (i >= 0) { this.removeEventListener(name, list.splice(i, 1)[0].wrapped); }
  return this;
};
exports.MessagePort = MessagePort;

function listen(port, name, fn, once) {
  var wrapped = function (event) { fn.call(port, name === 'message' ? event.data : event); };
  if (!port.emitted) { Object.defineProperty(port, 'emitted', { value: [] }); }
  port.emitted.push({ name: name, fn: fn, wrapped: wrapped });
  port.addEventListener(name, wrapped, { once: once });
  if (name === 'message') { port.start(); }
  return port;
}

// deliver delivers one message for each task of the event loop.
function deliver(port) {
  if (!port.state.started || !port.state.waiting.length || port.state.scheduled) { return; }
  port.state.scheduled = true;
  setImmediate(function () {
    port.state.scheduled = false;
    if (!port.state.waiting.length) { return; }
    port.dispatchEvent(new web.MessageEvent('message', { data: port.state.waiting.shift() }));
    deliver(port);
  });
}

function MessageChannel() {
  opening = true;
  this.port1 = new MessagePort();
  this.port2 = new MessagePort();
  opening = false;
  this.port1.state.other = this.port2;
  this.port2.state.other = this.port1;
}
exports.MessageChannel = MessageChannel;

// receiveMessageOnPort takes the oldest message synchronously.
exports.receiveMessageOnPort = function (port) {
  return port.state.waiting.length ? { message: port.state.waiting.shift() } : undefined;
};
