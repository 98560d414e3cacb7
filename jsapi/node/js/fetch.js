// fetch: implemented with http and https.
var http = require('http'), stream = require('stream'), zlib = require('zlib'), types = require('fetchtypes'), Request = types.Request;
exports.Headers = types.Headers;
exports.Request = Request;
exports.Response = types.Response;

function failed(cause) {
  var e = new TypeError('fetch failed');
  e.cause = cause;
  return e;
}
// local answers from addresses that need no connection.
function local(url, method) {
  if (url.protocol === 'data:') {
    var m = /^data:([^,]*?)(;\s*base64\s*)?,([^#]*)/i.exec(url.href);
    if (!m) { throw failed(new Error('failed to fetch the data URL')); }
    var bytes = unescaped(m[3]), type = m[1].trim();
    if (m[2]) { bytes = Buffer.from(bytes.toString('latin1'), 'base64'); }
    if (type[0] === ';') { type = 'text/plain' + type; }
    return found(url, bytes, { 'content-type': type || 'text/plain;charset=US-ASCII' });
  }
  if (url.protocol === 'blob:') {
    var blob = method === 'GET' && require('blob').resolveObjectURL(url.href);
    if (!blob) { throw failed(new Error('invalid method')); }
    return found(url, blob._, { 'content-length': String(blob.size), 'content-type': blob.type });
  }
  throw failed(new Error({ 'about:': 'about scheme is not supported', 'file:': 'not implemented... yet...' }[url.protocol] || 'unknown scheme'));
}
function found(url, bytes, headers) { return types.made({ status: 200, statusText: 'OK', headers: headers, body: bytes, url: url.href, type: 'basic' }); }
function unescaped(text) {
  return Buffer.from(text.replace(/%([0-9a-f]{2})/gi, function (all, hex) { return String.fromCharCode(parseInt(hex, 16)); }), 'latin1');
}
function send(req, url, method, body, hops) {
  return new Promise(function (resolve, reject) {
    var headers = {}, secure = url.protocol === 'https:';
    if (!secure && url.protocol !== 'http:') { resolve(local(url, method)); return; }
    req.headers.forEach(function (v, k) { headers[k] = v; });
    if (headers.accept === undefined) { headers.accept = '*/*'; }
    if (headers['user-agent'] === undefined) { headers['user-agent'] = 'node'; }
    if (headers['accept-encoding'] === undefined) { headers['accept-encoding'] = 'gzip, deflate, br'; }
    if (Buffer.isBuffer(body)) { headers['content-length'] = String(body.length); } else if (body === null && (method === 'POST' || method === 'PUT')) { headers['content-length'] = '0'; }
    var out = (secure ? require('https') : http).request(url, { method: method, headers: headers });
    var content;
    function abort() {
      reject(req.signal.reason);
      if (content) { content.destroy(req.signal.reason); }
      out.destroy();
    }
    if (req.signal.aborted) { abort(); return; }
    req.signal.addEventListener('abort', abort);
    out.on('error', function (e) { req.signal.removeEventListener('abort', abort); reject(req.signal.aborted ? req.signal.reason : failed(e)); });
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
      var empty = method === 'HEAD' || res.statusCode === 204 || res.statusCode === 304, fields = new types.Headers();
      content = res;
      for (var i = 0; i < res.rawHeaders.length; i += 2) { fields.append(res.rawHeaders[i], res.rawHeaders[i + 1]); }
      var coding = String(res.headers['content-encoding'] || '').toLowerCase(), un = coding === 'gzip' || coding === 'x-gzip' ? zlib.createGunzip() : coding === 'deflate' ? zlib.createInflate() : coding === 'br' ? zlib.createBrotliDecompress() : null;
      if (empty) { res.resume(); } else if (un) { content = stream.pipeline(res, un, function () {}); }
      content.on('close', function () { req.signal.removeEventListener('abort', abort); });
      resolve(types.made({ status: res.statusCode, statusText: res.statusMessage, headers: fields, body: empty ? null : content, url: url.href, redirected: hops > 0, type: 'basic' }));
    });
    if (body === null || Buffer.isBuffer(body)) { out.end(body === null ? undefined : body); } else { stream.pipeline(body, out, function () {}); }
  });
}
exports.fetch = function fetch(input, init) {
  return new Promise(function (resolve, reject) {
    var req = new Request(input, init);
    resolve(send(req, new URL(req.url), req.method, types.outgoing(req), 0));
  });
};
