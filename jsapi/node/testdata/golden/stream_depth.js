const stream = require('stream'), { Readable, Writable, Transform, Duplex, PassThrough, pipeline, finished } = stream, { once } = require('events');
const sp = require('stream/promises');
const sink = list => new Writable({ objectMode: true, write(c, e, done) { list.push(String(c)); done(); } });
const attempt = async (name, fn) => { try { console.log(name, await fn()); } catch (e) { console.log(name, 'threw', e.name, e.code, e.message); } };
module.exports = (async () => {
  console.log(typeof stream.EventEmitter, stream === stream.Stream, sp === stream.promises);
  // pipeline with generators and functions.
  await attempt('generators', async () => { const l = []; await sp.pipeline(['a', 'b'], async function* (s) { for await (const c of s) { yield c + '!'; } }, sink(l)); return l; });
  await attempt('source function', async () => { const l = []; await sp.pipeline(async function* () { yield 'x'; yield 'y'; }, new PassThrough({ objectMode: true }), sink(l)); return l; });
  await attempt('consumer', () => sp.pipeline(Readable.from(['1', '2']), async s => { let t = ''; for await (const c of s) { t += c; } return t; }));
  await attempt('generator throws', () => sp.pipeline(['a'], async function* (s) { for await (const c of s) { throw new TypeError('in generator ' + c); } }, sink([])));
  const c1 = new AbortController();
  setTimeout(() => c1.abort(), 5);
  await attempt('signal', () => sp.pipeline(new Readable({ read() {} }), sink([]), { signal: c1.signal }));
  // Errors go to all.
  const a = new PassThrough(), b = new PassThrough();
  await attempt('destroys', () => { const p = sp.pipeline(a, b, sink([])); a.destroy(new RangeError('gone')); return p; });
  console.log(a.destroyed, b.destroyed, a.errored && a.errored.message, b.readableAborted);
  await attempt('premature', () => { const r = new Readable({ read() {} }); const p = sp.finished(r); r.destroy(); return p; });
  await attempt('finished late', async () => { const r = Readable.from(['a']); r.resume(); await once(r, 'close'); return sp.finished(r); });
  // Async iteration.
  const r1 = new Readable({ read() { this.push('chunk'); } });
  for await (const c of r1) { console.log(c.toString()); break; }
  console.log('after break', r1.destroyed);
  const r2 = new Readable({ read() { this.push('part'); this.destroy(new Error('cut')); } });
  await attempt('iterate error', async () => { const l = []; for await (const c of r2) { l.push(c.toString()); } return l; });
  await attempt('iterate ended', async () => { const r = Readable.from(['a', 'b']); const l = []; for await (const c of r) { l.push(c); } for await (const c of r) { l.push(c); } return l; });
  // State.
  const w = new Writable({ highWaterMark: 4, write(c, e, done) { setImmediate(done); } });
  console.log(w.writableHighWaterMark, w.write('abc'), w.writableLength, w.writableNeedDrain, w.write('de'), w.writableNeedDrain);
  await once(w, 'drain');
  w.cork(); w.write('1'); w.write('2'); console.log(w.writableCorked, w.writableLength); w.uncork();
  w.end('last', () => console.log('end callback'));
  console.log(w.writable, w.writableEnded, w.writableFinished);
  await once(w, 'close');
  console.log(w.writableFinished, w.destroyed, w.closed, w.errored);
  const batches = [], v = new Writable({ writev(list, done) { batches.push(list.map(x => x.chunk.toString())); done(); } });
  v.cork(); v.write('a'); v.write('b'); v.uncork(); v.end('c');
  await once(v, 'finish');
  console.log(batches);
  await attempt('write error', async () => { const x = new Writable({ write(c, e, done) { done(new Error('refused')); } }); const p = once(x, 'close'); x.on('error', e => console.log('error event', e.message)); x.write('a', e => console.log('callback', e.message)); await p; return x.destroyed; });
  await attempt('after end', async () => { const x = new PassThrough(); x.end(); x.on('error', e => console.log(e.code)); x.write('x', e => console.log('cb', e.code)); await once(x, 'close').catch(() => {}); return x.destroyed; });
  try { new Writable().write(null); } catch (e) { console.log(e.code, e.message); }
  try { new Writable({ write() {} }).write(5); } catch (e) { console.log(e.code, e.message); }
  // construct, final, flush, destroy.
  const steps = [];
  const k = new Writable({ construct(done) { steps.push('construct'); setImmediate(done); }, write(c, e, done) { steps.push('write ' + c); done(); }, final(done) { steps.push('final'); done(); }, destroy(e, done) { steps.push('destroy'); done(e); } });
  k.end('x');
  await once(k, 'close');
  console.log(steps);
  // Reading by hand.
  const h = new Readable({ read() {} });
  h.push('abcdef');
  console.log(String(h.read(2)), String(h.read(10)), h.readableLength);
  h.unshift('zz');
  h.push(null);
  console.log(String(h.read()), h.readableEnded);
  const o = new Readable({ objectMode: true, read() {} });
  o.push({ n: 1 }); o.push(0); o.push(''); o.push(null);
  console.log(o.read(), o.readableLength, await o.toArray());
  // Helpers.
  console.log(await Readable.from([1, 2, 3, 4]).filter(n => n % 2).map(async n => n * 10).toArray(), await Readable.from([1, 2, 3]).reduce((s, n) => s + n, 0));
  const seen = [];
  await Readable.from(['p', 'q']).forEach(x => { seen.push(x); });
  console.log(seen, await Readable.from([1, 2]).some(n => n > 1), await Readable.from([1, 2]).every(n => n > 1), await Readable.from([5, 6]).find(n => n > 5), await Readable.from([1, 2, 3]).take(2).toArray(), await Readable.from([1, 2, 3]).drop(2).toArray());
  // Duplex and Transform.
  const d = Duplex.from(async function* (s) { for await (const c of s) { yield String(c).toUpperCase(); } });
  d.end('loud');
  console.log(String((await d.toArray())[0]));
  const t = new Transform({ readableObjectMode: true, transform(c, e, done) { for (const x of String(c)) { this.push({ x }); } done(); } });
  t.end('ab');
  console.log(await t.toArray(), t.readableObjectMode, t.writableObjectMode);
  await attempt('transform error', () => new Promise((res, rej) => { const x = new Transform({ transform(c, e, done) { done(new Error('bad chunk')); } }); x.on('error', rej); x.write('a'); }));
  // pipe and unpipe.
  const src = new PassThrough(), dst = new PassThrough();
  src.pipe(dst);
  dst.on('unpipe', s => console.log('unpiped', s === src));
  src.write('one');
  console.log(String((await once(dst, 'data'))[0]));
  src.unpipe(dst);
  console.log(src.readableFlowing, dst.destroyed);
  console.log(require('stream/consumers') && await require('stream/consumers').json(Readable.from(['{"a":', '1}'])), await require('stream/consumers').text(Readable.from(['te', 'xt'])));
  console.log(stream.isReadable(new Readable()), stream.isErrored(new Readable()), stream.isDisturbed(r1), stream.getDefaultHighWaterMark(false));
})();
