// dnsresolver: the classes Resolver of dns, which ask servers for records.
var net = require('net'), util = require('util'), url = require('url'), errors = require('errors'), validate = require('validate');

// queries are the methods with the type of records that they ask for and what they make of the answer.
exports.queries = {
  resolve4: ['A', address], resolve6: ['AAAA', address], resolveAny: ['ANY', all], resolveCaa: ['CAA', untyped], resolveCname: ['CNAME', values], resolveMx: ['MX', untyped],
  resolveNaptr: ['NAPTR', untyped], resolveNs: ['NS', values], resolvePtr: ['PTR', values], resolveSoa: ['SOA', first], resolveSrv: ['SRV', untyped], resolveTxt: ['TXT', texts]
};
var methods = {}, order = ['A', 'CNAME', 'AAAA', 'MX', 'NS', 'TXT', 'SRV', 'PTR', 'NAPTR', 'SOA', 'CAA'];
Object.keys(exports.queries).forEach(function (k) { methods[exports.queries[k][0]] = k; });
function address(list, o) { return list.map(function (r) { return o && o.ttl ? { address: r.address, ttl: r.ttl } : r.address; }); }
function all(list) { return order.reduce(function (sorted, type) { return sorted.concat(list.filter(function (r) { return r.type === type; })); }, []); }
function untyped(list) {
  list.forEach(function (r) { delete r.type; });
  return list;
}
function values(list) { return list.map(function (r) { return r.value; }); }
function first(list) { return untyped(list)[0]; }
function texts(list) { return list.map(function (r) { return r.entries; }); }

// ChannelWrap is what the queries of a Resolver share.
function ChannelWrap(timeout, tries) {
  Object.defineProperties(this, {
    timeout: { value: timeout }, tries: { value: tries }, running: { value: new Set() },
    servers: { value: null, writable: true }, local4: { value: '', writable: true }, local6: { value: '', writable: true }
  });
}
ChannelWrap.prototype.getServers = function () { return this.servers || native.servers(); };
ChannelWrap.prototype.query = function (syscall, type, asked, name, done) {
  var running = this.running, end = native.query({ servers: this.servers, timeout: this.timeout, tries: this.tries, local4: this.local4, local6: this.local6 }, asked, type, function (err, answer) {
    if (!running.delete(cancel)) { return; }
    if (err) { done(err); } else if (answer.code) { done(failure(syscall, answer.code, name)); } else { done(null, answer.records); }
  });
  function cancel() {
    running.delete(cancel);
    end();
    setImmediate(done, failure(syscall, 'ECANCELLED', name));
  }
  running.add(cancel);
};
// failure is the error of a query.
function failure(syscall, code, name) { return Object.assign(new Error(syscall + ' ' + code + (name ? ' ' + name : '')), { errno: undefined, code: code, syscall: syscall }, name ? { hostname: name } : {}); }

// ResolverBase is what both classes have in common.
function ResolverBase(o) {
  var timeout = -1, tries = 4;
  if (o && typeof o === 'object') {
    if (o.timeout !== undefined) { timeout = o.timeout; }
    if (o.tries !== undefined) { tries = o.tries; }
  }
  validate.int32(timeout, 'options.timeout', -1);
  validate.int32(tries, 'options.tries', 1);
  this._handle = new ChannelWrap(timeout, tries);
}
method(ResolverBase, 'cancel', function cancel() { this._handle.running.forEach(function (end) { end(); }); });
method(ResolverBase, 'getServers', function getServers() {
  return (this._handle.getServers() || []).map(function (s) {
    if (!s[1] || s[1] === 53) { return s[0]; }
    return (net.isIPv6(s[0]) ? '[' + s[0] + ']' : s[0]) + ':' + s[1];
  });
});
method(ResolverBase, 'setServers', function setServers(servers) {
  if (!Array.isArray(servers)) { throw errors.argument('servers', 'an instance of Array', servers); }
  var parsed = [];
  servers.forEach(function (text, i) {
    validate.string(text, 'servers[' + i + ']');
    parsed.push(server(text));
  });
  if (this._handle.running.size) { throw errors.coded(Error, 'ERR_DNS_SET_SERVERS_FAILED', 'c-ares failed to set servers: "There are pending queries." [' + util.inspect(servers) + ']'); }
  this._handle.servers = parsed;
});
method(ResolverBase, 'setLocalAddress', function setLocalAddress(ipv4, ipv6) {
  validate.string(ipv4, 'ipv4');
  if (ipv6 !== undefined) { validate.string(ipv6, 'ipv6'); }
  var handle = this._handle, local4 = '', local6 = '';
  [ipv4, ipv6].forEach(function (a) {
    if (a === undefined) { return; }
    if (net.isIPv4(a)) {
      if (local4) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'Cannot specify two IPv4 addresses.'); }
      local4 = a;
    } else if (net.isIPv6(a)) {
      if (local6) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'Cannot specify two IPv6 addresses.'); }
      local6 = a;
    } else { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'Invalid IP address.'); }
  });
  handle.local4 = local4;
  handle.local6 = local6;
});
// server reads the address of a server: that of a host, or one with a port.
function server(text) {
  if (net.isIP(text)) { return [text, 53]; }
  var m = /^\[([^[\]]*)\](?::(\d+))?$/.exec(text) || /^([\d.]+):(\d+)$/.exec(text), port = m && m[2] !== undefined ? +m[2] : 53;
  if (!m || !net.isIP(m[1]) || port < 1 || port > 65535) { throw errors.coded(TypeError, 'ERR_INVALID_IP_ADDRESS', 'Invalid IP address: ' + text); }
  return [m[1], port];
}
function method(Class, name, f) { Object.defineProperty(Class.prototype, name, { value: f, writable: true, configurable: true }); }

