// Objects of crypto become streams when they are first used as one.
const crypto = require('crypto'), { Readable, Transform, Writable, finished, pipeline } = require('stream');
const key = Buffer.alloc(32, 1), iv = Buffer.alloc(16, 2), cipher = () => crypto.createCipheriv('aes-256-cbc', key, iv);
for (const make of [() => crypto.createHash('md5'), () => crypto.createHmac('md5', 'k')]) {
  const h = make();
  console.log(Object.keys(h), JSON.stringify(h), Object.keys(h.update('x')), '_options' in h, h._options);
  console.log(make() instanceof Transform, make() instanceof Writable, make() instanceof Readable, typeof make().pipe);
  console.log(make().readable, make().writable, make().destroyed, make().writableEnded, make().readableFlowing);
  console.log(make().listenerCount('data'), make().getMaxListeners(), make().setMaxListeners(3).getMaxListeners());
}
console.log(crypto.createHash('md5', { highWaterMark: 5 }).readableHighWaterMark, crypto.createHash('md5', { highWaterMark: 5 })._options, cipher().writableHighWaterMark > 0);
console.log(crypto.createHash('md5').on('x', () => 0).listenerCount('x'), crypto.createHash('md5').once('x', () => 0).emit('x'), crypto.createHash('md5').emit('x'));
const shared = crypto.createHash('md5'), copy = shared.update('a').copy();
shared.write('b');
console.log(copy.digest('hex'), Object.keys(copy));
class Mine extends crypto.Hash { constructor() { super('sha1'); this.mine = 1; } }
console.log(Object.keys(new Mine()), new Mine().update('x').digest('hex'));
const twice = crypto.createHash('md5');
twice.on('data', (b) => console.log('twice', b.toString('hex')));
twice.end('abc');
module.exports = (async () => {
  await new Promise((r) => twice.on('end', r));
  console.log(await new Promise((r) => crypto.createHash('sha1').setEncoding('hex').on('data', r).end('abc')));
  console.log(await new Promise((r) => pipeline(Readable.from(['a', 'b']), crypto.createHash('sha1'), async (from) => { for await (const b of from) { r(b.toString('hex')); } }, () => 0)));
  console.log(await new Promise((r) => { const c = cipher(), out = []; c.on('data', (b) => out.push(b)); c.on('end', () => r(Buffer.concat(out).toString('hex'))); c.write('abc'); c.end('def'); }));
  console.log(await new Promise((r) => { const h = crypto.createHash('sha1'); h.update('a'); finished(h, (e) => r(String(e))); h.on('data', (b) => console.log(b.toString('hex'))); h.end('b'); }));
  console.log(await new Promise((r) => { const h = crypto.createHash('sha1'); h.on('error', (e) => r([e.message, h.destroyed])); h.destroy(new Error('mine')); }));
  const chunks = [];
  for await (const b of Readable.from([Buffer.from('x')]).pipe(crypto.createHmac('sha256', 'k'))) { chunks.push(b.toString('hex')); }
  console.log(chunks);
})();
