// The cases are printed as support/streamcases.js says.
const { test, run, show } = require('./support/streamcases');
const { Readable } = require('stream'), consumers = require('stream/consumers');
const on = log => fn => { try { log('=', fn()); } catch (e) { log('threw', e); } };
const src = (log, l) => Readable.from(l || [1, 2, 3, 4]);
const ask = (log, p) => p.then(v => log('ok', v), e => log('no', e, e.cause ? show(e.cause) : ''));
const all = (log, s) => ask(log, s.toArray());
const later = v => new Promise(r => setImmediate(r, v));
test('map', log => { shown(log, src(log).map(x => x * 2).map(x => 'n' + x)); });
const one = (n, fn) => test(n, log => { fn(log); });
const shown = (log, s) => { const l = []; s.on('data', v => l.push(v)); s.on('end', () => log('got', JSON.stringify(l))); s.on('error', e => log('error', e)); };
one('map later', log => shown(log, src(log).map(x => later(x + 1))));
one('map concurrently', log => { let n = 0, most = 0; shown(log, src(log).map(async x => { most = Math.max(most, ++n); await later(); n--; return [x, most]; }, { concurrency: 2 })); });
one('map throws', log => shown(log, src(log).map(x => { if (x === 2) { throw new Error('at 2'); } return x; })));
one('map rejects', log => shown(log, src(log).map(async x => { if (x === 2) { throw new Error('at 2'); } return x; })));
one('filter', log => shown(log, src(log).filter(x => x % 2)));
one('filter later', log => shown(log, src(log).filter(async x => x > 2)));
one('flatMap', log => shown(log, src(log).flatMap(x => [x, [x]])));
one('flatMap later', log => shown(log, src(log).flatMap(async function* (x) { yield x; yield -x; })));
one('take', log => shown(log, src(log).take(2)));
one('take none', log => shown(log, src(log).take(0)));
one('take more', log => shown(log, src(log).take(9)));
one('drop', log => shown(log, src(log).drop(2)));
one('drop more', log => shown(log, src(log).drop(9)));
one('pairs', log => shown(log, src(log, ['a', 'b']).asIndexedPairs()));
one('take destroys', log => { const r = src(log); shown(log, r.take(1)); setImmediate(() => setImmediate(() => log(r.destroyed))); });
one('toArray', log => { src(log).toArray().then(l => log(JSON.stringify(l))); });
one('toArray error', log => { const r = new Readable({ read() { this.destroy(new Error('r')); } }); ask(log, r.toArray()); });
one('forEach', log => ask(log, src(log).forEach(x => log('each', x))));
one('forEach later', log => ask(log, src(log).forEach(async x => { await later(); log('each', x); }, { concurrency: 2 })));
one('forEach throws', log => ask(log, src(log).forEach(x => { throw new Error('f'); })));
one('some', log => { const r = src(log); ask(log, r.some(x => x === 2)); setImmediate(() => setImmediate(() => log(r.destroyed))); });
one('some not', log => ask(log, src(log).some(x => x > 9)));
one('every', log => ask(log, src(log).every(x => x > 0)));
one('every not', log => ask(log, src(log).every(async x => x < 2)));
one('find', log => ask(log, src(log).find(x => x > 2)));
one('find none', log => ask(log, src(log).find(x => x > 9)));
one('reduce', log => ask(log, src(log).reduce((a, b) => a + b)));
one('reduce from', log => ask(log, src(log).reduce(async (a, b) => a + b, 10)));
one('reduce empty', log => ask(log, src(log, []).reduce((a, b) => a + b)));
one('reduce empty from', log => ask(log, src(log, []).reduce((a, b) => a + b, 7)));
one('reduce throws', log => ask(log, src(log).reduce(() => { throw new Error('red'); })));
for (const name of ['map', 'filter', 'flatMap', 'forEach', 'some', 'every', 'find']) {
  for (const args of [[5], [undefined], [() => 1, 5], [() => 1, { concurrency: 0 }], [() => 1, { concurrency: 'x' }], [() => 1, { signal: 5 }], [() => 1, { signal: AbortSignal.abort() }], [() => 1, { highWaterMark: -1 }]]) {
    test(name + ' wrong ' + args.map(a => typeof a === 'object' ? Object.keys(a) + ':' + show(Object.values(a)[0]) : typeof a).join(), log => { let out; try { out = src(log, [])[name](...args); } catch (e) { log('threw', e); return; } if (out.then) { ask(log, out); } else { shown(log, out); } });
  }
}
for (const name of ['take', 'drop']) { for (const n of [-1, NaN, 'x', '2', undefined, Infinity]) { test(name + ' ' + n, log => { try { shown(log, src(log)[name](n)); } catch (e) { log('threw', e); } }); } }
one('signal given', log => ask(log, src(log, [1]).map((x, { signal }) => signal instanceof AbortSignal && signal.aborted).toArray().then(l => l[0])));
one('signal aborts', log => { const c = new AbortController(); ask(log, src(log).map(async (x, { signal }) => { if (x === 2) { c.abort(new Error('why')); } return signal.aborted; }, { signal: c.signal }).toArray().then(String)); });
const parts = () => Readable.from([Buffer.from('{"a":'), Buffer.from([0x22, 0xc3]), Buffer.from([0xa9, 0x22]), Buffer.from('}')]);
for (const k of ['text', 'json', 'buffer', 'arrayBuffer', 'blob']) { one('consumers ' + k, log => ask(log, consumers[k](parts()).then(b => k === 'blob' ? b.size : k === 'arrayBuffer' ? b.byteLength : b))); }
one('consumers of an array', log => ask(log, consumers.text(['a', 'b'])));
one('consumers fail', log => ask(log, consumers.json(Readable.from(['{'])).catch(e => e.name)));
module.exports = run();
