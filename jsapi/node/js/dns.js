// dns: looks up addresses with the resolver of the system.
var net = require('net'), util = require('util');

exports.lookup = function (name, o, done) {
  if (typeof o === 'function') { done = o; o = {}; }
  if (typeof o === 'number') { o = { family: o }; }
  o = o || {};
  if (typeof done !== 'function') { throw util.invalidArgument('callback', 'function', done); }
  var family = o.family === 'IPv4' ? 4 : o.family === 'IPv6' ? 6 : o.family || 0;
  function answer(list) { if (o.all) { done(null, list); } else { done(null, list[0].address, list[0].family); } }
  if (!name) { process.nextTick(function () { if (o.all) { done(null, []); } else { done(null, null, family === 6 ? 6 : 4); } }); return {}; }
  var literal = net.isIP(name);
  if (literal) { process.nextTick(answer, [{ address: name, family: literal }]); return {}; }
  native.lookup(String(name), family, function (err, list) {
    if (err) { done(err); return; }
    // IPv4 addresses come first, as on most systems.
    if (o.order !== 'verbatim' && o.verbatim !== true) { list.sort(function (a, b) { return a.family - b.family; }); }
    answer(list);
  });
  return {};
};
function resolver(type) {
  return function (name, o, done) {
    if (typeof o === 'function') { done = o; }
    native.resolve(String(name), type, function (err, list) { if (err) { done(err); } else { done(null, list); } });
  };
}
var types = { resolve4: 'A', resolve6: 'AAAA', resolveMx: 'MX', resolveTxt: 'TXT', resolveNs: 'NS', resolveCname: 'CNAME', resolveSrv: 'SRV', resolvePtr: 'PTR', reverse: 'PTR' };
Object.keys(types).forEach(function (k) { exports[k] = resolver(types[k]); });
exports.resolve = function (name, type, done) {
  if (typeof type === 'function') { done = type; type = 'A'; }
  resolver(type)(name, done);
};
exports.lookupService = function (address, port, done) { exports.reverse(address, function (err, list) { if (err) { done(err); } else { done(null, list[0], String(port)); } }); };
exports.getServers = function () { return []; };
exports.setServers = function () {};
exports.setDefaultResultOrder = function () {};
exports.getDefaultResultOrder = function () { return 'verbatim'; };
function Resolver() {}
Resolver.prototype.cancel = function () {};
Object.keys(exports).forEach(function (k) { Resolver.prototype[k] = typeof exports[k] === 'function' ? function () { return exports[k].apply(exports, arguments); } : exports[k]; });
exports.Resolver = Resolver;
exports.promises = { Resolver: Resolver };
Object.keys(types).concat('resolve').forEach(function (k) { exports.promises[k] = util.promisify(exports[k]); });
exports.promises.lookup = function (name, o) {
  return new Promise(function (resolve, reject) {
    exports.lookup(name, o || {}, function (err, address, family) { if (err) { reject(err); } else { resolve(o && o.all ? address : { address: address, family: family }); } });
  });
};
Object.defineProperty(exports.lookup, util.promisify.custom, { value: exports.promises.lookup });
['NODATA', 'FORMERR', 'SERVFAIL', 'NOTFOUND', 'NOTIMP', 'REFUSED', 'BADQUERY', 'BADNAME', 'BADFAMILY', 'BADRESP', 'CONNREFUSED', 'TIMEOUT', 'EOF', 'FILE', 'NOMEM', 'DESTRUCTION', 'BADSTR', 'BADFLAGS', 'NONAME', 'BADHINTS', 'NOTINITIALIZED', 'LOADIPHLPAPI',
  'ADDRGETNETWORKPARAMS', 'CANCELLED'].forEach(function (k) { exports[k] = exports.promises[k] = k === 'EOF' ? k : 'E' + k; });
['getServers', 'setServers', 'getDefaultResultOrder', 'setDefaultResultOrder'].forEach(function (k) { exports.promises[k] = function () { return exports[k].apply(exports, arguments); }; });
exports.promises.lookupService = function (address, port) {
  return new Promise(function (resolve, reject) {
    exports.lookupService(address, port, function (err, hostname, service) { if (err) { reject(err); } else { resolve({ hostname: hostname, service: service }); } });
  });
};
exports.ADDRCONFIG = 32;
exports.V4MAPPED = 8;
exports.ALL = 16;
