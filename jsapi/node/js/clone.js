// clone: turns values into lists that another thread can read, and back. A node is a list:
// its kind, and slots. A slot is a primitive, or a list with the number of a node.
var web = require('web');

var errors = { Error: Error, EvalError: EvalError, RangeError: RangeError, ReferenceError: ReferenceError, SyntaxError: SyntaxError, TypeError: TypeError, URIError: URIError };
var tagOf = Object.prototype.toString;

function refuse(text) { throw new web.DOMException(text + ' could not be cloned.', 'DataCloneError'); }
function missing(text) { throw new web.DOMException(text, 'DataCloneError'); }
// isShared reports whether v is a SharedArrayBuffer, which is one of goja with another prototype.
function isShared(v) { return typeof SharedArrayBuffer === 'function' && v instanceof SharedArrayBuffer; }

// encode returns the nodes of a value, the first of which is a list with its slot. What
// transfer lists is taken away from this thread by the native function that gets the nodes.
exports.encode = function (value, transfer) {
  var nodes = [null], seen = new Map(), moved = new Set(transfer || []);
  var ports = require('worker_threads').MessagePort;
  var listed = new Set();
  (transfer || []).forEach(function (v) {
    var port = v instanceof ports;
    if (!port && (!(v instanceof ArrayBuffer) || isShared(v))) { throw Object.assign(new TypeError('Found invalid object in transferList'), { code: 'ERR_INVALID_TRANSFER_OBJECT' }); }
    if (unmovable.has(v)) { moved.delete(v); return; } // it is copied
    if (listed.has(v)) { missing('Transfer list contains duplicate ' + (port ? 'MessagePort' : 'ArrayBuffer')); }
    if (port && v._detached()) { missing('MessagePort in transfer list is already detached'); }
    listed.add(v);
  });
  nodes[0] = ['value', slot(value)];
  moved.forEach(function (v) { if (!seen.has(v)) { slot(v); } }); // it leaves this thread in any case
  return nodes;

  function slot(v) {
    if (typeof v === 'function') { refuse(Function.prototype.toString.call(v)); }
    if (typeof v === 'symbol') { refuse(String(v)); }
    if (typeof v !== 'object' || v === null) { return v; }
    var n = seen.get(v);
    if (n === undefined) {
      n = nodes.length;
      seen.set(v, n);
      nodes.push(null);
      nodes[n] = node(v);
    }
    return [n];
  }
  function members(out, v) {
    for (var keys = Object.keys(v), i = 0; i < keys.length; i++) { out.push(keys[i], slot(v[keys[i]])); }
    return out;
  }
  function node(v) {
    if (v instanceof ports) {
      if (!moved.has(v)) { throw Object.assign(new TypeError('Object that needs transfer was found in message but not listed in transferList'), { code: 'ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST' }); }
      return ['port', v._leave()];
    }
    if (isShared(v)) { return ['shared', v]; }
    if (v instanceof ArrayBuffer) { return [moved.has(v) ? 'moved' : 'buffer', v]; }
    if (ArrayBuffer.isView(v)) {
      var kind = v instanceof DataView ? 'DataView' : Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get.call(v);
      return ['view', kind, slot(v.buffer), v.byteOffset, kind === 'DataView' ? v.byteLength : v.length];
    }
    if (v instanceof Map) {
      var pairs = ['map'];
      Array.from(v).forEach(function (p) { pairs.push(slot(p[0]), slot(p[1])); });
      return pairs;
    }
    if (v instanceof Set) { return ['set'].concat(Array.from(v).map(slot)); }
    if (v instanceof Error) {
      var name = errors[v.name] ? v.name : 'Error', message = Object.getOwnPropertyDescriptor(v, 'message');
      return ['error', name, message ? String(message.value) : undefined, v.stack === undefined ? undefined : String(v.stack), 'cause' in v ? [slot(v.cause)] : undefined];
    }
    switch (tagOf.call(v)) {
      case '[object Date]': return ['date', Date.prototype.getTime.call(v)];
      case '[object RegExp]': return ['regexp', v.source, v.flags];
      case '[object Boolean]': case '[object Number]': case '[object String]': case '[object BigInt]':
        if (v instanceof Boolean || v instanceof Number || v instanceof String || typeof BigInt === 'function' && v instanceof BigInt) { return ['boxed', v.valueOf()]; }
        break;
      case '[object Promise]': case '[object WeakMap]': case '[object WeakSet]': case '[object WeakRef]': case '[object Generator]': case '[object AsyncGenerator]': refuse('#<' + tagOf.call(v).slice(8, -1) + '>');
    }
    if (!Array.isArray(v)) { return members(['object'], v); }
    var dense = Object.keys(v).length === v.length;
    return dense ? ['list'].concat(v.map(slot)) : members(['array', v.length], v);
  }
};

// decode makes the value of nodes.
exports.decode = function (nodes) {
  var made = [], ports = [];
  for (var n = 1; n < nodes.length; n++) { if (nodes[n][0] === 'port') { ports.push(at(n)); } }
  return { value: value(nodes[0][1]), ports: ports };

  function value(s) { return typeof s === 'object' && s !== null ? at(s[0]) : s; }
  function put(o, key, v) { Object.defineProperty(o, key, { value: v, writable: true, enumerable: true, configurable: true }); }
  function fill(o, node, from) {
    for (var i = from; i < node.length; i += 2) { put(o, node[i], value(node[i + 1])); }
    return o;
  }
  function at(n) {
    if (n in made) { return made[n]; }
    var node = nodes[n], out, i;
    switch (node[0]) {
      case 'date': out = new Date(node[1]); break;
      case 'regexp': out = new RegExp(node[1], node[2]); break;
      case 'boxed': out = Object(node[1]); break;
      case 'buffer': case 'moved': out = node[1]; break;
      case 'shared': out = Object.setPrototypeOf(node[1], SharedArrayBuffer.prototype); break;
      case 'port': out = require('worker_threads')._arrive(node[1]); break;
      case 'view': out = new globalThis[node[1]](at(node[2][0]), node[3], node[4]); break;
    }
    if (out !== undefined) { return made[n] = out; }
    switch (node[0]) {
      case 'map':
        made[n] = out = new Map();
        for (i = 1; i < node.length; i += 2) { out.set(value(node[i]), value(node[i + 1])); }
        return out;
      case 'set':
        made[n] = out = new Set();
        for (i = 1; i < node.length; i++) { out.add(value(node[i])); }
        return out;
      case 'list':
        made[n] = out = [];
        for (i = 1; i < node.length; i++) { out.push(value(node[i])); }
        return out;
      case 'array': return fill(made[n] = new Array(node[1]), node, 2);
      case 'error':
        made[n] = out = new errors[node[1]](node[2]);
        Object.defineProperty(out, 'stack', { value: node[3], writable: true, configurable: true });
        if (node[4]) { Object.defineProperty(out, 'cause', { value: value(node[4][0]), writable: true, configurable: true }); }
        return out;
    }
    return fill(made[n] = {}, node, 1);
  }
};
var unmovable = new WeakSet();
exports.keep = function (v) { if (typeof v === 'object' && v !== null) { unmovable.add(v); } };
