// atomics: operations on memory that threads share. Each runs while no other does.
var web = ['Int8Array', 'Uint8Array', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array'];
var kindOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

function checked(list, waiting) {
  var kind = kindOf.call(list);
  if (waiting ? kind !== 'Int32Array' && kind !== 'BigInt64Array' : web.indexOf(kind) < 0) { throw new TypeError(Object.prototype.toString.call(list) + ' is not an ' + (waiting ? 'int32 or BigInt64' : 'integer') + ' typed array.'); }
  return kind;
}
function place(list, i) {
  var n = i === undefined ? 0 : Math.trunc(Number(i)) || 0;
  if (n < 0 || n >= list.length) { throw new RangeError('Invalid atomic access index'); }
  return n;
}
// given converts a value as the list does, before the operation begins.
function given(kind, v) { return kind[0] === 'B' ? BigInt.asIntN(64, typeof v === 'bigint' ? v : BigInt(v)) : Math.trunc(Number(v)) || 0; }

var operations = {
  add: function (list, i, v) { var old = list[i]; list[i] = old + v; return old; },
  sub: function (list, i, v) { var old = list[i]; list[i] = old - v; return old; },
  and: function (list, i, v) { var old = list[i]; list[i] = old & v; return old; },
  or: function (list, i, v) { var old = list[i]; list[i] = old | v; return old; },
  xor: function (list, i, v) { var old = list[i]; list[i] = old ^ v; return old; },
  exchange: function (list, i, v) { var old = list[i]; list[i] = v; return old; }
};
Object.keys(operations).forEach(function (name) {
  define(name, 3, function (list, i, v) {
    var kind = checked(list), at = place(list, i);
    return native.atomically(operations[name], list, at, given(kind, v));
  });
});
define('load', 2, function (list, i) {
  checked(list);
  return native.atomically(function (l, at) { return l[at]; }, list, place(list, i));
});
define('store', 3, function (list, i, v) {
  var kind = checked(list), at = place(list, i), stored = kind[0] === 'B' ? BigInt(v) : Math.trunc(Number(v)) || 0;
  native.atomically(operations.exchange, list, at, given(kind, v));
  return stored;
});
define('compareExchange', 4, function (list, i, expected, v) {
  var kind = checked(list), at = place(list, i), one = new list.constructor(1);
  one[0] = given(kind, expected);
  return native.atomically(function (l, n, want, to) { var old = l[n]; if (old === want) { l[n] = to; } return old; }, list, at, one[0], given(kind, v));
});
define('isLockFree', 1, function (n) { return [1, 2, 4, 8].indexOf(Number(n)) >= 0; });
function waiting(list, i, v, timeout) {
  var kind = checked(list, true), at = place(list, i), ms = timeout === undefined || isNaN(Number(timeout)) ? Infinity : Math.max(0, Number(timeout));
  if (!(list.buffer instanceof SharedArrayBuffer)) { throw new TypeError(Object.prototype.toString.call(list) + ' is not a shared typed array.'); }
  return [list, at, kind[0] === 'B' ? BigInt.asIntN(64, BigInt(v)) : Number(v) | 0, ms === Infinity ? -1 : ms];
}
define('wait', 4, function (list, i, v, timeout) {
  var w = waiting(list, i, v, timeout);
  return native.wait(w[0], w[1], w[2], w[3]);
});
define('waitAsync', 4, function (list, i, v, timeout) {
  var w = waiting(list, i, v, timeout);
  return native.waitAsync(w[0], w[1], w[2], w[3]);
});
define('notify', 3, function (list, i, count) {
  checked(list, true);
  var at = place(list, i), n = count === undefined ? Infinity : Math.max(0, Math.trunc(Number(count)) || 0);
  return native.notify(list, at, n === Infinity ? -1 : n);
});
function define(name, length, fn) {
  Object.defineProperty(fn, 'name', { value: name, configurable: true });
  Object.defineProperty(fn, 'length', { value: length, configurable: true });
  Object.defineProperty(exports, name, { value: fn, writable: true, configurable: true });
}
Object.defineProperty(exports, Symbol.toStringTag, { value: 'Atomics', configurable: true });
