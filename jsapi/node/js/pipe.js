// pipe: streams over byte streams of Go.
var stream = require('stream');

exports.receive = native.read;
exports.read = function (pipe) {
  var self = this;
  native.read(pipe, function (err, chunk) {
    if (self.destroyed) { return; }
    if (err) { self.destroy(err); return; }
    self.push(chunk);
  });
};
exports.write = function (pipe, chunk, done) { if (native.write(pipe, chunk, function (err) { done(err || undefined); })) { done(); } };
exports.end = function (pipe, done) { native.end(pipe, function (err) { done(err || undefined); }); };
exports.close = native.close;

exports.readable = function (pipe, o) {
  return new stream.Readable(Object.assign({
    highWaterMark: 65536,
    read: function () { exports.read.call(this, pipe); },
    destroy: function (err, done) { native.close(pipe); done(err); }
  }, o));
};
exports.writable = function (pipe, o) {
  return new stream.Writable(Object.assign({
    write: function (chunk, encoding, done) { exports.write(pipe, chunk, done); },
    final: function (done) { exports.end(pipe, done); },
    destroy: function (err, done) { native.close(pipe); done(err); }
  }, o));
};
