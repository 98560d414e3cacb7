// v8: values as bytes, in the format of V8, and the memory that the server takes.
var errors = require('errors');

var VERSION = 15;
// The numbers of the types of views, as Node writes them.
var views = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'DataView', 'Buffer', 'BigInt64Array', 'BigUint64Array'];
var viewTags = { Int8Array: 'b', Uint8Array: 'B', Uint8ClampedArray: 'C', Int16Array: 'w', Uint16Array: 'W', Int32Array: 'd', Uint32Array: 'D', Float32Array: 'f', Float64Array: 'F', DataView: '?', BigInt64Array: 'q', BigUint64Array: 'Q' };
var errorTags = { EvalError: 'E', RangeError: 'R', ReferenceError: 'F', SyntaxError: 'S', TypeError: 'T', URIError: 'U' };
var kindOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
var tagOf = Object.prototype.toString;

function viewName(v) { return v instanceof DataView ? 'DataView' : Buffer.isBuffer(v) ? 'Buffer' : kindOf.call(v); }
function shown(v) { return typeof v === 'function' || typeof v === 'symbol' ? String(v) : '#<' + tagOf.call(v).slice(8, -1) + '>'; }

class Serializer {
  constructor() {
    this._bytes = Buffer.alloc(256);
    this._length = 0;
    this._seen = new Map();
    this._moved = new Map(); // the numbers of buffers that are given apart
    this._hosts = false;
  }
  _room(n) {
    if (this._length + n <= this._bytes.length) { return; }
    var grown = Buffer.alloc(Math.max(2 * this._bytes.length, this._length + n));
    this._bytes.copy(grown, 0, 0, this._length);
    this._bytes = grown;
  }
  _byte(n) { this._room(1); this._bytes[this._length++] = n; }
  _tag(c) { this._byte(c.charCodeAt(0)); }
  _varint(n) {
    while (n >= 128) { this._byte(n % 128 + 128); n = Math.floor(n / 128); }
    this._byte(n);
  }
  writeHeader() { this._byte(255); this._byte(VERSION); }
  writeUint32(n) { this._varint(+n >>> 0); }
  writeUint64(high, low) {
    var n = BigInt(+high >>> 0) << 32n | BigInt(+low >>> 0);
    while (n >= 128n) { this._byte(Number(n & 127n) + 128); n >>= 7n; }
    this._byte(Number(n));
  }
  writeDouble(n) {
    this._room(8);
    if (n !== n) { this._bytes.set([0, 0, 0, 0, 0, 0, 248, 127], this._length); } else { this._bytes.writeDoubleLE(n, this._length); }
    this._length += 8;
  }
  writeRawBytes(source) {
    if (!ArrayBuffer.isView(source)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'source must be a TypedArray or a DataView'); }
    var bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    this._room(bytes.length);
    this._bytes.set(bytes, this._length);
    this._length += bytes.length;
  }
  releaseBuffer() {
    var out = Buffer.from(this._bytes.subarray(0, this._length));
    this._bytes = Buffer.alloc(256);
    this._length = 0;
    return out;
  }
  transferArrayBuffer(id, buffer) {
    id = +id >>> 0;
    if (!(buffer instanceof ArrayBuffer)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'arrayBuffer must be an ArrayBuffer'); }
    this._moved.set(buffer, id);
  }
  _setTreatArrayBufferViewsAsHostObjects(on) { this._hosts = !!on; }
  _text(s) {
    var wide = false;
    for (var i = 0; i < s.length && !wide; i++) { wide = s.charCodeAt(i) > 255; }
    if (!wide) {
      this._tag('"');
      this._varint(s.length);
      this.writeRawBytes(Buffer.from(s, 'latin1'));
      return;
    }
    // The characters begin at an even place.
    for (var n = 1, rest = 2 * s.length; rest >= 128; n++) { rest = Math.floor(rest / 128); }
    if ((this._length + 1 + n) & 1) { this._byte(0); }
    this._tag('c');
    this._varint(2 * s.length);
    this.writeRawBytes(Buffer.from(s, 'utf16le'));
  }
  _number(v) {
    if (Number.isInteger(v) && !Object.is(v, -0) && v >= -2147483648 && v <= 2147483647) {
      this._tag('I');
      this._varint(v < 0 ? -2 * v - 1 : 2 * v);
      return;
    }
    this._tag('N');
    this.writeDouble(v);
  }
  _big(v) {
    var negative = v < 0n, digits = [];
    if (negative) { v = -v; }
    for (; v > 0n; v >>= 64n) { digits.push(v & 0xffffffffffffffffn); }
    this._varint(digits.length * 16 + (negative ? 1 : 0));
    digits.forEach(function (d) {
      this._room(8);
      this._bytes.writeBigUInt64LE(d, this._length);
      this._length += 8;
    }, this);
  }
  _refuse(v) { throw this._getDataCloneError ? new this._getDataCloneError(shown(v) + ' could not be cloned.') : new Error(shown(v) + ' could not be cloned.'); }
  writeValue(v) {
    switch (typeof v) {
      case 'undefined': this._tag('_'); return true;
      case 'boolean': this._tag(v ? 'T' : 'F'); return true;
      case 'number': this._number(v); return true;
      case 'bigint': this._tag('Z'); this._big(v); return true;
      case 'string': this._text(v); return true;
      case 'object': break;
      default: this._refuse(v);
    }
    if (v === null) { this._tag('0'); return true; }
    if (ArrayBuffer.isView(v) && !this._hosts && !this._seen.has(v) && !this._seen.has(v.buffer)) { this.writeValue(v.buffer); }
    var known = this._seen.get(v);
    if (known !== undefined) { this._tag('^'); this._varint(known); return true; }
    this._seen.set(v, this._seen.size);
    this._object(v);
    return true;
  }
  _members(v, keys, end) {
    keys.forEach(function (k) {
      var n = Number(k);
      if (String(n) === k && n >= 0 && n <= 4294967294 && Number.isInteger(n)) { this._number(n); } else { this._text(k); }
      this.writeValue(v[k]);
    }, this);
    this._tag(end);
    this._varint(keys.length);
  }
  _object(v) {
    if (Array.isArray(v)) { this._array(v); return; }
    if (ArrayBuffer.isView(v)) {
      if (this._hosts) { this._tag('\\'); this._writeHostObject(v); return; }
      this._tag('V');
      this._tag(viewTags[viewName(v) === 'Buffer' ? 'Uint8Array' : viewName(v)]);
      this._varint(v.byteOffset);
      this._varint(v.byteLength);
      this._varint(0);
      return;
    }
    if (this._moved.has(v)) { this._tag('t'); this._varint(this._moved.get(v)); return; }
    if (v instanceof ArrayBuffer) { this._tag('B'); this._varint(v.byteLength); this.writeRawBytes(new Uint8Array(v)); return; }
    if (v instanceof Map) {
      this._tag(';');
      Array.from(v).forEach(function (p) { this.writeValue(p[0]); this.writeValue(p[1]); }, this);
      this._tag(':');
      this._varint(2 * v.size);
      return;
    }
    if (v instanceof Set) {
      this._tag("'");
      Array.from(v).forEach(function (x) { this.writeValue(x); }, this);
      this._tag(',');
      this._varint(v.size);
      return;
    }
    if (v instanceof Error) { this._error(v); return; }
    switch (tagOf.call(v)) {
      case '[object Date]': this._tag('D'); this.writeDouble(Date.prototype.getTime.call(v)); return;
      case '[object RegExp]': this._tag('R'); this._text(v.source); this._varint(flagBits(v)); return;
      case '[object Promise]': case '[object WeakMap]': case '[object WeakSet]': case '[object WeakRef]': case '[object Generator]': case '[object AsyncGenerator]': this._refuse(v);
    }
    if (v instanceof Boolean) { this._tag(v.valueOf() ? 'y' : 'x'); return; }
    if (v instanceof Number) { this._tag('n'); this.writeDouble(v.valueOf()); return; }
    if (v instanceof String) { this._tag('s'); this._text(v.valueOf()); return; }
    if (v instanceof BigInt) { this._tag('z'); this._big(v.valueOf()); return; }
    this._tag('o');
    this._members(v, Object.keys(v), '{');
  }
  _array(v) {
    var keys = Object.keys(v), n = v.length;
    var dense = keys.length >= n && (n === 0 || keys[n - 1] === String(n - 1));
    if (!dense) {
      this._tag('a');
      this._varint(n);
      this._members(v, keys, '@');
      this._varint(n);
      return;
    }
    this._tag('A');
    this._varint(n);
    for (var i = 0; i < n; i++) { this.writeValue(v[i]); }
    this._members(v, keys.slice(n), '$');
    this._varint(n);
  }
  _error(v) {
    this._tag('r');
    var kind = errorTags[v.name], message = Object.getOwnPropertyDescriptor(v, 'message');
    if (kind) { this._tag(kind); }
    if (message) { this._tag('m'); this._text(String(message.value)); }
    if (Object.prototype.hasOwnProperty.call(v, 'cause')) { this._tag('c'); this.writeValue(v.cause); }
    if (typeof v.stack === 'string') { this._tag('s'); this._text(v.stack); }
    this._tag('.');
  }
  _writeHostObject(v) { this._refuse(v); }
}
var flags = ['g', 'i', 'm', 'y', 'u', 's', 'l', 'd', 'v'];
function flagBits(v) { return flags.reduce(function (n, f, i) { return v.flags.indexOf(f) >= 0 ? n + (1 << i) : n; }, 0); }

