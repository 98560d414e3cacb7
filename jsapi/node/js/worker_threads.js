// worker_threads: workers, each with a realm and a loop of its own, and channels between them.
var web = require('web'), util = require('util'), EventEmitter = require('events'), stream = require('stream'), clone = require('clone');

function fault(Type, message, code) { return Object.assign(new Type(message), { code: code }); }
function pack(value, transfer) { return native.pack(clone.encode(value, transfer)); }
function unpack(message) { return clone.decode(native.unpack(message)); }
// listed is the list of what is transferred, of the second argument of postMessage.
function listed(o) {
  if (o === undefined || o === null) { return []; }
  if (typeof o !== 'object' && typeof o !== 'function') { throw fault(TypeError, 'Optional transferList argument must be an iterable', 'ERR_INVALID_ARG_TYPE'); }
  if (typeof o[Symbol.iterator] === 'function') { return Array.from(o); }
  if (o.transfer === undefined) { return []; }
  if (o.transfer === null || typeof o.transfer[Symbol.iterator] !== 'function') { throw fault(TypeError, 'Optional options.transfer argument must be an iterable', 'ERR_INVALID_ARG_TYPE'); }
  return Array.from(o.transfer);
}

var opening; // set while a port is made
function MessagePort() {
  if (!opening) { throw fault(TypeError, 'Constructor cannot be called', 'ERR_CONSTRUCT_CALL_INVALID'); }
  web.initTarget(this);
  Object.defineProperty(this, 'state', { value: { end: null, started: false, closing: false, closed: false, handler: null } });
}
util.inherits(MessagePort, web.EventTarget);
exports.MessagePort = MessagePort;
// arrive makes the port of an end of a channel.
function arrive(end) {
  opening = true;
  var port = new MessagePort();
  opening = false;
  port.state.end = end;
  native.attach(end, function () { receive(port); }, function () { closed(port); });
  return port;
}
Object.defineProperty(exports, '_arrive', { value: arrive });
Object.defineProperty(exports, '_copy', { value: function (value, transfer) { return unpack(pack(value, transfer)).value; } });
Object.defineProperty(MessagePort.prototype, '_detached', { value: function () { return this.state.closed || this.state.closing; } });
// _leave takes the end of the channel away: it goes to another thread.
Object.defineProperty(MessagePort.prototype, '_leave', { value: function () {
  this.state.closed = true;
  native.detach(this.state.end);
  return this.state.end;
} });
// receive is called once for each message.
function receive(port) {
  if (!port.state.started || port.state.closed) { return; }
  var message = native.take(port.state.end), got;
  if (message === null) { return; }
  try { got = unpack(message); } catch (e) { port.dispatchEvent(new web.MessageEvent('messageerror', { data: e })); return; }
  port.dispatchEvent(messageOf(got.value, got.ports));
}
// messageOf makes the event of a message. One that is undefined is null there, but not for listeners
// that were added with on.
var raw = Symbol('raw');
function messageOf(value, ports) {
  var event = new web.MessageEvent('message', { data: value, ports: ports });
  Object.defineProperty(event, raw, { value: value });
  return event;
}
function closed(port) {
  port.state.closed = true;
  port.dispatchEvent(new web.Event('close'));
}
MessagePort.prototype.postMessage = function (message, transfer) {
  if (!arguments.length) { throw fault(TypeError, 'Not enough arguments to MessagePort.postMessage', 'ERR_MISSING_ARGS'); }
  var list = listed(transfer);
  if (list.indexOf(this) >= 0) { throw new web.DOMException('Transfer list contains source port', 'DataCloneError'); }
  var packed = pack(message, list);
  if (this.state.closed || this.state.closing) { return; }
  native.post(this.state.end, packed);
  return true;
};
MessagePort.prototype.start = function () {
  if (this.state.started || this.state.closed) { return; }
  this.state.started = true;
  native.pump(this.state.end);
};
MessagePort.prototype.close = function (done) {
  if (typeof done === 'function') { this.once('close', done); }
  if (this.state.closed) { return; }
  this.state.closing = true;
  native.close(this.state.end);
};
MessagePort.prototype.ref = function () { if (!this.state.closed) { native.hold(this.state.end, true); } };
MessagePort.prototype.unref = function () { if (!this.state.closed) { native.hold(this.state.end, false); } };
MessagePort.prototype.hasRef = function () { return !this.state.closed && native.held(this.state.end); };
Object.defineProperty(MessagePort.prototype, 'onmessage', {
  configurable: true,
  get: function () { return this.state.handler; },
  set: function (fn) {
    this.state.handler = typeof fn === 'function' ? fn : null;
    if (this.state.handler) { this.ref(); this.start(); } else { this.unref(); }
  }
});
// Ports of Node are an EventEmitter too.
MessagePort.prototype.on = MessagePort.prototype.addListener = function (name, fn) { return listen(this, name, fn, false); };
MessagePort.prototype.once = function (name, fn) { return listen(this, name, fn, true); };
MessagePort.prototype.off = MessagePort.prototype.removeListener = function (name, fn) {
  var list = this.emitted || [], i = list.findIndex(function (l) { return l.name === name && l.fn === fn; });
  if (i >= 0) { forget(this, list[i]); }
  return this;
};
MessagePort.prototype.removeAllListeners = function (name) {
  var self = this;
  (self.emitted || []).slice().forEach(function (l) { if (name === undefined || l.name === name) { forget(self, l); } });
  return self;
};
MessagePort.prototype.emit = function (name, value) {
  var any = this.listenerCount(name) > 0;
  this.dispatchEvent(name === 'message' ? messageOf(value) : new web.Event(name));
  return any;
};
MessagePort.prototype.listenerCount = function (name) { return (this.listeners[name] || []).length; };
MessagePort.prototype.eventNames = function () { var l = this.listeners; return Object.keys(l).filter(function (k) { return l[k].length; }); };
MessagePort.prototype.setMaxListeners = function () { return this; };
function forget(port, l) {
  port.emitted.splice(port.emitted.indexOf(l), 1);
  port.removeEventListener(l.name, l.wrapped);
  if (l.name === 'message' && !port.listenerCount('message')) { port.unref(); }
}
function listen(port, name, fn, once) {
  if (typeof fn !== 'function') { throw util.invalidArgument('listener', 'function', fn); }
  if (!port.emitted) { Object.defineProperty(port, 'emitted', { value: [] }); }
  var l = { name: name, fn: fn, wrapped: function (event) {
    if (once) { forget(port, l); }
    fn.call(port, raw in event ? event[raw] : name === 'message' || name === 'messageerror' ? event.data : event);
  } };
  port.emitted.push(l);
  port.addEventListener(name, l.wrapped);
  if (name === 'message') { port.ref(); port.start(); }
  return port;
}

