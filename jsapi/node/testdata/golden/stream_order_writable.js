// The cases are printed as support/streamcases.js says.
const { test, run, show, watch, quiet, ws } = require('./support/streamcases');
const { Writable, Duplex } = require('stream');
const on = log => fn => { try { log('=', fn()); } catch (e) { log('threw', e); } };
const cb = (log, n) => e => log('cb' + n + '(' + show(e) + ')');
const sinks = {
  sync: log => ({ write(c, e, done) { log('w', c, e); done(); } }),
  tick: log => ({ write(c, e, done) { log('w', c); process.nextTick(done); } }),
  promise: log => ({ write(c, e, done) { log('w', c); Promise.resolve().then(() => done()); } }),
  immediate: log => ({ write(c, e, done) { log('w', c); setImmediate(done); } }),
  mixed: log => { let n = 0; return { write(c, e, done) { log('w', c); if (n++ % 2) { setImmediate(done); } else { done(); } } }; },
  writev: log => ({ writev(l, done) { log('wv', l.map(x => String(x.chunk) + x.encoding).join(), l.allBuffers); setImmediate(done); } }),
  both: log => ({ write(c, e, done) { log('w', c); done(); }, writev(l, done) { log('wv', l.length); done(); } }),
  fails: log => { let n = 0; return { write(c, e, done) { log('w', c); if (n++) { done(new Error('sink')); } else { done(); } } }; },
  failsLater: log => { let n = 0; return { write(c, e, done) { log('w', c); setImmediate(() => n++ ? done(new Error('sink')) : done()); } }; },
  final: log => ({ write(c, e, done) { done(); }, final(done) { log('final', ws(this)); setImmediate(done); } }),
  finalSync: log => ({ write(c, e, done) { setImmediate(done); }, final(done) { log('final', ws(this)); done(); } }),
  finalFails: log => ({ write(c, e, done) { done(); }, final(done) { done(new Error('final')); } }),
  finalThrows: log => ({ write(c, e, done) { done(); }, final() { throw new Error('final'); } }),
  never: log => ({ write(c, e, done) { log('w', c); } })
};
const kinds = { bytes: {}, small: { highWaterMark: 3 }, zero: { highWaterMark: 0 }, objects: { objectMode: true, highWaterMark: 2 }, text: { decodeStrings: false, highWaterMark: 4 }, manual: { autoDestroy: false, highWaterMark: 3 }, silent: { emitClose: false } };
const uses = {
  writes: (w, log) => { log(w.write('ab', cb(log, 1)), w.write('cd', 'latin1', cb(log, 2)), w.write('e', cb(log, 3)), ws(w)); setImmediate(() => log(ws(w))); },
  plain: (w, log) => { log(w.write('ab'), w.write('cd'), ws(w)); w.end(); log(ws(w)); setImmediate(() => log(ws(w))); },
  ends: (w, log) => { w.write('ab', cb(log, 1)); w.end('last', cb(log, 'end')); log(ws(w)); },
  end: (w, log) => { w.end(cb(log, 'end')); log(ws(w)); setImmediate(() => log(ws(w))); },
  drains: (w, log) => { let n = 0; (function next() { while (n++ < 5) { if (!w.write('x' + n, cb(log, n))) { w.once('drain', next); return; } } w.end(); })(); },
  corks: (w, log) => { w.cork(); w.write('a', cb(log, 1)); w.write('b', cb(log, 2)); w.cork(); w.write('c', cb(log, 3)); log(ws(w)); w.uncork(); log(ws(w)); process.nextTick(() => { w.uncork(); log(ws(w)); }); },
  corkEnd: (w, log) => { w.cork(); w.cork(); w.write('a'); w.write('b', cb(log, 1)); w.end('c', cb(log, 'end')); log(ws(w)); },
  destroys: (w, log) => { w.write('a', cb(log, 1)); w.write('b', cb(log, 2)); w.end(cb(log, 'end')); w.destroy(); log(ws(w)); w.end(cb(log, 'end2')); w.write('late', cb(log, 3)); setImmediate(() => { w.end(cb(log, 'end3')); log(ws(w)); }); },
  destroysWith: (w, log) => { w.cork(); w.write('a', cb(log, 1)); w.end; w.destroy(new Error('gone'), cb(log, 'd')); w.write('b', cb(log, 2)); w.end(cb(log, 'end')); log(ws(w)); },
  afterEnd: (w, log) => { w.end('a'); log(w.write('b', cb(log, 1)), ws(w)); w.end(cb(log, 'end')); w.end('c', cb(log, 'end2')); setImmediate(() => w.end(cb(log, 'end3'))); },
  inCallback: (w, log) => { w.write('a', e => { log('cb', e); w.write('b', cb(log, 2)); w.end(); }); },
  twiceEnd: (w, log) => { w.end(cb(log, 1)); w.end(cb(log, 2)); w.on('finish', () => { log(ws(w)); w.end(cb(log, 3)); }); }
};
for (const s of Object.keys(sinks)) {
  for (const k of Object.keys(kinds)) {
    for (const u of Object.keys(uses)) {
      test([s, k, u].join(' '), log => { const w = quiet(watch(log, new Writable({ ...kinds[k], ...sinks[s](log) }), '')); uses[u](w, log); });
    }
  }
}
const make = (log, o) => quiet(watch(log, new Writable({ write(c, e, done) { log('w', c, e); done(); }, ...o }), ''));
for (const v of [5, true, {}, [], null, undefined, '', new Uint8Array([65, 66]), new Uint16Array([0x4241]), Buffer.alloc(0), () => {}]) {
  test('write ' + show(v), log => { const w = make(log); on(log)(() => w.write(v, cb(log, 1))); on(log)(() => w.end(v, cb(log, 2))); log(ws(w)); });
  test('write object ' + show(v), log => { const w = make(log, { objectMode: true }); on(log)(() => w.write(v, cb(log, 1))); log(ws(w)); });
}
test('encodings', log => { const w = make(log); on(log)(() => w.write('616263', 'hex')); on(log)(() => w.write('x', 'nonsense')); on(log)(() => w.write('x', 'buffer')); on(log)(() => w.write('x', 5)); on(log)(() => w.setDefaultEncoding('HEX') === w); w.write('4142'); on(log)(() => w.setDefaultEncoding('nonsense')); on(log)(() => w.setDefaultEncoding(5)); on(log)(() => w.write(Buffer.from('x'), 'hex')); });
test('encodings, no decoding', log => { const w = make(log, { decodeStrings: false, defaultEncoding: 'latin1' }); w.write('a'); w.write('b', 'UTF-8'); w.write(Buffer.from('c'), 'hex'); w.end('d', 'hex'); });
test('options', log => { for (const o of [{ highWaterMark: -1 }, { highWaterMark: 'x' }, { highWaterMark: 0 }, { defaultEncoding: 'nonsense' }, { defaultEncoding: 'latin1' }, { objectMode: true }, { writableObjectMode: true }, { writableHighWaterMark: 3 }]) { on(log)(() => { const w = new Writable(o); return w.writableHighWaterMark + ' ' + w.writableObjectMode; }); } });
test('no _write', log => { const w = quiet(watch(log, new Writable(), '')); on(log)(() => w.write('a')); log(ws(w)); });
test('_write throws', log => { const w = make(log, { write() { throw new RangeError('bad'); } }); on(log)(() => w.write('a', cb(log, 1))); log(ws(w)); });
test('callback twice', log => { const w = make(log, { write(c, e, done) { done(); done(); } }); on(log)(() => w.write('a', cb(log, 1))); log(ws(w)); });
test('callback twice later', log => { const w = make(log, { write(c, e, done) { setImmediate(() => { done(); done(); }); } }); on(log)(() => w.write('a', cb(log, 1))); });
test('callback twice, no destroy', log => { const w = make(log, { autoDestroy: false, write(c, e, done) { done(); done(); } }); on(log)(() => w.write('a', cb(log, 1))); });
test('final twice', log => { const w = make(log, { final(done) { done(); done(); } }); w.end(cb(log, 1)); });
test('final error twice', log => { const w = make(log, { final(done) { done(); done(new Error('second')); } }); w.end(cb(log, 1)); });
test('pipe of a writable', log => { const w = make(log); on(log)(() => w.pipe(w)); });
test('members', log => { const w = make(log); const m = () => log(w.writable, w.writableEnded, w.writableFinished, w.writableNeedDrain, w.writableCorked, w.writableLength, w.writableHighWaterMark, w.writableObjectMode, w.writableAborted, w.destroyed, w.closed, w.errored, w.writableBuffer.length); m(); w.cork(); w.write('a'); m(); w.end(); m(); setImmediate(m); });
test('writable set', log => { const w = make(log); w.writable = false; log(w.writable, w.writableAborted, w.write('a')); w.destroy(); log(w.writableAborted); });
test('instanceof', log => { function Own() { Writable.call(this); } require('util').inherits(Own, Writable); log(new Own() instanceof Writable, new Duplex() instanceof Writable, {} instanceof Writable, new Writable() instanceof Own, { _writableState: {} } instanceof Writable, new Duplex() instanceof Own); });
test('without new', log => { log(Writable({ write(c, e, done) { done(); } }) instanceof Writable, Duplex() instanceof Duplex); });
test('prefinish', log => { const w = make(log); w.on('prefinish', () => log(ws(w))); w.on('finish', () => log(ws(w))); w.end('x'); });
test('end in drain', log => { const w = make(log, { highWaterMark: 1, write(c, e, done) { setImmediate(done); } }); w.on('drain', () => w.end()); w.write('abc'); });
test('many writes', log => { let n = 0; const w = watch(log, new Writable({ write(c, e, done) { n++; setImmediate(done); } }), ''); for (let i = 0; i < 5; i++) { w.write('a' + i); } log(w._writableState.getBuffer().map(x => String(x.chunk)).join(), w.writableBuffer.length); w.on('close', () => log(n)); w.end(); });
test('error keeps order', log => { const w = make(log, { highWaterMark: 1, write(c, e, done) { setImmediate(() => done(new Error('first'))); } }); w.write('a', cb(log, 1)); w.write('b', cb(log, 2)); w.write('c', cb(log, 3)); w.end(cb(log, 'end')); });
module.exports = run();
