// streamerrors: the errors of streams, with the codes and texts of Node.
var errors = require('errors');

function of(code, message, Type) { return function () { return errors.coded(Type || Error, code, message); }; }
exports.pushed = of('ERR_STREAM_PUSH_AFTER_EOF', 'stream.push() after EOF');
exports.unshifted = of('ERR_STREAM_UNSHIFT_AFTER_END_EVENT', 'stream.unshift() after end event');
exports.ended = of('ERR_STREAM_WRITE_AFTER_END', 'write after end');
exports.nothing = of('ERR_STREAM_NULL_VALUES', 'May not write null values to stream', TypeError);
exports.twice = of('ERR_MULTIPLE_CALLBACK', 'Callback called multiple times');
exports.unpipeable = of('ERR_STREAM_CANNOT_PIPE', 'Cannot pipe, not readable');
exports.premature = of('ERR_STREAM_PREMATURE_CLOSE', 'Premature close');
exports.destroyed = function (what) { return errors.coded(Error, 'ERR_STREAM_DESTROYED', 'Cannot call ' + what + ' after a stream was destroyed'); };
exports.finished = function (what) { return errors.coded(Error, 'ERR_STREAM_ALREADY_FINISHED', 'Cannot call ' + what + ' after a stream was finished'); };
exports.missing = function (method) { return errors.coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The ' + method + ' method is not implemented'); };
exports.chunk = function (v) { return errors.argument('chunk', 'of type string or an instance of Buffer, TypedArray, or DataView', v); };
exports.returned = function (expected, name, v) {
  return errors.coded(TypeError, 'ERR_INVALID_RETURN_VALUE', 'Expected ' + expected + ' to be returned from the "' + name + '" function but got ' + errors.described(v) + '.');
};
exports.aborted = errors.aborted;
// joined is one error for two that belong together.
exports.joined = function (first, second) {
  if (!first || !second || first === second) { return first || second; }
  if (Array.isArray(second.errors)) { second.errors.push(first); return second; }
  var e = new AggregateError([second, first], second.message);
  e.code = second.code;
  return e;
};
