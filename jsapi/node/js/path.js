// path: POSIX paths; those of Windows are in pathwindows.
var validate = require('validate');

function text(p, name) {
  if (typeof p !== 'string') { validate.string(p, name || 'path'); }
  return p;
}
// fold resolves the . and .. of a list of segments.
function fold(parts, absolute) {
  var out = [];
  parts.forEach(function (p) {
    if (p === '' || p === '.') { return; }
    if (p === '..') {
      if (out.length && out[out.length - 1] !== '..') { out.pop(); } else if (!absolute) { out.push('..'); }
      return;
    }
    out.push(p);
  });
  return out;
}
// format returns the function of that name for paths with a separator.
function format(sep) {
  return function format(o) {
    validate.object(o, 'pathObject');
    var base = o.base || (o.name || '') + (o.ext ? (o.ext[0] === '.' ? '' : '.') + o.ext : ''), dir = o.dir || o.root;
    return !dir ? base : dir === o.root ? dir + base : dir + sep + base;
  };
}
var posix = { sep: '/', delimiter: ':' };
posix.resolve = function resolve() {
  var p = '', absolute = false, out;
  for (var i = arguments.length - 1; i >= -1 && !absolute; i--) {
    var s = i >= 0 ? text(arguments[i], 'paths[' + i + ']') : process.cwd();
    if (s === '') { continue; }
    p = s + '/' + p;
    absolute = s[0] === '/';
  }
  out = fold(p.split('/'), absolute).join('/');
  return absolute ? '/' + out : out || '.';
};
posix.normalize = function normalize(p) {
  text(p);
  if (p === '') { return '.'; }
  var absolute = p[0] === '/', out = fold(p.split('/'), absolute).join('/');
  if (!out) { return absolute ? '/' : p[p.length - 1] === '/' ? './' : '.'; }
  return (absolute ? '/' : '') + out + (p[p.length - 1] === '/' ? '/' : '');
};
posix.isAbsolute = function isAbsolute(p) { return text(p)[0] === '/'; };
posix.join = function join() {
  var p = '';
  for (var i = 0; i < arguments.length; i++) {
    if (text(arguments[i]) !== '') { p += (p === '' ? '' : '/') + arguments[i]; }
  }
  return posix.normalize(p);
};
posix.relative = function relative(from, to) {
  text(from, 'from');
  text(to, 'to');
  if (from === to) { return ''; }
  from = posix.resolve(from);
  to = posix.resolve(to);
  if (from === to) { return ''; }
  var a = from.split('/').filter(Boolean), b = to.split('/').filter(Boolean), i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) { i++; }
  return a.slice(i).map(function () { return '..'; }).concat(b.slice(i)).join('/');
};
posix.toNamespacedPath = function toNamespacedPath(p) { return p; };
posix.dirname = function dirname(p) {
  var rest = text(p).replace(/\/+$/, ''), at = rest.lastIndexOf('/');
  if (at < 0) { return p[0] === '/' ? '/' : '.'; }
  return at > 1 || p[0] !== '/' ? rest.slice(0, at) : at ? '//' : '/';
};
posix.basename = function basename(p, suffix) {
  if (suffix !== undefined) { text(suffix, 'suffix'); }
  text(p);
  if (suffix && suffix === p) { return ''; }
  var base = p.replace(/\/+$/, '');
  return unsuffixed(p, base.slice(base.lastIndexOf('/') + 1), suffix);
};
// unsuffixed returns the last name of a path without its suffix. As in Node, a name that is itself the end of the suffix stays with the separators behind it.
function unsuffixed(p, base, suffix) {
  if (!suffix || base === suffix) { return base; }
  if (base.length < suffix.length) { return suffix.length <= p.length && suffix.slice(suffix.length - base.length) === base ? p.slice(p.lastIndexOf(base, base ? p.length : 0)) : base; }
  return base.slice(-suffix.length) === suffix ? base.slice(0, -suffix.length) : base;
}
posix.extname = function extname(p) { return extension(posix.basename(text(p))); };
function extension(base) {
  var at = base.lastIndexOf('.');
  return at <= 0 || base === '..' ? '' : base.slice(at);
}
posix.format = format('/');
posix.parse = function parse(p) {
  text(p);
  var o = { root: p[0] === '/' ? '/' : '', dir: '', base: posix.basename(p), ext: '', name: '' }, rest = p.replace(/\/+$/, ''), at = rest.lastIndexOf('/');
  o.ext = extension(o.base);
  o.name = o.ext ? o.base.slice(0, -o.ext.length) : o.base;
  o.dir = at > 0 ? rest.slice(0, at) : o.root;
  return o;
};
var win32 = require('pathwindows')(text, fold, function () { return process.cwd(); }, extension, unsuffixed, format('\\'));
posix.posix = win32.posix = posix;
posix.win32 = win32.win32 = win32;
posix._makeLong = posix.toNamespacedPath;
win32._makeLong = win32.toNamespacedPath;
module.exports = posix;
