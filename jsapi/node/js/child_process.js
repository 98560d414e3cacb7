// child_process: runs other programs, with streams for their input and output.
var EventEmitter = require('events'), util = require('util'), pipe = require('pipe'), errors = require('errors'), validate = require('validate');

function environment(env) {
  env = env || process.env;
  var out = [];
  for (var k in env) {
    if (env[k] === undefined) { continue; }
    plain(k, "options.env['" + k + "']");
    plain(String(env[k]), "options.env['" + k + "']");
    out.push(k + '=' + env[k]);
  }
  return out;
}
// path is that of a text, of a buffer or of a URL.
function path(v, name) {
  var p = v;
  if (p instanceof Uint8Array) { p = Buffer.from(p.buffer, p.byteOffset, p.byteLength).toString(); } else if (p && typeof p === 'object' && typeof p.href === 'string') { p = require('url').fileURLToPath(p); }
  if (typeof p !== 'string') { throw errors.argument(name, 'of type string or an instance of Buffer or URL', v); }
  plain(p, name);
  return p;
}
// each is a word for the three descriptors of a process.
function each(kind) {
  if (['pipe', 'overlapped', 'inherit', 'ignore'].indexOf(kind) < 0) { throw validate.invalidValue('stdio', kind); }
  return [kind, kind, kind];
}
// stdio returns what a process gets as its descriptors, see streams in Go.
function stdio(kind, sync) {
  if (!kind) { kind = 'pipe'; }
  if (typeof kind === 'string') { kind = each(kind); } else if (!Array.isArray(kind)) { throw validate.invalidValue('stdio', kind); }
  while (kind.length < 3) { kind.push(undefined); }
  var channel = false;
  return kind.map(function (k, i) {
    if (k === undefined || k === null) { return i < 3 ? 'pipe' : 'ignore'; }
    if (k === 'ignore') { return k; }
    if (k === 'pipe' || k === 'overlapped') { return 'pipe'; }
    if (k === 'inherit') { return 'fd:' + i; }
    if (k === 'ipc') {
      if (sync) { throw errors.coded(Error, 'ERR_IPC_SYNC_FORK', 'IPC cannot be used with synchronous forks'); }
      if (channel) { throw errors.coded(Error, 'ERR_IPC_ONE_PIPE', 'Child process can have only one IPC pipe'); }
      channel = true;
      return k;
    }
    var fd = typeof k === 'number' ? k : k.fd;
    if (typeof fd === 'number' && fd >= 0) { return 'fd:' + fd; }
    // A socket, or a stream of another process.
    if (k._pipe && (fd = pipe.descriptor(k._pipe)) >= 0) {
      if (k.pause) { k.pause(); } // what comes is for the process
      Object.defineProperty(k, '_lent', { value: true, configurable: true });
      return 'own:' + fd;
    }
    throw validate.invalidValue('stdio', k);
  });
}
function isScript(path) {
  var found = require('fs').statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isFile();
}
// forNode reports whether arguments are those of Node: its flags, and a script or code.
function forNode(args, dir) {
  for (var i = 0; i < args.length; i++) {
    if (/^(-e|-p|-pe|--eval|--print)(=|$)/.test(args[i])) { return true; }
    if (/^(-r|--require|--unhandled-rejections|--max-old-space-size)$/.test(args[i])) { i++; } else if (args[i][0] !== '-') { return isScript(require('path').resolve(dir, args[i])); }
  }
  return false;
}
// plain refuses texts that the system would cut off.
function plain(v, name) { if (typeof v === 'string' && v.indexOf('\0') >= 0) { throw validate.invalidValue(name, v, 'must be a string' + (name === 'options.cwd' || name === 'modulePath' ? ', Uint8Array, or URL' : '') + ' without null bytes'); } }
// settings returns what Go starts: the program, or a shell that runs it. The options are those that given has checked.
function settings(file, args, o, sync) {
  args = args.map(String);
  var kinds = stdio(o.stdio, sync), dir = o.cwd === undefined || o.cwd === null ? '' : path(o.cwd, 'options.cwd');
  // This program runs scripts as Node does, when it is started with the path of one.
  if (file === process.execPath && !o.shell && args[0] !== native.forkArgument && forNode(args, dir || process.cwd())) { args.unshift(native.forkArgument); }
  if (o.shell) {
    var line = [file].concat(args).join(' '), windows = process.platform === 'win32';
    file = typeof o.shell === 'string' ? o.shell : windows ? process.env.comspec || 'cmd.exe' : '/bin/sh';
    args = windows ? ['/d', '/s', '/c', '"' + line + '"'] : ['-c', line];
  }
  var s = { file: file, argv0: o.argv0 || file, args: args, cwd: dir, env: environment(o.env), stdio: kinds, nowhere: o.cwd === '' };
  ['uid', 'gid'].forEach(function (k) { if (typeof o[k] === 'number') { s[k] = o[k]; } });
  return s;
}
function whole(v, name) { if (v !== (v | 0)) { throw errors.argument(name, 'int32', v); } }
function shell(v, name) { if (typeof v !== 'boolean' && typeof v !== 'string') { throw errors.argument(name, 'one of type boolean or string', v); } }
function text(v, name) {
  validate.string(v, name);
  plain(v, name);
}
// checks are those of options, in the order in which Node makes them. null is none.
var checks = { cwd: path, detached: validate.boolean, uid: whole, gid: whole, shell: shell, argv0: text, windowsHide: validate.boolean, windowsVerbatimArguments: validate.boolean };
// given checks what starts a process, and returns its arguments and options.
function given(file, args, o) {
  text(file, 'file');
  if (file === '') { throw validate.invalidValue('file', file, 'cannot be empty'); }
  if (!Array.isArray(args)) {
    if (args !== undefined && args !== null) {
      if (typeof args !== 'object') { throw errors.argument('args', 'of type object', args); }
      o = args;
    }
    args = [];
  }
  args.forEach(function (a, i) { plain(String(a), 'args[' + i + ']'); });
  if (o === undefined) { o = {}; }
  validate.object(o, 'options');
  Object.keys(checks).forEach(function (k) { if (o[k] !== undefined && o[k] !== null) { checks[k](o[k], 'options.' + k); } });
  plain(o.shell, 'options.shell');
  return [args, o];
}
function timeout(v) { if (v !== undefined && v !== null && !(Number.isInteger(v) && v >= 0)) { throw validate.outOfRange('timeout', 'an unsigned integer', v); } }
// bounded checks the options where the output is collected: spawn leaves maxBuffer to its callers, who have forms of their own.
function bounded(o) {
  timeout(o.timeout);
  if (o.maxBuffer !== undefined && o.maxBuffer !== null && !(typeof o.maxBuffer === 'number' && o.maxBuffer >= 0)) { throw validate.outOfRange('options.maxBuffer', 'a positive number', o.maxBuffer); }
  ending(o.killSignal);
}
// ending is the signal that an option names, as Go takes it.
function ending(v) {
  if (v === undefined || v === null) { return 'SIGTERM'; }
  if (typeof v !== 'string' && typeof v !== 'number') { throw errors.argument('options.killSignal', 'one of type string or number', v); }
  return signalOf(v);
}
// signalOf is a signal of a name, in letters of any size, or of a number.
function signalOf(v) {
  var all = require('os').constants.signals, upper = typeof v === 'string' ? v.toUpperCase() : '';
  if (typeof v === 'number' ? Object.keys(all).some(function (k) { return all[k] === v; }) : Object.hasOwn(all, upper)) { return typeof v === 'number' ? String(v) : upper; }
  throw validate.unknownSignal(v);
}
// several are the arguments of execFile, of which those in the middle may be left out.
function several(args, o, done) {
  if (!Array.isArray(args) && args !== undefined && args !== null && typeof args === 'object') {
    done = o;
    o = args;
    args = null;
  } else if (typeof args === 'function') {
    done = args;
    o = args = null;
  }
  if (typeof o === 'function') {
    done = o;
    o = null;
  }
  if (o === undefined || o === null) { o = {}; }
  validate.object(o, 'options');
  if (done !== undefined && done !== null) { validate.func(done, 'callback'); }
  if (o.argv0 !== undefined && o.argv0 !== null) { text(o.argv0, 'options.argv0'); }
  return [args === undefined || args === null ? [] : args, o, done || null];
}

