// dns: looks up addresses with the resolver of the system, and has servers asked for records.
var net = require('net'), util = require('util'), errors = require('errors'), validate = require('validate');

var warned = false, order = native.order, orders = ['verbatim', 'ipv4first', 'ipv6first'];
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
exports.lookupService = function lookupService(address, port, done) {
  if (arguments.length !== 3) { throw errors.missing('address', 'port', 'callback'); }
  service(address, port);
  validate.func(done, 'callback');
  native.lookupService(address, +port, function (err, found) { if (err) { done(err); } else { done(null, found.hostname, found.service); } });
  return {};
};
function service(address, port) {
  if (net.isIP(address) === 0) { throw validate.invalidValue('address', address); }
  validate.port(port);
}
var resolvers = require('dnsresolver'), usual = resolvers.usual(), promised = {};
promised.lookup = function lookup(name, o) {
  var settle, found = new Promise(function (resolve, reject) { settle = { resolve: resolve, reject: reject }; });
  // Wrong arguments are thrown.
  exports.lookup(name, o || {}, function (err, address, family) { if (err) { settle.reject(err); } else { settle.resolve(o && o.all ? address : { address: address, family: family }); } });
  return found;
};
promised.lookupService = function lookupService(address, port) {
  if (arguments.length !== 2) { throw errors.missing('address', 'port'); }
  service(address, port);
  return new Promise(function (resolve, reject) { native.lookupService(address, +port, function (err, found) { if (err) { reject(err); } else { resolve(found); } }); });
};
['lookup', 'lookupService'].forEach(function (k) { Object.defineProperty(exports[k], util.promisify.custom, { value: promised[k] }); });
exports.Resolver = resolvers.Resolver;
promised.Resolver = resolvers.PromisesResolver;
exports.getDefaultResultOrder = promised.getDefaultResultOrder = function getDefaultResultOrder() { return order; };
exports.setDefaultResultOrder = promised.setDefaultResultOrder = function setDefaultResultOrder(v) {
  validate.oneOf(v, 'dnsOrder', orders);
  order = v;
};
exports.setServers = promised.setServers = function setServers(v) {
  var both = resolvers.usual();
  both.callback.setServers(v);
  usual = both;
  bind();
};
exports.ADDRCONFIG = 32;
exports.ALL = 16;
exports.V4MAPPED = 8;
['NODATA', 'FORMERR', 'SERVFAIL', 'NOTFOUND', 'NOTIMP', 'REFUSED', 'BADQUERY', 'BADNAME', 'BADFAMILY', 'BADRESP', 'CONNREFUSED', 'TIMEOUT', 'EOF', 'FILE', 'NOMEM', 'DESTRUCTION', 'BADSTR', 'BADFLAGS', 'NONAME', 'BADHINTS', 'NOTINITIALIZED', 'LOADIPHLPAPI',
  'ADDRGETNETWORKPARAMS', 'CANCELLED'].forEach(function (k) { exports[k] = promised[k] = k === 'EOF' ? k : 'E' + k; });
// bind has the functions of the module ask the servers that were set last. Queries that run keep theirs.
function bind() {
  ['getServers', 'resolve'].concat(Object.keys(resolvers.queries), 'reverse').forEach(function (k) {
    exports[k] = usual.callback[k].bind(usual.callback);
    promised[k] = usual.promises[k].bind(usual.promises);
  });
}
bind();
exports.promises = promised;
