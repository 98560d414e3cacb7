// inspect: formats values like Node 20.
var isNamespace = require('namespace');
var custom = Symbol.for('nodejs.util.inspect.custom');
var styles = { special: 'cyan', number: 'yellow', bigint: 'yellow', boolean: 'yellow', undefined: 'grey', null: 'bold', string: 'green', symbol: 'green', date: 'magenta', regexp: 'red', module: 'underline' };
var colors = {
  reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25], inverse: [7, 27], hidden: [8, 28], strikethrough: [9, 29], doubleunderline: [21, 24],
  black: [30, 39], red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39], magenta: [35, 39], cyan: [36, 39], white: [37, 39],
  bgBlack: [40, 49], bgRed: [41, 49], bgGreen: [42, 49], bgYellow: [43, 49], bgBlue: [44, 49], bgMagenta: [45, 49], bgCyan: [46, 49], bgWhite: [47, 49],
  framed: [51, 54], overlined: [53, 55], gray: [90, 39], redBright: [91, 39], greenBright: [92, 39], yellowBright: [93, 39], blueBright: [94, 39], magentaBright: [95, 39], cyanBright: [96, 39], whiteBright: [97, 39],
  bgGray: [100, 49], bgRedBright: [101, 49], bgGreenBright: [102, 49], bgYellowBright: [103, 49], bgBlueBright: [104, 49], bgMagentaBright: [105, 49], bgCyanBright: [106, 49], bgWhiteBright: [107, 49]
};
// Other names of colors are not listed.
var alike = {
  gray: ['grey', 'blackBright'], bgGray: ['bgGrey', 'bgBlackBright'], dim: ['faint'], strikethrough: ['strikeThrough', 'crossedout', 'crossedOut'], hidden: ['conceal'],
  inverse: ['swapcolors', 'swapColors'], doubleunderline: ['doubleUnderline']
};
Object.keys(alike).forEach(function (name) {
  alike[name].forEach(function (other) { Object.defineProperty(colors, other, { configurable: true, get: function () { return this[name]; }, set: function (v) { this[name] = v; } }); });
});
var defaults = { showHidden: false, depth: 2, colors: false, customInspect: true, maxArrayLength: 100, maxStringLength: 10000, breakLength: 80, compact: 3, sorted: false, getters: false, showProxy: false, numericSeparator: false };
var identifier = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

function inspect(value, options) {
  var ctx = { seen: [], indent: 0, level: 0, circular: null, stylize: plain };
  Object.keys(defaults).forEach(function (k) { ctx[k] = inspect.defaultOptions[k]; });
  if (typeof options === 'boolean') {
    ctx.showHidden = options;
    if (arguments.length > 2 && arguments[2] !== undefined) { ctx.depth = arguments[2]; }
    if (arguments.length > 3 && arguments[3] !== undefined) { ctx.colors = arguments[3]; }
  } else if (options) {
    Object.keys(options).forEach(function (k) { ctx[k] = options[k]; });
  }
  if (ctx.colors && ctx.stylize === plain) { ctx.stylize = colored; }
  if (ctx.maxArrayLength === null) { ctx.maxArrayLength = Infinity; }
  if (ctx.maxStringLength === null) { ctx.maxStringLength = Infinity; }
  ctx.seen = [];
  ctx.indent = 0;
  ctx.level = 0;
  return format(ctx, value, 0);
}
inspect.custom = custom;
inspect.defaultOptions = Object.assign({}, defaults);
inspect.colors = colors;
inspect.styles = styles;
module.exports = inspect;

