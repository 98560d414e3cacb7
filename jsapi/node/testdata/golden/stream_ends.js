// The cases are printed as support/streamcases.js says.
const { test, run, show, watch, quiet, rs, ws } = require('./support/streamcases');
const { Readable, Writable, Duplex, Transform, PassThrough, finished, addAbortSignal, destroy, isReadable, isWritable, isErrored, isDisturbed, isDestroyed } = require('stream'), stream = require('stream'), sp = require('stream/promises');
const on = log => fn => { try { log('=', fn()); } catch (e) { log('threw', e); } };
const cb = (log, n) => (e, v) => log('cb' + n + '(' + show(e) + (v !== undefined ? ',' + show(v) : '') + ')');
const types = {
  readable: log => o => quiet(watch(log, new Readable({ read() {}, ...o }), '')),
  writable: log => o => quiet(watch(log, new Writable({ write(c, e, done) { done(); }, ...o }), '')),
  duplex: log => o => quiet(watch(log, new Duplex({ read() {}, write(c, e, done) { done(); }, ...o }), '')),
  transform: log => o => quiet(watch(log, new Transform({ transform(c, e, done) { done(null, c); }, ...o }), ''))
};
const st = s => (s._readableState ? rs(s) : '') + (s._writableState ? ws(s) : '') + [s.destroyed, s.closed, show(s.errored)].join();
const ways = {
  destroy: (s, log) => { log(s.destroy() === s, st(s)); },
  error: (s, log) => { s.destroy(new Error('x')); log(st(s)); },
  callback: (s, log) => { s.destroy(new Error('x'), cb(log, 1)); s.destroy(null, cb(log, 2)); s.destroy(new Error('y'), cb(log, 3)); log(st(s)); },
  again: (s, log) => { s.destroy(); setImmediate(() => { s.destroy(new Error('late')); log(st(s)); }); },
  fn: (s, log) => { destroy(s); log(st(s)); },
  fnError: (s, log) => { destroy(s, new Error('given')); log(st(s)); },
  ended: (s, log) => { if (s.push) { s.push(null); s.resume(); } if (s.end) { s.end(); } setImmediate(() => { log(st(s)); s.destroy(new Error('after')); log(st(s)); }); },
  endedAtOnce: (s, log) => { if (s.push) { s.push('x'); s.push(null); } if (s.end) { s.end(); } s.destroy(); log(st(s)); },
  emit: (s, log) => { s.emit('error', new Error('emitted')); log(st(s)); s.destroy(new Error('real')); },
  emitClose: (s, log) => { s.emit('close'); log(st(s)); },
  undestroy: (s, log) => { s.destroy(); setImmediate(() => { s._undestroy(); log(st(s)); s.destroy(); }); },
  finished: (s, log) => { finished(s, cb(log, 'f')); if (s.push) { s.push('x'); s.push(null); s.resume(); } if (s.end) { s.end('y'); } },
  finishedDestroy: (s, log) => { finished(s, cb(log, 'f')); s.destroy(); },
  finishedError: (s, log) => { finished(s, cb(log, 'f')); s.destroy(new Error('bad')); },
  finishedLate: (s, log) => { s.destroy(); setImmediate(() => finished(s, cb(log, 'f'))); },
  finishedLateError: (s, log) => { s.destroy(new Error('bad')); setImmediate(() => finished(s, cb(log, 'f'))); },
  finishedAfter: (s, log) => { if (s.push) { s.push(null); s.resume(); } if (s.end) { s.end(); } setImmediate(() => finished(s, cb(log, 'f'))); },
  finishedRead: (s, log) => { finished(s, { writable: false }, cb(log, 'r')); finished(s, { readable: false }, cb(log, 'w')); if (s.push) { s.push(null); s.resume(); } setImmediate(() => { log('|'); if (s.end) { s.end(); } }); },
  finishedNoError: (s, log) => { finished(s, { error: false }, cb(log, 'f')); s.emit('error', new Error('e')); log('after'); s.destroy(); },
  finishedLeft: (s, log) => { const before = s.eventNames().map(n => typeof n === 'string' ? n + s.listenerCount(n) : '').join(); const leave = finished(s, cb(log, 'f')); leave(); log(before === s.eventNames().map(n => typeof n === 'string' ? n + s.listenerCount(n) : '').join()); s.destroy(); },
  finishedSignal: (s, log) => { const c = new AbortController(); finished(s, { signal: c.signal }, cb(log, 'f')); setImmediate(() => { c.abort(); log(st(s)); }); },
  finishedAborted: (s, log) => { finished(s, { signal: AbortSignal.abort() }, cb(log, 'f')); },
  promised: (s, log) => { sp.finished(s).then(() => log('resolved'), e => log('rejected', e)); setImmediate(() => s.destroy()); },
  abort: (s, log) => { const c = new AbortController(); log(addAbortSignal(c.signal, s) === s); setImmediate(() => { c.abort(); log(st(s)); }); },
  aborted: (s, log) => { addAbortSignal(AbortSignal.abort(new Error('why')), s); log(st(s), show(s.errored && s.errored.cause)); },
  questions: (s, log) => { const q = () => log([isReadable(s), isWritable(s), isErrored(s), isDisturbed(s), isDestroyed(s)].join()); q(); if (s.push) { s.push('a'); s.resume(); } setImmediate(() => { q(); s.destroy(new Error('q')); q(); }); }
};
const options = {
  plain: {}, manual: { autoDestroy: false }, silent: { emitClose: false },
  later: { destroy(e, done) { setImmediate(done, e); } }, clears: { destroy(e, done) { done(); } }, fails: { destroy(e, done) { done(new Error('in destroy')); } }, throws: { destroy() { throw new Error('thrown'); } }, twice: { destroy(e, done) { done(e); done(new Error('second')); } },
  constructs: { construct(done) { setImmediate(done); } }, constructFails: { construct(done) { setImmediate(done, new Error('construct')); } }, constructThrows: { construct() { throw new Error('construct thrown'); } }, constructTwice: { construct(done) { done(); done(); } }
};
for (const t of Object.keys(types)) {
  for (const o of Object.keys(options)) {
    for (const w of Object.keys(ways)) { test([t, o, w].join(' '), log => { const s = types[t](log)(options[o]); ways[w](s, log); }); }
  }
}
test('construct order', log => { const s = quiet(watch(log, new Duplex({ construct(done) { log('construct'); setImmediate(done); }, read() { log('_read'); this.push('r'); this.push(null); }, write(c, e, done) { log('w', c); done(); }, final(done) { log('final'); done(); }, destroy(e, done) { log('destroy'); done(e); } }), '')); s.write('a'); s.end(); s.on('data', () => {}); log(st(s)); });
test('construct in a class', log => { class C extends Writable { _construct(done) { log('construct'); done(); } _write(c, e, done) { log('w', c); done(); } } const s = watch(log, new C(), ''); s.end('x'); });
test('signal option', log => { const c = new AbortController(); const r = quiet(watch(log, new Readable({ read() {}, signal: c.signal }), '')); setImmediate(() => c.abort()); });
test('finished arguments', log => { const o = on(log); o(() => finished({}, () => {})); o(() => finished(new PassThrough())); o(() => finished(new PassThrough(), 5, () => {})); o(() => finished(new PassThrough(), { signal: 5 }, () => {})); o(() => typeof finished(new PassThrough(), () => {})); o(() => finished(null, () => {})); });
test('addAbortSignal arguments', log => { const o = on(log); o(() => addAbortSignal({}, new PassThrough())); o(() => addAbortSignal(new AbortController().signal, {})); });
test('questions of others', log => { for (const v of [null, undefined, {}, 5, { readable: true }, { writable: true, write() {}, on() {} }, { pipe() {}, on() {}, readable: true }]) { log([isReadable(v), isWritable(v), isErrored(v), isDisturbed(v), isDestroyed(v)].join()); } });
test('destroy of others', log => { destroy(null); destroy(undefined); const o = { on() {}, pipe() {}, destroy(e) { log('destroyed', e); } }; destroy(o, new Error('x')); destroy(o); log(isDestroyed(o)); });
test('captures rejections', log => { const s = quiet(watch(log, new PassThrough({ captureRejections: true }), '')); s.on('data', async () => { throw new Error('async'); }); s.write('x'); });
test('error in end listener of two', log => { const s = quiet(watch(log, new PassThrough(), '')); s.on('end', () => s.destroy(new Error('in end'))); s.resume(); s.end(); });
test('error in finish', log => { const s = quiet(watch(log, new Writable({ write(c, e, d) { d(); } }), '')); s.on('finish', () => { s.destroy(new Error('in finish')); log(st(s)); }); s.end(); });
test('late error after close', log => { const s = quiet(watch(log, new Readable({ read() {} }), '')); s.destroy(); setImmediate(() => { s.emit('error', new Error('by hand')); }); });
test('marks', log => { const o = on(log); o(() => stream.getDefaultHighWaterMark()); o(() => stream.getDefaultHighWaterMark(true)); stream.setDefaultHighWaterMark(false, 5); o(() => new Readable().readableHighWaterMark); stream.setDefaultHighWaterMark(false, 16384); o(() => stream.setDefaultHighWaterMark(true, -1)); o(() => stream.setDefaultHighWaterMark(true, 'x')); });
for (const how of ['end', 'destroy', 'error', 'half']) {
  test('pair ' + how, log => { if (!stream.duplexPair) { return; } const [a, b] = stream.duplexPair(); quiet(watch(log, a, 'a.')); quiet(watch(log, b, 'b.')); b.on('data', () => {}); a.write('x', cb(log, 1)); a.write('y', cb(log, 2)); setImmediate(() => { if (how === 'end') { a.end(cb(log, 'end')); b.end(); a.resume(); } else if (how === 'half') { a.end(); } else { a.destroy(how === 'error' ? new Error('pair') : undefined); } }); });
}
module.exports = run();
