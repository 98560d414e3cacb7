// path: POSIX paths; win32 exists for code that refers to it.
function text(p, name) {
  if (typeof p !== 'string') {
    var e = new TypeError('The "' + (name || 'path') + '" argument must be of type string. Received ' + (p === undefined ? 'undefined' : p === null ? 'null' : typeof p === 'object' ? 'an instance of ' + (p.constructor && p.constructor.name || 'Object') : 'type ' + typeof p + ' (' + String(p) + ')'));
    e.code = 'ERR_INVALID_ARG_TYPE';
    throw e;
  }
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
function make(sep, split, isRoot) {
  var path = { sep: sep, delimiter: sep === '/' ? ':' : ';' };
  function root(p) { var m = isRoot.exec(p); return m ? m[0] : ''; }
  path.normalize = function (p) {
    text(p);
    if (p === '') { return '.'; }
    var r = root(p), rest = p.slice(r.length), trailing = split.test(rest.slice(-1));
    var out = fold(rest.split(split), r !== '').join(sep);
    if (!out && !r) { out = '.'; }
    if (out && trailing) { out += sep; }
    return (r ? r.replace(/[\\/]/g, sep) : '') + out;
  };
  path.join = function () {
    var parts = Array.prototype.map.call(arguments, function (p) { return text(p); }).filter(function (p) { return p !== ''; });
    return parts.length ? path.normalize(parts.join(sep)) : '.';
  };
  path.resolve = function () {
    var p = '', absolute = false;
    for (var i = arguments.length - 1; i >= -1 && !absolute; i--) {
      var s = i >= 0 ? text(arguments[i]) : native.cwd();
      if (s === '') { continue; }
      p = s + (p ? sep + p : '');
      absolute = root(s) !== '';
    }
    var r = root(p);
    var out = fold(p.slice(r.length).split(split), absolute).join(sep);
    return r ? r.replace(/[\\/]/g, sep) + out : out || '.';
  };
  path.isAbsolute = function (p) { return root(text(p)) !== ''; };
  path.relative = function (from, to) {
    from = path.resolve(text(from, 'from'));
    to = path.resolve(text(to, 'to'));
    if (from === to) { return ''; }
    var a = from.split(split).filter(Boolean), b = to.split(split).filter(Boolean), i = 0;
    while (i < a.length && i < b.length && a[i] === b[i]) { i++; }
    return a.slice(i).map(function () { return '..'; }).concat(b.slice(i)).join(sep);
  };
  path.dirname = function (p) {
    text(p);
    var r = root(p), rest = p.slice(r.length).replace(sep === '/' ? /\/+$/ : /[\\/]+$/, '');
    var at = Math.max(rest.lastIndexOf(sep), rest.lastIndexOf('/'));
    return at < 0 ? r || '.' : r + rest.slice(0, at);
  };
  path.basename = function (p, ext) {
    text(p);
    if (ext !== undefined) { text(ext, 'suffix'); }
    if (ext === p) { return ''; }
    if (sep !== '/') { p = p.replace(/^[A-Za-z]:/, ''); }
    var base = p.replace(sep === '/' ? /\/+$/ : /[\\/]+$/, '');
    base = base.slice(Math.max(base.lastIndexOf(sep), base.lastIndexOf('/')) + 1);
    return ext && base !== ext && base.slice(-ext.length) === ext ? base.slice(0, -ext.length) : base;
  };
  path.extname = function (p) {
    var base = path.basename(p), at = base.lastIndexOf('.');
    return at <= 0 || base === '..' ? '' : base.slice(at);
  };
  path.parse = function (p) {
    text(p);
    var r = root(p), base = path.basename(p), ext = path.extname(p);
    if (r && p.slice(r.length).replace(/[\\/]/g, '') === '') { return { root: r, dir: r, base: '', ext: '', name: '' }; }
    var dir = path.dirname(p);
    return { root: r, dir: dir === '.' && p.slice(0, 2) !== './' ? '' : dir, base: base, ext: ext, name: ext ? base.slice(0, -ext.length) : base };
  };
  path.format = function (o) {
    var base = o.base || (o.name || '') + (o.ext ? (o.ext[0] === '.' ? '' : '.') + o.ext : '');
    var dir = o.dir || o.root;
    return !dir ? base : dir === o.root ? dir + base : dir + sep + base;
  };
  path.toNamespacedPath = function (p) { return p; };
  return path;
}
var posix = make('/', /\/+/, /^\//);
var win32 = make('\\', /[\\/]+/, /^(?:[A-Za-z]:)?[\\/]+|^[A-Za-z]:/);
// A POSIX root is one slash, even if there are several.
var normalize = posix.normalize, resolve = posix.resolve;
posix.normalize = function (p) { return normalize(p).replace(/^\/+/, '/'); };
posix.resolve = function () { return resolve.apply(null, arguments).replace(/^\/+/, '/'); };
posix.dirname = function (p) {
  var rest = text(p).replace(/\/+$/, ''), at = rest.lastIndexOf('/');
  if (at < 0) { return p[0] === '/' ? '/' : '.'; }
  return at > 1 || p[0] !== '/' ? rest.slice(0, at) : at ? '//' : '/';
};
var parse = posix.parse;
posix.parse = function (p) {
  var o = parse(p);
  if (o.root) {
    o.root = '/';
    o.dir = p.replace(/\/+$/, '').replace(/[^/]*$/, '').slice(0, -1) || '/';
  }
  return o;
};
posix.posix = win32.posix = posix;
posix.win32 = win32.win32 = win32;
module.exports = posix;
