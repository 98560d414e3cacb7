// vm: runs code from strings. The global variables of a context are the members of an object, its
// sandbox, and then those of the language, which are the same ones in all contexts: a context is no
// second realm, and no protection.
var errors = require('errors'), validate = require('validate');
var contexts = new WeakMap(); // the context of a sandbox, and of its global object
var defaultName = 'evalmachine.<anonymous>';
var mainLoader = Symbol('vm_dynamic_import_main_context_default'), ordinary = Symbol('vm_context_no_contextify');
var languageNames = ['Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN', 'undefined', 'Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp', 'Error',
  'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'globalThis', 'JSON', 'Math', 'Intl', 'ArrayBuffer', 'Uint8Array', 'Int8Array', 'Uint16Array',
  'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array', 'Uint8ClampedArray', 'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set', 'WeakMap', 'WeakSet', 'Proxy',
  'Reflect', 'FinalizationRegistry', 'WeakRef', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'eval', 'isFinite', 'isNaN', 'console', 'SharedArrayBuffer',
  'Atomics', 'WebAssembly'];
var hasOwn = Object.prototype.hasOwnProperty, realGlobal = globalThis;

function own(o, k) { return hasOwn.call(o, k); }

// Context is what code in it sees: the language is an object with the names of it that were not replaced.
function Context(sandbox, generation) {
  this.sandbox = sandbox;
  this.strings = generation.strings !== false; // may be compiled
  this.wasm = generation.wasm !== false;
  this.lexical = Object.create(null); // let, const and class of its scripts: {get, set} by name
  this.language = this.names();
  this.global = new Proxy(sandbox, this.globalHandler());
  this.language.globalThis = this.global;
  this.scope = new Proxy({}, this.scopeHandler(false));
  this.strictScope = new Proxy({}, this.scopeHandler(true));
  this.probing = false;
  var context = this;
  this.probe = function () { context.probing = true; };
  this.probed = function (_, type) { context.probing = false; return type; };
  this.receiver = function (v) { return v === realGlobal || v === undefined ? context.global : v; };
  this.fixed = new Set(); // what its scripts declare with var and function cannot be deleted
  this.declare = function (name, fn) {
    Object.defineProperty(fn, 'name', { value: name, configurable: true });
    context.fixed.add(name);
    sandbox[name] = fn;
  };
  this.bind = function (name, get, set) { context.lexical[name] = { get: get, set: set }; };
}
Context.prototype.names = function () {
  var language = Object.create(Object.prototype), context = this;
  languageNames.forEach(function (name) {
    Object.defineProperty(language, name, { value: realGlobal[name], writable: true, enumerable: false, configurable: true });
  });
  function disallowed() { return new EvalError('Code generation from strings disallowed for this context'); }
  this.evaluate = function (code) { // eval of the context as a member; a direct call gets that of the engine, which sees the variables around it
    if (typeof code !== 'string') { return code; }
    if (!context.strings) { throw disallowed(); }
    return run(compiled(code, defaultName, 0, 0), context);
  };
  language.Function = function Function() {
    if (!context.strings) { throw disallowed(); }
    var text = realGlobal.Function.apply(null, arguments).toString(); // it finds mistakes
    return run(compiled('(' + text + ')', defaultName, 0, 0), context);
  };
  Object.defineProperty(this.evaluate, 'name', { value: 'eval' });
  language.eval = this.evaluate;
  if (!this.wasm) { language.WebAssembly = withoutCompiler(realGlobal.WebAssembly); }
  language.Function.prototype = realGlobal.Function.prototype;
  return language;
};
// member is a member of the sandbox or a name of the language. A sandbox that refers to itself means the global object.
Context.prototype.member = function (k) {
  if (!(k in this.sandbox)) { return this.language[k]; }
  var v = this.sandbox[k];
  return v === this.sandbox ? this.global : v;
};
// globalHandler is for what this and globalThis are in the context. Its target is the sandbox, so that
// members which cannot be configured are allowed.
Context.prototype.globalHandler = function () {
  var context = this, sandbox = this.sandbox;
  function described(_, k) {
    var d = Reflect.getOwnPropertyDescriptor(sandbox, k);
    if (d === undefined) { return k in sandbox ? d : Reflect.getOwnPropertyDescriptor(context.language, k); }
    if (!d.configurable && (d.get || d.set)) { // the engine refuses the functions themselves
      var get = d.get, set = d.set;
      d.get = get && function () { return get.call(this); };
      d.set = set && function (v) { set.call(this, v); };
    }
    return d;
  }
  return {
    has: function (_, k) { return k in sandbox || k in context.language; },
    get: function (_, k) { return context.member(k); },
    set: function (_, k, v) { return Reflect.set(sandbox, k, v); },
    deleteProperty: function (_, k) { return !context.fixed.has(k) && Reflect.deleteProperty(sandbox, k) && Reflect.deleteProperty(context.language, k); },
    getOwnPropertyDescriptor: described,
    ownKeys: function () {
      var keys = Reflect.ownKeys(sandbox);
      return keys.concat(Reflect.ownKeys(context.language).filter(function (k) { return keys.indexOf(k) < 0; }));
    },
    getPrototypeOf: function () { return Reflect.getPrototypeOf(sandbox); }
  };
};
// scopeHandler is for the scope of scripts, which has all names but those of the server.
Context.prototype.scopeHandler = function (strict) {
  var context = this, sandbox = this.sandbox, lexical = this.lexical;
  return {
    has: function (_, k) { return typeof k === 'string' && k.slice(0, 10) !== 'framework:'; },
    get: function (_, k) {
      if (typeof k === 'symbol') { return undefined; }
      if (k in lexical) { return lexical[k].get(); }
      if (k in sandbox || k in context.language) {
        var v = context.member(k);
        return k === 'eval' && v === context.evaluate && context.strings ? realGlobal.eval : v;
      }
      if (context.probing || context.fixed.has(k)) {
        context.probing = false;
        return undefined;
      }
      throw new ReferenceError(k + ' is not defined');
    },
    set: function (_, k, v) {
      if (k in lexical) {
        lexical[k].set(v);
        return true;
      }
      if (strict && !(k in sandbox) && !(k in context.language) && !context.fixed.has(k)) { throw new ReferenceError(k + ' is not defined'); }
      if (!Reflect.set(sandbox, k, v) && strict) { throw new TypeError('Cannot redefine property: ' + k); }
      return true;
    },
    getOwnPropertyDescriptor: function (_, k) { return { value: undefined, writable: true, enumerable: true, configurable: true }; },
    deleteProperty: function (_, k) { return !(k in lexical) && Reflect.deleteProperty(context.global, k); }
  };
};
// admits throws where names of a script are declared already.
Context.prototype.admits = function (script) {
  var context = this;
  function refuse(name) { throw new SyntaxError("Identifier '" + name + "' has already been declared"); }
  script.lexical.forEach(function (name) {
    var d = Reflect.getOwnPropertyDescriptor(context.sandbox, name);
    if (name in context.lexical || d !== undefined && !d.configurable) { refuse(name); }
  });
  script.variables.concat(script.functions).forEach(function (name) {
    if (name in context.lexical) { refuse(name); }
  });
};

