// buffernumbers: the methods of Buffer that read and write numbers, where an argument is not plain: its checks
// are those of Node.
var errors = require('errors'), validate = require('validate');

function bounds(v, last, name) {
  if (Math.floor(v) !== v) { throw validate.outOfRange(name || 'offset', 'an integer', v); }
  if (last < 0) { throw errors.coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds'); }
  throw validate.outOfRange(name || 'offset', '>= ' + (name ? 1 : 0) + ' and <= ' + last, v);
}
function place(b, offset, size) {
  if (typeof offset !== 'number') { throw errors.argument('offset', 'of type number', offset); }
  if (!(Number.isInteger(offset) && offset >= 0 && offset + size <= b.length)) { bounds(offset, b.length - size); }
}
// inRange checks the value of an integer of so many bytes.
function inRange(v, size, signed, big) {
  var bits = size * 8, one = big ? 1n : 1, two = big ? 2n : 2, n = big ? 'n' : '';
  var power = function (p) { return two ** (big ? BigInt(p) : p); };
  var min = signed ? -power(bits - 1) : big ? 0n : 0, max = (signed ? power(bits - 1) : power(bits)) - one;
  if (v > max || v < min) {
    var range = size <= 4 ? '>= ' + min + ' and <= ' + max : signed ? '>= -(2' + n + ' ** ' + (bits - 1) + n + ') and < 2' + n + ' ** ' + (bits - 1) + n : '>= 0' + n + ' and < 2' + n + ' ** ' + bits + n;
    throw validate.outOfRange('value', range, v);
  }
}
// named reads the name of a method: readInt16LE, writeBigUInt64BE, readUIntLE.
function named(name) {
  var m = /^(read|write)(Big)?(U?)(?:[Ii]nt|Float|Double)(8|16|32|64)?(LE|BE)?$/.exec(name);
  var float = /Float/.test(name) ? 4 : /Double/.test(name) ? 8 : 0;
  return { write: m[1] === 'write', big: !!m[2], signed: !m[3], float: float, size: float || m[4] / 8 || 0, little: m[5] === 'LE' };
}
module.exports = function (b, name, args) {
  var k = named(name), offset = args[k.write ? 1 : 0], v = args[0], size = k.size;
  if (k.write && !k.big) { v = +v; }
  if (!size) {
    var given = args[k.write ? 2 : 1];
    if (!k.write && offset === undefined) { throw errors.argument('offset', 'of type number', offset); }
    if (typeof given !== 'number') { throw errors.argument('byteLength', 'of type number', given); }
    if (!(Number.isInteger(given) && given >= 1 && given <= 6)) { bounds(given, 6, 'byteLength'); }
    size = given;
    if (k.write && offset === undefined) { throw errors.argument('offset', 'of type number', offset); }
  } else if (offset === undefined) { offset = 0; }
  if (k.write && !k.float) {
    if (size === 1 && typeof offset !== 'number') { place(b, offset, size); } // before the value, for one byte only
    inRange(v, size, k.signed, k.big);
  }
  place(b, offset, size);
  var view = new DataView(b.buffer, b.byteOffset, b.length), i, at;
  if (k.float || k.big) {
    var type = k.float ? 'Float' + size * 8 : 'Big' + (k.signed ? 'Int' : 'Uint') + '64';
    if (!k.write) { return view['get' + type](offset, k.little); }
    if (k.big && typeof v !== 'bigint') { throw new TypeError('Cannot mix BigInt and other types, use explicit conversions'); }
    if (v !== v && size === 8) { view.setBigUint64(offset, 0x7ff8000000000000n, k.little); } else { view['set' + type](offset, v, k.little); } // the NaN of V8
    return offset + size;
  }
  if (!k.write) {
    var sum = 0;
    for (i = 0; i < size; i++) { sum = sum * 256 + b[k.little ? offset + size - 1 - i : offset + i]; }
    return k.signed && sum >= 2 ** (size * 8 - 1) ? sum - 2 ** (size * 8) : sum;
  }
  var rest = Math.trunc(v) || 0;
  if (rest < 0) { rest += 2 ** (size * 8); }
  for (i = 0; i < size; i++) {
    at = k.little ? offset + i : offset + size - 1 - i;
    b[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return offset + size;
};
