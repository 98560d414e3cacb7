// buffer: completes the Buffer that Go provides.
var Base = native.Buffer, proto = Base.prototype;

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
  if (typeof n !== 'number') { throw require('util').invalidArgument('size', 'number', n); }
  if (!(n >= 0 && n <= exports.kMaxLength)) {
    var e = new RangeError('The value of "size" is out of range. It must be >= 0 && <= ' + exports.kMaxLength + '. Received ' + n);
    e.code = 'ERR_OUT_OF_RANGE';
    throw e;
  }
  return n;
}

// Buffer can be called with and without new, and extended, as older code does.
function Buffer(value, encoding, length) {
  if (typeof value === 'number') { return Buffer.alloc(value); }
  return Buffer.from(value, encoding, length);
}
Object.setPrototypeOf(Buffer, Uint8Array);
Buffer.prototype = proto;
Object.defineProperty(proto, 'constructor', { value: Buffer, writable: true, configurable: true });
Object.getOwnPropertySymbols(Base).forEach(function (s) { Object.defineProperty(Buffer, s, Object.getOwnPropertyDescriptor(Base, s)); });
exports.Buffer = Buffer;
exports.kMaxLength = 0x7fffffff;
exports.INSPECT_MAX_BYTES = 50;
exports.kStringMaxLength = 0x1fffffe8;
exports.constants = { MAX_LENGTH: exports.kMaxLength, MAX_STRING_LENGTH: 0x1fffffe8 };
Buffer.poolSize = 8192;
Buffer.of = function () { return own(Uint8Array.from(arguments)); };

Buffer.from = function (value, encoding, length) {
  if (typeof value === 'string') { return native.decode(value, encodingOf(encoding)); }
  if (value !== null && typeof value === 'object') {
    if (value instanceof ArrayBuffer || /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value))) {
      return own(length === undefined ? encoding === undefined ? new Uint8Array(value) : new Uint8Array(value, encoding) : new Uint8Array(value, encoding, length));
    }
    if (ArrayBuffer.isView(value) || Array.isArray(value)) { return own(Uint8Array.from(value)); }
    if (value.type === 'Buffer' && Array.isArray(value.data)) { return own(Uint8Array.from(value.data)); }
    var plain = value.valueOf && value.valueOf();
    if (plain !== null && plain !== undefined && plain !== value) { return Buffer.from(plain, encoding, length); }
    if (typeof value.length === 'number' || value.buffer instanceof ArrayBuffer) { return own(Uint8Array.from(value.length > 0 ? Array.prototype.slice.call(value) : [])); }
    if (typeof value[Symbol.toPrimitive] === 'function') { return Buffer.from(value[Symbol.toPrimitive]('string'), encoding, length); }
  }
  var e = new TypeError('The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received ' + (value === null || value === undefined ? value : typeof value === 'object' ? 'an instance of ' + (value.constructor && value.constructor.name || 'Object') : 'type ' + typeof value + ' (' + String(value) + ')'));
  e.code = 'ERR_INVALID_ARG_TYPE';
  throw e;
};
Buffer.alloc = function (n, fill, encoding) {
  var b = native.alloc(size(n));
  return fill === undefined || fill === 0 ? b : b.fill(fill, encoding);
};
['allocUnsafe', 'allocUnsafeSlow'].forEach(function (name) { Buffer[name] = function (n) { return native.alloc(size(n)); }; });
exports.SlowBuffer = Buffer.allocUnsafe;
Buffer.isBuffer = function (b) { return b instanceof Buffer; };
Buffer.isEncoding = function (name) { return typeof name === 'string' && encodings[name.toLowerCase()] !== undefined; };
Buffer.byteLength = function (value, encoding) {
  if (typeof value !== 'string') {
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) { return value.byteLength; }
    throw require('util').invalidArgument('string', 'string or an instance of Buffer or ArrayBuffer', value);
  }
  return native.byteLength(value, Buffer.isEncoding(encoding) ? encodingOf(encoding) : 'utf8');
};
Buffer.compare = function (a, b) { return native.compare(bytes(a, 'buf1'), bytes(b, 'buf2')); };
Buffer.concat = function (list, length) {
  if (!Array.isArray(list)) { throw require('errors').argument('list', 'an instance of Array', list); }
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
  throw require('errors').argument(name, wanted || 'an instance of Buffer or Uint8Array', b);
}
// place checks a place in a buffer, undefined for usual.
function place(v, name, usual, last) {
  if (v === undefined) { return usual; }
  require('validate').integer(v, name, 0, last);
  return v;
}

