// The tree of a project's helpers. Evaluates to its installer.
(function (kit, native) {
  'use strict';
  const inspected = Symbol.for('nodejs.util.inspect.custom');

  // pack makes an object with callables from {name, defs: {identity: definition}}.
  kit.pack = function (info, usage) {
    if (typeof info === 'string') { info = { dir: info }; }
    if (info.dir && !info.defs) { info = Object.assign({}, info, { defs: native.readPack(info.dir) }); }
    usage = Object.assign({}, usage, info.customize);
    // given has the defaults of inputs that configure() has set for all functions.
    const pack = {}, defs = {}, given = { values: usage.given && usage.given.values || null };
    hide(pack, 'registerDefs', function (more) {
      Object.keys(more).forEach(function (identity) {
        const def = Object.assign({}, more[identity]);
        def.identity = identity;
        defs[identity] = def;
        const method = kit.methodName(identity);
        pack[method] = kit.build(def, Object.assign({}, usage, { given: given, title: method }));
      });
    });
    hide(pack, 'customize', function (more) { return kit.pack({ name: info.name, defs: defs }, Object.assign({}, usage, { given: given }, more)); });
    hide(pack, 'configure', function (more) {
      given.values = Object.assign({}, given.values);
      Object.keys(more || {}).forEach(function (name) { if (more[name] !== undefined) { given.values[name] = more[name]; } });
      return pack;
    });
    hide(pack, 'toJSON', function () {
      const out = {};
      Object.keys(defs).forEach(function (id) { out[id] = pack[kit.methodName(id)].toJSON(); });
      return { name: info.name || '', version: info.version || '', description: info.description || '', license: info.license || '', defs: out };
    });
    hide(pack, inspected, function () { return list(info.name || 'a pack', pack); });
    pack.registerDefs(info.defs || {});
    return pack;
  };

  function hide(o, name, value) { Object.defineProperty(o, name, { value: value, writable: true, configurable: true, enumerable: false }); }

  function list(name, o) {
    return name + '\n' + Object.keys(o).map(function (k) { return '  ' + k + (typeof o[k] === 'function' ? '()' : ''); }).join('\n') + '\n';
  }

  // helperTree makes sails.helpers and the members of the hook helpers.
  kit.helperTree = function (settings, analog) {
    const helpers = {};
    hide(helpers, inspected, function () { return list('sails.helpers', helpers); });
    function usage() {
      const opts = settings() || {};
      return { arginStyle: opts.arginStyle || 'serial', execStyle: opts.execStyle || 'natural', analog: analog };
    }
    const keysOf = function (slug) { return slug.split('.').map(kit.camel); };

    // folder returns the pack at keys, and creates it if it is missing.
    function folder(keys) {
      return keys.reduce(function (at, key, i) {
        if (!at[key]) { at[key] = kit.pack({ name: 'sails.helpers.' + keys.slice(0, i + 1).join('.'), defs: {} }, usage()); }
        return at[key];
      }, helpers);
    }
    return {
      helpers: helpers,
      // written adds the helpers in the configuration.
      written: function (defs) {
        Object.keys(defs || {}).forEach(function (path) { this.add(path, defs[path]); }, this);
      },
      // add adds the helper of a file to the tree.
      add: function (path, def) {
        const parts = path.toLowerCase().split('/'); // names of files and folders are read in lower case
        if (!kit.types.isDictionary(def)) { throw new Error('a helper is module.exports = { inputs: {…}, fn: async function (inputs) {…} }, not ' + kit.inspect(def)); }
        def.identity = parts[parts.length - 1];
        def._loadedFrom = path;
        def._fromLocalSailsApp = true;
        this.furnishHelper(parts.join('.'), def);
      },
      furnishPack: function (slug, info) {
        const keys = keysOf(slug), parent = folder(keys.slice(0, -1)), key = keys[keys.length - 1];
        if (parent[key]) { return; }
        parent[key] = kit.pack(Object.assign({}, info, { name: 'sails.helpers.' + keys.join('.')}), usage());
      },
      furnishHelper: function (slug, def) {
        const parts = slug.split('.'), identity = kit.kebab(parts[parts.length - 1]);
        const parent = folder(parts.slice(0, -1).map(kit.camel)), method = kit.methodName(identity);
        if (parent[method]) { return; }
        if (parent.registerDefs) {
          const defs = {};
          defs[identity] = def;
          parent.registerDefs(defs);
          return;
        }
        parent[method] = kit.build(def.identity ? def : Object.assign({ identity: identity }, def), Object.assign(usage(), { title: method }));
      }
    };
  };
})
