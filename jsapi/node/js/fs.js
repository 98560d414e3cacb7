// fs: files, in three styles: name, nameSync and promises.name.
var constants = exports.constants = {
  F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4, COPYFILE_EXCL: 1, COPYFILE_FICLONE: 2, COPYFILE_FICLONE_FORCE: 4,
  UV_FS_SYMLINK_DIR: 1, UV_FS_SYMLINK_JUNCTION: 2, UV_DIRENT_UNKNOWN: 0, UV_DIRENT_FILE: 1, UV_DIRENT_DIR: 2, UV_DIRENT_LINK: 3, UV_DIRENT_FIFO: 4, UV_DIRENT_SOCKET: 5, UV_DIRENT_CHAR: 6, UV_DIRENT_BLOCK: 7,
  EXTENSIONLESS_FORMAT_JAVASCRIPT: 0, EXTENSIONLESS_FORMAT_WASM: 1, UV_FS_O_FILEMAP: 0, UV_FS_COPYFILE_EXCL: 1, UV_FS_COPYFILE_FICLONE: 2, UV_FS_COPYFILE_FICLONE_FORCE: 4,
  O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_NOCTTY: 256, O_TRUNC: 512, O_APPEND: 1024, O_NONBLOCK: 2048, O_DSYNC: 4096, O_DIRECT: 16384,
  O_DIRECTORY: 65536, O_NOFOLLOW: 131072, O_NOATIME: 262144, O_SYNC: 1052672,
  S_IFMT: 61440, S_IFREG: 32768, S_IFDIR: 16384, S_IFCHR: 8192, S_IFBLK: 24576, S_IFIFO: 4096, S_IFLNK: 40960, S_IFSOCK: 49152,
  S_IRWXU: 448, S_IRUSR: 256, S_IWUSR: 128, S_IXUSR: 64, S_IRWXG: 56, S_IRGRP: 32, S_IWGRP: 16, S_IXGRP: 8, S_IRWXO: 7, S_IROTH: 4, S_IWOTH: 2, S_IXOTH: 1
};
['F_OK', 'R_OK', 'W_OK', 'X_OK'].forEach(function (k) { exports[k] = constants[k]; });

function Stats(f) {
  Object.assign(this, f);
  var self = this;
  ['atime', 'mtime', 'ctime', 'birthtime'].forEach(function (k) { self[k] = new Date(f[k + 'Ms']); });
}
function Dirent(name, dir, mode) {
  this.name = name;
  this.path = this.parentPath = dir;
  Object.defineProperty(this, 'mode', { value: mode });
}
[['isFile', 'S_IFREG'], ['isDirectory', 'S_IFDIR'], ['isSymbolicLink', 'S_IFLNK'], ['isFIFO', 'S_IFIFO'], ['isSocket', 'S_IFSOCK'], ['isBlockDevice', 'S_IFBLK'], ['isCharacterDevice', 'S_IFCHR']].forEach(function (t) {
  Stats.prototype[t[0]] = Dirent.prototype[t[0]] = function () { return (this.mode & constants.S_IFMT) === constants[t[1]]; };
});
exports.Stats = Stats;
exports.Dirent = Dirent;

