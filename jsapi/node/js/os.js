// os: the machine on which the server runs.
var facts = native.facts();
exports.EOL = '\n';
exports.devNull = '/dev/null';
['hostname', 'type', 'platform', 'release', 'arch', 'tmpdir', 'homedir', 'endianness', 'version', 'machine'].forEach(function (name) {
  exports[name] = function () { return facts[name]; };
});
exports.totalmem = function () { return native.memory().total; };
exports.freemem = function () { return native.memory().free; };
exports.loadavg = native.loadavg;
exports.uptime = native.uptime;
exports.availableParallelism = function () { return facts.cpus; };
exports.cpus = function () {
  var list = [];
  for (var i = 0; i < facts.cpus; i++) { list.push({ model: facts.arch, speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }); }
  return list;
};
exports.networkInterfaces = native.interfaces;
if (native.oldNames) { exports.tmpDir = exports.tmpdir; exports.getNetworkInterfaces = exports.networkInterfaces; }
exports.userInfo = native.user;
exports.setPriority = function () {};
exports.getPriority = function () { return 0; };
exports.constants = {
  signals: { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGUSR1: 10, SIGSEGV: 11, SIGUSR2: 12, SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15 },
  errno: { ENOENT: 2, EACCES: 13, EEXIST: 17, EINVAL: 22, EADDRINUSE: 98, ECONNREFUSED: 111 }, priority: {}, dlopen: {}, UV_UDP_REUSEADDR: 4
};
