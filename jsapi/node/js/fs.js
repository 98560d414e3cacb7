// fs: files, in three styles: name, nameSync and promises.name.
var validate = require('validate');
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

function StatsBase() {}
var numbers = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks', 'atimeMs', 'mtimeMs', 'ctimeMs', 'birthtimeMs'], dates = ['atime', 'mtime', 'ctime', 'birthtime'];
function dated(self) { for (var i = 0; i < dates.length; i++) { self[dates[i]] = new Date(Math.round(Number(self[dates[i] + 'Ms']))); } }
function Stats() {
  for (var i = 0; i < numbers.length; i++) { this[numbers[i]] = arguments[i]; }
  dated(this);
}
Object.defineProperty(Stats, 'length', { value: numbers.length, configurable: true });
// BigIntStats are exact: whole numbers, which come as texts.
function BigIntStats(f) {
  var self = this;
  Object.keys(f).forEach(function (k) { self[k] = BigInt(f[k]); });
  dated(self);
}
BigIntStats.prototype = Object.create(StatsBase.prototype, { constructor: { value: BigIntStats, writable: true, configurable: true } });
var kind = Symbol('type'), types = {};
function Dirent(name, type, path) {
  this.name = name;
  this.parentPath = path;
  this.path = path;
  this[kind] = type;
}
[['isFile', 'S_IFREG', 'FILE'], ['isDirectory', 'S_IFDIR', 'DIR'], ['isSymbolicLink', 'S_IFLNK', 'LINK'], ['isFIFO', 'S_IFIFO', 'FIFO'], ['isSocket', 'S_IFSOCK', 'SOCKET'], ['isBlockDevice', 'S_IFBLK', 'BLOCK'], ['isCharacterDevice', 'S_IFCHR', 'CHAR']].forEach(function (t) {
  var bits = constants[t[1]], type = constants['UV_DIRENT_' + t[2]];
  StatsBase.prototype[t[0]] = function () { return (Number(this.mode) & constants.S_IFMT) === bits; };
  Dirent.prototype[t[0]] = function () { return this[kind] === type; };
  types[bits] = type;
});
Object.setPrototypeOf(Stats.prototype, StatsBase.prototype);
exports.Stats = Stats;
exports.Dirent = Dirent;

