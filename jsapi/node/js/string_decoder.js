// string_decoder: decodes chunks of bytes without splitting characters.
function StringDecoder(encoding) {
  if (encoding) { require('validate').encoding(encoding); }
  this.encoding = String(encoding || 'utf8').toLowerCase().replace('utf-8', 'utf8').replace('ucs2', 'utf16le').replace('ucs-2', 'utf16le').replace('utf-16le', 'utf16le').replace('binary', 'latin1');
  this.rest = none;
}
var none = Buffer.alloc(0);
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
        if (c >= 0xc0) { return (c >= 0xf8 ? 0 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2) > i ? i : 0; }
      }
  }
  return 0;
}
StringDecoder.prototype.write = function (chunk) {
  if (typeof chunk === 'string') { return chunk; }
  if (!ArrayBuffer.isView(chunk)) { throw require('errors').argument('buf', 'an instance of Buffer, TypedArray, or DataView', chunk); }
  var b = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  var began = this.rest.length > 0;
  if (began) { b = Buffer.concat([this.rest, b]); }
  var n = held(b, this.encoding, began);
  this.rest = n ? Buffer.from(b.subarray(b.length - n)) : none;
  return b.toString(this.encoding, 0, b.length - n);
};
StringDecoder.prototype.end = function (chunk) {
  var s = chunk === undefined ? '' : this.write(chunk);
  if (this.rest.length) { s += this.rest.toString(this.encoding); }
  this.rest = none;
  return s;
};
StringDecoder.prototype.text = StringDecoder.prototype.write;
exports.StringDecoder = StringDecoder;
