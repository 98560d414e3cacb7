// domain: the current domain, also in asynchronous code. It gets the errors that nobody catches.
var EventEmitter = require('events'), errors = require('errors'), storage = new (require('async_hooks').AsyncLocalStorage)();

// stack holds the domains that were entered in this turn; the last one is the current one,
// which asynchronous code inherits. Where it is another one, a turn has begun since.
var stack = [], none = null;
function current() {
  var d = storage.getStore();
  if (d !== stack[stack.length - 1]) { stack = d ? [d] : []; }
  return d;
}
// activate makes the last of the stack the current one; empty is what there is without one.
function activate(empty) {
  none = empty;
  storage.enterWith(stack[stack.length - 1]);
}
function belong(value, domain) { Object.defineProperty(value, 'domain', { configurable: true, enumerable: false, writable: true, value: domain }); }

function Domain() {
  EventEmitter.call(this);
  this.members = [];
}
require('util').inherits(Domain, EventEmitter);
Domain.prototype.enter = function () {
  current();
  stack.push(this);
  activate();
};
Domain.prototype.exit = function () {
  current();
  var at = stack.lastIndexOf(this);
  if (at < 0) { return; }
  stack.splice(at);
  activate();
};
Domain.prototype.add = function (emitter) {
  if (emitter.domain === this) { return; }
  if (emitter.domain) { emitter.domain.remove(emitter); }
  if (this.domain && emitter instanceof Domain) {
    for (var d = this.domain; d; d = d.domain) { if (d === emitter) { return; } }
  }
  belong(emitter, this);
  this.members.push(emitter);
};
Domain.prototype.remove = function (emitter) {
  emitter.domain = null;
  var at = this.members.indexOf(emitter);
  if (at >= 0) { this.members.splice(at, 1); }
};
// Code that throws leaves the domain as the current one, as in Node: nothing after it is called.
function within(self, fn, that, args) {
  self.enter();
  var result = fn.apply(that, args);
  self.exit();
  return result;
}
Domain.prototype.run = function (fn, ...args) { return within(this, fn, this, args); };
function bound(self, call) {
  belong(call, self);
  return call;
}
Domain.prototype.bind = function (fn) {
  var self = this;
  return bound(self, function () { return within(self, fn, this, arguments); });
};
Domain.prototype.intercept = function (fn) {
  var self = this;
  return bound(self, function (e, ...args) {
    if (!(e instanceof Error)) { return within(self, fn, this, args); }
    e.domainBound = fn;
    e.domainThrown = false;
    belong(e, self);
    self.emit('error', e);
  });
};
// _errorHandler is called with an error that nobody has caught, and reports whether a listener has got it.
Domain.prototype._errorHandler = function (err) {
  var caught = false;
  if (err !== null && (typeof err === 'object' || typeof err === 'function')) {
    belong(err, this);
    err.domainThrown = true;
  }
  while (current() === this) { this.exit(); }
  if (!stack.length) {
    if (this.listenerCount('error')) { caught = this.emit('error', err); }
  } else {
    try { caught = this.emit('error', err); } catch (e) { caught = stack[stack.length - 1]._errorHandler(e); }
  }
  stack = [];
  activate(null);
  return caught;
};

exports.Domain = Domain;
exports.create = exports.createDomain = function () { return new Domain(); };
function active() {
  return {
    enumerable: true, configurable: true, get: function () { return current() || none; },
    set: function (d) {
      current();
      stack = d ? [d] : [];
      activate(d);
    }
  };
}
Object.defineProperty(exports, '_stack', { enumerable: true, configurable: true, get: function () { current(); return stack; } });
Object.defineProperty(exports, 'active', active());
Object.defineProperty(process, 'domain', active());

// From here on emitters belong to the domain in which they are made, and emit in it.
EventEmitter.usingDomains = true;
var init = EventEmitter.init, plain = EventEmitter.prototype.emit;
EventEmitter.init = function (options) {
  belong(this, null);
  var d = current();
  if (d && !(this instanceof Domain)) { this.domain = d; }
  return init.call(this, options);
};
EventEmitter.prototype.emit = function emit(...args) {
  var domain = this.domain, type = args[0];
  if (domain === null || domain === undefined || this === process || type === 'error' && this.listenerCount(type)) { return plain.apply(this, args); }
  if (type !== 'error') {
    domain.enter();
    var result = plain.apply(this, args);
    domain.exit();
    return result;
  }
  var err = args[1] || errors.coded(Error, 'ERR_UNHANDLED_ERROR', 'Unhandled error.' + (args.length > 1 ? ' (' + String(args[1]) + ')' : ''));
  if (typeof err === 'object') {
    err.domainEmitter = this;
    belong(err, domain);
    err.domainThrown = false;
  }
  // The listener is called outside of the current domain: it would get its own errors.
  var inner = current(), before = stack, at = stack.length;
  while (at > 0 && stack[at - 1] === inner) { at--; }
  stack = stack.slice(0, at);
  activate(null);
  domain.emit('error', err);
  stack = before;
  activate();
  return false;
};
