// url: URL and URLSearchParams, and conversions of URLs.
var errors = require('errors'), inspect = require('inspect'), params = require('searchparams'), legacy = require('legacyurl');
var text = params.text, setters = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
function invalid(input, base) {
  var e = new TypeError('Invalid URL');
  e.code = 'ERR_INVALID_URL';
  e.input = input;
  if (base !== undefined) { e.base = base; }
  return e;
}
var handle, shared;

class URL {
  #url;
  #params;
  constructor(input, base = undefined) {
    if (arguments.length === 0) { throw errors.missing('url'); }
    input = text(input);
    if (base !== undefined) { base = text(base); }
    this.#url = native.parse(input, base);
    if (this.#url === undefined) { throw invalid(input, base); }
  }
  static {
    handle = function (u) {
      if (u === null || typeof u !== 'object' || !(#url in u)) { throw new TypeError('Receiver must be an instance of class URL'); }
      return u.#url;
    };
    // shared is the object of searchParams, which a change of the URL refills.
    shared = function (u, changed) {
      var own = handle(u);
      if (changed) {
        if (u.#params !== undefined) { params.refill(u.#params, native.get.search(own).slice(1)); }
        return;
      }
      if (u.#params === undefined) { u.#params = params.bind(native.get.search(own).slice(1), function (query) { native.set.query(own, query); }); }
      return u.#params;
    };
  }
  static canParse(url, base = undefined) {
    if (arguments.length === 0) { throw errors.missing('url'); }
    return native.parse(text(url), base === undefined ? base : text(base)) !== undefined;
  }
  static parse(url, base = undefined) {
    if (arguments.length === 0) { throw errors.missing('url'); }
    return URL.canParse(url, base) ? new URL(url, base) : null;
  }
  static createObjectURL(blob) { return require('blob').register(blob); }
  static revokeObjectURL(url) {
    if (arguments.length === 0) { throw errors.missing('url'); }
    require('blob').revoke(text(url));
  }
  toString() { return native.get.href(handle(this)); }
  get href() { return native.get.href(handle(this)); }
  set href(v) {
    var own = handle(this);
    v = text(v);
    if (!native.setHref(own, v)) {
      var e = errors.coded(TypeError, 'ERR_INVALID_URL', 'Invalid URL');
      e.input = v;
      throw e;
    }
    shared(this, true);
  }
  get origin() { return native.get.origin(handle(this)); }
  get searchParams() { return shared(this); }
  toJSON() { return native.get.href(handle(this)); }
  [inspect.custom](depth, options) {
    if (typeof depth === 'number' && depth < 0) { return this; }
    var shown = Object.create({ constructor: this.constructor }), self = this;
    members.forEach(function (name) { shown[name] = self[name]; });
    return (this.constructor.name || 'URL') + ' ' + inspect(shown, Object.assign({}, options)).replace(/^[^{]*/, '');
  }
}
setters.forEach(function (name) {
  var get = native.get[name], set = native.set[name];
  var own = Object.getOwnPropertyDescriptor({
    get [name]() { return get(handle(this)); },
    set [name](v) {
      set(handle(this), text(v));
      if (name === 'search') { shared(this, true); }
    }
  }, name);
  Object.defineProperty(URL.prototype, name, own);
});
// The order is that of Node.
var members = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash'];
['toString'].concat(members, 'toJSON').forEach(function (name) {
  var own = Object.getOwnPropertyDescriptor(URL.prototype, name);
  delete URL.prototype[name];
  Object.defineProperty(URL.prototype, name, Object.assign(own, { enumerable: true }));
});
['canParse', 'createObjectURL', 'revokeObjectURL', 'parse'].forEach(function (name) { Object.defineProperty(URL, name, { enumerable: true }); });
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true });

exports.Url = legacy.Url;
exports.parse = legacy.parse;
exports.resolve = legacy.resolve;
exports.resolveObject = legacy.resolveObject;
exports.format = function (u, options) {
  if (!(u instanceof URL)) { return legacy.format(u); }
  var shown = { auth: true, fragment: true, search: true, unicode: false };
  if (options) {
    if (typeof options !== 'object' || Array.isArray(options)) { throw errors.argument('options', 'of type object', options); }
    Object.keys(shown).forEach(function (name) { if (options[name] !== undefined && options[name] !== null) { shown[name] = Boolean(options[name]); } });
  }
  return native.format(handle(u), shown.auth, shown.fragment, shown.search, shown.unicode);
};
exports.URL = URL;
exports.URLSearchParams = params.URLSearchParams;
exports.domainToASCII = function (domain) {
  if (arguments.length < 1) { throw errors.missing('domain'); }
  return native.toASCII(text(domain));
};
exports.domainToUnicode = function (domain) {
  if (arguments.length < 1) { throw errors.missing('domain'); }
  return native.toUnicode(text(domain));
};
function escaped(c) { return c === '~' ? '%7E' : encodeURIComponent(c); }
exports.pathToFileURL = function (path) {
  if (typeof path !== 'string') { throw errors.argument('path', 'of type string', path); }
  var whole = require('path').resolve(path);
  if (path[path.length - 1] === '/' && whole[whole.length - 1] !== '/') { whole += '/'; }
  return new URL('file://' + whole.replace(/[%\\\n\r\t?#[\]|^~]/g, escaped));
};
// Other implementations of URL are accepted, as in Node.
function isURL(v) { return Boolean(v && v.href && v.protocol && v.auth === undefined && v.path === undefined); }
exports.fileURLToPath = function (path) {
  if (typeof path === 'string') { path = new URL(path); } else if (!isURL(path)) { throw errors.argument('path', 'of type string or an instance of URL', path); }
  if (path.protocol !== 'file:') { throw errors.coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file'); }
  if (path.hostname !== '') { throw errors.coded(TypeError, 'ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on ' + process.platform); }
  if (/%2f/i.test(path.pathname)) { throw errors.coded(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters'); }
  return decodeURIComponent(path.pathname);
};
exports.urlToHttpOptions = function (u) {
  if (u === null || u === undefined) { throw new TypeError("Cannot destructure property 'hostname' of 'url' as it is " + u + '.'); }
  var host = u.hostname;
  var o = Object.assign(Object.create(null), u, {
    protocol: u.protocol, hostname: host && host[0] === '[' ? host.slice(1, -1) : host, hash: u.hash, search: u.search, pathname: u.pathname,
    path: (u.pathname || '') + (u.search || ''), href: u.href
  });
  if (u.port !== '') { o.port = Number(u.port); }
  if (u.username || u.password) { o.auth = decodeURIComponent(u.username) + ':' + decodeURIComponent(u.password); }
  return o;
};
