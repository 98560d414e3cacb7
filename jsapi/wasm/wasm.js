// wasm: the WebAssembly namespace. native has the implementation; here are the classes
// and the checks of arguments.
var WebAssembly = {};
// The native handle of an object is stored on the object: a WeakMap of goja never frees
// a value that refers to its key.
var handle = Symbol('WebAssembly');
var inside = {
  get: function (o) { return Object.prototype.hasOwnProperty.call(o, handle) ? o[handle] : undefined; },
  set: function (o, h) { Object.defineProperty(o, handle, { value: h }); }
};
function member(o, name, value) { Object.defineProperty(o, name, { value: value, writable: true, enumerable: false, configurable: true }); }
function object(v) { return v !== null && (typeof v === 'object' || typeof v === 'function'); }
function tagged(C, name) {
  Object.defineProperty(C.prototype, Symbol.toStringTag, { value: 'WebAssembly.' + name, configurable: true });
  member(WebAssembly, name, C);
}
function behind(o, C, what) {
  if (!(o instanceof C) || !inside.get(o)) { throw new TypeError(what); }
  return inside.get(o);
}
// around makes an object of class C for an existing native handle.
function around(C, made) {
  var o = Object.create(C.prototype);
  inside.set(o, made);
  return o;
}

class CompileError extends Error {}
class LinkError extends Error {}
class RuntimeError extends Error {}
[CompileError, LinkError, RuntimeError].forEach(function (C) {
  member(C.prototype, 'name', C.name);
  member(WebAssembly, C.name, C);
});
native.use({
  CompileError: CompileError, LinkError: LinkError, RuntimeError: RuntimeError,
  asInt64: function (v) { return BigInt.asIntN(64, v); },
  asList: function (v, n) {
    var list = Array.from(v);
    if (list.length !== n) { throw new TypeError('multi-return length mismatch'); }
    return list;
  }
});

function bytes(source, who) {
  if (source instanceof ArrayBuffer) { return new Uint8Array(source); }
  if (ArrayBuffer.isView(source)) { return new Uint8Array(source.buffer, source.byteOffset, source.byteLength); }
  throw new TypeError(who + ': Argument 0 must be a buffer source');
}
function compiled(source, who) {
  var b = bytes(source, who);
  if (!b.length) { throw new CompileError(who + ': BufferSource argument is empty'); }
  return around(Module, native.compile(b, who));
}
class Module {
  constructor(source) { return Object.setPrototypeOf(compiled(source, 'WebAssembly.Module()'), new.target.prototype); }
  static imports(module) {
    return native.imports(behind(module, Module, 'WebAssembly.Module.imports(): Argument 0 must be a WebAssembly.Module')).map(function (e) { return { module: e[0], name: e[1], kind: e[2] }; });
  }
  static exports(module) {
    return native.exports(behind(module, Module, 'WebAssembly.Module.exports(): Argument 0 must be a WebAssembly.Module')).map(function (e) { return { name: e[0], kind: e[1] }; });
  }
}
tagged(Module, 'Module');

