// streamsignal: has a signal destroy a stream.
var errors = require('streamerrors'), ask = require('streamquestions');

module.exports = function (signal, s) {
  function stop() { s.destroy(errors.aborted(signal)); }
  if (signal.aborted) { stop(); return s; }
  signal.addEventListener('abort', stop);
  require('streamfinished').finished(s, function () { signal.removeEventListener('abort', stop); });
  return s;
};
// checked is the same for the signal of an option.
module.exports.checked = function (signal, s) {
  require('validate').signal(signal, 'signal');
  return module.exports(signal, s);
};
// add is the same for what a caller passes.
module.exports.add = function (signal, s) {
  if (typeof signal !== 'object' || !('aborted' in signal)) { throw require('errors').argument('signal', 'an instance of AbortSignal', signal); }
  if (ask.isReadableStream(s) || ask.isWritableStream(s)) {
    var stop = function () { require('webstreams').broken(s, errors.aborted(signal)); };
    if (signal.aborted) { stop(); } else { signal.addEventListener('abort', stop); }
    return s;
  }
  if (!ask.isNodeStream(s)) { throw require('errors').argument('stream', 'an instance of ReadableStream, WritableStream, or Stream', s); }
  return module.exports(signal, s);
};
