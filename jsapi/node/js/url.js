// url: URL and URLSearchParams, and the older parse, format and resolve.
var querystring = require('querystring');
// The native constructor ignores new.target.
exports.URLSearchParams = function URLSearchParams() {
  var target = new.target;
  if (!target) { throw new TypeError("Class constructor URLSearchParams cannot be invoked without 'new'"); }
  var made = Reflect.construct(native.URLSearchParams, arguments);
  return Object.setPrototypeOf(made, target.prototype);
};
exports.URLSearchParams.prototype = Object.create(native.URLSearchParams.prototype, {
  constructor: { value: exports.URLSearchParams, writable: true, configurable: true },
  [Symbol.toStringTag]: { value: 'URLSearchParams', configurable: true },
  forEach: { value: function forEach(fn, self) {
    if (typeof fn !== 'function') { throw require('util').invalidArgument('callback', 'function', fn); }
    for (var e of this) { fn.call(self, e[1], e[0], this); }
  }, writable: true, enumerable: true, configurable: true }
});
native.URL.canParse = function (url, base) { try { new native.URL(url, base); return true; } catch (e) { return false; } };
var withOrigin = ['http:', 'https:', 'ws:', 'wss:', 'ftp:'];
// Reading search writes changes of searchParams to the URL.
exports.URL = class URL extends native.URL {
  get href() { return this.search === undefined ? '' : super.href; }
  set href(v) { super.href = v; }
  get searchParams() { return Object.setPrototypeOf(super.searchParams, exports.URLSearchParams.prototype); }
  // The native origin lacks the port, and exists for every scheme.
  get origin() {
    if (this.protocol === 'blob:') { return exports.URL.canParse(this.href.slice(5)) ? new exports.URL(this.href.slice(5)).origin : 'null'; }
    return withOrigin.indexOf(this.protocol) >= 0 ? this.protocol + '//' + this.host : 'null';
  }
  toString() { return this.href; }
  toJSON() { return this.href; }
  get [Symbol.toStringTag]() { return 'URL'; }
};
exports.domainToASCII = native.toASCII;
exports.domainToUnicode = native.toUnicode;

