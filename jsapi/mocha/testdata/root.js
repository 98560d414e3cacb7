beforeEach(function () { throw new Error('root'); });
it('first', function () {});
describe('a suite', function () { it('second', function () {}); });