class Deserializer {
  constructor(buffer) {
    if (!ArrayBuffer.isView(buffer)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'buffer must be a TypedArray or a DataView'); }
    this.buffer = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    this._at = 0;
    this._made = [];
    this._version = 0;
    this._moved = new Map();
  }
  _fail() { throw new Error('Unable to deserialize cloned data.'); }
  _byte() {
    if (this._at >= this.buffer.length) { this._fail(); }
    return this.buffer[this._at++];
  }
  _tag() {
    var c;
    do { c = this._byte(); } while (c === 0);
    return String.fromCharCode(c);
  }
  _varint() {
    for (var n = 0, factor = 1, b; ; factor *= 128) {
      b = this._byte();
      n += b % 128 * factor;
      if (b < 128) { return n; }
    }
  }
  _take(n) {
    if (n > this.buffer.length - this._at) { this._fail(); }
    this._at += n;
    return this.buffer.subarray(this._at - n, this._at);
  }
  readHeader() {
    var known = this.buffer.length > 1 && this._byte() === 255;
    if (known) { this._version = this._varint(); }
    if (!known || this._version > VERSION) { throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.'); }
    return true;
  }
  getWireFormatVersion() { return this._version; }
  transferArrayBuffer(id, buffer) {
    id = +id >>> 0;
    if (!(buffer instanceof ArrayBuffer) && Object.prototype.toString.call(buffer) !== '[object SharedArrayBuffer]') { throw errors.coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'arrayBuffer must be an ArrayBuffer or SharedArrayBuffer'); }
    this._moved.set(id, buffer);
  }
  readUint32() { return this._varint(); }
  readUint64() {
    for (var n = 0n, shift = 0n, b; ; shift += 7n) {
      b = BigInt(this._byte());
      n += (b & 127n) << shift;
      if (b < 128n) { return [Number(n >> 32n), Number(n & 0xffffffffn)]; }
    }
  }
  readDouble() { return this._take(8).readDoubleLE(0); }
  _readRawBytes(n) { var at = this._at; this._take(n); return at; }
  readRawBytes(n) { return Buffer.from(this._take(n)); }
  _text() {
    switch (this._tag()) {
      case '"': return this._take(this._varint()).toString('latin1');
      case 'c': return this._take(this._varint()).toString('utf16le');
      case 'S': return this._take(this._varint()).toString('utf8');
    }
    this._fail();
  }
  _zigzag() { var n = this._varint(); return n % 2 ? -(n + 1) / 2 : n / 2; }
  _big() {
    var head = this._varint(), v = 0n, bytes = this._take((head - head % 2) / 2);
    for (var i = bytes.length - 1; i >= 0; i--) { v = v << 8n | BigInt(bytes[i]); }
    return head % 2 ? -v : v;
  }
  readValue() {
    var c = this._tag();
    switch (c) {
      case '_': return undefined;
      case '0': return null;
      case 'T': return true;
      case 'F': return false;
      case 'I': return this._zigzag();
      case 'U': return this._varint();
      case 'N': return this.readDouble();
      case 'Z': return this._big();
      case '"': case 'c': case 'S': this._at--; return this._text();
      case '-': return hole;
      case '?': this._varint(); return this.readValue(); // how many values follow
      case '^':
        var known = this._varint();
        if (!(known in this._made)) { this._fail(); }
        return this._view(this._made[known]);
    }
    return this._view(this._object(c));
  }
  // _view is the view that follows its buffer.
  _view(v) {
    if (!(v instanceof ArrayBuffer) || this.buffer[this._at] !== 86) { return v; }
    this._at++;
    var tag = this._tag(), name = Object.keys(viewTags).find(function (k) { return viewTags[k] === tag; }), offset = this._varint(), length = this._varint();
    if (this._version >= 14) { this._varint(); }
    if (!name || offset + length > v.byteLength) { this._fail(); }
    return this._keep(new globalThis[name](v, offset, length / (globalThis[name].BYTES_PER_ELEMENT || 1)));
  }
  _keep(v) { this._made.push(v); return v; }
  _members(o, end) {
    for (var n = 0; this.buffer[this._at] !== end.charCodeAt(0); n++) {
      var key = this.readValue();
      if (typeof key !== 'string' && typeof key !== 'number') { this._fail(); }
      Object.defineProperty(o, key, { value: this.readValue(), writable: true, enumerable: true, configurable: true });
    }
    this._at++;
    if (this._varint() !== n) { this._fail(); }
    return o;
  }
  _object(c) {
    var n, out, i, slot;
    switch (c) {
      case 'o': return this._members(this._keep({}), '{');
      case 'A':
        n = this._varint();
        if (n > this.buffer.length - this._at) { this._fail(); }
        out = this._keep(new Array(n));
        for (i = 0; i < n; i++) {
          var v = this.readValue();
          if (v !== hole) { out[i] = v; }
        }
        this._members(out, '$');
        this._varint();
        return out;
      case 'a':
        n = this._varint();
        if (n > 4294967295) { this._fail(); }
        out = this._members(this._keep(new Array(n)), '@');
        this._varint();
        return out;
      case 'D': return this._keep(new Date(this.readDouble()));
      case 'y': return this._keep(Object(true));
      case 'x': return this._keep(Object(false));
      case 'n': return this._keep(Object(this.readDouble()));
      case 'z': return this._keep(Object(this._big()));
      case 's': slot = this._made.push(undefined) - 1; return this._made[slot] = Object(this._text());
      case 'R':
        slot = this._made.push(undefined) - 1;
        var source = this._text(), bits = this._varint();
        return this._made[slot] = new RegExp(source, flags.filter(function (f, k) { return bits & 1 << k; }).join(''));
      case ';':
        out = this._keep(new Map());
        while (this.buffer[this._at] !== 58) { out.set(this.readValue(), this.readValue()); }
        this._at++;
        this._varint();
        return out;
      case "'":
        out = this._keep(new Set());
        while (this.buffer[this._at] !== 44) { out.add(this.readValue()); }
        this._at++;
        this._varint();
        return out;
      case 'B':
        var bytes = this._take(this._varint());
        return this._keep(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
      case 't':
        n = this._varint();
        return this._keep(this._moved.has(n) ? this._moved.get(n) : this._fail());
      case '\\': slot = this._made.push(undefined) - 1; return this._made[slot] = this._readHostObject();
      case 'r': return this._error();
    }
    this._fail();
  }
  _error() {
    var slot = this._made.push(undefined) - 1, kind = 'Error', text, stack, cause, c;
    while ((c = this._tag()) !== '.') {
      switch (c) {
        case 'm': text = this._text(); break;
        case 's': stack = this._text(); break;
        case 'c': cause = [this.readValue()]; break;
        default: kind = Object.keys(errorTags).find(function (k) { return errorTags[k] === c; }) || this._fail();
      }
    }
    var e = this._made[slot] = new globalThis[kind](text);
    if (cause) { Object.defineProperty(e, 'cause', { value: cause[0], writable: true, configurable: true }); }
    Object.defineProperty(e, 'stack', { value: stack, writable: true, configurable: true });
    return e;
  }
  _readHostObject() { this._fail(); }
}
var hole = {};

