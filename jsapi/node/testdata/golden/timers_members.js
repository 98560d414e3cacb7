// The members of timers, which programs read and change, and what clears or restarts them.
const timers = require('timers');
const util = require('util');
const tell = (...args) => console.log(...args);
const state = t => [t._idleTimeout, typeof t._onTimeout, t._repeat, t._destroyed, t.hasRef()];

const t = setTimeout(() => {}, 1000, 1, 2);
tell(t.constructor.name, state(t), t._timerArgs);
tell('starts with the process', t._idleStart <= process.uptime() * 1000);
clearTimeout(t);
tell('cleared', state(t));
tell('refreshed after that', state(t.refresh()));
const every = setInterval(() => {}, 1000.5);
tell(state(every), every._timerArgs, state(every.unref()));
clearInterval(every);
tell(state(setTimeout(() => {}, -1).close()), state(setTimeout(() => {}, 'x').close()), setTimeout(() => {}, '5').close()._repeat);
const i = setImmediate(() => {}, 'a');
tell(i.constructor.name, typeof i._onImmediate, i._argv, i._destroyed, i.hasRef());
clearImmediate(i);
tell(i._onImmediate, i._destroyed, i.hasRef());

// Numbers name timers that were converted, and no others.
const log = [];
const left = setTimeout(() => log.push('not cleared by a number nobody asked for'), 1);
for (let n = 0; n < 50; n++) { clearTimeout(n); }
const asked = setTimeout(() => log.push('never'), 1), id = +asked;
tell(typeof id, id === +asked);
clearTimeout(String(id));
const immediate = setImmediate(() => log.push('not cleared by clearTimeout'));
clearTimeout(immediate);
const disposed = setTimeout(() => log.push('never'), 1);
disposed[Symbol.dispose]();

const self = setTimeout(function (a, b) { log.push(this === self, a + b); }, 3, 1, 2);
let n = 0;
const becomes = setTimeout(() => {
  log.push('round ' + ++n);
  becomes._repeat = 1;
  if (n === 3) { clearInterval(becomes); }
}, 4);
const stops = setInterval(() => { log.push('once'); stops._repeat = null; }, 5);
const changed = setTimeout(() => log.push('never'), 6);
changed._onTimeout = () => log.push('replaced');
const unenrolled = setInterval(() => { log.push('unenrolled'); timers.unenroll(unenrolled); }, 7);
const again = setTimeout(() => { log.push('again ' + again._destroyed); if (!again.done) { again.done = true; again.refresh(); } }, 8);

module.exports = (async () => {
  await util.promisify(setTimeout)(200);
  tell(log.sort().join('\n'));
  tell(left._destroyed, again._destroyed, becomes._destroyed);
  const p = timers.promises;
  for (const o of [1, null, { signal: 1 }, { ref: 1 }]) {
    for (const name of ['setTimeout', 'setImmediate']) {
      await (name === 'setTimeout' ? p[name](1, 2, o) : p[name](2, o)).catch(e => tell(name, e.code, e.message));
    }
    await p.setInterval(1, 2, o).next().catch(e => tell('setInterval', e.code, e.message));
  }
  const reason = new Error('why'), done = AbortSignal.abort(reason);
  await p.setTimeout(1, 2, { signal: done }).catch(e => tell(e.name, e.code, e.message, e.cause === reason, Object.keys(e)));
  await p.setInterval(1, 2, { signal: done }).next().catch(e => tell(e.name, e.cause === reason));
  const quit = new AbortController(), it = p.setInterval(1, 'v', { signal: quit.signal });
  tell(await it.next(), await Promise.all([it.next(), it.next()]));
  quit.abort();
  await it.next().then(tell, e => tell(e.name));
  tell(await it.next(), await p.setInterval(1).return(5));
  for await (const v of p.setInterval(1, 'x')) { tell(v); break; }
  for (const f of [() => setTimeout(), () => setInterval('x'), () => setImmediate(null)]) {
    try { f(); } catch (e) { tell(e.name, e.code, e.message); }
  }
})();
