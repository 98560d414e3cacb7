// punycode: conversion of text to Punycode (RFC 3492), and of the labels of domains.
var base = 36, low = 1, high = 26, skew = 38, damp = 700, firstBias = 72, firstCode = 128, largest = 2147483647;
exports.version = '2.1.0';
exports.ucs2 = {
  decode: function (string) {
    var out = [];
    for (var i = 0; i < string.length; i++) { // lone surrogates stay as they are
      var c = string.charCodeAt(i), next = c >= 0xd800 && c < 0xdc00 ? string.charCodeAt(i + 1) : 0;
      if (next >= 0xdc00 && next < 0xe000) {
        c = (c - 0xd800) * 1024 + next - 0xdc00 + 0x10000;
        i++;
      }
      out.push(c);
    }
    return out;
  },
  encode: function (codePoints) { return String.fromCodePoint(...codePoints); }
};
function fail(message) { throw new RangeError(message); }
var overflow = 'Overflow: input needs wider integers to process';
function adapted(delta, count, first) {
  var k = 0;
  delta = first ? Math.floor(delta / damp) : delta >> 1;
  delta += Math.floor(delta / count);
  for (; delta > (base - low) * high >> 1; k += base) { delta = Math.floor(delta / (base - low)); }
  return Math.floor(k + (base - low + 1) * delta / (delta + skew));
}
function threshold(k, bias) { return k <= bias ? low : k >= bias + high ? high : k - bias; }
function digit(n) { return String.fromCharCode(n < 26 ? n + 97 : n + 22); }
function valueOf(c) {
  if (c >= 48 && c < 58) { return c - 22; }
  if (c >= 65 && c < 91) { return c - 65; }
  return c >= 97 && c < 123 ? c - 97 : base;
}
exports.decode = function (input) {
  var length = input.length, at = Math.max(input.lastIndexOf('-'), 0), out = [], n = firstCode, i = 0, bias = firstBias;
  for (var j = 0; j < at; j++) {
    if (input.charCodeAt(j) >= 0x80) { fail('Illegal input >= 0x80 (not a basic code point)'); }
    out.push(input.charCodeAt(j));
  }
  for (var from = at > 0 ? at + 1 : 0; from < length;) {
    var before = i;
    for (var weight = 1, k = base; ; k += base) {
      if (from >= length) { fail('Invalid input'); }
      var value = valueOf(input.charCodeAt(from++));
      if (value >= base) { fail('Invalid input'); }
      if (value > Math.floor((largest - i) / weight)) { fail(overflow); }
      i += value * weight;
      var t = threshold(k, bias);
      if (value < t) { break; }
      if (weight > Math.floor(largest / (base - t))) { fail(overflow); }
      weight *= base - t;
    }
    bias = adapted(i - before, out.length + 1, before === 0);
    if (Math.floor(i / (out.length + 1)) > largest - n) { fail(overflow); }
    n += Math.floor(i / (out.length + 1));
    i %= out.length + 1;
    out.splice(i++, 0, n);
  }
  return String.fromCodePoint.apply(null, out);
};
exports.encode = function (text) {
  var codes = exports.ucs2.decode(text), out = codes.filter(function (c) { return c < 0x80; }).map(function (c) { return String.fromCharCode(c); });
  var plain = out.length, done = plain, n = firstCode, delta = 0, bias = firstBias;
  if (plain) { out.push('-'); }
  for (; done < codes.length; delta++, n++) {
    var next = codes.reduce(function (m, c) { return c >= n && c < m ? c : m; }, largest);
    if (next - n > Math.floor((largest - delta) / (done + 1))) { fail(overflow); }
    delta += (next - n) * (done + 1);
    n = next;
    codes.forEach(function (c) {
      if (c < n && ++delta > largest) { fail(overflow); }
      if (c !== n) { return; }
      var q = delta;
      for (var k = base; ; k += base) {
        var t = threshold(k, bias);
        if (q < t) { break; }
        out.push(digit(t + (q - t) % (base - t)));
        q = Math.floor((q - t) / (base - t));
      }
      out.push(digit(q));
      bias = adapted(delta, done + 1, done === plain);
      delta = 0;
      done++;
    });
  }
  return out.join('');
};
// labels converts the labels of a domain, and keeps the user of an address.
function labels(domain, convert) {
  var at = domain.split('@'), user = at.length > 1 ? at[0] + '@' : '';
  return user + (at.length > 1 ? at[1] : domain).replace(/[\u3002\uff0e\uff61]/g, '.').split('.').map(convert).join('.');
}
exports.toASCII = function (domain) { return labels(domain, function (s) { return /[^\0-\x7f]/.test(s) ? 'xn--' + exports.encode(s) : s; }); };
exports.toUnicode = function (domain) { return labels(domain, function (s) { return /^xn--/.test(s) ? exports.decode(s.slice(4).toLowerCase()) : s; }); };