var classes = {}; // by kind
// found returns the value of an import.
function found(e, i, imports, who) {
  var from = imports[e[0]];
  if (!object(from)) { throw new TypeError(who + ': Import #' + i + ' module="' + e[0] + '" error: module is not an object or function'); }
  return from[e[1]];
}
// given converts v to the form that native expects for an import; objects keeps v.
function given(e, i, v, who, objects) {
  var kind = e[2];
  function refuse(why) { throw new LinkError(who + ': Import #' + i + ' module="' + e[0] + '" function="' + e[1] + '" error: ' + why); }
  if (kind === 'function') {
    if (typeof v !== 'function') { refuse('function import requires a callable'); }
    return inside.get(v) || v;
  }
  if (kind === 'global' && (typeof v === 'number' || typeof v === 'bigint')) {
    if (e[4]) { refuse('imported mutable global must be a WebAssembly.Global object'); }
    if ((e[3] === 'i64') === (typeof v === 'bigint')) { v = new Global({ value: e[3] }, v); }
  }
  if (!(v instanceof classes[kind])) { refuse(kind === 'global' ? 'global import must be a number, valid Wasm reference, or WebAssembly.Global object' : kind + ' import must be a WebAssembly.' + classes[kind].name + ' object'); }
  objects[i] = v;
  return inside.get(v);
}
function instance(module, imports, who, proto) {
  var code = behind(module, Module, who + ': Argument 0 must be a WebAssembly.Module');
  if (imports !== undefined && !object(imports)) { throw new TypeError(who + ': Argument 1 must be an object'); }
  var needed = native.imports(code), objects = [];
  if (needed.length && imports === undefined) { throw new TypeError(who + ': Imports argument must be present and must be an object'); }
  var values = needed.map(function (e, i) { return found(e, i, imports, who); }).map(function (v, i) { return given(needed[i], i, v, who, objects); });
  var exported = Object.create(null);
  native.instantiate(code, values, who).forEach(function (e) {
    var value = e[2];
    if (e[4] >= 0) {
      value = objects[e[4]];
    } else if (e[1] === 'function') {
      inside.set(value, e[3]);
    } else {
      value = around(classes[e[1]], e[3]);
    }
    Object.defineProperty(exported, e[0], { value: value, enumerable: true });
  });
  var o = Object.create(proto);
  Object.defineProperty(o, 'exports', { value: Object.freeze(exported), enumerable: true, configurable: true });
  return o;
}
class Instance {
  constructor(module, imports) { return instance(module, imports, 'WebAssembly.Instance()', new.target.prototype); }
}
tagged(Instance, 'Instance');

function count(v, who, what, most, missing) {
  if (v === undefined && missing) { return undefined; }
  if (v === undefined) { throw new TypeError(who + ": Property '" + what + "' is required"); }
  var n = Math.trunc(Number(v)), property = who + ": Property '" + what + "'";
  if (!isFinite(n)) { throw new TypeError(property + ' must be convertible to a valid number'); }
  if (n < 0) { throw new TypeError(property + ' must be non-negative'); }
  if (n > 4294967295) { throw new TypeError(property + ' must be in the unsigned long range'); }
  if (n > most) { throw new RangeError(property + ': value ' + n + ' is above the upper bound ' + most); }
  return n;
}
function described(o, who) {
  if (!object(o)) { throw new TypeError(who + ': Argument 0 must be a ' + who.slice(12, -2).toLowerCase() + ' descriptor'); }
  return o;
}
function sized(o, who, most, highest) {
  var low = count(o.initial, who, 'initial', most), high = count(o.maximum, who, 'maximum', highest, true);
  if (high !== undefined && high < low) { throw new RangeError(who + ": Property 'maximum': value " + high + ' is below the lower bound ' + low); }
  return [low, high];
}
function delta(v, who) {
  var n = Math.trunc(Number(v));
  if (!(n >= 0 && n <= 4294967295)) { throw new TypeError(who + ': Argument 0 must be convertible to a valid number'); }
  return n;
}

class Memory {
  constructor(o) {
    var who = 'WebAssembly.Memory()', size = sized(described(o, who), who, 65536, 65536);
    inside.set(this, native.memory(size[0], size[1]));
  }
  get buffer() { return native.buffer(behind(this, Memory, 'WebAssembly.Memory.buffer: Receiver is not a WebAssembly.Memory')); }
  grow(pages) { return native.grow(behind(this, Memory, 'WebAssembly.Memory.grow(): Receiver is not a WebAssembly.Memory'), delta(pages, 'WebAssembly.Memory.grow()')); }
}
tagged(Memory, 'Memory');

