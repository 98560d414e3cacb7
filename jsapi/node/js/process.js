// process: the server, for the code of the project.
var EventEmitter = require('events');
var errors = require('errors');
var validate = require('validate');
var process = module.exports = new EventEmitter();
if (native.oldNames) { Object.defineProperty(process, 'EventEmitter', { value: EventEmitter, writable: true, configurable: true }); }
Object.defineProperty(process, Symbol.toStringTag, { value: 'process', configurable: true });

// flags are those of the command line of Node that this process was given.
var flags = native.flags;

process.env = require('environ').variables;
process.argv = native.argv();
process.argv0 = 'node';
process.execArgv = flags.given;
process.execPath = native.execPath();
var title = 'framework';
Object.defineProperty(process, 'title', { enumerable: true, configurable: true, get: function () { return title; }, set: function (v) { title = `${v}`; } });
process.pid = native.pid();
process.ppid = native.ppid();
process.platform = native.platform();
process.arch = native.arch();
// Modules choose their code by these versions, and ask for openssl whether there is crypto; versions.framework is
// that of the server.
process.version = 'v20.0.0';
process.versions = { node: '20.0.0', v8: '0.0.0-goja', uv: '0.0.0', modules: '115', napi: '9', openssl: '3.0.19', framework: '' };
process.release = { name: 'node', lts: 'Iron' };
process.config = { target_defaults: {}, variables: {} };
process.features = { inspector: false, debug: false, uv: true, ipv6: true, tls_alpn: true, tls_sni: true, tls: true };
// wholeCode checks an exit code.
function wholeCode(code) {
  if (code === undefined || code === null || typeof code === 'string' && code !== '' && Number.isInteger(Number(code))) { return; }
  validate.integer(code, 'code');
}
var exitCode;
Object.defineProperty(process, 'exitCode', { enumerable: true, configurable: false, get: function () { return exitCode; }, set: function (code) {
  wholeCode(code);
  exitCode = code;
} });
process.allowedNodeEnvironmentFlags = new Set();

process.cwd = native.cwd;
process.chdir = function (dir) {
  validate.string(dir, 'directory');
  if (native.moves) {
    require('fs'); // makes the error
    native.chdir(dir);
    return;
  }
  if (native.thread) { throw errors.coded(TypeError, 'ERR_WORKER_UNSUPPORTED_OPERATION', 'process.chdir() is not supported in workers'); }
  // app.js of every generated project goes to its own folder, where it is already.
  if (require('path').resolve(native.cwd(), String(dir)) === native.cwd()) { return; }
  var e = new Error('process.chdir() would move every project of this server to ' + dir + ': use paths that begin with __dirname');
  e.code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM';
  throw e;
};
// The mask of the server is that of all its projects; a process has its own.
process.umask = function (mask) {
  if (mask === undefined) {
    if (!native.moves) { return 18; }
    var now = native.umask(0);
    native.umask(now);
    return now;
  }
  if (typeof mask === 'string') {
    if (!/^[0-7]+$/.test(mask)) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', "The argument 'mask' must be a 32-bit unsigned integer or an octal string. Received " + require('inspect')(mask)); }
    mask = parseInt(mask, 8);
  }
  validate.integer(mask === null ? undefined : mask, 'mask', 0, 4294967295);
  if (native.moves) { return native.umask(mask & 511); }
  if (native.thread) { throw errors.coded(TypeError, 'ERR_WORKER_UNSUPPORTED_OPERATION', 'Setting process.umask() is not supported in workers'); }
  if (mask !== 18) { process.emitWarning('process.umask() has no effect: the mask of the server is that of all its projects'); }
  return 18;
};
process.uptime = native.uptime;
process.memoryUsage = native.memoryUsage;
process.memoryUsage.rss = function () { return native.memoryUsage().rss; };
process.cpuUsage = function (before) {
  if (before) {
    validate.object(before, 'prevValue');
    ['user', 'system'].forEach(function (name) {
      var v = before[name];
      if (typeof v !== 'number') { throw errors.argument('prevValue.' + name, 'of type number', v); }
      if (!(v >= 0 && v <= Number.MAX_SAFE_INTEGER)) { throw errors.coded(RangeError, 'ERR_INVALID_ARG_VALUE', "The property 'prevValue." + name + "' is invalid. Received " + v); }
    });
  }
  var now = native.cpuUsage();
  return before ? { user: now.user - before.user, system: now.system - before.system } : now;
};
process.resourceUsage = function () { var c = native.cpuUsage(); return { userCPUTime: c.user, systemCPUTime: c.system, maxRSS: native.memoryUsage().rss / 1024 }; };
process.hrtime = function (before) {
  if (before !== undefined) {
    if (!Array.isArray(before)) { throw errors.argument('time', 'an instance of Array', before); }
    if (before.length !== 2) { throw validate.outOfRange('time', 2, before.length); }
  }
  var ns = native.nanoseconds(), s = Math.floor(ns / 1e9), n = Math.round(ns % 1e9);
  if (before) {
    s -= before[0];
    n -= before[1];
    if (n < 0) { s--; n += 1e9; }
  }
  return [s, n];
};
process.hrtime.bigint = function () { return BigInt(Math.round(native.nanoseconds())); };
['getuid', 'geteuid', 'getgid', 'getegid'].forEach(function (name) { process[name] = native[name]; });

