// Arguments of fs: modes, owners, times, lengths, encodings of names, options that are checked; Stats and Dirent of one's own.
const fs = require('fs'), path = require('path');
const at = (name) => path.join(__dirname, name);
const t = (f) => { try { return f(); } catch (e) { return e.name + ' ' + e.code + ': ' + e.message; } };
const later = (name, ...args) => new Promise((ok) => { try { fs[name](...args, (err, v) => ok(err ? [err.name, err.code, err.message] : v)); } catch (e) { ok('threw ' + e.code + ' ' + e.message); } });
const later2 = (p) => p.then((v) => v, (e) => [e.name, e.code, e.message]);
module.exports = (async () => {
  console.log(new fs.Stats(1, 33188, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.5, 12.4, 13), new fs.Stats().isFile(), new fs.Stats(1, 33188).isFile(), fs.Stats.length);
  fs.writeFileSync(at('a.txt'), 'hello world'); fs.utimesSync(at('a.txt'), 1, 1.5);
  console.log(fs.statSync(at('a.txt')).mtimeMs, fs.statSync(at('a.txt')).mtime.getTime(), fs.statSync(at('a.txt'), { bigint: true }).mtime.getTime(), Object.keys(fs.statSync(at('a.txt'))).join());
  for (const [name, type] of Object.entries(fs.constants).filter(([k]) => k.startsWith('UV_DIRENT_'))) { const d = new fs.Dirent('x', type, '/y'); console.log(name, ['isFile', 'isDirectory', 'isSymbolicLink', 'isFIFO', 'isSocket', 'isBlockDevice', 'isCharacterDevice'].filter(k => d[k]()).join()); }
  console.log(new fs.Dirent('a', 2, '/x'), fs.readdirSync(__dirname, { withFileTypes: true }).filter(d => d.name === 'a.txt'));
  for (const a of [[undefined], [null], ['x'], ['0755'], [-1], [1.5], [{}], [{ mode: '9' }], [{ recursive: 1 }], [{ mode: null }], [{ recursive: null }], [{ mode: '700' }]]) { console.log('mkdir', a, t(() => fs.mkdirSync(at('a.txt/b'), ...a)), await later('mkdir', at('a.txt/b'), ...a)); }
  for (const a of [[undefined], [null], ['x'], ['0755'], [-1], [1.5], [{}], [2 ** 32]]) { console.log('mode', a, t(() => fs.chmodSync(at('nope'), ...a)), t(() => fs.openSync(at('nope'), 'r', ...a)), await later2(fs.promises.chmod(at('nope'), ...a)), await later('fchmod', 999, ...a)); }
  for (const a of [[undefined], [null], ['x'], [-1], [-2], [1.5], [2 ** 32]]) { console.log('owner', a, t(() => fs.chownSync(at('nope'), ...a, 1)), t(() => fs.fchownSync(999, 1, ...a)), t(() => fs.lchownSync(at('nope'), 1, ...a)), await later('chown', at('nope'), 1, ...a)); }
  for (const a of [[undefined], [null], ['x'], [-1], [1.5], [2 ** 60], [NaN], [5]]) { console.log('length', a, t(() => fs.ftruncateSync(999, ...a)), t(() => fs.truncateSync(at('a.txt'), ...a)), fs.readFileSync(at('a.txt'), 'utf8').length); fs.writeFileSync(at('a.txt'), 'hello world'); }
  for (const a of [['dir'], ['junction'], ['x'], [5], [null], ['']]) { console.log('symlink', a, t(() => fs.symlinkSync('a', at('nope/a/b'), ...a))); }
  for (const a of [[5], [{ recursive: 1 }], ['a'], [{ maxRetries: -1 }], [{ force: 1 }], [{ retryDelay: 'a' }], [null], [{}]]) { console.log('rm', a, t(() => fs.rmSync(at('nope1'), ...a)), t(() => fs.rmdirSync(at('nope1'), ...a)), await later('rm', at('nope1'), ...a)); }
  fs.mkdirSync(at('d'));
  console.log(t(() => fs.rmSync(at('d'))), await later('rm', at('d')), await later2(fs.promises.rm(at('d'))), t(() => fs.rmdirSync(at('a.txt'), { recursive: true })), await later('rmdir', at('nope'), { recursive: true }), t(() => fs.rmdirSync(at('d'), { recursive: true })), fs.existsSync(at('d')));
  for (const a of [[{}, 1], [NaN, 1], ['a', 1], [null, 1], [undefined, 1], [true, 1], ['7', 1], [new Date(5), '']]) { console.log('utimes', a, t(() => fs.utimesSync(at('nope'), ...a)), t(() => fs.futimesSync(999, ...a)), await later('lutimes', at('nope'), ...a)); }
  console.log(fs._toUnixTimestamp('5'), fs._toUnixTimestamp(new Date(1500)), fs._toUnixTimestamp(2.5), fs._toUnixTimestamp(-1) > 1e9);
  // Names.
  fs.mkdirSync(at('n')); fs.writeFileSync(at('n/é.txt'), ''); fs.symlinkSync('é.txt', at('n/l'));
  for (const o of [undefined, null, 'utf8', 'buffer', 'hex', 'latin1', { encoding: 'base64' }, { encoding: null }, 'bad', 5]) {
    console.log(o, t(() => fs.readdirSync(at('n'), o)), t(() => fs.readlinkSync(at('n/l'), o)), t(() => { const v = fs.realpathSync('/', o); return v; }), t(() => typeof fs.mkdtempSync(at('tmp-'), o)), await later('readdir', at('n'), o), await later2(fs.promises.readlink(at('n/l'), o)), await later('realpath', '/', o));
  }
  console.log(fs.readdirSync(at('n'), { encoding: 'buffer', withFileTypes: true }).map(d => d.name), fs.existsSync(Buffer.from(at('n'))), fs.existsSync(new TextEncoder().encode(at('n'))), t(() => fs.readdirSync(at('n'), { recursive: 1 })));
  const made = [fs.mkdtempSync(at('m-')), fs.mkdtempSync(Buffer.from(at('m-'))), await fs.promises.mkdtemp(at('m-')), await later('mkdtemp', at('m-'))]; console.log(made.map(m => /m-[A-Za-z0-9]{6}$/.test(m)), (fs.statSync(made[0]).mode & 0o777).toString(8), t(() => fs.mkdtempSync(at('nope/x'))), t(() => fs.mkdtempSync(5)));
  // Folders in a circle, or where a file is.
  fs.symlinkSync('c2', at('c1')); fs.symlinkSync('c1', at('c2')); console.log(t(() => fs.realpathSync(at('c1'))), await later('realpath', at('c1')));
  console.log(t(() => fs.mkdirSync(at('a.txt'), { recursive: true })), t(() => fs.mkdirSync(at('a.txt/b/c'), { recursive: true })), await later('mkdir', at('a.txt'), { recursive: true }));
  // Callbacks and options.
  console.log(t(() => fs.close('a')), t(() => fs.close(5, 'a')), t(() => fs.exists('a')), await new Promise(ok => fs.exists({}, ok)), await new Promise(ok => fs.exists('a\0b', ok)), t(() => fs.opendirSync(__dirname, { bufferSize: 0 })), t(() => fs.opendirSync(__dirname, { bufferSize: 'a' })), t(() => new fs.Dir()), t(() => fs.readSync(0, { buffer: null })), t(() => fs.read(0, { buffer: null }, () => {})), t(() => fs.read(0, 5, () => {})), t(() => fs.readSync(0, null)));
  const fd = fs.openSync(at('a.txt'), 'r+'); console.log(await new Promise(ok => fs.read(fd, null, (err, n, b) => ok([n, b.length]))), await later('truncate', fd, 3), fs.readFileSync(at('a.txt'), 'utf8')); fs.close(fd);
  const dir = fs.opendirSync(at('n')), first = dir.read(); console.log(t(() => dir.readSync()), t(() => dir.closeSync()), typeof (await first).name, (await Promise.all([dir.read(), dir.close()])).map(v => v && typeof v.name)); console.log(t(() => dir.read()), await new Promise(ok => dir.close(e => ok(e.code))), t(() => dir.closeSync()), t(() => dir.close(5)));
  const inherited = fs.createReadStream(at('a.txt'), { __proto__: { start: 1, end: 1, encoding: 'utf8' } }); let text = ''; for await (const c of inherited) { text += c; } console.log(text);
  const kept = fs.createReadStream(null, { fd: 13337, autoClose: false }); kept.on('error', e => console.log(e.code, e.syscall)).resume(); await new Promise(ok => setTimeout(ok, 50)); console.log(kept.destroyed, kept.closed, kept.fd);
  let size = 0; for await (const c of fs.createReadStream(at('a.txt'))) { size = c.buffer.byteLength; } console.log(size < 65536);
})();
