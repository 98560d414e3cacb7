// process.stdout is a stream: what it is, what is written as bytes, pipelines, and that it cannot be closed.
const stream = require('stream');
const out = process.stdout;
console.log(out instanceof stream, out instanceof stream.Writable, process.stderr instanceof stream.Writable, out.constructor.name, out._type);
console.log(out.isTTY, out.writable, out.writableHighWaterMark, out.fd, process.stderr.fd);
out.write(Buffer.from('e282', 'hex'));
out.write(Buffer.from('ac0a', 'hex'));
out.write('4142430a', 'hex');
out.write(new Uint8Array([0x64, 0x0a]));
for (const wrong of [undefined, null, 1, {}]) {
  try { out.write(wrong); } catch (e) { console.log(e.code); }
}
out.cork();
out.write('corked, ');
out.uncork();
module.exports = new Promise((done) => out.write('callback\n', () => {
  const failing = new stream.Readable({ read() { this.destroy(new Error('no more')); } });
  stream.pipeline(failing, out, (err) => {
    console.log('pipeline:', err.message);
    stream.Readable.from(['piped\n']).pipe(out).on('unpipe', () => {
      console.log('unpiped', out.writable, out.destroyed);
      done();
    });
  });
}));
