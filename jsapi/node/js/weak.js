// weak: WeakRef and FinalizationRegistry.
function check(target, what) {
  if (typeof target === 'symbol' ? Symbol.keyFor(target) !== undefined : target === null || typeof target !== 'object' && typeof target !== 'function') { throw new TypeError(what); }
}
exports.WeakRef = class WeakRef {
  constructor(target) {
    check(target, 'WeakRef: invalid target');
    Object.defineProperty(this, '_', { value: native.weak(target) });
  }
  deref() { return this._(); }
};
exports.FinalizationRegistry = class FinalizationRegistry {
  constructor(cleanup) {
    if (typeof cleanup !== 'function') { throw new TypeError('FinalizationRegistry: cleanup must be callable'); }
    var held = new Map();
    Object.defineProperty(this, '_', { value: { held: held, tokens: new WeakMap(), watch: native.registry(function (id) {
      if (!held.has(id)) { return; }
      var value = held.get(id);
      held.delete(id);
      cleanup(value);
    }) } });
  }
  register(target, value, token) {
    check(target, 'FinalizationRegistry.prototype.register: invalid target');
    if (target === value) { throw new TypeError('FinalizationRegistry.prototype.register: target and holdings must not be same'); }
    var s = this._, id = s.watch(target);
    s.held.set(id, value);
    if (token !== undefined) { s.tokens.set(token, (s.tokens.get(token) || []).concat(id)); }
  }
  unregister(token) {
    check(token, 'Invalid unregisterToken (\'' + String(token) + '\')');
    var s = this._, known = false;
    (s.tokens.get(token) || []).forEach(function (id) { known = s.held.delete(id) || known; });
    s.tokens.delete(token);
    return known;
  }
};
['WeakRef', 'FinalizationRegistry'].forEach(function (k) { Object.defineProperty(exports[k].prototype, Symbol.toStringTag, { value: k, configurable: true }); });
