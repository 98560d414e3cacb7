// Open files of fs.promises, streams of files and their options, checks of what reads and writes, exact Stats.
const fs = require('fs'), path = require('path'), { open } = fs.promises;
const at = (name) => path.join(__dirname, name);
const t = (f) => { try { return f(); } catch (e) { return e.name + ' ' + e.code + ': ' + e.message; } };
const failure = (p) => p.then((v) => ['fine', v], (e) => [e.name, e.code, e.message.split(',')[0], e.syscall]);
module.exports = (async () => {
  fs.writeFileSync(at('a.txt'), 'one\ntwo\nthree\n');
  const h = await open(at('a.txt'), 'r+');
  console.log(h.constructor.name, typeof h.fd, Object.keys(await h.read(Buffer.alloc(3), 0, 3, 0)), (await h.read({ buffer: Buffer.alloc(4), position: 4 })).buffer.toString(), (await h.read()).bytesRead);
  console.log(await failure(h.write(5)), await failure(h.write('x', 0, 1)), await failure(h.read(Buffer.alloc(2), 3)), await failure(h.read(Buffer.alloc(0), 0, 1)), (await h.writev([Buffer.from('a'), Buffer.from('b')], 0)).bytesWritten);
  const lines = []; for await (const line of (await open(at('a.txt'))).readLines()) { lines.push(line); } console.log(lines);
  console.log((await h.stat()).size, typeof (await h.stat({ bigint: true })).mtimeNs, (await h.readFile({ encoding: 'utf8' })).length);
  h.on('close', () => console.log('closed')); await Promise.all([h.close(), h.close()]); console.log(h.fd, await failure(h.read()), await failure(h.stat()), await failure(h.close()));
  const w = await open(at('b.txt'), 'w'); const ws = w.createWriteStream({ flush: true }); ws.write('a'); ws.write('b'); ws.end('c'); await require('events').once(ws, 'close'); console.log(w.fd, fs.readFileSync(at('b.txt'), 'utf8'), ws.path, ws.bytesWritten);
  let text = ''; for await (const c of (await open(at('a.txt'))).createReadStream({ start: 2, end: 5, encoding: 'utf8' })) { text += c; } console.log(JSON.stringify(text));
  const web = (await open(at('b.txt'))).readableWebStream(); const parts = []; for await (const c of web) { parts.push(Buffer.from(c).toString()); } console.log(parts);
  await fs.promises.writeFile(at('c.txt'), (function* () { yield 'x'; yield Buffer.from('y'); })()); await fs.promises.appendFile(at('c.txt'), 'z', { flush: true }); console.log(await fs.promises.readFile(at('c.txt'), 'utf8'));
  const again = await open(at('c.txt'), 'a+'); await fs.promises.appendFile(again, '!'); await fs.promises.writeFile(again, require('stream').Readable.from(['p', 'q'])); console.log(fs.readFileSync(at('c.txt'), 'utf8')); await again.close();
  const quit = new AbortController(); const stopped = fs.promises.readFile(at('c.txt'), { signal: quit.signal }); quit.abort(); console.log(await failure(stopped), await failure(fs.promises.writeFile(at('c.txt'), 'no', { signal: quit.signal })), fs.readFileSync(at('c.txt'), 'utf8'));

  // Streams.
  for (const o of [{ fd: 'a' }, { start: 'a' }, { start: 3, end: 2 }, { end: -1 }, { encoding: 'bad' }, 5, { fs: {} }, { fs: { open() {}, close() {} } }, { signal: 1 }]) { console.log(t(() => typeof fs.createReadStream(at('a.txt'), o).on('error', () => {}))); }
  for (const o of [{ fd: {} }, { start: -1 }, { encoding: 'bad' }, { flush: 'a' }, { fs: { open() {}, close() {}, write: 1 } }, { fs: { open() {}, close() {} } }]) { console.log(t(() => typeof fs.createWriteStream(at('d.txt'), o).on('error', () => {}))); }
  const calls = []; const own = new Proxy(fs, { get: (f, k) => typeof f[k] === 'function' ? (...a) => { calls.push(k); return f[k](...a); } : f[k] });
  const copy = fs.createWriteStream(at('e.txt'), { fs: own }); copy.cork(); copy.write('1'); copy.write('2'); copy.uncork(); copy.end('3'); await require('events').once(copy, 'close'); console.log(calls, fs.readFileSync(at('e.txt'), 'utf8'), copy.fd, copy.pending, copy.path === at('e.txt'));
  const aborted = fs.createReadStream(at('a.txt'), { signal: AbortSignal.abort() }); const [e] = await require('events').once(aborted, 'error'); console.log(e.name, e.code);
  const bytesFd = fs.openSync(at('a.txt')); const kept = fs.createReadStream(null, { fd: bytesFd, autoClose: false }); kept.resume(); await require('events').once(kept, 'end'); console.log(kept.path, kept.bytesRead, fs.fstatSync(bytesFd).size); fs.closeSync(bytesFd);

  // Checks.
  const fd = fs.openSync(at('a.txt'), 'r+'), b = Buffer.alloc(4);
  for (const args of [[b, 5], [b, 0, 5], [b, -1], [b, 0, -1], [b, 'a'], [5], [b, 0, 1, 'a'], [Buffer.alloc(0), 0, 1], [b, { offset: 1, length: 9 }]]) { console.log(t(() => fs.readSync(fd, ...args)).toString(), '|', t(() => fs.writeSync(fd, ...args)).toString()); }
  console.log(fs.readSync(fd, new Uint16Array(1), 0, 2, 0), fs.writeSync(fd, 'zz', 0, 'latin1'), fs.writeSync(fd, b, { length: 0 }), t(() => fs.readFileSync(at('a.txt'), 'bad')), t(() => fs.readFileSync(at('a.txt'), 5)), t(() => fs.writeFileSync(at('a.txt'), '', { flush: 1 })), t(() => fs.accessSync(at('a.txt'), 'r')), t(() => fs.accessSync(at('a.txt'), 9)));
  await new Promise((ok) => fs.read(fd, (err, n, buffer) => { console.log(err, n, buffer.length); fs.closeSync(fd); ok(); }));
  const s = fs.statSync(at('a.txt'), { bigint: true }), plain = fs.statSync(at('a.txt'));
  console.log(Object.keys(s).join(), typeof s.size, s.isFile(), s.isDirectory(), s.mtimeNs / 1000000n === s.mtimeMs, s.constructor.name, BigInt(plain.ino) === s.ino, fs.lstatSync(at('a.txt'), { bigint: true }).size === s.size, plain instanceof fs.Stats, s instanceof fs.Stats);
})();