function pathOf(p, name) {
  if (typeof p !== 'string') {
    if (p instanceof Uint8Array) { p = Buffer.from(p.buffer, p.byteOffset, p.byteLength).toString(); } else if (p && typeof p === 'object' && typeof p.href === 'string') { p = require('url').fileURLToPath(p); } else { throw require('util').invalidArgument(name || 'path', 'string or an instance of Buffer or URL', p); }
  }
  if (p.indexOf('\0') >= 0) {
    var e = new TypeError("The argument '" + (name || 'path') + "' must be a string, Uint8Array, or URL without null bytes. Received " + require('util').inspect(p));
    e.code = 'ERR_INVALID_ARG_VALUE';
    throw e;
  }
  return p;
}
function fdOf(fd) {
  validate.integer(fd, 'fd', 0, 2147483647);
  return fd;
}
function opt(o) {
  if (o === undefined || o === null || typeof o === 'function') { return {}; }
  if (typeof o === 'string') { o = { encoding: o }; }
  if (typeof o !== 'object') { throw require('errors').argument('options', 'one of type string or object', o); }
  if (o.encoding !== undefined && o.encoding !== null && o.encoding !== 'buffer' && !Buffer.isEncoding(o.encoding)) { throw validate.invalidValue('encoding', o.encoding, 'is invalid encoding'); }
  return o;
}
// wholeFile are the options of what reads or writes a whole file.
function wholeFile(o) {
  o = opt(o);
  if (o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
  if (o.flush !== undefined && o.flush !== null) { validate.boolean(o.flush, 'options.flush'); }
  return o;
}
// mode is that of a file, which may be written in octal digits.
function mode(m, otherwise) {
  if (m === undefined || m === null) { m = otherwise; }
  if (typeof m === 'string') {
    if (!/^[0-7]+$/.test(m)) { throw validate.invalidValue('mode', m, 'must be a 32-bit unsigned integer or an octal string'); }
    m = parseInt(m, 8);
  }
  validate.uint32(m, 'mode');
  return m;
}
function owner(id, name) {
  validate.integer(id, name, -1, 4294967295);
  return id;
}
function length(n) {
  if (n === undefined) { return 0; }
  validate.integer(n, 'len');
  return Math.max(0, n);
}
// named converts a name of a file to what the options ask for.
function named(o) {
  var encoding = opt(o).encoding;
  return !encoding || /^utf-?8$/i.test(encoding) ? function (name) { return name; } : function (name) { return text(encoding)(Buffer.from(name)); };
}
function removal(o, keeps) {
  if (o === undefined) { o = {}; }
  validate.object(o, 'options');
  if (o.recursive !== undefined) { validate.boolean(o.recursive, 'options.recursive'); }
  if (!keeps && o.force !== undefined) { validate.boolean(o.force, 'options.force'); }
  if (o.retryDelay !== undefined) { validate.int32(o.retryDelay, 'options.retryDelay', 0); }
  if (o.maxRetries !== undefined) { validate.uint32(o.maxRetries, 'options.maxRetries'); }
  return o;
}
var warned = {};
function warn(code, message) {
  if (warned[code || message]) { return; }
  warned[code || message] = true;
  if (code) { process.emitWarning(message, 'DeprecationWarning', code); } else { process.emitWarning(message); }
}
// bits are a mode of access and copyFile.
function bits(m) {
  if (m === undefined || m === null) { return 0; }
  if (typeof m !== 'number' || (m | 0) !== m) { throw require('errors').coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'mode must be int32 or null/undefined'); }
  if (m < 0 || m > 7) { throw require('errors').coded(RangeError, 'ERR_OUT_OF_RANGE', 'mode is out of range: >= 0 && <= 7'); }
  return m;
}
// seconds is a time since 1970; one before it is now.
function seconds(t, name) {
  if (typeof t === 'string' && +t == t) { return +t; }
  if (Number.isFinite(t)) { return t < 0 ? Date.now() / 1000 : t; }
  if (t instanceof Date) { return t.getTime() / 1000; }
  throw require('errors').argument(name || 'time', 'an instance of Date or an Time in seconds', t);
}
Object.defineProperty(seconds, 'name', { value: 'toUnixTimestamp' });
exports._toUnixTimestamp = seconds;
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
function stats(f) { return f === null ? undefined : typeof f.mode === 'string' ? new BigIntStats(f) : plainStats(f); }
function plainStats(f) {
  var s = Object.assign(Object.create(Stats.prototype), f);
  dated(s);
  return s;
}
function exact(o) { return Boolean(o && o.bigint); }
function nothing() { return undefined; }

