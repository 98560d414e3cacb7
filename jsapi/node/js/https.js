// https: http over TLS.
var http = require('http'), util = require('util'), tls = require('tls');

function Agent(o) {
  if (!(this instanceof Agent)) { return new Agent(o); }
  http.Agent.call(this, o);
  this.defaultPort = 443;
  this.protocol = 'https:';
}
util.inherits(Agent, http.Agent);
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
  http.Server.call(this, o, fn);
}
util.inherits(Server, http.Server);
Server.prototype._secure = function () {
  var s = tls.settings(this._options);
  if (!s.cert) { throw new Error('https.createServer needs the options key and cert'); }
  s.ca = '';
  return s;
};
exports.Server = Server;
exports.createServer = function (o, fn) { return new Server(o, fn); };