function define(name, fn) { Object.defineProperty(proto, name, { value: typeof name === 'string' ? native.usually(name, fn) : fn, writable: true, enumerable: true, configurable: true }); }
define('toString', function (encoding, start, end) {
  start = start === undefined || !(start > 0) ? 0 : Math.floor(start);
  end = end === undefined ? this.length : Math.min(this.length, Math.floor(end) || 0);
  if (start >= this.length || end <= start) { return ''; }
  if (encoding === null || encoding === '') { throw unknown(encoding); }
  return native.encode(this, encodingOf(encoding), start, end);
});
define('toLocaleString', proto.toString);
define('toJSON', function () { return { type: 'Buffer', data: Array.prototype.slice.call(this) }; });
define('equals', function (other) { return this === other || native.compare(this, bytes(other, 'otherBuffer')) === 0; });
define('compare', function (target, ts, te, ss, se) {
  bytes(target, 'target');
  ts = place(ts, 'targetStart', 0, 4294967296);
  te = place(te, 'targetEnd', target.length, target.length);
  ss = place(ss, 'sourceStart', 0, 4294967296);
  se = place(se, 'sourceEnd', this.length, this.length);
  return native.compare(this.subarray(ss, Math.max(ss, se)), target.subarray(ts, Math.max(ts, te)));
});
define('slice', function (start, end) { return this.subarray(start, end); });
define('subarray', function (start, end) { return own(Uint8Array.prototype.subarray.call(this, start, end)); });
define('copy', function (target, at, start, end) {
  bytes(target, 'target');
  at = whole(at);
  if (at < 0) { throw require('validate').outOfRange('targetStart', '>= 0', at); }
  start = whole(start);
  if (start < 0 || start > this.length) { throw require('validate').outOfRange('sourceStart', '>= 0 && <= ' + this.length, start); }
  end = end === undefined ? this.length : Math.min(this.length, end);
  if (at >= target.length || start >= end) { return 0; }
  var n = Math.min(end - start, target.length - at);
  target.set(Uint8Array.prototype.subarray.call(this, start, start + n), at);
  return n;
});
function whole(v) { return Math.trunc(+v) || 0; }
define('fill', function (value, start, end, encoding) {
  if (typeof start === 'string') { encoding = start; start = 0; end = undefined; } else if (typeof end === 'string') { encoding = end; end = undefined; }
  start = place(start, 'offset', 0, 4294967296);
  end = place(end, 'end', this.length, this.length);
  if (typeof value === 'string') {
    if (value === '') { value = 0; } else { value = Buffer.from(value, encoding); }
  }
  if (typeof value === 'object' && value !== null) {
    if (value.length === 0) {
      var e = new TypeError("The argument 'value' is invalid. Received " + require('util').inspect(value));
      e.code = 'ERR_INVALID_ARG_VALUE';
      throw e;
    }
    for (var i = start; i < end; i++) { this[i] = value[(i - start) % value.length]; }
    return this;
  }
  Uint8Array.prototype.fill.call(this, value & 255, start, end);
  return this;
});
define('write', function (text, offset, length, encoding) {
  if (typeof offset === 'string') { encoding = offset; offset = undefined; length = undefined; } else if (typeof length === 'string') { encoding = length; length = undefined; }
  if (typeof text !== 'string') { throw require('errors').coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string'); }
  offset = place(offset, 'offset', 0, this.length);
  var room = Math.min(place(length, 'length', this.length, this.length), this.length - offset);
  encoding = encodingOf(encoding);
  var b = native.decode(text, encoding), n = Math.min(room, b.length);
  if (encoding === 'utf8') { while (n > 0 && n < b.length && (b[n] & 0xc0) === 0x80) { n--; } }
  if (encoding === 'utf16le') { n -= n % 2; }
  this.set(b.subarray(0, n), offset);
  return n;
});
function search(b, value, from, encoding, last) {
  if (typeof from === 'string') { encoding = from; from = undefined; }
  var needle = typeof value === 'number' ? Buffer.from([value & 255]) : typeof value === 'string' ? Buffer.from(value, encoding) : bytes(value, 'value', 'one of type number or string or an instance of Buffer or Uint8Array');
  from = from === undefined || isNaN(from) ? last ? b.length : 0 : Math.trunc(from);
  if (from < 0) { from = Math.max(from + b.length, last ? -1 : 0); }
  if (from < 0) { return -1; }
  var at = native.index(b, needle, Math.min(from, b.length), last);
  if (typeof value !== 'string' || encodingOf(encoding) !== 'utf16le') { return at; }
  while (at >= 0 && at % 2) { at = last ? at ? native.index(b, needle, at - 1, true) : -1 : native.index(b, needle, at + 1, false); } // between two characters
  return at;
}
define('indexOf', function (value, from, encoding) { return search(this, value, from, encoding, false); });
define('lastIndexOf', function (value, from, encoding) { return search(this, value, from, encoding, true); });
define('includes', function (value, from, encoding) { return search(this, value, from, encoding, false) >= 0; });
[[2, 'swap16'], [4, 'swap32'], [8, 'swap64']].forEach(function (s) {
  define(s[1], function () {
    if (this.length % s[0] !== 0) { throw require('errors').coded(RangeError, 'ERR_INVALID_BUFFER_SIZE', 'Buffer size must be a multiple of ' + s[0] * 8 + '-bits'); }
    for (var i = 0; i < this.length; i += s[0]) { Array.prototype.reverse.call(this.subarray(i, i + s[0])); }
    return this;
  });
});
Object.defineProperty(proto, 'parent', { configurable: true, get: function () { return this.buffer; } });
Object.defineProperty(proto, 'offset', { configurable: true, get: function () { return this.byteOffset; } });
define(Symbol.for('nodejs.util.inspect.custom'), function () {
  var shown = Math.min(exports.INSPECT_MAX_BYTES, this.length), hex = this.toString('hex', 0, shown).replace(/(.{2})(?=.)/g, '$1 ');
  if (this.length > shown) { hex += ' ... ' + (this.length - shown) + ' more byte' + (this.length - shown > 1 ? 's' : ''); }
  return '<Buffer ' + hex + '>';
});
define('inspect', proto[Symbol.for('nodejs.util.inspect.custom')]);
['latin1', 'hex', 'ascii', 'base64', 'base64url', 'utf8', 'ucs2', 'binary'].forEach(function (e) {
  define(e + 'Slice', function (start, end) { return this.toString(e, start, end); });
  define(e + 'Write', function (text, offset, length) { return this.write(text, offset, length, e); });
});

Buffer.copyBytesFrom = function (view, offset, length) {
  if (!ArrayBuffer.isView(view) || view instanceof DataView) { throw require('errors').argument('view', 'an instance of TypedArray', view); }
  var end = length === undefined ? view.length : (offset || 0) + length, part = view.slice(offset, end);
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
};
exports.isUtf8 = native.isUtf8;
exports.isAscii = function (b) { return Array.prototype.every.call(b, function (c) { return c < 128; }); };
exports.transcode = function (b, from, to) { return Buffer.from(b.toString(from), to); };
exports.btoa = function (text) {
  text = String(text);
  if (/[^\x00-\xff]/.test(text)) { throw new Error('Invalid character'); }
  return Buffer.from(text, 'latin1').toString('base64');
};
exports.atob = function (text) {
  text = String(text).replace(/[\t\n\f\r ]/g, '');
  if (/[^A-Za-z0-9+/=]/.test(text) || text.replace(/=+$/, '').length % 4 === 1) { throw new Error('The string to be decoded is not correctly encoded.'); }
  return Buffer.from(text, 'base64').toString('latin1');
};
['Blob', 'File'].forEach(function (name) { Object.defineProperty(exports, name, { configurable: true, enumerable: true, get: function () { return require('blob')[name]; } }); });
exports.resolveObjectURL = function (url) { return require('blob').resolveObjectURL(url); };
