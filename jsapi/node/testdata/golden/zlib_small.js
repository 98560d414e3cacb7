// Small pieces are packed as tightly as by zlib: within a few bytes, and never larger than they would be uncompressed.
const zlib = require('zlib');
const texts = ['', 'a', 'some long long long long string', 'hello world', 'abcabcabcabc', 'x'.repeat(100), JSON.stringify({ a: 1, b: [1, 2, 3], name: 'Rex the dog' }), 'some long long long long string'.repeat(20),
  Array.from({ length: 40 }, (_, i) => 'line ' + i + ' of ' + i * i).join('\n')];
const sizes = { deflateSync: 0, gzipSync: 0, deflateRawSync: 0 };
for (const name of Object.keys(sizes)) {
  for (const level of [undefined, -1, 1, 3, 6, 9]) {
    for (const text of texts) {
      const packed = zlib[name](text, { level });
      if (zlib.unzipSync(name === 'deflateRawSync' ? zlib.deflateSync(text) : packed).toString() !== text) { console.log('wrong', name, level, text); }
      sizes[name] += packed.length;
    }
  }
  sizes[name] = sizes[name] < { deflateSync: 2260, gzipSync: 2910, deflateRawSync: 1940 }[name]; // Node: 2213, 2861 and 1889
}
console.log(sizes);
for (const level of [undefined, 0, 1, 2, 5, 6, 7, 9]) { console.log(level, zlib.deflateSync('hello', { level }).subarray(0, 2), zlib.gzipSync('hello', { level }).subarray(0, 9)); }
module.exports = new Promise((done) => {
  const stream = zlib.createDeflate(), got = [];
  stream.on('data', (d) => got.push(d)).on('end', () => { const all = Buffer.concat(got); console.log(all.subarray(0, 2), all.length < 40, zlib.inflateSync(all).toString()); done(); });
  stream.write('some long long '); stream.end('long long string');
});
