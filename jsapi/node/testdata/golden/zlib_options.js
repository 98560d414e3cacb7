// Options of zlib, dictionaries, what follows the end of the data, and small pieces that are flushed.
const z=require('zlib');const t=(n,f)=>{try{console.log(n,f())}catch(e){console.log(n,e.name,e.code,e.errno,e.message)}};
const g=z.gzipSync('abc');
t('garbage',()=>z.gunzipSync(Buffer.concat([g,Buffer.from('garbage')])).toString());
t('zeros',()=>z.gunzipSync(Buffer.concat([g,Buffer.alloc(10)])).toString());
t('two',()=>z.gunzipSync(Buffer.concat([g,z.gzipSync('def')])).toString());
t('magic',()=>z.gunzipSync(Buffer.concat([g,Buffer.from([0x1f,0x8b,0xff,0xff]),Buffer.alloc(10)])).toString());
t('one byte',()=>z.gunzipSync(Buffer.concat([g,Buffer.from([0x1f])])).toString());
t('inflate+',()=>z.inflateSync(Buffer.concat([z.deflateSync('abc'),Buffer.from('xx')])).toString());
t('raw+',()=>z.inflateRawSync(Buffer.concat([z.deflateRawSync('abc'),Buffer.from('xx')])).toString());
t('unzip+',()=>z.unzipSync(Buffer.concat([g,Buffer.from('garbage')])).toString());
t('max',()=>z.gunzipSync(z.gzipSync('a'.repeat(100)),{maxOutputLength:64}));
t('maxok',()=>z.gunzipSync(z.gzipSync('a'.repeat(64)),{maxOutputLength:64}).length);
t('maxc',()=>z.gzipSync('a'.repeat(64),{maxOutputLength:4}).length);
t('max bad',()=>z.gunzipSync(g,{maxOutputLength:0}));
t('cut',()=>z.gunzipSync(g.subarray(0,-9),{finishFlush:z.constants.Z_SYNC_FLUSH}).toString());
t('cut',()=>z.inflateSync(z.deflateSync('abc'.repeat(1000)).subarray(0,-4),{finishFlush:z.constants.Z_SYNC_FLUSH}).length);
t('cut',()=>z.gunzipSync(g.subarray(0,-9)).toString());
t('dict',()=>z.inflateSync(z.deflateSync('hello hello',{dictionary:Buffer.from('hello')}),{dictionary:Buffer.from('hello')}).toString());
t('dictraw',()=>z.inflateRawSync(z.deflateRawSync('hello hello',{dictionary:Buffer.from('hello')}),{dictionary:Buffer.from('hello')}).toString());
t('nodict',()=>z.inflateSync(z.deflateSync('hello hello',{dictionary:Buffer.from('hello')})).toString());
t('baddict',()=>z.inflateSync(z.deflateSync('hello hello',{dictionary:Buffer.from('hello')}),{dictionary:Buffer.from('hellx')}).toString());
t('invalid2',()=>z.inflateRawSync(Buffer.from([0,1,2,3,4,5])).toString());
for (const o of [{level:10},{level:'x'},{level:NaN},{windowBits:7},{windowBits:16},{windowBits:0},{memLevel:0},{memLevel:10},{strategy:5},{strategy:-1},{chunkSize:63},{chunkSize:'1'},{flush:6},{flush:'x'},{finishFlush:-1},{dictionary:'x'},{maxOutputLength:'x'},{chunkSize:0},{level:1.5},{flush:-0.5}]) { t(JSON.stringify(o),()=>z.createDeflate(o)._level); t('inf '+JSON.stringify(o),()=>z.createGunzip(o)._level); }
t('br',()=>z.createBrotliCompress({flush:4}));t('br',()=>z.createBrotliCompress({params:{99:1}}));t('br',()=>z.createBrotliCompress({params:{1:'x'}}));t('br',()=>z.createBrotliCompress({params:{1:99}})&&1);t('br',()=>z.createBrotliCompress({maxOutputLength:0}));
t('type',()=>z.gzipSync(null));t('crc',()=>z.crc32&&z.crc32(5));

const size = async (s, text) => { let n = 0; const add = c => { n += c.length; }; s.on('data', add); s.write(text); await new Promise(done => s.flush(z.constants.Z_SYNC_FLUSH, done)); s.off('data', add); return n; };
module.exports = (async () => {
  for (const text of ['Hi', '123', 'foofoo', '{"type":"message","text":"hello there"}']) {
    const s = z.createDeflateRaw(), first = await size(s, text), second = await size(s, text);
    console.log(text, first, second <= first, text.length < 6 || second < first);
    s.reset();
    console.log(await size(s, text) === first);
  }
  // A stream that fails is destroyed: its writes do not call back.
  for (const Type of [z.Inflate, z.InflateRaw, z.Gunzip]) {
    const s = new Type(), seen = [];
    console.log(s._closed);
    s.write(Buffer.from([0, 1, 2, 3, 4, 5]));
    s.flush(() => seen.push('flushed'));
    await new Promise(done => s.on('error', e => { seen.push(e instanceof Error, e.code, e.errno, s._closed); s.close(done); }));
    console.log(seen);
  }
  const with0 = z.createInflate({ dictionary: Buffer.from('hello') });
  with0.end(z.deflateSync('hello hello', { dictionary: Buffer.from('hello') }));
  for await (const c of with0) { console.log(c.toString()); }
  await new Promise(done => z.gunzip(z.gzipSync('a'.repeat(100)), { maxOutputLength: 64 }, e => { console.log(e.name, e.code, e.message); done(); }));
  await new Promise(done => z.gunzip(z.gzipSync('text text').subarray(0, -8), { finishFlush: z.constants.Z_SYNC_FLUSH }, (e, b) => { console.log(e, b.toString()); done(); }));
  t('params', () => z.createDeflate().params(10, 0, () => {}));
  t('object', () => z.createGzip({ objectMode: true }).write({}));
  const closed = z.createGzip();
  closed.close(() => console.log('closed', closed.destroyed, closed._handle));
  await new Promise(done => setImmediate(done));
})();
