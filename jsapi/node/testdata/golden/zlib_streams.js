// Streams of zlib: readers that are slow, pieces, what follows the end, flushes, empty pieces, options.
const zlib = require('zlib'), { once } = require('events');
const t = (f) => { try { return f(); } catch (e) { return e.name + ' ' + e.code + ': ' + e.message; } };
const data = Buffer.from('0123456789'.repeat(4)), sleep = (ms) => new Promise(ok => setTimeout(ok, ms));
const pairs = { gzip: ['gzipSync', 'createGunzip', 'createGzip'], unzip: ['gzipSync', 'createUnzip', 'createGzip'], deflate: ['deflateSync', 'createInflate', 'createDeflate'], raw: ['deflateRawSync', 'createInflateRaw', 'createDeflateRaw'], brotli: ['brotliCompressSync', 'createBrotliDecompress', 'createBrotliCompress'] };
module.exports = (async () => {
  // What nobody reads is not unpacked.
  for (const [name, [pack, unpack]] of Object.entries(pairs)) {
    const bomb = zlib[pack](Buffer.alloc(8 << 20)), s = zlib[unpack](); let more = 0;
    s.write(bomb, () => { more++; }); s.end(); await sleep(120);
    console.log(name, s.readableLength, s._readableState.buffer.length, more, s.readableEnded);
    s.pause(); s.once('data', (c) => { console.log(c.length); }); s.resume(); s.pause(); await sleep(60); console.log(s.readableLength);
    let size = 0, most = 0; for await (const c of s) { size += c.length; most = Math.max(most, c.length); } console.log(size <= 8 << 20, most, more);
  }
  const small = zlib.createGunzip({ chunkSize: 100, highWaterMark: 150 }); small.end(zlib.gzipSync(Buffer.alloc(1000))); await sleep(50); console.log(small.readableLength); const sizes = []; small.on('data', c => sizes.push(c.length)); await once(small, 'end'); console.log(sizes.join());
  const packed = zlib.createGzip({ chunkSize: 64, level: 0 }); packed.end(Buffer.alloc(500)); const parts = []; packed.on('data', c => parts.push(c)); await once(packed, 'end'); console.log(parts.every(c => c.length <= 64), zlib.gunzipSync(Buffer.concat(parts)).length);
  // What follows the end.
  for (const [name, [pack, unpack]] of Object.entries(pairs)) {
    const whole = zlib[pack](data), rest = Buffer.from('not what was packed'), counted = !/gzip|unzip|brotli/.test(name);
    for (const [how, write] of Object.entries({ alone: s => s.end(whole), behind: s => { s.write(whole); s.end(rest); }, together: s => s.end(Buffer.concat([whole, rest])), open: s => { s.write(whole); s.write(rest); }, zeros: s => s.end(Buffer.concat([whole, Buffer.alloc(9)])), bytes: s => { for (const b of whole) { s.write(Buffer.from([b])); } s.end(); } })) {
      const s = zlib[unpack](); let text = ''; s.setEncoding('utf8').on('data', d => { text += d; }); write(s);
      console.log(name, how, await Promise.race([once(s, 'end').then(() => 'end'), once(s, 'error').then(([e]) => e.code), sleep(300).then(() => 'open')]).catch(e => e.code), text === String(data) || s.errored !== null, counted && !s.errored && s.bytesWritten - whole.length);
    }
    console.log(name, t(() => zlib[unpack.replace('create', '').replace(/^./, c => c.toLowerCase()) + 'Sync'](Buffer.concat([whole, rest])).length));
  }
  // Flushes and empty pieces.
  for (const [name, [, unpack, pack]] of Object.entries(pairs)) {
    const s = zlib[pack](), chunks = []; s.on('data', c => chunks.push(c)); s.on('finish', () => chunks.finished = true);
    s.write(Buffer.alloc(0)); s.write(''); const log = [];
    await new Promise(ok => { s.write('abc', () => log.push('a')); s.flush(() => { log.push('flushed'); ok(); }); });
    const u = zlib[unpack](); u.setEncoding('utf8'); let text = ''; u.on('data', d => { text += d; }); for (const c of chunks) { u.write(c); } await sleep(30);
    console.log(name, log, text); s.end(); await once(s, 'end'); console.log(chunks.finished); u.destroy();
    const e = zlib[pack](); let n = 0; e.on('data', c => { n += c.length; }); e.write(Buffer.alloc(0)); e.end(); await once(e, 'end'); console.log(n > 0);
    const o = zlib[pack]({ info: true }), name2 = pack.replace('create', '').replace(/^./, c => c.toLowerCase()); o.destroy();
    const r = zlib[name2 + 'Sync']('x', { info: true }); console.log(Object.keys(r), Buffer.isBuffer(r.buffer), r.engine.constructor.name, await new Promise(ok => zlib[name2]('x', { info: true }, (err, v) => ok(v.engine.constructor.name))));
  }
  for (const o of [{ chunkSize: Infinity }, { chunkSize: 'a' }, { chunkSize: NaN }, { chunkSize: 5 }, { windowBits: 8 }, { windowBits: 0 }, { level: -Infinity }, { memLevel: 0 }, { maxOutputLength: 0 }, { params: { '00': 1, 0: 1 } }, { params: { 10: 1 } }]) { console.log(Object.entries(o).join(), ['createGzip', 'createDeflate', 'createDeflateRaw', 'createGunzip', 'createBrotliCompress'].map(k => t(() => typeof zlib[k](o)))); }
  const d = zlib.createDeflate(); console.log(t(() => d.params('a', 1)), t(() => d.params(1, 'b')), t(() => d.params(10, 0)), t(() => d.params(1, 9)), d.bytesRead);
})();