function plain(text) { return text; }
function colored(text, style) {
  var c = colors[styles[style]];
  return c ? '\u001b[' + c[0] + 'm' + text + '\u001b[' + c[1] + 'm' : text;
}
function quote(s) {
  var q = s.indexOf("'") < 0 ? "'" : s.indexOf('"') < 0 ? '"' : s.indexOf('`') < 0 && s.indexOf('${') < 0 ? '`' : "'";
  var out = '';
  for (var i = 0; i < s.length; i++) {
    var c = s[i], n = s.charCodeAt(i);
    if (c === '\\') { out += '\\\\'; } else if (c === q) { out += '\\' + c; } else if (c === '\n') { out += '\\n'; } else if (c === '\t') { out += '\\t'; } else if (c === '\r') { out += '\\r'; } else if (c === '\b') { out += '\\b'; } else if (c === '\f') { out += '\\f'; } else if (c === '\v') { out += '\\v'; } else if (n < 32 || (n > 126 && n < 160)) { out += '\\x' + (n < 16 ? '0' : '') + n.toString(16).toUpperCase(); } else if (n >= 0xd800 && n <= 0xdfff) {
      var low = s.charCodeAt(i + 1);
      if (n < 0xdc00 && low >= 0xdc00 && low <= 0xdfff) { out += c + s[++i]; } else { out += '\\u' + n.toString(16); }
    } else { out += c; }
  }
  return q + out + q;
}
function number(n) { return Object.is(n, -0) ? '-0' : String(n); }
function thousands(digits) { return digits.replace(/\B(?=(\d{3})+$)/g, '_'); }
// separated is a number as the option numericSeparator writes it.
function separated(n) {
  var text = String(n), whole = String(Math.trunc(n)); // like Node, without the sign of -0
  if (!isFinite(n) || whole.indexOf('e') >= 0) { return text; }
  if (Math.trunc(n) === n) { return thousands(text); }
  return thousands(whole) + '.' + text.slice(whole.length + 1).replace(/\d{3}(?=\d)/g, '$&_');
}
function primitive(ctx, v) {
  switch (typeof v) {
    case 'string':
      var trailer = '';
      if (v.length > ctx.maxStringLength) {
        var left = v.length - ctx.maxStringLength;
        trailer = '... ' + left + ' more character' + (left > 1 ? 's' : '');
        v = v.slice(0, ctx.maxStringLength);
      }
      if (ctx.compact !== true && v.length > 16 && v.length > ctx.breakLength - ctx.indent - 4) {
        return (v.indexOf('\n') < 0 ? [v] : v.split(/(?<=\n)/)).map(function (line) { return ctx.stylize(quote(line), 'string'); }).join(' +\n' + ' '.repeat(ctx.indent + 2)) + trailer;
      }
      return ctx.stylize(quote(v), 'string') + trailer;
    case 'number': return ctx.stylize(ctx.numericSeparator ? separated(v) : number(v), 'number');
    case 'bigint': return ctx.stylize((ctx.numericSeparator ? thousands(String(v)) : v) + 'n', 'bigint');
    case 'boolean': return ctx.stylize(String(v), 'boolean');
    case 'undefined': return ctx.stylize('undefined', 'undefined');
    case 'symbol': return ctx.stylize(Symbol.prototype.toString.call(v), 'symbol');
  }
  return ctx.stylize('null', 'null');
}
// named returns the name of the constructor of v, null if it has none.
function named(v) {
  for (var o = v; o; o = Object.getPrototypeOf(o)) {
    var d = Object.getOwnPropertyDescriptor(o, 'constructor');
    if (d && typeof d.value === 'function' && d.value.name !== '') {
      try { if (v instanceof d.value) { return d.value.name; } } catch (e) { continue; }
    }
  }
  // The engine does not keep which function made v.
  var above = Object.getPrototypeOf(v);
  if (above === null || typeof v === 'function' || native.kind(v) === 'namespace') { return null; }
  var upper = named(above);
  return 'Object <' + (upper === null ? '[Object: null prototype] {}' : upper) + '>';
}
function prefix(constructor, tag, fallback, size) {
  size = size === undefined ? '' : '(' + size + ')';
  if (constructor === null) { return tag && fallback !== tag ? '[' + fallback + size + ': null prototype] [' + tag + '] ' : '[' + fallback + size + ': null prototype] '; }
  return tag && constructor !== tag ? constructor + size + ' [' + tag + '] ' : constructor + size + ' ';
}
function keysOf(ctx, v) {
  var symbols = Object.getOwnPropertySymbols(v);
  if (ctx.showHidden) {
    var names = Object.getOwnPropertyNames(v);
    if (typeof v === 'function') { // the engine has the prototype first
      var rest = names.filter(function (k) { return ['length', 'name', 'prototype'].indexOf(k) < 0; });
      names = ['length', 'name', 'prototype'].filter(function (k) { return names.indexOf(k) >= 0; }).concat(rest);
    }
    return names.concat(symbols);
  }
  return Object.keys(v).concat(symbols.filter(function (s) { return Object.prototype.propertyIsEnumerable.call(v, s); }));
}
function extra(ctx, v) {
  var keys = keysOf(ctx, v).filter(function (k) { return typeof k === 'symbol' || !/^(0|[1-9][0-9]*)$/.test(k) || +k >= v.length; }).filter(function (k) { return k !== 'length' || ctx.showHidden && Array.isArray(v); });
  // The engine gives a match its members in another order.
  var at = keys.indexOf('input');
  if (at >= 0 && keys[at + 1] === 'index') { keys[at] = 'index'; keys[at + 1] = 'input'; }
  return keys;
}

