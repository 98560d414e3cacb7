// textwidth: how many columns of a terminal a text takes.
// escapes are the control sequences of ECMA-48: CSI, OSC up to BEL or ST, and those of two characters.
var escapes = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;
module.exports = function (text, keep) {
  if (!keep) { text = text.replace(escapes, ''); }
  return /^[\x20-\x7e]*$/.test(text) ? text.length : native.columns(text.normalize('NFC'));
};
