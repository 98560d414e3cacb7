// exposeLocalsToBrowser of 0.12: a script with the locals of the call of res.view, whose
// texts are escaped for HTML, and stay so. Evaluates to a function that makes it.
(function () {
  'use strict';

  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

  function escape(text) { return text.replace(/[&<>"'`]/g, function (c) { return entities[c]; }); }

  // stands says what stands for a value that data cannot have; undefined where it is
  // left out.
  function stands(v) {
    if (typeof v === 'string') { return escape(v); }
    if (typeof v === 'number') { return isFinite(v) ? v + 0 : 0; }
    if (typeof v === 'boolean' || v === undefined) { return v; }
    if (v === null || typeof v !== 'object') { return null; }
    if (v instanceof Date) { return isNaN(v) ? '' : v.toISOString(); }
    if (v instanceof RegExp) { return escape(String(v)); }
    if (v instanceof Error) { return escape(String(v.stack)); }
    return ArrayBuffer.isView(v) ? null : v;
  }

  // data is a copy of a value for JSON; around are the objects that it is in, names the
  // path to it.
  function data(v, around, names) {
    const shown = stands(v);
    if (shown === null || typeof shown !== 'object') { return shown; }
    const at = around.indexOf(shown);
    if (at >= 0) { return '[Circular ~' + names.slice(0, at).map(function (name) { return '.' + name; }).join('') + ']'; }
    const inside = around.concat([shown]);
    if (Array.isArray(shown)) {
      return shown.map(function (each, i) { return data(each, inside, names.concat([i])); }).filter(function (each) { return each !== undefined; });
    }
    const out = {};
    Object.keys(shown).forEach(function (key) {
      const own = data(shown[key], inside, names.concat([key]));
      if (own !== undefined) { Object.defineProperty(out, key, { value: own, enumerable: true, configurable: true, writable: true }); }
    });
    return out;
  }

  // literal is a value as a script in a page may have it.
  function literal(v) {
    return JSON.stringify(v).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
  }

  // listOf checks the option keys; undefined permits all.
  function listOf(keys) {
    if (keys === undefined) { return undefined; }
    if (!Array.isArray(keys)) { throw new Error('Usage: If provided, `keys` should be an array of strings'); }
    return keys.map(String);
  }

  return function (locals, held) {
    return function exposeLocalsToBrowser(options) {
      const o = options !== null && typeof options === 'object' ? options : {};
      const keys = listOf(o.keys);
      const namespace = o.namespace === undefined ? 'SAILS_LOCALS' : o.namespace;
      if (namespace === null || typeof namespace === 'object') { throw new Error('Usage: If provided, `namespace` should be a string'); }
      const all = {};
      if (held._csrf !== null && held._csrf !== undefined) { all._csrf = held._csrf; }
      Object.assign(all, locals);
      delete all._locals;
      const members = Object.keys(all).filter(function (key) { return all[key] !== undefined && (!keys || keys.indexOf(key) >= 0); });
      return '<script type="text/javascript"> (function (){  window.' + namespace + ' = { ' + members.map(function (key) {
        return (/^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key)) + ': ' + literal(data(all[key], [], [])) + ',';
      }).join('') + ' };  })(); </script>';
    };
  };
})()
