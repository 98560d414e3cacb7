// Lets two processes use each other's objects. Each side runs one Wire. Primitive values,
// dates, regular expressions, buffers and lists are copied; functions, errors and instances of classes
// stay where they are, and the other side has a proxy that asks for each member. Plain objects are
// copied too by a side that says so (`copies`): settings have to be real objects for the app that reads them.
//
// A call waits for its result. While it waits, calls of the other side are answered: functions
// may call back and forth. It runs on Node and in the server.
'use strict';

function Wire(options) {
  // send(message), receive() waits for one message.
  this.send = options.send;
  this.receive = options.receive;
  this.copies = options.copies;
  this.moduleOf = options.moduleOf || function () {};
  this.failed = options.failed || function () {};
  this.own = new Map(); // id → what the other side may use
  this.ids = new Map();
  this.theirs = new Map(); // id → proxy
  this.idOfTheirs = new Map();
  this.last = 0;
  this.asked = 0;
  this.early = new Map(); // replies that have come while the answer to a later question was waited for
}

module.exports = Wire;

// ask has the other side do something, and waits for the result. Both sides may ask at the same moment.
Wire.prototype.ask = function (op) {
  var number = ++this.asked;
  op.number = number;
  this.send(op);
  while (!this.early.has(number)) {
    var message = this.receive();
    if (message.op) { this.answer(message); } else { this.early.set(message.to, message); }
  }
  var reply = this.early.get(number);
  this.early.delete(number);
  if (reply.thrown) { throw this.decode(reply.thrown); }
  return this.decode(reply.result);
};

// answer does what the other side asks for.
Wire.prototype.answer = function (message) {
  var reply;
  try {
    reply = { result: this.encode(this.perform(message)) };
  } catch (e) {
    this.failed(e);
    reply = { thrown: this.encode(e) };
  }
  reply.to = message.number;
  this.send(reply);
};

Wire.prototype.perform = function (m) {
  var of = this.own.get(m.of);
  var key = m.key && m.key.symbol ? Symbol[m.key.symbol] : m.key;
  var args = m.args && m.args.map(this.decode, this);
  switch (m.op) {
    case 'get': return of[key];
    case 'set': return Reflect.set(of, key, args[0]);
    case 'has': return Reflect.has(of, key);
    case 'delete': return Reflect.deleteProperty(of, key);
    case 'keys': return Reflect.ownKeys(of).filter(function (k) { return typeof k === 'string'; });
    case 'own':
      var d = Reflect.getOwnPropertyDescriptor(of, key);
      return d && [d.enumerable, of[key]];
    case 'apply': return Reflect.apply(of, args[0], args.slice(1));
    case 'settle': of.then(args[0], args[1]); return undefined;
    case 'construct': return Reflect.construct(of, args);
  }
  throw new Error('The message ' + m.op + ' is unknown.');
};

Wire.prototype.encode = function (v, seen) {
  var wire = this;
  if (v === null || typeof v === 'string' || typeof v === 'boolean') { return v; }
  if (v === undefined) { return { undefined: 1 }; }
  if (typeof v === 'number') { return isFinite(v) && !Object.is(v, -0) ? v : { number: Object.is(v, -0) ? '-0' : String(v) }; }
  if (typeof v === 'bigint') { return { bigint: String(v) }; }
  if (typeof v === 'symbol') { return { undefined: 1 }; }
  if (wire.idOfTheirs.has(v)) { return { yours: wire.idOfTheirs.get(v) }; }
  if (typeof v !== 'function') {
    if (v instanceof Date) { return { date: +v }; }
    if (v instanceof RegExp) { return { regexp: [v.source, v.flags] }; }
    if (Buffer.isBuffer(v)) { return { buffer: v.toString('base64') }; }
    seen = seen || [];
    var plain = Array.isArray(v) || wire.copies && (Object.getPrototypeOf(v) === Object.prototype || Object.getPrototypeOf(v) === null);
    if (plain && seen.indexOf(v) < 0) {
      seen = seen.concat([v]);
      if (Array.isArray(v)) { return { list: v.map(function (item) { return wire.encode(item, seen); }) }; }
      return { members: Object.keys(v).map(function (k) { return [k, wire.encode(v[k], seen)]; }) };
    }
  }
  var module = wire.moduleOf(v);
  if (module) { return { module: module }; }
  if (!wire.ids.has(v)) {
    wire.ids.set(v, ++wire.last);
    wire.own.set(wire.last, v);
  }
  var to = { id: wire.ids.get(v) };
  if (typeof v === 'function') {
    to.called = { name: v.name, length: v.length, async: Object.prototype.toString.call(v) === '[object AsyncFunction]' };
    var members = Object.keys(v);
    if (wire.copies && members.length) {
      to.members = members.map(function (k) { return [k, wire.encode(v[k], (seen || []).concat([v]))]; });
    }
  } else if (v instanceof Error || Object.prototype.toString.call(v) === '[object Error]') {
    to.error = { name: String(v.name), message: String(v.message), stack: String(v.stack) };
  } else if (v instanceof Promise) {
    to.promise = true;
  }
  return to;
};