// withoutCompiler is WebAssembly where nothing may be compiled.
function withoutCompiler(real) {
  var restricted = Object.create(real);
  function refusal(name) { return new real.CompileError('WebAssembly.' + name + ': Wasm code generation disallowed by embedder'); }
  function refuse(name) { return function () { throw refusal(name); }; }
  function reject(name) { return function () { return Promise.reject(refusal(name)); }; }
  return Object.assign(restricted, { Module: refuse('Module()'), compile: reject('compile()'), instantiate: reject('instantiate()') });
}

function compiled(code, name, line, column) {
  var parts = native.contextual(name, code, line, column);
  return { start: parts[0], variables: parts[1], functions: parts[2], lexical: parts[3], strict: parts[4] };
}

// run runs what compiled returns in a context.
function run(script, context) {
  context.admits(script);
  script.variables.forEach(function (name) { context.fixed.add(name); });
  var fn = script.start().call(context.global, script.strict ? context.strictScope : context.scope, context.declare, context.bind, context.receiver, context.probe, context.probed, context.evaluate);
  return fn();
}

function limited(fn, timeout) {
  if (timeout === undefined) { return fn(); }
  var result = native.limited(fn, timeout);
  if (result === undefined) { throw errors.coded(Error, 'ERR_SCRIPT_EXECUTION_TIMEOUT', 'Script execution timed out after ' + timeout + 'ms'); }
  return result[0];
}

