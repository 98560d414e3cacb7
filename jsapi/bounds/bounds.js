// Replacements of built-in functions for large arguments. They are JavaScript, so they
// can be interrupted.
(function (text) {
  'use strict';
  const apply = Reflect.apply, get = Reflect.get, set = Reflect.set, has = Reflect.has, remove = Reflect.deleteProperty, define = Object.defineProperty;
  const patterns = RegExp.prototype, isArray = Array.isArray;
  const handler = {
    get: function (o, k) { return get(o, k); },
    set: function (o, k, v) { return set(o, k, v); },
    has: function (o, k) { return has(o, k); },
    deleteProperty: function (o, k) { return remove(o, k); }
  };
  function proxied(v) { return new Proxy(v, handler); }
  function tooLong(n) { if (n > text()) { throw new RangeError('Invalid string length'); } }

  // parsed splits a replacement text into a list of texts and of functions that return
  // one for a match.
  function parsed(pattern) {
    const parts = [];
    let from = 0;
    function add(end, make, next) {
      if (end > from) { parts.push(pattern.slice(from, end)); }
      if (make !== undefined) { parts.push(make); }
      from = next;
    }
    for (let at = pattern.indexOf('$'); at >= 0; at = pattern.indexOf('$', Math.max(at + 1, from))) {
      const sign = pattern[at + 1];
      if (sign === '$') { add(at + 1, undefined, at + 2); }
      else if (sign === '&') { add(at, function (m) { return m.all; }, at + 2); }
      else if (sign === '`') { add(at, function (m) { return m.of.slice(0, m.at); }, at + 2); }
      else if (sign === "'") { add(at, function (m) { return m.of.slice(m.at + m.all.length); }, at + 2); }
      else if (sign >= '0' && sign <= '9') {
        const two = pattern[at + 2] >= '0' && pattern[at + 2] <= '9' ? pattern.slice(at + 1, at + 3) : sign;
        add(at, function (m) {
          let n = +two, rest = '';
          if (two.length === 2 && n > m.groups.length) { n = +sign; rest = two[1]; }
          if (n < 1 || n > m.groups.length) { return '$' + two; }
          return (m.groups[n - 1] === undefined ? '' : m.groups[n - 1]) + rest;
        }, at + 1 + two.length);
      } else if (sign === '<') {
        const end = pattern.indexOf('>', at);
        if (end < 0) { continue; }
        const name = pattern.slice(at + 2, end), whole = pattern.slice(at, end + 1);
        add(at, function (m) { return m.names === undefined ? whole : m.names[name] === undefined ? '' : String(m.names[name]); }, end + 1);
      }
    }
    add(pattern.length, undefined, pattern.length);
    return parts;
  }

  // watched calls work while exec of a regular expression is a script.
  function watched(pattern, work) {
    const own = pattern instanceof RegExp && !Object.prototype.hasOwnProperty.call(pattern, 'exec') && Object.isExtensible(pattern);
    if (own) { define(pattern, 'exec', { value: function (s) { return apply(patterns.exec, this, [s]); }, configurable: true }); }
    try { return work(); } finally { if (own) { delete pattern.exec; } }
  }

  // lengthOf converts a length; it reads the member once.
  function lengthOf(o) {
    const n = Math.trunc(+o.length);
    return n > 0 ? Math.min(n, 9007199254740991) : 0;
  }
  // fixed returns a Proxy of o whose length is always n.
  function fixed(o, n) {
    return new Proxy(o, {
      get: function (o, k) { return k === 'length' ? n : get(o, k); },
      set: handler.set, has: handler.has, deleteProperty: handler.deleteProperty
    });
  }
  function listed(o, most, message) {
    const n = lengthOf(o), out = [];
    if (n > most) { throw new RangeError(message); }
    for (let i = 0; i < n; i++) { out[i] = o[i]; }
    return out;
  }

  return {
    proxies: function (list) {
      return list.map(function (v) { return typeof v === 'object' && v !== null && (!isArray(v) || v.length > 1000000) ? proxied(v) : v; });
    },
    listed: listed,
    iterated: function (o, most, message) {
      const it = o[Symbol.iterator];
      if (it === undefined || it === null) { return listed(o, most, message); }
      const out = [];
      for (const v of o) {
        if (out.length >= most) { throw new RangeError(message); }
        out.push(v);
      }
      return out;
    },
    joined: function (fn, self, args) {
      const target = Object(self), n = lengthOf(target), sep = args.length > 0 && args[0] !== undefined ? String(args[0]).length : 1;
      if (sep > 0 && n > 1) { tooLong((n - 1) * sep); }
      return apply(fn, fixed(target, n), args);
    },
    from: function (fn, self, args, most) {
      const o = args[0], it = o[Symbol.iterator];
      if (it === undefined || it === null) {
        const n = lengthOf(o);
        if (n > most) { throw new RangeError('Invalid array length'); }
        args[0] = fixed(o, n);
      } else if (isArray(o) && o.length > most) { throw new RangeError('Invalid array length'); }
      return apply(fn, self, args);
    },
    through: function (fn, self, args) {
      const target = Object(self), p = proxied(target);
      if (typeof args[0] === 'function') {
        const each = args[0];
        args[0] = function () {
          if (arguments.length > 0 && arguments[arguments.length - 1] === p) { arguments[arguments.length - 1] = target; }
          return apply(each, this, arguments);
        };
      }
      const result = apply(fn, p, args);
      return result === p ? self : result;
    },
    apply: function (fn, self, args) { return apply(fn, self, args); },
    caller: function (fn) {
      return typeof fn === 'function' ? function () { return apply(fn, this, arguments); } : fn;
    },
    flat: function (list, depth) {
      const out = [];
      (function into(from, left) {
        for (let i = 0; i < from.length; i++) {
          if (i in from) { if (left > 0 && isArray(from[i])) { into(from[i], left - 1); } else { out.push(from[i]); } }
        }
      })(Object(list), +depth);
      return out;
    },
    matched: function (fn, self, args) { return watched(args[0], function () { return apply(fn, self, args); }); },
    replaced: function (fn, self, pattern, by, much) {
      const whole = String(self);
      let total = whole.length;
      const parts = typeof by === 'function' ? undefined : parsed(String(by));
      const one = parts === undefined ? function () {
        return apply(by, undefined, arguments);
      } : function () {
        let end = arguments.length, names;
        if (typeof arguments[end - 1] === 'object') { names = arguments[--end]; }
        const m = { all: arguments[0], at: arguments[end - 2], of: whole, groups: Array.prototype.slice.call(arguments, 1, end - 2), names: names };
        let made = '';
        for (const part of parts) {
          const text = typeof part === 'string' ? part : part(m);
          made = made === '' ? text : made + text;
          tooLong(total + made.length);
        }
        total += made.length;
        return made;
      };
      return much ? watched(pattern, function () { return apply(fn, whole, [pattern, one]); }) : apply(fn, whole, [pattern, one]);
    },
    primitive: function (v) { return prim(v); },
    member: function (o, key, operate) {
      if (typeof key === 'object' && key !== null || typeof key === 'function') { key = name(key); }
      const before = o[key];
      return function (by) {
        const v = operate(before, by);
        o[key] = v;
        return v;
      };
    },
    comparison: function (name, check, longest) {
      function look(x, y) {
        if (typeof x === 'bigint' && typeof y === 'string' && y.length > longest) { check(y); }
        if (typeof y === 'bigint' && typeof x === 'string' && x.length > longest) { check(x); }
      }
      const known = name === 'framework:==' || name === 'framework:!=' ? function (x, y) {
        const value = typeof x === 'bigint' || typeof x === 'string', other = typeof y === 'bigint' || typeof y === 'string';
        if (value && !other) { y = prim(y, 'default'); } else if (other && !value) { x = prim(x, 'default'); }
        look(x, y);
        return x == y;
      } : undefined;
      switch (name) {
      case 'framework:==': return function (x, y) { return typeof x === 'number' ? x == y : known(x, y); };
      case 'framework:!=': return function (x, y) { return typeof x === 'number' ? x != y : !known(x, y); };
      case 'framework:<': return function (x, y) { if (typeof x !== 'number' || typeof y !== 'number') { x = prim(x); y = prim(y); look(x, y); } return x < y; };
      case 'framework:>': return function (x, y) { if (typeof x !== 'number' || typeof y !== 'number') { x = prim(x); y = prim(y); look(x, y); } return x > y; };
      case 'framework:<=': return function (x, y) { if (typeof x !== 'number' || typeof y !== 'number') { x = prim(x); y = prim(y); look(x, y); } return x <= y; };
      }
      return function (x, y) { if (typeof x !== 'number' || typeof y !== 'number') { x = prim(x); y = prim(y); look(x, y); } return x >= y; };
    },
    operator: function (name, check) {
      switch (name) {
      case 'framework:**': return function (x, y) { if (typeof x !== 'number' || typeof y !== 'number') { x = prim(x); y = prim(y); check(x, y); } return x ** y; };
      case 'framework:<<': return function (x, y) { if (typeof x !== 'number' || typeof y !== 'number') { x = prim(x); y = prim(y); check(x, y); } return x << y; };
      case 'framework:>>': return function (x, y) { if (typeof x !== 'number' || typeof y !== 'number') { x = prim(x); y = prim(y); check(x, y); } return x >> y; };
      }
      return function (x, y) { if (typeof x !== 'number' || typeof y !== 'number') { x = prim(x); y = prim(y); check(x, y); } return x * y; };
    }
  };
  // name converts the key of a member to a string or symbol, once.
  function name(key) { return Reflect.ownKeys({ [key]: 0 })[0]; }
  // prim converts an operand to a primitive, as operators do.
  function prim(v, hint) {
    if (typeof v !== 'object' && typeof v !== 'function' || v === null) { return v; }
    const to = v[Symbol.toPrimitive];
    if (to !== undefined && to !== null) { return apply(to, v, [hint || 'number']); }
    let p = v.valueOf();
    if (typeof p === 'object' && p !== null || typeof p === 'function') { p = v.toString(); }
    return p;
  }
})
