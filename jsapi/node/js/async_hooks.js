// async_hooks: AsyncLocalStorage and AsyncResource.
var errors = require('errors'), validate = require('validate');

// The store of an asynchronous context (Realm.AsyncStore) is a Map of the values
// by AsyncLocalStorage. It is never changed, only replaced by a copy.
function within(stores, fn, self, args) {
  var before = native.asyncStore();
  native.setAsyncStore(stores);
  try { return Reflect.apply(fn, self, args); } finally { native.setAsyncStore(before); }
}
// current is the scope of an AsyncResource that runs now.
var top = { resource: {}, id: 1, trigger: 0 }, current = top, ids = 1;
var idOf = Symbol('async_id_symbol'), triggerOf = Symbol('trigger_async_id_symbol');
class AsyncResource {
  #stores = native.asyncStore();
  constructor(type, opts = {}) {
    validate.string(type, 'type');
    var trigger = opts;
    if (typeof opts !== 'number') { trigger = opts.triggerAsyncId === undefined ? current.id : opts.triggerAsyncId; }
    if (!Number.isSafeInteger(trigger) || trigger < -1) { throw errors.worded(RangeError, 'ERR_INVALID_ASYNC_ID', 'Invalid triggerAsyncId value: %s', trigger); }
    this[idOf] = ++ids;
    this[triggerOf] = trigger;
  }
  runInAsyncScope(fn, thisArg, ...args) {
    var before = current;
    current = { resource: this, id: this[idOf], trigger: this[triggerOf] };
    try { return within(this.#stores, fn, thisArg, args); } finally { current = before; }
  }
  emitDestroy() { return this; }
  asyncId() { return this[idOf]; }
  triggerAsyncId() { return this[triggerOf]; }
  bind(fn, thisArg) {
    validate.func(fn, 'fn');
    var resource = this;
    function call(...args) { return resource.runInAsyncScope(fn, thisArg === undefined ? this : thisArg, ...args); }
    return Object.defineProperty(call, 'length', { value: fn.length, configurable: true });
  }
  static bind(fn, type, thisArg) { return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, thisArg); }
}
exports.AsyncResource = AsyncResource;

class AsyncLocalStorage {
  kResourceStore = Symbol('kResourceStore');
  enabled = false;
  static bind(fn) { return AsyncResource.bind(fn); }
  static snapshot() { return AsyncResource.bind(function (fn, ...args) { return fn.apply(null, args); }); }
  disable() { this.enabled = false; }
  enterWith(store) {
    var stores = new Map(native.asyncStore());
    this.enabled = true;
    stores.set(this, store);
    native.setAsyncStore(stores);
  }
  run(store, callback, ...args) {
    var before = native.asyncStore();
    this.enterWith(store);
    var entered = native.asyncStore();
    try { return Reflect.apply(callback, null, args); } finally {
      // Other stores that fn has entered stay.
      var now = native.asyncStore();
      if (now === entered) { native.setAsyncStore(before); } else {
        now = new Map(now);
        if (before && before.has(this)) { now.set(this, before.get(this)); } else { now.delete(this); }
        native.setAsyncStore(now);
      }
    }
  }
  exit(callback, ...args) { return this.run(undefined, callback, ...args); }
  getStore() {
    var stores = this.enabled ? native.asyncStore() : undefined;
    return stores && stores.get(this);
  }
}
exports.AsyncLocalStorage = AsyncLocalStorage;
exports.asyncWrapProviders = Object.freeze({ __proto__: null, NONE: 0 });

var kinds = ['init', 'before', 'after', 'destroy', 'promiseResolve'], warned = false;
class AsyncHook {
  constructor({ init, before, after, destroy, promiseResolve }) {
    var self = this;
    [init, before, after, destroy, promiseResolve].forEach(function (fn, i) {
      if (fn !== undefined && typeof fn !== 'function') { throw errors.coded(TypeError, 'ERR_ASYNC_CALLBACK', 'hook.' + kinds[i] + ' must be a function'); }
      self[hooks[i]] = fn;
    });
  }
  enable() {
    var self = this;
    if (!warned && hooks.some(function (hook) { return self[hook]; })) {
      warned = true;
      process.emitWarning('The callbacks of async_hooks.createHook are never called here: use AsyncLocalStorage');
    }
    return this;
  }
  disable() { return this; }
}
var hooks = kinds.map(function (name) { return Symbol(name); });
exports.createHook = function createHook(fns) { return new AsyncHook(fns); };
exports.executionAsyncId = function executionAsyncId() { return current.id; };
exports.triggerAsyncId = function triggerAsyncId() { return current.trigger; };
exports.executionAsyncResource = function executionAsyncResource() { return current.resource; };
