// pipe: streams over byte streams of Go.
var stream = require('stream');

exports.receive = native.read;
exports.read = function (pipe) {
  var self = this;
  native.read(pipe, function (err, chunk) {
    if (self.destroyed) { return; }
    if (err) { self.destroy(err); return; }
    exports.deliver(self, chunk);
  });
};
// deliver gives a stream what was read of a connection or a process. If a listener throws an error that something
// else handles, what comes later is read nevertheless, as in Node, where the system goes on reporting it.
exports.deliver = function (stream, chunk) {
  var thrown = true;
  try {
    stream.push(chunk);
    thrown = false;
  } finally {
    if (thrown && chunk !== null && !stream.destroyed) { stream.read(0); }
  }
};
exports.weaken = native.weaken;
exports.descriptor = native.descriptor;
exports.write = function (pipe, chunk, done) { if (native.write(pipe, chunk, function (err) { done(err || undefined); })) { done(); } };
// feed writes what a stream gives, and calls end behind all of it: a stream that is paused may end before
// its last piece is written.
exports.feed = function (stream, pipe, end) {
  var writing = false, ended = false;
  stream.on('data', function (chunk) {
    writing = true;
    stream.pause();
    exports.write(pipe, chunk, function (err) {
      writing = false;
      if (ended) { end(); } else if (!err) { stream.resume(); }
    });
  });
  stream.on('end', function () {
    ended = true;
    if (!writing) { end(); }
  });
};
exports.end = function (pipe, done) { native.end(pipe, function (err) { done(err || undefined); }); };
exports.close = native.close;
exports.quiet = native.quiet;

exports.readable = function (pipe, o) {
  return owned(pipe, new stream.Readable(Object.assign({
    highWaterMark: 65536,
    read: function () { exports.read.call(this, pipe); },
    destroy: function (err, done) { native.close(pipe); done(err); }
  }, o)));
};
exports.writable = function (pipe, o) {
  return owned(pipe, new stream.Writable(Object.assign({
    write: function (chunk, encoding, done) { exports.write(pipe, chunk, done); },
    final: function (done) { exports.end(pipe, done); },
    destroy: function (err, done) { native.close(pipe); done(err); }
  }, o)));
};
// owned has a stream know its pipe, for a process that is to have it.
function owned(pipe, s) { return Object.defineProperty(s, '_pipe', { value: pipe }); }
