// Describes what the code of the project offers, as JSON; see package engine/describe.
(function (app) {
  'use strict';
  const root = globalThis, hasOwn = Object.prototype.hasOwnProperty;
  function isObject(v) { return v !== null && (typeof v === 'object' || typeof v === 'function'); }
  // read returns a member; one whose accessor throws is left out.
  function read(o, key) { try { return o[key]; } catch (err) { return undefined; } }
  function isGlobal(name, v) { return isObject(v) && hasOwn.call(root, name) && read(root, name) === v; }

  function members(o, skip) {
    const out = [], seen = new Set(skip);
    for (let at = o; at && at !== Object.prototype && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
      Object.getOwnPropertyNames(at).forEach(function (name) {
        if (seen.has(name) || name === 'constructor' || typeof o === 'function' && ['length', 'name', 'prototype', 'arguments', 'caller'].indexOf(name) >= 0) { return; }
        seen.add(name);
        const v = read(o, name);
        out.push({ name: name, method: typeof v === 'function', params: typeof v === 'function' ? v.length : 0 });
      });
    }
    return out;
  }

  // plain is a value as JSON has it; undefined for what is no data.
  function plain(v) {
    try {
      const text = JSON.stringify(v);
      return text === undefined ? undefined : JSON.parse(text);
    } catch (err) { return undefined; }
  }
  function text(v) { return typeof v === 'string' ? v : ''; }
  function number(v) { return typeof v === 'number' && isFinite(v) ? v : undefined; }

  // typeOf is the type of an input: where none is written, that of the example.
  function typeOf(def) {
    if (def.type !== undefined) { return plain(def.type); }
    const v = def.example !== undefined ? def.example : def.defaultsTo;
    if (v === undefined && Array.isArray(def.isIn) && def.isIn.length) { return typeof def.isIn[0]; }
    if (v === undefined && (def.isEmail || def.isURL || def.isUUID || def.regex || def.maxLength !== undefined || def.minLength !== undefined)) { return 'string'; }
    if (v === undefined && (def.isInteger || def.min !== undefined || def.max !== undefined)) { return 'number'; }
    return inferred(v);
  }
  function inferred(v) {
    switch (typeof v) {
      case 'string': return { '*': 'json', '===': 'ref', '->': 'lamda' }[v] || 'string';
      case 'number': case 'boolean': return typeof v;
    }
    if (Array.isArray(v)) { return v.length ? [inferred(v[0])] : []; }
    if (!isObject(v) || typeof v === 'function' || v instanceof Date) { return undefined; }
    const out = {};
    Object.keys(v).forEach(function (key) { out[key] = inferred(v[key]); });
    return out;
  }

  function input(name, def) {
    def = isObject(def) ? def : {};
    return {
      name: name, type: typeOf(def), required: def.required === true, allowNull: def.allowNull === true, defaultsTo: plain(def.defaultsTo),
      isIn: Array.isArray(def.isIn) ? plain(def.isIn) : undefined, description: text(def.description), example: plain(def.example),
      minLength: number(def.minLength), maxLength: number(def.maxLength), min: number(def.min), max: number(def.max),
      isEmail: def.isEmail === true, isURL: Boolean(def.isURL), isUUID: Boolean(def.isUUID), isInteger: def.isInteger === true
    };
  }
  function exit(name, def) {
    def = isObject(def) ? def : {};
    const type = def.outputType !== undefined ? plain(def.outputType) : def.outputExample !== undefined ? inferred(def.outputExample) : undefined;
    return {
      name: name, description: text(def.description) || text(def.outputDescription), outputType: type, statusCode: number(def.statusCode),
      responseType: text(def.responseType), viewTemplatePath: text(def.viewTemplatePath)
    };
  }
  // described is a definition; without one that says no more than the path.
  function described(path, fn) {
    const def = typeof fn === 'function' && hasOwn.call(fn, 'toJSON') && typeof fn.toJSON === 'function' ? fn.toJSON() : undefined;
    if (!isObject(def)) { return { path: path, defined: false }; }
    return {
      path: path, defined: true, name: text(def.friendlyName), description: text(def.description), sync: def.sync === true,
      inputs: Object.keys(def.inputs || {}).map(function (name) { return input(name, def.inputs[name]); }),
      exits: Object.keys(def.exits || {}).map(function (name) { return exit(name, def.exits[name]); })
    };
  }

  const helpers = [];
  const style = app.config && app.config.helpers && app.config.helpers.usageOpts && app.config.helpers.usageOpts.arginStyle;
  (function walk(at, path) {
    Object.keys(at).forEach(function (name) {
      const v = read(at, name), full = path.concat(name);
      if (typeof v === 'function') {
        helpers.push(Object.assign(described(full.join('.'), v), { serial: style === undefined || style === 'serial' }));
      } else if (isObject(v) && path.length < 8) { walk(v, full); }
    });
  })(isObject(app.helpers) ? app.helpers : {}, []);

  const actions = typeof app.getActions === 'function' ? app.getActions() : {};
  const services = isObject(app.services) ? app.services : {};
  const lifecycle = ['beforeValidate', 'afterValidate', 'beforeCreate', 'afterCreate', 'beforeUpdate', 'afterUpdate', 'beforeDestroy', 'afterDestroy', 'customToJSON'];

  function model(identity) {
    const m = app.models[identity], statics = [];
    Object.keys(m).forEach(function (name) {
      // Members that the ORM has made are data, or in the prototype as well.
      if (name[0] === '_' || lifecycle.indexOf(name) >= 0 || read(Object.getPrototypeOf(m), name) !== undefined) { return; }
      const v = read(m, name);
      if (typeof v === 'function') { statics.push({ name: name, method: true, params: v.length }); }
    });
    const own = read(m, '_instanceMethods');
    return {
      identity: identity, global: isGlobal(m.globalId, m), statics: statics,
      methods: isObject(own) ? members(own, ['toJSON']) : [],
      fetches: ['Create', 'CreateEach', 'Update', 'Destroy'].map(function (s) { return 'fetchRecordsOn' + s; }).filter(function (s) { return m[s] === true; })
    };
  }
  function nameOf(key) {
    const v = services[key];
    return isObject(v) && typeof v.globalId === 'string' ? v.globalId : key;
  }

  return JSON.stringify({
    helpers: helpers,
    actions: Object.keys(actions).sort().map(function (path) { return described(path, actions[path]); }),
    services: Object.keys(services).map(function (key) {
      const v = services[key];
      const name = Object.getOwnPropertyNames(root).find(function (n) { return n.toLowerCase() === key.toLowerCase() && isGlobal(n, v); });
      return { key: key, name: name || nameOf(key), global: Boolean(name), members: isObject(v) ? members(v, ['identity', 'globalId', 'sails']) : [] };
    }),
    models: Object.keys(app.models || {}).map(model),
    hooks: Object.keys(app.hooks || {}).sort(),
    app: read(root, 'sails') === app,
    libraries: ['_', 'async'].filter(function (name) { return typeof read(root, name) === (name === '_' ? 'function' : 'object'); })
  });
})
