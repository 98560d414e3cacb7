// netonread: sockets whose bytes go to a buffer of the program and a function, instead of to listeners.
var Socket = module.exports = {};

// wanted reports whether options ask for that.
Socket.wanted = function (o) { return o !== null && typeof o === 'object' && (o.buffer instanceof Uint8Array || typeof o.buffer === 'function') && typeof o.callback === 'function'; };
// begin has a socket give what it reads to a function.
Socket.begin = function (self, o) {
  var buffer = o.buffer, make = typeof buffer === 'function' ? buffer : null, left = null, halted = false, giving = false;
  if (make) { buffer = make(); }
  function give() {
    if (giving) { return; }
    giving = true;
    while (left && !halted && !self.destroyed) {
      var n = Math.min(left.length, buffer.length);
      buffer.set(left.subarray(0, n));
      left = n < left.length ? left.subarray(n) : null;
      if (o.callback.call(self, n, buffer) === false) { halted = true; }
      if (make) { buffer = make(); }
    }
    giving = false;
    if (!left && !halted && !self.destroyed) { self._read(); }
  }
  self._take = function (chunk) { left = chunk; give(); };
  self.pause = function () {
    halted = true;
    return Object.getPrototypeOf(self).pause.call(self);
  };
  self.resume = function () {
    var waited = halted;
    halted = false;
    if (waited && self._handle && !self.connecting) { give(); }
    return Object.getPrototypeOf(self).resume.call(self);
  };
};
