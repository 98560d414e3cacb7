// Writes the defaults of Sails into the configuration that code sees. Evaluates to their
// writer.
(function (app, native, require, sessions) {
  'use strict';
  var config = app.config, showStore = function () {};

  function isPlain(v) { return v !== null && typeof v === 'object' && !Array.isArray(v); }

  // fill shows the members of defaults that target lacks, at every depth.
  function fill(target, defaults) {
    Object.keys(defaults).forEach(function (k) {
      if (target[k] === undefined) {
        var empty = isPlain(defaults[k]);
        native.show(target, k, empty ? {} : defaults[k]);
        if (empty) { fill(target[k], defaults[k]); }
      } else if (isPlain(target[k]) && isPlain(defaults[k])) { fill(target[k], defaults[k]); }
    });
  }

  function csrf() {
    var set = config.csrf, on = set !== undefined && set !== false;
    if (!isPlain(set)) { native.show(config, 'csrf', {}); }
    fill(config.csrf, { grantTokenViaAjax: on, protectionEnabled: on, origin: '-', routesDisabled: '-', route: '/csrfToken' });
  }

  function session() {
    var hook = sessions(app, native, require);
    hook.hook.routesDisabled = [];
    app.hooks.session = app.session = hook.hook;
    if (!isPlain(config.session)) { return; }
    if (!config.session.secret) { native.show(config.session, 'secret', native.secret); }
    showStore = function () { if (config.session.store === undefined) { native.show(config.session, 'store', hook.store()); } };
    // A store of the project is made with these settings: it is not to find another one in them.
    var adapter = config.session.adapter;
    if (!adapter || adapter === 'memory') { showStore(); }
    if (!native.sessionFunctions) { return; }
    fill(config.session, {
      isSessionDisabled: function (req) { return native.looksLikeAsset(req.path); },
      handleConstructingSessionStore: function (settings, adapter, expressSession) { var Made = adapter(expressSession); return new Made(settings); }
    });
  }

  function origins(cors) {
    if (isPlain(cors) && typeof cors.allowOrigins === 'string' && cors.allowOrigins !== '*') {
      native.show(cors, 'allowOrigins', cors.allowOrigins.split(',').map(function (each) { return each.trim(); }));
    }
  }

  // step makes the function of a middleware of the server. Only files are served by it:
  // what the others do has been done when code has the request.
  function step(name) {
    var files = name === 'www' || name === 'favicon', errors = name === '500' || name === 'handleBodyParserError';
    if (name === 'compress' && !native.production) { return false; }
    var fn = errors ? function (err, req, res, next) { next(err); } : files ? function (req, res, next) { native.serveFile(name, req); } : function (req, res, next) { next(); };
    Object.defineProperty(fn, 'name', { value: name, configurable: true });
    return fn;
  }

  fill(config, native.settings);
  var at = native.cache.split('.'), cache = {};
  cache[at[0]] = {};
  cache[at[0]][at[1]] = native.production ? 31557600000 : 1;
  fill(config, cache);
  if (native.csrfObject) { csrf(); }
  if (native.sessions) { session(); }
  if (native.originList) { origins((config.security || {}).cors); }

  return {
    middleware: function () {
      showStore();
      var all = config.http && config.http.middleware;
      if (!isPlain(all)) { return; }
      native.middleware.forEach(function (name) { if (all[name] === undefined) { native.show(all, name, step(name)); } });
    }
  };
})
