// deep: deep equality for assert and util.
module.exports = function (a, b, strict) { return equal(a, b, strict, []); };

var tag = Object.prototype.toString;
// own are the members that count: loosely, those that are named by symbols do not.
function own(o, strict) { return strict ? Object.keys(o).concat(symbols(o)) : Object.keys(o); }
function symbols(o) { return Object.getOwnPropertySymbols(o).filter(function (s) { return Object.prototype.propertyIsEnumerable.call(o, s); }); }
function equal(a, b, strict, seen) {
  if (a === b) { return a !== 0 || !strict || Object.is(a, b); }
  var simple = typeof a !== 'object' && typeof a !== 'function' || a === null || typeof b !== 'object' && typeof b !== 'function' || b === null;
  if (simple || typeof a === 'function' || typeof b === 'function') {
    if (a !== a && b !== b) { return true; }
    return !strict && simple && (typeof a !== 'object' || a === null) && (typeof b !== 'object' || b === null) && a == b;
  }
  if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) { return false; }
  if (tag.call(a) !== tag.call(b)) { return false; }
  var kind = native.kind(a);
  if (kind !== native.kind(b) || Array.isArray(a) !== Array.isArray(b)) { return false; }
  switch (kind) {
    case 'date': if (a.getTime() !== b.getTime()) { return false; } break; // invalid ones never are equal
    case 'regexp': if (String(a) !== String(b) || a.lastIndex !== b.lastIndex) { return false; } break;
    case 'error': if (a.message !== b.message || a.name !== b.name) { return false; } break;
    case 'boxed': if (!equal(a.valueOf(), b.valueOf(), true, seen)) { return false; } break;
    case 'buffer': if (!equal(new Uint8Array(a), new Uint8Array(b), strict, seen)) { return false; } break;
    case 'promise': case 'weak': return false;
  }
  for (var i = 0; i < seen.length; i++) {
    if (seen[i][0] === a) { return seen[i][1] === b; }
    if (seen[i][1] === b) { return false; }
  }
  seen.push([a, b]);
  var same = contents(a, b, kind, strict, seen);
  seen.pop();
  return same;
}
function contents(a, b, kind, strict, seen) {
  if (ArrayBuffer.isView(a)) { return views(a, b, strict, seen); }
  if (Array.isArray(a) && a.length !== b.length) { return false; }
  if (kind === 'set') { if (a.size !== b.size || !within(Array.from(a), Array.from(b), strict, seen)) { return false; } }
  if (kind === 'map') { if (a.size !== b.size || !within(Array.from(a), Array.from(b), strict, seen)) { return false; } }
  return members(own(a, strict), own(b, strict), a, b, strict, seen);
}
function members(keys, others, a, b, strict, seen) {
  return keys.length === others.length && keys.every(function (k) {
    return Object.prototype.propertyIsEnumerable.call(b, k) && equal(a[k], b[k], strict, seen);
  });
}
// views compares what lies over a buffer by its bytes; but loosely, floating point numbers as ===.
function views(a, b, strict, seen) {
  if (a.byteLength !== b.byteLength) { return false; }
  if (!strict && (a instanceof Float32Array || a instanceof Float64Array)) { if (!a.every(function (n, i) { return n === b[i]; })) { return false; } } else if (!bytes(a).equals(bytes(b))) { return false; }
  return members(added(a, strict), added(b, strict), a, b, strict, seen);
}
function bytes(v) { return Buffer.from(v.buffer, v.byteOffset, v.byteLength); }
// added are the members of a view besides its elements, whose names come first.
function added(v, strict) {
  var names = Object.keys(v).slice(v.length || 0);
  return strict ? names.concat(symbols(v)) : names;
}
// within reports whether each element of one list has an equal one in the other.
function within(list, other, strict, seen) {
  return list.every(function (x) {
    for (var i = 0; i < other.length; i++) {
      if (equal(x, other[i], strict, seen)) { return other.splice(i, 1).length === 1; }
    }
    return false;
  });
}
