// shapes: gives a property of an export, or of its prototype, the shape that it has in Node.
var describe = Object.getOwnPropertyDescriptor, define = Object.defineProperty;
module.exports = function shape(exports, name, proto, key, writable, enumerable, configurable, called, length, constant) {
  var own, holder = exports;
  if (name) {
    own = describe(exports, name);
    holder = own && own.value; // a getter is not called
    if (proto) { holder = holder && holder.prototype; }
    if (holder === null || typeof holder !== 'object' && typeof holder !== 'function') { return; }
  }
  own = describe(holder, key);
  if (!own) {
    if (constant === undefined || !name || !Object.isExtensible(holder)) { return; }
    define(holder, key, { value: constant, writable: writable, enumerable: enumerable, configurable: configurable });
    return;
  }
  if (called !== undefined) {
    var fn = own.value;
    if (typeof fn !== 'function') { return; }
    if (fn.name !== called) { define(fn, 'name', { value: called, configurable: true }); }
    if (fn.length !== length) { define(fn, 'length', { value: length, configurable: true }); }
  }
  var data = 'value' in own;
  if (own.enumerable === enumerable && own.configurable === configurable && (!data || own.writable === writable)) { return; }
  if (!own.configurable && (own.enumerable !== enumerable || configurable || writable || !own.writable)) { return; }
  own.enumerable = enumerable;
  own.configurable = configurable;
  if (data) { own.writable = writable; }
  define(holder, key, own);
};