// The class with callbacks, and that with promises: start has a query answer one of them.
exports.Resolver = define(function Resolver() { ResolverBase.apply(this, arguments); }, 2, function (args) {
  var done = args[args.length > 2 ? 2 : 1], o = args.length > 2 ? args[1] : null;
  return { options: o, check: function () { validate.func(done, 'callback'); }, answers: function (query) { query(done); return {}; } };
});
exports.PromisesResolver = define(function Resolver() { ResolverBase.apply(this, arguments); }, 2, function (args) {
  return {
    options: args[1], check: function () {}, answers: function (query) {
      return new Promise(function (resolve, reject) { query(function (err, v) { if (err) { reject(err); } else { resolve(v); } }); });
    }
  };
});
function define(Class, length, start) {
  util.inherits(Class, ResolverBase);
  Object.defineProperty(Class, 'length', { value: 0, configurable: true });
  Object.keys(exports.queries).forEach(function (k) {
    var type = exports.queries[k][0], made = exports.queries[k][1], syscall = 'query' + type[0] + type.slice(1).toLowerCase();
    if (type === 'AAAA') { syscall = 'queryAaaa'; }
    var f = function (name, o, done) {
      validate.string(name, 'name');
      var call = start(arguments), handle = this._handle;
      call.check();
      return call.answers(function (done) { handle.query(syscall, type, /[^\0-\x7f]/.test(name) && url.domainToASCII(name) || name, name, function (err, list) { if (err) { done(err); } else { done(null, made(list, call.options)); } }); });
    };
    Object.defineProperties(f, { name: { value: syscall, configurable: true }, length: { value: length, configurable: true } });
    Class.prototype[k] = f;
  });
  Class.prototype.reverse = Object.defineProperty(function (name, done) {
    validate.string(name, 'name');
    var call = start(arguments), handle = this._handle;
    call.check();
    return call.answers(function (done) {
      if (!net.isIP(name)) {
        var err = Object.assign(failure('getHostByAddr', 'EINVAL', name), { errno: -22 });
        if (Class === exports.Resolver) { throw err; }
        done(err);
        return;
      }
      var known = native.named(name);
      if (known.length) {
        setImmediate(done, null, known.length > 1 ? known.slice(1) : known); // without the first name, the canonical one
        return;
      }
      handle.query('getHostByAddr', 'PTR', native.reversed(name), name, function (err, list) { if (err) { done(err); } else { done(null, values(list)); } });
    });
  }, 'name', { value: 'getHostByAddr', configurable: true });
  Class.prototype.resolve = function resolve(name, rrtype, done) {
    var direct = rrtype === undefined && Class !== exports.Resolver || typeof rrtype === 'function' && Class === exports.Resolver, type = direct ? 'A' : rrtype;
    validate.string(type, 'rrtype');
    validate.string(name, 'name');
    if (!methods.hasOwnProperty(type)) { throw validate.invalidValue('rrtype', rrtype); }
    return Class === exports.Resolver ? this[methods[type]](name, direct ? rrtype : done) : this[methods[type]](name);
  };
  return Class;
}
// usual are two resolvers with the servers of the system, which share what is set.
exports.usual = function () {
  var both = { callback: new exports.Resolver(), promises: new exports.PromisesResolver() };
  both.promises._handle = both.callback._handle;
  return both;
};
