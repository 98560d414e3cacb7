// netconnect: how a socket finds the addresses of a host, and connects to one of them.
var errors = require('errors'), validate = require('validate'), handles = require('nethandle');

// connect checks the options and connects. Defaults are those of net for the choice of the family.
module.exports = function (self, o, defaults) {
  if (o.path) {
    validate.string(o.path, 'options.path');
    dial(self, { path: o.path });
    return;
  }
  var net = require('net'), host = o.host || 'localhost', each = o.autoSelectFamily, wait = o.autoSelectFamilyAttemptTimeout;
  if (o.localAddress && !net.isIP(o.localAddress)) { throw errors.worded(TypeError, 'ERR_INVALID_IP_ADDRESS', 'Invalid IP address: %s', o.localAddress); }
  if (o.localPort) { validate.number(o.localPort, 'options.localPort'); }
  if (o.port !== undefined) {
    if (typeof o.port !== 'number' && typeof o.port !== 'string') { throw errors.argument('options.port', 'one of type number or string', o.port); }
    validate.port(o.port);
  }
  if (each !== undefined && each !== null) { validate.boolean(each, 'options.autoSelectFamily'); } else { each = defaults.family; }
  if (wait !== undefined && wait !== null) {
    validate.int32(wait, 'options.autoSelectFamilyAttemptTimeout', 1);
    wait = Math.max(10, wait);
  } else { wait = defaults.wait; }
  var to = { host: host, port: o.port | 0, localAddress: o.localAddress, localPort: o.localPort }, literal = net.isIP(host);
  if (literal) {
    process.nextTick(function () { if (self.connecting) { dial(self, Object.assign(to, { family: literal })); } });
    return;
  }
  if (o.lookup !== undefined && o.lookup !== null) { validate.func(o.lookup, 'options.lookup'); }
  if (typeof host !== 'string') { throw errors.argument('hostname', 'of type string', host); }
  self._host = host;
  var dns = require('dns'), family = o.family === 'IPv4' ? 4 : o.family === 'IPv6' ? 6 : o.family, asked = { family: family, hints: o.hints || 0 };
  if (process.platform !== 'win32' && family !== 4 && family !== 6 && !asked.hints) { asked.hints = dns.ADDRCONFIG; }
  var lookup = o.lookup || dns.lookup, several = each && family !== 4 && family !== 6 && !o.localAddress;
  if (several) { asked.all = true; }
  lookup(host, asked, several ? all : one);
  function fail(err) { process.nextTick(function () { self.destroy(err); }); }
  function wrong(address, family) {
    if (!net.isIP(address)) { return errors.coded(TypeError, 'ERR_INVALID_IP_ADDRESS', 'Invalid IP address: ' + address); }
    return errors.coded(RangeError, 'ERR_INVALID_ADDRESS_FAMILY', 'Invalid address family: ' + family + ' ' + o.host + ':' + o.port, { host: o.host, port: o.port });
  }
  function one(err, address, family) {
    self._hears.emit('lookup', err, address, family, host);
    if (!self.connecting) { return; }
    if (err) { fail(err); } else if (!net.isIP(address) || family !== 4 && family !== 6) { fail(wrong(address, family)); } else {
      self._unrefTimer();
      dial(self, Object.assign(to, { host: address, family: family }));
    }
  }
  function all(err, list) {
    if (!self.connecting) { return; }
    if (err) { self._hears.emit('lookup', err, undefined, undefined, host); fail(err); return; }
    var seen = new Set(), kinds = [[], []], first;
    for (var i = 0; i < list.length; i++) {
      var a = list[i];
      self._hears.emit('lookup', err, a.address, a.family, host);
      if (!self.connecting) { return; }
      if (!net.isIP(a.address) || a.family !== 4 && a.family !== 6 || seen.has(a.address)) { continue; }
      seen.add(a.address);
      first = first || a.family;
      kinds[a.family === first ? 0 : 1].push(a);
    }
    if (!seen.size) { fail(wrong((list[0] || {}).address, (list[0] || {}).family)); return; }
    // Families take turns.
    var order = [];
    for (var j = 0; j < Math.max(kinds[0].length, kinds[1].length); j++) { kinds.forEach(function (k) { if (k[j]) { order.push(k[j]); } }); }
    self._unrefTimer();
    if (order.length === 1) { dial(self, Object.assign(to, { host: order[0].address, family: order[0].family })); return; }
    self.autoSelectFamilyAttemptedAddresses = [];
    attempt({ self: self, to: to, order: order, at: 0, wait: wait, failures: [] });
  }
};

function start(self, handle, to, done) {
  handle._cancel = native.connect(to, function (err, info) {
    handle._cancel = null;
    if (err && to.localPort && to.localAddress && err.syscall === 'connect') {
      var more = ' - Local (' + to.localAddress + ':' + to.localPort + ')', text = err.message;
      err.stack = err.stack.replace(text, text + more);
      err.message = text + more;
      Object.assign(err, { localAddress: to.localAddress, localPort: to.localPort });
    }
    done(err, info);
  });
}
// dial connects to the only address.
function dial(self, to) {
  var handle = self._handle;
  if (to.port !== undefined) { self.emit('connectionAttempt', to.host, to.port, to.family); }
  if (!self.connecting || handle !== self._handle) { return; }
  start(self, handle, to, function (err, info) {
    if (self._handle !== handle) { if (info) { require('pipe').close(info.pipe); } return; }
    if (!err) { self._connected(info); return; }
    self.connecting = false;
    if (to.port !== undefined) { self.emit('connectionAttemptFailed', to.host, to.port, to.family, err); }
    self.destroy(err);
  });
}
// attempt connects to one address after the other, with a time for each but the last.
function attempt(c) {
  var self = c.self, a = c.order[c.at++];
  if (!self.connecting) { return; }
  if (!a) { self.destroy(together(c.failures)); return; }
  if (c.at > 1) { self._renewHandle(new handles.TCP()); }
  var handle = self._handle, over = false, timer = null, to = Object.assign({}, c.to, { host: a.address, family: a.family });
  self.autoSelectFamilyAttemptedAddresses.push(a.address + ':' + to.port);
  self.emit('connectionAttempt', a.address, to.port, a.family);
  if (self._handle !== handle) { return; }
  start(self, handle, to, function (err, info) {
    clearTimeout(timer);
    if (over || self._handle !== handle) { if (info) { require('pipe').close(info.pipe); } return; }
    over = true;
    if (!err) { self._connected(info); return; }
    self.emit('connectionAttemptFailed', a.address, to.port, a.family, err);
    c.failures.push(err);
    attempt(c);
  });
  if (c.at === c.order.length) { return; }
  timer = setTimeout(function () {
    if (over || self._handle !== handle) { return; }
    over = true;
    self.emit('connectionAttemptTimeout', a.address, to.port, a.family);
    c.failures.push(Object.assign(new Error('connect ETIMEDOUT ' + a.address + ':' + to.port), { errno: -110, code: 'ETIMEDOUT', syscall: 'connect', address: a.address, port: to.port }));
    handle.close();
    attempt(c);
  }, c.wait);
}
// together is the error of several attempts.
function together(list) {
  if (!list.length) { return errors.coded(Error, 'ERR_SOCKET_CONNECTION_TIMEOUT', 'Socket connection timeout'); }
  var e = new AggregateError(list);
  e.code = list[0].code;
  e.stack = String(e.stack).replace(/^AggregateError:?/, 'AggregateError [' + e.code + ']:');
  return e;
}
