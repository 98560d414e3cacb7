// errors: errors with the codes of Node, whose text names the code.
function coded(Type, code, message, members) {
  var e = new Type(message), stack = String(e.stack), at = stack.indexOf('\n');
  Object.defineProperties(e, {
    code: { value: code, writable: true, enumerable: true, configurable: true },
    toString: { value: function toString() { return this.name + ' [' + code + ']: ' + this.message; }, writable: true, configurable: true },
    stack: { value: e.name + ' [' + code + ']: ' + message + (at < 0 ? '' : stack.slice(at)), writable: true, configurable: true }
  });
  return members ? Object.assign(e, members) : e;
}
exports.coded = coded;
// worded is coded with a text in which each %s is a value, as util.format shows it.
exports.worded = function (Type, code) { return coded(Type, code, require('util').format.apply(null, Array.prototype.slice.call(arguments, 2))); };
// system is the error of a call to the system. Its info has syscall, code, message and errno, and path and dest where they matter;
// they change through the error, too.
exports.system = function (message, info, code) {
  var e = coded(Error, code || 'ERR_SYSTEM_ERROR', message + ': ' + info.syscall + ' returned ' + info.code + ' (' + info.message + ')' + (info.path === undefined ? '' : ' ' + info.path) + (info.dest === undefined ? '' : ' => ' + info.dest));
  e.stack = 'SystemError' + e.stack.slice(e.name.length);
  Object.defineProperty(e, 'name', { value: 'SystemError', writable: true, configurable: true });
  e.info = info;
  Object.defineProperty(e, Symbol.for('nodejs.util.inspect.custom'), { value: function (depth, options) { return require('util').inspect(this, Object.assign({}, options, { getters: true, customInspect: false })); } });
  ['errno', 'syscall'].concat(info.path === undefined ? [] : 'path', info.dest === undefined ? [] : 'dest').forEach(function (name) { Object.defineProperty(e, name, { get: function () { return info[name]; }, set: function (v) { info[name] = v; }, enumerable: true, configurable: true }); });
  return e;
};
// missing is the error of arguments that have not been given.
exports.missing = function () {
  var names = Array.prototype.map.call(arguments, function (name) { return '"' + name + '"'; }), last = names.pop();
  return coded(TypeError, 'ERR_MISSING_ARGS', 'The ' + (names.length ? names.join(', ') + (names.length > 1 ? ',' : '') + ' and ' + last + ' arguments' : last + ' argument') + ' must be specified');
};
// aborted is the error of what a signal ends.
exports.aborted = function (signal) { return Object.assign(new Error('The operation was aborted', signal && { cause: signal.reason }), { code: 'ABORT_ERR', name: 'AbortError' }); };
// receiver is the error of a method that is called on something else.
exports.receiver = function (name) { return coded(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type ' + name); };
// illegal is the error of a class whose objects are not made by programs.
exports.illegal = function () { return coded(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor'); };
// argument is the error of an argument that is not what expected says, such as "of type string".
exports.argument = function (name, expected, v) {
  return coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'The ' + (/ argument$/.test(name) ? name : '"' + name + '" ' + (name.indexOf('.') >= 0 ? 'property' : 'argument')) + ' must be ' + expected + '.' + received(v));
};
// port is the error of a port that is out of range.
exports.port = function (name, v, nonzero) { return coded(RangeError, 'ERR_SOCKET_BAD_PORT', name + ' should be ' + (nonzero ? '> 0' : '>= 0') + ' and < 65536.' + received(v) + '.'); };
function received(v) { return ' Received ' + exports.described(v); }
// described says what a value is.
exports.described = function (v) {
  var inspect = require('inspect');
  if (v === null || v === undefined) { return String(v); }
  if (typeof v === 'function') { return 'function ' + (v.name || ''); }
  if (typeof v === 'object') { return v.constructor && v.constructor.name ? 'an instance of ' + v.constructor.name : inspect(v, { depth: -1 }); }
  var text = inspect(v, { colors: false });
  return 'type ' + typeof v + ' (' + (text.length > 28 ? text.slice(0, 25) + '...' : text) + ')';
};