function Url() {
  var self = this;
  ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname', 'hash', 'search', 'query', 'pathname', 'path', 'href'].forEach(function (k) { self[k] = null; });
}
exports.Url = Url;
var slashed = { 'http:': true, 'https:': true, 'ftp:': true, 'gopher:': true, 'file:': true, 'ws:': true, 'wss:': true };
var escapes = /[\t\n\r "'<>\\^`{|}]/g;
function invalid(text) {
  var e = new TypeError('The "url" argument must be of type string. Received ' + (text === null || text === undefined ? text : typeof text));
  e.code = 'ERR_INVALID_ARG_TYPE';
  return e;
}

Url.prototype.parse = function (text, parseQuery, slashesDenoteHost) {
  if (typeof text !== 'string') { throw invalid(text); }
  var rest = text.trim(), at = rest.search(/[?#]/);
  rest = at < 0 ? rest.replace(/\\/g, '/') : rest.slice(0, at).replace(/\\/g, '/') + rest.slice(at);
  var m = /^([a-z0-9.+-]+:)/i.exec(rest), proto = '';
  if (m) {
    proto = this.protocol = m[1].toLowerCase();
    rest = rest.slice(m[1].length);
  }
  var script = proto === 'javascript:';
  if ((slashesDenoteHost || m || /^\/\/[^@/]+@[^@/]+/.test(rest)) && !script && rest.slice(0, 2) === '//') {
    this.slashes = true;
    rest = rest.slice(2);
  }
  if (!script && (this.slashes || m && !slashed[proto])) { rest = this.authority(rest); }
  if (!script) { rest = rest.replace(escapes, function (c) { return c === "'" ? '%27' : encodeURIComponent(c); }); }
  at = rest.indexOf('#');
  if (at >= 0) {
    this.hash = rest.slice(at);
    rest = rest.slice(0, at);
  }
  at = rest.indexOf('?');
  if (at >= 0) {
    this.search = rest.slice(at);
    this.query = rest.slice(at + 1);
    if (parseQuery) { this.query = querystring.parse(this.query); }
    rest = rest.slice(0, at);
  } else if (parseQuery) {
    this.search = null;
    this.query = querystring.parse('');
  }
  if (rest) { this.pathname = rest; }
  if (slashed[proto] && this.hostname && !this.pathname) { this.pathname = '/'; }
  if (this.pathname || this.search) { this.path = (this.pathname || '') + (this.search || ''); }
  this.href = this.format();
  return this;
};
// authority parses user, host and port at the start of rest.
Url.prototype.authority = function (rest) {
  var end = rest.search(/[/?#]/), limit = end < 0 ? rest.length : end;
  var at = rest.lastIndexOf('@', limit - 1);
  if (at >= 0) {
    try { this.auth = decodeURIComponent(rest.slice(0, at)); } catch (e) { this.auth = rest.slice(0, at); }
    rest = rest.slice(at + 1);
  }
  end = rest.search(/[\t\n\r "#%'/;<>?\\^`{|}]/);
  var host = end < 0 ? rest : rest.slice(0, end);
  rest = end < 0 ? '' : rest.slice(end);
  var port = /:([0-9]*)$/.exec(host);
  if (port) {
    if (port[1]) { this.port = port[1]; }
    host = host.slice(0, -port[0].length);
  }
  var stop = host[0] === '[' ? -1 : host.search(/[^a-zA-Z0-9.\-_\u0080-\uffff]/);
  if (stop >= 0) {
    rest = '/' + host.slice(stop) + (port ? port[0] : '') + rest;
    this.port = null;
    host = host.slice(0, stop);
  }
  var six = host[0] === '[' && host[host.length - 1] === ']';
  this.hostname = host.length > 255 ? '' : host.toLowerCase();
  if (!six && /[^\x00-\x7f]/.test(this.hostname)) { this.hostname = native.toASCII(this.hostname); }
  this.host = this.hostname + (this.port ? ':' + this.port : '');
  if (six) { this.hostname = this.hostname.slice(1, -1); }
  return rest;
};
Url.prototype.format = function () {
  var auth = this.auth ? encodeURIComponent(this.auth).replace(/%3A/i, ':') + '@' : '';
  var proto = this.protocol || '', path = this.pathname || '', hash = this.hash || '', host = '', query = '';
  if (this.host) { host = auth + this.host; } else if (this.hostname) {
    host = auth + (this.hostname.indexOf(':') >= 0 && this.hostname[0] !== '[' ? '[' + this.hostname + ']' : this.hostname) + (this.port ? ':' + this.port : '');
  }
  if (this.query !== null && typeof this.query === 'object') { query = querystring.stringify(this.query); }
  var search = this.search || (query && '?' + query) || '';
  if (proto && proto[proto.length - 1] !== ':') { proto += ':'; }
  path = path.replace(/[?#]/g, encodeURIComponent);
  search = search.replace(/#/g, '%23');
  if (this.slashes || slashed[proto] && host) {
    if (this.slashes || host) {
      if (path && path[0] !== '/') { path = '/' + path; }
      host = '//' + host;
    }
  }
  if (hash && hash[0] !== '#') { hash = '#' + hash; }
  if (search && search[0] !== '?') { search = '?' + search; }
  return proto + host + path + search + hash;
};
Url.prototype.resolve = function (relative) { return this.resolveObject(exports.parse(relative, false, true)).format(); };
Url.prototype.resolveObject = function (relative) {
  if (typeof relative === 'string') { relative = exports.parse(relative, false, true); }
  var out = Object.assign(new Url(), this);
  out.hash = relative.hash;
  if (relative.href === '') {
    out.href = out.format();
    return out;
  }
  if (relative.protocol && relative.protocol !== out.protocol) {
    out = Object.assign(new Url(), relative);
    if (slashed[out.protocol] && !out.host && out.protocol !== 'file:') {
      var parts = (out.pathname || '').split('/').filter(Boolean);
      out.host = out.hostname = parts.shift() || '';
      out.pathname = '/' + parts.join('/');
    }
    out.slashes = out.slashes || this.slashes;
  } else if (relative.slashes && relative.host !== null) {
    var proto = out.protocol;
    out = Object.assign(new Url(), relative, { protocol: proto });
  } else if (relative.pathname) {
    var base = out.pathname || '', path = relative.pathname;
    if (path[0] !== '/') { path = (out.host && !base ? '/' : base.slice(0, base.lastIndexOf('/') + 1)) + path; }
    out.pathname = path;
    out.search = relative.search;
    out.query = relative.query;
  } else if (relative.search !== null) {
    out.search = relative.search;
    out.query = relative.query;
  }
  if (out.pathname) { out.pathname = dots(out.pathname); }
  if (out.host && (!out.pathname || out.pathname[0] !== '/') && slashed[out.protocol]) { out.pathname = '/' + (out.pathname || ''); }
  out.path = out.pathname || out.search ? (out.pathname || '') + (out.search || '') : null;
  out.href = out.format();
  return out;
};
function dots(path) {
  var absolute = path[0] === '/', out = [], parts = path.split('/'), last = parts[parts.length - 1];
  parts.forEach(function (p, i) {
    if (p === '.') { return; }
    if (p === '..') {
      if (out.length > (absolute ? 1 : 0) && out[out.length - 1] !== '..') { out.pop(); } else if (!absolute) { out.push('..'); }
      return;
    }
    out.push(p);
  });
  if (last === '.' || last === '..') { out.push(''); }
  var text = out.join('/');
  return absolute && text[0] !== '/' ? '/' + text : text;
}

exports.parse = function (text, parseQuery, slashesDenoteHost) {
  return text instanceof Url ? text : new Url().parse(text, parseQuery, slashesDenoteHost);
};
exports.format = function (o, options) {
  if (typeof o === 'string') { o = exports.parse(o); }
  if (o === null || typeof o !== 'object') { throw invalid(o); }
  if (o instanceof exports.URL) {
    options = options || {};
    return o.protocol + (o.host ? '//' + (options.auth !== false && o.username ? o.username + (o.password ? ':' + o.password : '') + '@' : '') + o.host : '') + o.pathname + (options.search !== false ? o.search : '') + (options.fragment !== false ? o.hash : '');
  }
  return Url.prototype.format.call(o);
};
exports.resolve = function (from, to) { return exports.parse(from, false, true).resolve(to); };
exports.resolveObject = function (from, to) { return from ? exports.parse(from, false, true).resolveObject(to) : to; };
exports.fileURLToPath = function (u) {
  if (typeof u === 'string') { u = new exports.URL(u); }
  if (u.protocol !== 'file:') {
    var e = new TypeError('The URL must be of scheme file');
    e.code = 'ERR_INVALID_URL_SCHEME';
    throw e;
  }
  return decodeURIComponent(u.pathname);
};
exports.pathToFileURL = function (path) {
  return new exports.URL('file://' + encodeURI(require('path').resolve(path)).replace(/[?#]/g, encodeURIComponent));
};
exports.urlToHttpOptions = function (u) {
  var o = { protocol: u.protocol, hostname: u.hostname.replace(/^\[|\]$/g, ''), hash: u.hash, search: u.search, pathname: u.pathname, path: u.pathname + u.search, href: u.href };
  if (u.port !== '') { o.port = Number(u.port); }
  if (u.username || u.password) { o.auth = decodeURIComponent(u.username) + ':' + decodeURIComponent(u.password); }
  return o;
};
