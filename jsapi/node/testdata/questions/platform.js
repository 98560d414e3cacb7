// Functions that came to Node after version 8: parseArgs, punycode, attributes of files,
// signals.
const { chooser, ask, print } = require('./ask.js');
const fs = require('fs'), util = require('util'), punycode = require('punycode'), qs = require('querystring'), path = require('path');
const pick = chooser(11);
const kinds = [{ type: 'boolean' }, { type: 'boolean', short: 'f' }, { type: 'string' }, { type: 'string', short: 'b' }, { type: 'string', multiple: true }, { type: 'boolean', multiple: true, short: 'v' }, { type: 'string', default: 'd' }, { type: 'boolean', default: true }, { type: 'string', multiple: true, default: ['x'] }];
const words = ['-f', '-b', '-v', '-fb', '-bf', '-bx', '-vv', '-vvb', '--foo', '--bar', '--foo=1', '--bar=x', '--bar=', '--no-foo', '--no-bar', '--', '-', 'x', 'y z', '-b=1', '--foo=-x', '-x', '--q', '--=x', '', '--bar=a=b', '-é', '--no-foo=1'];
for (let i = 0; i < 700; i++) {
  const config = { args: [], options: {} };
  for (let n = pick.below(6); n > 0; n--) { config.args.push(pick(words)); }
  for (const name of ['foo', 'bar', 'baz']) { if (!pick.chance(3)) { config.options[name] = pick(kinds); } }
  for (const flag of ['strict', 'allowPositionals', 'tokens', 'allowNegative']) { if (pick.chance(3)) { config[flag] = !pick.chance(2); } }
  ask('parseArgs ' + JSON.stringify(config), () => util.parseArgs(config));
}
for (const config of [{ args: 1 }, { options: 1 }, { options: { a: {} } }, { options: { a: 1 } }, { options: { a: { type: 'x' } } }, { options: { a: { type: 'string', short: 'ab' } } }, { options: { a: { type: 'string', short: '' } } }, { options: { a: { type: 'string', default: 1 } } }, { options: { a: { type: 'string', multiple: true, default: 'x' } } }, { options: { a: { type: 'string', multiple: true, default: ['x', 1] } } }, { options: { a: { type: 'boolean', multiple: 1 } } }, { strict: 1 }, { tokens: 'x' }, { args: ['--__proto__=x'], strict: false }, { args: ['x'] }]) {
  ask('parseArgs ' + JSON.stringify(config), () => util.parseArgs({ args: [], ...config }));
}
const letters = ['a', 'b', '-', 'é', 'ü', '日', '本', '💩', 'ß', '\u0301', 'Z', '0', '.', '\uffff', '\ud800', ' '];
for (let i = 0; i < 300; i++) {
  let text = '';
  for (let n = pick.below(9); n >= 0; n--) { text += pick(letters); }
  ask('encode ' + JSON.stringify(text), () => punycode.encode(text));
  ask('back ' + JSON.stringify(text), () => punycode.decode(punycode.encode(text)) === text);
  ask('toASCII ' + JSON.stringify(text), () => punycode.toASCII('x@' + text + '。b'));
  ask('toUnicode ' + JSON.stringify(text), () => punycode.toUnicode(punycode.toASCII(text)));
}
for (const text of ['', '-', 'a-', 'ab-cd', 'é', 'a-b-99999999', 'kva', 'bcher-kva', '!', 'a-!', '99999999', '-kva', 'A-B']) {
  ask('decode ' + text, () => punycode.decode(text));
  ask('toUnicode xn--' + text, () => punycode.toUnicode('xn--' + text));
}
ask('ucs2', () => [punycode.ucs2.decode('a💩\ud800b'), punycode.ucs2.encode([97, 0x1f4a9]), punycode.version]);
for (const text of ['a%20b', '%zz+%', '%c3%a9', 'é', '%', '%4', 'a+b', '\u0141']) {
  ask('unescapeBuffer ' + text, () => [qs.unescapeBuffer(text), qs.unescapeBuffer(text, true)]);
}
for (const n of [-2, -13, -111, 0, 1, 'x', undefined, -1.5, -99999]) { ask('getSystemErrorName ' + n, () => util.getSystemErrorName(n)); }
for (const v of [1n, Object(1n), new Map().keys(), new Set().values(), [].keys(), {}]) { ask('types', () => ['isBigIntObject', 'isMapIterator', 'isSetIterator', 'isBoxedPrimitive'].map((k) => util.types[k](v))); }

