// filehandle: the open files of fs.promises.
var EventEmitter = require('events'), errors = require('errors'), validate = require('validate');

// make returns FileHandle for the module fs.
exports.make = function (fs) {
  function FileHandle(fd) {
    EventEmitter.call(this);
    Object.defineProperties(this, {
      number: { value: fd, writable: true },
      closing: { value: null, writable: true }, // the promise of close
      waiting: { value: 0, writable: true }, // operations that are under way
      idle: { value: null, writable: true } // called when none is any more
    });
  }
  Object.setPrototypeOf(FileHandle.prototype, EventEmitter.prototype);
  Object.defineProperty(FileHandle.prototype, 'fd', { get: function () { return this.number; }, configurable: true });

  // operate runs an operation of fs on the file, before which the file is not closed.
  function operate(handle, name, syscall, args, shape) {
    if (handle.number === -1) { return Promise.reject(Object.assign(new Error('file closed'), { code: 'EBADF', syscall: syscall })); }
    handle.waiting++;
    return new Promise(function (resolve, reject) {
      fs[name].apply(fs, [handle.number].concat(args, function (err, v, buffer) { if (err) { reject(err); } else { resolve(shape ? shape(v, buffer) : v); } }));
    }).finally(function () {
      handle.waiting--;
      if (handle.waiting === 0 && handle.idle !== null) { handle.idle(); }
    });
  }
  [['stat', 'fstat'], ['truncate', 'ftruncate'], ['sync', 'fsync'], ['datasync', 'fdatasync'], ['chmod', 'fchmod'], ['chown', 'fchown'], ['utimes', 'futimes'],
    ['readFile', 'readFile', 'readFileHandle'], ['writeFile', 'writeFile'], ['appendFile', 'appendFile', 'writeFile']].forEach(function (names) {
    FileHandle.prototype[names[0]] = function () { return operate(this, names[1], names[2] || names[1], Array.prototype.slice.call(arguments)); };
  });
  FileHandle.prototype.read = async function read(buffer, offset, length, position) {
    if (!ArrayBuffer.isView(buffer)) { // options
      if (buffer !== undefined && buffer !== null) { validate.object(buffer, 'options'); }
      var o = buffer || {};
      buffer = o.buffer === undefined ? Buffer.alloc(16384) : o.buffer;
      validate.bytes(buffer, 'buffer');
      offset = o.offset;
      length = o.length;
      position = o.position;
    }
    return operate(this, 'read', 'read', [buffer, offset, length, position], function (n, b) { return { __proto__: null, bytesRead: n, buffer: b }; });
  };
  FileHandle.prototype.readv = async function readv(list, position) {
    return operate(this, 'readv', 'readv', [list, position], function (n, b) { return { __proto__: null, bytesRead: n, buffers: b }; });
  };
  FileHandle.prototype.write = async function write(data, offset, length, position) {
    if (typeof data !== 'string' && !ArrayBuffer.isView(data)) { throw errors.argument('buffer', 'of type string or an instance of Buffer, TypedArray, or DataView', data); }
    return operate(this, 'write', 'write', [data, offset, length, position], function (n) { return { __proto__: null, bytesWritten: n, buffer: data }; });
  };
  FileHandle.prototype.writev = async function writev(list, position) {
    return operate(this, 'writev', 'writev', [list, position], function (n, b) { return { __proto__: null, bytesWritten: n, buffers: b }; });
  };
  FileHandle.prototype.close = function close() {
    var self = this;
    if (this.number === -1) { return this.closing || Promise.resolve(); }
    var fd = this.number;
    this.number = -1;
    this.closing = new Promise(function (resolve) { if (self.waiting === 0) { resolve(); } else { self.idle = resolve; } }).then(function () {
      return new Promise(function (resolve, reject) { fs.close(fd, function (err) { if (err) { reject(err); } else { resolve(); } }); });
    }).finally(function () { self.closing = undefined; });
    this.emit('close');
    return this.closing;
  };
  FileHandle.prototype.createReadStream = function createReadStream(o) { return new fs.ReadStream(undefined, Object.assign({}, o, { fd: this })); };
  FileHandle.prototype.createWriteStream = function createWriteStream(o) { return new fs.WriteStream(undefined, Object.assign({}, o, { fd: this })); };
  FileHandle.prototype.readLines = function readLines(o) { return require('readline').createInterface({ input: this.createReadStream(o), crlfDelay: Infinity }); };
  FileHandle.prototype.readableWebStream = function readableWebStream() {
    if (this.number === -1) { throw errors.coded(Error, 'ERR_INVALID_STATE', 'Invalid state: The FileHandle is closed'); }
    if (this.locked) { throw errors.coded(Error, 'ERR_INVALID_STATE', 'Invalid state: The FileHandle is locked'); }
    Object.defineProperty(this, 'locked', { value: true });
    var self = this;
    return new ReadableStream({
      type: 'bytes',
      pull: async function (controller) {
        var r = await self.read(new Uint8Array(16384));
        if (r.bytesRead > 0) {
          controller.enqueue(r.buffer.subarray(0, r.bytesRead));
          return;
        }
        controller.close();
        await self.close();
      },
      cancel: function () { return self.close(); }
    });
  };
  if (typeof Symbol.asyncDispose === 'symbol') { FileHandle.prototype[Symbol.asyncDispose] = function () { return this.close(); }; }
  FileHandle.prototype.getAsyncId = function () { return -1; };
  Object.keys(FileHandle.prototype).forEach(function (name) { Object.defineProperty(FileHandle.prototype, name, { enumerable: false }); });
  return FileHandle;
};
