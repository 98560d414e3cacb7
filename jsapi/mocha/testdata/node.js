// Tests written for node:test run as those of mocha.
const { test, describe, it, before, beforeEach, afterEach, after } = require('node:test'), assert = require('assert');
const order = [];
test('plain', () => { order.push('plain'); });
test('async with context', async (t) => { assert.equal(t.name, 'async with context'); await t.test('inner', () => { order.push('inner'); }); });
test('callback', (t, done) => setImmediate(done));
test('fails', () => { throw new Error('wrong'); });
test('inner fails', async (t) => { await t.test('x', () => { throw new Error('inside'); }); });
test('skipped', { skip: true }, () => { throw new Error('never'); });
test.todo('later');
test('skips itself', (t) => { t.skip(); });
describe('suite', () => {
  before(() => { order.push('before'); });
  beforeEach(async () => { order.push('each'); });
  afterEach((t, done) => { order.push('end'); done(); });
  after(() => { assert.deepEqual(order, ['plain', 'inner', 'before', 'each', 'end', 'each', 'end']); });
  it('one', (t) => { const f = t.mock.fn(() => 1); f(2); assert.deepEqual(f.mock.calls[0].arguments, [2]); });
  describe('nested', { skip: false }, () => { it('two', async () => {}); });
});