function MessageChannel() {
  if (!new.target) { throw fault(TypeError, 'Cannot call constructor without `new`', 'ERR_CONSTRUCT_CALL_REQUIRED'); }
  var ends = native.channel();
  this.port1 = arrive(ends[0]);
  this.port2 = arrive(ends[1]);
}
exports.MessageChannel = MessageChannel;

// receiveMessageOnPort takes the oldest message synchronously.
function isPort(v) { if (!(v instanceof MessagePort)) { throw fault(TypeError, 'The "port" argument must be a MessagePort instance', 'ERR_INVALID_ARG_TYPE'); } }
exports.receiveMessageOnPort = function (port) {
  isPort(port);
  var message = port.state.closed ? null : native.take(port.state.end);
  return message === null ? undefined : { message: unpack(message).value };
};
exports.markAsUntransferable = clone.keep;
exports.moveMessagePortToContext = function (port, context) {
  isPort(port);
  if (context === null || typeof context !== 'object' || !require('vm').isContext(context)) { throw fault(TypeError, 'Invalid context argument', 'ERR_INVALID_ARG_TYPE'); }
  return port;
};

var thread = native.thread, shared = new Map();
exports.isMainThread = !thread;
exports.threadId = thread ? thread.id : 0;
exports.resourceLimits = thread ? thread.limits : {};
exports.SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');
exports.parentPort = thread ? arrive(thread.port) : null;
exports.workerData = null;
if (thread) {
  var given = unpack(thread.data).value;
  exports.workerData = given.data;
  shared = given.shared;
  // _input is what the parent writes to worker.stdin. It is taken once somebody reads.
  if (given.input) { Object.defineProperty(exports, '_input', { value: new stream.Readable({ read: function () {
    var self = this;
    if (self._taken) { return; }
    Object.defineProperty(self, '_taken', { value: true });
    given.input.on('message', function (chunk) {
      self.push(chunk === null ? null : Buffer.from(chunk));
      if (chunk === null) { given.input.close(); }
    });
  } }) }); }
}
exports.getEnvironmentData = function (key) { return shared.get(key); };
exports.setEnvironmentData = function (key, value) { if (value === undefined) { shared.delete(key); } else { shared.set(key, value); } };

