// workermain: what begins and ends a worker.
// evaluate runs code that was given in place of a file. That of a process runs as a script, for
// which require and the core modules are globals; print has its result printed.
exports.evaluate = function (Module, code, dir, process, print) {
  var path = require('path'), name = process ? '[eval]' : path.join(dir, '[worker eval]'), m = new Module(name);
  m.filename = process ? path.join(dir, name) : name;
  m.paths = Module._nodeModulePaths(dir);
  if (!process) {
    m._compile(code, name);
    return;
  }
  Object.assign(globalThis, { module: m, exports: m.exports, require: Module.createRequire(m.filename), __filename: name, __dirname: '.' });
  Module.builtinModules.forEach(function (each) {
    if (!(each in globalThis) && !/[\/_]/.test(each)) { Object.defineProperty(globalThis, each, { configurable: true, get: function () { return globalThis.require(each); }, set: function (v) { Object.defineProperty(globalThis, each, { value: v, writable: true, configurable: true }); } }); }
  });
  var result = require('vm').runInThisContext(code, { filename: name });
  if (print) { console.log(result); }
};
// preload loads modules before the script.
exports.preload = function (Module, names, dir) {
  var load = Module.createRequire(require('path').join(dir, '[eval]'));
  names.forEach(function (name) { load(name); });
};
// failing is called for an error that nobody has caught, and returns the exit code.
exports.failing = function (code) {
  if (process._exiting) { return process.exitCode || code; }
  process.exitCode = code;
  process._exiting = true;
  try { process.emit('exit', code); } catch (e) { /* the first error counts */ }
  return process.exitCode || 0;
};
// shown is the text of an error for the end of a process.
exports.shown = function (err) {
  return typeof err === 'string' ? err : require('inspect')(err);
};
// describe encodes an error with its own properties, as far as they can be cloned.
exports.describe = function (err) {
  var clone = require('clone'), own = {};
  function may(v) { try { clone.encode(v); return true; } catch (e) { return false; } }
  if (err instanceof Error) { (Object.hasOwn(err, 'name') ? ['name'] : []).concat(Object.keys(err)).forEach(function (k) { if (may(err[k])) { own[k] = err[k]; } }); }
  return clone.encode({ error: may(err) ? err : new Error(String(err)), own: err instanceof Error ? own : null });
};
// idle is called when nothing is left to do; listeners may begin something.
exports.idle = function () { process.emit('beforeExit', Number(process.exitCode) || 0); };
// ending returns the exit code of a worker that has nothing left to do.
exports.ending = function () {
  var code = Number(process.exitCode) || 0;
  process._exiting = true;
  process.emit('exit', code);
  return Number(process.exitCode) || code;
};
// connect makes a channel that of process. Listeners keep the process running.
exports.connect = function (channel) {
  require('ipc').attach(process, channel);
  if (process.env.NODE_UNIQUE_ID) { require('cluster'); }
  function counts(name) { return name === 'message' || name === 'disconnect'; }
  process.on('newListener', function (name) { if (counts(name) && process.channel) { process.channel.ref(); } });
  process.on('removeListener', function (name) {
    if (counts(name) && process.channel && !process.listenerCount('message') && !process.listenerCount('disconnect')) { process.channel.unref(); }
  });
};
