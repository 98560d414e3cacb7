const zlib = require('zlib'), util = require('util'), { Readable, Writable, pipeline } = require('stream');
const collect = s => new Promise((res, rej) => { const out = []; s.on('data', c => out.push(c)).on('end', () => res(Buffer.concat(out))).on('error', rej); });
module.exports = (async () => {
  const text = 'Grüße '.repeat(5000);
  for (const [c, d] of [['gzip', 'gunzip'], ['deflate', 'inflate'], ['deflateRaw', 'inflateRaw'], ['gzip', 'unzip'], ['deflate', 'unzip'], ['brotliCompress', 'brotliDecompress']]) {
    const packed = zlib[c + 'Sync'](text);
    console.log(c, packed.length < 1000, zlib[d + 'Sync'](packed).toString() === text);
    const later = await util.promisify(zlib[d])(await util.promisify(zlib[c])(Buffer.from(text)));
    console.log(d, later.toString() === text);
    const C = c[0].toUpperCase() + c.slice(1), D = d[0].toUpperCase() + d.slice(1);
    const through = await collect(Readable.from([Buffer.from(text.slice(0, 7)), Buffer.from(text.slice(7))], { objectMode: false }).pipe(zlib['create' + C]()).pipe(zlib['create' + D]()));
    console.log(C, D, through.toString() === text);
  }
  // What others packed.
  console.log(zlib.gunzipSync(Buffer.from('H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==', 'base64')).toString());
  console.log(zlib.brotliDecompressSync(Buffer.from('CwWAaGVsbG8gd29ybGQD', 'base64')).toString());
  for (const [name, fn] of [['header', () => zlib.gunzipSync(Buffer.from('not gzip at all'))], ['inflate', () => zlib.inflateSync(Buffer.from('no'))], ['short', () => zlib.gunzipSync(zlib.gzipSync(text).slice(0, 40))], ['type', () => zlib.gzipSync(5)], ['level', () => zlib.gzipSync('x', { level: 99 })]]) {
    try { fn(); console.log(name, 'no error'); } catch (e) { console.log(name, e.name, e.code, e.errno, e.message); }
  }
  await new Promise(res => zlib.gunzip(Buffer.from('broken bytes'), (e, out) => { console.log(e.code, out); res(); }));
  await new Promise(res => zlib.createGunzip().on('error', e => { console.log('stream', e.code, e.message); res(); }).end('not gzip either'));
  // A flush gives out what was written so far.
  const gz = zlib.createGzip(), un = zlib.createGunzip();
  gz.pipe(un);
  gz.write('first');
  gz.flush();
  console.log(await new Promise(res => un.once('data', c => res(c.toString()))));
  gz.end(' second');
  console.log((await collect(un)).toString());
  await new Promise(res => pipeline(Readable.from(['a', 'b']), zlib.createGzip(), zlib.createUnzip(), new Writable({ write(c, e, done) { console.log('got', c.toString()); done(); } }), e => { console.log('end', e); res(); }));
  console.log(zlib.constants.Z_SYNC_FLUSH, zlib.Z_BEST_SPEED, zlib.createGzip() instanceof zlib.Gzip, zlib.Gunzip() instanceof require('stream').Transform);
  const cut = zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
  cut.end(zlib.gzipSync('short text').slice(0, -8));
  console.log((await collect(cut)).toString());
  const left = zlib.createGunzip();
  left.write(zlib.gzipSync(text).slice(0, 30));
  await new Promise(res => left.on('close', res).destroy());
  console.log('closed');
  // What packages call that compress at once, such as tar and pngjs.
  const steps = (Type, list, o) => {
    const s = new Type(o), out = [];
    s.on('error', () => {});
    try { for (const [chunk, kind] of list) { out.push(s._processChunk(Buffer.from(chunk), kind)); } } catch (e) { return [e.code, e.errno, e.message]; }
    return Buffer.concat(out).toString();
  };
  const long = 'text '.repeat(9000), packed = zlib.deflateSync(long), done = zlib.constants.Z_FINISH;
  console.log(steps(zlib.Inflate, [[packed, done]]) === long, steps(zlib.Unzip, [[zlib.gzipSync(long), done]]) === long, zlib.inflateSync(Buffer.from(new zlib.Deflate()._processChunk(Buffer.from(long), done))).toString() === long);
  console.log(steps(zlib.Inflate, [[packed.subarray(0, 20), done]]), steps(zlib.Inflate, [['not that', done]]), steps(zlib.Inflate, [[packed.subarray(0, -4), done]], { finishFlush: zlib.constants.Z_SYNC_FLUSH }) === long);
  const by = new zlib.Inflate({ chunkSize: 1000 }), pieces = [];
  let left2 = packed.length, off = 0;
  for (;;) {
    const room = by._chunkSize;
    by._handle.writeSync(done, packed, off, left2, by._outBuffer, 0, room);
    const [out, rest] = by._writeState;
    pieces.push(Buffer.from(by._outBuffer.subarray(0, room - out)));
    if (out !== 0) { break; }
    off += left2 - rest;
    left2 = rest;
  }
  console.log(Buffer.concat(pieces).toString() === long, by._hadError);
})();
