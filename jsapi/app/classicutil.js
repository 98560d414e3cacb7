// Makes sails.util up to 0.12: Node's util, the functions of the given lodash, and
// helpers for errors, routes, files and objects.
(function (lodash, require) {
  'use strict';
  var node = require('util'), fs = require('fs');
  var util = {};
  [lodash, node].forEach(function (from) {
    Object.keys(from).forEach(function (name) { util[name] = from[name]; });
  });
  util._ = lodash; // as lodash has itself
  // Members of Node's util and of lodash that are not enumerable.
  ['format', 'inspect', 'inherits', 'deprecate', 'debuglog', '_extend', 'log'].forEach(function (name) {
    if (node[name] !== undefined) { util[name] = node[name]; }
  });
  function isObject(v) { return v !== null && (typeof v === 'object' || typeof v === 'function'); }
  function each(input, fn) {
    if (isObject(input)) { Object.keys(input).forEach(function (key) { fn(input[key], key); }); }
  }
  function collect(input, keep) {
    var out = {};
    each(input, function (v, key) { if (keep(v, key)) { out[key] = v; } });
    return out;
  }
  // attempt returns false if fn throws.
  function attempt(fn) { try { return fn(); } catch (e) { return false; } }
  function without(pattern) {
    return function (id) { return typeof id === 'string' ? id.replace(pattern, '$1').toLowerCase() : null; };
  }
  function named(text) {
    return attempt(function () { return Function('"use strict"; var ' + text + ';') && /^[$\w\u0080-\uffff]+$/.test(text); });
  }
  function manifest(folder) { return String(folder).replace(/\/+$/, '') + '/package.json'; }
  function withDependencies(json) {
    if (json) { json.dependencies = json.dependencies || {}; }
    return json;
  }

  // Functions for strings are there if the package is installed.
  ['underscore.string', 'sails-util/node_modules/underscore.string', 'sails/node_modules/underscore.string'].some(function (name) {
    return util.str = attempt(function () { return require(name); }) || undefined;
  });

  // Further functions, which the command line of Sails used.
  var command = {
    fs: fs,
    getCLIConfig: function (argv) {
      return {
        log: argv.verbose ? { level: 'verbose' } : argv.silly ? { level: 'silly' } : argv.silent ? { level: 'silent' } : undefined,
        port: argv.port || undefined,
        environment: argv.prod ? 'production' : undefined
      };
    },
    usage: { sails: function () { return 'Usage: framework <command>'; }, generate: { model: function () { return 'Usage: framework generate model <name>'; } } },
    fileExists: function (path) { return attempt(function () { var s = fs.lstatSync(path); return s.isDirectory() || s.isFile(); }); },
    verifyExists: function (path, message) { if (!util.fileExists(path)) { throw new Error(message || path + ' does not exist'); } },
    verifyDoesntExist: function (path, message) { if (util.fileExists(path)) { throw new Error(message || path + ' exists already'); } }
  };
  ['generateFile', 'generateDir', 'copyBoilerplate', 'copySails', 'copySailsDependency'].forEach(function (name) {
    command[name] = function () { throw new Error('sails.util.' + name + ' is for the generators of Sails, which are not here: use framework generate'); };
  });

  return Object.assign(util, command, {
    normalizeControllerId: without(/(.+)Controller$/i),
    normalizeId: without(/(.+)(?:Controller|Adapter|Service)$/i),
    isValidECMA51Variable: function (name) { return named(name) ? [name] : null; },
    normalizeErrors: function (errors) {
      return (Array.isArray(errors) ? errors : [errors]).map(function (e) {
        if (e instanceof Error) { return e; }
        var err = new Error(node.inspect(e));
        err.original = e;
        return err;
      });
    },
    detectVerb: function (address) {
      var m = /^(all|get|post|put|delete|trace|options|connect|patch|head)\s+/i.exec(address);
      var path = m ? address.slice(m[0].length) : address;
      return { verb: m ? m[1].toLowerCase() : '', original: path, path: path };
    },
    pluralize: function (list, fn) { return Array.isArray(list) ? list.map(function (v, i) { return fn(v, i, list); }) : fn(list); },
    safeToEval: function (text) { return attempt(function () { JSON.parse(text); return true; }); },
    isDictionary: function (v) { return isObject(v) && typeof v !== 'function' && !Array.isArray(v); },
    optional: function (fn) { return typeof fn === 'function' ? fn : function () {}; },
    isSameOrigin: function (req, strict) {
      var m = /^https?:\/\/([^:]+)(?::(\d+))?$/.exec(req.headers.origin || '');
      return m ? req.host == m[1] && (!m[2] || req.port == m[2]) : !strict;
    },
    isError: function (e) { return e instanceof Error; },
    fileExtension: function (name) {
      var dot = name === null ? -1 : String(name).lastIndexOf('.');
      return dot < 0 ? '' : String(name).slice(dot + 1);
    },
    ordinal: function (n) {
      if (!isFinite(n) || Math.floor(+n) !== +n) { throw new Error('sails.util.ordinal() only works on integers!'); }
      var teen = n % 100 >= 11 && n % 100 <= 13;
      return n + (!teen && { 1: 'st', 2: 'nd', 3: 'rd' }[n % 10] || 'th');
    },
    getParamNames: function (fn) {
      var text = String(fn).replace(/\/\/.*$|\/\*[\s\S]*?\*\//mg, '');
      return text.slice(text.indexOf('(') + 1, text.indexOf(')')).match(/[^\s,]+/g) || [];
    },
    parseJSONFile: function (path, done) {
      if (!done) { throw new Error('Callback required!'); }
      if (done === 'sync') { return util.parseJSONFileSync(path); }
      fs.readFile(path, 'utf-8', function (err, text) {
        var json;
        if (!err) { try { json = JSON.parse(text); } catch (e) { err = e; } }
        if (err) { done(err); } else { done(null, json); }
      });
    },
    parseJSONFileSync: function (path) { return attempt(function () { return JSON.parse(fs.readFileSync(path, 'utf-8')); }); },
    getPackage: function (folder, done) {
      util.parseJSONFile(manifest(folder), function (err, json) { if (err) { done(err); } else { done(null, withDependencies(json)); } });
    },
    getPackageSync: function (folder) { return withDependencies(util.parseJSONFileSync(manifest(folder))); },
    homeDirectory: function () { return process.env[process.platform === 'win32' ? 'USERPROFILE' : 'HOME']; },
    tolerantParse: function (text, reviver) { return attempt(function () { return JSON.parse(text, reviver); }); },
    stringify: function (v, replacer, indent) {
      var above = [];
      return attempt(function () {
        return JSON.stringify(v, function (key, each) {
          var at = above.indexOf(this);
          above.length = at < 0 ? above.length : at + 1;
          if (at < 0) { above.push(this); }
          if (isObject(each) && above.indexOf(each) >= 0) { return above[1] === each ? '[Circular ~]' : '[Circular]'; }
          return typeof replacer === 'function' ? replacer.call(this, key, each) : each;
        }, indent);
      });
    },
    objMap: function (input, fn, self) {
      var out = {};
      each(input, function (v, key) { out[key] = fn.call(self, v, key, input); });
      return out;
    },
    objFilter: function (input, fn, self) { return collect(input, function (v, key) { return fn.call(self, v, key, input); }); },
    objReject: function (input, fn, self) { return collect(input, function (v, key) { return !fn.call(self, v, key, input); }); },
    objInvoke: function (input) { return util.objMap(input, function (fn) { return fn(input); }); },
    objCompact: function (input, strict) {
      return collect(input, function (v) { return v !== undefined && !(strict && (v === null || v === false || v === '')); });
    },
    objDeref: function (input, path) {
      return path.split('.').reduce(function (v, key) { return typeof v === 'object' && v !== null ? v[key] : undefined; }, input);
    }
  });
})
