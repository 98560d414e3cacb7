// events: EventEmitter.
function EventEmitter(options) { EventEmitter.init.call(this, options); }
module.exports = EventEmitter;
EventEmitter.EventEmitter = EventEmitter;
var most = 10;
Object.defineProperty(EventEmitter, 'defaultMaxListeners', { enumerable: true, configurable: true, get: function () { return most; }, set: function (n) { limit(n, 'defaultMaxListeners'); most = n; } });
function limit(n, name) {
  var errors = require('errors'), validate = require('validate');
  if (typeof n !== 'number') { throw errors.argument(name, 'of type number', n); }
  if (n < 0 || Number.isNaN(n)) { throw validate.outOfRange(name, '>= 0', n); }
}
EventEmitter.errorMonitor = Symbol('events.errorMonitor');
EventEmitter.captureRejectionSymbol = Symbol.for('nodejs.rejection');
EventEmitter.kMaxEventTargetListeners = Symbol('events.maxEventTargetListeners');
EventEmitter.kMaxEventTargetListenersWarned = Symbol('events.maxEventTargetListenersWarned');
EventEmitter.usingDomains = false;
var capture = Symbol('kCapture'), captures = false;
Object.defineProperty(EventEmitter, 'captureRejections', {
  enumerable: true, configurable: true, get: function () { return captures; },
  set: function (v) { require('validate').boolean(v, 'EventEmitter.captureRejections'); captures = v; }
});
EventEmitter.init = function (options) {
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = Object.create(null);
    this._eventsCount = 0;
  }
  this._maxListeners = this._maxListeners || undefined;
  var chosen = options && options.captureRejections;
  if (chosen) { require('validate').boolean(chosen, 'options.captureRejections'); }
  if (chosen || captures) { Object.defineProperty(this, capture, { value: true, configurable: true, writable: true }); }
};
EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;