function format(ctx, v, depth, typed) {
  if (v === null || typeof v !== 'object' && typeof v !== 'function') { return primitive(ctx, v); }
  var proxy = native.proxy(v), outer = v;
  if (proxy !== undefined) {
    if (proxy[0] === null) { return ctx.stylize('<Revoked Proxy>', 'special'); }
    if (ctx.showProxy) { return proxied(ctx, proxy, depth); }
    do { v = proxy[0]; proxy = native.proxy(v); } while (proxy !== undefined && proxy[0] !== null);
  }
  if (ctx.customInspect) {
    var own = v[custom];
    if (typeof own === 'function' && own !== inspect && !(v.constructor && v.constructor.prototype === v)) {
      var left = ctx.depth === null ? null : ctx.depth - depth;
      var sub = Object.assign({}, inspect.defaultOptions);
      Object.keys(defaults).forEach(function (k) { sub[k] = ctx[k]; });
      sub.stylize = ctx.stylize;
      var got = own.call(outer, left, sub, inspect);
      if (got !== outer) { return typeof got === 'object' ? format(ctx, got, depth) : String(got).replace(/\n/g, '\n' + ' '.repeat(ctx.indent)); }
    }
  }
  if (ctx.seen.indexOf(v) >= 0) {
    if (!ctx.circular) { ctx.circular = new Map(); }
    var index = ctx.circular.get(v);
    if (index === undefined) { ctx.circular.set(v, index = ctx.circular.size + 1); }
    return ctx.stylize('[Circular *' + index + ']', 'special');
  }
  return raw(ctx, v, depth, typed);
}

function proxied(ctx, proxy, depth) {
  if (ctx.depth !== null && depth > ctx.depth) { return ctx.stylize('Proxy [Array]', 'special'); }
  ctx.level = depth;
  var out = proxy.map(function (part) { return nested(ctx, part, depth + 1, 2); });
  return layout(ctx, out, '', ['Proxy [', ']'], true, depth, proxy);
}

// classed has the name of the class in front of the text of a value, if it is not that of the language.
function classed(constructor, tag, own, text) {
  var before = prefix(constructor, tag, own);
  return before === own + ' ' ? text : before + text;
}

