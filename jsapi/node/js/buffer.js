// buffer: completes the Buffer that Go provides.
var Base = native.Buffer, proto = Base.prototype, errors = require('errors'), validate = require('validate');

var encodings = { utf8: 'utf8', 'utf-8': 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url', ascii: 'ascii', latin1: 'latin1', binary: 'latin1', ucs2: 'utf16le', 'ucs-2': 'utf16le', utf16le: 'utf16le', 'utf-16le': 'utf16le' };
function encodingOf(name) {
  if (name === undefined || name === null || name === '') { return 'utf8'; }
  var e = encodings[String(name).toLowerCase()];
  if (e) { return e; }
  throw unknown(name);
}
function unknown(name) {
  var err = new TypeError('Unknown encoding: ' + require('util').format('%s', name));
  err.code = 'ERR_UNKNOWN_ENCODING';
  return err;
}
function own(bytes) {
  Object.setPrototypeOf(bytes, Buffer.prototype);
  return bytes;
}
function size(n) {
  if (typeof n !== 'number') { throw errors.argument('size', 'of type number', n); }
  if (!(n >= 0 && n <= exports.kMaxLength)) { throw validate.outOfRange('size', '>= 0 && <= ' + exports.kMaxLength, n); }
  return n;
}

// Buffer can be called with and without new, and extended, as older code does.
function Buffer(value, encoding, length) {
  if (typeof value === 'number') {
    if (typeof encoding === 'string') { throw errors.argument('string', 'of type string', value); }
    return Buffer.alloc(value);
  }
  return Buffer.from(value, encoding, length);
}
Object.setPrototypeOf(Buffer, Uint8Array);
Buffer.prototype = proto;
Object.defineProperty(proto, 'constructor', { value: Buffer, writable: true, configurable: true });
Object.getOwnPropertyNames(proto).forEach(function (name) { // older names are the same functions
  if (/^(read|write)(Big)?Uint/.test(name)) { Object.defineProperty(proto, name, Object.getOwnPropertyDescriptor(proto, name.replace('Uint', 'UInt'))); }
});
Object.getOwnPropertySymbols(Base).forEach(function (s) { Object.defineProperty(Buffer, s, Object.getOwnPropertyDescriptor(Base, s)); });
exports.Buffer = Buffer;
exports.kMaxLength = 4294967296;
exports.kStringMaxLength = 0x1fffffe8;
Object.defineProperty(exports, 'constants', { enumerable: true, value: { MAX_LENGTH: exports.kMaxLength, MAX_STRING_LENGTH: 0x1fffffe8 } });
var shown = 50; // bytes of a Buffer that inspect shows
Object.defineProperty(exports, 'INSPECT_MAX_BYTES', {
  configurable: true, enumerable: true, get: function () { return shown; },
  set: function (v) {
    validate.number(v, 'INSPECT_MAX_BYTES');
    if (!(v >= 0)) { throw validate.outOfRange('INSPECT_MAX_BYTES', '>= 0', v); }
    shown = v;
  }
});
Buffer.poolSize = 8192;
Buffer.of = function of() { return own(Uint8Array.from(arguments)); };

Buffer.from = function from(value, encoding, length) {
  if (typeof value === 'string') { return native.decode(value, typeof encoding === 'string' ? encodingOf(encoding) : 'utf8'); }
  if (value !== null && typeof value === 'object') {
    if (isMemory(value)) { return part(value, encoding, length); }
    var plain = value.valueOf && value.valueOf();
    if (plain !== null && plain !== value && (typeof plain === 'string' || typeof plain === 'object')) { return Buffer.from(plain, encoding, length); }
    var made = listed(value);
    if (made) { return made; }
    if (typeof value[Symbol.toPrimitive] === 'function') {
      plain = value[Symbol.toPrimitive]('string');
      if (typeof plain === 'string') { return Buffer.from(plain, encoding); }
    }
  }
  throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received ' + errors.described(value));
};
function isMemory(v) { return require('util').types.isAnyArrayBuffer(v); }
function outside(name) { return errors.coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"' + name + '" is outside of buffer bounds'); }
// part is a Buffer over a part of an ArrayBuffer.
function part(memory, at, length) {
  at = +at || 0;
  var room = memory.byteLength - at;
  if (room < 0) { throw outside('offset'); }
  if (length === undefined) { length = room; } else {
    length = +length;
    if (length > room) { throw outside('length'); }
    if (!(length > 0)) { length = 0; }
  }
  if (at < 0) { throw new RangeError('Start offset ' + at + ' is outside the bounds of the buffer'); }
  return own(new Uint8Array(memory, at, length));
}
// listed is a Buffer of the elements of something like a list, undefined for other objects.
function listed(v) {
  if (v.length !== undefined || isMemory(v.buffer)) {
    if (ArrayBuffer.isView(v) && !(v instanceof DataView)) { return own(Uint8Array.from(v)); }
    return own(typeof v.length === 'number' && v.length > 0 ? Uint8Array.from(Array.prototype.slice.call(v)) : new Uint8Array(0));
  }
  if (v.type === 'Buffer' && Array.isArray(v.data)) { return own(Uint8Array.from(v.data)); }
}
Buffer.alloc = function alloc(n, fill, encoding) {
  var b = native.alloc(size(n));
  if (fill === undefined || fill === 0 || n === 0) { return b; }
  return b.fill(fill, 0, n, encoding);
};
Buffer.allocUnsafe = function allocUnsafe(n) { return native.alloc(size(n)); };
Buffer.allocUnsafeSlow = function allocUnsafeSlow(n) { return native.alloc(size(n)); };
exports.SlowBuffer = function SlowBuffer(n) { return native.alloc(size(n)); };
Buffer.isBuffer = function isBuffer(b) { return b instanceof Buffer; };
Buffer.isEncoding = function isEncoding(name) { return typeof name === 'string' && encodings[name.toLowerCase()] !== undefined; };
Buffer.byteLength = function byteLength(value, encoding) {
  if (typeof value !== 'string') {
    if (ArrayBuffer.isView(value) || isMemory(value)) { return value.byteLength; }
    throw errors.argument('string', 'of type string or an instance of Buffer or ArrayBuffer', value);
  }
  return native.byteLength(value, Buffer.isEncoding(encoding) ? encodingOf(encoding) : 'utf8');
};
Buffer.compare = function compare(a, b) { return native.compare(bytes(a, 'buf1'), bytes(b, 'buf2')); };
Buffer.concat = function concat(list, length) {
  if (!Array.isArray(list)) { throw errors.argument('list', 'an instance of Array', list); }
  if (!list.length) { return native.alloc(0); }
  var joined = length === undefined ? native.join(list) : undefined;
  if (joined) { return joined; }
  var given = length !== undefined, i;
  if (given) { place(length, 'length', 0, 4294967296); } else {
    for (length = 0, i = 0; i < list.length; i++) { length += list[i].length || 0; }
  }
  var out = Buffer.alloc(length), at = 0;
  for (i = 0; i < list.length; i++) {
    var b = list[i];
    if (!(b instanceof Uint8Array)) { bytes(b, 'list[' + i + ']'); }
    if (given && at + b.length > length) { b = b.subarray(0, Math.max(0, length - at)); }
    out.set(b, at);
    at += b.length;
  }
  return out;
};
function bytes(b, name, wanted) {
  if (b instanceof Uint8Array) { return b; }
  throw errors.argument(name, wanted || 'an instance of Buffer or Uint8Array', b);
}
// place checks a place in a buffer, undefined for usual.
function place(v, name, usual, last) {
  if (v === undefined) { return usual; }
  validate.integer(v, name, 0, last);
  return v;
}

function define(name, fn) { Object.defineProperty(proto, name, { value: typeof name === 'string' ? native.usually(name, fn) : fn, writable: true, enumerable: true, configurable: true }); }
define('toString', function toString(encoding, start, end) {
  start = start === undefined || !(start > 0) ? 0 : Math.floor(start);
  end = end === undefined ? this.length : Math.min(this.length, Math.floor(end) || 0);
  if (start >= this.length || end <= start) { return ''; }
  if (encoding === null || encoding === '') { throw unknown(encoding); }
  return native.encode(this, encodingOf(encoding), start, end);
});
define('toLocaleString', proto.toString);
define('toJSON', function toJSON() { return { type: 'Buffer', data: Array.prototype.slice.call(this) }; });
define('equals', function equals(other) { return this === other || native.compare(this, bytes(other, 'otherBuffer')) === 0; });
define('compare', function compare(target, ts, te, ss, se) {
  bytes(target, 'target');
  ts = place(ts, 'targetStart', 0, 4294967296);
  te = place(te, 'targetEnd', target.length, target.length);
  ss = place(ss, 'sourceStart', 0, 4294967296);
  se = place(se, 'sourceEnd', this.length, this.length);
  return native.compare(this.subarray(ss, Math.max(ss, se)), target.subarray(ts, Math.max(ts, te)));
});
define('slice', function slice(start, end) { return this.subarray(start, end); });
define('subarray', function subarray(start, end) { return own(Uint8Array.prototype.subarray.call(this, start, end)); });
define('copy', function copy(target, at, start, end) {
  bytes(target, 'target');
  at = at === undefined ? 0 : whole(at);
  if (at < 0) { throw validate.outOfRange('targetStart', '>= 0', at); }
  start = start === undefined ? 0 : whole(start);
  if (start < 0 || start > this.length) { throw validate.outOfRange('sourceStart', '>= 0 && <= ' + this.length, start); }
  end = end === undefined ? this.length : whole(end);
  if (end < 0) { throw validate.outOfRange('sourceEnd', '>= 0', end); }
  end = Math.min(this.length, end);
  if (at >= target.length || start >= end) { return 0; }
  var n = Math.min(end - start, target.length - at);
  target.set(Uint8Array.prototype.subarray.call(this, start, start + n), at);
  return n;
});
function whole(v) {
  v = Math.floor(+v);
  return Number.isSafeInteger(v) ? v : 0;
}
define('fill', function fill(value, start, end, encoding) {
  if (typeof value === 'string') {
    if (start === undefined || typeof start === 'string') { encoding = start; start = 0; end = undefined; } else if (typeof end === 'string') { encoding = end; end = undefined; }
    if (encoding !== undefined && encoding !== null) { validate.string(encoding, 'encoding'); encoding = encodingOf(encoding); }
  }
  start = place(start, 'offset', 0, 4294967296);
  end = place(end, 'end', this.length, this.length);
  if (start >= end) { return this; }
  if (typeof value === 'string') { value = value === '' ? 0 : Buffer.from(value, encoding); }
  if (typeof value === 'boolean') { value = +value; }
  if (typeof value === 'object' && value !== null && ArrayBuffer.isView(value)) {
    if (value.byteLength === 0) { throw validate.invalidValue('value', value); }
    native.repeat(Uint8Array.prototype.subarray.call(this, start, end), validate.view(value, 'value'));
    return this;
  }
  Uint8Array.prototype.fill.call(this, value & 255, start, end);
  return this;
});
define('write', function write(text, offset, length, encoding) {
  if (offset === undefined) { return this.utf8Write(text, 0, this.length); }
  if (length === undefined && typeof offset === 'string') { encoding = offset; length = this.length; offset = 0; } else {
    offset = place(offset, 'offset', 0, this.length);
    if (typeof length === 'string') { encoding = length; length = undefined; }
    length = Math.min(place(length, 'length', this.length, this.length), this.length - offset);
  }
  return this[methods[encoding ? encodingOf(encoding) : 'utf8']](text, offset, length);
});
var methods = { utf8: 'utf8Write', latin1: 'latin1Write', ascii: 'asciiWrite', utf16le: 'ucs2Write', hex: 'hexWrite', base64: 'base64Write', base64url: 'base64urlWrite' };
function search(b, value, from, encoding, last) {
  bytes(b, 'buffer', 'an instance of Buffer, TypedArray, or DataView');
  if (typeof from === 'string') { encoding = from; from = undefined; }
  from = Math.max(Math.min(+from, 0x7fffffff), -0x80000000);
  if (from !== from) { from = last ? b.length : 0; }
  if (typeof value === 'number') { return b.length ? native.search(b, Buffer.from([value & 255]), from, last, false) : -1; }
  var given = encoding === undefined ? 'utf8' : encodings[String(encoding).toLowerCase()];
  if (typeof value === 'string') {
    if (!given) { throw unknown(encoding); }
    value = native.decode(value, given);
  }
  return native.search(b, bytes(value, 'value', 'one of type number or string or an instance of Buffer or Uint8Array'), from, last, given === 'utf16le');
}
define('indexOf', function indexOf(value, from, encoding) { return search(this, value, from, encoding, false); });
define('lastIndexOf', function lastIndexOf(value, from, encoding) { return search(this, value, from, encoding, true); });
define('includes', function includes(value, from, encoding) { return search(this, value, from, encoding, false) >= 0; });
[[2, 'swap16'], [4, 'swap32'], [8, 'swap64']].forEach(function (s) {
  define(s[1], function () {
    if (this.length % s[0] !== 0) { throw errors.coded(RangeError, 'ERR_INVALID_BUFFER_SIZE', 'Buffer size must be a multiple of ' + s[0] * 8 + '-bits'); }
    for (var i = 0; i < this.length; i += s[0]) { Array.prototype.reverse.call(this.subarray(i, i + s[0])); }
    return this;
  });
});
Object.defineProperty(proto, 'parent', { enumerable: true, get: function () { return this instanceof Buffer ? this.buffer : undefined; } });
Object.defineProperty(proto, 'offset', { enumerable: true, get: function () { return this instanceof Buffer ? this.byteOffset : undefined; } });
define(Symbol.for('nodejs.util.inspect.custom'), function inspect(depth, context) {
  var n = Math.min(shown, this.length), text = this.toString('hex', 0, n).replace(/(.{2})(?=.)/g, '$1 '), members = [], b = this;
  if (this.length > shown) { text += ' ... ' + (this.length - shown) + ' more byte' + (this.length - shown > 1 ? 's' : ''); }
  if (context) { members = (context.showHidden ? Object.getOwnPropertyNames(this).concat(Object.getOwnPropertySymbols(this)) : Object.keys(this).concat(Object.getOwnPropertySymbols(this).filter(function (s) { return Object.prototype.propertyIsEnumerable.call(b, s); }))).slice(this.length); }
  if (members.length) {
    var plain = Object.create(null);
    members.forEach(function (name) { plain[name] = b[name]; });
    if (this.length) { text += ', '; }
    text += require('inspect')(plain, Object.assign({}, context, { breakLength: Infinity, compact: true })).slice(27, -2);
  }
  return '<' + this.constructor.name + ' ' + text + '>';
});
define('inspect', proto[Symbol.for('nodejs.util.inspect.custom')]);
['ascii', 'base64', 'base64url', 'latin1', 'hex', 'utf16le', 'utf8'].forEach(function (e) {
  native.pieces(e).forEach(function (method) { Object.defineProperty(proto, method.name, { value: method, writable: true, enumerable: true, configurable: true }); });
});

Buffer.copyBytesFrom = function copyBytesFrom(view, offset, length) {
  if (!ArrayBuffer.isView(view) || view instanceof DataView) { throw errors.argument('view', 'an instance of TypedArray', view); }
  if (!view.length) { return native.alloc(0); }
  offset = place(offset, 'offset', 0, 9007199254740991);
  if (offset >= view.length) { return native.alloc(0); }
  var copy = view.slice(offset, length === undefined ? view.length : offset + place(length, 'length', 0, 9007199254740991));
  return Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength);
};
// input returns the bytes of what isUtf8 and isAscii look at.
function input(v) {
  if (!isMemory(v) && !require('util').types.isTypedArray(v)) { throw errors.argument('input', 'an instance of ArrayBuffer, Buffer, or TypedArray', v); }
  try { return isMemory(v) ? new Uint8Array(v) : new Uint8Array(v.buffer, v.byteOffset, v.byteLength); } catch (e) { throw errors.coded(Error, 'ERR_INVALID_STATE', 'Invalid state: Cannot validate on a detached buffer'); }
}
exports.isUtf8 = function isUtf8(v) { return native.isUtf8(input(v)); };
exports.isAscii = function isAscii(v) { return native.isAscii(input(v)); };
exports.transcode = function transcode(b, from, to) {
  bytes(b, 'source');
  if (!b.length) { return native.alloc(0); }
  var names = [from, to].map(function (name) { return name === undefined || name === null || name === '' ? 'utf8' : encodings[String(name).toLowerCase()]; });
  if (!names.every(function (name) { return name === 'utf8' || name === 'utf16le' || name === 'latin1' || name === 'ascii'; })) {
    throw errors.coded(Error, 'U_ILLEGAL_ARGUMENT_ERROR', 'Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]', { errno: 1 });
  }
  var text = native.encode(b, names[0], 0, b.length);
  if (names[1] === 'latin1') { text = text.replace(/[^\x00-\xff]/gu, '?'); } else if (names[1] === 'ascii') { text = text.replace(/[^\x00-\x7f]/gu, '?'); }
  return native.decode(text, names[1]);
};
function invalid(text) { throw new (require('web').DOMException)(text, 'InvalidCharacterError'); }
exports.btoa = function btoa(text) {
  if (!arguments.length) { throw errors.missing('input'); }
  text = `${text}`;
  if (/[^\x00-\xff]/.test(text)) { invalid('Invalid character'); }
  return Buffer.from(text, 'latin1').toString('base64');
};
exports.atob = function atob(text) {
  if (!arguments.length) { throw errors.missing('input'); }
  text = `${text}`.replace(/[\t\n\f\r ]/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) { invalid('Invalid character'); }
  if (text.length % 4 === 1 || text.length % 4 && text.endsWith('=')) { invalid('The string to be decoded is not correctly encoded.'); }
  return Buffer.from(text, 'base64').toString('latin1');
};
['Blob', 'File'].forEach(function (name) { Object.defineProperty(exports, name, { configurable: true, enumerable: true, get: function () { return require('blob')[name]; } }); });
exports.resolveObjectURL = function (url) { return require('blob').resolveObjectURL(url); };
