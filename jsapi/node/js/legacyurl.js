// legacyurl: parse, format and resolve of url, which are older than the standard and have
// rules of their own.
var errors = require('errors'), querystring = require('querystring');
var names = ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname', 'hash', 'search', 'query', 'pathname', 'path', 'href'];
function Url() { names.forEach(function (name) { this[name] = null; }, this); }
exports.Url = Url;
var hostless = { 'javascript': true, 'javascript:': true };
var slashed = {};
['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss'].forEach(function (scheme) { slashed[scheme] = slashed[scheme + ':'] = true; });
var escapes = /[\t\n\r "'<>\\^`{|}]/g;
function escaped(c) { return c === "'" ? '%27' : encodeURIComponent(c); }
function isSix(host) { return host[0] === '[' && host[host.length - 1] === ']'; }
function invalidURL(text) {
  var e = new TypeError('Invalid URL');
  e.code = 'ERR_INVALID_URL';
  e.input = text;
  return e;
}

Url.prototype.parse = function parse(text, parseQuery, slashesDenoteHost) {
  if (typeof text !== 'string') { throw errors.argument('url', 'of type string', text); }
  var rest = text.replace(/^[\t\n\r\f\v \u00a0\ufeff]+|[\t\n\r\f\v \u00a0\ufeff]+$/g, ''), at = rest.search(/[?#]/);
  var plain = rest.indexOf('#') < 0 && !slashesDenoteHost && rest.indexOf('@') < 0;
  rest = at < 0 ? rest.replace(/\\/g, '/') : rest.slice(0, at).replace(/\\/g, '/') + rest.slice(at);
  if (plain && /^\/\/?(?!\/)[^?\s]*(\?\S*)?$/.test(rest)) { return this.ofPath(rest, parseQuery); }
  var scheme = /^[a-z0-9.+-]+:/i.exec(rest), proto = '', slashes = false;
  if (scheme) {
    proto = this.protocol = scheme[0].toLowerCase();
    rest = rest.slice(proto.length);
  }
  if (slashesDenoteHost || scheme || /^\/\/[^@/]+@[^@/]+/.test(rest)) {
    slashes = rest.slice(0, 2) === '//';
    if (slashes && !hostless[proto]) {
      rest = rest.slice(2);
      this.slashes = true;
    }
  }
  // HTTP:host has a host, http:path has none.
  if (!hostless[proto] && (slashes || scheme && !slashed[scheme[0]])) { rest = this.authority(rest, text); }
  if (!hostless[proto]) { rest = rest.replace(escapes, escaped); }
  at = rest.indexOf('#');
  if (at >= 0) {
    this.hash = rest.slice(at);
    rest = rest.slice(0, at);
  }
  this.ofPath(rest, parseQuery);
  if (slashed[proto] && this.hostname && !this.pathname) { this.pathname = '/'; }
  this.path = this.pathname || this.search ? (this.pathname || '') + (this.search || '') : null;
  this.href = this.format();
  return this;
};
// ofPath takes a path with its query.
Url.prototype.ofPath = function (rest, parseQuery) {
  var at = rest.indexOf('?'), path = at < 0 ? rest : rest.slice(0, at);
  this.path = this.href = rest;
  if (path) { this.pathname = path; }
  if (at >= 0) {
    this.search = rest.slice(at);
    this.query = parseQuery ? querystring.parse(rest.slice(at + 1)) : rest.slice(at + 1);
  } else if (parseQuery) {
    this.search = null;
    this.query = Object.create(null);
  }
  return this;
};
// authority takes user, host and port from the start of rest and returns what follows.
Url.prototype.authority = function (rest, text) {
  var stop = rest.search(/[/?#]/), limit = stop < 0 ? rest.length : stop, at = limit > 0 ? rest.lastIndexOf('@', limit - 1) : -1;
  var end = rest.slice(at + 1, limit).search(/[\t\n\r "%';<>\\^`{|}]/);
  end = end < 0 ? stop : at + 1 + end;
  var host = end < 0 ? rest.slice(at + 1) : rest.slice(at + 1, end);
  if (at >= 0) { this.auth = decodeURIComponent(rest.slice(0, at)); }
  rest = end < 0 ? '' : rest.slice(end);
  var port = /:[0-9]*$/.exec(host);
  if (port) {
    if (port[0] !== ':') { this.port = port[0].slice(1); }
    host = host.slice(0, -port[0].length);
  }
  var six = isSix(host);
  if (!six) {
    var bad = host.search(/[\\/#?:]/);
    if (bad >= 0) {
      rest = '/' + host.slice(bad) + rest;
      host = host.slice(0, bad);
    }
  }
  this.hostname = host.length > 255 ? '' : host.toLowerCase();
  if (this.hostname !== '') { this.checkHost(six, text); }
  this.host = this.hostname + (this.port ? ':' + this.port : '');
  if (six) {
    this.hostname = this.hostname.slice(1, -1);
    if (rest[0] !== '/') { rest = '/' + rest; }
  }
  return rest;
};
Url.prototype.checkHost = function (six, text) {
  if (six) {
    if (/[\0\t\n\r #%/<>?@\\^|]/.test(this.hostname)) { throw invalidURL(text); }
    return;
  }
  this.hostname = native.toASCII(this.hostname);
  if (/[\0\t\n\r #%/:<>?@[\\\]^|]/.test(this.hostname)) { throw invalidURL(text); }
};
Url.prototype.format = function format() {
  var auth = this.auth ? encodeURIComponent(this.auth).replace(/%3A/g, ':') + '@' : '';
  var proto = this.protocol || '', path = this.pathname || '', hash = this.hash || '', host = '', query = '';
  if (this.host) {
    host = auth + this.host;
  } else if (this.hostname) {
    host = auth + (this.hostname.indexOf(':') >= 0 && !isSix(this.hostname) ? '[' + this.hostname + ']' : this.hostname) + (this.port ? ':' + this.port : '');
  }
  if (this.query !== null && typeof this.query === 'object') { query = querystring.stringify(this.query); }
  var search = this.search || (query && '?' + query) || '';
  if (proto && proto[proto.length - 1] !== ':') { proto += ':'; }
  path = path.replace(/[?#]/g, encodeURIComponent);
  if (this.slashes || slashed[proto]) {
    if (this.slashes || host) {
      if (path && path[0] !== '/') { path = '/' + path; }
      host = '//' + host;
    } else if (proto === 'file:') { host = '//'; }
  }
  search = search.replace(/#/g, '%23');
  if (hash && hash[0] !== '#') { hash = '#' + hash; }
  if (search && search[0] !== '?') { search = '?' + search; }
  return proto + host + path + search + hash;
};

Url.prototype.resolve = function resolve(relative) { return this.resolveObject(exports.parse(relative, false, true)).format(); };
Url.prototype.resolveObject = function resolveObject(relative) {
  if (typeof relative === 'string') { relative = new Url().parse(relative, false, true); }
  var out = Object.assign(new Url(), this);
  out.hash = relative.hash;
  if (relative.href === '') {
    out.href = out.format();
  } else if (relative.slashes && !relative.protocol) {
    names.forEach(function (name) { if (name !== 'protocol') { out[name] = relative[name]; } });
    if (slashed[out.protocol] && out.hostname && !out.pathname) { out.path = out.pathname = '/'; }
    out.href = out.format();
  } else if (relative.protocol && relative.protocol !== out.protocol) {
    otherScheme(out, relative);
  } else {
    sameScheme(out, relative);
  }
  return out;
};
function otherScheme(out, relative) {
  if (!slashed[relative.protocol]) {
    Object.assign(out, relative);
    out.href = out.format();
    return;
  }
  out.protocol = relative.protocol;
  var path = relative.pathname, host = relative.host;
  if (!host && out.protocol !== 'file:') { // http:a/b: the first segment is the host
    var parts = (path || '').split('/');
    while (parts.length && !(host = parts.shift())) { }
    host = host || '';
    if (parts[0] !== '') { parts.unshift(''); }
    path = parts.length < 2 ? '/' : parts.join('/');
  }
  out.pathname = path;
  out.search = relative.search;
  out.query = relative.query;
  out.host = host || '';
  out.auth = relative.auth;
  out.hostname = relative.hostname || host;
  out.port = relative.port;
  if (out.pathname || out.search) { out.path = (out.pathname || '') + (out.search || ''); }
  out.slashes = out.slashes || relative.slashes;
  out.href = out.format();
}
// authInHost moves a user that has come in with the host to auth.
function authInHost(out) {
  var at = out.host && out.host.indexOf('@') > 0 ? out.host.split('@') : null;
  if (at) {
    out.auth = at.shift();
    out.host = out.hostname = at.shift();
  }
}
function sameScheme(out, relative) {
  var baseIsAbsolute = Boolean(out.pathname) && out.pathname[0] === '/';
  var isAbsolute = Boolean(relative.host) || Boolean(relative.pathname) && relative.pathname[0] === '/';
  var absolute = isAbsolute || baseIsAbsolute || Boolean(out.host && relative.pathname);
  var keepsNoDots = absolute, path = out.pathname ? out.pathname.split('/') : [], rest = relative.pathname ? relative.pathname.split('/') : [];
  var noSlashes = Boolean(out.protocol) && !slashed[out.protocol];
  if (noSlashes) { // the host takes part as the first segment
    out.hostname = '';
    out.port = null;
    if (out.host) { if (path[0] === '') { path[0] = out.host; } else { path.unshift(out.host); } }
    out.host = '';
    if (relative.protocol) {
      relative.hostname = relative.port = null;
      out.auth = null;
      if (relative.host) { if (rest[0] === '') { rest[0] = relative.host; } else { rest.unshift(relative.host); } }
      relative.host = null;
    }
    absolute = absolute && (rest[0] === '' || path[0] === '');
  }
  if (isAbsolute) {
    if (relative.host || relative.host === '') {
      if (out.host !== relative.host) { out.auth = null; }
      out.host = relative.host;
      out.port = relative.port;
    }
    if (relative.hostname || relative.hostname === '') {
      if (out.hostname !== relative.hostname) { out.auth = null; }
      out.hostname = relative.hostname;
    }
    out.search = relative.search;
    out.query = relative.query;
    path = rest;
  } else if (rest.length) {
    path.pop();
    path = path.concat(rest);
    out.search = relative.search;
    out.query = relative.query;
  } else if (relative.search !== null && relative.search !== undefined) {
    if (noSlashes) {
      out.hostname = out.host = path.shift();
      authInHost(out);
    }
    out.search = relative.search;
    out.query = relative.query;
    if (out.pathname !== null || out.search !== null) { out.path = (out.pathname || '') + (out.search || ''); }
    out.href = out.format();
    return;
  }
  if (!path.length) {
    out.pathname = null;
    out.path = out.search ? '/' + out.search : null;
    out.href = out.format();
    return;
  }
  var last = path[path.length - 1];
  var trailing = (out.host || relative.host || path.length > 1) && (last === '.' || last === '..') || last === '';
  path = withoutDots(path, absolute, keepsNoDots);
  if (absolute && path[0] !== '' && (!path[0] || path[0][0] !== '/')) { path.unshift(''); }
  if (trailing && path.join('/').slice(-1) !== '/') { path.push(''); }
  var starts = path[0] === '' || path[0] && path[0][0] === '/';
  if (noSlashes) {
    out.hostname = out.host = starts ? '' : path.length ? path.shift() : '';
    authInHost(out);
  }
  absolute = absolute || Boolean(out.host && path.length);
  if (absolute && !starts) { path.unshift(''); }
  if (path.length) { out.pathname = path.join('/'); } else { out.pathname = out.path = null; }
  if (out.pathname !== null || out.search !== null) { out.path = (out.pathname || '') + (out.search || ''); }
  out.auth = relative.auth || out.auth;
  out.slashes = out.slashes || relative.slashes;
  out.href = out.format();
}
// withoutDots resolves . and .. from the end of a path.
function withoutDots(path, absolute, keepsNoDots) {
  var up = 0;
  path = path.slice();
  for (var i = path.length - 1; i >= 0; i--) {
    if (path[i] === '.') {
      path.splice(i, 1);
    } else if (path[i] === '..') {
      path.splice(i, 1);
      up++;
    } else if (up) {
      path.splice(i, 1);
      up--;
    }
  }
  if (!absolute && !keepsNoDots) { while (up-- > 0) { path.unshift('..'); } }
  return path;
}

exports.parse = function parse(text, parseQuery, slashesDenoteHost) {
  return text instanceof Url ? text : new Url().parse(text, parseQuery, slashesDenoteHost);
};
exports.format = function (o) {
  if (typeof o === 'string') { o = exports.parse(o); } else if (o === null || typeof o !== 'object') { throw errors.argument('urlObject', 'one of type object or string', o); }
  return Url.prototype.format.call(o);
};
exports.resolve = function resolve(from, to) { return exports.parse(from, false, true).resolve(to); };
exports.resolveObject = function resolveObject(from, to) { return from ? exports.parse(from, false, true).resolveObject(to) : to; };
