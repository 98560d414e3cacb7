// textwidth: how many columns of a terminal a text takes.
var escapes = /[\u001B\u009B][[\]()#;?]*(?:(?:(?:(?:;[-a-zA-Z\d/#&.:=?%@~_]+)*|[a-zA-Z\d]+(?:;[-a-zA-Z\d/#&.:=?%@~_]*)*)?(?:\u0007|\u001B\u005C|\u009C))|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-ntqry=><~]))/g;

function wide(c) {
  return c >= 0x1100 && (c <= 0x115f || c === 0x2329 || c === 0x232a || c >= 0x2e80 && c <= 0x3247 && c !== 0x303f ||
    c >= 0x3250 && c <= 0x4dbf || c >= 0x4e00 && c <= 0xa4c6 || c >= 0xa960 && c <= 0xa97c || c >= 0xac00 && c <= 0xd7a3 ||
    c >= 0xf900 && c <= 0xfaff || c >= 0xfe10 && c <= 0xfe19 || c >= 0xfe30 && c <= 0xfe6b || c >= 0xff01 && c <= 0xff60 ||
    c >= 0xffe0 && c <= 0xffe6 || c >= 0x1b000 && c <= 0x1b001 || c >= 0x1f200 && c <= 0x1f251 || c >= 0x1f300 && c <= 0x1faff || c >= 0x20000 && c <= 0x3fffd);
}
function empty(c) {
  return c <= 0x1f || c >= 0x7f && c <= 0x9f || c >= 0x300 && c <= 0x36f || c >= 0x200b && c <= 0x200f || c >= 0x20d0 && c <= 0x20ff || c >= 0xfe00 && c <= 0xfe0f || c >= 0xfe20 && c <= 0xfe2f || c >= 0xe0100 && c <= 0xe01ef;
}
// The escape sequences of colours take none.
module.exports = function (text, keep) {
  if (!keep) { text = text.replace(escapes, ''); }
  if (/^[\x20-\x7e]*$/.test(text)) { return text.length; }
  var n = 0;
  for (var ch of text.normalize('NFC')) {
    var c = ch.codePointAt(0);
    n += wide(c) ? 2 : empty(c) ? 0 : 1;
  }
  return n;
};