process.nextTick = native.nextTick;
// Once the listeners of exit run, ticks do not any more.
var exiting = false;
Object.defineProperty(process, '_exiting', { enumerable: true, configurable: true, get: function () { return exiting; }, set: function (v) {
  exiting = Boolean(v);
  process.nextTick = exiting ? function nextTick(fn) { validate.func(fn, 'callback'); } : native.nextTick;
} });
process.exit = function (code) {
  wholeCode(code);
  if (arguments.length) { process.exitCode = code; }
  if (!process._exiting) {
    process._exiting = true;
    process.emit('exit', Number(process.exitCode) || 0);
  }
  process.reallyExit(Number(process.exitCode) || 0);
};
process.reallyExit = native.exit;
process.abort = function () { native.exit(134); };
process.kill = function (pid, signal) {
  if (pid != (pid | 0)) { throw errors.argument('pid', 'of type number', pid); }
  pid = pid | 0;
  if (signal !== (signal | 0) && signal && !Object.hasOwn(require('os').constants.signals, signal)) { throw validate.unknownSignal(signal); }
  if (pid === process.pid && (signal === 0 || signal === 'SIGCONT')) { return true; }
  if (pid === process.pid) {
    process.exit(signal === 'SIGINT' ? 130 : 143);
    return true;
  }
  throw Object.assign(new Error('kill ESRCH: the code of a project may end this server only'), { errno: -3, code: 'ESRCH', syscall: 'kill' });
};
process.emitWarning = function (warning, type, code) {
  var detail;
  if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
    code = type.code;
    if (typeof type.detail === 'string') { detail = type.detail; }
    type = type.type || 'Warning';
  } else if (typeof type === 'function') { type = code = undefined; }
  if (type !== undefined) { validate.string(type, 'type'); }
  if (typeof code === 'function') { code = undefined; }
  if (code !== undefined) { validate.string(code, 'code'); }
  if (typeof warning !== 'string' && !(warning instanceof Error)) { throw errors.argument('warning', 'of type string or an instance of Error', warning); }
  if (!(warning instanceof Error)) {
    var e = new Error(String(warning));
    e.name = String(type || 'Warning');
    if (code !== undefined) { e.code = code; }
    if (detail !== undefined) { e.detail = detail; }
    warning = e;
  }
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation) { return; }
    if (process.throwDeprecation) {
      process.nextTick(function () { throw warning; });
      return;
    }
  }
  if (!flags.process) { native.warn(warning.name + ': ' + warning.message, warning.code === undefined ? '' : String(warning.code)); }
  process.nextTick(function () { process.emit('warning', warning); });
};
// A process prints warnings as Node does. Its listener may be removed.
var hinted = false;
function printWarning(warning) {
  if (!(warning instanceof Error)) { return; }
  var deprecation = warning.name === 'DeprecationWarning';
  if (deprecation && process.noDeprecation) { return; }
  var trace = process.traceProcessWarnings || deprecation && process.traceDeprecation;
  var text = '(node:' + process.pid + ') ' + (warning.code ? '[' + warning.code + '] ' : '') + (trace && warning.stack || (typeof warning.toString === 'function' ? warning.toString() : Error.prototype.toString.call(warning)));
  if (typeof warning.detail === 'string') { text += '\n' + warning.detail; }
  if (!trace && !hinted) {
    hinted = true;
    text += '\n(Use `node --trace-' + (deprecation ? 'deprecation' : 'warnings') + ' ...` to show where the warning was created)';
  }
  native.write(2, text + '\n');
}
if (flags.process && !flags.on['--no-warnings'] && process.env.NODE_NO_WARNINGS !== '1') { process.on('warning', printWarning); }
if (native.thread) {
  if (flags.on['--no-deprecation']) { process.noDeprecation = true; }
  if (flags.on['--throw-deprecation']) { process.throwDeprecation = true; }
  if (flags.on['--trace-deprecation']) { process.traceDeprecation = true; }
  if (flags.on['--trace-warnings']) { process.traceProcessWarnings = true; }
  if (flags.gc) { Object.defineProperty(globalThis, 'gc', { value: native.gc, writable: true, configurable: true }); }
}
// The sources of core modules are those of modules that copy them, as packages such as
// natives (of graceful-fs 3) evaluate them to have a module of their own.
var sources;
function coreSources() {
  if (!sources) {
    sources = {};
    native.builtins.forEach(function (name) {
      sources[name] = "var core = process.binding('core')(" + JSON.stringify(name) + "); " +
        "module.exports = typeof core === 'object' ? Object.assign(Object.create(Object.getPrototypeOf(core)), core) : core;";
    });
  }
  return sources;
}
// fsBinding has what packages such as tar 4 (fs-minipass 1) take from the compiled part of
// fs: writing several buffers at once.
function fsBinding() {
  function FSReqCallback() {}
  return {
    FSReqCallback: FSReqCallback,
    writeBuffers: function (fd, buffers, position, request) {
      require('fs').writev(fd, buffers, position, function (err, written) { request.oncomplete(err, written); });
    }
  };
}
process.binding = process._linkedBinding = process.dlopen = function (name) {
  switch (name) {
    case 'fs': return fsBinding();
    case 'tcp_wrap': return handles(name, ['TCP', 'TCPConnectWrap']);
    case 'pipe_wrap': return handles(name, ['Pipe', 'PipeConnectWrap']);
    case 'js_stream': return handles(name, ['JSStream']);
    case 'stream_wrap': return streamBinding();
    case 'http_parser': return parserBinding();
    case 'uv': return uvBinding();
    case 'buffer': return { kMaxLength: require('buffer').kMaxLength, kStringMaxLength: require('buffer').constants.MAX_STRING_LENGTH };
    case 'util': return Object.assign({}, require('util').types);
    case 'tty_wrap': return Object.assign(handles(name, ['TTY']), { isTTY: require('tty').isatty });
    case 'config': return { isDebugBuild: false, hasOpenSSL: true, hasIntl: true, hasTracing: false, hasInspector: false, noBrowserGlobals: false, bits: 64 };
    case 'natives': return coreSources();
    case 'core': return require;
    case 'contextify': return { ContextifyScript: require('vm').Script };
    case 'constants': return { os: require('os').constants, fs: require('fs').constants, crypto: require('crypto').constants, zlib: require('zlib').constants };
  }
  if (internal.indexOf(name) < 0) { throw new Error('No such module: ' + String(name)); }
  throw noBinding(name);
};
// internal are the compiled parts that Node gives to its users.
var internal = ['async_wrap', 'buffer', 'cares_wrap', 'config', 'constants', 'contextify', 'crypto', 'evals', 'fs', 'fs_event_wrap', 'http_parser', 'icu', 'inspector', 'js_stream', 'natives', 'os', 'pipe_wrap',
  'process_wrap', 'signal_wrap', 'spawn_sync', 'stream_wrap', 'tcp_wrap', 'tls_wrap', 'tty_wrap', 'udp_wrap', 'url', 'util', 'uv', 'v8', 'zlib'];
