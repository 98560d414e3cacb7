// req.file(field): the files of one field of a multipart request, while they arrive.
// Evaluates to a function that Go calls.
(function (native) {
  'use strict';

  const defaultLimit = 15000000;

  function isWritable(v) { return v !== null && typeof v === 'object' && typeof v.write === 'function' && typeof v.on === 'function'; }

  // once ignores further calls of a callback.
  function once(fn) {
    let called = false;
    return function () {
      if (called) { return undefined; }
      called = true;
      return fn.apply(this, arguments);
    };
  }

  function extension(name) {
    const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1), dot = base.lastIndexOf('.');
    return dot > 0 && /^\.[\w-]{1,63}$/.test(base.slice(dot)) ? base.slice(dot) : '';
  }

  // tooLarge makes the error of skipper, whose members are all seen in JSON, of one
  // for an upload that is too large.
  function tooLarge(err, limit, written) {
    if (!err || err.code !== 'E_EXCEEDS_UPLOAD_LIMIT' || Object.keys(err).indexOf('message') >= 0) { return err; }
    if (written === undefined) { written = err.written; }
    const made = new Error();
    Object.assign(made, { code: err.code, name: 'Upload Error' });
    if (limit !== undefined) { made.maxBytes = limit; }
    if (written !== undefined) { made.written = written; }
    Object.defineProperty(made, 'message', { value: err.message, writable: true, enumerable: true, configurable: true });
    return made;
  }

  // chooseName calls options.saveAs for the name of a file.
  function chooseName(stream, options, done) {
    const choose = options.saveAs;
    if (typeof choose === 'string') { done(null, choose); return; }
    if (typeof choose !== 'function') { done(null, undefined); return; }
    done = once(done);
    try {
      choose(stream, function (err, name) {
        if (err) { done(err); return; }
        if (typeof name !== 'string' || name === '') {
          done(new Error('upload: saveAs has to give its callback the name of the file, a text; it gave ' + JSON.stringify(name)));
          return;
        }
        done(null, name);
      });
    } catch (err) { done(err); }
  }

  function file(req, field) {
    const node = native.require('stream');
    let at = 0; // number of files that were taken
    const streams = [], statuses = [];

    // stream makes the stream of one file.
    function stream(i, info) {
      if (streams[i]) { return streams[i]; }
      let read = 0;
      const s = new node.Readable({
        read: function () {
          native.readUpload(req, field, i, function (err, data) {
            if (err) { s.emit('error', tooLarge(err)); return; }
            if (data === null || data === undefined || !data.length) { s.push(null); return; }
            read += data.length;
            if (s.counts) { s.byteCount = read; }
            if (s.limit && !s.limit(data.length)) { return; }
            s.push(data);
          });
        }
      });
      s.name = s.field = field;
      s.filename = info.filename;
      s.headers = { 'content-disposition': 'form-data; name="' + field + '"; filename="' + info.filename + '"' };
      if (info.type) { s.headers['content-type'] = info.type; }
      s.type = info.type;
      s.byteCount = info.size;
      s.counts = true;
      // Errors of a file without a listener must not be thrown.
      s.on('error', function () {});
      ['counts', 'limit'].forEach(function (k) { Object.defineProperty(s, k, { value: s[k], writable: true, enumerable: false }); });
      streams[i] = s;
      statuses[i] = 'bufferingOrWriting';
      return s;
    }

    // each calls step(stream, i, next) for the next and all following files when they
    // begin, and done at the end of the body.
    function each(step, done) {
      done = once(done);
      native.nextUpload(req, field, at, function (err, info) {
        if (err) { done(tooLarge(err)); return; }
        if (!info) { native.lateFields(req); done(null); return; }
        const i = at++;
        step(stream(i, info), i, once(function (failed) {
          if (failed) { done(failed); return; }
          each(step, done);
        }));
      });
    }

    // Used as a stream, the upstream ends after its files.
    let reading = 0, last = false;
    function settle() { if (last && !reading) { native.lateFields(req); up.push(null); } }
    // Code such as sails-hook-uploads looks for the name of the constructor.
    class Upstream extends node.Readable {}
    const up = new Upstream({
      objectMode: true,
      read: function () {
        native.claimUpload(req, field);
        native.nextUpload(req, field, at, function (err, info) {
          if (err) { up.emit('error', tooLarge(err)); return; }
          if (!info) { last = true; settle(); return; }
          const i = at++, s = stream(i, info);
          reading++;
          s.on('end', function () { statuses[i] = 'finished'; reading--; settle(); });
          up.push(s);
        });
      }
    });
    up.fieldName = native.hasUpload(req) ? field : 'NOOP_' + field; // as in Sails, for code that looks whether there is a file
    // Listeners of progress and of errors are optional.
    up.on('error', function () {});
    Object.defineProperty(up, '_files', {
      get: function () {
        return native.uploads(req, field).map(function (info, i) { return { stream: stream(i, info), status: statuses[i] }; });
      }
    });

    function describe(s, i, fd, size) {
      const made = {
        fd: fd, size: size, type: s.headers['content-type'], filename: s.filename,
        status: statuses[i], field: field, extra: s.extra
      };
      Object.defineProperty(made, 'stream', { value: s, writable: true, enumerable: false });
      return made;
    }

    // store writes the files to the disk.
    function store(options, done) {
      const files = [], paths = [], limit = options.maxBytes === undefined || options.maxBytes ? native.byteCount(options.maxBytes, defaultLimit) : 0;
      let used = 0;
      const listens = typeof options.onProgress === 'function' || up.listenerCount('progress') > 0;
      function report(s, i, fd, written, total) {
        total = Math.max(total, written);
        const milestone = {
          id: i, fd: fd, name: s.filename, field: field, written: written, total: total,
          percent: total ? Math.floor(written / total * 100) : 100
        };
        if (typeof options.onProgress === 'function') { options.onProgress(milestone); }
        up.emit('progress', milestone);
      }
      each(function (s, i, next) {
        chooseName(s, options, function (err, name) {
          if (err) { next(err); return; }
          const reports = listens || up.listenerCount('progress') > 0;
          const progress = reports ? function (written, total) { report(s, i, name, written, total); } : undefined;
          const where = { dirname: options.dirname, name: name, limit: limit, used: used };
          native.saveUpload(req, field, i, where, progress, function (err, saved) {
            if (err) { next(tooLarge(err, limit)); return; }
            used += saved.size;
            statuses[i] = 'finished';
            s.fd = saved.fd;
            paths.push(saved.path);
            s.byteCount = saved.sent;
            files.push(describe(s, i, saved.fd, saved.sent));
            if (reports) { report(s, i, saved.fd, saved.size, saved.size); }
            next();
          });
        });
      }, function (err) {
        if (err) {
          native.removeUploads(paths);
          done(err);
          return;
        }
        done(null, files);
      });
    }

    // hand writes the files to a receiver, a writable stream of streams.
    function hand(receiver, options, done) {
      const took = [];
      let used = 0, over = false;
      const limit = options.maxBytes === undefined ? 0 : native.byteCount(options.maxBytes, 0);
      function list() {
        return took.map(function (t) {
          const s = t.stream;
          const fd = typeof s.skipperFd === 'string' && s.skipperFd !== t.fd ? s.skipperFd : s.fd;
          return describe(s, t.at, fd, s.byteCount);
        });
      }
      const finish = once(function (err) {
        over = true;
        if (err) { native.dropUpload(req, field); done(err, list()); return; }
        native.lateFields(req);
        done(null, list());
      });
      function tooMuch(s, n) {
        used += n;
        if (!limit || used <= limit) { return true; }
        const err = new Error('Upload limit of ' + limit + ' bytes exceeded (' + used + ' bytes written)');
        err.code = 'E_EXCEEDS_UPLOAD_LIMIT';
        const shown = tooLarge(err, limit, used);
        s.emit('error', shown);
        finish(shown);
        return false;
      }
      receiver.on('error', finish);
      receiver.on('progress', function (milestone) { up.emit('progress', milestone); });
      receiver.on('writefile', function (s) {
        took.forEach(function (t) { if (t.stream === s) { statuses[t.at] = 'finished'; } });
      });
      receiver.once('finish', function () { finish(null); });
      each(function (s, i, next) {
        chooseName(s, options, function (err, name) {
          if (err) { next(err); return; }
          if (over) { return; }
          let fd = name === undefined ? native.require('crypto').randomUUID() + extension(s.filename) : name;
          if (typeof options.dirname === 'string') { fd = native.require('path').join(options.dirname, fd); }
          s.fd = s.skipperFd = fd;
          s.limit = function (n) { return tooMuch(s, n); };
          // An adapter may set its own size; until then it is the number of bytes read.
          took.push({ stream: s, at: i, fd: fd });
          receiver.write(s);
          next();
        });
      }, function (err) {
        if (err) { finish(err); return; }
        if (!over) { receiver.end(); }
      });
    }

    // A second upload of the field calls back with the files of the first one.
    let stored;

    up.upload = function (options, done) {
      if (typeof options === 'function' && typeof done !== 'function') { done = options; options = {}; }
      const callback = once(function (err, files) {
        if (!err) { stored = files; up.emit('end'); }
        if (typeof done === 'function') { done(err, files); } else if (err) { throw err; }
      });
      if (stored) { setImmediate(callback, null, stored); return up; }
      if (typeof options === 'string') { options = { saveAs: options }; }
      options = options || {};
      native.claimUpload(req, field);
      const fail = function (err) { native.dropUpload(req, field); callback(err, []); };
      try {
        if (isWritable(options)) { hand(options, {}, callback); return up; }
        const own = Object.assign({}, options);
        // A path determines where the file is stored, unless a folder is given too.
        if (typeof own.saveAs === 'string' && own.saveAs[0] === '/') {
          const slash = own.saveAs.lastIndexOf('/');
          own.dirname = own.dirname || own.saveAs.slice(0, slash) || '/';
          own.saveAs = own.saveAs.slice(slash + 1);
        }
        let adapter = own.adapter;
        if (typeof adapter === 'function') { adapter = adapter(own); }
        if (adapter && typeof adapter.receive === 'function') { hand(adapter.receive(own), own, callback); return up; }
        if (adapter !== undefined) { throw new TypeError('upload: the adapter has no receive()'); }
        store(own, function (err, files) {
          if (err) { native.dropUpload(req, field); }
          callback(err, files);
        });
      } catch (err) { fail(err); }
      return up;
    };
    return up;
  }

  // A request has one upstream for each field: further calls return the same.
  const upstreams = new WeakMap();

  return function (field) {
    const req = this;
    if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS') {
      throw new Error('`req.file()` cannot be used with an HTTP GET, OPTIONS, or HEAD request.');
    }
    field = String(field);
    let fields = upstreams.get(req);
    if (!fields) { upstreams.set(req, fields = new Map()); }
    if (!fields.has(field)) { fields.set(field, file(req, field)); }
    return fields.get(field);
  };
})
