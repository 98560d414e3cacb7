// querystring: query strings without nested objects.
function unescape(s, decodeSpaces) {
  try { return decodeURIComponent(s); } catch (e) { return exports.unescapeBuffer(s, decodeSpaces).toString(); }
}
function escape(s) {
  if (typeof s !== 'string') { s = typeof s === 'object' ? String(s) : s + ''; }
  try { return encodeURIComponent(s); } catch (e) { return encodeURIComponent(paired(s)); }
}
// paired has a surrogate make a pair with whatever follows it.
function paired(s) {
  return s.replace(/[\ud800-\udfff]([^]?)/g, function (two, next) {
    if (!next) { throw require('errors').coded(URIError, 'ERR_INVALID_URI', 'URI malformed'); }
    return String.fromCharCode(0xd800 | two.charCodeAt(0) & 0x3ff, 0xdc00 | next.charCodeAt(0) & 0x3ff);
  });
}
function primitive(v) {
  if (typeof v === 'string') { return v; }
  if (typeof v === 'number' && isFinite(v)) { return String(v); }
  if (typeof v === 'bigint' || typeof v === 'boolean') { return String(v); }
  return '';
}
// unescapeBuffer keeps what is not escaped, or not correctly. Of bytes it takes those.
exports.unescapeBuffer = function unescapeBuffer(s, decodeSpaces) {
  var out = Buffer.allocUnsafe(s.length), n = 0;
  function at(i) { return typeof s === 'string' ? s.charCodeAt(i) : s[i]; }
  function digit(i) { var c = String.fromCharCode(at(i)); return i < s.length && /[0-9a-fA-F]/.test(c) ? parseInt(c, 16) : -1; }
  for (var i = 0; i < s.length; i++) {
    var high = at(i) === 37 ? digit(i + 1) : -1, low = high >= 0 ? digit(i + 2) : -1;
    if (low >= 0) {
      out[n++] = high * 16 + low;
      i += 2;
    } else { out[n++] = at(i) === 43 && decodeSpaces ? 32 : at(i); }
  }
  return n === s.length ? out : out.slice(0, n);
};
exports.unescape = unescape;
exports.escape = escape;
exports.stringify = exports.encode = function (o, sep, eq, options) {
  var enc = options && typeof options.encodeURIComponent === 'function' ? options.encodeURIComponent : exports.escape;
  sep = joint(sep, '&');
  eq = joint(eq, '=');
  if (o === null || typeof o !== 'object') { return ''; }
  return Object.keys(o).map(function (k) {
    var name = enc(primitive(k)) + eq;
    return Array.isArray(o[k]) ? o[k].map(function (v) { return name + enc(primitive(v)); }).join(sep) : name + enc(primitive(o[k]));
  }).filter(Boolean).join(sep);
};
// joint is what stands between pairs, or between a name and a value, where it is given.
function joint(given, usual) { return given ? `${given}` : usual; }
exports.parse = exports.decode = function (s, sep, eq, options) {
  var out = Object.create(null), custom = options && typeof options.decodeURIComponent === 'function', dec = custom ? options.decodeURIComponent : exports.unescape;
  if (typeof s !== 'string' || !s) { return out; }
  sep = joint(sep, '&');
  eq = joint(eq, '=');
  var max = options && typeof options.maxKeys === 'number' ? options.maxKeys : 1000;
  var parts = s.split(sep);
  if (max > 0) { parts = parts.slice(0, Math.ceil(max)); }
  parts.forEach(function (part) {
    if (!part) { return; }
    part = part.replace(/\+/g, ' ');
    var at = part.indexOf(eq), k = dec(at < 0 ? part : part.slice(0, at)), v = at < 0 ? '' : dec(part.slice(at + eq.length));
    if (!(k in out)) { out[k] = v; } else if (Array.isArray(out[k])) { out[k].push(v); } else { out[k] = [out[k], v]; }
  });
  return out;
};