function check(listener) { if (typeof listener !== 'function') { require('validate').func(listener, 'listener'); } }
function add(target, type, listener, front) {
  check(listener);
  if (!target._events) { EventEmitter.init.call(target); }
  if (target._events.newListener !== undefined) { target.emit('newListener', type, listener.listener || listener); }
  var list = target._events[type];
  if (list === undefined) {
    target._events[type] = [listener];
    target._eventsCount++;
  } else {
    // emit may be iterating over the list: change a copy.
    target._events[type] = front ? [listener].concat(list) : list.concat([listener]);
    var max = target._maxListeners === undefined ? EventEmitter.defaultMaxListeners : target._maxListeners;
    if (max > 0 && list.length + 1 > max && !list.warned) {
      target._events[type].warned = true;
      if (typeof process !== 'undefined' && process.emitWarning) {
        leaking(target, type, list.length + 1, max);
      }
    } else { target._events[type].warned = list.warned; }
  }
  return target;
}
function leaking(target, type, count, most) {
  var inspect = require('inspect'), e = new Error('Possible EventEmitter memory leak detected. ' + count + ' ' + String(type) + ' listeners added to ' + inspect(target, { depth: -1 }) +
    '. MaxListeners is ' + most + '. Use emitter.setMaxListeners() to increase limit');
  process.emitWarning(Object.assign(e, { name: 'MaxListenersExceededWarning', emitter: target, type: type, count: count }));
}
function onceWrap(target, type, listener) {
  check(listener);
  var fired = false;
  function wrapped(...args) {
    if (fired) { return; }
    fired = true;
    target.removeListener(type, wrapped);
    return args.length === 0 ? listener.call(target) : args.length === 1 ? listener.call(target, args[0]) : listener.apply(target, args);
  }
  wrapped.listener = listener;
  return wrapped;
}
EventEmitter.prototype.on = EventEmitter.prototype.addListener = function (type, listener) { return add(this, type, listener, false); };
EventEmitter.prototype.prependListener = function (type, listener) { return add(this, type, listener, true); };
EventEmitter.prototype.once = function (type, listener) { return this.on(type, onceWrap(this, type, listener)); };
EventEmitter.prototype.prependOnceListener = function (type, listener) { return this.prependListener(type, onceWrap(this, type, listener)); };
EventEmitter.prototype.emit = function (type, ...args) {
  var events = this._events;
  if (type === 'error') {
    if (events && events[EventEmitter.errorMonitor]) { call(events[EventEmitter.errorMonitor], this, args); }
    if (!events || events.error === undefined) {
      var err = args[0];
      if (err instanceof Error) { throw err; }
      var text = String(err);
      try { text = require('inspect')(err); } catch (e) { /* its own function to show it fails */ }
      throw require('errors').coded(Error, 'ERR_UNHANDLED_ERROR', 'Unhandled error. (' + text + ')', { context: err });
    }
  }
  var list = events && events[type];
  if (list === undefined || list === null) { return false; }
  if (this[capture]) { watched(list, this, args, type); } else { call(list, this, args); }
  return true;
};
// watched calls listeners, and reports the promises of theirs that are rejected.
function watched(list, self, args, type) {
  list.forEach(function (fn) {
    var result = fn.apply(self, args);
    if (result === null || result === undefined) { return; }
    try {
      var then = result.then;
      if (typeof then === 'function') { then.call(result, undefined, function (err) { process.nextTick(rejected, self, err, type, args); }); }
    } catch (err) { self.emit('error', err); }
  });
}
function rejected(self, err, type, args) {
  if (typeof self[EventEmitter.captureRejectionSymbol] === 'function') {
    self[EventEmitter.captureRejectionSymbol](err, type, ...args);
    return;
  }
  var before = self[capture];
  self[capture] = false; // a listener of the error that fails is not reported to itself
  try { self.emit('error', err); } finally { self[capture] = before; }
}
// call does without apply where it can: that copies the list.
function call(list, self, args) {
  for (var i = 0, n = list.length; i < n; i++) {
    switch (args.length) {
      case 0: list[i].call(self); break;
      case 1: list[i].call(self, args[0]); break;
      case 2: list[i].call(self, args[0], args[1]); break;
      default: list[i].apply(self, args);
    }
  }
}
EventEmitter.prototype.off = EventEmitter.prototype.removeListener = function (type, listener) {
  check(listener);
  var list = this._events && this._events[type];
  if (!list) { return this; }
  for (var i = list.length - 1; i >= 0; i--) {
    if (list[i] === listener || list[i].listener === listener) {
      if (list.length > 1) { this._events[type] = list.slice(0, i).concat(list.slice(i + 1)); } else { delete this._events[type]; this._eventsCount--; }
      if (this._events.removeListener) { this.emit('removeListener', type, list[i].listener || listener); }
      break;
    }
  }
  return this;
};
EventEmitter.prototype.removeAllListeners = function (type) {
  var self = this, events = this._events;
  if (!events) { return this; }
  if (!events.removeListener) {
    if (arguments.length === 0) { this._events = Object.create(null); this._eventsCount = 0; } else if (events[type]) { delete events[type]; this._eventsCount--; }
    return this;
  }
  if (arguments.length === 0) {
    Reflect.ownKeys(events).forEach(function (k) { if (k !== 'removeListener') { self.removeAllListeners(k); } });
    this.removeAllListeners('removeListener');
    this._events = Object.create(null);
    this._eventsCount = 0;
    return this;
  }
  (events[type] || []).slice().reverse().forEach(function (fn) { self.removeListener(type, fn); });
  return this;
};
EventEmitter.prototype.listeners = function (type) { return (this._events && this._events[type] || []).map(function (fn) { return fn.listener || fn; }); };
EventEmitter.prototype.rawListeners = function (type) { return (this._events && this._events[type] || []).slice(); };
EventEmitter.prototype.listenerCount = function (type, listener) {
  var list = this._events && this._events[type];
  if (!list) { return 0; }
  return listener ? list.filter(function (fn) { return fn === listener || fn.listener === listener; }).length : list.length;
};
EventEmitter.prototype.eventNames = function () { return this._events ? Reflect.ownKeys(this._events) : []; };
EventEmitter.prototype.setMaxListeners = function (n) {
  limit(n, 'setMaxListeners');
  this._maxListeners = n;
  return this;
};
EventEmitter.prototype.getMaxListeners = function () { return this._maxListeners === undefined ? EventEmitter.defaultMaxListeners : this._maxListeners; };
// An emitter may have no function of its own for it, as those written for old releases.
EventEmitter.listenerCount = function (emitter, type) {
  return typeof emitter.listenerCount === 'function' ? emitter.listenerCount(type) : EventEmitter.prototype.listenerCount.call(emitter, type);
};
// The following functions accept emitters and event targets.
function listen(target, type, fn) {
  if (typeof target.on === 'function') {
    target.on(type, fn);
    return function () { target.removeListener(type, fn); };
  }
  if (typeof target.addEventListener !== 'function') { throw require('errors').argument('emitter', 'an instance of EventEmitter', target); }
  target.addEventListener(type, fn);
  return function () { target.removeEventListener(type, fn); };
}
// signalOf is the signal of options, checked.
function signalOf(o) {
  if (o.signal !== undefined) { require('validate').signal(o.signal, 'options.signal'); }
  return o.signal;
}
function aborted(signal) { return require('errors').aborted(signal); }
EventEmitter.once = function (emitter, type, o) {
  return new Promise(function (resolve, reject) {
    var signal = o ? signalOf(o) : undefined;
    if (signal && signal.aborted) { reject(aborted(signal)); return; }
    var ends = [];
    function end(settle) { return function (list) { ends.forEach(function (fn) { fn(); }); settle(list); }; }
    ends.push(listen(emitter, type, function () { end(resolve)(Array.prototype.slice.call(arguments)); }));
    if (type !== 'error' && typeof emitter.once === 'function') { ends.push(listen(emitter, 'error', end(reject))); }
    if (signal) { ends.push(listen(signal, 'abort', function () { end(reject)(aborted(signal)); })); }
  });
};
EventEmitter.on = function (emitter, type, o) {
  if (o === undefined) { o = {}; }
  var signal = signalOf(o), waiting = [], asking = [], failure, over = false, ends = [], paused = false;
  if (signal && signal.aborted) { throw aborted(signal); }
  // The emitter is paused while too many events wait.
  function mark(name, usual) {
    var n = o[name] === undefined || o[name] === null ? usual : o[name];
    require('validate').integer(n, 'options.' + name, 1);
    return n;
  }
  var high = mark('highWaterMark', Number.MAX_SAFE_INTEGER), low = mark('lowWaterMark', 1);
  function finish() {
    over = true;
    ends.splice(0).forEach(function (fn) { fn(); });
    asking.splice(0).forEach(function (a) { a.resolve({ value: undefined, done: true }); });
    return Promise.resolve({ value: undefined, done: true });
  }
  function fail(err) {
    var a = asking.shift();
    if (a) { a.reject(err); } else { failure = { err: err }; }
    finish();
  }
  ends.push(listen(emitter, type, function () {
    var list = Array.prototype.slice.call(arguments), a = asking.shift();
    if (a) { a.resolve({ value: list, done: false }); return; }
    waiting.push(list);
    if (!paused && waiting.length > high) { paused = true; emitter.pause(); }
  }));
  if (type !== 'error' && typeof emitter.on === 'function') { ends.push(listen(emitter, 'error', fail)); }
  if (signal) { ends.push(listen(signal, 'abort', function () { fail(aborted(signal)); })); }
  for (var i = 0, names = o.close || []; i < names.length; i++) { ends.push(listen(emitter, names[i], finish)); }
  var iterator = {
    next: function () {
      if (waiting.length) {
        var list = waiting.shift();
        if (paused && waiting.length < low) { paused = false; emitter.resume(); }
        return Promise.resolve({ value: list, done: false });
      }
      if (failure) {
        var err = failure.err;
        failure = undefined;
        return Promise.reject(err);
      }
      if (over) { return Promise.resolve({ value: undefined, done: true }); }
      return new Promise(function (resolve, reject) { asking.push({ resolve: resolve, reject: reject }); });
    },
    return: finish,
    throw: function (err) { fail(err); return Promise.resolve({ value: undefined, done: true }); }
  };
  iterator[Symbol.asyncIterator] = function () { return this; };
  return iterator;
};
EventEmitter.getEventListeners = function (target, type) {
  if (typeof target.listeners === 'function') { return target.listeners(type); }
  if (typeof target.addEventListener === 'function') { return (target.listeners && target.listeners[type] || []).map(function (l) { return l.fn; }); }
  throw require('errors').argument('emitter', 'an instance of EventEmitter or EventTarget', target);
};
var limits = new WeakMap(); // of event targets
EventEmitter.getMaxListeners = function (target) {
  if (target && typeof target.getMaxListeners === 'function') { return target.getMaxListeners(); }
  if (target instanceof EventTarget) { return limits.has(target) ? limits.get(target) : EventEmitter.defaultMaxListeners; }
  throw require('errors').argument('emitter', 'an instance of EventEmitter or EventTarget', target);
};
EventEmitter.setMaxListeners = function (n = EventEmitter.defaultMaxListeners, ...targets) {
  limit(n, 'setMaxListeners');
  if (!targets.length) { EventEmitter.defaultMaxListeners = n; }
  targets.forEach(function (t) {
    if (typeof t.setMaxListeners === 'function') { t.setMaxListeners(n); } else if (t instanceof EventTarget) { limits.set(t, n); } else {
      throw require('errors').argument('eventTargets', 'an instance of EventEmitter or EventTarget', t);
    }
  });
};
EventEmitter.addAbortListener = function (signal, fn) {
  if (signal === undefined) { throw require('errors').argument('signal', 'an instance of AbortSignal', signal); }
  require('validate').signal(signal, 'signal');
  require('validate').func(fn, 'listener');
  var end;
  if (signal.aborted) { queueMicrotask(function () { fn(); }); } else { end = listen(signal, 'abort', fn); }
  return { [Symbol.dispose]: function () { if (end) { end(); } } };
};