// Worker
function fileOf(file) {
  if (typeof file === 'object' && file !== null && typeof file.href === 'string') {
    if (file.protocol !== 'file:') { throw fault(TypeError, 'The URL must be of scheme file', 'ERR_INVALID_URL_SCHEME'); }
    return require('url').fileURLToPath(file);
  }
  if (typeof file !== 'string') { throw util.invalidArgument('filename', 'string or an instance of URL', file); }
  var path = require('path');
  if (path.isAbsolute(file)) { return path.normalize(file); }
  if (!/^\.\.?[\\/]/.test(file)) {
    throw fault(TypeError, 'The worker script or module filename must be an absolute path or a relative path starting with \'./\' or \'../\'.' + (/^file:/.test(file) ? ' Wrap file:// URLs with `new URL`.' : /^data:text\/javascript/.test(file) ? ' Wrap data: URLs with `new URL`.' : '') + ' Received "' + file + '"', 'ERR_WORKER_PATH');
  }
  return path.resolve(file);
}
// revive makes the error that a worker has described.
function revive(d) { return d.own ? Object.assign(d.error, d.own) : d.error; }
function number(v) { return typeof v === 'number' && v > 0 ? v : 0; }
function Worker(file, o) {
  if (!new.target) { throw fault(TypeError, "Class constructor Worker cannot be invoked without 'new'"); }
  EventEmitter.call(this);
  if (o === undefined) { o = {}; }
  var self = this, code = '';
  if (o.execArgv && !Array.isArray(o.execArgv)) { throw require('errors').argument('options.execArgv', 'an instance of Array', o.execArgv); }
  if (o.argv && !Array.isArray(o.argv)) { throw require('errors').argument('options.argv', 'an instance of Array', o.argv); }
  if (o.name) { require('validate').string(o.name, 'options.name'); }
  if (o.eval && typeof file !== 'string') { throw fault(TypeError, "The property 'options.eval' must be false when 'filename' is not a string. Received " + util.inspect(o.eval), 'ERR_INVALID_ARG_VALUE'); }
  if (o.execArgv) {
    var unknown = native.unknownFlags(o.execArgv.map(String).filter(function (flag) { return flag[0] === '-'; }));
    if (unknown.length) { throw fault(Error, 'Initiated Worker with invalid execArgv flags: ' + unknown.join(', '), 'ERR_WORKER_INVALID_EXEC_ARGV'); }
  }
  if (o.eval) { code = String(file); file = ''; } else { file = fileOf(file); }
  var sharing = o.env === exports.SHARE_ENV;
  if (sharing) { require('environ').share(); }
  var env = o.env === undefined || o.env === null || sharing ? process.env : o.env;
  if (typeof env !== 'object') { throw util.invalidArgument('options.env', 'object or one of undefined, null, or worker_threads.SHARE_ENV', env); }
  var limits = o.resourceLimits || {}, own = { stdout: !!o.stdout, stderr: !!o.stderr }, ends = native.channel();
  var s = {
    file: file, code: code, eval: !!o.eval, name: o.name || '',
    env: Object.keys(env).filter(function (k) { return env[k] !== undefined; }).map(function (k) { return k + '=' + env[k]; }),
    sharing: sharing, argv: (o.argv || []).map(String), flags: (o.execArgv || process.execArgv).map(String), memory: number(limits.maxOldGenerationSizeMb)
  };
  this.resourceLimits = { maxYoungGenerationSizeMb: number(limits.maxYoungGenerationSizeMb), maxOldGenerationSizeMb: s.memory, codeRangeSizeMb: number(limits.codeRangeSizeMb), stackSizeMb: number(limits.stackSizeMb) || 4 };
  s.limits = this.resourceLimits;
  var input = o.stdin ? new MessageChannel() : null;
  var data = pack({ data: o.workerData === undefined ? null : o.workerData, shared: shared, input: input && input.port2 }, Array.prototype.slice.call(o.transferList || []).concat(input ? input.port2 : []));
  Object.defineProperty(this, '_native', { value: native.start(s, data, ends[1], tell), writable: true });
  this.threadId = this._native.id;
  this.stdin = input && new stream.Writable({
    write: function (chunk, encoding, done) {
      try { input.port1.postMessage(chunk); } catch (e) { done(e); return; }
      done();
    },
    final: function (done) { input.port1.postMessage(null); done(); },
    destroy: function (err, done) { input.port1.close(); done(err); }
  });
  this.stdout = new stream.Readable({ read: function () {} });
  this.stderr = new stream.Readable({ read: function () {} });
  if (!o.stdout) { this.stdout.resume(); }
  if (!o.stderr) { this.stderr.resume(); }
  Object.defineProperty(this, '_port', { value: arrive(ends[0]) });
  this._port.on('message', function (m) { self.emit('message', m); });
  this._port.on('messageerror', function (e) { self.emit('messageerror', e); });
  this._port.unref(); // the worker itself keeps its parent running
  process.nextTick(function () { process.emit('worker', self); });
  this.performance = { eventLoopUtilization: function () { return { idle: 0, active: 0, utilization: 0 }; } };
  function tell(kind, value) {
    switch (kind) {
      case 'error': self.emit('error', typeof value === 'string' ? fault(Error, value, 'ERR_WORKER_OUT_OF_MEMORY') : revive(unpack(value).value)); break;
      case 'stdout': case 'stderr':
        self[kind].push(value);
        if (!own[kind]) { process[kind].write(value); }
        break;
      case 'exit':
        // What the worker has posted before comes first.
        for (var m; (m = exports.receiveMessageOnPort(self._port)) !== undefined;) { self.emit('message', m.message); }
        self._native = null;
        if (input) { input.port1.close(); }
        self.threadId = -1;
        self._port.close();
        self.stdout.push(null);
        self.stderr.push(null);
        self.emit('exit', value);
        break;
      default: self.emit(kind);
    }
  }
}
util.inherits(Worker, EventEmitter);
exports.Worker = Worker;
Worker.prototype.postMessage = function () {
  if (this._native) { this._port.postMessage.apply(this._port, arguments); }
};
Worker.prototype.terminate = function () {
  var self = this;
  if (!self._native) { return Promise.resolve(); }
  return new Promise(function (resolve) {
    self.once('exit', resolve);
    self._native.terminate();
  });
};
Worker.prototype.ref = function () { if (this._native) { this._native.hold(true); } };
Worker.prototype.unref = function () { if (this._native) { this._native.hold(false); } };
Worker.prototype.getHeapSnapshot = function () { return Promise.reject(fault(Error, 'Heap snapshots are not available here', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM')); };

// BroadcastChannel
function BroadcastChannel(name) {
  if (!new.target) { throw fault(TypeError, "Class constructor BroadcastChannel cannot be invoked without 'new'"); }
  if (!arguments.length) { throw fault(TypeError, 'The "name" argument must be specified', 'ERR_MISSING_ARGS'); }
  web.initTarget(this);
  this.name = `${name}`; // not of symbols
  this.onmessage = this.onmessageerror = null;
  Object.defineProperty(this, '_port', { value: arrive(native.join(this.name)) });
  var self = this;
  this._port.on('message', function (m) { self.dispatchEvent(messageOf(m)); });
}
util.inherits(BroadcastChannel, web.EventTarget);
exports.BroadcastChannel = BroadcastChannel;
BroadcastChannel.prototype.postMessage = function (message) {
  if (!arguments.length) { throw fault(TypeError, 'The "message" argument must be specified', 'ERR_MISSING_ARGS'); }
  if (this._port.state.closed) { throw new web.DOMException('BroadcastChannel is closed.', 'InvalidStateError'); }
  native.post(this._port.state.end, pack(message, []));
};
BroadcastChannel.prototype.close = function () {
  this._port.close();
  this._port.state.closed = true;
};
BroadcastChannel.prototype.ref = function () { this._port.ref(); return this; };
BroadcastChannel.prototype.unref = function () { this._port.unref(); return this; };