function noBinding(name) {
  var e = new Error('No such module: ' + name + ' (compiled parts of Node cannot be loaded here: use a version of the module that is written in JavaScript)');
  e.code = 'ERR_INVALID_MODULE';
  return e;
}
// streamBinding has what streams that look like the handles of sockets (handle-thing, of
// spdy) take from those of Node: the fields in which they leave the result of a reading.
function streamBinding() {
  return Object.assign(handles('stream_wrap', ['ShutdownWrap', 'WriteWrap', 'LibuvStreamWrap']), {
    kReadBytesOrError: 0, kArrayBufferOffset: 1, kBytesWritten: 2, kLastWriteWasAsync: 3, streamBaseState: new Int32Array(4)
  });
}
// parserBinding has the names and numbers of the parser that http-deceiver (of spdy) imitates.
function parserBinding() {
  var methods = require('http').METHODS.slice(), all = handles('http_parser', ['HTTPParser', 'ConnectionsList']);
  ['REQUEST', 'RESPONSE'].forEach(function (name, i) { all.HTTPParser[name] = i + 1; });
  ['kOnMessageBegin', 'kOnHeaders', 'kOnHeadersComplete', 'kOnBody', 'kOnMessageComplete', 'kOnExecute', 'kOnTimeout'].forEach(function (name, i) { all.HTTPParser[name] = i; });
  return Object.assign(all, { methods: methods, allMethods: methods.slice() });
}
function uvBinding() {
  var system = require('util').getSystemErrorMap(), all = { errname: function (n) { return require('util').getSystemErrorName(n); }, getErrorMap: require('util').getSystemErrorMap };
  system.forEach(function (entry, n) { all['UV_' + entry[0]] = n; });
  return all;
}
// handles are classes that packages look up when they are loaded, and use when they open a
// connection by themselves.
function handles(name, classes) {
  return classes.reduce(function (all, of) {
    all[of] = function () { throw noBinding(name); };
    return all;
  }, {});
}
// Errors that nobody catches are told to listeners, from the first one on. The server goes on in any case.
var captures = null, told = false;
function tellEscapes() {
  if (told) { return; }
  told = true;
  native.escapes(function (reason, promise) { return promise === undefined ? exception(reason, 'uncaughtException') : rejected(reason, promise); }, handledLate);
}
// exception tells an error, and returns null if somebody has got it, else what fails.
function exception(reason, origin) {
  // Domains come before the listeners, as their module has it: see domain.js.
  if (!captures && process.domain && process.domain._errorHandler(reason)) { return null; }
  process.emit('uncaughtExceptionMonitor', reason, origin);
  if (captures) {
    captures(reason);
    return null;
  }
  return process.emit('uncaughtException', reason, origin) ? null : [reason];
}
// late are the promises that were told, and may get a handler afterwards.
var late = new WeakMap(), rejections = 0;
function rejected(reason, promise) {
  var id = ++rejections, mode = flags.rejections;
  late.set(promise, id);
  var left = mode === 'strict' ? exception(errorOf(reason), 'unhandledRejection') : null;
  if (left) { return left; }
  var domain = process.domain;
  if (domain) { domain.exit(); }
  var heard = domain ? domain.listenerCount('error') && domain.emit('error', reason) : process.emit('unhandledRejection', reason, promise);
  if (mode === 'warn' || !heard && (mode === 'strict' || mode === 'warn-with-error-code')) { warnOfRejection(reason, id); }
  if (!heard && mode === 'warn-with-error-code') { process.exitCode = 1; }
  return heard || mode !== 'throw' ? null : exception(errorOf(reason), 'unhandledRejection');
}
function handledLate(promise) {
  if (!late.has(promise)) { return; }
  var id = late.get(promise);
  late.delete(promise);
  if (!process.emit('rejectionHandled', promise)) { process.emitWarning('Promise rejection was handled asynchronously (rejection id: ' + id + ')', 'PromiseRejectionHandledWarning'); }
}
var origins = 'This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). ';
function warnOfRejection(reason, id) {
  var warning = new Error('Unhandled promise rejection. ' + origins + 'To terminate the node process on unhandled promise rejection, use the CLI flag `--unhandled-rejections=strict` ' +
    '(see https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). (rejection id: ' + id + ')');
  warning.name = 'UnhandledPromiseRejectionWarning';
  try {
    if (isError(reason)) { warning.stack = reason.stack; }
    process.emitWarning(isError(reason) ? reason.stack : named(reason), 'UnhandledPromiseRejectionWarning');
  } catch (e) { /* its members fail */ }
  process.emitWarning(warning);
}
if (native.thread) { tellEscapes(); }
// named is a text of a value for which none of its own functions is called.
function named(v) {
  if (v === null || typeof v !== 'object') { return String(v); }
  var proto = v;
  try {
    while ((proto = Object.getPrototypeOf(proto)) !== null) {
      var own = Object.getOwnPropertyDescriptor(proto, 'constructor');
      if (own && typeof own.value === 'function' && own.value.name) { return '#<' + own.value.name + '>'; }
    }
  } catch (e) { /* a proxy */ }
  return '#<Object>';
}
function isError(v) { return typeof v === 'object' && v !== null && (v instanceof Error || Object.hasOwn(v, 'stack')); }
function errorOf(reason) {
  if (isError(reason)) { return reason; }
  var e = new Error(origins + 'The promise rejected with the reason "' + named(reason) + '".');
  Object.defineProperty(e, 'name', { value: 'UnhandledPromiseRejection', configurable: true, writable: true });
  e.code = 'ERR_UNHANDLED_REJECTION';
  return e;
}
process.on('newListener', function (name) {
  if (name === 'uncaughtException' || name === 'unhandledRejection' || name === 'uncaughtExceptionMonitor' || name === 'rejectionHandled') { tellEscapes(); }
});
process.setUncaughtExceptionCaptureCallback = function (fn) {
  if (fn !== null && typeof fn !== 'function') { throw errors.argument('fn', 'of type function or null', fn); }
  if (fn && captures) {
    var e = new Error('`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active');
    e.code = 'ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET';
    throw e;
  }
  captures = fn;
  if (fn) { tellEscapes(); }
};
process.hasUncaughtExceptionCaptureCallback = function () { return captures !== null; };
process.setMaxListeners(0);

