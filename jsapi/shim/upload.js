// req.file(field): the files of a multipart request under one name. Evaluates
// to a function of the native side.
(function (native) {
  'use strict';

  const chunk = 64 * 1024;

  function isWritable(v) { return v !== null && typeof v === 'object' && typeof v.write === 'function' && typeof v.on === 'function'; }

  // once keeps a callback from being called again.
  function once(fn) {
    let called = false;
    return function () {
      if (called) { return undefined; }
      called = true;
      return fn.apply(this, arguments);
    };
  }

  // inTurn calls step(item, next) for one item after the other.
  function inTurn(items, step, done) {
    let at = 0;
    (function next(err) {
      if (err || at === items.length) { done(err || null); return; }
      step(items[at], once(next), at++);
    })();
  }

  function uniqueName(file) {
    const dot = file.filename.lastIndexOf('.');
    return native.require('crypto').randomBytes(16).toString('hex') + (dot < 0 ? '' : file.filename.slice(dot));
  }

  // stream reads one file.
  function stream(req, field, file, at) {
    const Readable = native.require('stream').Readable;
    let offset = 0;
    const s = new Readable({
      read: function () {
        native.readUpload(req, field, at, offset, chunk, function (err, data) {
          if (err) { s.emit('error', err); return; }
          if (!data || !data.length) { s.push(null); return; }
          offset += data.length;
          s.push(data);
        });
      }
    });
    s.filename = file.filename;
    s.field = field;
    s.byteCount = file.size;
    s.headers = { 'content-type': file.type };
    return s;
  }

  // hand gives the files to a receiver, a stream that takes streams.
  function hand(req, field, receiver, options, done) {
    const files = native.uploads(req, field);
    done = once(done);
    receiver.on('error', function (err) { done(err); });
    receiver.once('finish', function () { done(null, files); });
    chooseNames(files, options, function (err, names) {
      if (err) { done(err); return; }
      files.forEach(function (file, i) {
        const s = stream(req, field, file, i);
        file.fd = s.fd = names[i] || uniqueName(file);
        file.status = 'finished';
        file.extra = s.extra = undefined;
        receiver.write(s);
      });
      receiver.end();
    });
  }

  // chooseNames asks options.saveAs for the name of each file.
  function chooseNames(files, options, done) {
    const names = [], choose = options.saveAs;
    if (typeof choose === 'string') { done(null, files.map(function () { return choose; })); return; }
    if (typeof choose !== 'function') { done(null, names); return; }
    inTurn(files, function (file, next) {
      choose(file, function (err, name) {
        if (err) { next(err); return; }
        names.push(String(name));
        next();
      });
    }, function (err) { done(err, names); });
  }

  // store puts the files on the disk.
  function store(req, field, options, done) {
    const files = native.uploads(req, field);
    chooseNames(files, options, function (err, names) {
      if (err) { done(err); return; }
      const plain = { dirname: options.dirname, maxBytes: options.maxBytes, saveAs: names };
      native.upload(req, field, plain, function (err, saved) {
        if (err) { done(err); return; }
        if (typeof options.onProgress === 'function') {
          saved.forEach(function (f, i) {
            options.onProgress({ id: i, fd: f.fd, name: f.filename, written: f.size, total: f.size, percent: 100 });
          });
        }
        done(null, saved);
      });
    });
  }

  function file(field) {
    const req = this;
    if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS') {
      throw new Error('req.file() cannot be used in a ' + req.method + ' request: it carries no body');
    }
    return {
      upload: function (options, done) {
        if (typeof options === 'function' && done === undefined) { done = options; options = {}; }
        if (typeof done !== 'function') { throw new TypeError('req.file().upload() needs a callback'); }
        if (typeof options === 'string') { options = { dirname: options }; }
        options = options || {};
        if (isWritable(options)) {
          hand(req, field, options, {}, done);
        } else if (typeof options.adapter === 'function') {
          hand(req, field, options.adapter(options).receive(options), options, done);
        } else if (options.adapter && typeof options.adapter.receive === 'function') {
          hand(req, field, options.adapter.receive(options), options, done);
        } else {
          store(req, field, options, done);
        }
        return this;
      },
      // pipe hands the files to a receiver that looks after itself.
      pipe: function (receiver) {
        hand(req, field, receiver, {}, function () {});
        return receiver;
      },
      on: function () { return this; },
      once: function () { return this; }
    };
  }

  return file;
})
