// blocklist: addresses of sockets, and lists of them.
var validate = require('validate'), errors = require('errors');

// bits is an address as a number, null if it is none of that family.
function bits(text, family) {
  if (require('net').isIP(text) !== (family === 'ipv6' ? 6 : 4)) { return null; }
  function four(t) { return t.split('.').reduce(function (n, part) { return n << 8n | BigInt(part); }, 0n); }
  if (family === 'ipv4') { return four(text); }
  text = text.replace(/%.*$/, '');
  var dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (dotted) {
    var n = four(dotted[2]);
    text = dotted[1] + (n >> 16n).toString(16) + ':' + (n & 65535n).toString(16);
  }
  var halves = text.split('::'), head = halves[0] ? halves[0].split(':') : [], tail = halves[1] ? halves[1].split(':') : [];
  while (head.length + tail.length < 8) { head.push('0'); }
  return head.concat(tail).reduce(function (v, part) { return v << 16n | BigInt('0x' + part); }, 0n);
}
class SocketAddress {
  #port;
  #flowlabel;
  constructor(o) {
    o = o === undefined ? {} : o;
    validate.object(o, 'options');
    this.family = familyOf(o.family === undefined ? 'ipv4' : o.family, 'options.family');
    this.address = o.address === undefined ? this.family === 'ipv6' ? '::' : '127.0.0.1' : o.address;
    validate.string(this.address, 'options.address');
    this.#port = o.port === undefined ? 0 : o.port;
    if (!Number.isInteger(this.#port) || this.#port < 0 || this.#port > 65535) {
      throw errors.port('options.port', o.port);
    }
    this.#flowlabel = o.flowlabel === undefined ? 0 : o.flowlabel;
    validate.uint32(this.#flowlabel, 'options.flowlabel');
    if (bits(this.address, this.family) === null) { throw errors.coded(Error, 'ERR_INVALID_ADDRESS', 'Invalid socket address'); }
  }
  get port() { return this.#port; }
  get flowlabel() { return this.#flowlabel; }
  [Symbol.for('nodejs.util.inspect.custom')](depth, o) { return depth < 0 ? this : 'SocketAddress ' + require('inspect')(this.toJSON(), o); }
  toJSON() { return { address: this.address, port: this.port, family: this.family, flowlabel: this.flowlabel }; }
  static isSocketAddress(v) { return v instanceof SocketAddress; }
}
['address', 'family'].forEach(function (name) {
  // They are read only from outside, as those of a native object are.
  var values = new WeakMap();
  Object.defineProperty(SocketAddress.prototype, name, {
    configurable: true, get: function () { return values.get(this); },
    set: function (v) { if (!values.has(this)) { values.set(this, v); } }
  });
});
function familyOf(v, name) {
  if (typeof v === 'string' && (v.toLowerCase() === 'ipv4' || v.toLowerCase() === 'ipv6')) { return v.toLowerCase(); }
  throw validate.invalidValue(name, v);
}
// addressOf returns the family and the number of an argument.
function addressOf(address, family, name) {
  if (!SocketAddress.isSocketAddress(address)) {
    if (family === undefined) { family = 'ipv4'; }
    validate.string(address, name);
    validate.string(family, 'family');
    address = new SocketAddress({ address: address, family: family });
  }
  return { address: address, family: address.family, text: address.address, value: bits(address.address, address.family) };
}
class BlockList {
  #rules = [];
  addAddress(address, family) {
    var a = addressOf(address, family, 'address');
    this.#rules.unshift({ family: a.family, from: a.value, to: a.value, text: 'Address: ' + title(a.family) + ' ' + a.text });
  }
  addRange(start, end, family) {
    var a = addressOf(start, family, 'start'), b = addressOf(end, family, 'end');
    if (a.value > b.value) { throw validate.invalidValue('start', a.address, 'must come before end'); }
    this.#rules.unshift({ family: a.family, from: a.value, to: b.value, text: 'Range: ' + title(a.family) + ' ' + a.text + '-' + b.text });
  }
  addSubnet(network, prefix, family) {
    var a = addressOf(network, family, 'network'), size = a.family === 'ipv6' ? 128 : 32;
    validate.integer(prefix, 'prefix', 0, size);
    var rest = BigInt(size - prefix), from = a.value >> rest << rest;
    this.#rules.unshift({ family: a.family, from: from, to: from + (1n << rest) - 1n, text: 'Subnet: ' + title(a.family) + ' ' + a.text + '/' + prefix });
  }
  check(address, family) {
    var a;
    if (!SocketAddress.isSocketAddress(address)) {
      validate.string(address, 'address');
      if (family === undefined) { family = 'ipv4'; }
      validate.string(family, 'family');
      if (!/^ipv[46]$/i.test(family) || bits(address, family.toLowerCase()) === null) { return false; }
    }
    a = addressOf(address, family, 'address');
    return this.#rules.some(function (r) {
      // An IPv4 address may be written as one of IPv6.
      var v = r.family === 'ipv4' && a.family === 'ipv6' && a.value >> 32n === 65535n ? a.value & 0xffffffffn : r.family === a.family ? a.value : null;
      return v !== null && r.from <= v && v <= r.to;
    });
  }
  get rules() { return this.#rules.map(function (r) { return r.text; }); }
  static isBlockList(v) { return v instanceof BlockList; }
}
function title(family) { return family === 'ipv6' ? 'IPv6' : 'IPv4'; }
exports.SocketAddress = SocketAddress;
exports.BlockList = BlockList;
