// stream: readable, writable and duplex streams, with back pressure.
var Stream = module.exports = require('streamlegacy'), util = require('util'), ask = require('streamquestions'), marks = require('streammarks'), ends = require('streamdestroy');

Stream.isDestroyed = ask.isDestroyed;
Stream.isDisturbed = ask.isDisturbed;
Stream.isErrored = ask.isErrored;
Stream.isReadable = ask.isReadable;
Stream.isWritable = ask.isWritable;
var Readable = Stream.Readable = require('streamreadable'), Writable = Stream.Writable = require('streamwritable'), Duplex = Stream.Duplex = require('streamduplex');
Stream.Transform = require('streamtransform').Transform;
Stream.PassThrough = require('streamtransform').PassThrough;
// duplexPair makes two streams, each of which gives what is written to the other.
Stream.duplexPair = function (o) {
  var a = new Side(o), b = new Side(o);
  a._other = b;
  b._other = a;
  return [a, b];
};
function Side(o) {
  Duplex.call(this, o);
  this._other = this._waiting = null;
}
util.inherits(Side, Duplex);
Side.prototype._read = function () {
  var done = this._waiting;
  if (done) { this._waiting = null; done(); }
};
Side.prototype._write = function (chunk, encoding, done) {
  if (chunk.length === 0) { process.nextTick(done); return; }
  this._other.push(chunk);
  this._other._waiting = done;
};
Side.prototype._final = function (done) {
  this._other.once('end', done);
  this._other.push(null);
};
var finished = require('streamfinished'), pipeline = require('streampipeline');
Stream.pipeline = pipeline.pipeline;
Stream.addAbortSignal = function (signal, s) { return require('streamsignal').add(signal, s); };
Stream.finished = finished.finished;
Stream.destroy = ends.end;
Stream.compose = require('streamcompose');
Stream.getDefaultHighWaterMark = marks.of;
Stream.setDefaultHighWaterMark = marks.set;
Stream.promises = { finished: finished.promised, pipeline: pipeline.promised };
Object.defineProperty(Stream.finished, util.promisify.custom, { enumerable: true, get: function () { return finished.promised; } });
Object.defineProperty(Stream.pipeline, util.promisify.custom, { enumerable: true, get: function () { return pipeline.promised; } });
Stream.Stream = Stream;
Stream._isArrayBufferView = ArrayBuffer.isView;
Stream._isUint8Array = function (v) { return v instanceof Uint8Array; };
Stream._uint8ArrayToBuffer = function (v) { return Buffer.from(v.buffer, v.byteOffset, v.byteLength); };
Object.defineProperty(Stream, '_consumers', { value: require('streamconsumers') });

// Conversion to web streams, see webstreams.
// have refuses what is no stream of a kind.
function have(s, state, name, kind) { if (s === null || s === undefined || typeof s[state] !== 'object') { throw require('errors').argument(name, 'an stream.' + kind, s); } }
// web refuses what is no stream of the web, and wrong options.
function web(s, kind, name, o) {
  if (!(s instanceof require('webstreams')[kind])) { throw require('errors').argument(name, 'an instance of ' + kind, s); }
  if (o !== undefined) { require('validate').object(o, 'options'); }
}
Readable.toWeb = function (s) {
  have(s, '_readableState', 'streamReadable', 'Readable');
  return require('webstreams').toWeb(s);
};
Readable.fromWeb = function (s, o) {
  web(s, 'ReadableStream', 'readableStream', o);
  return require('webstreams').fromWeb(s, o);
};
Duplex.toWeb = function (s) { return { writable: Writable.toWeb(s), readable: Readable.toWeb(s) }; };
Duplex.fromWeb = function (pair, o) { return require('streamduplexof').paired(Writable.fromWeb(pair.writable, o), Readable.fromWeb(pair.readable, o)); };
Writable.toWeb = function (s) {
  have(s, '_writableState', 'streamWritable', 'Writable');
  return require('webstreams').writableToWeb(s);
};
Writable.fromWeb = function (s, o) {
  web(s, 'WritableStream', 'writableStream', o);
  return require('webstreams').writableFromWeb(s, o);
};
