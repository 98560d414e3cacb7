// The cases are printed as support/streamcases.js says.
const { test, run, watch, rs } = require('./support/streamcases');
const { Readable, PassThrough } = require('stream');
const sources = {
  sync: n => function () { this.push(n.length ? n.shift() : null); },
  syncall: n => function () { while (n.length) { this.push(n.shift()); } this.push(null); },
  tick: n => function () { process.nextTick(() => this.push(n.length ? n.shift() : null)); },
  promise: n => function () { Promise.resolve().then(() => this.push(n.length ? n.shift() : null)); },
  immediate: n => function () { setImmediate(() => this.push(n.length ? n.shift() : null)); },
  mixed: n => function () { if (n.length % 2) { this.push(n.length ? n.shift() : null); } else { process.nextTick(() => this.push(n.length ? n.shift() : null)); } },
  ready: n => function () {}
};
const kinds = { bytes: [{}, ['abc', 'de', 'fghi']], small: [{ highWaterMark: 3 }, ['abc', 'de', 'fghi']], zero: [{ highWaterMark: 0 }, ['abc', 'de']], objects: [{ objectMode: true, highWaterMark: 2 }, ['a', 1, 'c']], text: [{ encoding: 'utf8' }, ['hé', Buffer.from([0xc3]), Buffer.from([0xa9])]] };
const consumers = {
  data: (r, log) => r.on('data', () => {}),
  readable: (r, log) => r.on('readable', () => { let c; while ((c = r.read()) !== null) { log('got', c); } log('null'); }),
  once: (r, log) => r.on('readable', () => log('got', r.read())),
  two: (r, log) => r.on('readable', () => { let c; while ((c = r.read(2)) !== null) { log('got', c); } }),
  pauses: (r, log) => r.on('data', () => { r.pause(); setImmediate(() => { log('resume', rs(r)); r.resume(); }); }),
  onceData: (r, log) => r.once('data', () => log(rs(r))),
  resume: (r, log) => { r.resume(); log(rs(r)); },
  read: (r, log) => { log('got', r.read(), rs(r)); setImmediate(() => { log('got', r.read(), rs(r)); setImmediate(() => log('got', r.read(), r.read(), rs(r))); }); },
  both: (r, log) => { r.on('readable', () => log('got', r.read())); r.on('data', () => {}); },
  removed: (r, log) => { const f = () => log('got', r.read(1)); r.on('data', () => {}); r.on('readable', f); setImmediate(() => { r.removeListener('readable', f); log(rs(r)); }); },
  iterate: async (r, log) => { try { for await (const c of r) { log('it', c); } log('done', rs(r)); } catch (e) { log('failed', e); } },
  breaks: async (r, log) => { for await (const c of r) { log('it', c); break; } log('left', rs(r)); },
  pipe: (r, log) => r.pipe(watch(log, new PassThrough({ objectMode: true, highWaterMark: 1 }), 'p.')),
  nothing: (r, log) => setImmediate(() => log(rs(r)))
};
for (const s of Object.keys(sources)) {
  for (const k of Object.keys(kinds)) {
    for (const c of Object.keys(consumers)) {
      test([s, k, c].join(' '), log => {
        const list = kinds[k][1].slice(), r = watch(log, new Readable({ ...kinds[k][0], read: sources[s](list) }), '');
        if (s === 'ready') { list.forEach(x => log('push', r.push(x))); r.push(null); log(rs(r)); }
        consumers[c](r, log);
      });
    }
  }
}
module.exports = run();
