// string_decoder: decodes chunks of bytes without splitting characters.
var errors = require('errors'), validate = require('validate');

var names = { 'utf-8': 'utf8', ucs2: 'utf16le', 'ucs-2': 'utf16le', 'utf-16le': 'utf16le', binary: 'latin1' };
function nameOf(encoding) {
  if (encoding === undefined || encoding === null || encoding === '') { return 'utf8'; }
  if (!Buffer.isEncoding(encoding)) { throw errors.worded(TypeError, 'ERR_UNKNOWN_ENCODING', 'Unknown encoding: %s', encoding); }
  var name = encoding.toLowerCase();
  return names[name] || name;
}
// The bytes of the character that is not complete yet belong to the decoder, not to what code sees of it.
var none = Buffer.alloc(0), state = Symbol('kNativeDecoder');
function StringDecoder(encoding) {
  this.encoding = nameOf(encoding);
  Object.defineProperty(this, state, { value: none, writable: true, configurable: true });
}
// held returns how many bytes at the end of b are an incomplete character; began says that
// the first ones are of an earlier piece.
function held(b, encoding, began) {
  switch (encoding) {
    case 'utf16le':
      // The first half of a pair waits, as in Node not where half of another character follows in one piece.
      if (b.length % 2 === 0) { return b.length && (b[b.length - 1] & 0xfc) === 0xd8 ? 2 : 0; }
      return began && b.length === 3 && (b[1] & 0xfc) === 0xd8 ? 3 : 1;
    case 'base64': case 'base64url': return b.length % 3;
    case 'utf8':
      for (var i = 1; i <= Math.min(3, b.length); i++) {
        var c = b[b.length - i];
        if (c < 0x80) { return 0; }
        if (c >= 0xc0) { return length(c) > i ? i : 0; }
      }
  }
  return 0;
}
// length is how many bytes a character of UTF-8 has that begins with c.
function length(c) { return c >= 0xf8 ? 0 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2; }
function total(rest, encoding) {
  if (!rest.length) { return 0; }
  switch (encoding) {
    case 'utf16le': return rest.length > 1 && (rest[1] & 0xfc) === 0xd8 ? 4 : 2;
    case 'utf8': return length(rest[0]);
    default: return 3;
  }
}
function rest(decoder) {
  if (!decoder[state]) { throw errors.receiver('StringDecoder'); }
  return decoder[state];
}
StringDecoder.prototype.write = function write(buf) {
  if (typeof buf === 'string') { return buf; }
  validate.bytes(buf, 'buf');
  var b = Buffer.isBuffer(buf) ? buf : Buffer.from(buf.buffer, buf.byteOffset, buf.byteLength), before = rest(this);
  if (before.length) { b = Buffer.concat([before, b]); }
  var n = held(b, this.encoding, before.length > 0);
  this[state] = n ? Buffer.from(b.subarray(b.length - n)) : none;
  return b.toString(this.encoding, 0, b.length - n);
};
StringDecoder.prototype.end = function end(buf) {
  var s = buf === undefined ? '' : this.write(buf), left = rest(this);
  if (left.length) { s += left.toString(this.encoding); }
  this[state] = none;
  return s;
};
StringDecoder.prototype.text = function text(buf, offset) {
  this[state] = none;
  return this.write(buf.slice(offset));
};
// What the character waits for: its bytes so far, how many are missing, and how many it has.
function shown(name, value) { Object.defineProperty(StringDecoder.prototype, name, { get: function () { return value(rest(this), this.encoding); }, enumerable: true, configurable: true }); }
shown('lastChar', function (left) { return Buffer.concat([left, Buffer.alloc(4 - left.length)]); });
shown('lastNeed', function (left, encoding) { return total(left, encoding) - left.length; });
shown('lastTotal', total);
exports.StringDecoder = StringDecoder;
