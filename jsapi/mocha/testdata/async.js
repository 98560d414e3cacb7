var assert = require('assert');
describe('callbacks', function () {
  it('are waited for', function (done) { setTimeout(done, 1); });
  it('fail with an error', function (done) { done(new Error('given to done')); });
  it('fail with a text', function (done) { done('a text'); });
  it('fail when they throw', function (done) { throw new TypeError('thrown'); });
  it('fail when they throw later', function (done) { setTimeout(function () { throw new Error('thrown later'); }, 1); });
  it('fail when they are called twice', function (done) { done(); done(); });
  it('take null', function (done) { done(null); });
});
describe('promises', function () {
  it('are waited for', function () { return new Promise(function (resolve) { setTimeout(resolve, 1); }); });
  it('fail', function () { return Promise.reject(new Error('rejected')); });
  it('fail without a reason', function () { return Promise.reject(); });
  it('are what async functions return', async function () { await null; assert.equal(1, 2); });
  it('can be anything with then', function () { return { then: function (ok, no) { no(new Error('by hand')); } }; });
});
describe('time', function () {
  this.timeout(30);
  it('is bounded by the suite', function (done) {});
  it('is bounded by the test', function (done) { this.timeout(10); });
  it('can be longer', function (done) { this.timeout('1s'); setTimeout(done, 40); });
  it('can be unbounded', function (done) { this.timeout(0); setTimeout(done, 40); });
  it('counts for what does not wait', function () { var t = Date.now(); while (Date.now() - t < 40) {} });
  it('can be asked for', function () { assert.equal(this.timeout(), 30); });
});
describe('retries', function () {
  this.retries(2);
  var n = 0;
  beforeEach(function () { n++; });
  it('help', function () { if (n < 3) { throw new Error('not yet'); } });
  it('have an end', function () { throw new Error('never'); });
});
describe('this', function () {
  before(function () { this.shared = [1]; });
  beforeEach(function () { this.shared.push(this.currentTest.title); });
  it('one', function () { assert.deepEqual(this.shared, [1, 'one']); assert.equal(this.test.title, 'one'); });
  describe('inside', function () {
    it('two', function () { assert.deepEqual(this.shared, [1, 'one', 'two']); assert.equal(this.test.fullTitle(), 'this inside two'); });
  });
});
