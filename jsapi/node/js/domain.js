// domain: the current domain, also in asynchronous code. Listeners of a domain get
// synchronous exceptions; later ones fail the request.
var EventEmitter = require('events'), storage = new (require('async_hooks').AsyncLocalStorage)(), entered = [];
function Domain() {
  EventEmitter.call(this);
  this.members = [];
}
require('util').inherits(Domain, EventEmitter);
function guarded(self, fn, that, args) {
  return storage.run(self, function () {
    try { return fn.apply(that, args); } catch (e) {
      if (!self.listenerCount('error')) { throw e; }
      if (e !== null && typeof e === 'object') { e.domain = self; e.domainThrown = true; }
      self.emit('error', e);
    }
  });
}
Domain.prototype.add = function (emitter) { if (this.members.indexOf(emitter) < 0) { this.members.push(emitter); } };
Domain.prototype.remove = function (emitter) { this.members = this.members.filter(function (m) { return m !== emitter; }); };
Domain.prototype.run = function (fn) { return guarded(this, fn, this, Array.prototype.slice.call(arguments, 1)); };
Domain.prototype.bind = function (fn) {
  var self = this;
  return function () { return guarded(self, fn, this, arguments); };
};
Domain.prototype.intercept = function (fn) {
  var self = this;
  return function (e) {
    if (e instanceof Error) { self.emit('error', e); return; }
    return guarded(self, fn, this, Array.prototype.slice.call(arguments, 1));
  };
};
Domain.prototype.enter = function () { entered.push(storage.getStore()); storage.enterWith(this); };
Domain.prototype.exit = function () { storage.enterWith(entered.pop()); };
exports.Domain = Domain;
exports.create = exports.createDomain = function () { return new Domain(); };
Object.defineProperty(exports, 'active', { enumerable: true, configurable: true, get: function () { return storage.getStore() || null; } });
