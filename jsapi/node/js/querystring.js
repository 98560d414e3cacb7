// querystring: query strings without nested objects.
function unescape(s) {
  try { return decodeURIComponent(s); } catch (e) {
    return s.replace(/(?:%[0-9a-fA-F]{2})+/g, function (m) { return Buffer.from(m.replace(/%/g, ''), 'hex').toString(); });
  }
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
// unescapeBuffer keeps what is not escaped, or not correctly.
exports.unescapeBuffer = function (s, decodeSpaces) {
  var out = [];
  for (var i = 0; i < s.length; i++) {
    var pair = s[i] === '%' && /^[0-9a-fA-F]{2}$/.test(s.slice(i + 1, i + 3)) ? s.slice(i + 1, i + 3) : '';
    if (pair) { out.push(parseInt(pair, 16)); i += 2; } else { out.push(s[i] === '+' && decodeSpaces ? 32 : s.charCodeAt(i)); }
  }
  return Buffer.from(out);
};
exports.unescape = unescape;
exports.escape = escape;
exports.stringify = exports.encode = function (o, sep, eq, options) {
  var enc = options && options.encodeURIComponent || exports.escape;
  sep = sep || '&';
  eq = eq || '=';
  if (o === null || typeof o !== 'object') { return ''; }
  return Object.keys(o).map(function (k) {
    var name = enc(primitive(k)) + eq;
    return Array.isArray(o[k]) ? o[k].map(function (v) { return name + enc(primitive(v)); }).join(sep) : name + enc(primitive(o[k]));
  }).filter(Boolean).join(sep);
};
exports.parse = exports.decode = function (s, sep, eq, options) {
  var out = Object.create(null), dec = options && options.decodeURIComponent || exports.unescape;
  if (typeof s !== 'string' || !s) { return out; }
  sep = sep || '&';
  eq = eq || '=';
  var max = options && typeof options.maxKeys === 'number' ? options.maxKeys : 1000;
  var parts = s.split(sep);
  if (max > 0) { parts = parts.slice(0, max); }
  parts.forEach(function (part) {
    if (!part) { return; }
    part = part.replace(/\+/g, ' ');
    var at = part.indexOf(eq), k = dec(at < 0 ? part : part.slice(0, at)), v = at < 0 ? '' : dec(part.slice(at + eq.length));
    if (!(k in out)) { out[k] = v; } else if (Array.isArray(out[k])) { out[k].push(v); } else { out[k] = [out[k], v]; }
  });
  return out;
};
