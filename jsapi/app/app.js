// Makes the app object: an event emitter with the members of framework.* and sails.*.
(function (native, require) {
  'use strict';
  var EventEmitter = require('events');
  var util = require('util');
  // Sails is the constructor of all apps of the realm: new (require('sails').Sails)().
  var Sails = native.Sails || function Sails() { return native.another(); };
  if (!native.Sails) { util.inherits(Sails, EventEmitter); }
  var app = Object.create(Sails.prototype);
  EventEmitter.call(app);
  app.setMaxListeners(0);

  var fired = Object.create(null);
  var emit = app.emit;
  define('emit', function (name, req, res) {
    if (name === 'router:request' && !(req && req._sails)) { // code that fires it itself wants a request to be routed
      route(req, res);
      return true;
    }
    fired[name] = Array.prototype.slice.call(arguments, 1);
    return emit.apply(app, arguments);
  });
  // after(name or names, fn): runs fn when all of these events have been fired.
  define('after', function (names, fn) {
    var list = Array.isArray(names) ? names : [names];
    var missing = list.filter(function (n) { return !(n in fired); });
    if (!missing.length) {
      fn.apply(app, list.length === 1 ? fired[list[0]] : list.map(function (n) { return fired[n]; }));
      return app;
    }
    var left = missing.length;
    missing.forEach(function (n) {
      app.once(n, function () {
        if (--left === 0) { fn.apply(app, list.length === 1 ? fired[list[0]] : list.map(function (m) { return fired[m]; })); }
      });
    });
    return app;
  });

  function logger(level) {
    return function () { native.log(level, util.format.apply(util, arguments)); };
  }
  var log = logger('debug');
  ['silly', 'verbose', 'info', 'debug', 'warn', 'error', 'crit'].forEach(function (level) { log[level] = logger(level); });
  log.blank = log.info;
  log.log = log;
  log.ship = function () {};
  app.log = log;

  var parts = native.version.split('.');
  app.version = native.version;
  app.majorVersion = parts[0];
  app.minorVersion = parts[1];
  app.patchVersion = parts[2];
  app.isLifted = false;
  app.config = {};
  app.models = {};
  app.services = {};
  app.controllers = {};
  app.policies = {};
  app.responses = {};
  app.adapters = {};
  app.middleware = { controllers: app.controllers, policies: app.policies, responses: app.responses, blueprints: {} };
  app.registry = app.middleware;
  app.hooks = {};
  app.views = {};
  app.childProcesses = [];
  app.dependencies = native.dependencies;
  if (native.classicUtil) {
    // It is made on the first read, because few projects use it.
    var made;
    Object.defineProperty(app, 'util', {
      configurable: true, enumerable: true,
      get: function () { return made || (made = native.classicUtil()); },
      set: function (v) { made = v; }
    });
  } else { app.util = util; }

  define('getHost', function () { return app.config.host || app.config.explicitHost || undefined; });
  define('getBaseUrl', function () {
    var port = app.config.port;
    var secure = app.config.ssl && (app.config.ssl === true || app.config.ssl.key || app.config.ssl.pfx);
    var standard = secure ? 443 : 80;
    return (secure ? 'https' : 'http') + '://' + (app.getHost() || 'localhost') + (port && port !== standard ? ':' + port : '');
  });
  define('getBaseurl', app.getBaseUrl);
  define('lift', function (settings, done) { return lift(settings, true, done); });
  define('load', function (settings, done) { return lift(settings, false, done); });
  function lift(settings, listen, done) {
    if (typeof settings === 'function') { done = settings; settings = undefined; }
    var finished = new Promise(function (resolve, reject) {
      if (app._exiting) {
        reject(new Error('an app that was lowered cannot be lifted or loaded again: make another one with new (require(\'sails\').Sails)()'));
        return;
      }
      native.lift(settings, listen, function (err) {
        if (!err) { resolve(app); return; }
        if (!listen) { reject(err); return; }
        app.lower(function () { reject(err); });
      });
    });
    if (typeof done !== 'function') { return finished; }
    finished.then(function () { setImmediate(done, null, app); }, function (err) { setImmediate(done, err); });
    return app;
  }
  define('Sails', Sails);
  // shutdown runs config.beforeShutdown and fires lower, once.
  var leaving;
  function shutdown() {
    leaving = leaving || new Promise(function (resolve) {
      app._exiting = true;
      var before = app.config.beforeShutdown;
      function go(err) {
        if (err) { app.log.error('config.beforeShutdown failed:', err); }
        app.childProcesses.forEach(function (child) { try { child.kill('SIGINT'); } catch (e) { app.log.error(e); } });
        app.emit('lower');
        resolve();
      }
      if (typeof before !== 'function') { go(); return; }
      try {
        var result = before(once(go));
        if (result && typeof result.then === 'function' && before.length === 0) { result.then(function () { go(); }, go); }
      } catch (err) { go(err); }
    });
    return leaving;
  }
  function once(fn) {
    var called = false;
    return function (arg) { if (!called) { called = true; fn(arg); } };
  }
  define('lower', function (options, done) {
    if (typeof options === 'function') { done = options; options = undefined; }
    var delay = options && options.hardShutdown ? 0 : options && options.delay || 100; // ms, as in Sails
    var finished = shutdown().then(function () {
      app.isLifted = false;
      return new Promise(function (resolve, reject) {
        native.lower(delay, function (err, over) {
          if (over) { app.eventNames().forEach(function (name) { app.removeAllListeners(name); }); }
          if (err) { reject(err); } else { resolve(); }
        });
      });
    });
    if (typeof done !== 'function') { return finished; }
    finished.then(function () { setImmediate(done); }, function (err) { setImmediate(done, err); });
    return app;
  });

  // usage makes the errors of getRouteFor and getUrlFor.
  function failure(code, message) {
    var err = new Error(message);
    err.code = code;
    return err;
  }

  // leads reports whether a route of the configuration has the target, by its exact spelling.
  function leads(route, target) {
    if (typeof route === 'string') { return route === target; }
    if (route === null || typeof route !== 'object') { return false; }
    if (typeof route.target === 'string') { return route.target === target; }
    var parts = target.split('.');
    return route.controller === parts[0] && (route.action || 'index') === parts[1];
  }
  define('getRouteFor', function (target) {
    var wanted = target !== null && typeof target === 'object' ? target.target : target;
    if (typeof wanted !== 'string' || wanted.indexOf('.') < 0) {
      throw failure('E_USAGE', 'getRouteFor() needs a target such as "UserController.login" or {target: "UserController.login"}, not ' + util.inspect(target));
    }
    var routes = explicitRoutes();
    var address = Object.keys(routes).find(function (each) { return leads(routes[each], wanted); });
    if (address === undefined) { throw failure('E_NOT_FOUND', 'no route of config/routes.js leads to ' + wanted + ', spelled in this way'); }
    var m = /^\s*(?:(all|get|post|put|delete|trace|options|connect|patch|head)\s+)?(.*)$/i.exec(address === '*' ? '/*' : address);
    return { url: m[2], method: (m[1] || '').toLowerCase() };
  });
  define('getUrlFor', function (target) { return app.getRouteFor(target).url; });

  // request sends a virtual request to the app: ('GET /x', data, done),
  // ('/x', done) or ({method, url, data, headers}, done). Without a function it returns
  // the answer as a stream, which is a promise of the answer as well.
  define('request', function (address, data, done) {
    if (typeof data === 'function') { done = data; data = undefined; }
    var o = address !== null && typeof address === 'object' ? address : { url: String(address), data: data };
    var m = /^\s*(?:([a-z]+)\s+)?(.*)$/i.exec(o.url || '/');
    var asked = {
      method: String(o.method || m[1] || 'GET').toUpperCase(), url: m[2],
      headers: o.headers || {}, data: o.data !== undefined ? o.data : o.body !== undefined ? o.body : o.params
    };
    if (asked.data !== null && typeof asked.data === 'object' && Object.keys(asked.data).length && /^(GET|HEAD|DELETE)$/.test(asked.method)) {
      asked.url += (asked.url.indexOf('?') < 0 ? '?' : '&') + require('querystring').stringify(asked.data);
    }
    var text = '';
    var finished = new Promise(function (resolve, reject) {
      native.request(asked, function (err, answer) {
        if (err) { reject(err); return; }
        text = answer.body;
        answered(answer);
        if (answer.statusCode >= 200 && answer.statusCode < 400) { resolve(answer); return; }
        err = new Error(util.inspect(answer.body || answer.statusCode));
        err.status = answer.statusCode;
        if (answer.body) { err.body = answer.body; }
        reject(err);
      });
    });
    if (typeof done === 'function') {
      finished.then(function (answer) { setImmediate(done, native.textAsJSON ? null : undefined, answer, answer.body); }, function (err) { setImmediate(done, err); });
      return finished.catch(function () {});
    }
    var stream = new (require('stream').PassThrough)();
    finished.then(function (answer) { stream.statusCode = answer.statusCode; stream.headers = answer.headers; stream.end(text); }, function (err) {
      if (err.status === undefined && stream.listenerCount('error')) { stream.emit('error', err); return; }
      stream.statusCode = err.status;
      stream.end(text);
    });
    stream.then = function (done, failed) { return finished.then(done, failed); };
    stream.catch = function (failed) { return finished.catch(failed); };
    return stream;
  });

  // route sends a plain request through the routes, as sails.router.route does for code that brings
  // requests of its own transport: res has _clientCallback(answer), send(body) or end(body).
  function route(req, res) {
    req = req || {};
    res = res || {};
    var asked = { method: String(req.method || 'GET').toUpperCase(), url: String(req.url || '/'), headers: req.headers || {} };
    if (req.query && asked.url.indexOf('?') < 0) { asked.url += '?' + require('querystring').stringify(req.query); }
    if (!/^(GET|HEAD|DELETE)$/.test(asked.method)) { asked.data = req.body; }
    native.request(asked, function (err, answer) {
      if (err) { answer = { statusCode: err.status || 500, headers: {}, body: err.message }; }
      if (typeof res._clientCallback === 'function') {
        if (answer.value) { answer.body = JSON.parse(answer.body || 'null'); }
        delete answer.value;
        res._clientCallback(answer);
        return;
      }
      res.statusCode = answer.statusCode;
      res.headers = answer.headers;
      var send = res.send || res.end;
      if (typeof send === 'function') { send.call(res, answer.body); }
    });
  }

  // translator makes a function of i18n translate into a locale; undefined is the own one.
  function translator(fn, locale) {
    if (typeof fn !== 'function' || typeof locale !== 'string') { return fn; }
    return function (phrase) {
      var args = Array.prototype.slice.call(arguments);
      if (typeof phrase === 'string') { args[0] = { phrase: phrase, locale: locale }; }
      return fn.apply(this, args);
    };
  }

  // answered parses the body of an answer as the release does, and leaves out what it
  // leaves out.
  function answered(answer) {
    delete answer.value;
    if (answer.body === '') { delete answer.body; return; }
    if (native.textAsJSON || /json/.test(answer.headers['content-type'] || '')) { try { answer.body = JSON.parse(answer.body); } catch (e) { /* leave it as text */ } }
    if (native.textAsJSON && !answer.body) { delete answer.body; }
  }

  // renderFile is sails.renderView of 0.10 to 0.12, which throws what a template throws.
  function renderFile(path, locals, done) {
    if (!path && typeof path !== 'string') { throw new Error('relPathToView must be a string.'); }
    var __ = translator(app.__, locals && locals.locale);
    native.renderView(path, Object.assign({}, __ && { __: __, __n: app.__n, getLocale: app.getLocale, setLocale: app.setLocale }, locals), done);
  }

  define('renderView', function (path, locals, done) {
    if (native.viewFiles && typeof done === 'function') { return renderFile(path, locals, done); }
    if (native.viewFiles) {
      return new Promise(function (resolve, reject) {
        renderFile(path, locals, function (err, html) { if (err) { reject(err); } else { resolve(html); } });
      });
    }
    if (typeof locals === 'function') { done = locals; locals = undefined; }
    var __ = translator(app.__, locals && locals.locale);
    var all = Object.assign({ sails: app, _: globalThis._, util: util, title: app.config.appName }, __ && { __: __, __n: app.__n, i18n: __ }, locals);
    var finished = new Promise(function (resolve, reject) {
      native.renderView(path, all, function (err, html) { if (err) { reject(err); } else { resolve(html); } });
    });
    if (typeof done !== 'function') { return finished; }
    finished.then(function (html) { setImmediate(done, null, html); }, function (err) { setImmediate(done, err); });
    return app;
  });

  define('toString', function () { return '[a framework app]'; });
  define('toJSON', function () { return { version: app.version, isLifted: app.isLifted, models: Object.keys(app.models) }; });
  define('inspect', app.toString);

  // Routes that are bound before there are any are collected, in the phase in which
  // they are bound; later ones are bound at once, behind those that are there.
  var bound = [];
  function bind(path, target, verb, options) {
    if (options && typeof options === 'object' && Object.keys(options).length) {
      target = target !== null && typeof target === 'object' && !Array.isArray(target) ? Object.assign({}, options, target) : Object.assign({}, options, { target: target });
    }
    var route = [verb ? String(verb).toLowerCase() + ' ' + path : String(path), target];
    if (!native.bind(route[0], target)) { bound.push(route); }
    return app;
  }
  function unbind(route) {
    app.emit('router:unbind', route);
    native.unbind(String(route.path), String(route.verb || route.method || ''));
  }
  function reset() {
    native.reset();
    app.emit('router:reset');
  }
  // flush binds everything anew, with other routes than those of the configuration if
  // they are given.
  function flush(routes) {
    if (routes) { explicit = routes; }
    native.flush(explicitRoutes());
  }
  var explicit;
  function explicitRoutes() { return explicit || app.config.routes || {}; }
  // These events are fired for requests without a matching route, and for those that
  // failed. The listeners here answer, also if a project fires the events.
  app.on('router:request:404', function (req, res) { res.notFound(); });
  app.on('router:request:500', function (err, req, res) { res.negotiate(err); });
  app.on('newListener', function (name) { if (/^router:(bind|route|request(:404|:500)?)$/.test(name)) { native.listened(name); } });
  // usual are the verbs of an address without one: each has an event of its own.
  var usual = ['get', 'put', 'post', 'delete', 'patch'];
  var fire = {
    'router:bind': function (verb, path, regexp, options) {
      var at = regexp ? new RegExp(path) : path;
      var target = options && typeof options.action === 'string' && app.getActions ? app.getActions()[options.action] : undefined;
      (verb ? [verb] : usual).forEach(function (each) {
        var own = Object.assign({}, options, { detectedVerb: { verb: verb, original: String(at), path: String(at) } });
        if (!own.skipRegex) { own.skipRegex = []; }
        app.emit('router:bind', { path: at, target: target, verb: each, options: own, originalFn: target });
      });
    },
    'router:request': function (req, res, next) { app.emit('router:request', req, res); if (!res.headersSent) { next(); } },
    'router:route': function (req, res, next) { app.emit('router:route', { req: req, res: res, next: next, options: req.options }); if (!res.headersSent) { next(); } },
    'router:request:404': function (req, res, next) { app.emit('router:request:404', req, res); },
    'router:request:500': function (err, req, res, next) { app.emit('router:request:500', err, req, res); }
  };

  app.router = {
    bind: bind, unbind: unbind, reset: reset, flush: flush, route: route,
    // explicitRoutes are the routes of the configuration, or those given to flush.
    get explicitRoutes() { return explicitRoutes(); },
    set explicitRoutes(routes) { explicit = routes; }
  };
  if (native.sortRoutes) { app.router.getSortedRouteAddresses = function () { return native.sortRoutes(explicitRoutes()); }; }
  ['all', 'get', 'post', 'put', 'delete', 'patch', 'options'].forEach(function (verb) {
    define(verb, function (path, target) { return bind(path, target, verb); });
  });
  define('del', app.delete);
  return { app: app, Sails: Sails, take: function () { return bound.splice(0); }, shutdown: shutdown, fire: fire };

  // Methods are not enumerable, so that printing the app shows its data.
  function define(name, fn) {
    Object.defineProperty(app, name, { value: fn, writable: true, configurable: true, enumerable: false });
  }
})
