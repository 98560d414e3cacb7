// string_decoder: decodes chunks of bytes without splitting characters.
function StringDecoder(encoding) {
  if (encoding) { require('validate').encoding(encoding); }
  this.encoding = String(encoding || 'utf8').toLowerCase().replace('utf-8', 'utf8').replace('ucs2', 'utf16le').replace('ucs-2', 'utf16le').replace('utf-16le', 'utf16le').replace('binary', 'latin1');
  this.rest = Buffer.alloc(0);
}
// held returns how many bytes at the end of b are an incomplete character.
function held(b, encoding) {
  if (encoding === 'utf16le') { return b.length % 2; }
  if (encoding === 'base64') { return b.length % 3; }
  if (encoding !== 'utf8') { return 0; }
  for (var i = 1; i <= Math.min(3, b.length); i++) {
    var c = b[b.length - i];
    if (c < 0x80) { return 0; }
    if (c >= 0xc0) { return (c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2) > i ? i : 0; }
  }
  return 0;
}
StringDecoder.prototype.write = function (chunk) {
  if (typeof chunk === 'string') { return chunk; }
  var b = this.rest.length ? Buffer.concat([this.rest, chunk]) : Buffer.from(chunk);
  var n = held(b, this.encoding);
  this.rest = b.slice(b.length - n);
  return b.slice(0, b.length - n).toString(this.encoding);
};
StringDecoder.prototype.end = function (chunk) {
  var s = chunk === undefined ? '' : this.write(chunk);
  s += this.rest.toString(this.encoding);
  this.rest = Buffer.alloc(0);
  return s;
};
StringDecoder.prototype.text = StringDecoder.prototype.write;
exports.StringDecoder = StringDecoder;