// called is a class that says so in the way of compiled ones when it is called without new.
function called(Class) {
  function Called() {
    if (!new.target) { throw errors.coded(TypeError, 'ERR_CONSTRUCT_CALL_REQUIRED', 'Class constructor ' + Class.name + " cannot be invoked without 'new'"); }
    return Reflect.construct(Class, arguments, new.target);
  }
  Object.defineProperties(Called, { name: { value: Class.name }, length: { value: Class.length }, prototype: { value: Class.prototype, writable: false } });
  Object.defineProperty(Class.prototype, 'constructor', { value: Called, writable: true, configurable: true });
  return Called;
}
exports.Serializer = called(Serializer);
exports.Deserializer = called(Deserializer);

class DefaultSerializer extends exports.Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }
  _writeHostObject(v) {
    this.writeUint32(views.indexOf(viewName(v)));
    this.writeUint32(v.byteLength);
    this.writeRawBytes(v);
  }
}
class DefaultDeserializer extends exports.Deserializer {
  _readHostObject() {
    var name = views[this.readUint32()], bytes = this._take(this.readUint32());
    if (!name) { this._fail(); }
    if (name === 'Buffer') { return Buffer.from(bytes); }
    var copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    return new globalThis[name](copy, 0, copy.byteLength / (globalThis[name].BYTES_PER_ELEMENT || 1));
  }
}
Object.assign(exports, { DefaultSerializer: DefaultSerializer, DefaultDeserializer: DefaultDeserializer });
DefaultSerializer.prototype._getDataCloneError = Error;

