// The registry of actions of 1.x, for the app object and its hooks. Evaluates to its
// installer.
(function (app, native) {
  'use strict';
  var actions = Object.create(null);
  var defaults = Object.create(null); // functions of the server's own actions
  var changed = false; // since the actions were listed
  var guards = []; // [functions, [target, …]] in the order in which they were registered
  var validIdentity = /^[a-z_$][a-z0-9-_.$]*(\/[a-z_$][a-z0-9-_$.]*)*$/;

  function failure(code, message, members) {
    var err = new Error(message);
    if (/^E_(CONFLICT|INVALID_ACTION_IDENTITY)$/.test(code)) { err.name = 'userError'; }
    err.code = code;
    return Object.assign(err, members);
  }

  // register adds an action: a function(req, res) or a definition.
  function register(action, identity, force, source) {
    if (typeof identity !== 'string') { throw new TypeError('an action needs a name, not ' + app.util.inspect(identity)); }
    identity = identity.toLowerCase();
    var where = source ? source + ': ' : '';
    if (!validIdentity.test(identity)) {
      throw failure('E_INVALID_ACTION_IDENTITY', where + '"' + identity + '" cannot be the name of an action: use small letters, digits and dashes, with / between folders');
    }
    var taken = actions[identity];
    if (taken && !force) {
      throw failure('E_CONFLICT', where + 'the action "' + identity + '" is there already' + (taken.source ? ' (' + taken.source + ')' : ''), { identity: identity });
    }
    var list = Array.isArray(action) ? action : null, fn = action;
    if (list) {
      if (!list.length || !list.every(function (f) { return typeof f === 'function'; })) {
        throw failure('E_INVALID', where + 'the action "' + identity + '" is a list of something else than functions', { identity: identity });
      }
      fn = chained(list);
    } else if (typeof action !== 'function') {
      if (action === null || typeof action !== 'object') {
        throw failure('E_INVALID', where + 'the action "' + identity + '" is neither a function nor an object with one called fn', { identity: identity });
      }
      try {
        fn = native.asAction(action, identity);
      } catch (err) {
        throw failure('E_INVALID', where + 'the action "' + identity + '" cannot be used: ' + err.message, { identity: identity, origError: err, problems: err.problems });
      }
    }
    if (!fn._middlewareType) {
      Object.defineProperty(fn, '_middlewareType', { value: 'ACTION: ' + identity, writable: true, configurable: true, enumerable: false });
    }
    actions[identity] = { fn: fn, source: source || '' };
    changed = true;
  }

  function chained(list) {
    return function (req, res, next) {
      var i = 0;
      function step(err) {
        if (err) { next(err); return undefined; }
        var fn = list[i++];
        return fn ? fn(req, res, step) : next();
      }
      return step();
    };
  }

  // targets of a middleware: identities, folder/* and *; a ! excludes.
  function matches(target, identity) {
    return target === '*' || target === identity || target.slice(-2) === '/*' && (identity.indexOf(target.slice(0, -1)) === 0 || identity === target.slice(0, -2));
  }

  // named returns the identity of the action of a route target.
  function named(target) {
    if (Array.isArray(target)) { target = target.find(function (each) { return each && each.action; }); }
    if (target !== null && typeof target === 'object') {
      if (target.target !== undefined) { return named(target.target); }
      if (typeof target.controller === 'string' && typeof target.action === 'string') { target = target.controller.replace(/Controller$/, '') + '/' + target.action; } else { target = target.action; }
    }
    if (typeof target !== 'string' || target === '' || /^(https?:|\/)/.test(target)) { return undefined; }
    return target.replace(/Controller\./, '/').replace(/\./g, '/').toLowerCase();
  }

  native.define('registerAction', function (action, identity, force) { register(action, identity, force); });
  native.define('registerActionMiddleware', function (fns, target) {
    fns = Array.isArray(fns) ? fns : [fns];
    if (!fns.every(function (fn) { return typeof fn === 'function'; })) {
      throw failure('E_NON_FN_POLICY', 'registerActionMiddleware() takes functions for "' + target + '", and one of these is none');
    }
    changed = true;
    guards.push([fns, String(target).toLowerCase().split(',').map(function (t) { return t.trim(); }).sort()]);
  });
  native.define('getActions', function () {
    var out = {};
    native.defaults().forEach(function (id) { if (app.hooks.security || !/^security\//.test(id)) { out[id] = defaultAction(id); } });
    Object.keys(actions).forEach(function (id) { out[id] = actions[id].fn; });
    return out;
  });

  // _actions are the functions of all actions by their identities.
  Object.defineProperty(app, '_actions', { configurable: true, enumerable: false, get: function () { return app.getActions(); } });

  // defaultAction returns a function(req, res) that passes the request to the server.
  function defaultAction(identity) {
    if (!defaults[identity]) {
      defaults[identity] = function (req, res) { native.runDefault(identity, req); };
      var name = identity.slice(identity.lastIndexOf('/') + 1);
      var type = /^security\//.test(identity) ? 'ACTION: ' + identity : 'BLUEPRINT: ' + name;
      Object.defineProperty(defaults[identity], '_middlewareType', { value: type, writable: true, configurable: true, enumerable: false });
    }
    return defaults[identity];
  }

  // reloadActions registers all actions again while the app is being lifted; later a
  // changed file reloads the whole app, but for one that tests have lifted.
  native.define('reloadActions', function (options, done) {
    if (typeof options === 'function') { done = options; options = {}; }
    var skip = options && options.hooksToSkip || [];
    var finished;
    if (app.isLifted && native.reloads) { finished = native.reload(); } else {
      var lifted = app.isLifted;
      actions = Object.create(null);
      changed = true;
      finished = registerAll(skip).then(function () { if (lifted) { app.router.flush(); } });
    }
    if (typeof done !== 'function') { return finished; }
    finished.then(function () { setImmediate(done); }, function (err) { setImmediate(done, err); });
    return undefined;
  });
  native.define('getRouteFor', function (target) {
    var wanted = named(target);
    if (wanted === undefined) {
      throw failure('E_USAGE', 'getRouteFor() needs a target such as "account/login" or {action: "account/login"}, not ' + app.util.inspect(target));
    }
    var routes = app.config.routes || {};
    for (var address of Object.keys(routes)) {
      if (named(routes[address]) !== wanted) { continue; }
      var m = /^\s*(?:(all|get|post|put|delete|trace|options|connect|patch|head)\s+)?(.*)$/i.exec(address === '*' ? '/*' : address);
      return { url: m[2], method: (m[1] || '').toLowerCase() };
    }
    throw failure('E_NOT_FOUND', 'Route not found: No explicit route could be found in this app with the specified target (`' + app.util.inspect(target) + '`).');
  });
  native.define('getUrlFor', function (target) { return app.getRouteFor(target).url; });

  // registerAll lets the hooks register their actions, then registers those of files.
  function registerAll(skip) {
    return Promise.all(Object.keys(app.hooks).filter(function (name) { return skip.indexOf(name) < 0; }).map(function (name) {
      var hook = app.hooks[name];
      if (typeof hook.registerActions !== 'function') { return undefined; }
      return new Promise(function (resolve, reject) {
        var result = hook.registerActions(function (err) { if (err) { reject(err); } else { resolve(); } });
        if (result && typeof result.then === 'function') { result.then(resolve, reject); } else if (hook.registerActions.length === 0) { resolve(); }
      });
    })).then(function () { native.load(); });
  }

  // middlewareFor returns the functions that run before an action.
  function middlewareFor(identity) {
    var out = [];
    guards.forEach(function (guard) {
      var off = guard[1].some(function (t) { return t.charAt(0) === '!' && matches(t.slice(1), identity); });
      if (off || !guard[1].some(function (t) { return t.charAt(0) !== '!' && matches(t, identity); })) { return; }
      guard[0].forEach(function (fn) { if (out.indexOf(fn) < 0) { out.push(fn); } });
    });
    return out;
  }

  return {
    register: register,
    // written registers the actions in the configuration.
    written: function () {
      var defs = app.config.controllers && app.config.controllers.moduleDefinitions || {};
      Object.keys(defs).forEach(function (identity) { register(defs[identity], identity, true, 'config controllers.moduleDefinitions'); });
    },
    // run calls the action that is registered at the time of the request.
    run: function (identity) {
      return function (req, res, next) {
        var action = actions[identity];
        if (!action) { throw new Error('the action "' + identity + '" is not there any more'); }
        return action.fn(req, res, next);
      };
    },
    changed: function () { return changed; },
    list: function () {
      changed = false;
      return Object.keys(actions).map(function (id) { return [id, actions[id].source, middlewareFor(id)]; });
    },
    middlewareFor: middlewareFor
  };
})
