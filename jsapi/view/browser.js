// exposeLocalsToBrowser: a script with locals of a page, as data. Evaluates to the
// functions that make it, for the locals of a call and res.locals.
(function () {
  'use strict';

  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

  function escape(text) { return text.replace(/[&<>"'`]/g, function (c) { return entities[c]; }); }

  function isStream(v) { return typeof v.pipe === 'function' && typeof v.read === 'function' && typeof v.on === 'function'; }

  function isBuffer(v) { return ArrayBuffer.isView(v) && typeof v.constructor.isBuffer === 'function'; }

  // stands says what stands for a value that data cannot have; undefined where it is
  // left out. text is what a string becomes.
  function stands(v, text) {
    if (typeof v === 'string') { return text(v); }
    if (typeof v === 'number') { return isFinite(v) ? v + 0 : 0; }
    if (typeof v === 'boolean' || v === undefined) { return v; }
    if (v === null || typeof v === 'function') { return null; }
    if (typeof v !== 'object') { return {}; }
    if (v instanceof Date) { return isNaN(v) ? '' : v.toISOString(); }
    if (v instanceof RegExp) { return text(String(v)); }
    if (v instanceof Error) { return text(String(v.stack)); }
    return isStream(v) || isBuffer(v) ? null : v;
  }

  // data is a copy of a value for JSON.
  function data(value, text) {
    return copy(value, [], []);

    // copy is that of a member; around are the objects that it is in, names the path to
    // it.
    function copy(v, around, names) {
      const shown = stands(v, text);
      if (shown === null || typeof shown !== 'object') { return shown; }
      const at = around.indexOf(shown);
      if (at >= 0) { return '[Circular ~' + names.slice(0, at).map(function (name) { return '.' + name; }).join('') + ']'; }
      const inside = around.concat([shown]);
      if (Array.isArray(shown)) {
        return shown.map(function (each, i) { return copy(each, inside, names.concat([i])); }).filter(function (each) { return each !== undefined; });
      }
      const out = {};
      Object.keys(shown).forEach(function (key) {
        const own = copy(shown[key], inside, names.concat([key]));
        if (own !== undefined) { Object.defineProperty(out, key, { value: own, enumerable: true, configurable: true, writable: true }); }
      });
      return out;
    }
  }

  // literal is a value as a script in a page may have it.
  function literal(v) {
    return JSON.stringify(v).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
  }

  // listOf checks the option keys; undefined permits all.
  function listOf(keys) {
    if (keys === undefined) { return undefined; }
    if (!Array.isArray(keys) || keys.indexOf(null) >= 0) { throw new Error('Usage: If provided, `keys` should be an array of strings'); }
    return keys.map(String);
  }

  // flag checks a boolean option, which may also be one of what stands for it.
  function flag(value) {
    if (value === undefined) { return false; }
    if ([true, 1, '1', 'true'].indexOf(value) >= 0) { return true; }
    if ([false, 0, '0', 'false'].indexOf(value) >= 0) { return false; }
    throw new Error('Usage: If provided, `dontUnescapeOnClient` should be either `true` or `false`');
  }

  function optionsOf(options) { return options !== null && (typeof options === 'object' || typeof options === 'function') ? options : {}; }

  function script(all, options, data) {
    const keys = listOf(options.keys);
    const namespace = options.namespace === undefined ? 'SAILS_LOCALS' : options.namespace;
    if (namespace === null || typeof namespace === 'object' || Number.isNaN(namespace)) { throw new Error('Usage: If provided, `namespace` should be a string'); }
    const members = Object.keys(all).filter(function (key) { return all[key] !== undefined && (!keys || keys.indexOf(key) >= 0); });
    return '<script type="text/javascript"> (function (){  window.' + namespace + ' = { ' + members.map(function (key) {
      return (/^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key)) + ': ' + literal(data(all[key])) + ',';
    }).join('') + ' };  })(); </script>';
  }

  // ofCall exposes the locals of the call, whose texts are escaped for HTML, and stay so
  // (0.12).
  function ofCall(locals, held) {
    return function exposeLocalsToBrowser(options) {
      const all = {};
      if (held._csrf !== null && held._csrf !== undefined) { all._csrf = held._csrf; }
      Object.assign(all, locals);
      delete all._locals;
      return script(all, optionsOf(options), function (value) { return data(value, escape); });
    };
  }

  // presets are members of res.locals that the server has put there.
  const presets = ['_', 'sails', 'view', 'session', 'req', 'res', '__dirname', '_layoutFile'];

  // ofPage exposes the locals of the call, and of res.locals what the project has put
  // there, and the CSRF token (1.x). Texts arrive in the browser as they are.
  function ofPage(locals, held) {
    return function exposeLocalsToBrowser(options) {
      const all = {}, o = optionsOf(options);
      new Set(Object.keys(held).concat(Object.keys(locals))).forEach(function (key) {
        if (key === '_locals' || key === 'layout') { return; }
        const own = locals[key] !== undefined, value = own ? locals[key] : held[key];
        const ours = presets.indexOf(key) >= 0 || typeof value === 'function' || key === '_csrf' && value === '';
        if (own || !ours) { Object.defineProperty(all, key, { value: value, enumerable: true }); }
      });
      const text = flag(o.dontUnescapeOnClient) ? escape : String;
      return script(all, o, function (value) { return data(value, text); });
    };
  }

  return { ofCall: ofCall, ofPage: ofPage };
})()
