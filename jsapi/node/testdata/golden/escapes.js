// Errors that nobody catches, as listeners of process see them.
const wait = ms => new Promise(r => setTimeout(r, ms));
const log = [];
// until waits for that many lines more.
const until = async n => { for (const end = log.length + n; log.length < end;) { await wait(1); } };
const say = (...a) => log.push(a.map(x => x instanceof Error ? `${x.name}[${x.code}]: ${x.message}` : typeof x === 'string' ? x : x instanceof Promise ? 'a promise' : typeof x + ' ' + String(x)).join(' | '));

process.on('uncaughtExceptionMonitor', (e, origin) => say('monitor', e, origin));
process.on('uncaughtException', (e, origin) => say('exception', e, origin));
module.exports = (async () => {
  setTimeout(() => { throw new TypeError('of a timer'); }, 1);
  await until(2);
  process.nextTick(() => { throw new Error('of a tick'); });
  await until(2);
  setImmediate(() => { throw 'a text'; });
  await until(2);
  queueMicrotask(() => { throw new RangeError('of a microtask'); });
  await until(2);
  setTimeout(() => { new (require('events'))().emit('error', new Error('of an emitter')); }, 1);
  await until(2);

  // Rejections without a listener of their own become exceptions.
  Promise.reject(new Error('rejected'));
  await until(2);
  Promise.reject(7);
  await until(2);

  process.on('unhandledRejection', (reason, p) => say('rejection', reason, p));
  Promise.reject(new Error('rejected again'));
  Promise.reject(undefined);
  await until(2);
  Promise.reject(new Error('handled')).catch(() => {});
  await wait(5);

  // A capture callback comes before the listeners.
  console.log(process.hasUncaughtExceptionCaptureCallback());
  process.setUncaughtExceptionCaptureCallback(e => say('captured', e));
  console.log(process.hasUncaughtExceptionCaptureCallback());
  try { process.setUncaughtExceptionCaptureCallback(() => {}); } catch (e) { say('second', e.code); }
  try { process.setUncaughtExceptionCaptureCallback(1); } catch (e) { say('wrong', e.code); }
  setTimeout(() => { throw new Error('to the callback'); }, 1);
  await until(2);
  process.setUncaughtExceptionCaptureCallback(null);
  setTimeout(() => { throw new Error('to the listener'); }, 1);
  await until(2);
  console.log(log.join('\n'));
})();
