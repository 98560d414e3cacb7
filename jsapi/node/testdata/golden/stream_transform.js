// The cases are printed as support/streamcases.js says.
const { test, run, show, watch, quiet, rs, ws } = require('./support/streamcases');
const { Transform, PassThrough, Duplex, Readable } = require('stream');
const on = log => fn => { try { log('=', fn()); } catch (e) { log('threw', e); } };
const cb = (log, n) => e => log('cb' + n + '(' + show(e) + ')');
const kinds = {
  pass: log => ({ transform(c, e, done) { log('t', c, e); done(null, c); } }),
  push: log => ({ transform(c, e, done) { this.push(c); this.push('+'); done(); }, flush(done) { log('flush'); this.push('end'); done(); } }),
  later: log => ({ transform(c, e, done) { log('t', c); setImmediate(() => done(null, c)); }, flush(done) { setImmediate(() => done(null, 'last')); } }),
  tick: log => ({ transform(c, e, done) { process.nextTick(() => { this.push(c); done(); }); } }),
  drops: log => ({ transform(c, e, done) { log('t', c); done(); } }),
  fails: log => ({ transform(c, e, done) { if (String(c) === 'b') { done(new Error('bad b')); } else { done(null, c); } } }),
  flushFails: log => ({ transform(c, e, done) { done(null, c); }, flush(done) { done(new Error('flush')); } }),
  final: log => ({ transform(c, e, done) { done(null, c); }, final(done) { log('final'); setImmediate(done); }, flush(done) { log('flush'); done(null, 'f'); } }),
  ends: log => ({ transform(c, e, done) { this.push(c); this.push(null); done(); } })
};
const options = { plain: {}, small: { highWaterMark: 1 }, zero: { readableHighWaterMark: 0 }, objects: { objectMode: true, highWaterMark: 1 }, mixed: { readableObjectMode: true, writableHighWaterMark: 2, readableHighWaterMark: 1 }, text: { decodeStrings: false, encoding: 'utf8' } };
const uses = {
  data: (t, log) => { t.on('data', () => {}); log(t.write('a', cb(log, 1)), t.write('b', cb(log, 2))); t.end('c', cb(log, 'end')); },
  late: (t, log) => { log(t.write('a', cb(log, 1)), t.write('b', cb(log, 2)), rs(t), ws(t)); t.end(cb(log, 'end')); setImmediate(() => { log(rs(t), ws(t)); t.on('data', () => {}); }); },
  readable: (t, log) => { t.on('readable', () => { let c; while ((c = t.read()) !== null) { log('got', c); } }); t.write('a'); setImmediate(() => { t.write('b'); t.end(); }); },
  unread: (t, log) => { t.write('a', cb(log, 1)); t.write('b', cb(log, 2)); t.write('c', cb(log, 3)); t.end(cb(log, 'end')); setImmediate(() => setImmediate(() => log(rs(t), ws(t)))); },
  drains: (t, log) => { t.resume(); let n = 0; (function next() { while (n++ < 4) { if (!t.write('x')) { t.once('drain', next); return; } } t.end(); })(); },
  iterate: async (t, log) => { t.write('a'); t.end('b'); try { for await (const c of t) { log('it', c); } log('done'); } catch (e) { log('failed', e); } },
  destroyed: (t, log) => { t.write('a', cb(log, 1)); t.write('b', cb(log, 2)); t.destroy(); t.write('c', cb(log, 3)); t.end(cb(log, 'end')); log(rs(t), ws(t)); },
  corks: (t, log) => { t.cork(); t.write('a'); t.write('b'); t.resume(); setImmediate(() => { t.uncork(); t.end(); }); }
};
for (const k of Object.keys(kinds)) {
  for (const o of Object.keys(options)) {
    for (const u of Object.keys(uses)) { test([k, o, u].join(' '), log => { const t = quiet(watch(log, new Transform({ ...options[o], ...kinds[k](log) }), '')); return uses[u](t, log); }); }
  }
}
test('throws', log => { const t = quiet(watch(log, new Transform({ transform() { throw new Error('thrown'); } }), '')); on(log)(() => t.write('a', cb(log, 1))); log(ws(t)); });
test('not implemented', log => { const t = quiet(watch(log, new Transform(), '')); on(log)(() => t.write('a')); });
test('callback twice', log => { const t = quiet(watch(log, new Transform({ transform(c, e, done) { done(null, c); done(null, c); } }), '')); t.resume(); on(log)(() => t.write('a', cb(log, 1))); });
test('subclass', log => { class Up extends Transform { _transform(c, e, done) { done(null, String(c).toUpperCase()); } _flush(done) { done(null, '!'); } } const t = watch(log, new Up(), ''); t.on('data', () => {}); t.end('abc'); });
test('subclass with final', log => { class F extends Transform { _transform(c, e, done) { done(null, c); } _final(done) { log('final'); done(); } _flush(done) { log('flush'); done(null, '!'); } } const t = watch(log, new F(), ''); t.on('data', () => {}); t.end('abc'); });
test('marks', log => { for (const o of [{}, { highWaterMark: 5 }, { readableHighWaterMark: 3 }, { writableHighWaterMark: 2, readableHighWaterMark: 1 }, { objectMode: true }, { readableObjectMode: true }, { writableObjectMode: true }, { readableHighWaterMark: 0 }, { readableHighWaterMark: -1 }, { writableHighWaterMark: 'x' }]) { on(log)(() => { const t = new PassThrough(o); return [t.readableHighWaterMark, t.writableHighWaterMark, t.readableObjectMode, t.writableObjectMode].join(); }); } });
test('passthrough objects', log => { const t = watch(log, new PassThrough({ objectMode: true }), ''); t.on('data', () => {}); t.write({ a: 1 }); t.write(0); t.write(''); on(log)(() => t.write(null)); t.write(undefined); t.end(); });
const duplex = (log, o) => quiet(watch(log, new Duplex({ read() { log('_read'); }, write(c, e, done) { log('w', c); done(); }, ...o }), ''));
test('duplex ends readable first', log => { const d = duplex(log); d.resume(); d.push(null); setImmediate(() => { log(rs(d), ws(d)); d.end(cb(log, 'end')); }); });
test('duplex ends writable first', log => { const d = duplex(log); d.resume(); d.end(cb(log, 'end')); setImmediate(() => { log(rs(d), ws(d)); d.push(null); }); });
test('no half open', log => { const d = duplex(log, { allowHalfOpen: false }); d.resume(); d.push(null); log(d.allowHalfOpen); });
test('no half open, writes in end', log => { const d = duplex(log, { allowHalfOpen: false }); d.resume(); d.on('end', () => d.write('last')); d.push(null); });
test('no half open, not read', log => { const d = duplex(log, { allowHalfOpen: false }); d.push(null); d.end(); });
test('readable false', log => { const d = duplex(log, { readable: false }); log(rs(d), d.readableEnded); d.end('x'); });
test('writable false', log => { const d = duplex(log, { writable: false }); log(ws(d), d.write('x')); d.push('a'); d.push(null); d.resume(); });
test('neither', log => { const d = duplex(log, { readable: false, writable: false }); log(rs(d), ws(d)); d.destroy(); });
test('no autoDestroy', log => { const d = duplex(log, { autoDestroy: false }); d.resume(); d.push(null); d.end(); setImmediate(() => log(rs(d), ws(d))); });
test('duplex write error', log => { const d = duplex(log, { write(c, e, done) { done(new Error('w')); } }); d.resume(); d.write('a', cb(log, 1)); log(rs(d), ws(d)); });
test('duplex destroyed set', log => { const d = duplex(log); d.destroyed = true; log(d.destroyed, rs(d), ws(d)); d.destroyed = false; log(d.destroyed); });
module.exports = run();
