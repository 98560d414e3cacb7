describe('an error that nobody catches', function () {
  var fire;
  before(function () { fire = function () { throw new Error('set going in a hook'); }; });
  it('sets one going', function () { setTimeout(function () { throw new Error('of the test before'); }, 150); });
  it('is the failure of the running test', function (done) { setTimeout(done, 1000); });
  it('wherever it came from', function (done) { setTimeout(fire, 5); setTimeout(done, 1000); });
  it('is not that of the next', function (done) { setTimeout(done, 5); });
});
