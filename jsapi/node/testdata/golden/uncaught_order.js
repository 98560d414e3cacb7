// Listeners of uncaughtException come before the ticks that are left, and before the jobs of promises.
const log = []; const listener = e => { log.push('caught ' + e.message); process.nextTick(() => log.push('tick of the listener')); }; process.on('uncaughtException', listener);
const monitor = e => log.push('monitor ' + e.message); process.on('uncaughtExceptionMonitor', monitor);
const als = new (require('async_hooks').AsyncLocalStorage)();
const steps = [
  () => { process.nextTick(() => { log.push('t1'); throw new Error('one'); }); process.nextTick(() => log.push('t2')); Promise.resolve().then(() => log.push('p1')); },
  () => { process.nextTick(() => { throw new Error('a'); }); process.nextTick(() => { throw new Error('b'); }); process.nextTick(() => log.push('c')); },
  () => { queueMicrotask(() => { log.push('m1'); throw new Error('micro'); }); queueMicrotask(() => log.push('m2')); process.nextTick(() => log.push('t')); },
  () => { als.run('store', () => process.nextTick(() => { throw new Error('stored'); })); process.nextTick(() => log.push(als.getStore())); },
  () => { const e = new (require('events'))(); process.nextTick(() => e.emit('error', new Error('emitted'))); process.nextTick(() => log.push('after')); },
  () => { Promise.reject(new Error('rejected')); process.nextTick(() => log.push('t')); Promise.resolve().then(() => log.push('p')); }
];
module.exports = (async () => {
  for (const step of steps) { await new Promise(ok => setImmediate(() => { step(); setTimeout(ok, 20); })); console.log(log.splice(0)); }
  process.off('uncaughtException', listener); process.off('uncaughtExceptionMonitor', monitor);
})();
