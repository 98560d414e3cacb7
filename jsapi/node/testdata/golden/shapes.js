const os = require('os'), util = require('util'), assert = require('assert'), crypto = require('crypto');
const { Readable, Writable, Duplex, PassThrough } = require('stream');
// Functions of os in texts.
console.log(`${os.platform}` === os.platform(), `${os.hostname}` === os.hostname(), Number(os.totalmem) === os.totalmem());
// Keys.
const key = crypto.createSecretKey(Buffer.from('0123456789abcdef'));
console.log(util.types.isKeyObject(key), util.types.isKeyObject({}), util.types.isCryptoKey(key));
// Errors of assert.
console.log(String(new assert.AssertionError({ message: 'no' })));
console.log(assert.ok === assert, assert.name);
// Parts of buffers.
const b = Buffer.from('a?>~b');
console.log(b.base64urlSlice(1), b.base64urlWrite('Pz4', 0), b);
console.log(Buffer.copyBytesFrom(new Uint16Array([1, 0x203, 4]), 1, 1), Buffer.copyBytesFrom(new Uint8Array([1, 2, 3])));
try { Buffer.copyBytesFrom([1]); } catch (e) { console.log(e.code, e.message); }
// Names that programs print, and members that they list.
console.log(require('fs').readFile, require('path').join, console.log, setTimeout, Buffer.from, process.cwd);
console.log([require('fs').readFile.length, require('fs').promises.readFile.name, process.nextTick.name, JSON.stringify(Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'throwIfAborted'))]);
console.log(Object.keys(globalThis).filter((name) => name !== 'navigator').sort().join());
console.log(Object.prototype.toString.call(new TextEncoder()), Object.prototype.toString.call(new Event('x')), DOMException.ABORT_ERR, Event.NONE);
module.exports = (async () => {
  // A stream both ways to the web and back.
  const through = new PassThrough();
  const pair = Duplex.toWeb(through);
  console.log(Object.keys(pair), pair.readable instanceof ReadableStream, pair.writable instanceof WritableStream);
  const { readable, writable } = new TransformStream({ transform(chunk, c) { c.enqueue(Buffer.from(String(Buffer.from(chunk)).toUpperCase())); } });
  const duplex = Duplex.fromWeb({ readable, writable });
  duplex.end('hello');
  let text = '';
  for await (const chunk of duplex) { text += chunk; }
  console.log(text);
})();
