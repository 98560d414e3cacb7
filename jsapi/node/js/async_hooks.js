// async_hooks: AsyncLocalStorage and AsyncResource.
var errors = require('errors'), validate = require('validate');

// The store of an asynchronous context (Realm.AsyncStore) is a Map of the values
// by AsyncLocalStorage. It is never changed, only replaced by a copy.
function within(stores, fn, self, args) {
  var before = native.asyncStore();
  native.setAsyncStore(stores);
  try { return fn.apply(self, args); } finally { native.setAsyncStore(before); }
}
// current is the scope of an AsyncResource that runs now.
var top = { resource: {}, id: 1, trigger: 0 }, current = top, ids = 1;
function AsyncResource(type, options) {
  validate.string(type, 'type');
  var trigger = typeof options === 'number' ? options : options && options.triggerAsyncId;
  if (trigger === undefined || trigger === null) { trigger = current.id; }
  if (!Number.isSafeInteger(trigger) || trigger < -1) { throw errors.coded(RangeError, 'ERR_INVALID_ASYNC_ID', 'Invalid triggerAsyncId value: ' + String(trigger)); }
  Object.defineProperties(this, { id: { value: ++ids }, stores: { value: native.asyncStore() }, trigger: { value: trigger } });
}
AsyncResource.prototype.runInAsyncScope = function (fn, self, ...args) {
  var before = current;
  current = { resource: this, id: this.id, trigger: this.trigger };
  try { return within(this.stores, fn, self, args); } finally { current = before; }
};
AsyncResource.prototype.emitDestroy = function () { return this; };
AsyncResource.prototype.asyncId = function () { return this.id; };
AsyncResource.prototype.triggerAsyncId = function () { return this.trigger; };
AsyncResource.prototype.bind = function (fn, self) {
  validate.func(fn, 'fn');
  var resource = this;
  function call(...args) { return resource.runInAsyncScope(fn, self === undefined ? this : self, ...args); }
  return Object.defineProperty(call, 'length', { value: fn.length, configurable: true });
};
AsyncResource.bind = function (fn, type, self) {
  validate.func(fn, 'fn');
  return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, self);
};
exports.AsyncResource = AsyncResource;

function AsyncLocalStorage() { Object.defineProperty(this, 'enabled', { value: false, writable: true }); }
AsyncLocalStorage.prototype.getStore = function () {
  var stores = this.enabled ? native.asyncStore() : undefined;
  return stores && stores.get(this);
};
AsyncLocalStorage.prototype.enterWith = function (store) {
  var stores = new Map(native.asyncStore());
  this.enabled = true;
  stores.set(this, store);
  native.setAsyncStore(stores);
};
AsyncLocalStorage.prototype.disable = function () { this.enabled = false; };
AsyncLocalStorage.prototype.run = function (store, fn, ...args) {
  var before = native.asyncStore();
  this.enterWith(store);
  var entered = native.asyncStore();
  try { return fn.apply(null, args); } finally {
    // Other stores that fn has entered stay.
    var now = native.asyncStore();
    if (now === entered) { native.setAsyncStore(before); } else {
      now = new Map(now);
      if (before && before.has(this)) { now.set(this, before.get(this)); } else { now.delete(this); }
      native.setAsyncStore(now);
    }
  }
};
AsyncLocalStorage.prototype.exit = function (fn) { return this.run.apply(this, [undefined, fn].concat(Array.prototype.slice.call(arguments, 1))); };
AsyncLocalStorage.bind = function (fn) { return AsyncResource.bind(fn); };
AsyncLocalStorage.snapshot = function () { return AsyncResource.bind(function (fn, ...args) { return fn.apply(null, args); }); };
exports.AsyncLocalStorage = AsyncLocalStorage;
exports.asyncWrapProviders = Object.freeze({ __proto__: null, NONE: 0 });
exports.createHook = function (hooks) {
  ['init', 'before', 'after', 'destroy', 'promiseResolve'].forEach(function (name) {
    if (hooks[name] !== undefined && typeof hooks[name] !== 'function') { throw errors.coded(TypeError, 'ERR_ASYNC_CALLBACK', 'hook.' + name + ' must be a function'); }
  });
  return { enable: function () {
    if (!warned && (hooks.init || hooks.before || hooks.after || hooks.destroy || hooks.promiseResolve)) {
      warned = true;
      process.emitWarning('The callbacks of async_hooks.createHook are never called here: use AsyncLocalStorage');
    }
    return this;
  }, disable: function () { return this; } };
};
var warned = false;
exports.executionAsyncId = function () { return current.id; };
exports.triggerAsyncId = function () { return current.trigger; };
exports.executionAsyncResource = function () { return current.resource; };
