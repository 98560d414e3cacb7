// globals: the globals of Node, and those that goja lacks.
var global = native.global;
function hidden(o, name, value) { Object.defineProperty(o, name, { value: value, writable: true, enumerable: false, configurable: true }); }
// Some globals of Node are enumerable.
var shown = new Set(['global', 'clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout', 'queueMicrotask', 'structuredClone', 'atob', 'btoa', 'performance', 'fetch', 'crypto']);
function globally(name, value) { Object.defineProperty(global, name, { value: value, writable: true, enumerable: shown.has(name), configurable: true }); }
// lazy defines a global that is created on its first use.
function lazy(name, make) {
  Object.defineProperty(global, name, {
    configurable: true, enumerable: shown.has(name),
    get: function () { var v = make(); globally(name, v); native.shaped(name); return v; },
    set: function (v) { globally(name, v); }
  });
}
function member(module, name) { lazy(name, function () { return require(module)[name]; }); }
// The symbols of `using`, which goja lacks.
['dispose', 'asyncDispose'].forEach(function (name) { if (!Symbol[name]) { Object.defineProperty(Symbol, name, { value: Symbol('nodejs.' + name) }); } });
globally('global', global);
hidden(global, 'globalThis', global);
if (native.oldNames) { ['GLOBAL', 'root'].forEach(function (name) { hidden(global, name, global); }); }
lazy('process', function () { return require('process'); });
lazy('console', function () { return require('console'); });
member('buffer', 'Buffer');
member('buffer', 'atob');
member('buffer', 'btoa');
member('url', 'URL');
member('url', 'URLSearchParams');
['performance', 'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver', 'PerformanceObserverEntryList', 'PerformanceResourceTiming'].forEach(function (name) { member('perf_hooks', name); });
['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'].forEach(function (name) { member('timers', name); });
['Event', 'EventTarget', 'AbortController', 'AbortSignal', 'DOMException', 'structuredClone', 'CustomEvent', 'MessageEvent'].forEach(function (name) { member('web', name); });
['fetch', 'Headers', 'Request', 'Response'].forEach(function (name) { member('fetch', name); });
Object.defineProperty(global, 'WebSocket', {
  configurable: true, enumerable: false,
  get: function () { return native.socketHidden() ? undefined : require('websocket'); },
  set: function (v) { globally('WebSocket', v); }
});
['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableByteStreamController', 'ReadableStreamDefaultController', 'WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController',
  'TransformStream', 'TransformStreamDefaultController', 'CountQueuingStrategy', 'ByteLengthQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream', 'DecompressionStream'].forEach(function (name) { member('webstreams', name); });