Wire.prototype.decode = function (v) {
  var wire = this;
  if (v === null || typeof v !== 'object') { return v; }
  if ('undefined' in v) { return undefined; }
  if ('number' in v) { return Number(v.number); }
  if ('bigint' in v) { return BigInt(v.bigint); }
  if ('yours' in v) { return wire.own.get(v.yours); }
  if ('date' in v) { return new Date(v.date); }
  if ('regexp' in v) { return new RegExp(v.regexp[0], v.regexp[1]); }
  if ('buffer' in v) { return Buffer.from(v.buffer, 'base64'); }
  if ('list' in v) { return v.list.map(wire.decode, wire); }
  if ('module' in v) { return require(v.module); }
  if ('id' in v) {
    if (!wire.theirs.has(v.id)) {
      var made = wire.proxy(v);
      wire.theirs.set(v.id, made);
      wire.idOfTheirs.set(made, v.id);
      if (v.called && v.members) { v.members.forEach(function (m) { made[m[0]] = wire.decode(m[1]); }); }
    }
    return wire.theirs.get(v.id);
  }
  var o = {};
  v.members.forEach(function (m) { o[m[0]] = wire.decode(m[1]); });
  return o;
};

// proxy stands for an object of the other side.
Wire.prototype.proxy = function (v) {
  var wire = this, id = v.id;
  if (v.called && !wire.copies) { return wire.stub(id, v.called); }
  if (v.promise) {
    var made = new Promise(function (resolve, reject) {
      wire.ask({ op: 'settle', of: id, args: [wire.encode(resolve), wire.encode(reject)] });
    });
    made.catch(function () {}); // its own side has asked for it already
    return made;
  }
  var target = {};
  if (v.called) { target = function () {}; }
  if (v.error) { target = makeError(v.error); }
  return new Proxy(target, wire.traps(id));
};

// stub is a real function that calls one of the other side. Sails reads the length, the kind and the parameters in the text of functions.
Wire.prototype.stub = function (id, called) {
  var wire = this;
  function ask(op, args) { return wire.ask({ op: op, of: id, args: args.map(function (a) { return wire.encode(a); }) }); }
  function call(self, args, constructs) {
    args = Array.prototype.slice.call(args);
    return constructs ? ask('construct', args) : ask('apply', [self === global ? undefined : self].concat(args));
  }
  var names = Array.from({ length: called.length }, function (_, i) { return 'p' + i; }).join(', ');
  var stub = called.async ?
    new Function('call', 'return async function (' + names + ') { return call(this, arguments); }')(call) :
    new Function('call', 'return function (' + names + ') { return call(this, arguments, new.target); }')(call);
  Object.defineProperty(stub, 'name', { value: called.name, configurable: true });
  return stub;
};

function makeError(said) {
  var kinds = { TypeError: TypeError, RangeError: RangeError, SyntaxError: SyntaxError, ReferenceError: ReferenceError };
  var e = new (kinds[said.name] || Error)(said.message);
  Object.keys(said).forEach(function (k) { Object.defineProperty(e, k, { value: said[k], configurable: true, writable: true }); });
  return e;
}

Wire.prototype.traps = function (id) {
  var wire = this;
  function ask(op, key, args) {
    return wire.ask({ op: op, of: id, key: key, args: args && args.map(function (a) { return wire.encode(a); }) });
  }
  function named(key) { return typeof key === 'string' || WELL_KNOWN[key.description]; }
  function plainKey(key) { return typeof key === 'string' ? key : { symbol: WELL_KNOWN[key.description] }; }
  return {
    get: function (target, key, self) {
      if (!named(key)) { return Reflect.get(target, key, self); }
      var value = ask('get', plainKey(key));
      return value === undefined ? Reflect.get(Object.getPrototypeOf(target), key, self) : value; // `should` of assertion libraries
    },
    set: function (target, key, value) { return typeof key === 'string' ? ask('set', key, [value]) : Reflect.set(target, key, value); },
    has: function (target, key) { return named(key) && ask('has', plainKey(key)) || Reflect.has(target, key); },
    deleteProperty: function (target, key) { return typeof key !== 'string' || ask('delete', key); },
    ownKeys: function (target) {
      return ask('keys').concat(typeof target === 'function' ? ['prototype'] : []).filter(function (k, i, all) { return all.indexOf(k) === i; });
    },
    getOwnPropertyDescriptor: function (target, key) {
      if (typeof key !== 'string') { return undefined; }
      if (typeof target === 'function' && key === 'prototype') { return Reflect.getOwnPropertyDescriptor(target, key); }
      var d = ask('own', key);
      return d && { enumerable: d[0], value: d[1], configurable: true, writable: true };
    },
    defineProperty: function (target, key, d) { return ask('set', key, [d.value]); },
    apply: function (target, self, args) { return ask('apply', undefined, [self].concat(args)); },
    construct: function (target, args) { return Object(ask('construct', undefined, args)); },
  };
};

var WELL_KNOWN = { 'Symbol.iterator': 'iterator', 'Symbol.asyncIterator': 'asyncIterator', 'Symbol.toPrimitive': 'toPrimitive' };
