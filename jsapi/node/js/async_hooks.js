// async_hooks: what libraries use of it on the side.
function AsyncResource(type) { this.type = type; }
AsyncResource.prototype.runInAsyncScope = function (fn, self) { return fn.apply(self, Array.prototype.slice.call(arguments, 2)); };
AsyncResource.prototype.emitDestroy = function () { return this; };
AsyncResource.prototype.asyncId = function () { return 1; };
AsyncResource.prototype.triggerAsyncId = function () { return 0; };
AsyncResource.prototype.bind = function (fn) { return fn.bind(null); };
AsyncResource.bind = function (fn) { return fn.bind(null); };
exports.AsyncResource = AsyncResource;
// Without hooks into the engine the store holds for synchronous code alone.
function AsyncLocalStorage() { this.store = undefined; }
AsyncLocalStorage.prototype.getStore = function () { return this.store; };
AsyncLocalStorage.prototype.enterWith = function (store) { this.store = store; };
AsyncLocalStorage.prototype.disable = function () { this.store = undefined; };
AsyncLocalStorage.prototype.run = function (store, fn) {
  var before = this.store;
  this.store = store;
  try { return fn.apply(null, Array.prototype.slice.call(arguments, 2)); } finally { this.store = before; }
};
AsyncLocalStorage.prototype.exit = function (fn) { return this.run.apply(this, [undefined, fn].concat(Array.prototype.slice.call(arguments, 1))); };
exports.AsyncLocalStorage = AsyncLocalStorage;
exports.createHook = function () { return { enable: function () { return this; }, disable: function () { return this; } }; };
exports.executionAsyncId = function () { return 1; };
exports.triggerAsyncId = function () { return 0; };