class Global {
  constructor(o, v) {
    var type = described(o, 'WebAssembly.Global()').value;
    inside.set(this, native.global(String(type), !!o.mutable, v !== undefined ? v : type === 'i64' ? BigInt(0) : 0));
  }
  get value() { return native.get(behind(this, Global, 'get WebAssembly.Global.value: Receiver is not a WebAssembly.Global')); }
  set value(v) { native.set(behind(this, Global, 'set WebAssembly.Global.value: Receiver is not a WebAssembly.Global'), v); }
  valueOf() { return this.value; }
}
tagged(Global, 'Global');

class Table {
  constructor(o) {
    var who = 'WebAssembly.Table()', size = sized(described(o, who), who, 10000000, 4294967295);
    if (o.element !== 'anyfunc' && o.element !== 'funcref') { throw new TypeError(who + ": Descriptor property 'element' must be a WebAssembly reference type"); }
    inside.set(this, native.table(size[0], size[1]));
  }
  get length() { return native.length(behind(this, Table, 'WebAssembly.Table.length: Receiver is not a WebAssembly.Table')); }
  get(i) {
    var found = native.at(behind(this, Table, 'WebAssembly.Table.get(): Receiver is not a WebAssembly.Table'), delta(i, 'WebAssembly.Table.get()'));
    if (found) { inside.set(found[0], found[1]); }
    return found ? found[0] : null;
  }
  set(i, fn) {
    var f = fn === undefined || fn === null ? null : inside.get(fn);
    if (f === undefined || fn && typeof fn !== 'function') { throw new TypeError("WebAssembly.Table.set(): Argument 1 is invalid for table: function-typed object expected"); }
    native.put(behind(this, Table, 'WebAssembly.Table.set(): Receiver is not a WebAssembly.Table'), delta(i, 'WebAssembly.Table.set()'), f);
  }
  grow(n) { return native.grown(behind(this, Table, 'WebAssembly.Table.grow(): Receiver is not a WebAssembly.Table'), delta(n, 'WebAssembly.Table.grow()')); }
}
tagged(Table, 'Table');
classes.memory = Memory;
classes.global = Global;
classes.table = Table;

WebAssembly.compile = function compile(source) {
  return new Promise(function (resolve) { resolve(compiled(source, 'WebAssembly.compile()')); });
};
WebAssembly.validate = function validate(source) {
  bytes(source, 'WebAssembly.validate()');
  try {
    compiled(source, 'WebAssembly.validate()');
    return true;
  } catch (e) {
    if (e instanceof CompileError) { return false; }
    throw e;
  }
};
WebAssembly.instantiate = function instantiate(source, imports) {
  var who = 'WebAssembly.instantiate()';
  return new Promise(function (resolve) {
    if (source instanceof Module) { return resolve(instance(source, imports, who, Instance.prototype)); }
    if (imports !== undefined && !object(imports)) { throw new TypeError(who + ': Argument 1 must be an object'); }
    var module = compiled(source, who);
    resolve({ module: module, instance: instance(module, imports, who, Instance.prototype) });
  });
};
// received returns the body of a response, or of a promise of one.
function received(source) {
  return Promise.resolve(source).then(function (response) {
    function refuse(why) {
      var e = new TypeError('WebAssembly response ' + why);
      e.code = 'ERR_WEBASSEMBLY_RESPONSE';
      throw e;
    }
    if (!object(response) || typeof response.arrayBuffer !== 'function') { throw new TypeError('The "source" argument must be an instance of Response or an Promise resolving to Response'); }
    var type = response.headers.get('content-type');
    if (type !== 'application/wasm') { refuse("has unsupported MIME type '" + type + "'"); }
    if (!response.ok) { refuse('has status code ' + response.status); }
    return response.arrayBuffer();
  });
}
WebAssembly.compileStreaming = function compileStreaming(source) { return received(source).then(WebAssembly.compile); };
WebAssembly.instantiateStreaming = function instantiateStreaming(source, imports) {
  return received(source).then(function (body) { return WebAssembly.instantiate(body, imports); });
};
Object.defineProperty(WebAssembly, Symbol.toStringTag, { value: 'WebAssembly', configurable: true });
return WebAssembly;