['WeakRef', 'FinalizationRegistry'].forEach(function (name) { member('weak', name); });
['MessageChannel', 'MessagePort', 'BroadcastChannel'].forEach(function (name) { member('worker_threads', name); });
['Blob', 'File', 'FormData'].forEach(function (name) { member('blob', name); });
lazy('crypto', function () { return require('crypto').webcrypto; });
['Crypto', 'CryptoKey', 'SubtleCrypto'].forEach(function (name) { member('webcrypto', name); });
var size = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
[['resizable', function () { size.call(this); return false; }], ['maxByteLength', function () { return size.call(this); }]].forEach(function (own) {
  if (!(own[0] in ArrayBuffer.prototype)) { Object.defineProperty(ArrayBuffer.prototype, own[0], { configurable: true, get: own[1] }); }
});
// Shared memory is an ArrayBuffer whose bytes other threads have as well.
lazy('Atomics', function () { return require('atomics'); });
lazy('SharedArrayBuffer', function () {
  function SharedArrayBuffer(length) {
    if (!new.target) { throw new TypeError("Constructor SharedArrayBuffer requires 'new'"); }
    return Object.setPrototypeOf(new ArrayBuffer(length), SharedArrayBuffer.prototype);
  }
  Object.defineProperties(SharedArrayBuffer.prototype, {
    byteLength: { configurable: true, get: function () {
      if (!(this instanceof SharedArrayBuffer)) { throw new TypeError('Method SharedArrayBuffer.prototype.byteLength called on incompatible receiver ' + String(this)); }
      return size.call(this);
    } },
    growable: { configurable: true, get: function () { return false; } },
    maxByteLength: { configurable: true, get: function () { return this.byteLength; } },
    slice: { configurable: true, writable: true, value: function slice(from, to) { return Object.setPrototypeOf(ArrayBuffer.prototype.slice.call(this, from, to), SharedArrayBuffer.prototype); } }
  });
  Object.defineProperty(SharedArrayBuffer.prototype, Symbol.toStringTag, { configurable: true, value: 'SharedArrayBuffer' });
  return SharedArrayBuffer;
});
// What the annex of the language keeps of older ones.
function annex(proto, members) { Object.keys(members).forEach(function (name) { if (!(name in proto)) { hidden(proto, name, members[name]); } }); }
annex(Date.prototype, {
  getYear: function getYear() { return this.getFullYear() - 1900; },
  setYear: function setYear(year) { year = Math.trunc(Number(year)); return this.setFullYear(year >= 0 && year <= 99 ? 1900 + year : year); },
  toGMTString: Date.prototype.toUTCString
});
[['anchor', 'a', 'name'], ['big', 'big'], ['blink', 'blink'], ['bold', 'b'], ['fixed', 'tt'], ['fontcolor', 'font', 'color'], ['fontsize', 'font', 'size'],
  ['italics', 'i'], ['link', 'a', 'href'], ['small', 'small'], ['strike', 'strike'], ['sub', 'sub'], ['sup', 'sup']].forEach(function (html) {
  annex(String.prototype, html[2] ? {
    [html[0]](value) { return '<' + html[1] + ' ' + html[2] + '="' + String(value).replace(/"/g, '&quot;') + '">' + String(this) + '</' + html[1] + '>'; }
  } : {
    [html[0]]() { return '<' + html[1] + '>' + String(this) + '</' + html[1] + '>'; }
  });
});
lazy('WebAssembly', native.wasm);
globally('queueMicrotask', function queueMicrotask(fn) {
  if (typeof fn !== 'function') { throw require('util').invalidArgument('callback', 'function', fn); }
  native.microtask(fn);
});

class TextEncoder {}
TextEncoder.prototype.encode = function (text) { return native.encode(text === undefined ? '' : `${text}`); };
TextEncoder.prototype.encodeInto = function (text, target) {
  require('validate').string(text, 'src');
  if (!(target instanceof Uint8Array)) { throw require('errors').argument('dest', 'an instance of Uint8Array', target); }
  var b = this.encode(text), n = Math.min(b.length, target.length);
  while (n > 0 && n < b.length && (b[n] & 0xc0) === 0x80) { n--; }
  target.set(b.subarray(0, n));
  return { read: native.decode(b.subarray(0, n), 'utf-8', false).length, written: n };
};
Object.defineProperty(TextEncoder.prototype, 'encoding', { value: 'utf-8' });
class TextDecoder {
  constructor(label = 'utf-8', options = {}) {
    label = `${label}`;
    require('validate').anyObjectOrNull(options, 'options');
    this.encoding = native.label(label);
    if (!this.encoding) { throw require('errors').coded(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', 'The "' + label + '" encoding is not supported'); }
    this.fatal = !!(options && options.fatal);
    this.ignoreBOM = !!(options && options.ignoreBOM);
    Object.defineProperty(this, 'rest', { value: new Uint8Array(0), writable: true });
  }
}
TextDecoder.prototype.decode = function (input, options) {
  if (input !== undefined && !require('validate').isBuffer(input)) { throw require('errors').coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.'); }
  var b = input === undefined ? new Uint8Array(0) : ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
  if (this.rest.length) {
    var all = new Uint8Array(this.rest.length + b.length);
    all.set(this.rest);
    all.set(b, this.rest.length);
    b = all;
    this.rest = new Uint8Array(0);
  }
  if (options && options.stream && this.encoding === 'utf-8') {
    var n = native.whole(b);
    this.rest = b.slice(n);
    b = b.subarray(0, n);
  }
  var text = native.decode(b, this.encoding, this.fatal);
  return !this.ignoreBOM && text[0] === '\ufeff' ? text.slice(1) : text;
};
hidden(global, 'TextEncoder', TextEncoder);
hidden(global, 'TextDecoder', TextDecoder);

// goja lacks Symbol.asyncIterator: this is the symbol that transpiled code uses.
if (!Symbol.asyncIterator) { Object.defineProperty(Symbol, 'asyncIterator', { value: Symbol.for('Symbol.asyncIterator') }); }

hidden(global, 'Proxy', require('proxy').Proxy);

// Error.captureStackTrace of V8, which sets a stack on any object.
if (!Error.captureStackTrace) {
  hidden(Error, 'captureStackTrace', function captureStackTrace(target, below) {
    var lines = String(new Error().stack).split('\n').slice(2);
    if (typeof below === 'function' && below.name) {
      for (var i = 0; i < lines.length; i++) {
        if (lines[i].indexOf('at ' + below.name + ' (') >= 0) { lines = lines.slice(i + 1); break; }
      }
    }
    var head = target instanceof Error ? Error.prototype.toString.call(target) : target.name ? String(target.name) + (target.message ? ': ' + target.message : '') : 'Error';
    if (typeof Error.prepareStackTrace === 'function') {
      hidden(target, 'stack', Error.prepareStackTrace(target, lines.map(site)));
      return;
    }
    hidden(target, 'stack', [head].concat(lines).join('\n'));
  });
}
Error.stackTraceLimit = 10;
// site makes an entry of a structured stack, which packages such as depd use.
function site(line) {
  var m = /^\s*at (?:(.*) \()?(.*?):(\d+):(\d+)(?:\(\d+\))?\)?$/.exec(line) || [];
  var fn = m[1] || null;
  return {
    getFileName: function () { return m[2] || null; }, getLineNumber: function () { return +m[3] || 1; }, getColumnNumber: function () { return +m[4] || 1; },
    getFunctionName: function () { return fn; }, getMethodName: function () { return null; }, getTypeName: function () { return 'Object'; }, getFunction: function () {},
    getThis: function () {}, getEvalOrigin: function () {}, isNative: function () { return false; }, isToplevel: function () { return true; }, isConstructor: function () { return false; }, isEval: function () { return false; },
    toString: function () { return (fn ? fn + ' (' : '') + m[2] + ':' + m[3] + ':' + m[4] + (fn ? ')' : ''); }
  };
}

// Strings without lone surrogates.
if (!String.prototype.isWellFormed) {
  hidden(String.prototype, 'isWellFormed', function isWellFormed() { return wellFormed(whole(this, 'isWellFormed')) === String(this); });
  hidden(String.prototype, 'toWellFormed', function toWellFormed() { return wellFormed(whole(this, 'toWellFormed')); });
}
function wellFormed(text) {
  var out = '', from = 0, c, d;
  for (var i = 0; i < text.length; i++) {
    c = text.charCodeAt(i);
    if (c < 0xd800 || c > 0xdfff) { continue; }
    d = text.charCodeAt(i + 1);
    if (c < 0xdc00 && d >= 0xdc00 && d <= 0xdfff) { i++; continue; }
    out += text.slice(from, i) + '\ufffd';
    from = i + 1;
  }
  return from ? out + text.slice(from) : text;
}
function whole(text, method) {
  if (text === undefined || text === null) { throw new TypeError('String.prototype.' + method + ' called on null or undefined'); }
  return String(text);
}

// __defineGetter__ and the like, which libraries from before ES5 use.
if (!Object.prototype.__defineGetter__) {
  [['Getter', 'get'], ['Setter', 'set']].forEach(function (kind) {
    var define = '__define' + kind[0] + '__', lookup = '__lookup' + kind[0] + '__', side = kind[1];
    hidden(Object.prototype, define, { [define](k, fn) { Object.defineProperty(this, k, { [side]: fn, enumerable: true, configurable: true }); } }[define]);
    hidden(Object.prototype, lookup, { [lookup](k) {
      for (var o = this; o !== null && o !== undefined; o = Object.getPrototypeOf(o)) {
        var d = Object.getOwnPropertyDescriptor(o, k);
        if (d) { return d[side]; }
      }
    } }[lookup]);
  });
}

// JSON.parse in Go; if it fails, the function of goja parses, or throws the error.
var parse = JSON.parse;
hidden(JSON, 'parse', function (text, reviver) {
  var revives = typeof reviver === 'function';
  text = `${text}`;
  if (!revives || native.hasHalves(text)) {
    var v = native.parse(text, setJSON);
    if (v !== undefined) { return revives ? revived({ '': v }, '', reviver) : v; }
  }
  return parse(text, reviver);
});
var setMember = Reflect.defineProperty, deleteMember = Reflect.deleteProperty, keysOf = Object.keys, isList = Array.isArray;
function setJSON(o, name, v) { setMember(o, name, { value: v, writable: true, enumerable: true, configurable: true }); }
function revived(holder, name, reviver) {
  var v = holder[name], names = v === null || typeof v !== 'object' ? [] : isList(v) ? Array.from(v, function (_, i) { return String(i); }) : keysOf(v);
  names.forEach(function (k) {
    var made = revived(v, k, reviver);
    if (made === undefined) { deleteMember(v, k); } else { setJSON(v, k, made); }
  });
  return reviver.call(holder, name, v);
}
Object.defineProperty(JSON.parse, 'name', { value: 'parse' });
Object.defineProperty(JSON.parse, 'length', { value: 2 });

// The errors of these have V8's text.
['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent'].forEach(function (name) { hidden(global, name, native.uriFunction(name, global[name])); });

// Locale-dependent methods of numbers, dates and strings.
lazy('Intl', function () { return require('intl'); });
function byPlace() { return require('intl').methods; }
hidden(Number.prototype, 'toLocaleString', function toLocaleString(locales, options) { return byPlace().number(Number(this), locales, options); });
// In goja the prototype of numbers without limits is a function in some respects.
if (typeof BigInt === 'function') { ['length', 'name'].forEach(function (k) { delete BigInt.prototype[k]; }); }
if (typeof BigInt === 'function') { hidden(BigInt.prototype, 'toLocaleString', function toLocaleString(locales, options) { return byPlace().number(this.valueOf(), locales, options); }); }
// The elements of a list are formatted for the locale that the list is asked for. One that holds itself is empty there.
var formatting = [];
[Array, Object.getPrototypeOf(Uint8Array)].forEach(function (Type) {
  var of = Type === Array ? function (v) { return Object(v); } : function (v) { if (!(v instanceof Type)) { throw new TypeError('this is not a typed array.'); } return v; };
  hidden(Type.prototype, 'toLocaleString', { toLocaleString: function () {
    var list = of(this), out = [];
    if (formatting.indexOf(list) >= 0) { return ''; }
    formatting.push(list);
    try { for (var i = 0, n = Number(list.length); i < n; i++) { out.push(list[i] === undefined || list[i] === null ? '' : String(list[i].toLocaleString(arguments[0], arguments[1]))); } } finally { formatting.pop(); }
    return out.join(',');
  } }.toLocaleString);
});
function of(text, method) {
  if (text === undefined || text === null) { throw new TypeError('String.prototype.' + method + ' called on null or undefined'); }
  return text;
}
var plainCompare = String.prototype.localeCompare;
hidden(String.prototype, 'localeCompare', { localeCompare(that, locales, options) {
  if (locales === undefined && options === undefined) { return plainCompare.call(of(this, 'localeCompare'), that); }
  return byPlace().compare(String(of(this, 'localeCompare')), String(that), locales, options);
} }.localeCompare);
['toLocaleUpperCase', 'toLocaleLowerCase'].forEach(function (name) {
  var plain = String.prototype[name], upper = name === 'toLocaleUpperCase';
  hidden(String.prototype, name, { [name]() {
    var locales = arguments[0];
    return locales === undefined ? plain.call(of(this, name)) : byPlace().cased(String(of(this, name)), locales, upper, plain);
  } }[name]);
});
// goja returns the abbreviation of a zone, not its name.
['toString', 'toTimeString'].forEach(function (name) {
  var plain = Date.prototype[name];
  hidden(Date.prototype, name, function () { return plain.call(this).replace(/\(UTC\)$/, '(Coordinated Universal Time)'); });
});
[['toLocaleDateString', 'date', 'date'], ['toLocaleTimeString', 'time', 'time'], ['toLocaleString', 'any', 'all']].forEach(function (m) {
  hidden(Date.prototype, m[0], function (locales, options) { return byPlace().date(this, locales, options, m[1], m[2]); });
});
['ArrayBuffer', 'BigInt', 'Date', 'Number', 'Promise', 'Proxy', 'RegExp', 'String', 'TextDecoder', 'TextEncoder', 'queueMicrotask'].forEach(function (name) { native.shaped(name); });
