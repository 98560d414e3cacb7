// https: http over TLS.
var http = require('http'), util = require('util'), tls = require('tls'), server = require('httpserver');

function Agent(o) {
  if (!(this instanceof Agent)) { return new Agent(o); }
  http.Agent.call(this, o);
  this.defaultPort = 443;
  this.protocol = 'https:';
  this.maxCachedSessions = this.options.maxCachedSessions === undefined ? 100 : this.options.maxCachedSessions;
  this._sessionCache = { map: {}, list: [] };
}
util.inherits(Agent, http.Agent);
Agent.prototype.createConnection = function (port, host, o) {
  if (port !== null && typeof port === 'object') { o = port; } else { o = Object.assign({}, host !== null && typeof host === 'object' ? host : o, { port: port }, typeof host === 'string' ? { host: host } : null); }
  // A connection to the same place resumes the session of the last one.
  var self = this, name = self.maxCachedSessions > 0 ? self.getName(o) : '', session = name && self._getSession(name);
  if (session && o.session === undefined) { o = Object.assign({}, o, { session: session }); }
  var socket = tls.connect(o);
  if (name) {
    socket.on('session', function (made) { self._cacheSession(name, made); });
    socket.once('close', function (failed) { if (failed) { self._evictSession(name); } });
  }
  return socket;
};
Agent.prototype._getSession = function _getSession(name) { return this._sessionCache.map[name]; };
Agent.prototype._cacheSession = function _cacheSession(name, session) {
  var cache = this._sessionCache;
  if (this.maxCachedSessions === 0) { return; }
  if (!cache.map[name]) {
    if (cache.list.length >= this.maxCachedSessions) { delete cache.map[cache.list.shift()]; }
    cache.list.push(name);
  }
  cache.map[name] = session;
};
Agent.prototype._evictSession = function _evictSession(name) {
  var at = this._sessionCache.list.indexOf(name);
  if (at < 0) { return; }
  this._sessionCache.list.splice(at, 1);
  delete this._sessionCache.map[name];
};
// Connections with other options of TLS are others.
var told = ['ca', 'cert', 'clientCertEngine', 'ciphers', 'key', 'pfx', 'rejectUnauthorized', 'servername', 'minVersion', 'maxVersion', 'secureProtocol', 'crl', 'honorCipherOrder', 'ecdhCurve', 'dhparam', 'secureOptions', 'sessionIdContext', 'sigalgs', 'privateKeyIdentifier', 'privateKeyEngine'];
Agent.prototype.getName = function (o) {
  o = o || {};
  return told.reduce(function (name, k) {
    var v = o[k];
    if (k === 'servername') { return name + ':' + (v && v !== o.host ? v : ''); }
    if (k === 'rejectUnauthorized') { return name + ':' + (v === undefined ? '' : v); }
    return name + ':' + (v || '');
  }, http.Agent.prototype.getName.call(this, o));
};
exports.Agent = Agent;
exports.globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
exports.request = function (input, options, done) {
  if (typeof input === 'string') { input = http._urlOptions(new URL(input)); } else if (input && input.searchParams && typeof input.href === 'string') { input = http._urlOptions(input); } else { done = options; options = input; input = {}; }
  if (typeof options === 'function') { done = options; options = {}; }
  return new http.ClientRequest(Object.assign({ protocol: 'https:' }, input, options, { _defaultAgent: exports.globalAgent }), done);
};
exports.get = function (input, options, done) {
  var req = exports.request(input, options, done);
  req.end();
  return req;
};
function Server(o, fn) {
  if (!(this instanceof Server)) { return new Server(o, fn); }
  if (typeof o === 'function') { fn = o; o = {}; }
  o = Object.assign({}, o);
  if (!o.ALPNProtocols && !o.ALPNCallback) { o.ALPNProtocols = ['http/1.1']; }
  o.allowHalfOpen = true;
  tls.Server.call(this, o, server.connect);
  server.options(this, o);
  if (fn) { this.on('request', fn); }
  this.on('tlsClientError', function (err, socket) { if (!this.emit('clientError', err, socket)) { socket.destroy(err); } });
}
util.inherits(Server, tls.Server);
server.members(Server);
exports.Server = Server;
exports.createServer = function (o, fn) { return new Server(o, fn); };
