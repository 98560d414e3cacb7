// Collects the functions of config.http: lists of them by their names. The slot
// of customMiddleware is called $custom.
(function (app) {
  'use strict';
  var http = app.config.http || {};
  var found = {};
  var body; // the settings of the server's own body parser
  var declared = http.middleware || {};

  // normal makes a middleware of what config may hold in the place of one: a
  // function, an application or router with handle, {fn, options}.
  function normal(name, value) {
    if (value && typeof value === 'object' && typeof value.fn === 'function') {
      return value.fn.length > 2 ? value.fn : value.fn(value.options || {});
    }
    if (value && typeof value === 'object' && typeof value.handle === 'function') {
      return function (req, res, next) { value.handle(req, res, next); };
    }
    // The body parser may be given as the function that makes it.
    if (name === 'bodyParser' && typeof value === 'function' && value.length < 2) { return value(http.bodyParserOptions || {}); }
    return value;
  }

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

  var custom = http.customMiddleware || app.config.express && app.config.express.customMiddleware;
  if (typeof custom === 'function') {
    found.$custom = [];
    custom.call(app, application(found.$custom));
  }
  return { functions: found, body: body };

  // own reports whether value stands for the server's own body parser, and
  // keeps the settings that it was made with.
  function own(name, value) {
    if (!value || value.standsForBuiltIn !== name) { return false; }
    body = { limit: value.options.limit, onError: value.options.onBodyParserError };
    return true;
  }

  // application is what customMiddleware is given: enough of an express
  // application to add middleware and to keep settings.
  function application(list) {
    var settings = {};
    var self = {
      locals: {}, settings: settings, mountpath: '/',
      use: function (path) {
        var at = typeof path === 'string' || path instanceof RegExp ? path : '/';
        flatten(Array.prototype.slice.call(arguments, at === path ? 1 : 0)).forEach(function (fn) {
          fn = normal('', fn);
          if (typeof fn !== 'function') { throw new TypeError('app.use() needs a function(req, res, next), not ' + (fn === null ? 'null' : typeof fn)); }
          list.push(at === '/' ? fn : mounted(at, fn));
        });
        return self;
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
      emit: function () { return false; },
      configure: function (env, fn) {
        if (typeof env === 'function') { env.call(self); } else if (env === app.config.environment) { fn.call(self); }
        return self;
      }
    };
    ['all', 'get', 'post', 'put', 'delete', 'patch', 'options', 'head'].forEach(function (verb) {
      self[verb] = function (path) {
        if (verb === 'get' && arguments.length === 1) { return settings[path]; }
        flatten(Array.prototype.slice.call(arguments, 1)).forEach(function (fn) { list.push(routed(verb, path, fn)); });
        return self;
      };
    });
    self.del = self.delete;
    return self;
  }

  function flatten(list) {
    return list.reduce(function (all, v) { return all.concat(Array.isArray(v) ? flatten(v) : [v]); }, []);
  }

  // mounted runs fn for the paths below at, with that part of the address
  // taken away as long as fn has the request.
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
    if (fn.length === 4) {
      return function (err, req, res, next) {
        if (!enter(req, next, function (leave) { fn(err, req, res, leave); })) { next(err); }
      };
    }
    return function (req, res, next) {
      if (!enter(req, next, function (leave) { fn(req, res, leave); })) { next(); }
    };
  }

  // routed runs fn for one verb and one path; a part that begins with a colon
  // is a parameter, a star stands for anything.
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
