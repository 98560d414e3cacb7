// proxy: Proxy. instanceof of goja does not support a proxy of a class; here it uses the
// target.
var call = Reflect.apply, slice = Array.prototype.slice, copy = function (list) { return call(slice, list, []); };
var global = globalThis, NativeProxy = global.Proxy, isInstance = Function.prototype[Symbol.hasInstance], classes = new WeakMap();
function Proxy(target, handler) {
  if (this === undefined || this === global) { throw new TypeError("Constructor Proxy requires 'new'"); } // Proxy has no prototype, so instanceof cannot be used
  var p = new NativeProxy(target, copying(target, handler));
  if (typeof target === 'function') {
    classes.set(p, classes.get(target) || target);
    if (!Object.prototype.hasOwnProperty.call(target, Symbol.hasInstance) && Object.isExtensible(target)) {
      Object.defineProperty(target, Symbol.hasInstance, { configurable: true, writable: true, value: function (v) { return isInstance.call(classes.get(this) || this, v); } });
    }
  }
  return p;
}
Proxy.revocable = function revocable(target, handler) { return NativeProxy.revocable(target, copying(target, handler)); };
// copying is the handler of a proxy of a function: the list of arguments that goja gives to
// its traps is part of the stack, and changes after the call.
function copying(target, handler) {
  if (typeof target !== 'function' || handler === null || typeof handler !== 'object' && typeof handler !== 'function') { return handler; }
  return new NativeProxy(handler, {
    get: function (h, key) {
      var trap = h[key];
      if (typeof trap !== 'function') { return trap; }
      switch (key) {
        case 'apply': return function (of, that, args) { return call(trap, h, [of, that, copy(args)]); };
        case 'construct': return function (of, args, made) { return call(trap, h, [of, copy(args), made]); };
      }
      return trap;
    }
  });
}
Object.defineProperty(Proxy, 'prototype', { value: undefined, writable: true });
exports.Proxy = Proxy;
