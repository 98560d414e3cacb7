// util: formatting, inheritance, promisify, type tests.
var inspect = require('inspect');
exports.inspect = inspect;

function formatWithOptions(options) {
  object(options, 'inspectOptions');
  var args = Array.prototype.slice.call(arguments, 1), first = args[0], out = '', at = 0;
  var show = function (v, o) { return inspect(v, Object.assign({}, options, o)); };
  if (typeof first === 'string') {
    if (args.length === 1) { return first; }
    at = 1;
    var last = 0;
    for (var i = 0; i < first.length - 1; i++) {
      if (first[i] !== '%') { continue; }
      var c = first[i + 1], text;
      if (c === '%') {
        out += first.slice(last, i) + '%';
        last = i + 2;
        i++;
        continue;
      }
      if (at >= args.length || 'sdifjoOc'.indexOf(c) < 0) { continue; }
      var v = args[at];
      switch (c) {
        case 's': text = asString(v, show); break;
        case 'd': text = typeof v === 'bigint' ? v + 'n' : typeof v === 'symbol' ? 'NaN' : inspect.text.number(Number(v)); break;
        case 'i': text = typeof v === 'bigint' ? v + 'n' : typeof v === 'symbol' ? 'NaN' : inspect.text.number(parseInt(v)); break;
        case 'f': text = typeof v === 'symbol' ? 'NaN' : inspect.text.number(parseFloat(v)); break;
        case 'j': text = json(v); break;
        case 'o': text = show(v, { showHidden: true, showProxy: true, depth: 4 }); break;
        case 'O': text = show(v); break;
        case 'c': text = ''; break;
      }
      at++;
      out += first.slice(last, i) + text;
      last = i + 2;
      i++;
    }
    out += first.slice(last);
  }
  for (; at < args.length; at++) {
    if (at > 0) { out += ' '; }
    out += typeof args[at] === 'string' ? args[at] : show(args[at]);
  }
  return out;
}
function asString(v, show) {
  if (typeof v === 'number') { return inspect.text.number(v); }
  if (typeof v === 'bigint') { return v + 'n'; }
  if (typeof v !== 'object' || v === null) { return String(v); }
  if (!inspect.usualText(v)) { return String(v); }
  return show(v, { depth: 0, colors: false, compact: 3 });
}
function json(v) {
  try { return JSON.stringify(v); } catch (e) {
    if (/circular/i.test(e.message)) { return '[Circular]'; }
    throw e;
  }
}
exports.formatWithOptions = formatWithOptions;
exports.format = function () { return formatWithOptions.apply(null, [{}].concat(Array.prototype.slice.call(arguments))); };

