// fetch: implemented with http and https.
var http = require('http'), stream = require('stream'), zlib = require('zlib'), blobs = require('blob'), web = require('webstreams');

function pairs(init) {
  if (init === undefined || init === null) { return []; }
  if (init instanceof Headers) { return Array.from(init.entries()); }
  if (typeof init[Symbol.iterator] === 'function') { return Array.from(init); }
  return Object.keys(init).map(function (k) { return [k, init[k]]; });
}
function Headers(init) {
  var self = this;
  Object.defineProperty(self, 'map', { value: new Map() });
  pairs(init).forEach(function (p) { self.append(p[0], p[1]); });
}
function named(name) {
  name = String(name);
  if (!/^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/.test(name)) { throw new TypeError('Headers.append: ' + name + ' is an invalid header name.'); }
  return name.toLowerCase();
}
function valued(value) {
  value = String(value).trim();
  if (/[\0\r\n]/.test(value)) { throw new TypeError('Headers.append: ' + JSON.stringify(value) + ' is an invalid header value.'); }
  return value;
}
Headers.prototype.append = function (name, value) {
  var k = named(name), list = this.map.get(k) || [];
  list.push(valued(value));
  this.map.set(k, list);
};
Headers.prototype.set = function (name, value) { this.map.set(named(name), [valued(value)]); };
Headers.prototype.get = function (name) { var list = this.map.get(named(name)); return list ? list.join(', ') : null; };
Headers.prototype.has = function (name) { return this.map.has(named(name)); };
Headers.prototype.delete = function (name) { this.map.delete(named(name)); };
Headers.prototype.getSetCookie = function () { return (this.map.get('set-cookie') || []).slice(); };
Headers.prototype.entries = function () {
  var out = [], map = this.map;
  Array.from(map.keys()).sort().forEach(function (k) { if (k === 'set-cookie') { map.get(k).forEach(function (v) { out.push([k, v]); }); } else { out.push([k, map.get(k).join(', ')]); } });
  return out[Symbol.iterator]();
};
Headers.prototype.keys = function () { return Array.from(this.entries()).map(function (e) { return e[0]; })[Symbol.iterator](); };
Headers.prototype.values = function () { return Array.from(this.entries()).map(function (e) { return e[1]; })[Symbol.iterator](); };
Headers.prototype.forEach = function (fn, self) { var all = this; Array.from(all.entries()).forEach(function (e) { fn.call(self, e[1], e[0], all); }); };
Headers.prototype[Symbol.iterator] = Headers.prototype.entries;
exports.Headers = Headers;

