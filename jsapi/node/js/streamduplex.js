// streamduplex: Duplex, which is read and written, and what is made of other things.
var util = require('util'), Stream = require('streamlegacy'), Readable = require('streamreadable'), Writable = require('streamwritable'), ends = require('streamdestroy');

module.exports = Duplex;
function Duplex(o) {
  if (!(this instanceof Duplex)) { return new Duplex(o); }
  this._readableState = new Readable.ReadableState(o, this, true);
  this._writableState = new Writable.WritableState(o, this, true);
  this.allowHalfOpen = !o || o.allowHalfOpen !== false;
  if (o) {
    if (o.readable === false) {
      var r = this._readableState;
      r.readable = false;
      r.ended = r.endEmitted = true;
    }
    if (o.writable === false) {
      var w = this._writableState;
      w.writable = false;
      w.ending = w.ended = w.finished = true;
    }
    if (typeof o.read === 'function') { this._read = o.read; }
    Writable._given(this, o);
    if (o.signal) { require('streamsignal').checked(o.signal, this); }
  }
  Stream.call(this, o);
  if (typeof this._construct === 'function') {
    var self = this;
    ends.construct(this, function () {
      Readable._begun(self);
      Writable._begun(self);
    });
  }
}
util.inherits(Duplex, Readable);
Object.setPrototypeOf(Duplex, Readable);
['write', 'cork', 'uncork', 'setDefaultEncoding', '_write', '_writev', 'end', 'destroy'].forEach(function (k) { Duplex.prototype[k] = Writable.prototype[k]; });
['writable', 'writableFinished', 'writableObjectMode', 'writableBuffer', 'writableEnded', 'writableNeedDrain', 'writableHighWaterMark', 'writableCorked', 'writableLength'].forEach(function (k) {
  Object.defineProperty(Duplex.prototype, k, Object.getOwnPropertyDescriptor(Writable.prototype, k));
});
Object.defineProperty(Duplex.prototype, 'destroyed', {
  get: function () {
    var r = this._readableState, w = this._writableState;
    return !!r && !!w && r.destroyed && w.destroyed;
  },
  set: function (v) { if (this._readableState && this._writableState) { this._readableState.destroyed = this._writableState.destroyed = v; } }
});
Duplex.from = function (body) { return require('streamduplexof')(body, 'body'); };
