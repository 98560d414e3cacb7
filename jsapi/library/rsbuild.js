// The package @rsbuild/core, whose bundler is compiled for Node: what hooks call of it when a
// project is lifted. Assets that were built before are served; nothing is built.
(function (require, process, warn) {
  'use strict';
  var fs = require('fs'), path = require('path');

  function isPlain(v) { return v !== null && typeof v === 'object' && !Array.isArray(v); }
  function merge() {
    return Array.prototype.reduce.call(arguments, function (out, config) {
      Object.keys(config || {}).forEach(function (key) {
        var a = out[key], b = config[key];
        out[key] = isPlain(a) && isPlain(b) ? merge(a, b) : Array.isArray(a) && Array.isArray(b) ? a.concat(b) : b === undefined ? a : b;
      });
      return out;
    }, {});
  }

  // The hook reads the list of all files from the manifest, which is empty where nothing
  // was built.
  function prepare(config) {
    var output = config.output || {}, dist = output.distPath;
    var root = path.resolve(process.cwd(), typeof dist === 'string' ? dist : dist && dist.root || 'dist');
    var manifest = path.join(root, typeof output.manifest === 'string' ? output.manifest : 'manifest.json');
    if (fs.existsSync(manifest)) {
      warn('the assets are not built again, because @rsbuild/core is compiled for Node: those of ' + root + ' are served');
      return;
    }
    fs.mkdirSync(path.dirname(manifest), { recursive: true });
    fs.writeFileSync(manifest, '{"allFiles":[],"entries":{}}\n');
    warn('the assets are not built, because @rsbuild/core is compiled for Node, and pages have no scripts and styles of it: ' +
      'delete ' + manifest + ', and build them with Node (NODE_ENV=production node app.js)');
  }

  function createRsbuild(options) {
    var config = options && options.rsbuildConfig || {};
    function nothing() { return Promise.resolve(); }
    return Promise.resolve(typeof config === 'function' ? config() : config).then(function (config) {
      return {
        getRsbuildConfig: function () { return config; },
        build: function () { prepare(config); return Promise.resolve({ close: nothing }); },
        createDevServer: function () {
          prepare(config);
          return Promise.resolve({
            middlewares: function (req, res, next) { next(); }, connectWebSocket: function () {}, afterListen: nothing, close: nothing,
          });
        },
      };
    });
  }

  return { createRsbuild: createRsbuild, defineConfig: function (config) { return config; }, mergeRsbuildConfig: merge };
})
