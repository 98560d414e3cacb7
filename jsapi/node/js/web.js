// web: smaller parts of the web platform that are globals of Node.
var errors = require('errors'), validate = require('validate');
var codes = {
  IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5, NoModificationAllowedError: 7, NotFoundError: 8,
  NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14,
  InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23,
  InvalidNodeTypeError: 24, DataCloneError: 25
};
function DOMException(message, name) {
  var e = new Error(message === undefined ? '' : String(message));
  Object.setPrototypeOf(e, DOMException.prototype);
  Object.defineProperty(e, 'name', { value: name || 'Error', configurable: true });
  Object.defineProperty(e, 'code', { value: codes[name] || 0, configurable: true });
  return e;
}
require('util').inherits(DOMException, Error);
exports.DOMException = DOMException;

// What happens to an event is in a list of its own: members of the prototype show it.
var state = Symbol('state');
class Event {
  constructor(type, o) {
    if (!arguments.length) { throw errors.missing('type'); }
    exports.initEvent(this, type, o);
  }
}
// initEvent makes an event of an object, for the classes of other modules that are functions.
exports.initEvent = function (self, type, o) {
  if (o !== undefined && o !== null) { validate.object(o, 'options'); }
  o = o || {};
  Object.defineProperty(self, state, { value: {
    type: `${type}`, bubbles: Boolean(o.bubbles), cancelable: Boolean(o.cancelable), composed: Boolean(o.composed), prevented: false,
    target: null, dispatching: false, propagates: true, stopped: false, time: process.uptime() * 1000
  } });
};
function shown(name, get, set) { Object.defineProperty(Event.prototype, name, { enumerable: true, configurable: true, get: get, set: set }); }
['type', 'bubbles', 'cancelable', 'composed', 'target'].forEach(function (name) { shown(name, function () { return this[state][name]; }); });
shown('srcElement', function () { return this[state].target; });
shown('currentTarget', function () { return this[state].dispatching ? this[state].target : null; });
shown('eventPhase', function () { return this[state].dispatching ? Event.AT_TARGET : Event.NONE; });
shown('timeStamp', function () { return this[state].time; });
shown('defaultPrevented', function () { return this[state].cancelable && this[state].prevented; });
shown('returnValue', function () { return !this.defaultPrevented; }, function (v) { if (!v) { this.preventDefault(); } });
shown('cancelBubble', function () { return !this[state].propagates; }, function (v) { if (v) { this.stopPropagation(); } });
shown('isTrusted', function () { return false; });
['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'].forEach(function (name, i) { Object.defineProperty(Event, name, { value: i, enumerable: true }); });
Event.prototype.composedPath = function () { return this[state].dispatching ? [this[state].target] : []; };
Event.prototype.preventDefault = function () { this[state].prevented = true; };
Event.prototype.stopPropagation = function () { this[state].propagates = false; };
Event.prototype.stopImmediatePropagation = function () { this[state].stopped = true; };
Event.prototype.initEvent = function (type, bubbles, cancelable) {
  if (!arguments.length) { throw errors.missing('type'); }
  var s = this[state];
  if (!s.dispatching) { Object.assign(s, { type: `${type}`, bubbles: Boolean(bubbles), cancelable: Boolean(cancelable) }); }
};
Object.defineProperty(Event.prototype, Symbol.for('nodejs.util.inspect.custom'), { configurable: true, writable: true, value: function (depth, options, inspect) {
  var name = this.constructor.name;
  if (depth < 0) { return name; }
  return name + ' ' + inspect({ type: this.type, defaultPrevented: this.defaultPrevented, cancelable: this.cancelable, timeStamp: this.timeStamp }, options);
} });
exports.Event = Event;
class CustomEvent extends Event {
  constructor(type, o) {
    if (!arguments.length) { throw errors.missing('type'); }
    super(type, o);
    this.detail = o && o.detail !== undefined ? o.detail : null;
  }
}
exports.CustomEvent = CustomEvent;
class MessageEvent extends Event {
  constructor(type, o) {
    super(type, o);
    o = o || {};
    this.data = o.data === undefined ? null : o.data;
    this.origin = o.origin === undefined ? '' : String(o.origin);
    this.lastEventId = o.lastEventId === undefined ? '' : String(o.lastEventId);
    this.source = o.source || null;
    this.ports = o.ports || [];
  }
}
exports.MessageEvent = MessageEvent;
class EventTarget { constructor() { exports.initTarget(this); } }
// initTarget makes a target of an object, as initEvent an event.
exports.initTarget = function (self) { Object.defineProperty(self, 'listeners', { value: {} }); };
// listens reports whether a value is a listener; null is none that is accepted.
function listens(fn) {
  if (fn === undefined || fn === null) { return false; }
  if (typeof fn !== 'function' && typeof fn !== 'object') { throw errors.argument('listener', 'an instance of EventListener', fn); }
  return true;
}
function typeOf(type) {
  if (typeof type === 'symbol') { throw validate.invalidValue('value', type); }
  return String(type);
}
// Lists of listeners are never changed: they may be called at the moment.
EventTarget.prototype.addEventListener = function (type, fn, o) {
  if (arguments.length < 2) { throw errors.missing('type', 'listener'); }
  if (typeof o === 'boolean') { o = { capture: o }; }
  if (o !== undefined) { validate.anyObjectOrNull(o, 'options'); }
  var signal = o ? o.signal : undefined;
  if (signal !== undefined) { validate.signal(signal, 'options.signal'); }
  if (!listens(fn)) {
    process.emitWarning('addEventListener called with ' + fn + ' which has no effect.', { type: 'AddEventListenerArgumentTypeWarning' });
    return;
  }
  type = typeOf(type);
  var self = this, list = this.listeners[type] || [], capture = captures(o);
  if (signal && signal.aborted || list.some(function (l) { return l.fn === fn && l.capture === capture; })) { return; }
  this.listeners[type] = list.concat({ fn: fn, capture: capture, once: Boolean(o && o.once), gone: false });
  if (signal) { signal.addEventListener('abort', function () { self.removeEventListener(type, fn, o); }, { once: true }); }
};
function captures(o) { return typeof o === 'boolean' ? o : Boolean(o && o.capture); }
EventTarget.prototype.removeEventListener = function (type, fn, o) {
  if (arguments.length < 2) { throw errors.missing('type', 'listener'); }
  if (!listens(fn)) { return; }
  type = typeOf(type);
  var capture = captures(o);
  this.listeners[type] = (this.listeners[type] || []).filter(function (l) { return l.fn !== fn || l.capture !== capture || !(l.gone = true); });
};
EventTarget.prototype.dispatchEvent = function (event) {
  if (!arguments.length) { throw errors.missing('event'); }
  var s = event instanceof Event ? event[state] : undefined;
  if (!s) { throw errors.argument('event', 'an instance of Event', event); }
  if (s.dispatching) { throw errors.coded(Error, 'ERR_EVENT_RECURSION', 'The event "' + s.type + '" is already being dispatched'); }
  var handler = this['on' + s.type], list = this.listeners[s.type] || [];
  s.target = this;
  s.dispatching = true;
  if (typeof handler === 'function') { deliver(this, handler, event); }
  for (var i = 0; i < list.length && !s.stopped; i++) {
    var l = list[i];
    if (l.gone) { continue; }
    if (l.once) { this.removeEventListener(s.type, l.fn, l.capture); }
    deliver(this, l.fn, event);
  }
  s.dispatching = false;
  return !event.defaultPrevented;
};
// deliver calls a listener. Its errors do not concern who dispatches, nor other listeners.
function deliver(self, fn, event) {
  try {
    if (typeof fn === 'function') { fn.call(self, event); } else if (typeof fn.handleEvent === 'function') { fn.handleEvent(event); }
  } catch (e) { process.nextTick(function () { throw e; }); }
}
exports.EventTarget = EventTarget;

