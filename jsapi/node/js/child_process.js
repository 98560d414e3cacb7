// child_process: runs other programs, with streams for their input and output.
var EventEmitter = require('events'), util = require('util'), pipe = require('pipe'), errors = require('errors'), validate = require('validate');

function need(name, type, v) { if (typeof v !== type) { throw util.invalidArgument(name, type, v); } }
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
function folder(cwd) { return cwd === undefined || cwd === null ? '' : typeof cwd === 'object' ? require('url').fileURLToPath(cwd) : String(cwd); }
// stdio returns what a process gets as its descriptors, see streams in Go.
function stdio(kind, sync) {
  if (kind === undefined || kind === null) { kind = 'pipe'; }
  if (typeof kind === 'string') {
    if (['pipe', 'overlapped', 'inherit', 'ignore'].indexOf(kind) < 0) { throw validate.invalidValue('stdio', kind); }
    kind = [kind, kind, kind];
  } else if (!Array.isArray(kind)) { throw validate.invalidValue('stdio', kind); }
  kind = kind.slice();
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
function plain(v, name) { if (typeof v === 'string' && v.indexOf('\0') >= 0) { throw validate.invalidValue(name, v, 'must be a string' + (name === 'options.cwd' ? ', Uint8Array, or URL' : '') + ' without null bytes'); } }
// settings returns what Go starts: the program, or a shell that runs it.
function settings(file, args, o, sync) {
  need('file', 'string', file);
  if (file === '') {
    var e = new TypeError("The argument 'file' cannot be empty. Received ''");
    e.code = 'ERR_INVALID_ARG_VALUE';
    throw e;
  }
  plain(file, 'file');
  args = (args || []).map(String);
  args.forEach(function (a, i) { plain(a, 'args[' + i + ']'); });
  ['cwd', 'argv0', 'shell'].forEach(function (k) { plain(o[k], 'options.' + k); });
  // This program runs scripts as Node does, when it is started with the path of one.
  if (file === process.execPath && !o.shell && args[0] !== native.forkArgument && forNode(args, folder(o.cwd) || process.cwd())) { args.unshift(native.forkArgument); }
  if (o.shell) {
    var line = [file].concat(args).join(' '), windows = process.platform === 'win32';
    file = typeof o.shell === 'string' ? o.shell : windows ? process.env.comspec || 'cmd.exe' : '/bin/sh';
    args = windows ? ['/d', '/s', '/c', '"' + line + '"'] : ['-c', line];
  }
  return { file: file, argv0: o.argv0 || file, args: args, cwd: folder(o.cwd), env: environment(o.env), stdio: stdio(o.stdio, sync) };
}
function given(args, o) {
  if (!Array.isArray(args)) {
    if (args !== undefined && args !== null) {
      if (typeof args !== 'object') { throw errors.argument('args', 'of type object', args); }
      o = args;
    }
    args = [];
  }
  if (o === undefined || o === null) { o = {}; }
  validate.object(o, 'options');
  if (o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
  if (o.timeout !== undefined && o.timeout !== null && !(Number.isInteger(o.timeout) && o.timeout >= 0)) { throw validate.outOfRange('timeout', 'an unsigned integer', o.timeout); }
  return [args, o];
}
// bounded is given where the output is collected: spawn leaves maxBuffer to its callers, who have forms of their own.
function bounded(args, o) {
  var g = given(args, o), most = g[1].maxBuffer;
  if (most !== undefined && most !== null && !(typeof most === 'number' && most >= 0)) { throw validate.outOfRange('options.maxBuffer', 'a positive number', most); }
  return g;
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
  var sent = native.kill(this._child, signal === undefined || signal === null ? 'SIGTERM' : String(signal), false);
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
exports.spawn = function (file, args, o) {
  var g = given(args, o), self = new ChildProcess(), open = 1, started;
  o = g[1];
  var s = settings(file, g[0], o), channel = s.stdio.indexOf('ipc');
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
    var timer = setTimeout(function () { self.kill(o.killSignal); }, o.timeout);
    self.once('exit', function () { clearTimeout(timer); });
  }
  if (o.signal) {
    var abort = function () {
      self.kill(o.killSignal);
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
  var rest = Array.prototype.slice.call(arguments, 1);
  done = typeof rest[rest.length - 1] === 'function' ? rest.pop() : null;
  var g = bounded(rest[0], rest[1]);
  o = Object.assign({ encoding: 'utf8', timeout: 0, maxBuffer: 1048576, killSignal: 'SIGTERM', shell: false }, g[1]);
  var self = exports.spawn(file, g[0], Object.assign({}, o, { timeout: 0, stdio: 'pipe' }));
  var shown = o._shown || [file].concat(g[0]).join(' '), out = [[], []], size = [0, 0], failed = null, over = false, timer = null;
  // Children of the shell are killed too, so that they do not keep the streams open.
  function stop() {
    self.stdout.destroy();
    self.stderr.destroy();
    if (self._child && native.kill(self._child, String(o.killSignal), !!o.shell)) { self.killed = true; }
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
  need('command', 'string', command);
  plain(command, 'command');
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
  var g = bounded(args, o);
  o = Object.assign({ maxBuffer: 1048576 }, g[1]);
  var s = settings(file, g[0], o, true);
  if (o.input !== undefined && o.input !== null) {
    if (typeof o.input !== 'string' && !ArrayBuffer.isView(o.input)) { throw errors.argument('options.stdio[0]', 'of type string or an instance of Buffer, TypedArray, or DataView', o.input); }
    s.input = typeof o.input === 'string' ? Buffer.from(o.input, o.encoding === 'buffer' ? 'utf8' : o.encoding) : o.input;
  }
  s.timeout = o.timeout || 0;
  s.maxBuffer = o.maxBuffer === Infinity ? 1073741824 : o.maxBuffer;
  s.killSignal = o.killSignal === undefined ? 'SIGTERM' : String(o.killSignal);
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
  var g = given(args, o);
  return check(exports.spawnSync(file, g[0], g[1]), [file].concat(g[0]).join(' '), g[0], g[1].stdio !== undefined);
};
exports.execSync = function (command, o) {
  need('command', 'string', command);
  plain(command, 'command');
  o = Object.assign({}, o);
  o.shell = typeof o.shell === 'string' ? o.shell : true;
  return check(exports.spawnSync(command, [], o), command, [], o.stdio !== undefined);
};
// fork runs a script in a process of this program, with a channel for messages. What runs
// in another program, such as Node, gets the channel in the same way.
exports.fork = function (file, args, o) {
  if (file instanceof URL) { file = require('url').fileURLToPath(file); }
  if (Buffer.isBuffer(file)) { file = file.toString(); }
  if (typeof file !== 'string') { throw util.invalidArgument('modulePath', 'string or an instance of Buffer or URL', file); }
  if (args !== undefined && args !== null && typeof args !== 'object') { throw errors.argument('args', 'an instance of Array', args); }
  var g = given(args, o), program;
  o = g[1];
  plain(file, 'modulePath');
  if (o.execPath !== undefined && o.execPath !== null) {
    validate.string(o.execPath, 'options.execPath');
    plain(o.execPath, 'options.execPath');
  }
  if (o.serialization !== undefined) { validate.oneOf(o.serialization, 'options.serialization', [undefined, 'json', 'advanced']); }
  program = o.execPath || process.execPath;
  var own = program === process.execPath, flags = (own ? [native.forkArgument] : []).concat((o.execArgv || process.execArgv).map(String)), list = [file].concat(g[0]);
  var kinds = o.stdio || (o.silent ? 'pipe' : 'inherit');
  if (Array.isArray(kinds)) {
    if (kinds.indexOf('ipc') < 0) { throw errors.coded(Error, 'ERR_CHILD_PROCESS_IPC_REQUIRED', "Forked processes must have an IPC channel, missing value 'ipc' in options.stdio"); }
  } else if (['pipe', 'inherit', 'ignore', 'overlapped'].indexOf(kinds) < 0) { throw validate.invalidValue('stdio', kinds); } else { kinds = [kinds, kinds, kinds, 'ipc']; }
  var self = exports.spawn(program, flags.concat(list), Object.assign({}, o, {
    stdio: kinds, shell: false
  }));
  self.spawnargs = [program].concat(own ? flags.slice(1) : flags, list.map(String));
  return self;
};