function ChildProcess() {
  EventEmitter.call(this);
  this.pid = undefined;
  this.killed = false;
  this.connected = false;
  this.exitCode = this.signalCode = null;
  this.stdin = this.stdout = this.stderr = null;
  this.stdio = [];
  Object.defineProperty(this, '_child', { value: null, writable: true });
}
util.inherits(ChildProcess, EventEmitter);
exports.ChildProcess = ChildProcess;
ChildProcess.prototype.kill = function (signal) {
  if (!this._child) { return false; }
  var sent = native.kill(this._child, signal === undefined ? 'SIGTERM' : signal === 0 ? '0' : signalOf(signal), false);
  if (sent) { this.killed = true; }
  return sent;
};
ChildProcess.prototype[Symbol.dispose] = function () { if (!this.killed) { this.kill(); } };
ChildProcess.prototype.ref = function () { if (this._child) { native.hold(this._child, true); } };
ChildProcess.prototype.unref = function () { if (this._child) { native.hold(this._child, false); } };
ChildProcess.prototype.disconnect = function () {};

// both is the socket of a pipe that leads both ways.
function both(own) {
  var handle = new (require('nethandle').Pipe)();
  handle._take({ pipe: own });
  return new (require('net').Socket)({ handle: handle });
}
// later are the failures that are told as events.
var later = ['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT'];
exports.spawn = function (file, args, o) {
  var g = given(file, args, o), self = new ChildProcess(), open = 1, started;
  o = g[1];
  timeout(o.timeout);
  if (o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
  var end = ending(o.killSignal), s = settings(file, g[0], o), channel = s.stdio.indexOf('ipc');
  validate.oneOf(o.serialization, 'options.serialization', [undefined, 'json', 'advanced']);
  if (channel >= 0) { s.env.push('NODE_CHANNEL_FD=' + channel, 'NODE_CHANNEL_SERIALIZATION_MODE=json'); }
  self.spawnfile = s.file;
  self.spawnargs = [s.argv0].concat(s.args[0] === native.forkArgument ? s.args.slice(1) : s.args);
  function ended() { if (--open === 0) { self.emit('close', self.exitCode, self.signalCode); } }
  try {
    started = native.spawn(s, function (code, signal) {
      self._child = null;
      self.exitCode = code;
      self.signalCode = signal;
      if (self.stdin) { self.stdin.destroy(); }
      self.emit('exit', code, signal);
      ended();
    });
  } catch (e) {
    if (e.code === undefined) { throw e; }
    if (later.indexOf(e.code) < 0) { throw Object.assign(new Error('spawn ' + e.code), { errno: e.errno, code: e.code, syscall: 'spawn' }); }
    started = null;
    process.nextTick(function () {
      self.exitCode = e.errno;
      self.emit('error', e);
      drain();
      if (self.stdin) { self.stdin.destroy(); }
      ended();
    });
  }
  if (started) {
    self.pid = started.pid;
    self._child = started.child;
    if (started.channel) {
      open++;
      self.once('disconnect', ended);
      require('ipc').attach(self, started.channel);
    }
    process.nextTick(function () { self.emit('spawn'); });
  }
  self.stdio = s.stdio.map(function (kind, i) {
    if (kind !== 'pipe') { return null; }
    if (i === 0) { return started ? pipe.writable(started.pipes[0]) : new (require('stream').Writable)({ write: function (c, e, done) { done(); } }); }
    var r = !started ? new (require('stream').Readable)({ read: function () { this.push(null); } }) : i > 2 ? both(started.pipes[i]) : pipe.readable(started.pipes[i]);
    if (started) {
      open++;
      r.once('close', ended);
    }
    return r;
  });
  self.stdin = self.stdio[0];
  self.stdout = self.stdio[1];
  self.stderr = self.stdio[2];
  // Output that is not read must not block the process.
  function drain() {
    self.stdio.forEach(function (r, i) {
      if (i > 0 && r && !r._lent && r._readableState.flowing === null && !r.listenerCount('readable')) { r.resume(); }
    });
  }
  self.once('exit', function () { process.nextTick(drain); });
  if (o.timeout > 0) {
    var timer = setTimeout(function () { self.kill(end); }, o.timeout);
    self.once('exit', function () { clearTimeout(timer); });
  }
  if (o.signal) {
    var abort = function () {
      self.kill(end);
      self.emit('error', errors.aborted(o.signal));
    };
    if (o.signal.aborted) { process.nextTick(abort); } else {
      o.signal.addEventListener('abort', abort);
      self.once('exit', function () { o.signal.removeEventListener('abort', abort); });
    }
  }
  return self;
};

exports.execFile = function (file, args, o, done) {
  var g = several(args, o, done);
  done = g[2];
  bounded(g[1]);
  o = Object.assign({ encoding: 'utf8', timeout: 0, maxBuffer: 1048576, killSignal: 'SIGTERM', shell: false }, g[1]);
  var self = exports.spawn(file, g[0], Object.assign({}, o, { timeout: 0, stdio: 'pipe' })), end = ending(o.killSignal);
  var shown = o._shown || [file].concat(g[0]).join(' '), out = [[], []], size = [0, 0], failed = null, over = false, timer = null;
  // Children of the shell are killed too, so that they do not keep the streams open.
  function stop() {
    self.stdout.destroy();
    self.stderr.destroy();
    if (self._child && native.kill(self._child, end, !!o.shell)) { self.killed = true; }
  }
  // A program may have set the encoding of an output itself.
  function text(list, stream) { return stream.readableEncoding ? list.join('') : Buffer.concat(list); }
  function finish(code, signal) {
    if (over) { return; }
    over = true;
    clearTimeout(timer);
    if (!done) { return; }
    var stdout = text(out[0], self.stdout), stderr = text(out[1], self.stderr);
    if (!failed && code === 0 && signal === null) { done(null, stdout, stderr); return; }
    var e = failed;
    if (!e) {
      e = new Error('Command failed: ' + shown + '\n' + stderr);
      e.code = code;
      e.killed = self.killed;
      e.signal = signal;
    }
    e.cmd = shown;
    done(e, stdout, stderr);
  }
  ['stdout', 'stderr'].forEach(function (name, i) {
    var stream = self[name];
    if (o.encoding && o.encoding !== 'buffer' && Buffer.isEncoding(o.encoding)) { stream.setEncoding(o.encoding); }
    stream.on('data', function (chunk) {
      var room = o.maxBuffer - size[i], length = stream.readableEncoding ? Buffer.byteLength(chunk, stream.readableEncoding) : chunk.length;
      size[i] += length;
      out[i].push(length > room ? chunk.slice(0, Math.max(0, room)) : chunk);
      if (length > room && !failed) {
        failed = new RangeError(name + ' maxBuffer length exceeded');
        failed.code = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
        stop();
      }
    });
  });
  self.on('error', function (e) { failed = e; finish(); });
  self.on('close', finish);
  if (o.timeout > 0) { timer = setTimeout(stop, o.timeout); }
  return self;
};
exports.exec = function (command, o, done) {
  if (typeof o === 'function') { done = o; o = {}; }
  text(command, 'command');
  o = Object.assign({}, o, { _shown: command });
  o.shell = typeof o.shell === 'string' ? o.shell : true;
  return exports.execFile(command, o, done);
};
// Their promises have both outputs.
['exec', 'execFile'].forEach(function (name) {
  Object.defineProperty(exports[name], util.promisify.custom, { value: function () {
    var settle, p = new Promise(function (resolve, reject) {
      settle = function (err, stdout, stderr) { if (err) { reject(Object.assign(err, { stdout: stdout, stderr: stderr })); } else { resolve({ stdout: stdout, stderr: stderr }); } };
    });
    p.child = exports[name].apply(null, Array.prototype.slice.call(arguments).concat(settle)); // throws what is wrong with the arguments
    return p;
  } });
});

exports.spawnSync = function (file, args, o) {
  var g = given(file, args, o);
  o = Object.assign({ maxBuffer: 1048576 }, g[1]);
  bounded(o);
  var s = settings(file, g[0], o, true);
  if (o.input) {
    if (typeof o.input !== 'string' && !ArrayBuffer.isView(o.input)) { throw errors.argument('options.stdio[0]', 'of type string or an instance of Buffer, TypedArray, or DataView', o.input); }
    s.input = typeof o.input === 'string' ? Buffer.from(o.input, o.encoding === 'buffer' ? 'utf8' : o.encoding) : o.input;
  }
  s.timeout = o.timeout || 0;
  s.maxBuffer = o.maxBuffer === Infinity ? 1073741824 : o.maxBuffer;
  s.killSignal = ending(o.killSignal);
  var r = native.runSync(s), coded = o.encoding && o.encoding !== 'buffer';
  if (r.error) { r.error.spawnargs = s.args; }
  ['stdout', 'stderr'].forEach(function (name, i) {
    if (s.stdio[i + 1] !== 'pipe' || r[name] === undefined) { r[name] = null; } else if (coded) { r[name] = r[name].toString(o.encoding); }
  });
  r.output = r.pid ? [null, r.stdout, r.stderr] : null;
  return r;
};
function check(r, shown, args, quiet) {
  if (r.stderr && r.stderr.length && !quiet) { process.stderr.write(r.stderr); }
  if (r.error) { throw Object.assign(r.error, { status: r.status, signal: r.signal, output: r.output, pid: r.pid, stdout: r.stdout, stderr: r.stderr }); }
  if (r.status !== 0) {
    var message = 'Command failed: ' + shown;
    if (r.stderr && r.stderr.length) { message += '\n' + r.stderr.toString(); }
    throw Object.assign(new Error(message), { status: r.status, signal: r.signal, output: r.output, pid: r.pid, stdout: r.stdout, stderr: r.stderr });
  }
  return r.stdout;
}
exports.execFileSync = function (file, args, o) {
  if (typeof o === 'function' && (Array.isArray(args) || args === undefined || args === null)) { validate.object(o, 'options'); }
  var g = several(args, o);
  return check(exports.spawnSync(file, g[0], g[1]), [file].concat(g[0]).join(' '), g[0], g[1].stdio !== undefined);
};
exports.execSync = function (command, o) {
  text(command, 'command');
  o = Object.assign({}, o);
  o.shell = typeof o.shell === 'string' ? o.shell : true;
  return check(exports.spawnSync(command, [], o), command, [], o.stdio !== undefined);
};
// fork runs a script in a process of this program, with a channel for messages. What runs
// in another program, such as Node, gets the channel in the same way.
exports.fork = function (file, args, o) {
  file = path(file, 'modulePath');
  if (args !== undefined && args !== null && typeof args === 'object' && !Array.isArray(args)) {
    o = args;
    args = [];
  }
  if (args === undefined || args === null) { args = []; }
  if (!Array.isArray(args)) { throw errors.argument('args', 'an instance of Array', args); }
  if (o === undefined || o === null) { o = {}; }
  validate.object(o, 'options');
  var program = o.execPath || process.execPath, own = program === process.execPath, given = o.execArgv || process.execArgv, kinds = o.stdio;
  plain(program, 'options.execPath');
  if (typeof given[Symbol.iterator] !== 'function') { throw new TypeError('execArgv is not iterable'); }
  if (!Array.isArray(kinds)) { kinds = each(typeof kinds === 'string' ? kinds : o.silent ? 'pipe' : 'inherit').concat('ipc'); }
  if (kinds.indexOf('ipc') < 0) { throw errors.coded(Error, 'ERR_CHILD_PROCESS_IPC_REQUIRED', "Forked processes must have an IPC channel, missing value 'ipc' in options.stdio"); }
  var flags = (own ? [native.forkArgument] : []).concat(Array.from(given, String)), list = [file].concat(args);
  var self = exports.spawn(program, flags.concat(list), Object.assign({}, o, { stdio: kinds, shell: false }));
  self.spawnargs = [program].concat(own ? flags.slice(1) : flags, list.map(String));
  return self;
};
