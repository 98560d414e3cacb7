// workermain: what begins and ends a worker.
exports.evaluate = function (Module, code, dir) {
  var name = require('path').join(dir, '[worker eval]'), m = new Module(name);
  m.filename = name;
  m.paths = Module._nodeModulePaths(dir);
  m._compile(code, name);
};
// describe encodes an error with its own properties, as far as they can be cloned.
exports.describe = function (err) {
  var clone = require('clone'), own = {};
  function may(v) { try { clone.encode(v); return true; } catch (e) { return false; } }
  if (err instanceof Error) { Object.keys(err).forEach(function (k) { if (may(err[k])) { own[k] = err[k]; } }); }
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
