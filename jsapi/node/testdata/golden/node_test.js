// Tests of node:test in a process of their own: results and summary, without times and stacks.
const fs = require('fs'), child = require('child_process'), m = require('module');
console.log(m.isBuiltin('node:test'), m.isBuiltin('test'));
try { require('test'); } catch (e) { console.log(e.code); }
fs.writeFileSync('tests.js', String.raw`
const test = require('node:test'), assert = require('assert'), { describe, it, before, after, beforeEach, afterEach, mock } = test;
const order = [];
before(() => order.push('root before')); after(() => console.log('# order ' + order.join(',')));
test('sync', () => { assert.strictEqual(1, 1); });
test('async', async () => { await null; });
test('callback', (t, done) => setImmediate(done));
test('fails', () => { assert.strictEqual(1, 2); });
test('throws plain', () => { throw 'text'; });
test('rejects', async () => { throw new TypeError('bad # \\ one'); });
test('callback error', (t, done) => done(new Error('cb')));
test('skipped', { skip: true }, () => { throw new Error('never'); });
test('skipped why', { skip: 'because' }, () => {});
test('skips itself', (t) => { t.skip('late'); });
test('todo', { todo: true }, () => { throw new Error('later'); });
test('todo fine', { todo: 'soon' }, () => {});
test.skip('skip method', () => {}); test.todo('todo method');
test('no function');
test('parent', async (t) => { t.diagnostic('a note'); await t.test('child 1', () => {}); await t.test('child 2', async (t2) => { assert.equal(t2.name, 'child 2'); await t2.test('grandchild', () => {}); }); });
test('parent fails', async (t) => { await t.test('good', () => {}); await t.test('bad', () => { throw new Error('inner'); }); });
test('hooks of t', async (t) => { t.beforeEach(() => order.push('tbe')); t.afterEach(() => order.push('tae')); t.after(() => order.push('ta')); await t.test('x', () => order.push('tx')); });
describe('suite', () => {
  before(() => order.push('b')); after(() => order.push('a')); beforeEach(() => order.push('be')); afterEach(() => order.push('ae'));
  it('one', () => order.push('one')); it('two', async () => { order.push('two'); });
  describe('nested', () => { beforeEach(() => order.push('nbe')); it('three', () => order.push('three')); it.skip('four', () => {}); });
});
describe('hooks with callbacks', () => {
  before((t, done) => { order.push('cb ' + t.name); setImmediate(done); }); after((t, done) => { order.push('ca'); setImmediate(done); });
  beforeEach((t, done) => { order.push('cbe ' + t.name); setImmediate(done); }); afterEach((t, done) => { order.push('cae'); setImmediate(done); });
  it('five', () => order.push('five'));
});
describe('failing suite', () => { it('x', () => { throw new Error('x'); }); it('y', () => {}); });
describe.skip('skipped suite', () => { it('z', () => {}); });
test('times out', { timeout: 20 }, () => new Promise((r) => setTimeout(r, 200)));
test('mocks', (t) => {
  const f = t.mock.fn((a) => a + 1); assert.equal(f(1), 2); assert.equal(f.mock.callCount(), 1); assert.deepEqual(f.mock.calls[0].arguments, [1]); assert.equal(f.mock.calls[0].result, 2);
  f.mock.mockImplementation(() => 9); assert.equal(f(1), 9); f.mock.mockImplementationOnce(() => 7); assert.equal(f(), 7); assert.equal(f(), 9); f.mock.resetCalls(); assert.equal(f.mock.callCount(), 0);
  const o = { v: 1, m(x) { return x * this.v; }, get g() { return 5; } }; const m = t.mock.method(o, 'm', () => 'mocked'); assert.equal(o.m(3), 'mocked'); assert.equal(m.mock.calls[0].this, o); m.mock.restore(); assert.equal(o.m(3), 3);
  t.mock.getter(o, 'g', () => 6); assert.equal(o.g, 6); const two = t.mock.fn(() => 'real', () => 'fake', { times: 1 }); assert.deepEqual([two(), two()], ['fake', 'real']);
  const e = t.mock.fn(() => { throw new Error('q'); }); assert.throws(e); assert.equal(e.mock.calls[0].error.message, 'q');
  class K { hi() { return 'hi'; } } const s = t.mock.method(K.prototype, 'hi'); assert.equal(new K().hi(), 'hi'); assert.equal(s.mock.callCount(), 1);
});
test('timers', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1000 }); const f = t.mock.fn(), seen = [];
  setTimeout(f, 100, 'a'); const i = setInterval(() => seen.push(Date.now()), 40); t.mock.timers.tick(99); assert.equal(f.mock.callCount(), 0); t.mock.timers.tick(1); assert.equal(f.mock.callCount(), 1); assert.deepEqual(f.mock.calls[0].arguments, ['a']); assert.equal(seen.length, 2); clearInterval(i); assert.equal(new Date().getTime(), 1100);
  assert.throws(() => t.mock.timers.enable(), { code: 'ERR_INVALID_STATE' });
});
`);
module.exports = new Promise((done) => {
  const own = child.fork(require('path').join(__dirname, 'tests.js'), [], { silent: true });
  let text = '';
  own.stdout.on('data', (c) => { text += c; });
  own.on('close', (code) => {
    const lines = text.split('\n').filter((l) => /^ *(ok|not ok|#|TAP|1\.\.|type: |failureType: |code: |error: ')/.test(l) && !/^# duration_ms/.test(l));
    // Where the line of the hook stands depends on when Node writes the others.
    console.log(lines.filter((l) => !/^# order/.test(l)).concat(lines.filter((l) => /^# order/.test(l)), 'exit ' + code).join('\n'));
    done();
  });
});