function pathOf(p, name) {
  if (typeof p !== 'string') {
    if (Buffer.isBuffer(p)) { p = p.toString(); } else if (p && typeof p === 'object' && typeof p.href === 'string') { p = require('url').fileURLToPath(p); } else { throw require('util').invalidArgument(name || 'path', 'string or an instance of Buffer or URL', p); }
  }
  if (p.indexOf('\0') >= 0) {
    var e = new TypeError("The argument '" + (name || 'path') + "' must be a string, Uint8Array, or URL without null bytes. Received " + require('util').inspect(p));
    e.code = 'ERR_INVALID_ARG_VALUE';
    throw e;
  }
  return p;
}
function fdOf(fd) {
  if (typeof fd !== 'number') { throw require('util').invalidArgument('fd', 'number', fd); }
  return fd;
}
function opt(o) { return typeof o === 'string' ? { encoding: o } : o || {}; }
function mode(m, otherwise) { return m === undefined || m === null ? otherwise : typeof m === 'string' ? parseInt(m, 8) : m; }
function seconds(t) { return t instanceof Date ? t.getTime() / 1000 : Number(t); }
var flags = { r: 0, 'rs': 0, 'r+': 2, 'rs+': 2, w: 577, wx: 705, 'w+': 578, 'wx+': 706, a: 1089, ax: 1217, as: 1089, 'a+': 1090, 'ax+': 1218 };
function flagOf(f, otherwise) {
  if (f === undefined || f === null) { f = otherwise; }
  if (typeof f === 'number') { return f; }
  if (flags[f] === undefined) {
    var e = new TypeError("The argument 'flags' is invalid. Received " + require('util').inspect(f));
    e.code = 'ERR_INVALID_ARG_VALUE';
    throw e;
  }
  return flags[f];
}
function bytes(data, encoding) {
  if (typeof data === 'string') { return Buffer.from(data, encoding); }
  if (ArrayBuffer.isView(data)) { return data; }
  throw require('util').invalidArgument('data', 'string or an instance of Buffer, TypedArray, or DataView', data);
}
function text(encoding) { return function (b) { return encoding && encoding !== 'buffer' ? b.toString(encoding) : b; }; }
function stats() { return function (f) { return f === null ? undefined : new Stats(f); }; }
function nothing() { return undefined; }