var making = Symbol('making'); // only this module makes signals
class AbortSignal extends EventTarget {
  constructor(who) {
    if (who !== making) { throw errors.illegal(); }
    super();
    this.aborted = false;
    this.reason = undefined;
    this.onabort = null;
  }
}
AbortSignal.prototype.throwIfAborted = function () { if (this.aborted) { throw this.reason; } };
function abort(signal, reason) {
  if (signal.aborted) { return; }
  signal.aborted = true;
  signal.reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
  signal.dispatchEvent(new Event('abort'));
}
AbortSignal.abort = function (reason) { var s = new AbortSignal(making); abort(s, reason); return s; };
// A timer of a signal keeps no program alive.
AbortSignal.timeout = function (delay) {
  validate.uint32(delay, 'delay');
  var s = new AbortSignal(making);
  setTimeout(function () { abort(s, new DOMException('The operation was aborted due to timeout', 'TimeoutError')); }, delay).unref();
  return s;
};
// any follows other signals; the first that is aborted counts.
AbortSignal.any = function (signals) {
  validate.array(signals, 'signals');
  var list = Array.from(signals), s = new AbortSignal(making);
  list.forEach(function (from, i) { if (!(from instanceof AbortSignal)) { throw errors.argument('signals[' + i + ']', 'an instance of AbortSignal', from); } });
  var aborted = list.find(function (from) { return from.aborted; });
  if (aborted) { abort(s, aborted.reason); return s; }
  function follow() { list.forEach(function (from) { from.removeEventListener('abort', follow); }); abort(s, this.reason); }
  list.forEach(function (from) { from.addEventListener('abort', follow); });
  return s;
};
exports.AbortSignal = AbortSignal;
class AbortController { constructor() { this.signal = new AbortSignal(making); } }
AbortController.prototype.abort = function (reason) { abort(this.signal, reason); };
exports.AbortController = AbortController;

exports.structuredClone = function (value, o) {
  function wrong(message, code) { return Object.assign(new TypeError(message), { code: code }); }
  if (!arguments.length) { throw wrong('The value argument must be specified', 'ERR_MISSING_ARGS'); }
  if (o !== undefined && o !== null && typeof o !== 'object' && typeof o !== 'function') { throw wrong('The options argument must be either an object or undefined', 'ERR_INVALID_ARG_TYPE'); }
  if (o && o.transfer !== undefined && o.transfer !== null && typeof o.transfer !== 'object' && typeof o.transfer !== 'function') { throw wrong('Optional transferList argument must be an iterable', 'ERR_INVALID_ARG_TYPE'); }
  var transfer = o && o.transfer !== undefined && o.transfer !== null ? Array.from(o.transfer) : [];
  return require('worker_threads')._copy(value, transfer);
};
