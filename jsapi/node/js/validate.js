// validate: checks of arguments, with the errors of Node.
var errors = require('errors');

function number(v) {
  var text = require('inspect')(v);
  if (typeof v === 'bigint') { text = String(v); }
  if ((typeof v === 'bigint' || Number.isInteger(v)) && (v > 4294967296 || v < -4294967296)) { text = text.replace(/n$/, '').replace(/\B(?=(\d{3})+$)/g, '_'); }
  return typeof v === 'bigint' ? text + 'n' : text;
}
exports.outOfRange = function (name, range, v) { return errors.coded(RangeError, 'ERR_OUT_OF_RANGE', 'The value of "' + name + '" is out of range. It must be ' + range + '. Received ' + number(v)); };
// The error of invalidValue is a TypeError unless another type is given.
exports.invalidValue = function (name, v, reason, Type) {
  var text = require('inspect')(v);
  if (text.length > 128) { text = text.slice(0, 128) + '...'; }
  return errors.coded(Type || TypeError, 'ERR_INVALID_ARG_VALUE', 'The ' + (name.indexOf('.') >= 0 ? 'property' : 'argument') + " '" + name + "' " + (reason || 'is invalid') + '. Received ' + text);
};
exports.string = function (v, name) { if (typeof v !== 'string') { throw errors.argument(name, 'of type string', v); } };
exports.number = function (v, name, min) {
  if (typeof v !== 'number') { throw errors.argument(name, 'of type number', v); }
  if (min !== undefined && !(v >= min)) { throw exports.outOfRange(name, '>= ' + min, v); }
};
// port is a number of a port, or a text of one; nonzero refuses that of any port.
exports.port = function (v, name, nonzero) {
  if (nonzero && v === 0 || typeof v !== 'number' && typeof v !== 'string' || typeof v === 'string' && v.trim() === '' || Number(v) !== Number(v) >>> 0 || v > 65535) { throw errors.port(name || 'Port', v, nonzero); }
  return v | 0;
};
exports.boolean = function (v, name) { if (typeof v !== 'boolean') { throw errors.argument(name, 'of type boolean', v); } };
exports.func = function (v, name) { if (typeof v !== 'function') { throw errors.argument(name, 'of type function', v); } };
exports.object = function (v, name) { if (v === null || typeof v !== 'object' || Array.isArray(v)) { throw errors.argument(name, 'of type object', v); } };
// anyObject accepts lists and functions as well, anyObjectOrNull null besides, which the web takes for options.
exports.anyObject = function (v, name) { if (v === null || typeof v !== 'object' && typeof v !== 'function') { throw errors.argument(name, 'of type object', v); } };
exports.anyObjectOrNull = function (v, name) { if (v !== null) { exports.anyObject(v, name); } };
exports.array = function (v, name) { if (!Array.isArray(v)) { throw errors.argument(name, 'an instance of Array', v); } };
// count checks how many arguments a method of the web gets.
exports.count = function (what, given, least) {
  if (given >= least) { return; }
  throw new TypeError(what + ': ' + least + ' argument' + (least > 1 ? 's' : '') + ' required, but ' + (given && least > 1 ? 'only ' : '') + given + ' found.');
};
// eacher checks the function of forEach.
exports.eacher = function (fn, of) { if (typeof fn !== 'function') { throw new TypeError("Failed to execute 'forEach' on '" + of + "': parameter 1 is not of type 'Function'."); } };
exports.signal = function (v, name) { if (typeof v !== 'object' || v === null || !('aborted' in v)) { throw errors.argument(name, 'an instance of AbortSignal', v); } };
// unknownSignal is the error of a name or number that no signal of the system has.
exports.unknownSignal = function (v) { return errors.worded(TypeError, 'ERR_UNKNOWN_SIGNAL', 'Unknown signal: %s', v); };
exports.encoding = function (name) { if (!Buffer.isEncoding(name)) { throw errors.worded(TypeError, 'ERR_UNKNOWN_ENCODING', 'Unknown encoding: %s', name); } };
exports.integer = function (v, name, min, max) {
  if (min === undefined) { min = Number.MIN_SAFE_INTEGER; }
  if (max === undefined) { max = Number.MAX_SAFE_INTEGER; }
  if (typeof v !== 'number') { throw errors.argument(name, 'of type number', v); }
  if (!Number.isInteger(v)) { throw exports.outOfRange(name, 'an integer', v); }
  if (v < min || v > max) { throw exports.outOfRange(name, '>= ' + min + ' && <= ' + max, v); }
};
exports.int32 = function (v, name, min, max) { exports.integer(v, name, min === undefined ? -2147483648 : min, max === undefined ? 2147483647 : max); };
exports.uint32 = function (v, name, positive) {
  if (typeof v !== 'number') { throw errors.argument(name, 'of type number', v); }
  if (!Number.isInteger(v)) { throw exports.outOfRange(name, 'an integer', v); }
  var min = positive ? 1 : 0;
  if (v < min || v > 4294967295) { throw exports.outOfRange(name, '>= ' + min + ' && <= 4294967295', v); }
};
exports.oneOf = function (v, name, list) {
  if (list.indexOf(v) < 0) { throw exports.invalidValue(name, v, 'must be one of: ' + list.map(function (x) { return typeof x === 'string' ? "'" + x + "'" : String(x); }).join(', ')); }
};
exports.bytes = function (v, name) { if (!ArrayBuffer.isView(v)) { throw errors.argument(name, 'an instance of Buffer, TypedArray, or DataView', v); } };
exports.isBuffer = function (v) { return ArrayBuffer.isView(v) || v instanceof ArrayBuffer || typeof SharedArrayBuffer === 'function' && v instanceof SharedArrayBuffer; };
// view returns the bytes of an ArrayBuffer, a view or a string.
exports.view = function (v, name, encoding) {
  if (v instanceof ArrayBuffer) { return new Uint8Array(v); }
  if (typeof v === 'string') { return Buffer.from(v, encoding === 'buffer' ? 'utf8' : encoding); }
  if (!ArrayBuffer.isView(v)) {
    if (exports.isBuffer(v)) { return new Uint8Array(v); }
    throw errors.argument(name, 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView', v);
  }
  return new Uint8Array(v.buffer, v.byteOffset, v.byteLength);
};
// data is as view, for data of hashes and ciphers.
exports.data = function (v, encoding) {
  if (typeof v === 'string') {
    if (encoding === 'hex' && v.length % 2) { throw exports.invalidValue('encoding', encoding, 'is invalid for data of length ' + v.length); }
    return Buffer.from(v, encoding === 'buffer' || encoding === undefined || encoding === null ? 'utf8' : encoding);
  }
  if (v instanceof Uint8Array) { return v; }
  if (!ArrayBuffer.isView(v)) { throw errors.argument('data', 'of type string or an instance of Buffer, TypedArray, or DataView', v); }
  return new Uint8Array(v.buffer, v.byteOffset, v.byteLength);
};
exports.out = function (b, encoding) { return encoding && encoding !== 'buffer' ? b.toString(encoding) : b; };
