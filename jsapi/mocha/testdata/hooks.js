var assert = require('assert');
var log = [];
function note(what) { return function () { log.push(what); }; }
function fail(what) { return function () { log.push(what); throw new Error(what); }; }

describe('before', function () {
  before(fail('before fails'));
  after(note('after of before'));
  beforeEach(note('never'));
  it('is not run', note('never'));
  describe('inside', function () { it('is not run either', note('never')); });
});
describe('before without tests of its own', function () {
  before('by name', fail('named before fails'));
  describe('inside', function () { it('is not run', note('never')); });
});
describe('beforeEach', function () {
  afterEach(note('afterEach of beforeEach'));
  after(note('after of beforeEach'));
  beforeEach(fail('beforeEach fails'));
  it('first', note('never'));
  it('second', note('never'));
  describe('inside', function () { it('third', note('never')); });
});
describe('around', function () {
  beforeEach(note('around beforeEach'));
  afterEach(note('around afterEach'));
  describe('inner beforeEach', function () {
    beforeEach(fail('inner beforeEach fails'));
    afterEach(note('inner afterEach'));
    it('first', note('never'));
    it('second', note('never'));
  });
  describe('sibling', function () { it('goes on', note('sibling')); });
});
describe('outer beforeEach', function () {
  beforeEach(fail('outer beforeEach fails'));
  describe('inner', function () {
    afterEach(note('never'));
    it('first', note('never'));
  });
  describe('next', function () { it('is given up', note('never')); });
});
describe('afterEach', function () {
  afterEach(fail('afterEach fails'));
  it('first', note('first'));
  it('second', note('never'));
});
describe('after', function () {
  after(fail('after fails'));
  after(note('never'));
  it('runs', note('runs'));
});
describe('the hooks', function () {
  it('ran as in mocha', function () {
    assert.deepEqual(log, [
      'before fails', 'after of before',
      'named before fails',
      'beforeEach fails', 'afterEach of beforeEach', 'after of beforeEach',
      'around beforeEach', 'inner beforeEach fails', 'inner afterEach', 'around afterEach',
      'around beforeEach', 'sibling', 'around afterEach',
      'outer beforeEach fails',
      'first', 'afterEach fails',
      'runs', 'after fails',
    ]);
  });
});
