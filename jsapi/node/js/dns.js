// dns: looks up addresses with the resolver of the system.
var net = require('net'), util = require('util'), errors = require('errors'), validate = require('validate');

var warned = false, order = 'verbatim', orders = ['verbatim', 'ipv4first', 'ipv6first'];
// lookup takes a family, or options. Its hints have no effect on the resolver of Go.
exports.lookup = function lookup(name, o, done) {
  var family = 0, how = order;
  if (name) { validate.string(name, 'hostname'); }
  if (typeof o === 'function') {
    done = o;
    o = null;
  } else if (typeof o === 'number') {
    validate.func(done, 'callback');
    validate.oneOf(o, 'family', [0, 4, 6]);
    family = o;
    o = null;
  } else if (o !== undefined && typeof o !== 'object') {
    validate.func(arguments.length === 2 ? o : done, 'callback');
    throw errors.argument('options', 'of type object or integer', o);
  } else { validate.func(done, 'callback'); }
  o = o || {};
  if (given(o.hints)) {
    validate.number(o.hints, 'options.hints');
    if ((o.hints >>> 0) & ~(exports.ADDRCONFIG | exports.ALL | exports.V4MAPPED)) { throw validate.invalidValue('hints', o.hints >>> 0); }
  }
  if (o.family === 'IPv4') { family = 4; } else if (o.family === 'IPv6') { family = 6; } else if (given(o.family)) {
    validate.oneOf(o.family, 'options.family', [0, 4, 6]);
    family = o.family;
  }
  if (given(o.all)) { validate.boolean(o.all, 'options.all'); }
  if (given(o.verbatim)) {
    validate.boolean(o.verbatim, 'options.verbatim');
    how = o.verbatim ? 'verbatim' : 'ipv4first';
  }
  if (given(o.order)) {
    validate.oneOf(o.order, 'options.order', orders);
    how = o.order;
  }
  function answer(list) { if (o.all) { done(null, list); } else { done(null, list[0].address, list[0].family); } }
  if (!name) {
    if (!warned) { process.emitWarning('The provided hostname "' + String(name) + '" is not a valid hostname, and is supported in the dns module solely for compatibility.', 'DeprecationWarning', 'DEP0118'); }
    warned = true;
    process.nextTick(function () { if (o.all) { done(null, []); } else { done(null, null, family === 6 ? 6 : 4); } });
    return {};
  }
  var literal = net.isIP(name);
  if (literal) {
    process.nextTick(answer, [{ address: name, family: literal }]);
    return {};
  }
  native.lookup(name, family, function (err, list) {
    if (err) { done(err); return; }
    // Go has no order of the system's: IPv4 addresses come first, as they mostly do, unless the caller wants none.
    var first = how === 'ipv6first' ? 6 : 4;
    answer(o.verbatim === true || o.order === 'verbatim' ? list : list.filter(function (a) { return a.family === first; }).concat(list.filter(function (a) { return a.family !== first; })));
  });
  return {};
};
function given(v) { return v !== undefined && v !== null; }
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
exports.setDefaultResultOrder = function (v) {
  validate.oneOf(v, 'dnsOrder', orders);
  order = v;
};
exports.getDefaultResultOrder = function () { return order; };
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
