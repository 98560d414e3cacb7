// The life cycle of a project's hooks. Evaluates to its installer.
(function (app, native, require) {
  'use strict';
  var hooks = [];

  // core are the hooks of Sails that the server implements itself: their events are
  // fired for code that waits for them.
  // Sails keeps those of always even when they are switched off.
  var early = native.early, late = native.late, always = ['userconfig', 'userhooks'];
  native.order.concat(early, late).forEach(function (name, i) {
    var made = app.hooks[name];
    if (made && i < native.order.length) { // to its place
      delete app.hooks[name];
      app.hooks[name] = made;
    }
    if (name === 'grunt' && native.installed.indexOf(name) >= 0) { return; } // it is a package
    if (!app.hooks[name] && (!off(name) || always.indexOf(name) >= 0)) { app.hooks[name] = {}; }
    if (app.hooks[name]) { complete(app.hooks[name], name); }
  });

  // complete gives a hook of the server the members that every hook has. isCore is not
  // shown, for Sails has no such member.
  function complete(hook, name) {
    var members = { identity: name, configKey: name, config: { envs: [] }, middleware: {}, defaults: {}, routes: { before: {}, after: {} }, configure: idle, initialize: settle, load: settle, loadModules: settle };
    Object.keys(members).forEach(function (k) { if (hook[k] === undefined) { hook[k] = members[k]; } });
    Object.defineProperty(hook, 'isCore', { value: true, writable: true, configurable: true, enumerable: false });
  }
  function idle() {}
  function settle() { var done = arguments[0]; if (typeof done === 'function') { done(); } }

  // The server makes assets itself: no task is run.
  if (app.hooks.grunt && app.hooks.grunt.runTask === undefined) {
    app.hooks.grunt.runTask = function (name, done) {
      var err = new Error('sails.hooks.grunt.runTask(' + JSON.stringify(name) + '): grunt is not run, because the server makes assets itself. Run the task with npx grunt');
      if (typeof done !== 'function') { throw err; }
      setImmediate(done, err);
    };
  }

  if (app.hooks.moduleloader) { Object.assign(app.hooks.moduleloader, app.modules); }

  // Files of models that change are read by the server, so reload has nothing to read.
  if (app.hooks.orm) {
    app.hooks.orm.reload = function (done) {
      setImmediate(function () {
        app.emit('hook:orm:reloaded');
        if (typeof done === 'function') { done(); }
      });
    };
    Object.defineProperty(app.hooks.orm, 'models', { get: function () { return app.models; }, set: function (v) { Object.defineProperty(this, 'models', { value: v, writable: true }); }, configurable: true, enumerable: true });
    Object.defineProperty(app.hooks.orm, 'adapters', { get: adapters, configurable: true, enumerable: true });
    Object.defineProperty(app.hooks.orm, 'datastores', { get: datastores, configurable: true, enumerable: true });
    // The server closes databases itself when a version ends.
    app.hooks.orm.teardown = function (done) { if (typeof done === 'function') { setImmediate(done); } };
  }

  // datastores are those that models use, by their names.
  function datastores() {
    const out = {};
    Object.keys(app.models || {}).forEach(function (name) {
      const store = typeof app.models[name].getDatastore === 'function' && app.models[name].getDatastore();
      if (store && app.models[name].datastore) { out[app.models[name].datastore] = store; }
    });
    return out;
  }

  // adapters are those of the datastores that models use, by their names.
  function adapters() {
    const out = {};
    Object.keys(app.models || {}).forEach(function (name) {
      const store = typeof app.models[name].getDatastore === 'function' && app.models[name].getDatastore();
      const adapter = store && store.config && store.config.adapter;
      if (adapter) { out[adapter.identity || adapter] = { identity: adapter.identity || adapter }; }
    });
    return out;
  }

  if (app.hooks.views) { app.hooks.views.render = function (path, locals, done) { return app.renderView(path, locals, done); }; }

  // The functions of i18n belong to its hook, too; they are there when views are.
  if (app.hooks.i18n) {
    ['__', '__n', 'getLocale', 'setLocale'].forEach(function (name) {
      app.hooks.i18n[name] = function () { return app[name].apply(app, arguments); };
    });
    if (app.i18n === undefined) { app.i18n = app.hooks.i18n.__; }
  }

  function isPlain(v) { return v !== null && typeof v === 'object' && !Array.isArray(v) && Object.prototype.toString.call(v) === '[object Object]'; }

  // fill adds missing members to target, at every depth.
  function fill(target, source) {
    Object.keys(source).forEach(function (k) {
      if (k === '__proto__') { return; }
      if (target[k] === undefined) { target[k] = isPlain(source[k]) ? fill({}, source[k]) : source[k]; } else if (isPlain(target[k]) && isPlain(source[k])) { fill(target[k], source[k]); }
    });
    return target;
  }

  // exported is the module of a file: the default export of an ES module.
  function exported(found) {
    return found && found.__esModule && found.default !== undefined ? found.default : found;
  }

  // renamed replaces the key __configKey__ with the key of the hook's settings.
  function renamed(defaults, key) {
    var out = {};
    Object.keys(defaults).forEach(function (k) { out[k === '__configKey__' ? key : k] = defaults[k]; });
    return out;
  }

  // off reports whether the project has disabled a hook.
  function off(name) {
    if (native.implemented(name)) { return native.off(name); }
    var setting = app.config.hooks && app.config.hooks[name];
    var list = app.config.loadHooks;
    return setting === false || setting === 'false' || native.listed && Array.isArray(list) && list.indexOf(name) < 0;
  }

  function describe(hook, err) {
    if (err instanceof Error) { return err; }
    return new Error('the hook "' + hook.name + '" (' + hook.source + ') reported: ' + (typeof err === 'string' ? err : app.util.inspect(err)));
  }

  // given are the hooks that code passed to lift, as functions in `hooks`. A hook of the project with
  // the same name takes the place of such a one.
  function given(list) {
    var listed = app.config.loadHooks;
    return native.given.filter(function (name) {
      return !(name in app.hooks) && !off(name) && typeof definer(name) === 'function' &&
        !(Array.isArray(listed) && listed.indexOf(name) < 0) && !list.some(function (entry) { return entry.name === name; });
    }).map(function (name) {
      return { name: name, source: 'hooks.' + name + ' of lift', definer: definer(name) };
    });
  }

  function definer(name) {
    var found = app.config.hooks[name];
    return isPlain(found) ? found.index : found;
  }

  // prepare loads the hooks, and calls the functions that change the configuration.
  function prepare(list) {
    if (off('userhooks')) { list = []; }
    given(list).concat(list).forEach(function (entry) {
      var installed = entry.module && app.config.installedHooks && app.config.installedHooks[entry.module];
      var name = installed && installed.name || entry.name;
      if (off(name) || name in app.hooks && !app.hooks[name].isCore) { return; }
      var definition = entry.definer || exported(require(entry.path));
      if (typeof definition === 'function') { definition = definition(app); }
      if (!definition || typeof definition !== 'object') {
        throw new Error(entry.source + ': a hook is module.exports = function (sails) { return {…} }');
      }
      ['config', 'middleware'].forEach(function (member) {
        if (typeof definition[member] === 'function') { throw new Error(entry.source + ': "' + member + '" of a hook is an object, not a function'); }
      });
      var envs = definition.config && definition.config.envs;
      if (Array.isArray(envs) && envs.length && envs.indexOf(app.config.environment) < 0) { return; }
      if (definition.config && definition.config.hookName) { name = definition.config.hookName; }
      Object.keys(definition).forEach(function (k) {
        if (typeof definition[k] !== 'function' || Object.keys(definition[k]).length) { return; }
        var length = definition[k].length;
        definition[k] = definition[k].bind(definition);
        if (definition[k].length !== length) { Object.defineProperty(definition[k], 'length', { value: length }); }
      });
      definition.identity = name.toLowerCase();
      definition.configKey = installed && installed.configKey || entry.definer && entry.definer.configKey || definition.identity;
      definition.middleware = definition.middleware || {};
      definition.routes = definition.routes || {};
      app.hooks[name] = definition;
      app.middleware[name] = definition.middleware;
      hooks.push({ name: name, source: entry.source, module: entry.module, definition: definition });
    });
    hooks.forEach(function (hook) {
      var defaults = hook.definition.defaults;
      if (typeof defaults === 'function') { defaults = defaults(app.config); }
      if (isPlain(defaults)) { fill(app.config, renamed(defaults, hook.definition.configKey)); }
    });
    hooks.forEach(function (hook) {
      if (typeof hook.definition.configure === 'function') { hook.definition.configure(); }
    });
    arrange();
    return hooks.length;
  }

  // arrange puts the hooks that are packages behind those of the project, in the order of the packages,
  // and removes i18n where the release does that.
  function arrange() {
    var locales = app.config.i18n && app.config.i18n.locales;
    if (native.needsLocales && app.hooks.i18n && app.hooks.i18n.isCore && Array.isArray(locales) && !locales.length) { delete app.hooks.i18n; }
    if (!native.installed.length) { return; }
    hooks.filter(function (hook) { return hook.module; }).concat(native.installed.filter(function (name) {
      return app.hooks[name] && app.hooks[name].isCore;
    }).map(function (name) {
      return { name: name, module: 'sails-hook-' + name };
    })).sort(function (a, b) { return a.module < b.module ? -1 : 1; }).forEach(function (hook) {
      var made = app.hooks[hook.name];
      delete app.hooks[hook.name];
      app.hooks[hook.name] = made;
    });
  }

  // run calls one step of a hook. The step ends when its callback is called, when the
  // promise that it returned settles, or when it returns if it uses neither.
  function run(hook, step, done) {
    var fn = hook.definition[step];
    if (typeof fn !== 'function') { done(); return; }
    var over = false;
    function finish(err) {
      if (over) {
        app.log.warn('the hook "' + hook.name + '" (' + hook.source + ') finished ' + step + ' twice; the second time is ignored');
        return;
      }
      over = true;
      done(err);
    }
    var result;
    try {
      result = fn(finish);
    } catch (err) {
      finish(err);
      return;
    }
    if (result && typeof result.then === 'function') {
      result.then(function () { if (fn.length === 0 && !over) { finish(); } }, function (err) { if (!over) { finish(err || new Error('rejected')); } });
    } else if (fn.length === 0 && !over) {
      finish();
    }
  }

  // load runs loadModules and initialize of all hooks concurrently.
  function load(done) {
    var left = hooks.length, failed = false;
    if (!left) { done(); return; }
    hooks.forEach(function (hook) {
      var settings = app.config[hook.definition.configKey];
      var limit = settings && settings._hookTimeout || app.config.hookTimeout || native.hookTimeout;
      var timer = setTimeout(function () {
        var err = new Error('the hook "' + hook.name + '" (' + hook.source + ') has not loaded after ' + limit + ' ms: does its initialize call its callback? ' +
          'A longer time is set by config.' + hook.definition.configKey + '._hookTimeout or config.hookTimeout');
        err.code = 'E_HOOK_TIMEOUT';
        finish(err);
      }, limit);
      var over = false, began = Date.now();
      function finish(err) {
        if (over) { return; }
        over = true;
        clearTimeout(timer);
        if (err) {
          err = describe(hook, err);
          app.emit('hook:' + hook.name + ':error', err);
          if (!failed) { failed = true; done(err); }
          return;
        }
        try {
          native.loaded(hook.name, hook.source, Date.now() - began);
          app.emit('hook:' + hook.name + ':loaded');
        } catch (thrown) { // by a listener that waited for the hook
          if (!failed) { failed = true; done(thrown); }
          return;
        }
        if (--left === 0 && !failed) { done(); }
      }
      run(hook, 'loadModules', function (err) {
        if (err) { finish(err); return; }
        run(hook, 'initialize', finish);
      });
    });
  }

  // lift notifies the hooks that the server is about to listen.
  function lift(done) {
    var left = hooks.length, failed = false;
    if (!left) { done(); return; }
    hooks.forEach(function (hook) {
      run(hook, 'handleLift', function (err) {
        if (err && !failed) { failed = true; done(describe(hook, err)); }
        if (--left === 0 && !failed) { done(); }
      });
    });
  }

  // routes returns the routes of one phase, in the order of the hooks: pairs of address
  // and target.
  function routes(phase) {
    var list = [];
    hooks.forEach(function (hook) {
      var map = hook.definition.routes[phase] || {};
      if (typeof map === 'function') { map = map.call(hook.definition); }
      Object.keys(map).forEach(function (address) {
        var target = map[address];
        list.push([address, typeof target === 'function' ? target.bind(hook.definition) : target]);
      });
    });
    return list;
  }

  function announce(names) { names.forEach(function (name) { app.emit('hook:' + name + ':loaded'); }); }

  return {
    prepare: prepare, load: load, lift: lift, routes: routes,
    early: function () { announce(early); },
    late: function () { announce(late); }
  };
})
