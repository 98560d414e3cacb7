// assert: checks that throw.
var util = require('util'), deep = require('deep'), describe = require('assertmessage'), errors = require('errors');

function AssertionError(options) {
  require('validate').object(options, 'options');
  var e = new Error(describe(options, options.message));
  Object.setPrototypeOf(e, new.target ? new.target.prototype : AssertionError.prototype);
  e.generatedMessage = !options.message;
  e.code = 'ERR_ASSERTION';
  var several = options.details;
  e.actual = several ? undefined : options.actual;
  e.expected = several ? undefined : options.expected;
  e.operator = several ? undefined : options.operator;
  (several || []).forEach(function (d, i) { ['message', 'actual', 'expected', 'operator'].forEach(function (k) { e[k + ' ' + i] = d[k]; }); e['stack trace ' + i] = d.stack; });
  Object.defineProperty(e, 'name', { value: 'AssertionError', writable: true, configurable: true });
  if (Error.captureStackTrace) { Error.captureStackTrace(e, options.stackStartFn || options.stackStartFunction || AssertionError); }
  return e;
}
util.inherits(AssertionError, Error);
AssertionError.prototype.toString = function toString() { return this.name + ' [' + this.code + ']: ' + this.message; };
function fail(actual, expected, message, operator, from) {
  if (message instanceof Error) { throw message; }
  throw new AssertionError({ message: message, actual: actual, expected: expected, operator: operator, stackStartFn: from });
}
function assert(value, message) { truthy(value, message, arguments.length, assert); }
function truthy(value, message, count, from) {
  if (value) { return; }
  var text;
  if (message === undefined || message === null) {
    if (count === 0) { text = 'No value argument passed to `assert.ok()`'; } else if ((text = callText(from)) !== undefined) { text = 'The expression evaluated to a falsy value:\n\n  ' + text + '\n'; }
  }
  if (message instanceof Error) { throw message; }
  var e = new AssertionError({ message: text === undefined ? message : text, actual: value, expected: true, operator: '==', stackStartFn: from });
  e.generatedMessage = message === undefined || message === null;
  throw e;
}
// callText is the source of the call of a function that runs, undefined where it cannot be read.
function callText(fn) {
  var prepare = Error.prepareStackTrace, limit = Error.stackTraceLimit, o = {}, site;
  try {
    Error.prepareStackTrace = function (e, sites) { return sites; };
    Error.stackTraceLimit = 1;
    Error.captureStackTrace(o, fn);
    site = o.stack[0];
  } finally {
    Error.prepareStackTrace = prepare;
    Error.stackTraceLimit = limit;
  }
  if (!site || !site.getFileName()) { return; }
  var lines;
  try { lines = require('fs').readFileSync(site.getFileName(), 'utf8').split('\n'); } catch (e) { return; }
  var source = lines.slice(site.getLineNumber() - 1).join('\n'), begin = site.getColumnNumber() - 1;
  while (begin > 0 && /[\w$.]/.test(source[begin - 1])) { begin--; }
  var end = endOfCall(source, begin);
  return end < 0 ? undefined : source.slice(begin, end).split('\n').map(function (line, n) {
    var at = 0;
    while (n > 0 && at < begin && /[ \t]/.test(line[at] || '')) { at++; }
    return line.slice(at);
  }).join('\n  ');
}
// endOfCall is where the call ends that begins at a place of a source, -1 if there is none.
function endOfCall(source, begin) {
  var part = /\/\/.*|\/\*[^]*?\*\/|'(?:\\[^]|[^\\'\n])*'|"(?:\\[^]|[^\\"\n])*"|`(?:\\[^]|[^\\`])*`|[()[\]{}]/g, open = 0, m;
  part.lastIndex = begin;
  if (!/^[\w$.]+\s*\(/.test(source.slice(begin, begin + 1000))) { return -1; }
  while ((m = part.exec(source)) !== null) {
    if ('([{'.indexOf(m[0]) >= 0) { open++; } else if (')]}'.indexOf(m[0]) >= 0 && --open === 0) { return part.lastIndex; }
  }
  return -1;
}
module.exports = assert;
assert.AssertionError = AssertionError;
assert.ok = assert;
assert.fail = function (actual, expected, message, operator) {
  var unnamed = arguments.length <= 1 && (actual === undefined || actual === null);
  if (arguments.length === 1 && !unnamed) {
    message = actual;
    actual = undefined;
  } else if (arguments.length > 1) {
    warnOfFail();
    if (arguments.length === 2) { operator = '!='; }
  }
  if (message instanceof Error) { throw message; }
  var e = new AssertionError({ message: unnamed ? 'Failed' : message, actual: actual, expected: expected, operator: operator === undefined ? 'fail' : operator, stackStartFn: assert.fail });
  if (unnamed) { e.generatedMessage = true; }
  throw e;
};
var warnOfFail = util.deprecate(function () {}, 'assert.fail() with more than one argument is deprecated. Please use assert.strictEqual() instead or only pass a message.', 'DEP0094');
function loose(a, b) { return a == b || a !== a && b !== b; }
[
  ['equal', '==', loose], ['notEqual', '!=', function (a, b) { return !loose(a, b); }],
  ['strictEqual', 'strictEqual', Object.is], ['notStrictEqual', 'notStrictEqual', function (a, b) { return !Object.is(a, b); }],
  ['deepEqual', 'deepEqual', function (a, b) { return deep(a, b, false); }], ['notDeepEqual', 'notDeepEqual', function (a, b) { return !deep(a, b, false); }],
  ['deepStrictEqual', 'deepStrictEqual', function (a, b) { return deep(a, b, true); }], ['notDeepStrictEqual', 'notDeepStrictEqual', function (a, b) { return !deep(a, b, true); }]
].forEach(function (check) {
  assert[check[0]] = function compare(actual, expected, message) {
    if (arguments.length < 2) {
      var e = new TypeError('The "actual" and "expected" arguments must be specified');
      e.code = 'ERR_MISSING_ARGS';
      throw e;
    }
    if (!check[2](actual, expected)) { fail(actual, expected, message, check[1], compare); }
  };
});
// Comparison has the members of a thrown value that are compared, for the message.
function Comparison(o, keys, thrown) {
  var self = this;
  keys.forEach(function (k) {
    if (k in o) { self[k] = thrown !== undefined && typeof thrown[k] === 'string' && util.types.isRegExp(o[k]) && o[k].test(thrown[k]) ? thrown[k] : o[k]; }
  });
}
// mismatch throws the error for a thrown value; generated is the message unless the program gives one.
function mismatch(thrown, expected, message, generated, operator) {
  if (message instanceof Error) { throw message; }
  var e = new AssertionError({ message: message || generated, actual: thrown, expected: expected, operator: operator, stackStartFn: assert[operator] });
  e.generatedMessage = !message;
  throw e;
}
function unlike(thrown, expected, message, operator, a, b) {
  if (message) { fail(thrown, expected, message, operator, assert[operator]); }
  var e = new AssertionError({ actual: a, expected: b, operator: 'deepStrictEqual', stackStartFn: assert[operator] });
  e.actual = thrown;
  e.expected = expected;
  e.operator = operator;
  throw e;
}
// matches returns if a thrown value is the expected one, and throws the reason why not.
function matches(thrown, expected, message, operator) {
  if (util.types.isRegExp(expected)) {
    if (!expected.test(String(thrown))) { mismatch(thrown, expected, message, 'The input did not match the regular expression ' + util.inspect(expected) + '. Input:\n\n' + util.inspect(String(thrown)) + '\n', operator); }
    return;
  }
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && thrown instanceof expected) { return; }
    if (Object.prototype.isPrototypeOf.call(Error, expected)) {
      var is = thrown instanceof Error;
      mismatch(thrown, expected, message, 'The error is expected to be an instance of "' + expected.name + '". Received "' + (is ? thrown.name : util.inspect(thrown, { depth: -1 })) + '"' + (is ? '\n\nError message:\n\n' + thrown.message : ''), operator);
    }
    var result = expected.call({}, thrown);
    if (result !== true) {
      mismatch(thrown, expected, message, 'The ' + (expected.name ? '"' + expected.name + '" ' : '') + 'validation function is expected to return "true". Received ' + util.inspect(result) +
        (thrown instanceof Error ? '\n\nCaught error:\n\n' + thrown : ''), operator);
    }
    return;
  }
  if (typeof thrown !== 'object' || thrown === null) { unlike(thrown, expected, message, operator, thrown, expected); }
  var keys = Object.keys(expected);
  if (expected instanceof Error) { keys.push('name', 'message'); } else if (keys.length === 0) {
    throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', "The argument 'error' may not be an empty object. Received " + util.inspect(expected));
  }
  keys.forEach(function (k) {
    if (typeof thrown[k] === 'string' && util.types.isRegExp(expected[k]) && expected[k].test(thrown[k])) { return; }
    if (!(k in thrown) || !deep(thrown[k], expected[k], true)) { unlike(thrown, expected, message, operator, new Comparison(thrown, keys), new Comparison(expected, keys, thrown)); }
  });
}
var none = {}; // instead of what is thrown
function result(fn) {
  require('validate').func(fn, 'fn');
  try { fn(); } catch (e) { return e; }
  return none;
}
function isPromise(v) { return util.types.isPromise(v) || v !== null && typeof v === 'object' && typeof v.then === 'function' && typeof v.catch === 'function'; }
async function outcome(promiseFn) {
  var p = promiseFn;
  if (typeof p === 'function') {
    p = p();
    if (!isPromise(p)) { throw errors.coded(TypeError, 'ERR_INVALID_RETURN_VALUE', 'Expected instance of Promise to be returned from the "promiseFn" function but got ' + errors.described(p) + '.'); }
  } else if (!isPromise(p)) { throw errors.argument('promiseFn', 'of type function or an instance of Promise', p); }
  try { await p; } catch (e) { return e; }
  return none;
}
// failing checks that something was thrown, and that it is what is expected. A text is the message, unless there
// is another one, or it is the message of what was thrown: it would not be compared.
function failing(operator, kind, thrown, given) {
  var expected = given[0], message = given[1];
  if (typeof expected === 'string' && given.length < 2) {
    var own = typeof thrown === 'object' && thrown !== null ? thrown.message : thrown;
    if (own === expected) {
      throw errors.coded(TypeError, 'ERR_AMBIGUOUS_ARGUMENT', 'The "error/message" argument is ambiguous. The error ' + (own === thrown ? '' : 'message ') + '"' + own + '" is identical to the message.');
    }
    message = expected;
    expected = undefined;
  } else if (expected !== undefined && expected !== null && typeof expected !== 'object' && typeof expected !== 'function') {
    throw errors.argument('error', 'of type function or an instance of Error, RegExp, or Object', expected);
  }
  if (thrown === none) { fail(undefined, expected, 'Missing expected ' + kind + (expected && expected.name ? ' (' + expected.name + ')' : '') + (message ? `: ${message}` : '.'), operator, assert[operator]); }
  if (expected) { matches(thrown, expected, message, operator); }
}
// passing checks that nothing was thrown. What is not the expected error is thrown again.
function passing(operator, kind, thrown, expected, message) {
  if (thrown === none) { return; }
  if (typeof expected === 'string') { message = expected; expected = undefined; }
  if (expected && !isOne(thrown, expected)) { throw thrown; }
  fail(thrown, expected, 'Got unwanted ' + kind + (message ? `: ${message}` : '.') + '\nActual message: "' + (thrown && thrown.message) + '"', operator, assert[operator]);
}
function isOne(thrown, expected) {
  if (util.types.isRegExp(expected)) { return expected.test(String(thrown)); }
  if (typeof expected !== 'function') { throw errors.argument('expected', 'of type function or an instance of RegExp', expected); }
  if (expected.prototype !== undefined && thrown instanceof expected) { return true; }
  return !Object.prototype.isPrototypeOf.call(Error, expected) && expected.call({}, thrown) === true;
}
assert.throws = function throws(fn, ...given) { failing('throws', 'exception', result(fn), given); };
assert.doesNotThrow = function doesNotThrow(fn, ...given) { passing('doesNotThrow', 'exception', result(fn), ...given); };
assert.rejects = async function rejects(promiseFn, ...given) { failing('rejects', 'rejection', await outcome(promiseFn), given); };
assert.doesNotReject = async function doesNotReject(promiseFn, ...given) { passing('doesNotReject', 'rejection', await outcome(promiseFn), ...given); };
assert.ifError = function (v) {
  if (v !== null && v !== undefined) { fail(v, null, 'ifError got unwanted exception: ' + (v && v.message || util.inspect(v)), 'ifError', assert.ifError); }
};
[['match', true, 'The input did not match the regular expression '], ['doesNotMatch', false, 'The input was expected to not match the regular expression ']].forEach(function (check) {
  assert[check[0]] = function (text, pattern, message) {
    if (!util.types.isRegExp(pattern)) { throw errors.argument('regexp', 'an instance of RegExp', pattern); }
    if (typeof text === 'string' && pattern.test(text) === check[1]) { return; }
    var generated = typeof text !== 'string' ? 'The "string" argument must be of type string. Received type ' + typeof text + ' (' + util.inspect(text) + ')' : check[2] + util.inspect(pattern) + '. Input:\n\n' + util.inspect(text) + '\n';
    mismatch(text, pattern, message, generated, check[0]);
  };
});
assert.CallTracker = util.deprecate(require('calltracker'), 'assert.CallTracker is deprecated.', 'DEP0173');
assert.strict = function strict(value, message) { truthy(value, message, arguments.length, strict); };
Object.assign(assert.strict, assert, { equal: assert.strictEqual, notEqual: assert.notStrictEqual, deepEqual: assert.deepStrictEqual, notDeepEqual: assert.notDeepStrictEqual });
assert.strict.strict = assert.strict;
