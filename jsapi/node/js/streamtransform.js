// streamtransform: Transform, whose output is made of its input, and PassThrough.
var util = require('util'), Duplex = require('streamduplex'), errors = require('streamerrors'), marks = require('streammarks');
var waiting = Symbol('kCallback');

function Transform(o) {
  if (!(this instanceof Transform)) { return new Transform(o); }
  // Without a buffer behind it, what it makes is not buffered in front of it either.
  var mark = o ? marks.given(o, 'readableHighWaterMark') : null;
  if (mark === 0) { o = Object.assign({}, o, { highWaterMark: null, readableHighWaterMark: mark, writableHighWaterMark: o.writableHighWaterMark || 0 }); }
  Duplex.call(this, o);
  this._readableState.sync = false; // what is pushed before the first read is no answer to it
  this[waiting] = null;
  if (o) {
    if (typeof o.transform === 'function') { this._transform = o.transform; }
    if (typeof o.flush === 'function') { this._flush = o.flush; }
  }
  this.on('prefinish', prefinish);
}
util.inherits(Transform, Duplex);
Object.setPrototypeOf(Transform, Duplex);
function final(done) {
  var self = this;
  if (typeof self._flush !== 'function' || self.destroyed) {
    self.push(null);
    if (done) { done(); }
    return;
  }
  self._flush(function (err, out) {
    if (err) { if (done) { done(err); } else { self.destroy(err); } return; }
    if (out !== undefined && out !== null) { self.push(out); }
    self.push(null);
    if (done) { done(); }
  });
}
// A class with a _final of its own ends after it.
function prefinish() { if (this._final !== final) { final.call(this); } }
Transform.prototype._final = final;
Transform.prototype._transform = function () { throw errors.missing('_transform()'); };
Transform.prototype._write = function (chunk, encoding, done) {
  var self = this, r = self._readableState, w = self._writableState, before = r.length;
  self._transform(chunk, encoding, function (err, out) {
    if (err) { done(err); return; }
    if (out !== undefined && out !== null) { self.push(out); }
    if (r.ended) { process.nextTick(done); return; } // it was ended here, so what is written next comes later
    if (w.ended || before === r.length || r.length < r.highWaterMark) { done(); } else { self[waiting] = done; }
  });
};
Transform.prototype._read = function () {
  var done = this[waiting];
  if (!done) { return; }
  this[waiting] = null;
  done();
};

function PassThrough(o) {
  if (!(this instanceof PassThrough)) { return new PassThrough(o); }
  Transform.call(this, o);
}
util.inherits(PassThrough, Transform);
Object.setPrototypeOf(PassThrough, Transform);
PassThrough.prototype._transform = function (chunk, encoding, done) { done(null, chunk); };
module.exports = { Transform: Transform, PassThrough: PassThrough };
