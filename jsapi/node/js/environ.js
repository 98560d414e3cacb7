// environ: the environment of a thread, which workers may share with it (SHARE_ENV).
// Values that are assigned become strings, as in Node.
var traps = {
  set: function (env, k, v) { env[text(k)] = text(v); return true; },
  defineProperty: function (env, k, d) { if ('value' in d) { d.value = String(d.value); } return Reflect.defineProperty(env, k, d); }
};
// text refuses symbols, as variables and as names.
function text(v) { return '' + v; }
var own = native.env(), variables = new Proxy(own, traps);

// Shared variables are not members of the object: all threads ask for them where they are.
function shared() {
  Object.keys(own).forEach(function (k) { delete own[k]; });
  traps.get = function (env, k) {
    var v = typeof k === 'string' ? native.get(k) : undefined;
    return v === undefined ? Reflect.get(env, k) : v;
  };
  traps.has = function (env, k) { return typeof k === 'string' && native.get(k) !== undefined || k in env; };
  traps.set = function (env, k, v) { native.set(k, String(v)); return true; };
  traps.defineProperty = function (env, k, d) { native.set(k, String(d.value)); return true; };
  traps.deleteProperty = function (env, k) { native.remove(k); return true; };
  traps.ownKeys = function () { return native.names(); };
  traps.getOwnPropertyDescriptor = function (env, k) {
    var v = typeof k === 'string' ? native.get(k) : undefined;
    return v === undefined ? undefined : { value: v, writable: true, enumerable: true, configurable: true };
  };
}
if (native.shared()) { shared(); }

exports.variables = variables;

// share lets the workers that are started with it have these variables, and not copies.
exports.share = function () {
  if (native.shared()) { return; }
  native.share(Object.keys(own).map(function (k) { return k + '=' + own[k]; }));
  shared();
};