// Each operation converts its arguments for Go, and the result from Go.
var operations = {
  readFile: function (p, o) { o = opt(o); return { op: 'readFile', args: [typeof p === 'number' ? p : pathOf(p), flagOf(o.flag, 'r')], then: text(o.encoding) }; },
  writeFile: function (p, data, o) { o = opt(o); return { op: 'writeFile', args: [typeof p === 'number' ? p : pathOf(p), bytes(data, o.encoding), flagOf(o.flag, 'w'), mode(o.mode, 438)], then: nothing }; },
  appendFile: function (p, data, o) { o = opt(o); return { op: 'writeFile', args: [typeof p === 'number' ? p : pathOf(p), bytes(data, o.encoding), flagOf(o.flag, 'a'), mode(o.mode, 438)], then: nothing }; },
  stat: function (p, o) { return { op: 'stat', args: [pathOf(p), 'stat', !(o && o.throwIfNoEntry === false)], then: stats() }; },
  lstat: function (p, o) { return { op: 'stat', args: [pathOf(p), 'lstat', !(o && o.throwIfNoEntry === false)], then: stats() }; },
  fstat: function (fd) { return { op: 'fstat', args: [fdOf(fd)], then: stats() }; },
  access: function (p, m) { return { op: 'access', args: [pathOf(p), m || 0], then: nothing }; },
  readdir: function (p, o) {
    o = opt(o);
    var dir = pathOf(p);
    return { op: 'readdir', args: [dir, !!o.recursive], then: function (list) {
      return list.map(function (e) {
        if (!o.withFileTypes) { return e.name; }
        var at = e.name.lastIndexOf('/');
        return new Dirent(e.name.slice(at + 1), at < 0 ? dir : dir + '/' + e.name.slice(0, at), e.mode);
      });
    } };
  },
  mkdir: function (p, o) {
    o = typeof o === 'object' && o !== null ? o : { mode: o };
    return { op: 'mkdir', args: [pathOf(p), !!o.recursive, mode(o.mode, 511)], then: function (v) { return v === '' ? undefined : v; } };
  },
  mkdtemp: function (prefix) { return { op: 'mkdtemp', args: [pathOf(prefix, 'prefix')] }; },
  rmdir: function (p, o) { return { op: o && o.recursive ? 'rm' : 'rmdir', args: [pathOf(p), true, false], then: nothing }; },
  rm: function (p, o) { o = o || {}; return { op: 'rm', args: [pathOf(p), !!o.recursive, !!o.force], then: nothing }; },
  unlink: function (p) { return { op: 'unlink', args: [pathOf(p)], then: nothing }; },
  rename: function (a, b) { return { op: 'rename', args: [pathOf(a, 'oldPath'), pathOf(b, 'newPath')], then: nothing }; },
  copyFile: function (a, b, m) { return { op: 'copyFile', args: [pathOf(a, 'src'), pathOf(b, 'dest'), m || 0], then: nothing }; },
  link: function (a, b) { return { op: 'link', args: [pathOf(a, 'existingPath'), pathOf(b, 'newPath')], then: nothing }; },
  symlink: function (a, b) { return { op: 'symlink', args: [pathOf(a, 'target'), pathOf(b)], then: nothing }; },
  readlink: function (p) { return { op: 'readlink', args: [pathOf(p)] }; },
  realpath: function (p) { return { op: 'realpath', args: [pathOf(p)] }; },
  chmod: function (p, m) { return { op: 'chmod', args: [pathOf(p), mode(m)], then: nothing }; },
  chown: function (p, u, g) { return { op: 'chown', args: [pathOf(p), u, g], then: nothing }; },
  utimes: function (p, a, m) { return { op: 'utimes', args: [pathOf(p), seconds(a), seconds(m)], then: nothing }; },
  fchmod: function (fd, m) { return { op: 'fchmod', args: [fdOf(fd), mode(m)], then: nothing }; },
  fchown: function (fd, u, g) { return { op: 'fchown', args: [fdOf(fd), u, g], then: nothing }; },
  futimes: function (fd, a, m) { return { op: 'futimes', args: [fdOf(fd), seconds(a), seconds(m)], then: nothing }; },
  truncate: function (p, n) { return { op: 'truncate', args: [pathOf(p), n || 0], then: nothing }; },
  ftruncate: function (fd, n) { return { op: 'ftruncate', args: [fdOf(fd), n || 0], then: nothing }; },
  open: function (p, f, m) { return { op: 'open', args: [pathOf(p), flagOf(f, 'r'), mode(m, 438)] }; },
  close: function (fd) { return { op: 'close', args: [fdOf(fd)], then: nothing }; },
  fsync: function (fd) { return { op: 'fsync', args: [fdOf(fd)], then: nothing }; },
  fdatasync: function (fd) { return { op: 'fsync', args: [fdOf(fd)], then: nothing }; },
  read: function (fd, buffer, offset, length, position) {
    if (offset !== null && typeof offset === 'object') { position = offset.position; length = offset.length; offset = offset.offset; }
    offset = offset || 0;
    if (length === undefined || length === null) { length = buffer.byteLength - offset; }
    return { op: 'read', args: [fdOf(fd), length, typeof position === 'number' && position >= 0 ? position : -1], then: function (b) {
      buffer.set(b, offset);
      return b.length;
    }, also: buffer };
  },
  write: function (fd, data, offset, length, position) {
    if (typeof data === 'string') { position = offset; data = Buffer.from(data, length); } else {
      offset = offset || 0;
      data = data.subarray(offset, length === undefined || length === null ? data.length : offset + length);
    }
    return { op: 'write', args: [fdOf(fd), data, typeof position === 'number' && position >= 0 ? position : -1], also: data };
  }
};
operations.lchown = function (p, u, g) { return { op: 'lchown', args: [pathOf(p), u, g], then: nothing }; };
operations.lutimes = function (p, a, m) { return { op: 'lutimes', args: [pathOf(p), seconds(a), seconds(m)], then: nothing }; };
function StatFs(f) { Object.assign(this, f); }
operations.statfs = function (p, o) {
  return { op: 'statfs', args: [pathOf(p)], then: function (f) {
    if (o && o.bigint) { Object.keys(f).forEach(function (k) { f[k] = BigInt(f[k]); }); }
    return new StatFs(f);
  } };
};
// Several buffers are read or written at once.
function buffersOf(list) {
  if (!Array.isArray(list) || !list.every(ArrayBuffer.isView)) { throw require('errors').argument('buffers', 'an ArrayBufferView[]', list); }
  return list.map(function (b) { return Buffer.from(b.buffer, b.byteOffset, b.byteLength); });
}
function placed(position) { return typeof position === 'number' && position >= 0 ? position : -1; }
operations.writev = function (fd, list, position) {
  return { op: 'write', args: [fdOf(fd), Buffer.concat(buffersOf(list)), placed(position)], also: list };
};
operations.readv = function (fd, list, position) {
  var parts = buffersOf(list);
  return { op: 'read', args: [fdOf(fd), parts.reduce(function (n, b) { return n + b.length; }, 0), placed(position)], also: list, then: function (b) {
    var at = 0;
    parts.forEach(function (part) { at += Buffer.from(b).copy(part, 0, at); });
    return b.length;
  } };
};
function result(call, v) { return call.then ? call.then(v) : v; }
Object.keys(operations).forEach(function (name) {
  var make = operations[name];
  exports[name + 'Sync'] = function () {
    var call = make.apply(null, arguments);
    return result(call, native.sync(call.op, call.args));
  };
  exports[name] = function () {
    var args = Array.prototype.slice.call(arguments), done = args.pop();
    if (typeof done !== 'function') { throw require('util').invalidArgument('cb', 'function', done); }
    var call = make.apply(null, args);
    native.async(call.op, call.args, function (err, v) {
      if (err) { done(err); return; }
      v = result(call, v);
      if (call.also) { done(null, v, call.also); } else if (v === undefined) { done(null); } else { done(null, v); }
    });
  };
});
exports.existsSync = function (p) { try { exports.accessSync(p); return true; } catch (e) { return false; } };
exports.exists = function (p, done) { exports.access(p, function (err) { done(!err); }); };
Object.defineProperty(exports.exists, require('util').promisify.custom, { value: function (p) { return new Promise(function (resolve) { exports.exists(p, resolve); }); } });
[['read', 'bytesRead'], ['write', 'bytesWritten'], ['readv', 'bytesRead', 'buffers'], ['writev', 'bytesWritten']].forEach(function (m) {
  Object.defineProperty(exports[m[0]], require('util').promisify.custom, { value: function () {
    var args = Array.prototype.slice.call(arguments);
    return new Promise(function (resolve, reject) {
      exports[m[0]].apply(null, args.concat(function (err, n, buffer) {
        if (err) { reject(err); return; }
        var o = {};
        o[m[1]] = n;
        o[m[2] || 'buffer'] = buffer;
        resolve(o);
      }));
    });
  } });
});
exports.realpath.native = function () { return exports.realpath.apply(exports, arguments); };
exports.realpathSync.native = function () { return exports.realpathSync.apply(exports, arguments); };

