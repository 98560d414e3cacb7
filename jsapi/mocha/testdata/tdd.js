var assert = require('assert');
suite('a suite', function () {
  var n = 0;
  suiteSetup(function () { n = 1; });
  setup(function () { n++; });
  teardown(function () { n++; });
  suiteTeardown(function () { assert.equal(n, 3); });
  test('a test', function () { assert.equal(n, 2); });
  test.skip('not this', function () {});
  suite('inside', function () { });
});
