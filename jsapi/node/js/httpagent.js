// httpagent: the connections of HTTP clients, and who waits for one.
var EventEmitter = require('events'), util = require('util'), net = require('net'), pipe = require('pipe'), validate = require('validate');

function Agent(o) {
  if (!(this instanceof Agent)) { return new Agent(o); }
  EventEmitter.call(this);
  var self = this;
  self.defaultPort = 80;
  self.protocol = 'http:';
  self.options = Object.assign({ __proto__: null }, o);
  if (self.options.noDelay === undefined) { self.options.noDelay = true; }
  self.options.path = null; // or net.connect would take it for that of a socket
  // By the name of the place: requests that wait, connections in use, and free ones.
  self.requests = Object.create(null);
  self.sockets = Object.create(null);
  self.freeSockets = Object.create(null);
  self.keepAliveMsecs = self.options.keepAliveMsecs || 1000;
  self.keepAlive = self.options.keepAlive || false;
  self.maxSockets = self.options.maxSockets || Agent.defaultMaxSockets;
  self.maxFreeSockets = self.options.maxFreeSockets || 256;
  self.scheduling = self.options.scheduling || 'lifo';
  self.maxTotalSockets = Infinity;
  if (self.options.maxTotalSockets !== undefined) {
    validate.number(self.options.maxTotalSockets, 'maxTotalSockets');
    if (!(self.options.maxTotalSockets >= 1)) { throw validate.outOfRange('maxTotalSockets', '>= 1', self.options.maxTotalSockets); }
    self.maxTotalSockets = self.options.maxTotalSockets;
  }
  if (self.options.scheduling) { validate.oneOf(self.options.scheduling, 'scheduling', ['fifo', 'lifo']); }
  self.totalSocketCount = 0;
  self.on('free', function (socket, o) { freed(self, socket, o); });
}
util.inherits(Agent, EventEmitter);
module.exports = Agent;
Agent.defaultMaxSockets = Infinity;
Agent.prototype.createConnection = net.createConnection;
Agent.prototype.getName = function (o) {
  o = o || {};
  return (o.host || 'localhost') + ':' + (o.port || '') + ':' + (o.localAddress || '') + (o.family === 4 || o.family === 6 ? ':' + o.family : '') + (o.socketPath ? ':' + o.socketPath : '');
};
function put(map, name, v) { (map[name] = map[name] || []).push(v); }
function take(map, name, v) {
  var list = map[name], at = list ? list.indexOf(v) : -1;
  if (at < 0) { return false; }
  list.splice(at, 1);
  if (!list.length) { delete map[name]; }
  return true;
}
// usable also asks the system: the server may have closed a connection and the event not have come yet.
function usable(socket) { return !socket.destroyed && socket.writable && (!socket._pipe || pipe.quiet(socket._pipe)); }
// freed gives a connection to a request that waits, keeps it, or ends it.
function freed(self, socket, o) {
  var name = self.getName(o), waiting = self.requests[name];
  if (!usable(socket)) { socket.destroy(); return; }
  if (waiting) {
    var next = waiting.shift();
    if (!waiting.length) { delete self.requests[name]; }
    give(self, next, socket);
    return;
  }
  var req = socket._httpMessage;
  if (!req || !req.shouldKeepAlive || !self.keepAlive) { socket.destroy(); return; }
  var kept = self.freeSockets[name] || [], used = self.sockets[name] || [];
  if (self.totalSocketCount > self.maxTotalSockets || kept.length + used.length > self.maxSockets || kept.length >= self.maxFreeSockets || !self.keepSocketAlive(socket)) { socket.destroy(); return; }
  socket._httpMessage = null;
  take(self.sockets, name, socket);
  put(self.freeSockets, name, socket);
}
function give(self, req, socket) {
  req.onSocket(socket);
  // The time that a request may wait counts instead of that of a connection of the agent.
  var own = self.options.timeout || 0;
  if (req.timeout !== undefined && req.timeout !== own && socket.setTimeout) { socket.setTimeout(req.timeout); }
}
function prepared(self, req, o) {
  o = Object.assign({ __proto__: null }, o, self.options);
  if (o.socketPath) { o.path = o.socketPath; }
  if (!o.servername && o.servername !== '') { o.servername = nameOf(o, req); }
  return o;
}
// nameOf is the name of the server for TLS: that of the header Host.
function nameOf(o, req) {
  var header = req && req.getHeader && req.getHeader('host'), name = header || o.host || '';
  if (header) { validate.string(header, 'options.headers.host'); }
  if (name[0] === '[') { name = name.slice(1, name.indexOf(']')); } else { name = name.split(':', 1)[0]; }
  return net.isIP(name) ? '' : name;
}
Agent.prototype.addRequest = function (req, o, port, localAddress) {
  if (typeof o === 'string') { o = { host: o, port: port, localAddress: localAddress }; }
  o = prepared(this, req, o);
  var self = this, name = self.getName(o), free = self.freeSockets[name], socket;
  while (free && free.length && !socket) {
    var s = self.scheduling === 'fifo' ? free.shift() : free.pop();
    if (usable(s)) { socket = s; } else { self.totalSocketCount--; s.destroy(); }
  }
  if (free && !free.length) { delete self.freeSockets[name]; }
  if (socket) {
    put(self.sockets, name, socket);
    self.reuseSocket(socket, req);
    give(self, req, socket);
    return;
  }
  if ((self.sockets[name] || []).length < self.maxSockets && self.totalSocketCount < self.maxTotalSockets) {
    self.createSocket(req, o, function (err, s) { if (err) { req.onSocket(null, err); } else { give(self, req, s); } });
    return;
  }
  put(self.requests, name, req);
  req._waits = o;
};
Agent.prototype.createSocket = function (req, o, done) {
  var self = this, called = false, name;
  o = prepared(self, req, o);
  name = self.getName(o);
  if (self.keepAlive) {
    o.keepAlive = self.keepAlive;
    o.keepAliveInitialDelay = self.keepAliveMsecs;
  }
  o._agentKey = name;
  o.encoding = null;
  function created(err, s) {
    if (called) { return; }
    called = true;
    if (err) { done(err); return; }
    put(self.sockets, name, s);
    self.totalSocketCount++;
    installed(self, s, o);
    done(null, s);
  }
  var socket = self.createConnection(o, created);
  if (socket) { created(null, socket); }
};
// installed watches a connection for as long as the agent has it.
function installed(self, s, o) {
  function free() { self.emit('free', s, o); }
  function close() { self.removeSocket(s, o); }
  function timeout() {
    Object.keys(self.freeSockets).forEach(function (k) { if (self.freeSockets[k].indexOf(s) >= 0) { s.destroy(); } });
  }
  function remove() {
    self.removeSocket(s, o);
    s.removeListener('close', close);
    s.removeListener('free', free);
    s.removeListener('timeout', timeout);
    s.removeListener('agentRemove', remove);
  }
  s.on('free', free);
  s.on('close', close);
  s.on('timeout', timeout);
  s.on('agentRemove', remove);
}
Agent.prototype.removeSocket = function (s, o) {
  var self = this, name = self.getName(o), had = take(self.sockets, name, s), was = take(self.freeSockets, name, s);
  if (had || was) { self.totalSocketCount--; }
  // One that waits gets a connection of its own.
  var next = self.requests[name] ? name : Object.keys(self.requests)[0];
  if (next === undefined || (self.sockets[next] || []).length >= self.maxSockets || self.totalSocketCount >= self.maxTotalSockets) { return; }
  var req = self.requests[next][0];
  self.createSocket(req, req._waits, function (err, socket) {
    if (err) { take(self.requests, next, req); req.onSocket(null, err); } else { socket.emit('free'); }
  });
};
Agent.prototype.keepSocketAlive = function (s) {
  s.setKeepAlive(true, this.keepAliveMsecs);
  s.unref();
  var own = this.options.timeout || 0, hint = s._httpMessage && s._httpMessage.res && /^timeout=(\d+)/.exec(s._httpMessage.res.headers['keep-alive'] || '');
  if (hint) {
    // The server closes it then: it is not used in the last second.
    var ms = Number(hint[1]) * 1000 - 1000;
    if (ms <= 0) { return false; }
    if (!own || ms < own) { own = ms; }
  }
  if (s.timeout !== own) { s.setTimeout(own); }
  return true;
};
Agent.prototype.reuseSocket = function (s, req) {
  req.reusedSocket = true;
  s.ref();
};
Agent.prototype.destroy = function () {
  var self = this;
  [self.freeSockets, self.sockets].forEach(function (map) {
    Object.keys(map).forEach(function (k) { map[k].slice().forEach(function (s) { s.destroy(); }); });
  });
};
