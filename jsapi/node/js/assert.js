// assert: checks that throw.
var util = require('util'), deep = require('deep');

function AssertionError(options) {
  var generated = options.message === undefined;
  var e = new Error(generated ? describe(options) : String(options.message));
  Object.setPrototypeOf(e, new.target ? new.target.prototype : AssertionError.prototype);
  e.generatedMessage = generated;
  e.code = 'ERR_ASSERTION';
  e.actual = options.actual;
  e.expected = options.expected;
  e.operator = options.operator;
  Object.defineProperty(e, 'name', { value: 'AssertionError', writable: true, configurable: true });
  if (Error.captureStackTrace) { Error.captureStackTrace(e, options.stackStartFn || options.stackStartFunction || AssertionError); }
  return e;
}
util.inherits(AssertionError, Error);
AssertionError.prototype.toString = function toString() { return this.name + ' [' + this.code + ']: ' + this.message; };
function show(v) { return util.inspect(v, { compact: false, depth: 1000, maxArrayLength: Infinity, sorted: true }); }
var headings = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:', strictEqual: 'Expected values to be strictly equal:',
  deepEqual: 'Expected values to be loosely deep-equal:', notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:', notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:'
};
function describe(o) {
  var a = show(o.actual), b = show(o.expected);
  switch (o.operator) {
    case '==': return a + ' == ' + b;
    case '!=': return a + ' != ' + b;
    case 'strictEqual': case 'deepStrictEqual': return headings[o.operator] + '\n\n' + (a.length + b.length < 60 && (a + b).indexOf('\n') < 0 ? a + ' !== ' + b + '\n' : '+ ' + a.replace(/\n/g, '\n+ ') + '\n- ' + b.replace(/\n/g, '\n- '));
    case 'deepEqual': return headings.deepEqual + '\n\n' + a + '\n\nshould loosely deep-equal\n\n' + b;
    case 'notStrictEqual': case 'notDeepStrictEqual': case 'notDeepEqual': return headings[o.operator] + (b.indexOf('\n') < 0 ? ' ' + b : '\n\n' + b);
  }
  return 'Failed';
}
function fail(actual, expected, message, operator, from) {
  if (message instanceof Error) { throw message; }
  throw new AssertionError({ message: message, actual: actual, expected: expected, operator: operator, stackStartFn: from });
}
function assert(value, message) { truthy(value, message, arguments.length, assert); }
function truthy(value, message, count, from) {
  if (value) { return; }
  if (message === undefined) { message = count === 0 ? 'No value argument passed to `assert.ok()`' : 'The expression evaluated to a falsy value: ' + show(value); }
  fail(value, true, message, '==', from);
}
module.exports = assert;
assert.AssertionError = AssertionError;
assert.ok = assert;
assert.fail = function (actual, expected, message, operator) {
  if (arguments.length <= 1) {
    if (actual instanceof Error) { throw actual; }
    var e = new AssertionError({ message: actual === undefined ? 'Failed' : actual, operator: 'fail', stackStartFn: assert.fail });
    e.generatedMessage = actual === undefined;
    throw e;
  }
  fail(actual, expected, message, operator === undefined ? '!=' : operator, assert.fail);
};
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
// matches reports whether a thrown value is the expected one; it may throw the reason
// why not.
function matches(thrown, expected, message, operator) {
  if (expected === undefined) { return; }
  if (expected instanceof RegExp) {
    if (!expected.test(String(thrown))) { fail(thrown, expected, message || 'The input did not match the regular expression ' + expected + '. Input:\n\n' + util.inspect(String(thrown)) + '\n', operator); }
    return;
  }
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && thrown instanceof expected) { return; }
    if (Error.isPrototypeOf(expected)) { throw thrown; }
    if (expected.call({}, thrown) !== true) { fail(thrown, expected, message || 'The ' + (expected.name ? '"' + expected.name + '" ' : '') + 'validation function is expected to return "true". Received ' + util.inspect(thrown), operator); }
    return;
  }
  var keys = Object.keys(expected);
  if (expected instanceof Error) { keys.push('name', 'message'); }
  keys.forEach(function (k) {
    if (expected[k] instanceof RegExp && typeof thrown[k] === 'string' ? !expected[k].test(thrown[k]) : !deep(thrown[k], expected[k], true)) { fail(thrown, expected, message, 'deepStrictEqual'); }
  });
}
assert.throws = function throws(fn, expected, message) {
  if (typeof fn !== 'function') { throw util.invalidArgument('fn', 'function', fn); }
  if (typeof expected === 'string') { message = expected; expected = undefined; }
  try { fn(); } catch (e) { return matches(e, expected, message, 'throws'); }
  fail(undefined, expected, 'Missing expected exception' + (expected && expected.name ? ' (' + expected.name + ')' : '') + (message ? ': ' + message : '.'), 'throws', throws);
};
assert.doesNotThrow = function doesNotThrow(fn, expected, message) {
  if (typeof expected === 'string') { message = expected; expected = undefined; }
  try { fn(); } catch (e) { fail(e, expected, 'Got unwanted exception' + (message ? ': ' + message : '.') + '\nActual message: "' + (e && e.message) + '"', 'doesNotThrow', doesNotThrow); }
};
function promised(p) { return typeof p === 'function' ? Promise.resolve().then(p) : Promise.resolve(p); }
assert.rejects = function (p, expected, message) {
  return promised(p).then(function () { fail(undefined, expected, message || 'Missing expected rejection.', 'rejects'); }, function (e) { matches(e, expected, message, 'rejects'); });
};
assert.doesNotReject = function (p, expected, message) {
  return promised(p).then(function () {}, function (e) { fail(e, expected, message || 'Got unwanted rejection.\nActual message: "' + (e && e.message) + '"', 'doesNotReject'); });
};
assert.ifError = function (v) {
  if (v !== null && v !== undefined) { fail(v, null, 'ifError got unwanted exception: ' + (v && v.message || util.inspect(v)), 'ifError', assert.ifError); }
};
assert.match = function (s, re, message) { if (typeof s !== 'string' || !re.test(s)) { fail(s, re, message || 'The input did not match the regular expression ' + re + '. Input:\n\n' + util.inspect(s) + '\n', 'match'); } };
assert.doesNotMatch = function (s, re, message) { if (typeof s === 'string' && re.test(s)) { fail(s, re, message || 'The input was expected to not match the regular expression ' + re + '. Input:\n\n' + util.inspect(s) + '\n', 'doesNotMatch'); } };
assert.strict = function strict(value, message) { truthy(value, message, arguments.length, strict); };
Object.assign(assert.strict, assert, { equal: assert.strictEqual, notEqual: assert.notStrictEqual, deepEqual: assert.deepStrictEqual, notDeepEqual: assert.notDeepStrictEqual });
assert.strict.strict = assert.strict;
