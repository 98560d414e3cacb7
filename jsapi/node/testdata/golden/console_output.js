// Programs replace the write of process.stdout to get what console prints.
const { Console } = require('console');
const { Writable } = require('stream');
const write = process.stdout.write, errors = process.stderr.write;
let got = '', warned = '';
process.stdout.write = text => { got += text; return true; };
process.stderr.write = text => { warned += text; return true; };
console.log('hi %s', 'x', { a: { b: { c: { d: 1 } } } });
console.group('group', 1);
console.info('a\nb');
console.group();
console.error('inside');
console.groupEnd();
console.groupEnd();
console.groupEnd();
console.count();
console.count('x');
console.count();
console.countReset();
console.count(undefined);
console.assert(true, 'no');
console.assert(false);
console.assert(false, { a: 1 }, 'b');
console.dir({ a: { b: {} } }, { depth: 0 });
console.log(['漢字', 'テスト', 'e\u0301', 'abc', '한국어', 'x', '😀', 'yy', 'zzz', 'ä']);
console.table([{ a: 1, b: 'x' }, { a: { z: 1 }, c: 3 }, 7]);
console.table(new Map([['k', { a: 1 }]]));
console.table(new Set([1, '漢字', 'é']));
console.table([[1, 2], [3]], ['0']);
console.table({ a: 1, b: { c: 2 } }, ['c']);
console.table({ a: [1, 2], b: 3, c: () => {} });
console.table(null);
console.table([]);
process.stdout.write = write;
process.stderr.write = errors;
console.log(got);
console.log(warned);

class Own extends Console { log() { return 'overridden'; } }
const own = new Own(process.stdout);
console.log(own.log(), (0, own.log)(), own instanceof Console, console instanceof Console, {} instanceof Console);
console.log(console.log.name, Object.prototype.toString.call(console), typeof Console.prototype.table);
const made = new Console({ stdout: process.stdout, inspectOptions: { depth: 0, compact: false }, groupIndentation: 4 });
made.group();
made.log({ a: { b: 1 } });
made.groupEnd();
Console(process.stdout).log('without new');
new Console({ stdout: process.stdout, colorMode: true }).log({ a: 1 });
const broken = () => new Writable({ write(chunk, encoding, done) { done(new Error('broken')); } });
new Console(broken()).log('an error of the stream is ignored');
try { new Console({ write() { throw new Error('thrown'); }, once() {}, listenerCount() { return 0; }, removeListener() {} }, null, false).log(1); } catch (e) { console.log(e.message); }
for (const f of [
  () => new Console({}), () => new Console(process.stdout, {}), () => new Console({ stdout: process.stdout, colorMode: 'x' }),
  () => new Console({ stdout: process.stdout, groupIndentation: -1 }), () => new Console({ stdout: process.stdout, groupIndentation: 'x' }),
  () => new Console({ stdout: process.stdout, inspectOptions: 1 }), () => console.table([], 3), () => console.count(Symbol('x'))
]) {
  try { f(); } catch (e) { console.log(e.name, e.code, e.message); }
}
const { readline } = { readline: require('readline') };
let moves = '';
const terminal = new Writable({ write(chunk, encoding, done) { moves += chunk; done(); } });
readline.cursorTo(terminal, 0);
readline.cursorTo(terminal, 2, 3);
readline.moveCursor(terminal, -1, 2);
readline.moveCursor(terminal, 0, 0);
readline.moveCursor(terminal, 4, -5);
for (const dir of [-1, 0, 1]) { readline.clearLine(terminal, dir); }
readline.clearScreenDown(terminal);
console.log(JSON.stringify(moves), readline.cursorTo(null, 1), readline.clearLine(undefined, 1));
for (const f of [() => readline.cursorTo(terminal, NaN), () => readline.cursorTo(terminal, 'x', 1), () => readline.clearLine(terminal, 0, 1)]) {
  try { f(); } catch (e) { console.log(e.name, e.code, e.message); }
}
process.on('warning', w => console.log(w.message));
console.timeEnd('none');
console.timeLog('none');
console.time('twice');
console.time('twice');
console.countReset('none');
module.exports = new Promise(done => setImmediate(done));