// Each operation converts its arguments for Go, and the result from Go.
var operations = {
  readFile: function (p, o) { o = wholeFile(o); return { op: 'readFile', args: [typeof p === 'number' ? p : pathOf(p), flagOf(o.flag, 'r')], then: text(o.encoding), signal: o.signal }; },
  writeFile: function (p, data, o) { o = wholeFile(o); return { op: 'writeFile', args: [typeof p === 'number' ? p : pathOf(p), bytes(data, o.encoding), flagOf(o.flag, 'w'), mode(o.mode, 438), Boolean(o.flush)], then: nothing, signal: o.signal }; },
  appendFile: function (p, data, o) { o = wholeFile(o); return { op: 'writeFile', args: [typeof p === 'number' ? p : pathOf(p), bytes(data, o.encoding), flagOf(o.flag, 'a'), mode(o.mode, 438), Boolean(o.flush)], then: nothing, signal: o.signal }; },
  stat: function (p, o) { return { op: 'stat', args: [pathOf(p), 'stat', !(o && o.throwIfNoEntry === false), exact(o)], then: stats }; },
  lstat: function (p, o) { return { op: 'stat', args: [pathOf(p), 'lstat', !(o && o.throwIfNoEntry === false), exact(o)], then: stats }; },
  fstat: function (fd, o) { return { op: 'fstat', args: [fdOf(fd), exact(o)], then: stats }; },
  access: function (p, m) { return { op: 'access', args: [pathOf(p), bits(m)], then: nothing }; },
  readdir: function (p, o) {
    o = opt(o);
    if (o.recursive !== undefined && o.recursive !== null) { validate.boolean(o.recursive, 'options.recursive'); }
    var dir = pathOf(p), name = named(o);
    return { op: 'readdir', args: [dir, !!o.recursive], then: function (list) {
      return list.map(function (e) {
        if (!o.withFileTypes) { return name(e.name); }
        var at = e.name.lastIndexOf('/');
        return new Dirent(name(e.name.slice(at + 1)), types[e.mode & constants.S_IFMT] || 0, at < 0 ? dir : dir + '/' + e.name.slice(0, at));
      });
    } };
  },
  mkdir: function (p, o) {
    var bits = 511, all = false;
    if (typeof o === 'number' || typeof o === 'string') { bits = mode(o); } else if (o) {
      if (o.recursive !== undefined) {
        validate.boolean(o.recursive, 'options.recursive');
        all = o.recursive;
      }
      if (o.mode !== undefined) { bits = mode(o.mode); }
    }
    return { op: 'mkdir', args: [pathOf(p), all, bits], then: function (v) { return v === '' ? undefined : v; } };
  },
  mkdtemp: function (prefix, o) {
    var name = named(o);
    prefix = pathOf(prefix, 'prefix');
    if (/X$/.test(prefix)) { warn('', 'mkdtemp() templates ending with X are not portable. For details see: https://nodejs.org/api/fs.html'); }
    return { op: 'mkdtemp', args: [prefix], then: name };
  },
  rmdir: function (p, o) {
    p = pathOf(p);
    o = removal(o, true);
    if (!o.recursive) { return { op: 'rmdir', args: [p], then: nothing }; }
    warn('DEP0147', 'In future versions of Node.js, fs.rmdir(path, { recursive: true }) will be removed. Use fs.rm(path, { recursive: true }) instead');
    return { op: 'rmdirAll', args: [p], then: nothing };
  },
  rm: function (p, o) { p = pathOf(p); o = removal(o); return { op: 'rm', args: [pathOf(p), !!o.recursive, !!o.force], then: nothing }; },
  unlink: function (p) { return { op: 'unlink', args: [pathOf(p)], then: nothing }; },
  rename: function (a, b) { return { op: 'rename', args: [pathOf(a, 'oldPath'), pathOf(b, 'newPath')], then: nothing }; },
  copyFile: function (a, b, m) { return { op: 'copyFile', args: [pathOf(a, 'src'), pathOf(b, 'dest'), bits(m)], then: nothing }; },
  link: function (a, b) { return { op: 'link', args: [pathOf(a, 'existingPath'), pathOf(b, 'newPath')], then: nothing }; },
  symlink: function (a, b, type) {
    if (typeof type === 'string' && ['dir', 'file', 'junction'].indexOf(type) < 0) { throw require('errors').coded(Error, 'ERR_FS_INVALID_SYMLINK_TYPE', 'Symlink type must be one of "dir", "file", or "junction". Received "' + type + '"'); }
    return { op: 'symlink', args: [pathOf(a, 'target'), pathOf(b)], then: nothing };
  },
  readlink: function (p, o) { var name = named(o); return { op: 'readlink', args: [pathOf(p)], then: name }; },
  realpath: function (p, o) { var name = named(o); return { op: 'realpath', args: [pathOf(p)], then: name }; },
  chmod: function (p, m) { return { op: 'chmod', args: [pathOf(p), mode(m)], then: nothing }; },
  chown: function (p, u, g) { return { op: 'chown', args: [pathOf(p), owner(u, 'uid'), owner(g, 'gid')], then: nothing }; },
  utimes: function (p, a, m) { return { op: 'utimes', args: [pathOf(p), seconds(a), seconds(m)], then: nothing }; },
  fchmod: function (fd, m) { return { op: 'fchmod', args: [fdOf(fd), mode(m)], then: nothing }; },
  fchown: function (fd, u, g) { return { op: 'fchown', args: [fdOf(fd), owner(u, 'uid'), owner(g, 'gid')], then: nothing }; },
  futimes: function (fd, a, m) { return { op: 'futimes', args: [fdOf(fd), seconds(a, 'atime'), seconds(m, 'mtime')], then: nothing }; },
  truncate: function (p, n) {
    if (typeof p === 'number') {
      warn('DEP0081', 'Using fs.truncate with a file descriptor is deprecated. Please use fs.ftruncate with a file descriptor instead.');
      return operations.ftruncate(p, n);
    }
    return { op: 'truncate', args: [pathOf(p), length(n)], then: nothing };
  },
  ftruncate: function (fd, n) { return { op: 'ftruncate', args: [fdOf(fd), length(n)], then: nothing }; },
  open: function (p, f, m) { return { op: 'open', args: [pathOf(p), flagOf(f, 'r'), mode(m, 438)] }; },
  close: function (fd) { return { op: 'close', args: [fdOf(fd)], then: nothing }; },
  fsync: function (fd) { return { op: 'fsync', args: [fdOf(fd)], then: nothing }; },
  fdatasync: function (fd) { return { op: 'fsync', args: [fdOf(fd)], then: nothing }; },
  read: function (fd, buffer, offset, length, position) {
    fdOf(fd);
    if (arguments.length < 3 && !ArrayBuffer.isView(buffer)) { // options
      if (buffer !== undefined && buffer !== null) { validate.object(buffer, 'options'); }
      offset = buffer || {};
      buffer = offset.buffer === undefined ? Buffer.alloc(16384) : offset.buffer;
    }
    validate.bytes(buffer, 'buffer');
    if (arguments.length === 3 && offset !== undefined && offset !== null) { validate.object(offset, 'options'); }
    if (offset !== null && typeof offset === 'object') {
      position = offset.position;
      length = offset.length;
      offset = offset.offset;
    }
    if (offset === undefined || offset === null) { offset = 0; } else { validate.integer(offset, 'offset', 0); }
    if (length === undefined || length === null) { length = buffer.byteLength - offset; }
    length |= 0;
    if (length !== 0) {
      if (buffer.byteLength === 0) { throw validate.invalidValue('buffer', buffer, 'is empty and cannot be written'); }
      if (length < 0) { throw validate.outOfRange('length', '>= 0', length); }
      if (offset + length > buffer.byteLength) { throw validate.outOfRange('length', '<= ' + (buffer.byteLength - offset), length); }
    }
    var at = placed(position, true), target = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    return { op: 'read', args: [fd, length, at], then: function (b) {
      target.set(b, offset);
      return b.length;
    }, also: buffer };
  },
  write: function (fd, data, offset, length, position) {
    fdOf(fd);
    if (typeof data === 'string') {
      return { op: 'write', args: [fd, Buffer.from(data, Buffer.isEncoding(length) ? length : 'utf8'), placed(offset)], also: data };
    }
    if (!ArrayBuffer.isView(data)) { throw require('errors').argument('buffer', 'of type string or an instance of Buffer, TypedArray, or DataView', data); }
    if (offset !== null && typeof offset === 'object') {
      position = offset.position;
      length = offset.length;
      offset = offset.offset;
    }
    var size = data.byteLength;
    if (offset === undefined || offset === null) { offset = 0; } else { validate.integer(offset, 'offset', 0); }
    if (typeof length !== 'number') { length = size - offset; }
    if (offset > size) { throw validate.outOfRange('offset', '<= ' + size, offset); }
    if (length > size - offset) { throw validate.outOfRange('length', '<= ' + (size - offset), length); }
    if (length < 0) { throw validate.outOfRange('length', '>= 0', length); }
    validate.int32(length, 'length');
    return { op: 'write', args: [fd, Buffer.from(data.buffer, data.byteOffset + offset, length), placed(position)], also: data };
  }
};
operations.lchown = function (p, u, g) { return { op: 'lchown', args: [pathOf(p), owner(u, 'uid'), owner(g, 'gid')], then: nothing }; };
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
// placed is where in a file; -1 is where it is at. What is read is checked.
function placed(position, checked) {
  if (typeof position === 'bigint') { position = Number(position); }
  if (checked && position !== undefined && position !== null) {
    if (typeof position !== 'number') { throw require('errors').argument('position', 'of type bigint or integer', position); }
    validate.integer(position, 'position', -1);
  }
  return typeof position === 'number' && position >= 0 ? position : -1;
}
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
// folder is the error of rm for what only its option recursive removes.
function folder(e) { return e.syscall === 'rm' && e.code === 'EISDIR' ? require('fscopy').failure('ERR_FS_EISDIR', 'is a directory', e.path, 21, 'rm') : e; }
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
    var call = make.apply(null, args), signal = call.signal, stopped = false;
    if (signal) {
      if (signal.aborted) {
        process.nextTick(done, require('errors').aborted(signal));
        return;
      }
      signal.addEventListener('abort', stop);
    }
    function stop() {
      stopped = true;
      done(require('errors').aborted(signal));
    }
    native.async(call.op, call.args, function (err, v) {
      if (stopped) { return; }
      if (signal) { signal.removeEventListener('abort', stop); }
      if (err) { done(err); return; }
      v = result(call, v);
      if (call.also) { done(null, v, call.also); } else if (v === undefined) { done(null); } else { done(null, v); }
    });
  };
});
var readNow = exports.readSync, closeLater = exports.close, rmNow = exports.rmSync, rmLater = exports.rm;
exports.rmSync = function rmSync(path, options) { try { return rmNow(path, options); } catch (e) { throw folder(e); } };
exports.rm = function rm(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validate.func(callback, 'cb');
  rmLater(path, options, function (err) { callback(err ? folder(err) : null); });
};
exports.readSync = function readSync(fd, buffer) {
  fdOf(fd);
  validate.bytes(buffer, 'buffer');
  return readNow.apply(this, arguments);
};
exports.close = function close(fd, done) {
  fdOf(fd);
  closeLater(fd, arguments.length > 1 && done !== undefined ? done : function (err) { if (err) { throw err; } });
};
exports.existsSync = function (p) { try { exports.accessSync(p); return true; } catch (e) { return false; } };
exports.exists = function exists(p, done) {
  validate.func(done, 'cb');
  try { p = pathOf(p); } catch (e) { done(false); return; }
  exports.access(p, function (err) { done(!err); });
};
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
var FileHandle = require('filehandle').make(exports);
// A file may be given by its handle.
['readFile', 'writeFile', 'appendFile'].forEach(function (name) {
  var byPath = promises[name];
  promises[name] = function (path) { return path instanceof FileHandle ? path[name].apply(path, Array.prototype.slice.call(arguments, 1)) : byPath.apply(this, arguments); };
});
// What is written may come piece by piece.
[promises, FileHandle.prototype].forEach(function (of) {
  ['writeFile', 'appendFile'].forEach(function (name) {
    var whole = of[name];
    of[name] = async function () {
      var at = of === promises ? 1 : 0, args = Array.prototype.slice.call(arguments), data = args[at];
      if (data === null || typeof data !== 'object' || ArrayBuffer.isView(data) || !data[Symbol.iterator] && !data[Symbol.asyncIterator]) { return whole.apply(this, args); }
      var o = wholeFile(args[at + 1]), handle = this, own = false;
      if (of === promises) {
        handle = args[0];
        own = !(handle instanceof FileHandle);
        if (own) { handle = await promises.open(handle, o.flag || (name === 'writeFile' ? 'w' : 'a'), o.mode); }
      }
      try {
        if (o.signal && o.signal.aborted) { throw require('errors').aborted(o.signal); }
        var parts = data[Symbol.asyncIterator] ? data[Symbol.asyncIterator]() : data[Symbol.iterator]();
        for (var part = await parts.next(); !part.done; part = await parts.next()) {
          if (o.signal && o.signal.aborted) { throw require('errors').aborted(o.signal); }
          await handle.write(bytes(await part.value, o.encoding));
        }
      } finally { if (own) { await handle.close(); } }
    };
    Object.defineProperty(of[name], 'name', { value: name });
    if (of !== promises) { Object.defineProperty(of, name, { enumerable: false }); }
  });
});
// Dir is a folder that is read entry by entry. All of them are read when it is opened.
function Dir(path, entries) {
  if (!Array.isArray(entries)) { throw require('errors').missing('handle'); }
  Object.defineProperty(this, 'path', { value: path, enumerable: false });
  Object.defineProperties(this, { left: { value: entries }, shut: { value: false, writable: true }, waiting: { value: 0, writable: true } });
}
function dirClosed() { return require('errors').coded(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed'); }
function now(dir) {
  if (dir.shut) { throw dirClosed(); }
  if (dir.waiting) { throw require('errors').coded(Error, 'ERR_DIR_CONCURRENT_OPERATION', 'Cannot do synchronous work on directory handle with concurrent asynchronous operations'); }
}
Dir.prototype.readSync = function readSync() { now(this); return this.left.shift() || null; };
Dir.prototype.closeSync = function closeSync() { now(this); this.shut = true; };
function whenDone(dir, done, v) {
  dir.waiting++;
  setImmediate(function () {
    dir.waiting--;
    if (v === undefined) { done(null); } else { done(null, v); }
  });
}
function promised(dir, name) { return new Promise(function (resolve, reject) { dir[name](function (err, v) { if (err) { reject(err); } else { resolve(v); } }); }); }
Dir.prototype.read = function read(done) {
  if (this.shut && (done === undefined || typeof done === 'function')) { throw dirClosed(); }
  if (done === undefined) { return promised(this, 'read'); }
  validate.func(done, 'callback');
  whenDone(this, done, this.left.shift() || null);
};
Dir.prototype.close = function close(done) {
  if (done === undefined) { return promised(this, 'close'); }
  validate.func(done, 'callback');
  if (this.shut) {
    process.nextTick(done, dirClosed());
    return;
  }
  this.shut = true;
  whenDone(this, done);
};
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
function dirOptions(o) {
  o = opt(o);
  if (o.bufferSize !== undefined) { validate.uint32(o.bufferSize, 'options.bufferSize', true); }
  return { withFileTypes: true, encoding: o.encoding, recursive: Boolean(o.recursive) };
}
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
promises.lchmod = async function lchmod() { throw require('errors').coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The lchmod() method is not implemented'); };
promises.open = function (p, f, m) { return require('util').promisify(exports.open)(p, f, m).then(function (fd) { return new FileHandle(fd); }); };

var streams = require('fsstreams').make(Object.create(exports, { FileHandle: { value: FileHandle } }), pathOf, opt), ReadStream = streams.ReadStream, WriteStream = streams.WriteStream;
Object.defineProperty(exports, 'ReadStream', { value: ReadStream, writable: true, enumerable: true, configurable: true });
exports.WriteStream = WriteStream;
exports.FileReadStream = ReadStream;
exports.FileWriteStream = WriteStream;
exports.createReadStream = function (path, o) { return new ReadStream(path, o); };
exports.createWriteStream = function (path, o) { return new WriteStream(path, o); };

require('fswatch').extend(exports, pathOf, opt, stats);