exports.inherits = function (ctor, parent) {
  if (ctor === undefined || ctor === null) { throw invalid('ctor', 'function', ctor); }
  if (parent === undefined || parent === null) { throw invalid('superCtor', 'function', parent); }
  if (parent.prototype === undefined) {
    throw invalid('superCtor.prototype', 'object', undefined);
  }
  Object.defineProperty(ctor, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(ctor.prototype, parent.prototype);
};
function object(v, name) { if (v === null || typeof v !== 'object') { throw invalid(name, 'object', v); } } // a list is one as well
function invalid(name, type, v) { return require('errors').argument(name, 'of type ' + type, v); }
exports._extend = function (to, from) { return from !== null && typeof from === 'object' ? assigned(to, from) : to; };
function assigned(to, from) {
  Object.keys(from).forEach(function (k) { to[k] = from[k]; });
  return to;
}

var warned = {};
exports.deprecate = function (fn, message, code) {
  if (code !== undefined) { require('validate').string(code, 'code'); }
  var done = false;
  function deprecated() {
    if (!done && !process.noDeprecation) {
      done = true;
      if (code === undefined || !warned[code]) {
        warned[code] = true;
        process.emitWarning(message, 'DeprecationWarning', code);
      }
    }
    return new.target ? Reflect.construct(fn, arguments, new.target) : fn.apply(this, arguments);
  }
  Object.setPrototypeOf(deprecated, fn);
  if (fn.prototype) { deprecated.prototype = fn.prototype; }
  return deprecated;
};

var promisified = Symbol.for('nodejs.util.promisify.custom');
exports.promisify = function (original) {
  if (typeof original !== 'function') { throw invalid('original', 'function', original); }
  if (original[promisified]) {
    if (typeof original[promisified] !== 'function') { throw invalid('util.promisify.custom', 'function', original[promisified]); }
    return original[promisified];
  }
  function fn() {
    var self = this, args = Array.prototype.slice.call(arguments);
    return new Promise(function (resolve, reject) {
      args.push(function (err, value) { if (err) { reject(err); } else { resolve(value); } });
      original.apply(self, args);
    });
  }
  Object.setPrototypeOf(fn, Object.getPrototypeOf(original));
  Object.defineProperty(fn, promisified, { value: fn, configurable: true });
  Object.defineProperty(fn, 'name', { value: original.name, configurable: true });
  return fn;
};
exports.promisify.custom = promisified;
exports.callbackify = function (original) {
  if (typeof original !== 'function') { throw invalid('original', 'function', original); }
  function callbackified(...args) {
    var done = args.pop(), self = this;
    if (typeof done !== 'function') { throw invalid('last argument', 'function', done); }
    original.apply(self, args).then(function (v) { process.nextTick(done.bind(self, null, v)); }, function (e) {
      if (!e) { e = require('errors').coded(Error, 'ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value', { reason: e }); }
      process.nextTick(done.bind(self, e));
    });
  }
  var own = Object.getOwnPropertyDescriptors(original);
  if (typeof own.length.value === 'number') { own.length.value++; }
  if (typeof own.name.value === 'string') { own.name.value += 'Callbackified'; }
  return Object.defineProperties(callbackified, own);
};
// debuglog reads the environment when something is logged, and then tells a function of its caller.
exports.debuglog = exports.debug = function (set, told) {
  var on, asked = false;
  function ask() {
    if (asked) { return on; }
    set = `${set}`.toUpperCase();
    var names = String(process.env.NODE_DEBUG || '').toUpperCase().split(',');
    asked = true;
    return on = names.indexOf(set) >= 0 || names.indexOf('*') >= 0;
  }
  function write() { if (ask()) { process.stderr.write(set + ' ' + process.pid + ': ' + exports.format.apply(null, arguments) + '\n'); } }
  function log() {
    ask();
    if (typeof told === 'function') {
      var tell = told;
      told = undefined;
      tell(write);
    }
    write.apply(null, arguments);
  }
  Object.defineProperty(log, 'enabled', { enumerable: true, configurable: true, get: ask });
  return log;
};

function tag(v) { return Object.prototype.toString.call(v).slice(8, -1); }
exports.isArray = Array.isArray;
exports.isBoolean = function (v) { return typeof v === 'boolean'; };
exports.isNull = function (v) { return v === null; };
exports.isNullOrUndefined = function (v) { return v === null || v === undefined; };
exports.isNumber = function (v) { return typeof v === 'number'; };
exports.isString = function (v) { return typeof v === 'string'; };
exports.isSymbol = function (v) { return typeof v === 'symbol'; };
exports.isUndefined = function (v) { return v === undefined; };
exports.isRegExp = function (v) { return native.kind(v) === 'regexp'; };
exports.isObject = function (v) { return v !== null && typeof v === 'object'; };
exports.isDate = function (v) { return native.kind(v) === 'date'; };
exports.isError = function (v) { return native.kind(v) === 'error' || v instanceof Error; };
exports.isFunction = function (v) { return typeof v === 'function'; };
exports.isPrimitive = function (v) { return v === null || typeof v !== 'object' && typeof v !== 'function'; };
exports.isBuffer = function (v) { return Buffer.isBuffer(v); };
exports.log = function () { console.log('%s - %s', new Date().toTimeString().slice(0, 8), exports.format.apply(null, arguments)); };
exports.stripVTControlCharacters = function (s) {
  require('validate').string(s, 'str');
  return inspect.text.bare(s);
};
// As in Node 20, a single style is left out if the output is no terminal, a list of
// styles is not.
exports.styleText = function (format, text, o) {
  if (typeof text !== 'string') { throw invalid('text', 'string', text); }
  var list = Array.isArray(format) ? format : [format], open = '', close = '';
  list.forEach(function (name) {
    var codes = inspect.colors[name];
    if (!codes) {
      var e = new TypeError("The argument 'format' must be one of: " + Object.keys(inspect.colors).map(function (n) { return inspect(n); }).join(', ') + '. Received ' + inspect(name));
      e.code = 'ERR_INVALID_ARG_VALUE';
      throw e;
    }
    open += '\u001b[' + codes[0] + 'm';
    close = '\u001b[' + codes[1] + 'm' + close;
  });
  var stream = o && o.stream || process.stdout;
  if (!Array.isArray(format) && !(o && o.validateStream === false) && !(stream && stream.isTTY)) { return text; }
  return open + text + close;
};
exports.toUSVString = function (s) { return `${s}`.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(^|[^\ud800-\udbff])[\udc00-\udfff]/g, function (m, before) { return (before || '') + '\ufffd'; }); };