// named are options, for which the name of a file may stand.
function named(options) { return typeof options === 'string' ? { filename: options } : options; }
function isObject(v) { return v !== null && typeof v === 'object'; }
function optional(v, name, check) { if (v !== undefined) { check(v, name); } }
function isArray(v, name) { if (!Array.isArray(v)) { throw errors.argument(name, 'an instance of Array', v); } }

// importer checks importModuleDynamically: modules are loaded by that of the program alone.
function importer(v) {
  if (v === undefined || v === mainLoader) { return; }
  validate.func(v, 'options.importModuleDynamically');
  process.emitWarning('importModuleDynamically is not called: import() loads modules as in files of the program');
}

function Script(code, options) {
  if (!(this instanceof Script)) { throw new TypeError("Class constructor Script cannot be invoked without 'new'"); }
  code = `${code}`; // no symbol
  options = named(options);
  if (options === undefined) { options = {}; }
  validate.object(options, 'options');
  var name = options.filename, line = options.lineOffset, column = options.columnOffset;
  if (name === undefined) { name = defaultName; }
  validate.string(name, 'options.filename');
  optional(line, 'options.lineOffset', validate.int32);
  optional(column, 'options.columnOffset', validate.int32);
  optional(options.cachedData, 'options.cachedData', validate.bytes);
  optional(options.produceCachedData, 'options.produceCachedData', validate.boolean);
  importer(options.importModuleDynamically);
  // Node compiles at once. What is found then is a mistake in any context.
  var here = native.script(name, code, line || 0, column || 0), there;
  Object.defineProperties(this, {
    here: { value: here },
    place: { value: { name: name, code: code, line: line || 0, column: column || 0 } },
    there: { get: function () { return there || (there = compiled(code, name, line || 0, column || 0)); } }
  });
  keepData(this, options);
  var mapped = /\/\/[#@] sourceMappingURL=([^\s'"]+)\s*$/.exec(code);
  this.sourceMapURL = mapped === null ? undefined : mapped[1];
}
// keepData answers for cachedData: there is no code to keep, as programs are cached by their text.
function keepData(made, options) {
  if (options.cachedData !== undefined) { made.cachedDataRejected = false; }
  if (!options.produceCachedData) { return; }
  made.cachedDataProduced = true;
  made.cachedData = Buffer.alloc(0);
}
var decorated = new WeakSet();
// displayed adds the place of an error, and its line of the source, in front of its stack.
function displayed(place, e) {
  if (!(e instanceof Error) || decorated.has(e) || typeof e.stack !== 'string') { return e; }
  decorated.add(e);
  var name = place.name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  var at = new RegExp('^    at (?:.*\\()?' + name + ':(\\d+):(\\d+)\\)?$', 'm').exec(e.stack);
  if (at === null) { return e; }
  var text = place.code.split('\n')[at[1] - 1 - place.line], column = at[2] - 1;
  if (text === undefined) { return e; }
  if (at[1] - 1 === place.line) { column -= place.column; }
  if (text.slice(0, column).endsWith('throw ')) { column -= 6; }
  Object.defineProperty(e, 'stack', { value: place.name + ':' + at[1] + '\n' + text + '\n' + ' '.repeat(Math.max(column, 0)) + '^\n\n' + e.stack, writable: true, configurable: true });
  return e;
}
// executed runs a script with the options of its run.
function executed(fn, place, options) {
  options = runOptions(options);
  try {
    return limited(fn, options.timeout);
  } catch (e) {
    throw options.displayErrors === false ? e : displayed(place, e);
  }
}
function runOptions(options) {
  if (options === undefined) { return {}; }
  validate.object(options, 'options');
  optional(options.breakOnSigint, 'options.breakOnSigint', validate.boolean);
  optional(options.displayErrors, 'options.displayErrors', validate.boolean);
  if (options.timeout !== undefined) { validate.uint32(options.timeout, 'options.timeout', true); }
  return options;
}
Script.prototype.runInThisContext = function (options) {
  return executed(this.here, this.place, options);
};
Script.prototype.runInContext = function (sandbox, options) {
  var context = contextOf(sandbox), script = this.there;
  return executed(function () { return run(script, context); }, this.place, options);
};
Script.prototype.runInNewContext = function (sandbox, options) {
  return this.runInContext(exports.createContext(sandbox, contextOptions(options)), options);
};
Object.setPrototypeOf(Script.prototype, { constructor: function ContextifyScript() {}, createCachedData: function createCachedData() { return Buffer.alloc(0); } });
['runInThisContext', 'runInContext', 'runInNewContext'].forEach(function (name) { Object.defineProperty(Script.prototype, name, { enumerable: false }); });
exports.Script = Script;

function contextOf(sandbox) {
  if (!exports.isContext(sandbox)) { throw errors.argument('contextifiedObject', 'an vm.Context', sandbox); }
  return contexts.get(sandbox);
}
// contextOptions are those of createContext in the options of runInNewContext.
function contextOptions(options) {
  if (options === undefined || options === null || typeof options !== 'object') { return {}; }
  ['contextName', 'contextOrigin', 'microtaskMode'].forEach(function (name) { optional(options[name], 'options.' + name, validate.string); });
  if (options.contextCodeGeneration !== undefined) { generation(options.contextCodeGeneration, 'options.contextCodeGeneration'); }
  return { name: options.contextName, origin: options.contextOrigin, codeGeneration: options.contextCodeGeneration, microtaskMode: options.microtaskMode };
}
function generation(v, name) {
  validate.object(v, name);
  optional(v.strings, name + '.strings', validate.boolean);
  optional(v.wasm, name + '.wasm', validate.boolean);
}
function microtasks(v, name) {
  validate.oneOf(v, name, ['afterEvaluate', undefined]);
  if (v !== undefined) { process.emitWarning("microtaskMode 'afterEvaluate' has no effect: contexts share one queue of microtasks"); }
}

exports.createContext = function (sandbox, options) {
  if (sandbox === undefined) { sandbox = {}; }
  var plain = sandbox === ordinary;
  if (plain) { sandbox = {}; }
  if (exports.isContext(sandbox)) { return sandbox; }
  if (options === undefined) { options = {}; }
  validate.object(options, 'options');
  optional(options.name, 'options.name', validate.string);
  optional(options.origin, 'options.origin', validate.string);
  if (options.codeGeneration !== undefined) { generation(options.codeGeneration, 'options.codeGeneration'); }
  optional(options.microtaskMode, 'options.microtaskMode', microtasks);
  importer(options.importModuleDynamically);
  var context = new Context(sandbox, options.codeGeneration || {});
  contexts.set(sandbox, context);
  contexts.set(context.global, context);
  return plain ? context.global : sandbox;
};
exports.isContext = function (v) {
  if (!isObject(v)) { throw errors.argument('object', 'of type object', v); }
  return contexts.has(v);
};
exports.createScript = function (code, options) { return new Script(code, options); };
exports.runInThisContext = function (code, options) {
  options = named(options);
  return exports.createScript(code, options).runInThisContext(options);
};
exports.runInContext = function (code, sandbox, options) {
  contextOf(sandbox);
  options = Object.assign({}, named(options));
  return exports.createScript(code, options).runInContext(sandbox, options);
};
exports.runInNewContext = function (code, sandbox, options) {
  options = named(options);
  sandbox = exports.createContext(sandbox, contextOptions(options));
  options = Object.assign({}, options);
  return exports.createScript(code, options).runInContext(sandbox, options);
};
exports.compileFunction = function (code, params, options) {
  validate.string(code, 'code');
  optional(params, 'params', isArray);
  (params || []).forEach(function (v, i) { validate.string(v, 'params[' + i + ']'); });
  if (options === undefined) { options = {}; }
  validate.object(options, 'options');
  optional(options.filename, 'options.filename', validate.string);
  optional(options.columnOffset, 'options.columnOffset', validate.int32);
  optional(options.lineOffset, 'options.lineOffset', validate.int32);
  optional(options.cachedData, 'options.cachedData', validate.bytes);
  optional(options.produceCachedData, 'options.produceCachedData', validate.boolean);
  optional(options.contextExtensions, 'options.contextExtensions', isArray);
  (options.contextExtensions || []).forEach(function (v, i) { if (v === null || typeof v !== 'object') { throw errors.argument('options.contextExtensions[' + i + ']', 'of type object', v); } });
  var context = null; // that of the program
  if (options.parsingContext !== undefined) {
    if (options.parsingContext === null || typeof options.parsingContext !== 'object' || !contexts.has(options.parsingContext)) { throw errors.argument('options.parsingContext', 'an instance of Context', options.parsingContext); }
    context = contexts.get(options.parsingContext);
  }
  importer(options.importModuleDynamically);
  Function.apply(null, (params || []).concat(code)); // finds what ends the function early
  var name = options.filename || '', head = '(function (' + (params || []).join(',') + ') {\n', line = (options.lineOffset || 0) - 1;
  var text = head + code + '\n})';
  if (line < 0) {
    text = text.replace('\n', '');
    line = 0;
  }
  var extensions = options.contextExtensions || [];
  var fn;
  if (context === null && extensions.length === 0) {
    fn = native.script(name, text, line, options.columnOffset || 0)();
  } else {
    var inner = extensions.length === 0 ? context : new Context(extended(context, extensions), {});
    fn = run(compiled(text, name, line, options.columnOffset || 0), inner);
  }
  keepData(fn, options);
  return fn;
};
// extended is an object with the members of others in front of the global variables of a context.
function extended(context, extensions) {
  var last = context === null ? realGlobal : context.global;
  function holder(k) {
    for (var i = extensions.length - 1; i >= 0; i--) { if (k in extensions[i]) { return extensions[i]; } }
    return last;
  }
  return new Proxy({}, {
    has: function (_, k) { return k in holder(k); },
    get: function (_, k) { return holder(k)[k]; },
    set: function (_, k, v) { holder(k)[k] = v; return true; }
  });
}

exports.constants = Object.freeze(Object.assign(Object.create(null), { USE_MAIN_CONTEXT_DEFAULT_LOADER: mainLoader, DONT_CONTEXTIFY: ordinary }));
// A context has no heap of its own: what there is is that of the server.
exports.measureMemory = function (options) {
  if (options === undefined) { options = {}; }
  validate.object(options, 'options');
  if (options.mode !== undefined) { validate.oneOf(options.mode, 'options.mode', ['summary', 'detailed']); }
  if (options.execution !== undefined) { validate.oneOf(options.execution, 'options.execution', ['default', 'eager']); }
  var m = process.memoryUsage(), measured = { jsMemoryEstimate: m.heapUsed, jsMemoryRange: [m.heapUsed, m.heapTotal] };
  var result = { total: measured };
  if (options.mode === 'detailed') { Object.assign(result, { current: measured, other: [] }); }
  return Promise.resolve(result);
};
