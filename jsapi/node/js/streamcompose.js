// streamcompose: one Duplex for streams that are connected.
var ends = require('streamdestroy'), errors = require('streamerrors'), ask = require('streamquestions'), Duplex = require('streamduplex'), finished = require('streamfinished').finished;
var validate = require('validate'), of = require('streamduplexof'), Link = require('streamlink');

module.exports = function compose() {
  var list = Array.prototype.slice.call(arguments), given = list.slice(), end = list.length - 1;
  if (!list.length) { throw require('errors').missing('streams'); }
  if (!end) { return of(list[0], 'body'); }
  if (typeof list[0] === 'function') { list[0] = of(list[0], 'body'); }
  if (typeof list[end] === 'function') { list[end] = of(list[end], 'body'); }
  list.forEach(function (s, i) {
    if (!ask.isNodeStream(s)) { return; }
    if (i < end && !ask.isReadable(s)) { throw validate.invalidValue('streams[' + i + ']', given[i], 'must be readable'); }
    if (i > 0 && !ask.isWritable(s)) { throw validate.invalidValue('streams[' + i + ']', given[i], 'must be writable'); }
  });
  var closed, head = list[0], tail = require('streampipeline').pipeline.apply(null, list.concat(over)), writes = !!ask.isWritable(head), reads = !!ask.isReadable(tail);
  function over(err) {
    var done = closed;
    closed = null;
    if (done) { done(err); } else if (err) { d.destroy(err); } else if (!reads && !writes) { d.destroy(); }
  }
  var d = new Duplex({ writableObjectMode: !!(head && head.writableObjectMode), readableObjectMode: !!(tail && tail.readableObjectMode), writable: writes, readable: reads }), link = new Link(d);
  if (writes) {
    link.writeTo(head);
    finished(tail, function () { link.ended(); });
  }
  if (reads) { link.readFrom(tail); }
  d._destroy = function (err, done) {
    if (!err && closed !== null) { err = errors.aborted(); }
    link.leave();
    if (closed === null) { done(err); return; }
    closed = done;
    ends.end(tail, err);
  };
  return d;
};