var promises = exports.promises = { constants: constants };
Object.keys(operations).forEach(function (name) {
  if (name === 'open' || name === 'close' || /^f/.test(name) || /^(read|write)v?$/.test(name)) { return; }
  promises[name] = function () {
    var args = Array.prototype.slice.call(arguments);
    return new Promise(function (resolve, reject) { exports[name].apply(null, args.concat(function (e, v) { if (e) { reject(e); } else { resolve(v); } })); });
  };
});
function FileHandle(fd) { this.fd = fd; }
['read', 'write', 'readv', 'writev', 'close', 'readFile', 'writeFile', 'appendFile', 'stat', 'truncate', 'sync', 'datasync', 'chmod', 'chown', 'utimes'].forEach(function (name) {
  var of = { stat: 'fstat', truncate: 'ftruncate', sync: 'fsync', datasync: 'fsync', chmod: 'fchmod', chown: 'fchown', utimes: 'futimes' }[name] || name;
  FileHandle.prototype[name] = function () { return require('util').promisify(exports[of]).apply(null, [this.fd].concat(Array.prototype.slice.call(arguments))); };
});
// Dir is a folder that is read entry by entry. All of them are read when it is opened.
function Dir(path, entries) {
  Object.defineProperty(this, 'path', { value: path, enumerable: false });
  Object.defineProperties(this, { left: { value: entries }, shut: { value: false, writable: true } });
}
function openDir(dir) {
  if (dir.shut) { throw require('errors').coded(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed'); }
}
Dir.prototype.readSync = function () { openDir(this); return this.left.shift() || null; };
Dir.prototype.closeSync = function () { openDir(this); this.shut = true; };
['read', 'close'].forEach(function (name) {
  Dir.prototype[name] = function (done) {
    var self = this;
    if (done === undefined) { return new Promise(function (resolve) { resolve(self[name + 'Sync']()); }); }
    if (typeof done !== 'function') { throw require('util').invalidArgument('callback', 'function', done); }
    var v = self[name + 'Sync']();
    process.nextTick(function () { if (name === 'read') { done(null, v); } else { done(null); } });
  };
});
Dir.prototype.entries = function () {
  var self = this;
  function end() { return (self.shut ? Promise.resolve() : self.close()).then(function () { return { value: undefined, done: true }; }); }
  return {
    next: function () { return self.shut ? end() : self.read().then(function (e) { return e === null ? end() : { value: e, done: false }; }); },
    return: end, [Symbol.asyncIterator]: function () { return this; }
  };
};
Dir.prototype[Symbol.asyncIterator] = Dir.prototype.entries;
exports.Dir = Dir;
function dirOptions(o) { return { withFileTypes: true, recursive: Boolean(o && o.recursive) }; }
function dirFailure(e) { if (e.syscall === 'scandir') { e.syscall = 'opendir'; e.message = e.message.replace(', scandir', ', opendir'); } return e; }
exports.opendirSync = function (path, o) {
  try { return new Dir(pathOf(path), exports.readdirSync(path, dirOptions(o))); } catch (e) {
    if (dirFailure(e).syscall === 'opendir') { // which does not name the path, unlike the others
      e.message = e.message.replace(/, opendir [^]*/, ', opendir');
      delete e.path;
    }
    throw e;
  }
};
exports.opendir = function (path, o, done) {
  if (typeof o === 'function') { done = o; o = undefined; }
  if (typeof done !== 'function') { throw require('util').invalidArgument('callback', 'function', done); }
  exports.readdir(path, dirOptions(o), function (err, list) { if (err) { done(dirFailure(err)); } else { done(null, new Dir(pathOf(path), list)); } });
};
promises.opendir = require('util').promisify(exports.opendir);
var copying = require('fscopy');
exports.cpSync = function (a, b, o) { o = copying.options(o); copying.now(exports, pathOf(a, 'src'), pathOf(b, 'dest'), o); };
exports.cp = function (a, b, o, done) {
  if (typeof o === 'function') { done = o; o = undefined; }
  require('validate').func(done, 'cb');
  o = copying.options(o);
  copying.later(exports, pathOf(a, 'src'), pathOf(b, 'dest'), o).then(function () { process.nextTick(done, null); }, function (e) { process.nextTick(done, e); });
};
promises.cp = async function cp(a, b, o) { o = copying.options(o); return copying.later(exports, pathOf(a, 'src'), pathOf(b, 'dest'), o); };
exports.openAsBlob = async function openAsBlob(path, o) {
  if (o === undefined) { o = {}; }
  require('validate').object(o, 'options');
  if (o.type !== undefined) { require('validate').string(o.type, 'options.type'); }
  path = pathOf(path);
  try {
    var was = await promises.stat(path), bytes = await promises.readFile(path);
  } catch (e) { throw require('errors').coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'Unable to open file as blob'); }
  return require('blob').ofFile(bytes, o, function () {
    var is = exports.statSync(path, { throwIfNoEntry: false });
    return is !== undefined && is.size === was.size && is.mtimeMs === was.mtimeMs;
  });
};
promises.open = function (p, f, m) { return require('util').promisify(exports.open)(p, f, m).then(function (fd) { return new FileHandle(fd); }); };

// Streams open their file themselves, because libraries replace open, and call these
// constructors on their own objects.
var stream = require('stream'), inherits = require('util').inherits;
function opened(self, fn) { if (typeof self.fd === 'number') { fn(); } else { self.once('open', fn); } }
function open() {
  var self = this;
  exports.open(self.path, self.flags, self.mode, function (err, fd) {
    if (err) { self.destroy(err); return; }
    if (self.destroyed) { exports.close(fd, nothing); return; }
    self.fd = fd;
    self.emit('open', fd);
    self.emit('ready');
  });
}
function shut(err, done) {
  var fd = this.fd;
  if (typeof fd !== 'number' || this.autoClose === false && !err) { done(err); return; }
  this.fd = null;
  exports.close(fd, function (e) { done(err || e); });
}
Object.defineProperty(exports, 'ReadStream', { value: ReadStream, writable: true, enumerable: true, configurable: true });
function ReadStream(path, o) {
  if (!(this instanceof ReadStream)) { return new ReadStream(path, o); }
  o = opt(o);
  stream.Readable.call(this, { highWaterMark: o.highWaterMark || 65536, encoding: o.encoding, autoDestroy: o.autoClose !== false, emitClose: o.emitClose });
  this.fd = o.fd === undefined ? null : o.fd !== null && typeof o.fd === 'object' ? o.fd.fd : o.fd;
  this.path = this.fd === null ? pathOf(path) : path;
  this.flags = o.flags === undefined ? 'r' : o.flags;
  this.mode = o.mode === undefined ? 438 : o.mode;
  this.start = o.start;
  this.end = o.end === undefined ? Infinity : o.end;
  this.pos = this.start;
  this.autoClose = o.autoClose !== false;
  this.bytesRead = 0;
  if (this.fd === null) { this.open(); }
}
inherits(ReadStream, stream.Readable);
ReadStream.prototype.open = open;
ReadStream.prototype._destroy = shut;
ReadStream.prototype.close = function (done) { this.destroy(null, done); };
ReadStream.prototype._read = function (n) {
  var self = this;
  opened(self, function () {
    if (self.destroyed) { return; }
    n = Math.min(n, self.end - (self.pos === undefined ? self.bytesRead : self.pos) + 1);
    if (n <= 0) { self.push(null); return; }
    var b = Buffer.allocUnsafe(n);
    exports.read(self.fd, b, 0, n, self.pos === undefined ? null : self.pos, function (err, got) {
      if (err) { self.destroy(err); return; }
      if (self.pos !== undefined) { self.pos += got; }
      self.bytesRead += got;
      self.push(got ? b.slice(0, got) : null);
    });
  });
};
Object.defineProperty(ReadStream.prototype, 'pending', { configurable: true, get: function () { return this.fd === null; } });
function WriteStream(path, o) {
  if (!(this instanceof WriteStream)) { return new WriteStream(path, o); }
  o = opt(o);
  stream.Writable.call(this, { highWaterMark: o.highWaterMark, defaultEncoding: o.encoding || o.defaultEncoding, autoDestroy: o.autoClose !== false, emitClose: o.emitClose });
  this.fd = o.fd === undefined ? null : o.fd !== null && typeof o.fd === 'object' ? o.fd.fd : o.fd;
  this.path = this.fd === null ? pathOf(path) : path;
  this.flags = o.flags === undefined ? 'w' : o.flags;
  this.mode = o.mode === undefined ? 438 : o.mode;
  this.start = this.pos = o.start;
  this.autoClose = o.autoClose !== false;
  this.bytesWritten = 0;
  if (this.fd === null) { this.open(); }
}
inherits(WriteStream, stream.Writable);
WriteStream.prototype.open = open;
WriteStream.prototype._destroy = shut;
WriteStream.prototype.close = function (done) {
  if (done) { if (this.closed) { process.nextTick(done); return; } this.once('close', done); }
  if (!this.autoClose) { this.once('finish', this.destroy.bind(this, null)); }
  this.end();
};
WriteStream.prototype.destroySoon = WriteStream.prototype.end;
function put(self, chunk, done) {
  exports.write(self.fd, chunk, 0, chunk.length, self.pos === undefined ? null : self.pos, function (err, n) {
    if (err) { done(err); return; }
    if (self.pos !== undefined) { self.pos += n; }
    self.bytesWritten += n;
    if (n < chunk.length) { put(self, chunk.slice(n), done); } else { done(); }
  });
}
WriteStream.prototype._write = function (chunk, encoding, done) {
  var self = this;
  opened(self, function () { if (self.destroyed) { done(); } else { put(self, chunk, done); } });
};
WriteStream.prototype._final = function (done) { opened(this, function () { done(); }); };
Object.defineProperty(WriteStream.prototype, 'pending', { configurable: true, get: function () { return this.fd === null; } });
exports.WriteStream = WriteStream;
exports.FileReadStream = ReadStream;
exports.FileWriteStream = WriteStream;
exports.createReadStream = function (path, o) { return new ReadStream(path, o); };
exports.createWriteStream = function (path, o) { return new WriteStream(path, o); };

// The server watches files itself; watchers of a project get no events.
function watcher() {
  var w = new (require('events'))();
  w.close = w.ref = w.unref = function () { return w; };
  return w;
}
exports.watch = exports.watchFile = watcher;
exports.unwatchFile = function () {};