exports.serialize = function (v) {
  var s = new DefaultSerializer();
  s.writeHeader();
  s.writeValue(v);
  return s.releaseBuffer();
};
exports.deserialize = function (buffer) {
  if (buffer instanceof ArrayBuffer) { buffer = new Uint8Array(buffer); }
  var d = new DefaultDeserializer(buffer);
  d.readHeader();
  return d.readValue();
};

// The heap is that of the server, which all projects and workers share.
exports.getHeapStatistics = function () {
  var m = process.memoryUsage(), total = require('os').totalmem();
  return {
    total_heap_size: m.heapTotal, total_heap_size_executable: 0, total_physical_size: m.rss, total_available_size: Math.max(0, total - m.heapUsed), used_heap_size: m.heapUsed, heap_size_limit: total,
    malloced_memory: m.heapTotal, peak_malloced_memory: m.rss, does_zap_garbage: 0, number_of_native_contexts: 1, number_of_detached_contexts: 0,
    total_global_handles_size: 0, used_global_handles_size: 0, external_memory: m.external
  };
};
exports.getHeapSpaceStatistics = function () {
  var m = process.memoryUsage();
  return ['read_only_space', 'new_space', 'old_space', 'code_space', 'shared_space', 'new_large_object_space', 'large_object_space', 'code_large_object_space', 'shared_large_object_space'].map(function (name) {
    var own = name === 'old_space';
    return { space_name: name, space_size: own ? m.heapTotal : 0, space_used_size: own ? m.heapUsed : 0, space_available_size: own ? m.heapTotal - m.heapUsed : 0, physical_space_size: own ? m.heapTotal : 0 };
  });
};
exports.getHeapCodeStatistics = function () { return { code_and_metadata_size: 0, bytecode_and_metadata_size: 0, external_script_source_size: 0, cpu_profiler_metadata_size: 0 }; };
exports.cachedDataVersionTag = function () { return 0; };
// Flags of V8 have nothing to change here; packages set such as --harmony and go on without it.
exports.setFlagsFromString = function (text) {
  require('validate').string(text, 'flags');
  process.emitWarning('v8.setFlagsFromString(' + JSON.stringify(text) + ') has no effect: the engine is not V8');
};
['setHeapSnapshotNearHeapLimit', 'takeCoverage', 'stopCoverage'].forEach(function (name) { exports[name] = function () {}; });
function unavailable(name, instead) {
  return function () { throw Object.assign(new Error('v8.' + name + ' is not available, because the engine is not V8' + instead), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' }); };
}
['getHeapSnapshot', 'writeHeapSnapshot', 'queryObjects'].forEach(function (name) { exports[name] = unavailable(name, ': process.memoryUsage gives the sizes that there are'); });
exports.GCProfiler = class GCProfiler {
  constructor() { this._began = Date.now(); }
  start() { this._began = Date.now(); }
  stop() { return { version: 1, startTime: this._began, statistics: [], endTime: Date.now() }; }
};
exports.promiseHooks = {};
['createHook', 'onInit', 'onBefore', 'onAfter', 'onSettled'].forEach(function (name) { exports.promiseHooks[name] = unavailable('promiseHooks.' + name, ': use async_hooks.AsyncLocalStorage'); });
exports.startupSnapshot = { isBuildingSnapshot: function () { return 0; } };
['addDeserializeCallback', 'addSerializeCallback', 'setDeserializeMainFunction'].forEach(function (name) {
  exports.startupSnapshot[name] = function () { throw Object.assign(new Error('Operation cannot be invoked when not building startup snapshot'), { code: 'ERR_NOT_BUILDING_SNAPSHOT' }); };
});