// A body is null, bytes, or a stream of them.
function bodyOf(init, headers) {
  if (init === undefined || init === null) { return null; }
  var type = null, body = init;
  if (typeof init === 'string') { type = 'text/plain;charset=UTF-8'; body = Buffer.from(init); } else if (init instanceof URLSearchParams) { type = 'application/x-www-form-urlencoded;charset=UTF-8'; body = Buffer.from(String(init)); } else if (ArrayBuffer.isView(init)) { body = Buffer.from(init.buffer, init.byteOffset, init.byteLength); } else if (init instanceof ArrayBuffer) { body = Buffer.from(init); } else if (init instanceof blobs.Blob) { type = init.type || null; body = init._; } else if (init instanceof blobs.FormData) { var form = blobs.multipart(init); type = 'multipart/form-data; boundary=' + form.boundary; body = form.bytes; } else if (init instanceof web.ReadableStream) { body = web.fromWeb(init); } else if (typeof init.pipe === 'function' || init[Symbol.asyncIterator || Symbol.for('Symbol.asyncIterator')]) { body = typeof init.pipe === 'function' ? init : stream.Readable.from(init); } else { type = 'text/plain;charset=UTF-8'; body = Buffer.from(String(init)); }
  if (type && !headers.has('content-type')) { headers.set('content-type', type); }
  return body;
}
function reads(Type) {
  function whole(self) {
    if (self.bodyUsed) { return Promise.reject(new TypeError('Body is unusable: Body has already been read')); }
    if (self._body === null) { return Promise.resolve(Buffer.alloc(0)); }
    Object.defineProperty(self, '_used', { value: true });
    if (self._seen) { return require('stream')._consumers.buffer(web.fromWeb(self._seen)); }
    return Buffer.isBuffer(self._body) ? Promise.resolve(self._body) : require('stream')._consumers.buffer(self._body);
  }
  Type.prototype.text = function () { return whole(this).then(function (b) { return new TextDecoder().decode(b); }); };
  Type.prototype.json = function () { return this.text().then(JSON.parse); };
  Type.prototype.arrayBuffer = function () { return whole(this).then(function (b) { return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength); }); };
  Type.prototype.bytes = function () { return whole(this).then(function (b) { return new Uint8Array(b); }); };
  Type.prototype.blob = function () { var type = this.headers.get('content-type') || ''; return whole(this).then(function (b) { return new blobs.Blob([b], { type: type }); }); };
  Type.prototype.formData = function () {
    if (!/^application\/x-www-form-urlencoded/.test(this.headers.get('content-type') || '')) { return Promise.reject(new TypeError('Response.formData: only application/x-www-form-urlencoded is read here')); }
    return this.text().then(function (text) {
      var form = new blobs.FormData();
      new URLSearchParams(text).forEach(function (v, k) { form.append(k, v); });
      return form;
    });
  };
  // The stream of a body. Once it is created, the body is read through it.
  Object.defineProperty(Type.prototype, 'body', { configurable: true, get: function () {
    if (this._body === null) { return null; }
    if (!this._seen) {
      var bytes = this._body;
      Object.defineProperty(this, '_seen', { value: Buffer.isBuffer(bytes) ? new blobs.Blob([bytes]).stream() : web.toWeb(bytes), configurable: true });
    }
    return this._seen;
  } });
  Object.defineProperty(Type.prototype, 'bodyUsed', { configurable: true, get: function () { return !!this._used || !!this._seen && web.isDisturbed(this._seen); } });
}
function begin(self, init) {
  self.headers = new Headers(init.headers);
  Object.defineProperty(self, '_body', { value: bodyOf(init.body, self.headers), writable: true });
}
function Request(input, init) {
  init = init || {};
  var from = input instanceof Request ? input : null;
  this.url = from ? from.url : new URL(String(input)).href;
  this.method = String(init.method || from && from.method || 'GET');
  if (/^(delete|get|head|options|post|put)$/i.test(this.method)) { this.method = this.method.toUpperCase(); }
  this.redirect = init.redirect || from && from.redirect || 'follow';
  this.signal = init.signal || from && from.signal || new AbortController().signal;
  begin(this, { headers: init.headers || from && from.headers, body: init.body !== undefined ? init.body : from ? from._body : null });
  if (this._body !== null && (this.method === 'GET' || this.method === 'HEAD')) { throw new TypeError('Request with GET/HEAD method cannot have body.'); }
}
reads(Request);
Request.prototype.clone = function () { return new Request(this); };
exports.Request = Request;
function Response(body, init) {
  init = init || {};
  this.status = init.status === undefined ? 200 : init.status;
  if (!(this.status >= 200 && this.status <= 599)) { throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.'); }
  this.statusText = init.statusText || '';
  this.ok = this.status >= 200 && this.status < 300;
  this.type = 'default';
  this.url = '';
  this.redirected = false;
  begin(this, { headers: init.headers, body: body });
}
reads(Response);
Response.prototype.clone = function () {
  var copy = new Response(null, this);
  if (this._body && !Buffer.isBuffer(this._body)) {
    var a = this._body.pipe(new stream.PassThrough()), b = this._body.pipe(new stream.PassThrough());
    this._body = a;
    copy._body = b;
  } else { copy._body = this._body; }
  return copy;
};
Response.json = function (data, init) {
  var r = new Response(JSON.stringify(data), init);
  r.headers.set('content-type', 'application/json');
  return r;
};
Response.redirect = function (url, status) { return new Response(null, { status: status || 302, headers: { location: new URL(url).href } }); };
Response.error = function () { var r = new Response(null); r.type = 'error'; r.status = 0; r.ok = false; return r; };
exports.Response = Response;

function failed(cause) {
  var e = new TypeError('fetch failed');
  e.cause = cause;
  return e;
}
function send(req, url, method, body, hops) {
  return new Promise(function (resolve, reject) {
    var headers = {}, secure = url.protocol === 'https:';
    if (!secure && url.protocol !== 'http:') { reject(failed(new Error('unknown scheme'))); return; }
    req.headers.forEach(function (v, k) { headers[k] = v; });
    if (headers.accept === undefined) { headers.accept = '*/*'; }
    if (headers['user-agent'] === undefined) { headers['user-agent'] = 'node'; }
    if (headers['accept-encoding'] === undefined) { headers['accept-encoding'] = 'gzip, deflate, br'; }
    if (Buffer.isBuffer(body)) { headers['content-length'] = String(body.length); } else if (body === null && (method === 'POST' || method === 'PUT')) { headers['content-length'] = '0'; }
    var out = (secure ? require('https') : http).request(url, { method: method, headers: headers });
    function abort() { out.destroy(); reject(req.signal.reason); }
    if (req.signal.aborted) { abort(); return; }
    req.signal.addEventListener('abort', abort);
    out.on('error', function (e) { reject(req.signal.aborted ? req.signal.reason : failed(e)); });
    out.on('response', function (res) {
      var location = res.headers.location;
      if ([301, 302, 303, 307, 308].indexOf(res.statusCode) >= 0 && location && req.redirect !== 'manual') {
        res.resume();
        if (req.redirect === 'error') { reject(failed(new Error('unexpected redirect'))); return; }
        if (hops >= 20) { reject(failed(new Error('redirect count exceeded'))); return; }
        var next = new URL(location, url), m = method, b = body;
        if (res.statusCode === 303 && m !== 'HEAD' || res.statusCode < 303 && m === 'POST') { m = 'GET'; b = null; ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location'].forEach(function (k) { req.headers.delete(k); }); }
        if (next.origin !== url.origin) { ['authorization', 'cookie', 'proxy-authorization'].forEach(function (k) { req.headers.delete(k); }); }
        resolve(send(req, next, m, b, hops + 1));
        return;
      }
      var empty = method === 'HEAD' || res.statusCode === 204 || res.statusCode === 304, answer = new Response(null, { status: res.statusCode, statusText: res.statusMessage }), content = res;
      for (var i = 0; i < res.rawHeaders.length; i += 2) { answer.headers.append(res.rawHeaders[i], res.rawHeaders[i + 1]); }
      var coding = String(res.headers['content-encoding'] || '').toLowerCase(), un = coding === 'gzip' || coding === 'x-gzip' ? zlib.createGunzip() : coding === 'deflate' ? zlib.createInflate() : coding === 'br' ? zlib.createBrotliDecompress() : null;
      if (empty) { res.resume(); } else if (un) { content = stream.pipeline(res, un, function () {}); }
      answer._body = empty ? null : content;
      answer.url = url.href;
      answer.redirected = hops > 0;
      answer.type = 'basic';
      res.on('close', function () { req.signal.removeEventListener('abort', abort); });
      resolve(answer);
    });
    if (body === null || Buffer.isBuffer(body)) { out.end(body === null ? undefined : body); } else { stream.pipeline(body, out, function () {}); }
  });
}
exports.fetch = function fetch(input, init) {
  return new Promise(function (resolve, reject) {
    var req = new Request(input, init);
    resolve(send(req, new URL(req.url), req.method, req._body, 0));
  }).catch(function (e) {
    if (e instanceof TypeError && e.code === 'ERR_INVALID_URL') { var t = new TypeError('Failed to parse URL from ' + input); t.cause = e; throw t; }
    throw e;
  });
};
