describe('a', function () {
  it('left out', function () {});
  describe.only('b', function () {
    it('runs', function () {});
    describe('c', function () { it('runs as well', function () {}); });
  });
  describe('d', function () {
    it.only('alone', function () {});
    it('left out too', function () {});
    describe('e', function () { it('left out with it', function () {}); });
  });
  describe.only('f', function () {
    it('left out for g', function () {});
    it.only('g', function () {});
  });
});
describe('h', function () { it('left out', function () {}); });
