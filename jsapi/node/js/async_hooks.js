// The store of an asynchronous context (Realm.AsyncStore) is a Map of the values
// by AsyncLocalStorage. It is never changed, only replaced by a copy.
function within(stores, fn, self, args) {
  var before = native.asyncStore();
  native.setAsyncStore(stores);
  try { return fn.apply(self, args); } finally { native.setAsyncStore(before); }
}
function callable(fn) { if (typeof fn !== 'function') { throw require('util').invalidArgument('fn', 'function', fn); } }
function bound(fn, self, of) {
  callable(fn);
  var stores = native.asyncStore();
  function call() { return within(stores, fn, self || (of ? undefined : this), arguments); }
  Object.defineProperty(call, 'length', { value: fn.length, configurable: true });
  return call;
}

var ids = 1;
function AsyncResource(type, options) {
  if (typeof type !== 'string') { throw require('util').invalidArgument('type', 'string', type); }
  Object.defineProperties(this, { id: { value: ++ids }, stores: { value: native.asyncStore() }, trigger: { value: options && options.triggerAsyncId || 0 } });
}
AsyncResource.prototype.runInAsyncScope = function (fn, self) { return within(this.stores, fn, self, Array.prototype.slice.call(arguments, 2)); };
AsyncResource.prototype.emitDestroy = function () { return this; };
AsyncResource.prototype.asyncId = function () { return this.id; };
AsyncResource.prototype.triggerAsyncId = function () { return this.trigger; };
AsyncResource.prototype.bind = function (fn, self) {
  callable(fn);
  var resource = this;
  return function () { return within(resource.stores, fn, self || this, arguments); };
};
AsyncResource.bind = function (fn, type, self) { return bound(fn, self); };
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
AsyncLocalStorage.prototype.run = function (store, fn) {
  callable(fn);
  var before = native.asyncStore();
  this.enterWith(store);
  try { return fn.apply(null, Array.prototype.slice.call(arguments, 2)); } finally { native.setAsyncStore(before); }
};
AsyncLocalStorage.prototype.exit = function (fn) { return this.run.apply(this, [undefined, fn].concat(Array.prototype.slice.call(arguments, 1))); };
AsyncLocalStorage.bind = function (fn) { return bound(fn, undefined, true); };
AsyncLocalStorage.snapshot = function () { return bound(function (fn) { return fn.apply(null, Array.prototype.slice.call(arguments, 1)); }, undefined, true); };
exports.AsyncLocalStorage = AsyncLocalStorage;
exports.asyncWrapProviders = Object.freeze({ __proto__: null, NONE: 0 });
exports.createHook = function () { return { enable: function () { return this; }, disable: function () { return this; } }; };
exports.executionAsyncId = function () { return 1; };
exports.triggerAsyncId = function () { return 0; };
exports.executionAsyncResource = function () { return {}; };
