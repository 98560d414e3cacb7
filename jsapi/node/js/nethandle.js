// nethandle: what a socket has of its connection, with the members of Node's handles that packages use.
var pipe = require('pipe');

class Handle {
  #weak = false;
  constructor() {
    this.reading = false;
    this.onconnection = null;
    Object.defineProperties(this, { _pipe: { value: null, writable: true }, _info: { value: null, writable: true }, _cancel: { value: null, writable: true } });
  }
  // _take gives the handle its connection.
  _take(info) {
    this._info = info;
    this._pipe = info.pipe;
    if (this.#weak) { pipe.weaken(this._pipe, true); }
  }
  get fd() { return this._pipe ? pipe.descriptor(this._pipe) : -1; }
  setNoDelay(on) { if (this._pipe) { native.noDelay(this._pipe, on); } return 0; }
  setKeepAlive(on, seconds) { if (this._pipe) { native.keepAlive(this._pipe, on, seconds); } return 0; }
  ref() { this.#weaken(false); }
  unref() { this.#weaken(true); }
  hasRef() { return !this.#weak; }
  #weaken(weak) {
    this.#weak = weak;
    if (this._pipe) { pipe.weaken(this._pipe, weak); }
  }
  getsockname(out) { return shown(this._info, 'local', out); }
  getpeername(out) { return shown(this._info, 'remote', out); }
  reset(done) {
    if (this._pipe) { native.reset(this._pipe); }
    this.close(done);
    return 0;
  }
  close(done) {
    if (this._cancel) { this._cancel(); }
    if (this._pipe) { pipe.close(this._pipe); }
    this._pipe = this._cancel = null;
    if (done) { setImmediate(done); }
  }
}
function shown(info, side, out) {
  if (!info || info[side + 'Address'] === undefined) { return info ? 0 : -9; }
  out.address = info[side + 'Address'];
  out.family = info[side + 'Family'];
  out.port = info[side + 'Port'];
  return 0;
}
exports.TCP = class TCP extends Handle {};
exports.Pipe = class Pipe extends Handle {};
exports.TLSWrap = class TLSWrap extends Handle {};

// Listener is the handle of a server; onconnection is called with a code of 0 and the handle of each connection.
exports.Listener = class Listener {
  #own;
  #weak = false;
  constructor(where) {
    var self = this, Kind = where.path ? exports.Pipe : exports.TCP;
    this.onconnection = null;
    this.#own = native.listen(where, function (info) {
      var handle = new Kind();
      handle._take(info);
      if (!self.#own || !self.onconnection) { handle.close(); return; }
      self.onconnection(0, handle);
    });
  }
  get fd() { return this.#own ? this.#own.descriptor : -1; }
  get address() { return this.#own ? this.#own.address : null; }
  getsockname(out) { Object.assign(out, this.address); return 0; }
  ref() { this.#weaken(false); }
  unref() { this.#weaken(true); }
  hasRef() { return !this.#weak; }
  #weaken(weak) {
    this.#weak = weak;
    if (this.#own) { this.#own.weaken(weak); }
  }
  close(done) {
    if (this.#own) { this.#own.close(); }
    this.#own = null;
    if (done) { setImmediate(done); }
  }
};
// open makes the handle of a descriptor that the process was given.
exports.open = function (fd) {
  var info = native.open(fd), handle = new (info.localAddress === undefined ? exports.Pipe : exports.TCP)();
  handle._take(info);
  return handle;
};
