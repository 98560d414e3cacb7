// streamlink: has a Duplex write to one stream and read from another.
module.exports = Link;
function Link(duplex) {
  this.duplex = duplex;
  this._drained = this._ended = this._read = null; // what waits
}
// writeTo passes what is written to a stream; ended says that the stream has it all.
Link.prototype.writeTo = function (to) {
  var self = this;
  this.duplex._write = function (chunk, encoding, done) { if (to.write(chunk, encoding)) { done(); } else { self._drained = done; } };
  this.duplex._final = function (done) {
    to.end();
    self._ended = done;
  };
  to.on('drain', function () {
    var done = self._drained;
    self._drained = null;
    if (done) { done(); }
  });
};
Link.prototype.ended = function () {
  var done = this._ended;
  this._ended = null;
  if (done) { done(); }
};
// readFrom passes what a stream gives to those who read the Duplex.
Link.prototype.readFrom = function (source) {
  var self = this, d = this.duplex;
  source.on('readable', function () {
    var read = self._read;
    self._read = null;
    if (read) { read(); }
  });
  source.on('end', function () { d.push(null); });
  d._read = function () {
    for (;;) {
      var chunk = source.read();
      if (chunk === null) { self._read = d._read; return; }
      if (!d.push(chunk)) { return; }
    }
  };
};
// leave forgets what waits.
Link.prototype.leave = function () { this._drained = this._ended = this._read = null; };
