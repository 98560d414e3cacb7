const { AsyncLocalStorage, AsyncResource } = require('async_hooks'), EventEmitter = require('events'), fs = require('fs');
const a = new AsyncLocalStorage(), b = new AsyncLocalStorage();
const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
console.log(a.getStore(), a.run(1, () => a.getStore()), a.getStore(), a.run(1, (x, y) => x + y, 2, 3));
try { a.run(1, () => { throw new Error('out'); }); } catch (e) { console.log(e.message, a.getStore()); }
module.exports = (async () => {
  const lines = [];
  async function request(n) {
    await null;
    lines.push('begun ' + a.getStore());
    await wait(6 - n);
    await b.run('b' + n, async () => { await wait(1); lines.push('inner ' + a.getStore() + ' ' + b.getStore()); });
    lines.push('ended ' + a.getStore() + ' ' + b.getStore());
    return a.getStore();
  }
  console.log(await Promise.all([1, 3, 5].map(n => a.run(n, () => request(n)))), a.getStore(), lines.sort());
  await a.run('kept', () => new Promise(resolve => {
    let left = 6;
    const seen = [];
    const done = name => () => { seen.push(name + ' ' + a.getStore()); if (--left === 0) { console.log(seen.sort().join(', ')); resolve(); } };
    setTimeout(done('timeout'), 2);
    setImmediate(done('immediate'));
    process.nextTick(done('tick'));
    queueMicrotask(done('microtask'));
    Promise.resolve().then(done('then'));
    fs.stat(__filename, done('stat'));
  }));
  await a.run('thenable', async () => { await { then(resolve) { resolve(); } }; console.log('after', a.getStore()); });
  const e = new EventEmitter();
  a.run('listener', () => e.on('x', () => console.log('heard in', a.getStore())));
  a.run('speaker', () => e.emit('x'));
  const resource = a.run('resource', () => new AsyncResource('TEST'));
  console.log(a.run('other', () => resource.runInAsyncScope((x, y) => [a.getStore(), x, y], null, 4, 5)), a.getStore());
  console.log(a.run('bound', () => AsyncResource.bind(function (x) { return [a.getStore(), x]; }))(6));
  console.log(a.run('static', () => AsyncLocalStorage.bind(x => [a.getStore(), x]))(7), a.run('shot', () => AsyncLocalStorage.snapshot())((x) => [a.getStore(), x], 8));
  console.log(a.run(1, () => a.exit(x => [a.getStore(), x], 9)));
  await (async () => { a.enterWith('entered'); await null; console.log(a.getStore()); a.disable(); console.log(a.getStore()); await wait(1); console.log(a.getStore()); })();
  console.log(a.run('again', () => a.getStore()));
  const interval = a.run('interval', () => new Promise(resolve => { let n = 0; const t = setInterval(() => { if (++n === 2) { clearInterval(t); resolve(a.getStore()); } }, 1); }));
  console.log(await interval);
})();