['stdout', 'stderr'].forEach(function (name, i) {
  var made;
  Object.defineProperty(process, name, { enumerable: true, configurable: true, get: function () { return made || (made = require('standardoutput')(i + 1, native)); }, set: function (v) { made = v; } });
});
// The server uses the terminal: for a project, stdin has ended. That of a worker is what its
// parent writes, and a script that has a process for itself has that of the process.
Object.defineProperty(process, 'stdin', {
  enumerable: true, configurable: true, get: function () {
    var stream = require('stream'), input = require('worker_threads')._input || (native.moves ? require('stdin')() : null) || new stream.Readable({ read: function () { this.push(null); } });
    Object.defineProperty(input, 'fd', { value: 0, writable: true, enumerable: true, configurable: true });
    input.setRawMode = function () { return input; };
    Object.defineProperty(process, 'stdin', { value: input, enumerable: true, configurable: true });
    return input;
  }
});

process.debugPort = 9229;
process.moduleLoadList = [];
process.domain = null;
process.assert = function (ok, message) { require('assert').ok(ok, message); };
process.availableMemory = function () { return require('os').freemem(); };
process.constrainedMemory = function () { return require('os').totalmem(); };
process.getActiveResourcesInfo = function () { return native.timers(); };
process._getActiveHandles = process._getActiveRequests = function () { return []; };
process.getBuiltinModule = function (name) {
  require('validate').string(name, 'id');
  return native.builtins.indexOf(name.replace(/^node:/, '')) < 0 ? undefined : require(name.replace(/^node:/, ''));
};
// loadEnvFile adds variables of a file to those that there are.
process.loadEnvFile = function (path) {
  if (path === undefined || path === null) { path = '.env'; }
  if (typeof path !== 'string' && !(path instanceof Uint8Array) && typeof path.href !== 'string') { throw errors.argument('path', 'of type string or an instance of Buffer or URL', path); }
  var found = require('util').parseEnv(require('fs').readFileSync(path, 'utf8'));
  Object.keys(found).forEach(function (name) { if (process.env[name] === undefined) { process.env[name] = found[name]; } });
};
process.openStdin = function () { process.stdin.resume(); return process.stdin; };
process.setSourceMapsEnabled = function (on) { require('validate').boolean(on, 'val'); };
process.sourceMapsEnabled = true; // stacks always show the sources
process.report = {
  writeReport: function () { throw unavailable('process.report.writeReport()', 'there are no reports of V8: use process.memoryUsage and process.resourceUsage'); },
  getReport: function () {
    var os = require('os'), u = process.resourceUsage();
    return {
      header: { reportVersion: 3, event: 'JavaScript API', trigger: 'GetReport', filename: null, dumpEventTime: new Date().toISOString(), processId: process.pid, cwd: process.cwd(), commandLine: process.argv, nodejsVersion: process.version, arch: process.arch, platform: process.platform,
        componentVersions: process.versions, release: process.release, osName: os.type(), osRelease: os.release(), host: os.hostname() },
      javascriptStack: { message: 'Error: JavaScript Callstack', stack: String(new Error('x').stack).split('\n').slice(2).map(function (l) { return l.trim(); }), errorProperties: {} },
      javascriptHeap: require('v8').getHeapStatistics(), nativeStack: [], resourceUsage: u, libuv: [], workers: [], environmentVariables: Object.assign({}, process.env), userLimits: {}, sharedObjects: []
    };
  },
  directory: '', filename: '', compact: false, excludeNetwork: false, signal: 'SIGUSR2', reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false
};
function unavailable(what, why) { return Object.assign(new Error(what + ' is not available here: ' + why), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' }); }
if (process.platform !== 'win32') { Object.assign(process, require('credentials')); }
