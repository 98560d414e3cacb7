// Errors that nobody catches belong to the test of node:test whose code has thrown them.
const fs = require('fs'), child = require('child_process');
fs.writeFileSync('uncaught.js', String.raw`
const { test, describe, it, before, beforeEach } = require('node:test'), assert = require('assert');
describe('suite', () => {
  it('a timer', (t, done) => { setTimeout(() => { throw new TypeError('later'); }, 1); });
  it('an assertion', (t, done) => { setImmediate(() => { assert.strictEqual(1, 2, 'not equal'); done(); }); });
  it('an event', (t, done) => { const e = new (require('events'))(); setImmediate(() => e.emit('error', new Error('emitted'))); });
  it('a promise', async () => { Promise.reject(new Error('lost')); await new Promise((r) => setTimeout(r, 30)); });
  it('no error', (t, done) => { process.nextTick(() => { throw 'text'; }); });
  it('goes on', (t, done) => { setTimeout(done, 1); });
});
describe('hooks', () => {
  beforeEach((t, done) => { setTimeout(() => done(), 1); });
  it('runs', () => {});
});
test('too late', () => { setTimeout(() => { throw new Error('over'); }, 5); });
test('waits', async () => { await new Promise((r) => setTimeout(r, 100)); });
test('todo', { todo: true }, (t, done) => { setImmediate(() => { throw new Error('expected'); }); });
`);
const r = child.spawnSync(process.execPath, ['uncaught.js'], { encoding: 'utf8' });
for (const line of r.stdout.split('\n')) {
  if (!/^ *(ok|not ok|#|TAP|1\.\.|type: |failureType: |code: |name: |error: ')/.test(line) || /^# duration_ms/.test(line)) { continue; }
  console.log(line.replace(/ at \S+:\d+:\d+/, ''));
}
console.log(r.status, r.stderr);
