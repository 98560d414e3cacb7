// Types of inputs: compiles them to functions that return a value of the type, or
// describe where and why a value does not have it. Evaluates to its installer.
(function (kit, native) {
  'use strict';
  const types = kit.types = {};
  const plainTypes = { string: 'a string', number: 'a number', boolean: 'a boolean', json: 'a JSON-compatible value', ref: 'a value', lamda: 'a function' };
  const plurals = { string: 'strings', number: 'numbers', boolean: 'booleans', json: 'JSON-compatible values', ref: 'values', lamda: 'functions' };

  types.isDictionary = function (v) {
    if (v === null || typeof v !== 'object' || Array.isArray(v)) { return false; }
    return !(v instanceof Date) && !(v instanceof RegExp) && !(v instanceof Error) && !ArrayBuffer.isView(v);
  };
  const isDictionary = types.isDictionary;

  // Other names of types, which rttc accepts too.
  const aliases = { str: 'string', num: 'number', bool: 'boolean', JSON: 'json', lambda: 'lamda', dict: {}, dictionary: {}, arr: [], array: [] };

  // resolve replaces other names of types in t with the usual ones.
  types.resolve = function resolve(t) {
    if (typeof t === 'string') { return Object.prototype.hasOwnProperty.call(aliases, t) ? aliases[t] : t; }
    if (Array.isArray(t)) { return t.map(resolve); }
    if (!isDictionary(t)) { return t; }
    const out = {};
    Object.keys(t).forEach(function (k) { kit.put(out, k, resolve(t[k])); });
    return out;
  };

  // known reports whether t, after resolve, is a type.
  types.known = function known(t) {
    if (typeof t === 'string') { return Object.prototype.hasOwnProperty.call(plainTypes, t); }
    if (Array.isArray(t)) { return t.length === 0 || t.length === 1 && known(t[0]); }
    return isDictionary(t) && Object.keys(t).every(function (k) { return known(t[k]); });
  };

  // infer returns the type of an example: a string for string, '*' for json, '===' for
  // anything, '->' for a function.
  types.infer = function infer(example) {
    switch (typeof example) {
      case 'string': return { '*': 'json', '===': 'ref', '->': 'lamda' }[example] || 'string';
      case 'number': return 'number';
      case 'boolean': return 'boolean';
      case 'function': return 'lamda';
    }
    if (Array.isArray(example)) { return example.length ? [infer(example[0])] : []; }
    if (!isDictionary(example)) { return 'ref'; }
    const out = {};
    Object.keys(example).forEach(function (k) { out[k] = infer(example[k]); });
    return out;
  };

  // noun returns a type with its article, as in "expecting a dictionary".
  types.noun = noun;
  function noun(t) {
    if (typeof t === 'string') { return plainTypes[t]; }
    return Array.isArray(t) ? 'an array' : 'a dictionary';
  }
  function plural(t) {
    if (typeof t === 'string') { return plurals[t]; }
    return Array.isArray(t) ? 'arrays' : 'dictionaries';
  }
  // found describes the type of a value, with its article.
  function found(v) {
    switch (typeof v) {
      case 'string': case 'symbol': return 'a string';
      case 'boolean': return 'a boolean';
      case 'function': return 'a function';
      case 'number': return isFinite(v) ? 'a number' : String(v);
    }
    if (v instanceof Date || v instanceof RegExp || v instanceof Error) { return 'a string'; }
    if (v === null || typeof v !== 'object' || ArrayBuffer.isView(v)) { return 'some other JSON-compatible value'; }
    return Array.isArray(v) ? 'an array' : 'a dictionary';
  }

  const invalid = {}; // the result of a check for a value of another type

  function text(v) {
    switch (typeof v) {
      case 'string': return v;
      case 'number': return isFinite(v) ? String(v) : invalid;
      case 'boolean': case 'symbol': case 'bigint': return String(v);
    }
    return v instanceof Date && !isNaN(v) ? v.toJSON() : invalid;
  }
  function number(v) {
    switch (typeof v) {
      case 'number': return isFinite(v) ? v : invalid;
      case 'boolean': return v ? 1 : 0;
      case 'string': {
        if (v === '' || v.trim() !== v) { return invalid; }
        const n = Number(v);
        return isFinite(n) ? n : invalid;
      }
    }
    return v instanceof Date && !isNaN(v) ? v.getTime() : invalid;
  }
  function boolean(v) {
    switch (v) {
      case true: case 1: case 'true': case '1': return true;
      case false: case 0: case 'false': case '0': return false;
    }
    return invalid;
  }

  // json returns a copy of a value that can be written as JSON: values that JSON does not
  // have become text, NaN and infinities become 0.
  types.json = json;
  function json(v) { return jsonInside(v, []); }
  function jsonInside(v, above) {
    switch (typeof v) {
      case 'string': case 'boolean': case 'symbol': case 'bigint': return v;
      case 'number': return isFinite(v) ? v : 0;
      case 'undefined': return invalid;
      case 'function': return String(v);
    }
    if (v === null) { return null; }
    if (v instanceof Date) { return isNaN(v) ? invalid : v.toJSON(); }
    if (v instanceof RegExp) { return String(v); }
    if (v instanceof Error) { return v.stack || String(v); }
    if (ArrayBuffer.isView(v)) { return invalid; }
    if (above.indexOf(v) >= 0) { return '[Circular]'; }
    above.push(v);
    let out;
    if (Array.isArray(v)) {
      out = [];
      v.forEach(function (each) {
        const copy = jsonInside(each, above);
        if (copy !== invalid) { out.push(copy); }
      });
    } else {
      out = {};
      const source = typeof v.toJSON === 'function' ? v.toJSON() : v;
      if (source === null || typeof source !== 'object') { above.pop(); return source; }
      Object.keys(source).forEach(function (k) {
        const copy = jsonInside(source[k], above);
        if (copy !== invalid) { kit.put(out, k, copy); }
      });
    }
    above.pop();
    return out;
  }

  const primitives = { string: text, number: number, boolean: boolean };
  const names = { string: 'string', number: 'number', boolean: 'boolean' };

  // compile makes a function(value) from a type, which returns the converted value or
  // types.invalid; then misses(value) lists the errors.
  types.invalid = invalid;
  types.compile = function (t) {
    const check = compile(t);
    check.misses = function (v) {
      const list = [];
      collect(t, v, [], list);
      return list.map(function (m) { return m.join(''); });
    };
    return check;
  };

  function compile(t) {
    if (typeof t === 'string') {
      if (primitives[t]) {
        const convert = primitives[t], name = names[t];
        return function (v) { return typeof v === name && (name !== 'number' || isFinite(v)) ? v : convert(v); };
      }
      if (t === 'json') { return json; }
      if (t === 'lamda') { return function (v) { return typeof v === 'function' ? v : invalid; }; }
      return function (v) { return v === undefined ? invalid : v; };
    }
    if (Array.isArray(t)) {
      if (!t.length) { return function (v) { return Array.isArray(v) ? json(v) : invalid; }; }
      const item = compile(t[0]);
      return function (v) {
        if (!Array.isArray(v)) { return invalid; }
        const out = [];
        for (const each of v) {
          if (each === undefined) { continue; }
          const got = item(each);
          if (got === invalid) { return invalid; }
          out.push(got);
        }
        return out;
      };
    }
    const keys = Object.keys(t);
    if (!keys.length) { return function (v) { return isDictionary(v) ? json(v) : invalid; }; }
    const members = keys.map(function (k) { return compile(t[k]); });
    return function (v) {
      if (!isDictionary(v)) { return invalid; }
      const out = {};
      for (let i = 0; i < keys.length; i++) {
        const got = v[keys[i]] === undefined ? invalid : members[i](v[keys[i]]);
        if (got === invalid) { return invalid; }
        kit.put(out, keys[i], got);
      }
      return out;
    };
  }

  // collect lists the errors of v; hops are the path to it.
  function collect(t, v, hops, list) {
    if (compile(t)(v) !== invalid) { return; }
    const composite = typeof t !== 'string';
    if (composite && Array.isArray(t) && Array.isArray(v)) {
      v.forEach(function (each, i) { if (each !== undefined) { collect(t[0], each, hops.concat(i), list); } });
      return;
    }
    if (composite && !Array.isArray(t) && isDictionary(v)) {
      Object.keys(t).forEach(function (k) { collect(t[k], v[k], hops.concat(k), list); });
      return;
    }
    const last = hops[hops.length - 1];
    if (typeof last === 'number') {
      list.push(['@ `' + path(hops) + '`:  ', 'Expecting array to contain only ' + plural(t) + ', but this item is ' + found(v) + '.']);
    } else if (v === undefined) {
      list.push(['@ `' + hops.join('.') + '`:  ', 'Missing property (expecting ' + noun(t) + ').']);
    } else {
      list.push([hops.length ? '@ `' + hops.join('.') + '`:  ' : '', 'Expecting ' + noun(t) + ', but got ' + found(v) + '.']);
    }
  }

  function path(hops) { return hops.map(function (h) { return typeof h === 'number' ? '[' + h + ']' : '.' + h; }).join(''); }
})
