// web: smaller parts of the web platform that are globals of Node.
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

function Event(type, o) {
  this.type = String(type);
  this.cancelable = !!(o && o.cancelable);
  this.defaultPrevented = false;
  this.target = this.currentTarget = null;
  this.timeStamp = Date.now();
}
Event.prototype.preventDefault = function () { if (this.cancelable) { this.defaultPrevented = true; } };
Event.prototype.stopPropagation = function () {};
Event.prototype.stopImmediatePropagation = function () { this.stopped = true; };
exports.Event = Event;
function CustomEvent(type, o) {
  Event.call(this, type, o);
  this.detail = o && o.detail !== undefined ? o.detail : null;
}
require('util').inherits(CustomEvent, Event);
exports.CustomEvent = CustomEvent;
function MessageEvent(type, o) {
  Event.call(this, type, o);
  o = o || {};
  this.data = o.data === undefined ? null : o.data;
  this.origin = o.origin === undefined ? '' : String(o.origin);
  this.lastEventId = o.lastEventId === undefined ? '' : String(o.lastEventId);
  this.source = o.source || null;
  this.ports = o.ports || [];
}
require('util').inherits(MessageEvent, Event);
exports.MessageEvent = MessageEvent;
function EventTarget() { Object.defineProperty(this, 'listeners', { value: {} }); }
EventTarget.prototype.addEventListener = function (type, fn, o) {
  var list = this.listeners[type] || (this.listeners[type] = []);
  if (fn && !list.some(function (l) { return l.fn === fn; })) { list.push({ fn: fn, once: !!(o && o.once) }); }
};
EventTarget.prototype.removeEventListener = function (type, fn) { this.listeners[type] = (this.listeners[type] || []).filter(function (l) { return l.fn !== fn; }); };
EventTarget.prototype.dispatchEvent = function (event) {
  var self = this;
  event.target = event.currentTarget = self;
  if (typeof self['on' + event.type] === 'function') { self['on' + event.type](event); }
  (self.listeners[event.type] || []).slice().forEach(function (l) {
    if (event.stopped) { return; }
    if (l.once) { self.removeEventListener(event.type, l.fn); }
    if (typeof l.fn === 'function') { l.fn.call(self, event); } else { l.fn.handleEvent(event); }
  });
  return !event.defaultPrevented;
};
exports.EventTarget = EventTarget;

function AbortSignal() {
  EventTarget.call(this);
  this.aborted = false;
  this.reason = undefined;
  this.onabort = null;
}
require('util').inherits(AbortSignal, EventTarget);
AbortSignal.prototype.throwIfAborted = function () { if (this.aborted) { throw this.reason; } };
function abort(signal, reason) {
  if (signal.aborted) { return; }
  signal.aborted = true;
  signal.reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
  signal.dispatchEvent(new Event('abort'));
}
AbortSignal.abort = function (reason) { var s = new AbortSignal(); abort(s, reason); return s; };
AbortSignal.timeout = function (ms) {
  var s = new AbortSignal();
  setTimeout(function () { abort(s, new DOMException('The operation was aborted due to timeout', 'TimeoutError')); }, ms);
  return s;
};
// any follows other signals; the first that is aborted counts.
AbortSignal.any = function (signals) {
  var list = Array.from(signals), s = new AbortSignal();
  list.forEach(function (from, i) { if (!(from instanceof AbortSignal)) { throw require('errors').argument('signals[' + i + ']', 'an instance of AbortSignal', from); } });
  var aborted = list.find(function (from) { return from.aborted; });
  if (aborted) { abort(s, aborted.reason); return s; }
  function follow() { list.forEach(function (from) { from.removeEventListener('abort', follow); }); abort(s, this.reason); }
  list.forEach(function (from) { from.addEventListener('abort', follow); });
  return s;
};
exports.AbortSignal = AbortSignal;
function AbortController() { this.signal = new AbortSignal(); }
AbortController.prototype.abort = function (reason) { abort(this.signal, reason); };
exports.AbortController = AbortController;

exports.structuredClone = function (value, o) {
  if (!arguments.length) { throw Object.assign(new TypeError("The \"value\" argument must be specified"), { code: 'ERR_MISSING_ARGS' }); }
  var transfer = o && o.transfer !== undefined && o.transfer !== null ? Array.from(o.transfer) : [];
  return require('worker_threads')._copy(value, transfer);
};
