// Every line is a case: what happened in the turn that began it, then in the ticks (t),
// microtasks (m) and immediates (i) after it.
const show = v => v instanceof Error ? v.name + ':' + v.code + ':' + v.message : Buffer.isBuffer(v) ? '<' + v + '>' : typeof v === 'object' && v !== null ? v.constructor === Object ? JSON.stringify(v) : v.constructor.name : typeof v === 'function' ? 'fn' : JSON.stringify(v);
const turns = (log, mark) => new Promise(resolve => {
  let i = 0;
  const tick = n => process.nextTick(() => { mark('t' + n); if (n < 5) { tick(n + 1); } else { Promise.resolve().then(() => { mark('m'); process.nextTick(() => mark('m1')); }); } });
  (function turn() { setImmediate(() => { mark('i' + ++i); tick(1); if (i < 7) { turn(); } else { setImmediate(resolve); } }); })();
  tick(1);
});
const cases = [];
const test = (name, fn) => cases.push([name, fn]);
const watch = (log, s, name) => {
  const emit = s.emit;
  s.emit = function (t, ...a) { if (typeof t === 'string') { log(name + t + (a.length ? '(' + a.map(show).join() + ')' : '')); } return emit.call(this, t, ...a); };
  return s;
};
const quiet = s => { s.on('error', () => {}); return s; };
const rs = s => { const r = s._readableState; return 'R{' + [r.length, r.flowing, 'ended endEmitted reading sync needReadable emittedReadable readableListening resumeScheduled readingMore dataEmitted destroyed closed errorEmitted multiAwaitDrain'.split(' ').filter(k => r[k]).join('+'), r.pipes.length, show(r.errored), s.readable].join() + '}'; };
const ws = s => { const w = s._writableState; return 'W{' + [w.length, 'needDrain ending ended finished writing sync bufferProcessing prefinished finalCalled destroyed closed errorEmitted'.split(' ').filter(k => w[k]).join('+'), w.corked, w.pendingcb, w.bufferedRequestCount, show(w.errored), s.writable, s.writableNeedDrain].join() + '}'; };
const run = async () => {
  for (const [name, fn] of cases) {
    let line = '', seen = false;
    const log = (...a) => { line += ' ' + a.map(x => typeof x === 'string' ? x : show(x)).join(' '); seen = true; };
    const marks = m => { if (seen) { line += ' |'; seen = false; } line = line.replace(/\|[a-z0-9]*$/, '|') + (line.endsWith('|') || /\|[a-z0-9]+$/.test(line) ? '' : ' |'); line = line.replace(/\|$/, '|' + m); };
    try { fn(log); } catch (e) { log('threw', show(e)); }
    await turns(log, marks);
    console.log(name + ':' + line.replace(/ ?\|[a-z0-9]*$/, ''));
  }
};
module.exports = { test, run, show, watch, quiet, rs, ws };
