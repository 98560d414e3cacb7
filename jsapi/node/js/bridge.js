// bridge: a connection for Go over a stream of JavaScript that is no socket.
var pipe = require('pipe');

module.exports = function (stream) {
  var ends = native.bridge(), own = ends[1];
  pipe.feed(stream, own, function () { pipe.close(own); });
  stream.on('close', function () { pipe.close(own); });
  (function next() {
    pipe.receive(own, function (err, chunk) {
      if (err || chunk === null || stream.destroyed) { if (!stream.destroyed) { stream.end(); } return; }
      if (stream.write(chunk) === false) { stream.once('drain', next); } else { next(); }
    });
  })();
  return ends[0];
};