const home = fs.mkdtempSync(path.join(__dirname, 'files-'));
const file = path.join(home, 'file'), link = path.join(home, 'link'), dir = path.join(home, 'dir');
fs.writeFileSync(file, 'hello world');
fs.symlinkSync(file, link);
fs.mkdirSync(path.join(dir, 'sub'), { recursive: true });
fs.writeFileSync(path.join(dir, 'x'), '');
const fd = fs.openSync(file, 'r+');
ask('fchmod', () => { fs.fchmodSync(fd, 0o640); return fs.statSync(file).mode.toString(8); });
ask('futimes', () => { fs.futimesSync(fd, 1000, new Date(2000000)); const s = fs.statSync(file); return [s.atimeMs, s.mtimeMs]; });
ask('lutimes', () => { fs.lutimesSync(link, 3000, 4000); return [fs.lstatSync(link).mtimeMs, fs.statSync(link).mtimeMs]; });
ask('statfs', () => [Object.keys(fs.statfsSync(__dirname)), fs.statfsSync(__dirname).constructor.name, typeof fs.statfsSync(__dirname, { bigint: true }).blocks]);
ask('readv', () => { const list = [Buffer.alloc(3), new Uint8Array(4), Buffer.alloc(9)]; return [fs.readvSync(fd, list, 1), list]; });
ask('writev', () => [fs.writevSync(fd, [Buffer.from('AB'), new Uint8Array([67])], 2), fs.readFileSync(file, 'utf8')]);
ask('opendir', () => {
  const d = fs.opendirSync(dir), names = [];
  for (let e; (e = d.readSync()) !== null;) { names.push(e.name + e.isDirectory()); }
  d.closeSync();
  return [path.basename(d.path), names.sort()];
});
ask('a closed Dir', () => { const d = fs.opendirSync(dir); d.closeSync(); return d.readSync(); });
for (const [name, ...args] of [['fchmodSync', 99, 0o600], ['fchownSync', 99, 1, 1], ['futimesSync', 99, 1, 1], ['lutimesSync', '/nope', 1, 1], ['lchownSync', '/nope', 1, 1], ['statfsSync', '/nope'], ['opendirSync', '/nope'], ['writevSync', 99, [Buffer.from('x')]], ['readvSync', 99, [Buffer.alloc(1)]], ['writevSync', 1, 1], ['readvSync', 1, ['x']]]) {
  ask(name + ' fails', () => fs[name](...args));
}
ask('AbortSignal.any', () => {
  const a = new AbortController(), b = new AbortController(), s = AbortSignal.any([a.signal, b.signal]), before = s.aborted;
  b.abort('why');
  a.abort('other');
  return [before, s.aborted, s.reason, AbortSignal.any([]).aborted, AbortSignal.any([a.signal, b.signal]).reason];
});
ask('constants of fs', () => Object.entries(fs.constants).sort());
ask('codes of dns', () => ['BADQUERY', 'CANCELLED', 'NOTFOUND', 'EOF'].map((k) => [require('dns')[k], require('dns/promises')[k]]));
ask('names of zlib', () => ['DEFLATE', 'UNZIP', 'ZLIB_VERNUM'].map((k) => [require('zlib')[k], require('zlib').constants[k]]));

async function later() {
  const timers = require('timers/promises'), got = [];
  let n = 0;
  for await (const v of timers.setInterval(1, 'v')) { got.push(v); if (++n === 3) { break; } }
  const c = new AbortController(), waits = timers.setTimeout(1e6, 'x', { signal: c.signal });
  c.abort('why');
  await waits.catch((e) => got.push(e.name, e.code, e.message, e.cause));
  await timers.setImmediate('x', { signal: c.signal }).catch((e) => got.push(e.code));
  await timers.setTimeout(1, 'x', { signal: 1 }).catch((e) => got.push(e.message));
  await timers.scheduler.wait(1);
  const names = [];
  for await (const e of await fs.promises.opendir(dir)) { names.push(e.name); }
  got.push(names.sort(), await (await fs.openAsBlob(file)).text(), await util.promisify(fs.writev)(fd, [Buffer.from('z')]));
  const h = await fs.promises.open(file, 'r+');
  await h.chmod(0o600);
  await h.utimes(5, 6);
  got.push((await h.stat()).mtimeMs, { ...await h.readv([Buffer.alloc(2)], 0) });
  await h.close();
  await fs.promises.opendir('/nope').catch((e) => got.push(e.message));
  return got;
}
module.exports = later().then((got) => { ask('later', () => got); return print(); });
