// fetchtypes: Headers, Request and Response.
var stream = require('stream'), blobs = require('blob'), web = require('webstreams'), util = require('util'), validate = require('validate');
var custom = Symbol.for('nodejs.util.inspect.custom');

var needs = validate.count;
// text is what a value is as text: a symbol is none.
function text(v, what, argument) {
  if (typeof v === 'symbol') { throw new TypeError(what + ': ' + argument + ' is a symbol, which cannot be converted to a DOMString.'); }
  return String(v);
}
// dictionary checks the object of settings of a constructor.
function dictionary(init, what) {
  if (init === undefined || init === null) { return {}; }
  if (typeof init !== 'object' && typeof init !== 'function') { throw new TypeError(`${what}: Expected ${init} to be one of: Null, Undefined, Object.`); }
  return init;
}
// pairs are the names and values of headers; what and argument are where they are given.
function pairs(init, what, argument) {
  if (init === null || typeof init !== 'object' && typeof init !== 'function') { throw new TypeError('Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.'); }
  if (init instanceof Headers) {
    var all = [];
    init.map.forEach(function (h) { h.list.forEach(function (v) { all.push([h.name, v]); }); });
    return all;
  }
  if (typeof init[Symbol.iterator] === 'function') {
    return Array.from(init, function (p, i) {
      var at = argument + '[' + i + ']';
      if (p === null || typeof p !== 'object' && typeof p !== 'function') { throw new TypeError(what + ': ' + at + ' (' + (typeof p === 'string' ? '"' + p + '"' : String(p)) + ') is not iterable.'); }
      if (typeof p[Symbol.iterator] !== 'function') { throw new TypeError(what + ': ' + at + ' is not iterable.'); }
      var pair = Array.from(p, function (v, n) { return text(v, what, at + '[' + n + ']'); });
      if (pair.length !== 2) { throw new TypeError('Headers constructor: expected name/value pair to be length 2, found ' + pair.length + '.'); }
      return pair;
    });
  }
  var keys = util.types.isProxy(init) ? Object.keys(init) : Reflect.ownKeys(init);
  return keys.map(function (k) { return [text(k, what, argument), text(init[k], what, argument)]; });
}
class Headers {
  constructor(init) {
    Object.defineProperty(this, 'map', { value: new Map() }); // from a name in small letters to the name and the values
    if (init !== undefined) { fill(this, init, 'Headers contructor', 'init'); } // the word is Node's
  }
}
function fill(headers, init, what, argument) {
  pairs(init, what, argument).forEach(function (p) { headers.append(p[0], p[1]); });
  return headers;
}
// ofInit are the headers of the settings of a constructor.
function ofInit(init, what, argument) { return init === undefined ? new Headers() : fill(new Headers(), init, what, argument); }
function key(name, method) {
  name = text(name, 'Headers.' + method, 'name');
  if (!/^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/.test(name)) { throw new TypeError('Headers.' + method + ': ' + JSON.stringify(name) + ' is an invalid header name.'); }
  return name.toLowerCase();
}
function valued(value, method) {
  value = text(value, 'Headers.' + method, 'value').replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  for (var i = 0; i < value.length; i++) {
    if (value.charCodeAt(i) > 255) { throw new TypeError('Cannot convert argument to a ByteString because the character at index ' + i + ' has a value of ' + value.charCodeAt(i) + ' which is greater than 255.'); }
  }
  if (/[\0\r\n]/.test(value)) { throw new TypeError('Headers.' + method + ': "' + value + '" is an invalid header value.'); }
  return value;
}
function mapOf(self) {
  if (!self || !self.map) { throw Object.assign(new TypeError('Illegal invocation'), { code: 'ERR_INVALID_THIS' }); }
  return self.map;
}
Headers.prototype.append = function (name, value) {
  var map = mapOf(this);
  needs('Headers.append', arguments.length, 2);
  var k = key(name, 'append'), had = map.get(k), v = valued(value, 'append');
  if (had) { had.list.push(v); } else { map.set(k, { name: String(name), list: [v] }); }
};
Headers.prototype.set = function (name, value) {
  var map = mapOf(this);
  needs('Headers.set', arguments.length, 2);
  map.set(key(name, 'set'), { name: String(name), list: [valued(value, 'set')] });
};
Headers.prototype.get = function (name) {
  var map = mapOf(this);
  needs('Headers.get', arguments.length, 1);
  var had = map.get(key(name, 'get'));
  return had ? had.list.join(', ') : null;
};
Headers.prototype.has = function (name) {
  var map = mapOf(this);
  needs('Headers.has', arguments.length, 1);
  return map.has(key(name, 'has'));
};
Headers.prototype.delete = function (name) {
  var map = mapOf(this);
  needs('Headers.delete', arguments.length, 1);
  map.delete(key(name, 'delete'));
};
Headers.prototype.getSetCookie = function () { var had = mapOf(this).get('set-cookie'); return had ? had.list.slice() : []; };
Headers.prototype.entries = function () {
  var out = [], map = mapOf(this);
  Array.from(map.keys()).sort().forEach(function (k) { if (k === 'set-cookie') { map.get(k).list.forEach(function (v) { out.push([k, v]); }); } else { out.push([k, map.get(k).list.join(', ')]); } });
  return out[Symbol.iterator]();
};
Headers.prototype.keys = function () { return Array.from(this.entries()).map(function (e) { return e[0]; })[Symbol.iterator](); };
Headers.prototype.values = function () { return Array.from(this.entries()).map(function (e) { return e[1]; })[Symbol.iterator](); };
Headers.prototype.forEach = function (fn, self) {
  var all = this;
  needs('Headers.forEach', arguments.length, 1);
  validate.eacher(fn, 'Headers');
  Array.from(all.entries()).forEach(function (e) { fn.call(self, e[1], e[0], all); });
};
Headers.prototype[Symbol.iterator] = Headers.prototype.entries;
shown(Headers, 'Headers', function (self) {
  var out = {};
  mapOf(self).forEach(function (h) { out[h.name] = h.list.join(h.name.toLowerCase() === 'set-cookie' ? '; ' : ', '); });
  return out;
});
exports.Headers = Headers;