var types = exports.types = {};
['Date', 'RegExp', 'Promise', 'Map', 'Set', 'DataView', 'WeakMap', 'WeakSet', 'Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array', 'Int8Array', 'Int16Array', 'Int32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'].forEach(function (name) {
  types['is' + name] = function (v) { return v !== null && typeof v === 'object' && tag(v) === name || name === 'Uint8Array' && ArrayBuffer.isView(v) && inspect.typedName(v) === name; };
});
types.isDate = exports.isDate;
types.isKeyObject = function (v) { return v instanceof require('crypto').KeyObject; };
types.isCryptoKey = function (v) { return v instanceof require('webcrypto').CryptoKey; };
types.isRegExp = exports.isRegExp;
types.isPromise = function (v) { return native.kind(v) === 'promise'; };
types.isNativeError = function (v) { return native.kind(v) === 'error'; };
types.isAnyArrayBuffer = function (v) { return native.kind(v) === 'buffer'; };
types.isSharedArrayBuffer = function (v) { return types.isAnyArrayBuffer(v) && v instanceof SharedArrayBuffer; };
types.isArrayBuffer = function (v) { return types.isAnyArrayBuffer(v) && !(v instanceof SharedArrayBuffer); };
types.isTypedArray = function (v) { return ArrayBuffer.isView(v) && native.kind(v) === 'typed'; };
types.isArrayBufferView = ArrayBuffer.isView;
types.isProxy = native.isProxy;
types.isGeneratorFunction = function (v) { return typeof v === 'function' && /^(Async)?GeneratorFunction$/.test(inspect.functionKind(v)); };
types.isAsyncFunction = function (v) { return typeof v === 'function' && /^Async/.test(inspect.functionKind(v)); };
types.isGeneratorObject = function (v) { var of = tag(v); return of === 'Generator' || of === 'AsyncGenerator'; };
types.isBoxedPrimitive = function (v) { return native.kind(v) === 'boxed' || types.isBigIntObject(v); };
types.isNumberObject = function (v) { return types.isBoxedPrimitive(v) && typeof v.valueOf() === 'number'; };
types.isStringObject = function (v) { return types.isBoxedPrimitive(v) && typeof v.valueOf() === 'string'; };
types.isBooleanObject = function (v) { return types.isBoxedPrimitive(v) && typeof v.valueOf() === 'boolean'; };
types.isSymbolObject = function (v) { return types.isBoxedPrimitive(v) && typeof v.valueOf() === 'symbol'; };
types.isArgumentsObject = function (v) { return native.kind(v) === 'arguments'; };
types.isBigIntObject = function (v) { return v !== null && typeof v === 'object' && tag(v) === 'BigInt'; };
types.isMapIterator = function (v) { return v !== null && typeof v === 'object' && tag(v) === 'Map Iterator'; };
types.isSetIterator = function (v) { return v !== null && typeof v === 'object' && tag(v) === 'Set Iterator'; };
types.isExternal = function () { return false; };
types.isModuleNamespaceObject = require('namespace');

exports.isDeepStrictEqual = function (a, b) { return require('deep')(a, b, true); };
['TextEncoder', 'TextDecoder', 'AbortController', 'AbortSignal'].forEach(function (name) {
  Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: function () { return globalThis[name]; } });
});
exports.aborted = async function (signal, resource) {
  var validate = require('validate');
  validate.signal(signal, 'signal');
  validate.anyObject(resource, 'resource');
  return new Promise(function (resolve) { if (signal.aborted) { resolve(); } else { signal.addEventListener('abort', resolve); } });
};
exports.parseArgs = require('parseargs');
exports.getSystemErrorName = function (number) {
  if (typeof number !== 'number') { throw invalid('err', 'number', number); }
  if (number >= 0 || !Number.isSafeInteger(number)) { throw require('validate').outOfRange('err', 'a negative integer', number); }
  var numbers = require('os').constants.errno;
  return Object.keys(numbers).find(function (name) { return numbers[name] === -number; }) || 'Unknown system error ' + number;
};
exports.getSystemErrorMap = function () {
  var numbers = require('os').constants.errno, errors = require('systemerrors'), map = new Map();
  Object.keys(errors.texts).forEach(function (name) { if (numbers[name] !== undefined) { map.set(-numbers[name], [name, errors.texts[name]]); } });
  errors.others.forEach(function (e) { map.set(e[2], [e[0], e[1]]); });
  return map;
};
// parseEnv reads the text of a file of environment variables.
exports.parseEnv = function (content) {
  require('validate').string(content, 'content');
  var out = {}, line = /^[ \t]*(?:export[ \t]+)?([^=\s#][^=\n]*?)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[^])*)"[^\n]*|'([^']*)'[^\n]*|`([^`]*)`[^\n]*|([^\n]*))$/gm, m;
  content = content.replace(/\r\n?/g, '\n');
  while ((m = line.exec(content))) {
    var quoted = m[2] !== undefined ? m[2].replace(/\\n/g, '\n') : m[3] !== undefined ? m[3] : m[4];
    out[m[1]] = quoted !== undefined ? quoted : m[5].replace(/#.*$/, '').trim();
  }
  return out;
};
['MIMEType', 'MIMEParams'].forEach(function (name) {
  Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: function () { return require('mime')[name]; } });
});
// Signals do not reach other threads; what is returned works in this one.
exports.transferableAbortController = function () { return new AbortController(); };
exports.transferableAbortSignal = function (signal) {
  if (!(signal instanceof AbortSignal)) { throw require('errors').argument('signal', 'an instance of AbortSignal', signal); }
  return signal;
};
Object.defineProperty(exports, 'invalidArgument', { value: invalid }); // for the other core modules
if (native.oldNames) {
  [['print', 'stdout', ''], ['puts', 'stdout', '\n'], ['debug', 'stderr', '\n'], ['error', 'stderr', '\n']].forEach(function (own) {
    exports[own[0]] = function () {
      for (var i = 0; i < arguments.length; i++) { process[own[1]].write((own[0] === 'debug' ? 'DEBUG: ' : '') + arguments[i] + own[2]); }
    };
  });
}
