const log = [];
const say = x => () => log.push(x);
setTimeout(say('timeout 20'), 20);
setTimeout(say('timeout 0'), 0);
setImmediate(say('immediate'));
process.nextTick(say('tick'));
Promise.resolve().then(say('promise'));
queueMicrotask(say('microtask'));
process.nextTick((a, b) => log.push(a + b), 'tick ', 'args');
log.push('sync');
const cleared = setTimeout(say('never'), 1);
clearTimeout(cleared);
clearImmediate(setImmediate(say('never')));
clearTimeout(undefined);
clearTimeout('x');
let n = 0;
const every = setInterval(() => { if (++n === 3) { clearInterval(every); log.push('interval ' + n); } }, 1);
const t = setTimeout(say('kept'), 2);
log.push(typeof t.ref, typeof t.unref().hasRef, t.unref() === t);
// An interval that is late is still due when the last timer is.
const third = r => n === 3 ? r() : setTimeout(third, 1, r);
module.exports = new Promise(r => setTimeout((x, y) => { log.push(x + y); third(r); }, 40, 'last ', 'one')).then(() => {
  // Which of the timers comes first depends on how busy the machine is.
  const timed = /^(timeout \d+|immediate|kept|interval 3)$/;
  console.log(log.filter(x => !timed.test(x)).join('\n'));
  console.log(log.filter(x => timed.test(x)).sort().join('\n'));
  try { setTimeout('code', 1); } catch (e) { console.log(e.code, e.message); }
});