// shown has util.inspect show what a function returns.
function shown(Type, name, of) {
  Object.defineProperty(Type.prototype, custom, { configurable: true, writable: true, value: function (depth, o, inspect) {
    if (!Object.prototype.hasOwnProperty.call(this, 'map') && !Object.prototype.hasOwnProperty.call(this, '_')) { return this; }
    return name + ' ' + inspect(of(this), Object.assign({}, o, { depth: depth === null ? 2 : depth }));
  } });
}
shown(blobs.Blob, 'Blob', listed(['size', 'type']));
shown(blobs.File, 'File', listed(['size', 'type', 'name', 'lastModified']));
shown(blobs.FormData, 'FormData', function (self) {
  var out = {};
  self._.forEach(function (e) { out[e[0]] = !Object.prototype.hasOwnProperty.call(out, e[0]) ? e[1] : Array.isArray(out[e[0]]) ? out[e[0]].concat([e[1]]) : [out[e[0]], e[1]]; });
  return out;
});

// A body is null, bytes, a stream of Node or one of the web.
function bodyOf(init, headers) {
  if (init === undefined || init === null) { return null; }
  var type = null, body = init;
  if (typeof init === 'string') { type = 'text/plain;charset=UTF-8'; body = Buffer.from(init); } else if (init instanceof URLSearchParams) { type = 'application/x-www-form-urlencoded;charset=UTF-8'; body = Buffer.from(String(init)); } else if (ArrayBuffer.isView(init)) { body = Buffer.from(Buffer.from(init.buffer, init.byteOffset, init.byteLength)); } else if (init instanceof ArrayBuffer) { body = Buffer.from(Buffer.from(init)); } else if (init instanceof blobs.Blob) { type = init.type || null; body = init._; } else if (init instanceof blobs.FormData) {
    var form = blobs.multipart(init);
    type = 'multipart/form-data; boundary=' + form.boundary;
    body = form.bytes;
  } else if (init instanceof web.ReadableStream) {
    if (init.locked || web.isDisturbed(init)) { throw new TypeError('Response body object should not be disturbed or locked'); }
  } else if (typeof init.pipe !== 'function' && typeof init[Symbol.asyncIterator] === 'function') { body = stream.Readable.from(init); } else if (typeof init.pipe !== 'function') { type = 'text/plain;charset=UTF-8'; body = Buffer.from(String(init)); }
  if (type && !headers.has('content-type')) { headers.set('content-type', type); }
  return body;
}
function stateOf(self) {
  var s = self && self._;
  if (!s || !s.headers) { throw Object.assign(new TypeError('Illegal invocation'), { code: 'ERR_INVALID_THIS' }); }
  return s;
}
function used(s) { return s.used || s.seen !== null && web.isDisturbed(s.seen); }
// seen is the body as a stream of the web. Once there is one, the body is read through it.
function seen(s) {
  if (s.body === null) { return null; }
  if (s.seen === null) { s.seen = Buffer.isBuffer(s.body) ? new blobs.Blob([s.body]).stream() : s.body instanceof web.ReadableStream ? s.body : web.toWeb(s.body, Buffer.from); }
  return s.seen;
}
// source is what a body is read from: pieces of a stream of objects are made bytes.
function source(s) { return s.seen || (s.body.readableObjectMode ? seen(s) : s.body); }
function whole(self) {
  var s;
  try { s = stateOf(self); } catch (e) { return Promise.reject(e); }
  if (s.body === null) { return Promise.resolve(Buffer.alloc(0)); }
  if (used(s) || s.seen && s.seen.locked) { return Promise.reject(new TypeError('Body is unusable: Body has already been read')); }
  s.used = true;
  if (s.seen === null && Buffer.isBuffer(s.body)) { return Promise.resolve(s.body); }
  var from = source(s);
  return stream._consumers.buffer(from instanceof web.ReadableStream ? web.fromWeb(from) : from);
}
// copied gives another state its own copy of a body.
function copied(s, to) {
  if (s.body === null || Buffer.isBuffer(s.body)) { to.body = s.body; return; }
  var both = seen(s).tee();
  s.body = s.seen = both[0];
  to.body = to.seen = both[1];
}
exports.outgoing = function (self) {
  var s = stateOf(self);
  if (s.body === null || Buffer.isBuffer(s.body) && s.seen === null) { s.used = s.body !== null; return s.body; }
  var from = source(s);
  s.used = true;
  return from instanceof web.ReadableStream ? web.fromWeb(from) : from;
};
class Body {
  get body() { return seen(stateOf(this)); }
  get bodyUsed() { return used(stateOf(this)); }
  get headers() { return stateOf(this).headers; }
  text() { return whole(this).then(function (b) { return new TextDecoder().decode(b); }); }
  json() { return this.text().then(JSON.parse); }
  arrayBuffer() { return whole(this).then(function (b) { return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength); }); }
  bytes() { return whole(this).then(function (b) { return new Uint8Array(b); }); }
  blob() { var self = this; return whole(self).then(function (b) { return new blobs.Blob([b], { type: self.headers.get('content-type') || '' }); }); }
  formData() {
    var self = this, type = this.headers.get('content-type') || '', form = new blobs.FormData();
    if (/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
      return self.text().then(function (text) {
        new URLSearchParams(text).forEach(function (v, k) { form.append(k, v); });
        return form;
      });
    }
    var boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
    if (/^\s*multipart\/form-data\s*(;|$)/i.test(type)) {
      return whole(self).then(function (b) {
        if (!boundary || !blobs.readMultipart(b, boundary[1] || boundary[2], form)) { throw new TypeError('Failed to parse body as FormData.'); }
        return form;
      });
    }
    return whole(self).then(function () { throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".'); });
  }
}
// member gives a class the members of a body, which are its own in Node.
function member(Type) {
  Object.getOwnPropertyNames(Body.prototype).forEach(function (k) {
    if (k !== 'constructor') { Object.defineProperty(Type.prototype, k, Object.getOwnPropertyDescriptor(Body.prototype, k)); }
  });
}
function begin(self, headers) {
  var state = { headers: headers, body: null, seen: null, used: false };
  Object.defineProperty(self, '_', { value: state });
  return state;
}
var choices = {
  redirect: ['follow', 'manual', 'error'], mode: ['navigate', 'same-origin', 'no-cors', 'cors'], credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  referrerPolicy: ['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin', 'origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
  duplex: ['half']
};
var usual = { redirect: 'follow', mode: 'cors', credentials: 'same-origin', cache: 'default', referrerPolicy: '', integrity: '', keepalive: false, referrer: 'about:client' };
function referrer(text) {
  if (text === '') { return ''; }
  var url;
  try { url = new URL(text); } catch (e) { throw new TypeError('Referrer "' + text + '" is not a valid URL.', { cause: e }); }
  return url.protocol === 'about:' && url.pathname === 'client' ? 'about:client' : url.href;
}
class Request {
  constructor(input, init) {
    needs('Request constructor', arguments.length, 1);
    init = dictionary(init, 'Request constructor');
    ['method', 'body', 'referrerPolicy', 'mode', 'credentials', 'cache', 'redirect', 'integrity', 'duplex'].forEach(function (k) { text(init[k], 'Request constructor', 'init.' + k); });
    var from = input instanceof Request ? stateOf(input) : null, url, chosen = Object.assign({}, from ? from.chosen : usual), method = from ? from.method : 'GET';
    if (!from) {
      try { url = new URL(String(input)); } catch (e) { throw new TypeError('Failed to parse URL from ' + input, { cause: e }); }
      if (url.username || url.password) { throw new TypeError('Request cannot be constructed from a URL that includes credentials: ' + input); }
    }
    if (init.window !== undefined && init.window !== null) { throw new TypeError("'window' option 'client' must be null"); }
    Object.keys(choices).forEach(function (k) {
      if (init[k] === undefined) { return; }
      var v = String(init[k]);
      if (choices[k].indexOf(v) < 0) { throw new TypeError('Request constructor: ' + v + ' is not an accepted type. Expected one of ' + choices[k].join(', ') + '.'); }
      if (k !== 'duplex') { chosen[k] = v; }
    });
    if (chosen.mode === 'navigate') { throw new TypeError('Request constructor: invalid request mode navigate.'); }
    if (chosen.cache === 'only-if-cached' && chosen.mode !== 'same-origin') { throw new TypeError("'only-if-cached' can be set only with 'same-origin' mode"); }
    if (init.integrity !== undefined && init.integrity !== null) { chosen.integrity = String(init.integrity); }
    if (init.keepalive !== undefined) { chosen.keepalive = !!init.keepalive; }
    if (init.referrer !== undefined) { chosen.referrer = referrer(`${init.referrer}`); }
    if (init.method !== undefined) {
      method = String(init.method);
      if (!/^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/.test(method)) { throw new TypeError("'" + method + "' is not a valid HTTP method."); }
      if (/^(connect|trace|track)$/i.test(method)) { throw new TypeError("'" + method + "' HTTP method is unsupported."); }
      if (/^(delete|get|head|options|post|put|patch)$/i.test(method) && method !== 'patch') { method = method.toUpperCase(); }
    }
    if (init.signal !== undefined && init.signal !== null && !(init.signal instanceof AbortSignal)) { throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal."); }
    var s = begin(this, ofInit(init.headers !== undefined ? init.headers : from ? from.headers : undefined, 'Request constructor', 'init.headers'));
    s.url = from ? from.url : url.href;
    s.method = method;
    s.chosen = chosen;
    s.signal = init.signal !== undefined ? init.signal : from ? from.signal : null;
    var bodied = init.body !== undefined && init.body !== null || from && from.body !== null && init.body !== null;
    if (bodied && (method === 'GET' || method === 'HEAD')) { throw new TypeError('Request with GET/HEAD method cannot have body.'); }
    if (init.body !== undefined && init.body !== null) {
      s.body = bodyOf(init.body, s.headers);
      if (!Buffer.isBuffer(s.body) && (init.duplex === undefined || init.duplex === null)) { throw new TypeError('RequestInit: duplex option is required when sending a body.'); }
    } else if (bodied) {
      if (used(from) || from.seen && from.seen.locked) { throw new TypeError('Cannot construct a Request with a Request object that has already been used.'); }
      s.body = Buffer.isBuffer(from.body) ? from.body : from.seen || from.body;
      from.used = true;
    }
  }
  get method() { return stateOf(this).method; }
  get url() { return stateOf(this).url; }
  get destination() { return ''; }
  get isReloadNavigation() { return false; }
  get isHistoryNavigation() { return false; }
  get duplex() { return 'half'; }
  get signal() {
    var s = stateOf(this);
    if (!s.signal) { s.signal = new AbortController().signal; }
    return s.signal;
  }
  clone() {
    var s = stateOf(this);
    if (used(s) || s.seen && s.seen.locked) { throw new TypeError('unusable'); }
    var copy = new Request(s.url, { method: s.method, headers: s.headers, signal: s.signal });
    stateOf(copy).chosen = s.chosen;
    copied(s, stateOf(copy));
    return copy;
  }
}
Object.keys(usual).forEach(function (k) {
  Object.defineProperty(Request.prototype, k, { configurable: true, enumerable: true, get: function () { return stateOf(this).chosen[k]; } });
});
member(Request);
function listed(names) { return function (self) { var out = {}; names.forEach(function (k) { out[k] = self[k]; }); return out; }; }
shown(Request, 'Request', listed(['method', 'url', 'headers', 'destination', 'referrer', 'referrerPolicy', 'mode', 'credentials', 'cache', 'redirect', 'integrity', 'keepalive', 'isReloadNavigation', 'isHistoryNavigation', 'signal']));
exports.Request = Request;

// short is a number of two bytes.
function short(v) { return Math.trunc(Number(v)) % 65536 || 0; }
class Response {
  constructor(body, init) {
    text(body, 'undefined', 'undefined'); // Node names neither class nor argument
    init = dictionary(init, 'undefined');
    var status = init.status === undefined ? 200 : short(init.status), reason = init.statusText === undefined ? '' : text(init.statusText, 'undefined', 'undefined.statusText');
    if (status < 200 || status > 599) { throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.'); }
    if (/[^\t\x20-\x7e\x80-\xff]/.test(reason)) { throw new TypeError('Invalid statusText'); }
    var s = begin(this, ofInit(init.headers, 'undefined', 'undefined.headers'));
    s.status = status;
    s.statusText = reason;
    s.type = 'default';
    s.url = '';
    s.redirected = false;
    if (body === undefined || body === null) { return; }
    if ([101, 103, 204, 205, 304].indexOf(status) >= 0) { throw new TypeError('Response constructor: Invalid response status code ' + status); }
    s.body = bodyOf(body, s.headers);
  }
  get type() { return stateOf(this).type; }
  get url() { return stateOf(this).url; }
  get redirected() { return stateOf(this).redirected; }
  get status() { return stateOf(this).status; }
  get ok() { var n = stateOf(this).status; return n >= 200 && n <= 299; }
  get statusText() { return stateOf(this).statusText; }
  clone() {
    var s = stateOf(this);
    if (used(s) || s.seen && s.seen.locked) { throw new TypeError('Response.clone: Body has already been consumed.'); }
    var copy = made({ status: s.status, statusText: s.statusText, headers: s.headers, type: s.type, url: s.url, redirected: s.redirected });
    copied(s, stateOf(copy));
    return copy;
  }
  static error() { return made({ status: 0, type: 'error' }); }
  static json(data, init) {
    needs('Response.json', arguments.length, 1);
    var content = JSON.stringify(data);
    if (content === undefined) { throw new TypeError('Value is not JSON serializable'); }
    if (init === null) { return init.status; } // which fails
    var r = new Response(null, init), s = stateOf(r);
    s.body = Buffer.from(content);
    if (!s.headers.has('content-type')) { s.headers.set('content-type', 'application/json'); }
    return r;
  }
  static redirect(url, status) {
    needs('Response.redirect', arguments.length, 1);
    var to;
    try { to = new URL(String(url)); } catch (e) { throw new TypeError('Failed to parse URL from ' + url, { cause: e }); }
    status = status === undefined ? 302 : short(status);
    if ([301, 302, 303, 307, 308].indexOf(status) < 0) { throw new RangeError('Invalid status code ' + status); }
    return made({ status: status, headers: { location: to.href } });
  }
}
// made is a response of any status, with a body that is null or a stream.
function made(o) {
  var r = new Response(null, { statusText: o.statusText, headers: o.headers }), s = stateOf(r);
  ['status', 'type', 'url', 'redirected', 'body'].forEach(function (k) { if (o[k] !== undefined) { s[k] = o[k]; } });
  return r;
}
exports.made = made;
member(Response);
shown(Response, 'Response', listed(['status', 'statusText', 'headers', 'body', 'bodyUsed', 'ok', 'redirected', 'type', 'url']));
exports.Response = Response;
['Headers', 'Request', 'Response'].forEach(function (k) {
  var proto = exports[k].prototype;
  Object.getOwnPropertyNames(proto).forEach(function (m) { if (m !== 'constructor') { Object.defineProperty(proto, m, { enumerable: true }); } });
  Object.defineProperty(proto, Symbol.toStringTag, { value: k, configurable: true });
});