function raw(ctx, v, depth) {
  var constructor = named(v), tag = v[Symbol.toStringTag], keys, base = '', braces, entries = function () { return []; }, list = false;
  if (typeof tag !== 'string' || tag === constructor || tag !== '' && (ctx.showHidden ? Object.prototype.hasOwnProperty : Object.prototype.propertyIsEnumerable).call(v, Symbol.toStringTag)) { tag = ''; }
  var above = ctx.showHidden && (ctx.depth === null || depth <= ctx.depth) ? inherited(v) : [];
  var kind = native.kind(v);
  if (kind === '' && (tag === 'Symbol' || constructor === 'Symbol' || constructor === 'BigInt') && unboxed(v) !== undefined) { kind = 'boxed'; }
  if (constructor === 'DataView' && v instanceof DataView) { kind = 'view'; }
  if (constructor === null && kind === '') { kind = lone(v); }
  if (Array.isArray(v)) {
    keys = extra(ctx, v);
    braces = [(constructor !== 'Array' || tag) ? prefix(constructor, tag, 'Array', v.length) + '[' : '[', ']'];
    if (v.length === 0 && !keys.length && !above.length) { return braces[0] + ']'; }
    list = true;
    entries = elements;
  } else if (kind === 'set' || kind === 'map') {
    keys = keysOf(ctx, v);
    braces = [prefix(constructor, tag, kind === 'set' ? 'Set' : 'Map', sizeOf(v)) + '{', '}'];
    entries = kind === 'set' ? members : pairs;
    if (sizeOf(v) === 0 && !keys.length && !above.length) { return braces[0] + '}'; }
  } else if (kind === 'typed') {
    keys = extra(ctx, v);
    var isBuffer = typeof Buffer !== 'undefined' && Buffer.isBuffer(v);
    var size = lengthOf.call(v);
    braces = [prefix(constructor, tag, typedName(v), size) + '[', ']'];
    if (isBuffer) { braces[0] = prefix(constructor, 'Uint8Array', 'Buffer', size) + '['; }
    if (v.length === 0 && !keys.length && !above.length && !ctx.showHidden) { return braces[0] + ']'; }
    list = true;
    entries = numbers;
  } else if (kind === 'cursor') {
    keys = keysOf(ctx, v);
    var ahead = native.ahead(v), of = tag || (ahead.map ? 'Map Iterator' : 'Set Iterator');
    braces = ['[' + (ahead.both ? of.replace(/ Iterator$/, ' Entries') : of) + '] {', '}'];
    entries = function (ctx, v, depth) { return coming(ctx, ahead, depth); };
  } else {
    keys = keysOf(ctx, v);
    braces = ['{', '}'];
    switch (kind) {
      case 'function':
        base = functionBase(v, constructor, tag);
        if (!keys.length && !above.length) { return ctx.stylize(base, 'special'); }
        break;
      case 'regexp':
        base = classed(constructor, tag, 'RegExp', constructor === null ? patternOf(v) : RegExp.prototype.toString.call(v));
        if (!keys.length && !above.length || depth > ctx.depth && ctx.depth !== null) { return ctx.stylize(base, 'regexp'); }
        break;
      case 'date':
        base = classed(constructor, tag, 'Date', isNaN(Date.prototype.getTime.call(v)) ? 'Invalid Date' : Date.prototype.toISOString.call(v));
        if (!keys.length && !above.length) { return ctx.stylize(base, 'date'); }
        break;
      case 'error':
        base = errorText(ctx, v, constructor, tag, keys);
        if (!keys.length && !above.length) { return base; }
        break;
      case 'promise':
        braces[0] = prefix(constructor, tag, 'Promise') + '{';
        entries = settled;
        break;
      case 'buffer':
        braces[0] = prefix(constructor, tag, 'ArrayBuffer') + '{';
        entries = contents;
        keys.unshift('byteLength');
        break;
      case 'view':
        braces[0] = prefix(constructor, tag, 'DataView') + '{';
        keys.unshift('byteLength', 'byteOffset', 'buffer');
        break;
      case 'weak':
        braces[0] = prefix(constructor, tag, passes(weakSetHas, v) ? 'WeakSet' : 'WeakMap') + '{';
        entries = function (ctx) { return [ctx.stylize('<items unknown>', 'special')]; };
        break;
      case 'boxed':
        var inner = unboxed(v), type = typeof inner === 'bigint' ? 'BigInt' : typeof inner;
        type = type[0].toUpperCase() + type.slice(1);
        base = '[' + type + (constructor === type ? '' : constructor === null ? ' (null prototype)' : ' (' + constructor + ')') + ': ' + primitive(Object.assign({}, ctx, { stylize: plain }), inner) + ']' + (tag && tag !== type ? ' [' + tag + ']' : '');
        keys = keys.filter(function (k) { return typeof inner !== 'string' || !/^[0-9]+$/.test(String(k)); });
        if (!keys.length && !above.length) { return ctx.stylize(base, type.toLowerCase()); }
        break;
      case 'arguments':
        braces = ['[Arguments] {', '}'];
        break;
      default:
        if (tag === 'Module' && isNamespace(v)) {
          braces[0] = '[Module: null prototype] {';
          if (!keys.length && !above.length) { return braces[0] + '}'; }
        } else if (constructor === 'Object' && !tag) {
          if (!keys.length && !above.length) { return '{}'; }
        } else {
          braces[0] = prefix(constructor, tag, 'Object') + '{';
          if (!keys.length && !above.length) { return braces[0] + '}'; }
        }
    }
  }
  if (ctx.depth !== null && depth > ctx.depth) {
    var short = prefix(constructor, tag, Array.isArray(v) ? 'Array' : 'Object').slice(0, -1);
    return ctx.stylize(constructor === null ? short : '[' + short + ']', 'special');
  }
  ctx.seen.push(v);
  ctx.level = depth;
  var out = entries(ctx, v, depth + 1);
  keys.forEach(function (k) { out.push(property(ctx, v, k, depth + 1, list)); });
  above.forEach(function (pair) {
    var text = property(ctx, pair[0], pair[1], depth + 1, false, v);
    out.push(ctx.colors ? '\u001b[2m' + text + '\u001b[22m' : text);
  });
  ctx.seen.pop();
  if (ctx.circular && ctx.circular.has(v)) {
    var mark = ctx.stylize('<ref *' + ctx.circular.get(v) + '>', 'special');
    if (ctx.compact !== true) { base = base === '' ? mark : mark + ' ' + base; } else { braces[0] = mark + ' ' + braces[0]; }
  }
  if (ctx.sorted) {
    var unordered = list ? out.splice(out.length - keys.length) : out; // the elements of a list keep their order
    unordered.sort(typeof ctx.sorted === 'function' ? ctx.sorted : undefined);
    if (list) { out = out.concat(unordered); }
  }
  return layout(ctx, out, base, braces, list, depth, v);
}
// languageOwn are the constructors of the language.
var languageOwn = 'AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float32Array Float64Array Function Int16Array Int32Array Int8Array Map Number Object Promise Proxy RangeError ReferenceError RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet'.split(' ');
function constructs(o) {
  var d = Object.getOwnPropertyDescriptor(o, 'constructor');
  return d && typeof d.value === 'function' ? d.value.name : '';
}
// ownPrototypes are the first prototypes of v, up to three, that do not belong to the language.
function ownPrototypes(v) {
  var first = Object.getPrototypeOf(v), at = v, list = [];
  while (at !== null && !made(v, at)) { at = Object.getPrototypeOf(at); }
  if (at === null || at === first && languageOwn.indexOf(constructs(first)) >= 0) { return list; }
  for (var o = first; o && list.length < 3 && (o === first && at !== v || languageOwn.indexOf(constructs(o)) < 0); o = Object.getPrototypeOf(o)) { list.push(o); }
  return list;
}
// made says that at has the constructor of v.
function made(v, at) {
  try { return constructs(at) !== '' && v instanceof Object.getOwnPropertyDescriptor(at, 'constructor').value; } catch (e) { return false; }
}
// inherited are the members besides methods that v has from them, with the prototype of each.
function inherited(v) {
  var known = [], list = [];
  ownPrototypes(v).forEach(function (o) {
    var own = Reflect.ownKeys(o);
    own.forEach(function (k) {
      if (k !== 'constructor' && !Object.prototype.hasOwnProperty.call(v, k) && known.indexOf(k) < 0 && typeof Object.getOwnPropertyDescriptor(o, k).value !== 'function') { list.push([o, k]); }
    });
    known = known.concat(own);
  });
  return list;
}
// usualText says that toString of v is one of the language, which says less than inspect does.
inspect.usualText = function (v) {
  var proxy = native.proxy(v);
  if (proxy !== undefined) {
    if (proxy[0] === null) { return true; }
    v = proxy[0];
  }
  if (typeof v.toString !== 'function') { return true; }
  if (Object.prototype.hasOwnProperty.call(v, 'toString')) { return false; }
  for (v = Object.getPrototypeOf(v); !Object.prototype.hasOwnProperty.call(v, 'toString'); ) { v = Object.getPrototypeOf(v); }
  return languageOwn.indexOf(constructs(v)) >= 0;
};
var unboxing = [Number, String, Boolean, BigInt, Symbol].map(function (type) { return type.prototype.valueOf; });
// unboxed is the value in an object of one, undefined for any other object.
function unboxed(v) {
  for (var i = 0; i < unboxing.length; i++) { try { return unboxing[i].call(v); } catch (e) { continue; } }
}
// coming shows what an iterator of a Map or Set is about to give.
function coming(ctx, ahead, depth) {
  var values = ahead.values, shown = Math.min(Math.max(0, ctx.maxArrayLength), values.length), out = [];
  ctx.indent += 2;
  for (var i = 0; i < shown; i += 1) { out.push(ahead.both ? layout(ctx, [format(ctx, values[i][0], depth), format(ctx, values[i][1], depth)], '', ['[', ']'], true, depth - 1) : format(ctx, values[i], depth)); }
  ctx.indent -= 2;
  if (values.length > shown) { out.push(more(values.length - shown)); }
  return out;
}
// exported is a name of a module, which has no value before the module has run.
function exported(ctx, o, k, depth) {
  try { return nested(ctx, o[k], depth, 2); } catch (e) {
    if (e instanceof ReferenceError) { return ctx.stylize('<uninitialized>', 'special'); }
    throw e;
  }
}
function functionBase(v, constructor, tag) {
  var source = Function.prototype.toString.call(v), kind = functionKind(v);
  if (/^class\b/.test(source)) {
    var text = 'class ' + (Object.prototype.hasOwnProperty.call(v, 'name') && v.name || '(anonymous)');
    var parent = Object.getPrototypeOf(v);
    if (constructor !== 'Function' && constructor !== null) { text += ' [' + constructor + ']'; }
    if (tag && constructor !== tag) { text += ' [' + tag + ']'; }
    if (constructor === null) { text += ' extends null'; } else if (parent && parent.name) { text += ' extends ' + parent.name; }
    return '[' + text + ']';
  }
  var base = '[' + kind + (constructor === null ? ' (null prototype)' : '') + (v.name ? ': ' + v.name : ' (anonymous)') + ']';
  if (constructor !== kind && constructor !== null && constructor !== 'Function') { base += ' ' + constructor; }
  if (tag && tag !== kind && constructor !== tag) { base += ' [' + tag + ']'; }
  return base;
}
function stackOf(e) { return e.stack ? String(e.stack).replace(/\n\t(?=at )/g, '\n    ').trimEnd() : Error.prototype.toString.call(e); }
// errorText is the stack of an error with its class. It takes the keys that are in it from the list, and adds
// those that are shown though they are not enumerable.
function errorText(ctx, e, constructor, tag, keys) {
  var stack = stackOf(e), name = e.name != null ? String(e.name) : 'Error';
  if (!ctx.showHidden) {
    ['name', 'message', 'stack'].forEach(function (k) {
      var at = keys.indexOf(k);
      if (at >= 0 && (typeof e[k] !== 'string' || stack.indexOf(e[k]) >= 0)) { keys.splice(at, 1); }
    });
  }
  if ('cause' in e && keys.indexOf('cause') < 0) { keys.push('cause'); }
  if (Array.isArray(e.errors) && keys.indexOf('errors') < 0) { keys.push('errors'); }
  stack = withClass(stack, name, constructor, tag);
  var at = e.message ? stack.indexOf(e.message) : -1;
  at = stack.indexOf('\n    at', at < 0 ? 0 : at + e.message.length);
  if (at < 0) {
    stack = '[' + stack + ']';
  } else {
    var frames = framesOf(ctx, e, stack.slice(at + 1));
    if (ctx.colors) { frames = frames.map(function (line) { return shaded(ctx, line); }); }
    stack = stack.slice(0, at) + '\n' + frames.join('\n');
  }
  return ctx.indent ? stack.replace(/\n/g, '\n' + ' '.repeat(ctx.indent)) : stack;
}
// withClass names the class of an error at the beginning of its stack, unless it is there.
function withClass(stack, name, constructor, tag) {
  var length = name.length, fallback = 'Error';
  if (constructor !== null && !(/Error$/.test(name) && stack.indexOf(name) === 0 && /^(:|\n|$)/.test(stack.slice(length)))) { return stack; }
  if (constructor === null) {
    var start = /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n\s+at)/.exec(stack) || /^([a-z_A-Z0-9-]*Error)$/.exec(stack);
    fallback = start ? start[1] : '';
    length = fallback.length;
    fallback = fallback || 'Error';
  }
  var kind = prefix(constructor, tag, fallback).slice(0, -1);
  if (kind === name) { return stack; }
  if (kind.indexOf(name) < 0) { return kind + ' [' + name + ']' + stack.slice(length); }
  return length === 0 ? kind + ': ' + stack : kind + stack.slice(length);
}
// framesOf are the lines of a stack without those that are in that of the cause.
function framesOf(ctx, e, text) {
  var frames = text.split('\n'), cause = e.cause;
  if (cause === null || typeof cause !== 'object' || native.kind(cause) !== 'error') { return frames; }
  var stack = stackOf(cause), at = stack.indexOf('\n    at');
  if (at < 0) { return frames; }
  var below = stack.slice(at + 1).split('\n');
  for (var i = 0; i < frames.length - 3; i++) {
    var from = below.indexOf(frames[i]), n = 1;
    if (from < 0 || below.length - from <= 3) { continue; }
    while (i + n < frames.length && from + n < below.length && frames[i + n] === below[from + n]) { n++; }
    if (n > 3) {
      frames.splice(i + 1, n - 2, ctx.stylize('    ... ' + (n - 2) + ' lines matching cause stack trace ...', 'undefined'));
      return frames;
    }
  }
  return frames;
}
// shaded is a line of a stack with colors: what is not of the project recedes, packages are underlined.
function shaded(ctx, line) {
  if (/^ {4}at (?:[^/\\(]+ \(|)node:(.+):\d+:\d+(?:\)|$)/.test(line)) { return ctx.stylize(line, 'undefined'); }
  line = line.replace(/([/\\]node_modules[/\\])((?:@[^/\\]+[/\\])?[^/\\]+)(?=[/\\])/g, function (part, folder, name) { return folder + ctx.stylize(name, 'module'); });
  var folder = process.cwd(), from = line.indexOf(folder);
  if (from < 0) { return line; }
  var to = from + folder.length + 1;
  if (line.slice(from - 7, from) === 'file://') { from -= 7; }
  if (line[from - 1] !== '(') { return line.slice(0, from) + ctx.stylize(line.slice(from, to), 'undefined') + line.slice(to); }
  var closed = line[line.length - 1] === ')';
  return line.slice(0, from - 1) + ctx.stylize(line.slice(from - 1, to), 'undefined') + (closed ? line.slice(to, -1) + ctx.stylize(')', 'undefined') : line.slice(to));
}
function nested(ctx, v, depth, by) {
  ctx.indent += by;
  var s = format(ctx, v, depth);
  ctx.indent -= by;
  return s;
}
function more(n) { return '... ' + n + ' more item' + (n > 1 ? 's' : ''); }
function elements(ctx, v, depth) {
  var out = [], shown = Math.min(Math.max(0, ctx.maxArrayLength), v.length), filled, next = 0;
  for (var i = 0; i < v.length && out.length < shown; i++) {
    if (Object.prototype.hasOwnProperty.call(v, i)) {
      out.push(property(ctx, v, i, depth, true));
      continue;
    }
    if (filled === undefined) { filled = Object.keys(v).filter(function (k) { return /^[0-9]+$/.test(k); }).map(Number); }
    while (next < filled.length && filled[next] < i) { next++; }
    var to = next < filled.length ? filled[next] : v.length, n = to - i;
    out.push(ctx.stylize('<' + n + ' empty item' + (n > 1 ? 's' : '') + '>', 'undefined'));
    i = to - 1;
  }
  if (i < v.length) { out.push(more(v.length - i)); }
  return out;
}
function numbers(ctx, v, depth) {
  var out = [], size = lengthOf.call(v), shown = Math.min(ctx.maxArrayLength, size);
  for (var i = 0; i < shown; i++) { out.push(primitive(ctx, v[i])); }
  if (size > shown) { out.push(more(size - shown)); }
  if (ctx.showHidden) {
    ctx.indent += 2;
    ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset'].forEach(function (k) { out.push('[' + k + ']: ' + format(ctx, v[k], depth)); });
    out.push('[buffer]: ' + prefix(named(v.buffer), '', 'ArrayBuffer') + '{ byteLength: ' + primitive(ctx, v.buffer.byteLength) + ' }');
    ctx.indent -= 2;
  }
  return out;
}
// These find out what an object without a prototype is.
var lengthOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length').get;
var weakMapHas = WeakMap.prototype.has, weakSetHas = WeakSet.prototype.has, viewSize = Object.getOwnPropertyDescriptor(DataView.prototype, 'byteLength').get;
var flags = [['hasIndices', 'd'], ['global', 'g'], ['ignoreCase', 'i'], ['multiline', 'm'], ['dotAll', 's'], ['unicode', 'u'], ['unicodeSets', 'v'], ['sticky', 'y']];
function passes(method, v) { try { method.call(v, {}); return true; } catch (e) { return false; } }
function lone(v) { return passes(weakMapHas, v) || passes(weakSetHas, v) ? 'weak' : passes(viewSize, v) ? 'view' : ''; }
function patternOf(v) {
  function get(name) { var d = Object.getOwnPropertyDescriptor(RegExp.prototype, name); return d && d.get.call(v); }
  return '/' + get('source') + '/' + flags.map(function (f) { return get(f[0]) ? f[1] : ''; }).join('');
}
// sizeOf is the size also of a map or set without their prototype.
function sizeOf(v) { return Object.getOwnPropertyDescriptor((native.kind(v) === 'set' ? Set : Map).prototype, 'size').get.call(v); }
function members(ctx, v, depth) {
  var out = [];
  Set.prototype.forEach.call(v, function (e) { if (out.length < ctx.maxArrayLength) { out.push(nested(ctx, e, depth, 2)); } });
  if (sizeOf(v) > out.length) { out.push(more(sizeOf(v) - out.length)); }
  return out;
}
function pairs(ctx, v, depth) {
  var out = [];
  Map.prototype.forEach.call(v, function (e, k) { if (out.length < ctx.maxArrayLength) { out.push(nested(ctx, k, depth, 2) + ' => ' + nested(ctx, e, depth, 2)); } });
  if (sizeOf(v) > out.length) { out.push(more(sizeOf(v) - out.length)); }
  return out;
}
function settled(ctx, v, depth) {
  var p = native.promise(v);
  if (p.state === 'pending') { return [ctx.stylize('<pending>', 'special')]; }
  var text = nested(ctx, p.value, depth, 2);
  return [p.state === 'rejected' ? ctx.stylize('<rejected>', 'special') + ' ' + text : text];
}
function contents(ctx, v) {
  var bytes = new Uint8Array(v), hex = [], shown = Math.min(Math.max(0, ctx.maxArrayLength), bytes.length), left = bytes.length - shown;
  for (var i = 0; i < shown; i++) { hex.push((bytes[i] < 16 ? '0' : '') + bytes[i].toString(16)); }
  return [ctx.stylize('[Uint8Contents]', 'special') + ': <' + hex.join(' ') + (left > 0 ? ' ... ' + left + ' more byte' + (left > 1 ? 's' : '') : '') + '>'];
}
function property(ctx, o, k, depth, list, of) {
  var d = Object.getOwnPropertyDescriptor(o, k) || { value: o[k], enumerable: true }, text, gap = ' ';
  if (d.get === undefined && d.set === undefined) {
    var by = ctx.compact !== true || list ? 2 : 3;
    text = nested(ctx, d.value, depth, by);
    if (by === 3 && ctx.breakLength < width(text, ctx)) { gap = '\n' + ' '.repeat(ctx.indent + 3); }
  } else if (d.get !== undefined && isNamespace(o)) {
    text = exported(ctx, o, k, depth);
  } else if (d.get !== undefined) {
    var label = d.set !== undefined ? 'Getter/Setter' : 'Getter';
    if (ctx.getters && (ctx.getters === true || ctx.getters === 'get' && !d.set || ctx.getters === 'set' && d.set)) {
      try {
        var got = d.get.call(of === undefined ? o : of);
        text = typeof got === 'object' && got !== null ? ctx.stylize('[' + label + ']', 'special') + ' ' + nested(ctx, got, depth, 2) : ctx.stylize('[' + label + ':', 'special') + ' ' + nested(ctx, got, depth, 2) + ctx.stylize(']', 'special');
      } catch (e) { text = ctx.stylize('[' + label + ':', 'special') + ' <Inspection threw (' + e.message + ')>' + ctx.stylize(']', 'special'); }
    } else { text = ctx.stylize('[' + label + ']', 'special'); }
  } else { text = ctx.stylize('[Setter]', 'special'); }
  if (list && typeof k === 'number') { return text; }
  var name;
  if (typeof k === 'symbol') { name = '[' + ctx.stylize(Symbol.prototype.toString.call(k), 'symbol') + ']'; } else if (k === '__proto__') { name = "['__proto__']"; } else if (d.enumerable === false) { name = '[' + k + ']'; } else if (identifier.test(k)) { name = ctx.stylize(String(k), 'name'); } else { name = ctx.stylize(quote(String(k)), 'string'); }
  return name + ':' + gap + text;
}
function bare(s) { return s.replace(/\u001b\[[0-9;]*m/g, ''); }
function width(s, ctx) { return ctx.colors ? bare(s).length : s.length; }
// columns arranges many short entries of a list in columns.
function columns(ctx, out, v) {
  var total = 0, longest = 0, count = out.length, widths = [];
  if (ctx.maxArrayLength < count) { count--; } // the last one tells how many more there are
  for (var i = 0; i < count; i++) {
    var w = require('textwidth')(out[i], !ctx.colors);
    widths[i] = w;
    total += w + 2;
    longest = Math.max(longest, w);
  }
  var actual = longest + 2;
  if (actual * 3 + ctx.indent >= ctx.breakLength || !(total / actual > 5 || longest <= 6)) { return out; }
  var biased = Math.max(actual - 3 - Math.sqrt(actual - total / out.length), 1);
  var cols = Math.min(Math.round(Math.sqrt(2.5 * biased * count) / biased), Math.floor((ctx.breakLength - ctx.indent) / actual), ctx.compact * 4, 15);
  if (cols <= 1) { return out; }
  var rows = [], max = [];
  for (i = 0; i < cols; i++) {
    var line = 0;
    for (var j = i; j < count; j += cols) { line = Math.max(line, widths[j]); }
    max.push(line + 2);
  }
  var start = out.every(function (_, i) { return typeof v[i] === 'number' || typeof v[i] === 'bigint'; });
  for (i = 0; i < count; i += cols) {
    var end = Math.min(i + cols, count), text = '';
    for (j = i; j < end - 1; j++) {
      var cell = out[j] + ', ', pad = ' '.repeat(Math.max(0, max[j - i] - widths[j] - 2));
      text += start ? pad + cell : cell + pad;
    }
    text += start ? ' '.repeat(Math.max(0, max[j - i] - 2 - widths[j])) + out[j] : out[j];
    rows.push(text);
  }
  if (count < out.length) { rows.push(out[count]); }
  return rows;
}
function layout(ctx, out, base, braces, list, depth, v) {
  if (ctx.compact !== true) {
    var entries = out.length;
    if (list && entries > 6 && ctx.compact >= 1) { out = columns(ctx, out, v); }
    if (ctx.level - depth < ctx.compact && entries === out.length) {
      var start = out.length + ctx.indent + braces[0].length + base.length + 10;
      if (fits(ctx, out, start, base)) {
        var joined = out.join(', ');
        if (joined.indexOf('\n') < 0) { return (base ? base + ' ' : '') + braces[0] + ' ' + joined + ' ' + braces[1]; }
      }
    }
    var ind = '\n' + ' '.repeat(ctx.indent);
    return (base ? base + ' ' : '') + braces[0] + ind + '  ' + out.join(',' + ind + '  ') + ind + braces[1];
  }
  if (fits(ctx, out, 0, base)) { return braces[0] + (base ? ' ' + base : '') + ' ' + out.join(', ') + ' ' + braces[1]; }
  var line = '\n' + ' '.repeat(ctx.indent), head = base === '' && braces[0].length === 1 ? ' ' : (base ? ' ' + base : '') + line + '  ';
  return braces[0] + head + out.join(',' + line + '  ') + ' ' + braces[1];
}
function fits(ctx, out, start, base) {
  var total = out.length + start;
  if (total + out.length > ctx.breakLength) { return false; }
  for (var i = 0; i < out.length; i++) {
    total += width(out[i], ctx);
    if (total > ctx.breakLength) { return false; }
  }
  return base === '' || base.indexOf('\n') < 0;
}
var typedTag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
function typedName(v) { return typedTag.call(v); }
function functionKind(v) { return Object.prototype.toString.call(v).slice(8, -1).replace(/^(?!.*Function$).*/, 'Function'); }
inspect.typedName = typedName;
inspect.functionKind = functionKind;
inspect.text = { quote: quote, number: number, bare: bare };
