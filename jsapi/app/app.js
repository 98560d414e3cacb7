// Makes the app object: an event emitter with the members that projects reach
// through framework.* and sails.*.
(function (native, require) {
  'use strict';
  var EventEmitter = require('events');
  var util = require('util');
  var app = new EventEmitter();
  app.setMaxListeners(0);

  var fired = Object.create(null);
  var emit = app.emit;
  define('emit', function (name) {
    fired[name] = Array.prototype.slice.call(arguments, 1);
    return emit.apply(app, arguments);
  });
  // after(name or names, fn): runs fn as soon as every one of them was fired.
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
  app.util = util;

  define('getHost', function () { return app.config.host || app.config.explicitHost || undefined; });
  define('getBaseUrl', function () {
    var port = app.config.port;
    var secure = app.config.ssl && (app.config.ssl.key || app.config.ssl.pfx);
    var standard = secure ? 443 : 80;
    return (secure ? 'https' : 'http') + '://' + (app.getHost() || 'localhost') + (port && port !== standard ? ':' + port : '');
  });
  define('getBaseurl', app.getBaseUrl);
  define('lower', function (options, done) {
    if (typeof options === 'function') { done = options; }
    app._exiting = true;
    app.emit('lower');
    native.lower();
    if (typeof done === 'function') { done(); }
  });
  define('toString', function () { return '[a framework app]'; });
  define('toJSON', function () { return { version: app.version, isLifted: app.isLifted, models: Object.keys(app.models) }; });
  define('inspect', app.toString);
  return app;

  // Methods stay out of enumeration, so that printing the app shows its data.
  function define(name, fn) {
    Object.defineProperty(app, name, { value: fn, writable: true, configurable: true, enumerable: false });
  }
})
