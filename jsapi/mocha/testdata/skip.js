var never = function () { throw new Error('it ran'); };
describe.skip('a suite', function () {
  before(never);
  it('inside', never);
  describe('and deeper', function () { it('inside', never); });
});
xdescribe('without a function');
describe('tests', function () {
  it('without a function');
  it.skip('by name', never);
  xit('by x', never);
  xspecify('by x and specify', never);
  it('by itself', function () { this.skip(); never(); });
  it('by itself, later', function (done) {
    var test = this;
    setTimeout(function () { test.skip(); never(); }, 1);
  });
  it('by itself, with a promise', async function () { await null; this.skip(); });
});
describe('before', function () {
  before(function () { this.skip(); });
  it('one', never);
  describe('and', function () { it('two', never); });
});
describe('beforeEach', function () {
  beforeEach(function () { if (this.currentTest.title === 'one') { this.skip(); } });
  it('one', never);
  it('two', function () {});
});
