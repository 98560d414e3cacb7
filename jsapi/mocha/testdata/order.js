var assert = require('assert');
var log = [];
function note(what) { return function () { log.push(what); }; }

before(note('root before'));
beforeEach('named', note('root beforeEach'));
afterEach(note('root afterEach'));

describe('outer', function () {
  before(note('outer before'));
  after(note('outer after'));
  beforeEach(function (done) { log.push('outer beforeEach 1'); setTimeout(done, 1); });
  beforeEach(note('outer beforeEach 2'));
  afterEach(function () { log.push('outer afterEach'); return Promise.resolve(); });

  describe('inner', function () {
    before(note('inner before'));
    after(note('inner after'));
    beforeEach(note('inner beforeEach'));
    afterEach(note('inner afterEach'));
    it('comes after the tests of the suite around it', note('inner test'));
  });
  it('comes first', note('outer test'));
});

describe('empty', function () {
  before(note('never'));
});

describe('the order', function () {
  it('is that of mocha', function () {
    assert.deepEqual(log, [
      'root before',
      'outer before',
      'root beforeEach', 'outer beforeEach 1', 'outer beforeEach 2', 'outer test', 'outer afterEach', 'root afterEach',
      'inner before',
      'root beforeEach', 'outer beforeEach 1', 'outer beforeEach 2', 'inner beforeEach', 'inner test',
      'inner afterEach', 'outer afterEach', 'root afterEach',
      'inner after', 'outer after',
      'root beforeEach',
    ]);
  });
});
