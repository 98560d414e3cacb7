// The hook http: hooks.http.app, which customMiddleware gets too, and
// hooks.http.server. Evaluates to its installer.
(function (app, native, require) {
  'use strict';
  var verbs = ['all', 'get', 'post', 'put', 'delete', 'patch', 'options', 'head'];
  var found, body; // body: the settings of the server's own body parser
  var added = []; // by app.use, until the functions are collected
  var late = [], closed = false, dead = false; // what is added later
  var self = application();
  var server, address = null;

  // normal converts what the configuration may contain to a middleware: a function, an
  // application or router with handle, {fn, options}.
  function normal(name, value) {
    if (value && typeof value === 'object' && typeof value.fn === 'function') {
      return value.fn.length > 2 ? value.fn : value.fn(value.options || {});
    }
    if (value && typeof value.handle === 'function') { return mounted('/', value); }
    // The body parser may be given as the function that creates it.
    if (name === 'bodyParser' && typeof value === 'function' && value.length < 2) { return value(app.config.http.bodyParserOptions || {}); }
    return value;
  }

  // collect returns the functions of config.http: lists of them by their names.
  // The entry for customMiddleware is called $custom, the one for app.use of others
  // hooks.http.app.use.
  function collect() {
    var http = app.config.http || {}, declared = http.middleware || {};
    found = {};
    Object.keys(declared).forEach(function (name) {
      if (name === 'order') { return; }
      var value = declared[name];
      if (value === undefined || value === null || value === true) { return; }
      if (value === false) { found[name] = []; return; }
      value = normal(name, value);
      if (own(name, value)) { return; }
      found[name] = Array.isArray(value) ? value : [value];
    });
    if (!('bodyParser' in found) && typeof http.bodyParser === 'function') {
      var parser = normal('bodyParser', http.bodyParser);
      if (!own('bodyParser', parser)) { found.bodyParser = [parser]; }
    }
    if (http.bodyParser === false) { found.bodyParser = []; }
    if (added.length) { found['hooks.http.app.use'] = added; }
    added = [];
    var custom = http.customMiddleware || app.config.express && app.config.express.customMiddleware;
    if (typeof custom === 'function') { custom.call(app, self); }
    if (added.length) { found.$custom = added; }
    added = null;
    return { functions: found, body: body, late: runLate };
  }

  // install defines the members of the hook.
  function install() {
    var hook = app.hooks.http;
    if (!hook) { return; }
    hook.app = self;
    // The server is made on the first read. It does not listen on the port of the app,
    // which Go does, but it can listen on another one.
    Object.defineProperty(hook, 'server', {
      configurable: true, enumerable: true,
      get: function () {
        if (!server) {
          server = require('http').createServer(self);
          var own = server.address;
          server.address = function () { return own.call(server) || address; };
        }
        return server;
      }
    });
  }

  // runLate is the middleware for what is added after the others are collected.
  function runLate(req, res, next) {
    var i = 0;
    (function step(err) {
      var fn = late[i++];
      if (err || !fn) { next(err); } else if (fn.length === 4) { step(); } else { fn(req, res, step); }
    })();
  }

  // close is called when the app is lifted.
  function close() { closed = true; }

  // listening is called when the server listens.
  function listening(at) {
    address = at;
    app.emit('hook:http:listening');
  }

  return { install: install, collect: collect, listening: listening, close: close };

  // own reports whether value is the body parser of the server, and stores the settings
  // with which it was created.
  function own(name, value) {
    if (!value || value.standsForBuiltIn !== name) { return false; }
    body = { limit: value.options.limit, onError: value.options.onBodyParserError };
    return true;
  }

  // application makes an object with the parts of an express application that add
  // middleware, keep settings, and serve requests of http.createServer.
  function application() {
    var settings = {};
    function add(fn) {
      if (added) { added.push(fn); return; }
      if (closed) {
        if (!dead) { app.log.warn('middleware that is given to app.use() after the lift never runs: give it to http.middleware in config/http.js, or to app.use() before the event ready'); }
        dead = true;
        return;
      }
      late.push(fn);
      native.addedLate();
    }
    function self(req, res) {
      if (!native.serve(res)) { throw new TypeError('hooks.http.app serves requests of http.createServer(): to mount it as middleware makes no sense'); }
    }
    Object.assign(self, {
      locals: {}, settings: settings, mountpath: '/',
      use: function (path) {
        var at = typeof path === 'string' || path instanceof RegExp || Array.isArray(path) && path.length && path.every(isPath) ? path : '/';
        flatten(Array.prototype.slice.call(arguments, at === path ? 1 : 0)).forEach(function (fn) {
          if (isApplication(fn)) { fn.mountpath = at; }
          if (!fn || typeof fn.handle !== 'function') { fn = normal('', fn); }
          if (typeof fn !== 'function' && !(fn && typeof fn.handle === 'function')) { throw new TypeError('app.use() needs a function(req, res, next), not ' + (fn === null ? 'null' : typeof fn)); }
          [].concat(at).forEach(function (one) { add(one === '/' && typeof fn.handle !== 'function' ? fn : mounted(one, fn)); });
        });
        return self;
      },
      route: function (path) {
        var route = {};
        verbs.forEach(function (verb) {
          route[verb] = function () {
            self[verb].apply(self, [path].concat(Array.prototype.slice.call(arguments)));
            return route;
          };
        });
        return route;
      },
      set: function (name, value) {
        if (arguments.length === 1) { return settings[name]; }
        settings[name] = value;
        return self;
      },
      enable: function (name) { settings[name] = true; return self; },
      disable: function (name) { settings[name] = false; return self; },
      enabled: function (name) { return !!settings[name]; },
      disabled: function (name) { return !settings[name]; },
      engine: function () { return self; },
      param: function () { return self; },
      on: function () { return self; },
      once: function () { return self; },
      emit: function () { return false; },
      listen: function () { var s = require('http').createServer(self); return s.listen.apply(s, arguments); },
      configure: function (env, fn) {
        if (typeof env === 'function') { env.call(self); } else if (env === app.config.environment) { fn.call(self); }
        return self;
      }
    });
    verbs.forEach(function (verb) {
      self[verb] = function (path) {
        if (verb === 'get' && arguments.length === 1) { return settings[path]; }
        flatten(Array.prototype.slice.call(arguments, 1)).forEach(function (fn) { add(routed(verb, path, fn)); });
        return self;
      };
    });
    self.del = self.delete;
    return self;
  }

  function isPath(v) { return typeof v === 'string' || v instanceof RegExp; }

  // isApplication distinguishes express applications from routers and functions.
  function isApplication(fn) {
    return typeof fn === 'function' && typeof fn.handle === 'function' && typeof fn.set === 'function' && fn.request && fn.response;
  }

  // lend prepares req and res for an express application, which sets its own prototypes
  // on them: members that these lack are kept. It returns the function that restores
  // them.
  function lend(application, req, res) {
    var back = [];
    [[req, application.request], [res, application.response]].forEach(function (pair) {
      var object = pair[0], proto = Object.getPrototypeOf(object);
      var node = Object.getPrototypeOf(pair[1]), made = [];
      while (node && !Object.prototype.hasOwnProperty.call(node, 'constructor')) { node = Object.getPrototypeOf(node); }
      for (var p = proto; p && p !== node && p !== Object.prototype; p = Object.getPrototypeOf(p)) {
        Object.getOwnPropertyNames(p).forEach(function (name) {
          if (name === 'constructor' || Object.prototype.hasOwnProperty.call(object, name) || brings(pair[1], name, node)) { return; }
          var d = Object.getOwnPropertyDescriptor(p, name);
          Object.defineProperty(object, name, Object.assign(d, { configurable: true }));
          made.push([name, d]);
        });
      }
      back.push(function () {
        made.forEach(function (m) {
          var now = Object.getOwnPropertyDescriptor(object, m[0]);
          if (now && now.get === m[1].get && now.value === m[1].value) { delete object[m[0]]; }
        });
        Object.setPrototypeOf(object, proto);
      });
    });
    return function () { back.forEach(function (fn) { fn(); }); };
  }

  // brings reports whether a prototype of express defines a member.
  function brings(proto, name, end) {
    for (; proto && proto !== end; proto = Object.getPrototypeOf(proto)) {
      if (Object.prototype.hasOwnProperty.call(proto, name)) { return true; }
    }
    return false;
  }

  function flatten(list) {
    return list.reduce(function (all, v) { return all.concat(Array.isArray(v) ? flatten(v) : [v]); }, []);
  }

  // mounted runs fn for the paths below at. While fn has the request, its address lacks
  // that prefix.
  function mounted(at, fn) {
    function below(req) {
      var path = req.url.split('?')[0];
      if (at instanceof RegExp) { var m = at.exec(path); return m && m.index === 0 ? m[0] : null; }
      var prefix = at.replace(/\/+$/, '');
      if (path.toLowerCase().indexOf(prefix.toLowerCase()) !== 0) { return null; }
      var after = path.charAt(prefix.length);
      return after === '' || after === '/' ? path.slice(0, prefix.length) : null;
    }
    function enter(req, next, run) {
      var prefix = below(req);
      if (prefix === null) { return undefined; }
      var url = req.url, base = Object.getOwnPropertyDescriptor(req, 'baseUrl');
      var rest = url.slice(prefix.length);
      req.url = rest.charAt(0) === '/' ? rest : '/' + rest;
      req.baseUrl = prefix;
      run(function () {
        req.url = url;
        delete req.baseUrl;
        if (base) { Object.defineProperty(req, 'baseUrl', base); }
        next.apply(null, arguments);
      });
      return true;
    }
    if (typeof fn.handle === 'function') {
      var inner = fn;
      fn = function (req, res, next) {
        if (!isApplication(inner)) { inner.handle(req, res, next); return; }
        var restore = lend(inner, req, res);
        inner.handle(req, res, function () { restore(); next.apply(null, arguments); });
      };
    }
    if (fn.length === 4) {
      return function (err, req, res, next) {
        if (!enter(req, next, function (leave) { fn(err, req, res, leave); })) { next(err); }
      };
    }
    return function (req, res, next) {
      if (!enter(req, next, function (leave) { fn(req, res, leave); })) { next(); }
    };
  }

  // routed runs fn for one verb and one path; a part that begins with a colon is a
  // parameter, a star matches anything.
  function routed(verb, path, fn) {
    var keys = [], pattern = path;
    if (!(path instanceof RegExp)) {
      pattern = new RegExp('^' + String(path).replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\/:(\w+)(\?)?/g, function (all, key, optional) { keys.push(key); return optional ? '(?:/([^/]+))?' : '/([^/]+)'; })
        .replace(/\*/g, '(.*)') + '/?$', 'i');
    }
    return function (req, res, next) {
      var wanted = verb === 'all' || req.method === verb.toUpperCase() || verb === 'get' && req.method === 'HEAD';
      var m = wanted && pattern.exec(req.url.split('?')[0]);
      if (!m) { next(); return; }
      keys.forEach(function (key, i) { if (m[i + 1] !== undefined) { req.params[key] = decodeURIComponent(m[i + 1]); } });
      fn(req, res, next);
    };
  }
})