// EventEmitterAsyncResource calls its listeners in the context in which it was made.
Object.defineProperty(EventEmitter, 'EventEmitterAsyncResource', {
  enumerable: true, configurable: true, get: function () {
    var AsyncResource = require('async_hooks').AsyncResource;
    class EventEmitterAsyncResource extends EventEmitter {
      constructor(options) {
        var name = options;
        if (typeof options === 'string') { options = undefined; } else {
          name = options === undefined || options === null ? undefined : options.name;
          if (new.target === EventEmitterAsyncResource) { require('validate').string(name, 'options.name'); }
          name = name || new.target.name;
        }
        super(options);
        Object.defineProperty(this, 'asyncResource', { value: new AsyncResource(name, options), configurable: true });
      }
      emit() { return this.asyncResource.runInAsyncScope.apply(this.asyncResource, [super.emit, this].concat(Array.from(arguments))); }
      emitDestroy() { this.asyncResource.emitDestroy(); }
      get asyncId() { return this.asyncResource.asyncId(); }
      get triggerAsyncId() { return this.asyncResource.triggerAsyncId(); }
    }
    Object.defineProperty(EventEmitter, 'EventEmitterAsyncResource', { value: EventEmitterAsyncResource, enumerable: true, configurable: true, writable: true });
    return EventEmitterAsyncResource;
  }
});
