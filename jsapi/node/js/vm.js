// vm: runs code from strings. A context is an object whose members are the globals of
// the code; it is not a second realm, and no protection.
var contexts = new WeakSet();
exports.createContext = function (sandbox) {
  sandbox = sandbox || {};
  contexts.add(sandbox);
  return sandbox;
};
exports.isContext = function (o) { return contexts.has(o); };
exports.runInThisContext = function (code, options) { return native.run(String(code), typeof options === 'string' ? options : options && options.filename || 'evalmachine.<anonymous>'); };
exports.runInContext = exports.runInNewContext = function (code, sandbox, options) {
  sandbox = sandbox || {};
  code = String(code);
  // Function declarations are found in the scope of the code, names that it assigns to in
  // the sandbox. The engine answers for all other names, so that typeof works.
  var names = native.names(code, typeof options === 'string' ? options : options && options.filename || 'evalmachine.<anonymous>');
  var own = names[0], assigned = new Set(names[1]);
  var scope = new Proxy(sandbox, {
    has: function (o, k) { return k !== 'code__' && k !== 'give__' && (k in o || own.indexOf(k) < 0 && (k in globalThis || assigned.has(k))); },
    get: function (o, k) {
      if (k === Symbol.unscopables) { return undefined; }
      return k in o ? o[k] : globalThis[k];
    }
  });
  // They are hoisted, so they can be assigned before the code runs.
  code = own.map(function (name) { return 'give__("' + name + '",' + name + ');'; }).join('') + code;
  return native.within(scope, code, function (name, fn) { sandbox[name] = fn; });
};
function Script(code, options) {
  this.code = String(code);
  this.options = options;
  native.check(this.code, typeof options === 'string' ? options : options && options.filename || 'evalmachine.<anonymous>');
}
Script.prototype.runInThisContext = function () { return exports.runInThisContext(this.code, this.options); };
Script.prototype.runInContext = Script.prototype.runInNewContext = function (sandbox) { return exports.runInNewContext(this.code, sandbox); };
exports.Script = Script;
exports.createScript = function (code, options) { return new Script(code, options); };
exports.compileFunction = function (code, params) { return Function.apply(null, (params || []).concat(String(code))); };

exports.constants = Object.freeze(Object.assign(Object.create(null), { USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'), DONT_CONTEXTIFY: Symbol('vm_context_no_contextify') }));
// A context has no heap of its own: what there is is that of the server.
exports.measureMemory = function () {
  var m = process.memoryUsage();
  return Promise.resolve({ total: { jsMemoryEstimate: m.heapUsed, jsMemoryRange: [m.heapUsed, m.heapTotal] } });
};
