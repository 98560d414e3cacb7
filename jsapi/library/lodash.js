// _: collections, objects, functions and strings, with the names and argument orders of
// lodash 3, and the aliases of lodash 2 and 4.
(function () {
  'use strict';
  var slice = Array.prototype.slice;
  var hasOwn = Object.prototype.hasOwnProperty;
  var toString = Object.prototype.toString;

  function _(value) {
    if (value instanceof Wrapped) { return value; }
    return new Wrapped(value, false);
  }
  function Wrapped(value, chained) { this.__value = value; this.__chained = chained; }
  _.VERSION = '3.10.0';

  // ---- types of values
  function tag(v) { return toString.call(v).slice(8, -1); }
  function isObject(v) { return v !== null && (typeof v === 'object' || typeof v === 'function'); }
  function isArrayLike(v) { return v != null && typeof v !== 'function' && typeof v.length === 'number' && v.length >= 0 && v.length % 1 === 0; }
  function isPlainObject(v) {
    if (!v || typeof v !== 'object' || tag(v) !== 'Object') { return false; }
    var p = Object.getPrototypeOf(v);
    return p === null || p === Object.prototype || (hasOwn.call(p, 'constructor') && p.constructor && p.constructor.name === 'Object' && Object.getPrototypeOf(p) === null);
  }
  _.isArray = Array.isArray;
  _.isObject = isObject;
  _.isPlainObject = isPlainObject;
  _.isFunction = function (v) { return typeof v === 'function'; };
  _.isString = function (v) { return typeof v === 'string' || tag(v) === 'String' && typeof v === 'object'; };
  _.isNumber = function (v) { return typeof v === 'number' || tag(v) === 'Number' && typeof v === 'object'; };
  _.isBoolean = function (v) { return v === true || v === false || tag(v) === 'Boolean' && typeof v === 'object'; };
  _.isDate = function (v) { return tag(v) === 'Date'; };
  _.isRegExp = function (v) { return tag(v) === 'RegExp'; };
  _.isError = function (v) { return v instanceof Error || tag(v) === 'Error'; };
  _.isArguments = function (v) { return tag(v) === 'Arguments'; };
  _.isTypedArray = function (v) { return ArrayBuffer.isView(v) && tag(v) !== 'DataView'; };
  _.isUndefined = function (v) { return v === undefined; };
  _.isNull = function (v) { return v === null; };
  _.isNaN = function (v) { return _.isNumber(v) && v != +v; };
  _.isFinite = function (v) { return typeof v === 'number' && isFinite(v); };
  _.isElement = function () { return false; };
  _.isNative = function (v) { return typeof v === 'function' && /\[native code\]/.test(Function.prototype.toString.call(v)); };
  _.isEmpty = function (v) {
    if (v == null) { return true; }
    if (Array.isArray(v) || typeof v === 'string' || _.isArguments(v)) { return v.length === 0; }
    if (v instanceof Map || v instanceof Set) { return v.size === 0; }
    return !isObject(v) || Object.keys(v).length === 0;
  };
  _.isMatch = function (object, source) { return matchesSource(object, source); };
  _.isEqual = _.eq = function (a, b, customizer, thisArg) {
    if (typeof customizer === 'function') {
      var r = customizer.call(thisArg, a, b);
      if (r !== undefined) { return !!r; }
    }
    return equal(a, b, []);
  };
  function equal(a, b, seen) {
    if (a === b) { return a !== 0 || 1 / a === 1 / b; }
    if (a == null || b == null || !isObject(a) && !isObject(b)) { return a !== a && b !== b; }
    var t = tag(a);
    if (t !== tag(b)) { return false; }
    if (t === 'Date' || t === 'Boolean') { return +a === +b; }
    if (t === 'Number') { return +a === +b || a != +a && b != +b; }
    if (t === 'String' || t === 'RegExp') { return String(a) === String(b); }
    if (t === 'Error') { return a.name === b.name && a.message === b.message; }
    if (typeof a === 'function') { return false; }
    for (var i = 0; i < seen.length; i++) { if (seen[i][0] === a) { return seen[i][1] === b; } }
    seen.push([a, b]);
    var ok = compareMembers(a, b, t, seen);
    seen.pop();
    return ok;
  }
  function compareMembers(a, b, t, seen) {
    if (t === 'Array' || _.isTypedArray(a)) {
      if (a.length !== b.length) { return false; }
      for (var i = 0; i < a.length; i++) { if (!equal(a[i], b[i], seen)) { return false; } }
      return true;
    }
    if (t === 'Map' || t === 'Set') { return equal(Array.from(a), Array.from(b), seen); }
    var ka = Object.keys(a);
    if (ka.length !== Object.keys(b).length) { return false; }
    return ka.every(function (k) { return hasOwn.call(b, k) && equal(a[k], b[k], seen); });
  }

  // ---- paths
  function path(p) {
    if (Array.isArray(p)) { return p; }
    if (typeof p !== 'string') { return [p]; }
    var parts = [];
    p.replace(/[^.[\]]+|\[(?:(-?\d+(?:\.\d+)?)|(["'])((?:(?!\2)[^\\]|\\.)*?)\2)\]/g, function (m, number, quote, text) {
      parts.push(quote ? text.replace(/\\(.)/g, '$1') : number !== undefined ? number : m);
    });
    return parts;
  }
  function forbidden(key) { return key === '__proto__' || key === 'constructor' || key === 'prototype'; }
  _.get = function (object, p, dflt) {
    if (object == null) { return dflt; }
    var parts = typeof p === 'string' && p in Object(object) ? [p] : path(p), v = object;
    for (var i = 0; i < parts.length && v != null; i++) { v = v[parts[i]]; }
    return i < parts.length || v === undefined || !parts.length ? dflt : v;
  };
  _.has = function (object, p) {
    if (object == null) { return false; }
    if (hasOwn.call(object, p)) { return true; }
    var parts = path(p), v = object;
    for (var i = 0; i < parts.length; i++) {
      if (v == null || !hasOwn.call(Object(v), parts[i])) { return false; }
      v = v[parts[i]];
    }
    return parts.length > 0;
  };
  _.set = function (object, p, value) {
    if (!isObject(object)) { return object; }
    var parts = path(p), o = object;
    for (var i = 0; i < parts.length; i++) {
      var k = parts[i];
      if (forbidden(k)) { return object; }
      if (i === parts.length - 1) { o[k] = value; break; }
      if (!isObject(o[k])) { o[k] = /^\d+$/.test(parts[i + 1]) ? [] : {}; }
      o = o[k];
    }
    return object;
  };
  _.unset = function (object, p) {
    var parts = path(p), o = parts.length > 1 ? _.get(object, parts.slice(0, -1)) : object;
    return o == null ? true : delete o[parts[parts.length - 1]];
  };
  _.property = function (p) { return function (o) { return o == null ? undefined : p in Object(o) ? o[p] : _.get(o, p); }; };
  _.propertyOf = function (o) { return function (p) { return _.get(o, p); }; };
  _.result = function (object, p, dflt) {
    var v = _.get(object, p);
    if (v === undefined) { v = dflt; }
    return typeof v === 'function' ? v.call(object) : v;
  };

  // ---- iteratees
  function matchesSource(object, source) {
    return Object.keys(source).every(function (k) {
      var want = source[k], got = object == null ? undefined : object[k];
      if (object == null || !(k in Object(object))) { return false; }
      if (isPlainObject(want) && isObject(got)) { return matchesSource(got, want); }
      return equal(got, want, []);
    });
  }
  _.matches = _.matcher = function (source) { var s = _.cloneDeep(source); return function (o) { return matchesSource(o, s); }; };
  _.matchesProperty = function (p, v) { return function (o) { return equal(_.get(o, p), v, []); }; };
  _.identity = function (v) { return v; };
  _.constant = function (v) { return function () { return v; }; };
  _.noop = function () {};
  function bound(fn, thisArg) { return thisArg === undefined ? fn : function () { return fn.apply(thisArg, arguments); }; }
  function iteratee(fn, thisArg) {
    if (typeof fn === 'function') { return bound(fn, thisArg); }
    if (fn == null) { return _.identity; }
    if (isObject(fn)) { return Array.isArray(fn) && fn.length === 2 ? _.matchesProperty(fn[0], fn[1]) : _.matches(fn); }
    return thisArg === undefined ? _.property(fn) : _.matchesProperty(fn, thisArg);
  }
  _.callback = _.iteratee = iteratee;

  // ---- iteration
  function walk(c, fn) {
    if (c == null) { return; }
    if (isArrayLike(c)) {
      var list = typeof c === 'string' ? c.split('') : c;
      for (var i = 0; i < list.length; i++) { if (fn(list[i], i, c) === false) { return; } }
      return;
    }
    var keys = Object.keys(c);
    for (var j = 0; j < keys.length; j++) { if (fn(c[keys[j]], keys[j], c) === false) { return; } }
  }
  _.each = _.forEach = function (c, fn, thisArg) { walk(c, iteratee(fn, thisArg)); return c; };
  _.eachRight = _.forEachRight = function (c, fn, thisArg) {
    var f = iteratee(fn, thisArg), items = [];
    walk(c, function (v, k) { items.push([v, k]); });
    for (var i = items.length; i-- > 0;) { if (f(items[i][0], items[i][1], c) === false) { break; } }
    return c;
  };
  _.map = _.collect = function (c, fn, thisArg) {
    var f = iteratee(fn, thisArg), out = [];
    walk(c, function (v, k, all) { out.push(f(v, k, all)); });
    return out;
  };
  _.filter = _.select = function (c, fn, thisArg) {
    var f = iteratee(fn, thisArg), out = [];
    walk(c, function (v, k, all) { if (f(v, k, all)) { out.push(v); } });
    return out;
  };
  _.reject = function (c, fn, thisArg) { var f = iteratee(fn, thisArg); return _.filter(c, function (v, k, all) { return !f(v, k, all); }); };
  _.partition = function (c, fn, thisArg) {
    var f = iteratee(fn, thisArg), out = [[], []];
    walk(c, function (v, k, all) { out[f(v, k, all) ? 0 : 1].push(v); });
    return out;
  };
  _.find = _.detect = function (c, fn, thisArg) {
    var f = iteratee(fn, thisArg), found;
    walk(c, function (v, k, all) { if (f(v, k, all)) { found = v; return false; } });
    return found;
  };
  _.findLast = function (c, fn, thisArg) {
    var f = iteratee(fn, thisArg), found;
    _.eachRight(c, function (v, k, all) { if (f(v, k, all)) { found = v; return false; } });
    return found;
  };
  _.where = function (c, source) { return _.filter(c, _.matches(source)); };
  _.findWhere = function (c, source) { return _.find(c, _.matches(source)); };
  _.pluck = function (c, p) { return _.map(c, _.property(p)); };
  _.every = _.all = function (c, fn, thisArg) {
    var f = iteratee(fn, thisArg), ok = true;
    walk(c, function (v, k, all) { if (!f(v, k, all)) { ok = false; return false; } });
    return ok;
  };
  _.some = _.any = function (c, fn, thisArg) {
    var f = iteratee(fn, thisArg), ok = false;
    walk(c, function (v, k, all) { if (f(v, k, all)) { ok = true; return false; } });
    return ok;
  };
  _.includes = _.include = _.contains = function (c, target, from) {
    if (typeof c === 'string') { return c.indexOf(target, from || 0) >= 0; }
    var list = isArrayLike(c) ? c : _.values(c);
    return _.indexOf(list, target, from || 0) >= 0;
  };
  _.reduce = _.foldl = _.inject = function (c, fn, acc, thisArg) {
    var started = arguments.length > 2, f = bound(fn, thisArg);
    walk(c, function (v, k, all) {
      if (!started) { acc = v; started = true; return; }
      acc = f(acc, v, k, all);
    });
    return acc;
  };
  _.reduceRight = _.foldr = function (c, fn, acc, thisArg) {
    var started = arguments.length > 2, f = bound(fn, thisArg);
    _.eachRight(c, function (v, k, all) {
      if (!started) { acc = v; started = true; return; }
      acc = f(acc, v, k, all);
    });
    return acc;
  };
  _.invoke = function (c, method) {
    var args = slice.call(arguments, 2);
    return _.map(c, function (v) { var fn = typeof method === 'function' ? method : v == null ? undefined : v[method]; return fn == null ? undefined : fn.apply(v, args); });
  };
  _.size = function (c) { return c == null ? 0 : isArrayLike(c) ? c.length : c instanceof Map || c instanceof Set ? c.size : Object.keys(c).length; };
  _.toArray = function (c) { return c == null ? [] : typeof c === 'string' ? c.split('') : isArrayLike(c) ? slice.call(c) : _.values(c); };
  function collect(put) {
    return function (c, fn, thisArg) {
      var f = iteratee(fn, thisArg), out = {};
      walk(c, function (v, k, all) { put(out, f(v, k, all), v); });
      return out;
    };
  }
  _.groupBy = collect(function (out, key, v) { if (hasOwn.call(out, key)) { out[key].push(v); } else { out[key] = [v]; } });
  _.indexBy = _.keyBy = collect(function (out, key, v) { out[key] = v; });
  _.countBy = collect(function (out, key) { out[key] = hasOwn.call(out, key) ? out[key] + 1 : 1; });
  function order(a, b) {
    if (a === b) { return 0; }
    if (a === undefined || a !== a) { return b === undefined || b !== b ? 0 : 1; }
    if (b === undefined || b !== b) { return -1; }
    if (a === null) { return 1; }
    if (b === null) { return -1; }
    return a > b ? 1 : a < b ? -1 : 0;
  }
  function sorted(c, fns, orders) {
    var rows = [];
    walk(c, function (v, k, all) { rows.push({ v: v, i: rows.length, keys: fns.map(function (f) { return f(v, k, all); }) }); });
    rows.sort(function (a, b) {
      for (var i = 0; i < fns.length; i++) {
        var d = order(a.keys[i], b.keys[i]);
        if (d) { return orders && (orders[i] === 'desc' || orders[i] === false) ? -d : d; }
      }
      return a.i - b.i;
    });
    return rows.map(function (r) { return r.v; });
  }
  _.sortBy = function (c, fn, thisArg) {
    if (Array.isArray(fn)) { return sorted(c, fn.map(function (f) { return iteratee(f); })); }
    return sorted(c, [iteratee(fn, typeof fn === 'function' ? thisArg : undefined)]);
  };
  _.sortByAll = function (c) {
    var fns = _.flattenDeep(slice.call(arguments, 1));
    return sorted(c, fns.map(function (f) { return iteratee(f); }));
  };
  _.sortByOrder = _.orderBy = function (c, fns, orders) {
    var f = fns == null ? [_.identity] : Array.isArray(fns) ? fns : [fns], o = orders == null ? [] : Array.isArray(orders) ? orders : [orders];
    return sorted(c, f.map(function (each) { return iteratee(each); }), o);
  };
  function extreme(better, start) {
    return function (c, fn, thisArg) {
      var f = fn == null ? _.identity : iteratee(fn, thisArg), best = start, result = start;
      walk(c, function (v, k, all) { var n = f(v, k, all); if (n != null && better(n, best)) { best = n; result = v; } });
      return result;
    };
  }
  _.max = extreme(function (a, b) { return a > b; }, -Infinity);
  _.min = extreme(function (a, b) { return a < b; }, Infinity);
  _.maxBy = function (c, fn) { var v = _.max(c, fn); return v === -Infinity ? undefined : v; };
  _.minBy = function (c, fn) { var v = _.min(c, fn); return v === Infinity ? undefined : v; };
  _.sum = _.sumBy = function (c, fn, thisArg) { var f = iteratee(fn, thisArg); return _.reduce(c, function (n, v, k) { return n + (+f(v, k, c) || 0); }, 0); };
  _.shuffle = function (c) {
    var list = _.toArray(c);
    for (var i = list.length - 1; i > 0; i--) { var j = _.random(0, i), t = list[i]; list[i] = list[j]; list[j] = t; }
    return list;
  };
  _.sample = function (c, n) {
    var list = _.shuffle(c);
    return n === undefined ? list[0] : list.slice(0, Math.max(0, n));
  };
  _.at = function (c) { return _.flatten(slice.call(arguments, 1)).map(function (k) { return _.get(c, k); }); };

  // ---- arrays
  _.first = _.head = function (a) { return a == null ? undefined : a[0]; };
  _.last = function (a) { return a == null ? undefined : a[a.length - 1]; };
  _.initial = function (a) { return a == null ? [] : slice.call(a, 0, -1); };
  _.rest = _.tail = function (a) { return a == null ? [] : slice.call(a, 1); };
  _.take = function (a, n) { return a == null ? [] : slice.call(a, 0, n === undefined ? 1 : Math.max(0, n)); };
  _.drop = function (a, n) { return a == null ? [] : slice.call(a, n === undefined ? 1 : Math.max(0, n)); };
  _.takeRight = function (a, n) { n = n === undefined ? 1 : n; return a == null || n <= 0 ? [] : slice.call(a, -n); };
  _.dropRight = function (a, n) { n = n === undefined ? 1 : n; return a == null ? [] : slice.call(a, 0, Math.max(0, a.length - n)); };
  _.takeWhile = function (a, fn, t) { var f = iteratee(fn, t), out = []; walk(a, function (v, i, all) { if (!f(v, i, all)) { return false; } out.push(v); }); return out; };
  _.dropWhile = function (a, fn, t) { return _.drop(a, _.takeWhile(a, fn, t).length); };
  _.slice = function (a, from, to) { return a == null ? [] : slice.call(a, from, to); };
  _.compact = function (a) { return _.filter(a, Boolean); };
  _.chunk = function (a, n) { var out = []; n = Math.max(1, n | 0 || 1); for (var i = 0; a && i < a.length; i += n) { out.push(slice.call(a, i, i + n)); } return out; };
  function flat(a, depth) {
    var out = [];
    walk(a, function (v) {
      if (Array.isArray(v) || _.isArguments(v)) { (depth > 1 ? flat(v, depth - 1) : _.toArray(v)).forEach(function (x) { out.push(x); }); } else { out.push(v); }
    });
    return out;
  }
  _.flatten = function (a, deep) { return flat(a, deep === true ? 1e9 : 1); };
  _.flattenDeep = function (a) { return flat(a, 1e9); };
  function same(a, b) { return a === b || a !== a && b !== b; }
  _.indexOf = function (a, v, from) {
    if (a == null) { return -1; }
    var i = typeof from === 'number' ? from < 0 ? Math.max(0, a.length + from) : from : 0;
    for (; i < a.length; i++) { if (same(a[i], v)) { return i; } }
    return -1;
  };
  _.lastIndexOf = function (a, v) { for (var i = a ? a.length : 0; i-- > 0;) { if (same(a[i], v)) { return i; } } return -1; };
  _.findIndex = function (a, fn, t) { var f = iteratee(fn, t), at = -1; walk(a, function (v, i, all) { if (f(v, i, all)) { at = i; return false; } }); return at; };
  _.findLastIndex = function (a, fn, t) { var f = iteratee(fn, t); for (var i = a ? a.length : 0; i-- > 0;) { if (f(a[i], i, a)) { return i; } } return -1; };
  _.sortedIndex = function (a, v, fn, t) { var f = iteratee(fn, t), lo = 0, hi = a ? a.length : 0, x = f(v); while (lo < hi) { var mid = lo + hi >>> 1; if (f(a[mid]) < x) { lo = mid + 1; } else { hi = mid; } } return lo; };
  _.uniq = _.unique = function (a, isSorted, fn, t) {
    if (isSorted != null && typeof isSorted !== 'boolean') { t = fn; fn = isSorted; }
    var f = fn == null ? _.identity : iteratee(fn, t), seen = new Set(), out = [];
    walk(a, function (v, i, all) { var k = f(v, i, all); if (!seen.has(k)) { seen.add(k); out.push(v); } });
    return out;
  };
  _.uniqBy = function (a, fn) { return _.uniq(a, fn); };
  _.without = function (a) { return _.difference(a, slice.call(arguments, 1)); };
  _.difference = function (a) { var drop = new Set(flat(slice.call(arguments, 1), 1)); return _.filter(a, function (v) { return !drop.has(v); }); };
  _.union = function () { return _.uniq(flat(_.filter(arguments, isArrayLike), 1)); };
  _.intersection = function (a) {
    var others = _.filter(slice.call(arguments, 1), isArrayLike).map(function (o) { return new Set(o); });
    return _.filter(_.uniq(a), function (v) { return others.every(function (o) { return o.has(v); }); });
  };
  _.xor = function () {
    var lists = _.filter(arguments, isArrayLike);
    return _.uniq(flat(lists.map(function (a, i) { return _.filter(a, function (v) { return lists.every(function (b, j) { return i === j || _.indexOf(b, v) < 0; }); }); }), 1));
  };
  _.pull = function (a) { var drop = slice.call(arguments, 1); _.remove(a, function (v) { return _.indexOf(drop, v) >= 0; }); return a; };
  _.pullAt = function (a) { var at = flat(slice.call(arguments, 1), 1), out = at.map(function (i) { return a[i]; }); _.remove(a, function (v, i) { return at.indexOf(i) >= 0; }); return out; };
  _.remove = function (a, fn, t) {
    var f = iteratee(fn, t), gone = [], kept = [];
    walk(a, function (v, i, all) { (f(v, i, all) ? gone : kept).push(v); });
    if (a) { a.length = 0; kept.forEach(function (v) { a.push(v); }); }
    return gone;
  };
  _.fill = function (a, v, from, to) { return a == null ? [] : Array.prototype.fill.call(a, v, from, to); };
  _.zip = function () { return _.unzip(slice.call(arguments)); };
  _.unzip = function (lists) {
    var n = _.reduce(lists, function (m, l) { return Math.max(m, l ? l.length : 0); }, 0);
    return _.times(n, function (i) { return _.map(lists, function (l) { return l[i]; }); });
  };
  _.zipObject = _.object = function (keys, values) {
    var out = {};
    walk(keys, function (k, i) { if (values) { out[k] = values[i]; } else if (Array.isArray(k)) { out[k[0]] = k[1]; } else { out[k] = undefined; } });
    return out;
  };
  _.fromPairs = function (pairs) { return _.zipObject(pairs); };
  _.range = function (from, to, step) {
    if (to === undefined) { to = from; from = 0; }
    step = step === undefined ? from < to ? 1 : -1 : step;
    var out = [], n = Math.max(0, Math.ceil((to - from) / (step || 1)));
    for (var i = 0; i < n; i++) { out.push(from + i * step); }
    return out;
  };

  // ---- objects
  _.keys = function (o) { return o == null ? [] : Object.keys(Object(o)); };
  _.keysIn = function (o) { var out = []; for (var k in Object(o)) { out.push(k); } return out; };
  _.values = function (o) { return _.keys(o).map(function (k) { return o[k]; }); };
  _.valuesIn = function (o) { return _.keysIn(o).map(function (k) { return o[k]; }); };
  _.pairs = _.toPairs = function (o) { return _.keys(o).map(function (k) { return [k, o[k]]; }); };
  _.invert = function (o) { var out = {}; _.keys(o).forEach(function (k) { out[o[k]] = k; }); return out; };
  _.functions = _.methods = function (o) { return _.keysIn(o).filter(function (k) { return typeof o[k] === 'function'; }).sort(); };
  _.forOwn = function (o, fn, t) { var f = iteratee(fn, t); _.keys(o).every(function (k) { return f(o[k], k, o) !== false; }); return o; };
  _.forIn = function (o, fn, t) { var f = iteratee(fn, t); _.keysIn(o).every(function (k) { return f(o[k], k, o) !== false; }); return o; };
  _.forOwnRight = function (o, fn, t) { var f = iteratee(fn, t); _.keys(o).reverse().every(function (k) { return f(o[k], k, o) !== false; }); return o; };
  _.findKey = function (o, fn, t) { var f = iteratee(fn, t), found; _.forOwn(o, function (v, k) { if (f(v, k, o)) { found = k; return false; } }); return found; };
  _.mapValues = function (o, fn, t) { var f = iteratee(fn, t), out = {}; _.forOwn(o, function (v, k) { out[k] = f(v, k, o); }); return out; };
  _.mapKeys = function (o, fn, t) { var f = iteratee(fn, t), out = {}; _.forOwn(o, function (v, k) { out[f(v, k, o)] = v; }); return out; };
  function assigner(each) {
    return function (object) {
      if (object == null) { return object; }
      var sources = slice.call(arguments, 1), customizer, thisArg;
      if (sources.length > 1 && typeof sources[sources.length - 2] === 'function' && !isPlainObject(sources[sources.length - 2])) { thisArg = sources.pop(); }
      if (sources.length > 1 && typeof sources[sources.length - 1] === 'function') { customizer = bound(sources.pop(), thisArg); }
      sources.forEach(function (s) { if (isObject(s)) { each(object, s, customizer, []); } });
      return object;
    };
  }
  _.assign = _.extend = assigner(function (object, source, customizer) {
    Object.keys(source).forEach(function (k) {
      if (k === '__proto__') { return; }
      var v = customizer ? customizer(object[k], source[k], k, object, source) : undefined;
      object[k] = customizer && v !== undefined || customizer ? v : source[k];
    });
  });
  _.defaults = assigner(function (object, source) {
    Object.keys(source).forEach(function (k) { if (object[k] === undefined && k !== '__proto__') { object[k] = source[k]; } });
  });
  _.defaultsDeep = assigner(function deep(object, source, _customizer, seen) {
    Object.keys(source).forEach(function (k) {
      if (forbidden(k)) { return; }
      if (object[k] === undefined) { object[k] = _.cloneDeep(source[k]); } else if (isPlainObject(object[k]) && isPlainObject(source[k]) && seen.indexOf(source[k]) < 0) { deep(object[k], source[k], null, seen.concat([source[k]])); }
    });
  });
  _.merge = assigner(function deep(object, source, customizer, seen) {
    Object.keys(source).forEach(function (k) {
      if (forbidden(k)) { return; }
      var v = source[k], old = object[k];
      var own = customizer ? customizer(old, v, k, object, source) : undefined;
      if (own !== undefined) { object[k] = own; return; }
      if ((Array.isArray(v) || isPlainObject(v)) && seen.indexOf(v) < 0) {
        if (Array.isArray(v)) { if (!isArrayLike(old) || typeof old === 'string') { old = []; } } else if (!isObject(old) || Array.isArray(old)) { old = {}; }
        deep(old, v, customizer, seen.concat([v]));
        object[k] = old;
      } else if (v !== undefined) { object[k] = v; }
    });
  });
  function picker(keep) {
    return function (o, fn, t) {
      var out = {};
      if (o == null) { return out; }
      if (typeof fn === 'function') {
        var f = bound(fn, t);
        _.forIn(o, function (v, k) { if (!!f(v, k, o) === keep) { out[k] = v; } });
        return out;
      }
      var names = flat(slice.call(arguments, 1), 1e9).map(String);
      if (keep) { names.forEach(function (k) { if (k in Object(o)) { out[k] = o[k]; } }); } else { _.forIn(o, function (v, k) { if (names.indexOf(k) < 0) { out[k] = v; } }); }
      return out;
    };
  }
  _.pick = picker(true);
  _.omit = picker(false);
  _.pickBy = function (o, fn) { return _.pick(o, iteratee(fn)); };
  _.omitBy = function (o, fn) { return _.omit(o, iteratee(fn)); };
  function copy(v, deep, customizer, seen) {
    if (customizer) { var own = customizer(v); if (own !== undefined) { return own; } }
    if (!isObject(v) || typeof v === 'function') { return typeof v === 'function' && seen.size ? {} : v; }
    if (seen.has(v)) { return seen.get(v); }
    var out;
    switch (tag(v)) {
      case 'Date': return new Date(+v);
      case 'RegExp': out = new RegExp(v.source, v.flags); out.lastIndex = v.lastIndex; return out;
      case 'Boolean': case 'Number': case 'String': return Object(v.valueOf());
      case 'Error': return v;
      case 'Map': out = new Map(); seen.set(v, out); v.forEach(function (x, k) { out.set(k, deep ? copy(x, deep, customizer, seen) : x); }); return out;
      case 'Set': out = new Set(); seen.set(v, out); v.forEach(function (x) { out.add(deep ? copy(x, deep, customizer, seen) : x); }); return out;
    }
    if (ArrayBuffer.isView(v)) { return v.slice ? v.slice() : v; }
    out = Array.isArray(v) ? new Array(v.length) : Object.create(Object.getPrototypeOf(v));
    seen.set(v, out);
    Object.keys(v).forEach(function (k) {
      Object.defineProperty(out, k, { value: deep ? copy(v[k], deep, customizer, seen) : v[k], writable: true, enumerable: true, configurable: true });
    });
    return out;
  }
  _.clone = function (v, deep, customizer, t) {
    if (typeof deep === 'function') { t = customizer; customizer = deep; deep = false; }
    return copy(v, deep === true, typeof customizer === 'function' ? bound(customizer, t) : undefined, new Map());
  };
  _.cloneDeep = function (v, customizer, t) { return copy(v, true, typeof customizer === 'function' ? bound(customizer, t) : undefined, new Map()); };
  _.transform = function (o, fn, acc, t) {
    var f = iteratee(fn, t);
    if (acc == null) { acc = Array.isArray(o) ? [] : isObject(o) ? Object.create(Object.getPrototypeOf(o)) : {}; }
    walk(o, function (v, k) { return f(acc, v, k, o); });
    return acc;
  };
  _.create = function (proto, props) { return _.assign(Object.create(proto), props); };

  // ---- functions
  _.bind = function (fn, thisArg) { return Function.prototype.bind.apply(fn, slice.call(arguments, 1)); };
  _.bindAll = function (o) {
    var names = flat(slice.call(arguments, 1), 1);
    (names.length ? names : _.functions(o)).forEach(function (k) { o[k] = o[k].bind(o); });
    return o;
  };
  _.bindKey = function (o, k) { var args = slice.call(arguments, 2); return function () { return o[k].apply(o, args.concat(slice.call(arguments))); }; };
  function fillArgs(args, more) {
    more = slice.call(more);
    return args.map(function (a) { return a === _ ? more.shift() : a; }).concat(more);
  }
  _.partial = function (fn) { var args = slice.call(arguments, 1); return function () { return fn.apply(this, fillArgs(args, arguments)); }; };
  _.partialRight = function (fn) { var args = slice.call(arguments, 1); return function () { return fn.apply(this, slice.call(arguments).concat(args)); }; };
  _.once = function (fn) { var done = false, v; return function () { if (!done) { done = true; v = fn.apply(this, arguments); } return v; }; };
  _.after = function (n, fn) { if (typeof n === 'function') { var s = n; n = fn; fn = s; } return function () { if (--n < 1) { return fn.apply(this, arguments); } }; };
  _.before = function (n, fn) { var v; return function () { if (--n > 0) { v = fn.apply(this, arguments); } return v; }; };
  _.delay = function (fn, ms) { var args = slice.call(arguments, 2); return setTimeout(function () { fn.apply(undefined, args); }, ms); };
  _.defer = function (fn) { var args = slice.call(arguments, 1); return setTimeout(function () { fn.apply(undefined, args); }, 1); };
  _.debounce = function (fn, ms, options) {
    var timer, args, self, v, started, leading = options === true || options && options.leading, trailing = !options || options !== true && options.trailing !== false;
    var max = options && options.maxWait;
    ms = +ms || 0;
    function fire() { timer = null; started = 0; if (trailing && args) { v = fn.apply(self, args); } args = self = null; }
    function debounced() {
      args = arguments; self = this;
      var now = Date.now();
      if (!timer) { started = now; if (leading) { v = fn.apply(self, args); args = self = null; } }
      if (timer) { clearTimeout(timer); }
      timer = setTimeout(fire, max !== undefined ? Math.max(0, Math.min(ms, max - (now - started))) : ms);
      return v;
    }
    debounced.cancel = function () { if (timer) { clearTimeout(timer); } timer = args = self = null; };
    return debounced;
  };
  _.throttle = function (fn, ms, options) {
    var o = options || {};
    return _.debounce(fn, ms, { leading: options !== false && o.leading !== false, trailing: options !== false && o.trailing !== false, maxWait: +ms || 0 });
  };
  _.memoize = function (fn, resolver) {
    function memoized() {
      var k = resolver ? resolver.apply(this, arguments) : arguments[0];
      if (memoized.cache.has(k)) { return memoized.cache.get(k); }
      var v = fn.apply(this, arguments);
      memoized.cache.set(k, v);
      return v;
    }
    memoized.cache = new Map();
    return memoized;
  };
  _.wrap = function (v, fn) { return function () { return fn.apply(this, [v].concat(slice.call(arguments))); }; };
  _.negate = function (fn) { return function () { return !fn.apply(this, arguments); }; };
  _.flow = function () { var fns = flat(arguments, 1); return function () { var v = fns.length ? fns[0].apply(this, arguments) : arguments[0]; for (var i = 1; i < fns.length; i++) { v = fns[i].call(this, v); } return v; }; };
  _.flowRight = _.compose = _.backflow = function () { return _.flow(flat(arguments, 1).reverse()); };
  _.curry = function (fn, arity) {
    var n = arity === undefined ? fn.length : arity;
    return function curried() { var args = slice.call(arguments), self = this; return args.length >= n ? fn.apply(self, args) : function () { return curried.apply(self, args.concat(slice.call(arguments))); }; };
  };
  _.ary = function (fn, n) { return function () { return fn.apply(this, slice.call(arguments, 0, n)); }; };
  _.spread = function (fn) { return function (a) { return fn.apply(this, a); }; };
  _.restParam = function (fn, at) { at = at === undefined ? fn.length - 1 : at; return function () { return fn.apply(this, slice.call(arguments, 0, at).concat([slice.call(arguments, at)])); }; };
  _.attempt = function (fn) { try { return fn.apply(undefined, slice.call(arguments, 1)); } catch (e) { return _.isError(e) ? e : new Error(e); } };
  _.times = function (n, fn, t) { var f = iteratee(fn, t), out = []; for (var i = 0; i < n; i++) { out.push(f(i)); } return out; };
  _.method = function (p) { var args = slice.call(arguments, 1); return function (o) { var parts = path(p), owner = parts.length > 1 ? _.get(o, parts.slice(0, -1)) : o; return owner == null ? undefined : owner[parts[parts.length - 1]].apply(owner, args); }; };

  // ---- numbers and strings
  _.now = Date.now;
  _.random = function (min, max, floating) {
    if (typeof min === 'boolean') { floating = min; min = undefined; } else if (typeof max === 'boolean') { floating = max; max = undefined; }
    if (min === undefined && max === undefined) { min = 0; max = 1; } else if (max === undefined) { max = min; min = 0; }
    if (min > max) { var t = min; min = max; max = t; }
    if (floating || min % 1 || max % 1) { return min + Math.random() * (max - min); }
    return min + Math.floor(Math.random() * (max - min + 1));
  };
  _.inRange = function (n, from, to) { if (to === undefined) { to = from; from = 0; } return n >= Math.min(from, to) && n < Math.max(from, to); };
  _.clamp = function (n, lo, hi) { return Math.min(Math.max(n, lo), hi); };
  _.parseInt = function (s, radix) { return parseInt(String(s).trim(), radix || 10); };
  _.add = function (a, b) { return a + b; };
  ['ceil', 'floor', 'round'].forEach(function (name) { _[name] = function (n, digits) { var f = Math.pow(10, digits || 0); return Math[name](n * f) / f; }; });
  var counter = 0;
  _.uniqueId = function (prefix) { return (prefix == null ? '' : String(prefix)) + ++counter; };
  function text(s) { return s == null ? '' : String(s); }
  var escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' }, unescapes = _.invert(escapes);
  _.escape = function (s) { return text(s).replace(/[&<>"'`]/g, function (c) { return escapes[c]; }); };
  _.unescape = function (s) { return text(s).replace(/&(?:amp|lt|gt|quot|#39|#96);/g, function (c) { return unescapes[c]; }); };
  _.escapeRegExp = function (s) { return text(s).replace(/[\\^$.*+?()[\]{}|\/-]/g, '\\$&'); };
  _.deburr = function (s) { return text(s).normalize('NFD').replace(/[\u0300-\u036f]/g, ''); };
  _.words = function (s, pattern) { return text(s).match(pattern || /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z\u00df-\u00ff]+|[A-Z]+|[0-9]+/g) || []; };
  function compound(join) { return function (s) { return _.words(_.deburr(s).replace(/['\u2019]/g, '')).reduce(join, ''); }; }
  _.capitalize = function (s) { s = text(s); return s.charAt(0).toUpperCase() + s.slice(1); };
  _.camelCase = compound(function (out, w, i) { w = w.toLowerCase(); return out + (i ? _.capitalize(w) : w); });
  _.kebabCase = compound(function (out, w, i) { return out + (i ? '-' : '') + w.toLowerCase(); });
  _.snakeCase = compound(function (out, w, i) { return out + (i ? '_' : '') + w.toLowerCase(); });
  _.startCase = compound(function (out, w, i) { return out + (i ? ' ' : '') + _.capitalize(w); });
  function trimmer(left, right) {
    return function (s, chars) {
      s = text(s);
      var set = chars == null ? '\\s' : _.escapeRegExp(chars);
      if (left) { s = s.replace(new RegExp('^[' + set + ']+'), ''); }
      return right ? s.replace(new RegExp('[' + set + ']+$'), '') : s;
    };
  }
  _.trim = trimmer(true, true);
  _.trimLeft = _.trimStart = trimmer(true, false);
  _.trimRight = _.trimEnd = trimmer(false, true);
  _.repeat = function (s, n) { return text(s).repeat(Math.max(0, n | 0)); };
  _.padLeft = _.padStart = function (s, n, chars) { return text(s).padStart(n, chars); };
  _.padRight = _.padEnd = function (s, n, chars) { return text(s).padEnd(n, chars); };
  _.pad = function (s, n, chars) { s = text(s); var left = Math.floor((n - s.length) / 2); return left > 0 || n > s.length ? s.padStart(s.length + Math.max(0, left), chars).padEnd(n, chars) : s; };
  _.startsWith = function (s, t, at) { return text(s).startsWith(t, at); };
  _.endsWith = function (s, t, at) { return text(s).endsWith(t, at); };
  _.trunc = _.truncate = function (s, options) {
    var o = isObject(options) ? options : { length: options }, n = o.length === undefined ? 30 : +o.length, tail = o.omission === undefined ? '...' : o.omission;
    s = text(s);
    return s.length <= n ? s : s.slice(0, Math.max(0, n - tail.length)) + tail;
  };
  _.toLower = function (s) { return text(s).toLowerCase(); };
  _.toUpper = function (s) { return text(s).toUpperCase(); };
  _.split = function (s, by, n) { return text(s).split(by, n); };
  _.join = function (a, by) { return a == null ? '' : Array.prototype.join.call(a, by); };
  _.replace = function (s, p, r) { return text(s).replace(p, r); };
  _.templateSettings = { escape: /<%-([\s\S]+?)%>/g, evaluate: /<%([\s\S]+?)%>/g, interpolate: /<%=([\s\S]+?)%>/g, variable: '', imports: { _: _ } };
  _.template = function (source, options) {
    var o = _.defaults({}, options, _.templateSettings), at = 0, body = '';
    var pattern = new RegExp([o.escape, o.interpolate, /\$\{([^\\}]*(?:\\.[^\\}]*)*)\}/, o.evaluate].map(function (r) { return (r || /$^()/).source; }).join('|') + '|$', 'g');
    String(source).replace(pattern, function (m, esc, interp, es, evaluate, offset) {
      body += '__out += ' + JSON.stringify(source.slice(at, offset)) + ';\n';
      at = offset + m.length;
      if (esc) { body += '__out += _.escape(' + esc + ');\n'; } else if (interp || es) { body += '__v = (' + (interp || es) + '); __out += __v == null ? "" : __v;\n'; } else if (evaluate) { body += evaluate + ';\n'; }
      return m;
    });
    body = "var __v, __out = '';\n" + (o.variable ? body : 'with (obj || {}) {\n' + body + '}\n') + 'return __out;';
    var compiled = new Function(o.variable || 'obj', '_', body);
    function render(data) { return compiled.call(this, data, _); }
    render.source = 'function (' + (o.variable || 'obj') + ') {\n' + body + '\n}';
    return isPlainObject(options) && options.imports === undefined && arguments.length > 2 ? render(options) : render;
  };

  // ---- chains
  var chainBreakers = /^(is[A-Z]|has$|every|all$|some|any$|contains|includes?$|find$|detect$|findWhere|findLast$|first$|head$|last$|reduce|fold|inject|max|min|sum|size|indexOf|lastIndexOf|findIndex|findLastIndex|findKey|sortedIndex|get$|result$|join$|escape|unescape|camelCase|kebabCase|snakeCase|startCase|capitalize|trim|pad|repeat|startsWith|endsWith|trunc|template|random|uniqueId|parseInt|words|sample$|identity|now|eq$|add$|inRange|attempt|deburr)/;
  _.mixin = function (object, source) {
    if (!source) { source = object; object = _; }
    _.functions(source).forEach(function (name) {
      object[name] = source[name];
      if (object === _) { wrap(name); }
    });
    return object;
  };
  function wrap(name) {
    Wrapped.prototype[name] = function () {
      var v = _[name].apply(_, [this.__value].concat(slice.call(arguments)));
      return this.__chained || !chainBreakers.test(name) ? new Wrapped(v, this.__chained) : v;
    };
  }
  _.chain = function (v) { return new Wrapped(v, true); };
  _.tap = function (v, fn, t) { fn.call(t, v); return v; };
  _.thru = function (v, fn, t) { return fn.call(t, v); };
  _.runInContext = function () { return _; };
  _.noConflict = function () { return _; };
  Object.keys(_).forEach(function (name) { if (typeof _[name] === 'function') { wrap(name); } });
  Wrapped.prototype.chain = function () { return new Wrapped(this.__value, true); };
  Wrapped.prototype.value = Wrapped.prototype.valueOf = Wrapped.prototype.toJSON = Wrapped.prototype.run = function () { return this.__value; };
  Wrapped.prototype.toString = function () { return String(this.__value); };
  ['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'concat', 'join'].forEach(function (name) {
    Wrapped.prototype[name] = function () {
      var v = Array.prototype[name].apply(this.__value, arguments);
      if (name === 'pop' || name === 'shift' || name === 'join') { return this.__chained ? new Wrapped(v, true) : v; }
      return new Wrapped(name === 'push' || name === 'unshift' ? this.__value : v, this.__chained);
    };
  });
  _.prototype = Wrapped.prototype;
  return _;
})()
