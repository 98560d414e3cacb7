// fsstreams: the streams of files. Libraries replace their method open, and call the
// constructors on their own objects.
var stream = require('stream'), ends = require('streamdestroy'), deprecate = require('util').deprecate, inherits = require('util').inherits, errors = require('errors'), failures = require('streamerrors'), validate = require('validate');

// make returns the constructors for the module fs, which checks paths and options.
exports.make = function (fs, pathOf, options) {
  // prepare sets what both kinds have, before the constructor of the stream is called.
  function prepare(self, path, o, otherwise) {
    if (o.autoDestroy === undefined) { o.autoDestroy = o.autoClose === undefined ? true : o.autoClose; }
    if (o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
    self.fd = null;
    if (o.fd === undefined || o.fd === null) {
      self.system = o.fs || fs;
      validate.func(self.system.open, 'options.fs.open');
      self.path = pathOf(path);
      self.flags = o.flags === undefined ? otherwise : o.flags;
      self.mode = o.mode === undefined ? 438 : o.mode;
    } else if (typeof o.fd === 'number') {
      self.system = o.fs || fs;
      self.fd = o.fd;
    } else if (o.fd instanceof fs.FileHandle) {
      if (o.fs) { throw failures.missing('FileHandle with fs'); }
      self.system = byHandle(o.fd);
      self.fd = o.fd.fd;
    } else {
      throw errors.argument('options.fd', 'of type number or an instance of FileHandle', o.fd);
    }
    if (o.autoDestroy) { validate.func(self.system.close, 'options.fs.close'); }
    self.autoClose = o.autoDestroy;
    Object.defineProperties(self, { system: { enumerable: false, writable: true }, busy: { value: false, writable: true } });
  }
  // copied has the members of options, those that they inherit too.
  function copied(o) {
    var out = {};
    for (var k in o) { out[k] = o[k]; }
    return out;
  }
  // begin sets the place where the stream begins; undefined is where the file is at.
  function begin(self, start) {
    if (start !== undefined) { validate.integer(start, 'start', 0); }
    self.start = self.pos = start;
  }
  function follow(self, o) {
    if (o.fd instanceof fs.FileHandle) { o.fd.on('close', function () { self.destroy(); }); }
  }
  // byHandle are the operations of a FileHandle, whose methods a program may replace.
  function byHandle(handle) {
    function later(promise, value, done) {
      promise.then(function (r) { done(null, value === undefined ? undefined : r[value], r && r.buffer); }, done);
    }
    return {
      close: function (fd, done) { later(handle.close(), undefined, done); },
      fsync: function (fd, done) { later(handle.sync(), undefined, done); },
      read: function (fd, b, offset, length, position, done) { later(handle.read(b, offset, length, position), 'bytesRead', done); },
      write: function (fd, b, offset, length, position, done) { later(handle.write(b, offset, length, position), 'bytesWritten', done); },
      writev: function (fd, list, position, done) { later(handle.writev(list, position), 'bytesWritten', done); }
    };
  }
  // Called by a program, open does nothing: see construct.
  var opens = { read: deprecate(function open() {}, 'ReadStream.prototype.open() is deprecated', 'DEP0135'), write: deprecate(function open() {}, 'WriteStream.prototype.open() is deprecated', 'DEP0135') };
  // construct opens the file before the stream reads or writes. A program may have replaced the method open, which then
  // emits what it has done.
  function construct(done) {
    var self = this;
    if (typeof this.fd === 'number') {
      done();
      return;
    }
    if (this.open !== opens.read && this.open !== opens.write) {
      var emit = this.emit;
      this.emit = function (name, v) {
        if (name !== 'open' && name !== 'error') { return emit.apply(this, arguments); }
        this.emit = emit;
        done(name === 'error' ? v : undefined);
        return name === 'open' ? emit.apply(this, arguments) : true;
      };
      this.open();
      return;
    }
    this.system.open(this.path, this.flags, this.mode, function (err, fd) {
      if (err) {
        done(err);
        return;
      }
      self.fd = fd;
      done();
      self.emit('open', fd);
      self.emit('ready');
    });
  }
  // shut closes the file, once what is being read or written is over.
  function shut(err, done) {
    var self = this, fd = this.fd;
    if (this.busy) {
      this.once('framework:idle', function () { shut.call(self, err, done); });
      return;
    }
    if (typeof fd !== 'number' || this.autoClose === false && !err) {
      done(err);
      return;
    }
    this.system.close(fd, function (e) { done(err || e); });
    this.fd = null;
  }
  // over reports whether the stream was destroyed while the operation was under way.
  function over(self) {
    self.busy = false;
    if (!self.destroyed) { return false; }
    self.emit('framework:idle');
    return true;
  }

  function ReadStream(path, o) {
    if (!(this instanceof ReadStream)) { return new ReadStream(path, o); }
    o = copied(options(o));
    if (o.highWaterMark === undefined) { o.highWaterMark = 65536; }
    prepare(this, path, o, 'r');
    if (o.autoDestroy) { validate.func(this.system.read, 'options.fs.read'); }
    begin(this, o.start);
    this.end = o.end === undefined ? Infinity : o.end;
    this.bytesRead = 0;
    if (this.end !== Infinity) {
      validate.integer(this.end, 'end', 0);
      if (this.start !== undefined && this.start > this.end) { throw validate.outOfRange('start', '<= "end" (here: ' + this.end + ')', this.start); }
    }
    stream.Readable.call(this, { highWaterMark: o.highWaterMark, encoding: o.encoding, objectMode: o.objectMode, autoDestroy: o.autoDestroy, emitClose: o.emitClose, signal: o.signal });
    follow(this, o);
  }
  inherits(ReadStream, stream.Readable);
  ReadStream.prototype.open = opens.read;
  ReadStream.prototype._construct = construct;
  ReadStream.prototype._destroy = shut;
  ReadStream.prototype.close = function (done) { this.destroy(null, done); };
  ReadStream.prototype._read = function (n) {
    var self = this;
    n = Math.min(n, this.end - (this.pos === undefined ? this.bytesRead : this.pos) + 1);
    if (n <= 0) {
      this.push(null);
      return;
    }
    var b = Buffer.allocUnsafe(n);
    this.busy = true;
    this.system.read(this.fd, b, 0, n, this.pos === undefined ? null : this.pos, function (err, got, buffer) {
      if (over(self)) { return; }
      if (err) {
        ends.errorOrDestroy(self, err);
        return;
      }
      if (self.pos !== undefined) { self.pos += got; }
      self.bytesRead += got;
      if (got > 0 && got < n) { self.push(Buffer.from((buffer || b).subarray(0, got))); } else { self.push(got > 0 ? buffer || b : null); } // what is not filled is not kept
    });
  };
  Object.defineProperty(ReadStream.prototype, 'pending', { configurable: true, get: function () { return this.fd === null; } });

  function WriteStream(path, o) {
    if (!(this instanceof WriteStream)) { return new WriteStream(path, o); }
    o = copied(options(o));
    if (o.flush !== undefined && o.flush !== null) { validate.boolean(o.flush, 'options.flush'); }
    prepare(this, path, o, 'w');
    var system = this.system;
    if (!system.write && !system.writev) { throw errors.argument('options.fs.write', 'of type function', system.write); }
    if (system.write) { validate.func(system.write, 'options.fs.write'); }
    if (system.writev) { validate.func(system.writev, 'options.fs.writev'); }
    if (o.flush) { validate.func(system.fsync, 'options.fs.fsync'); }
    begin(this, o.start);
    this.bytesWritten = 0;
    if (!system.write) { this._write = null; }
    if (!system.writev) { this._writev = null; }
    Object.defineProperty(this, 'flush', { value: Boolean(o.flush), enumerable: false });
    stream.Writable.call(this, { highWaterMark: o.highWaterMark, defaultEncoding: o.encoding || o.defaultEncoding, autoDestroy: o.autoDestroy, emitClose: o.emitClose, signal: o.signal });
    follow(this, o);
  }
  inherits(WriteStream, stream.Writable);
  WriteStream.prototype.open = opens.write;
  WriteStream.prototype._construct = construct;
  WriteStream.prototype._destroy = shut;
  WriteStream.prototype.close = function (done) {
    if (done) {
      if (this.closed) {
        process.nextTick(done);
        return;
      }
      this.once('close', done);
    }
    if (!this.autoClose) { this.once('finish', this.destroy.bind(this, null)); }
    this.end();
  };
  WriteStream.prototype.destroySoon = WriteStream.prototype.end;
  function written(self, all, again, done) {
    return function (err, n) {
      if (over(self)) {
        done(err || failures.destroyed('write'));
        return;
      }
      if (err) {
        done(err);
        return;
      }
      self.bytesWritten += n;
      if (self.pos !== undefined) { self.pos += n; }
      if (n < all) { again(n); } else { done(); }
    };
  }
  function place(self) { return self.pos === undefined ? null : self.pos; }
  function put(self, chunk, done) {
    self.busy = true;
    self.system.write(self.fd, chunk, 0, chunk.length, place(self), written(self, chunk.length, function (n) { put(self, chunk.subarray(n), done); }, done));
  }
  function putAll(self, chunks, done) {
    var size = chunks.reduce(function (n, c) { return n + c.length; }, 0);
    self.busy = true;
    self.system.writev(self.fd, chunks, place(self), written(self, size, function (n) { putAll(self, [Buffer.concat(chunks).subarray(n)], done); }, done));
  }
  WriteStream.prototype._write = function (chunk, encoding, done) {
    put(this, chunk, done);
  };
  WriteStream.prototype._writev = function (list, done) {
    putAll(this, list.map(function (entry) { return entry.chunk; }), done);
  };
  WriteStream.prototype._final = function (done) {
    if (this.flush) { this.system.fsync(this.fd, done); } else { done(); }
  };
  Object.defineProperty(WriteStream.prototype, 'pending', { configurable: true, get: function () { return this.fd === null; } });
  return { ReadStream: ReadStream, WriteStream: WriteStream };
};
