// What processes get as their descriptors: pipes, files, channels, streams of others, and standard input.
const { spawn, spawnSync, fork, exec } = require('child_process'), fs = require('fs'), os = require('os'), path = require('path'), util = require('util');
const show = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
show('two channels', () => spawn('true', { stdio: ['ipc', 'ipc'] }));
show('sync channel', () => spawnSync('true', { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }));
show('stdio', () => spawn('true', { stdio: 'other' }));
show('stdio object', () => spawn('true', { stdio: {} }));
show('stdio member', () => spawn('true', { stdio: ['pipe', true] }));
show('fork without', () => fork(__filename, { stdio: ['pipe', 'pipe', 'pipe'] }));
show('fork text', () => fork(__filename, { stdio: 'other' }));
show('serialization', () => fork(__filename, { serialization: 'other' }));
show('input', () => spawnSync('cat', { input: 5 }));
show('null byte', () => spawn('a\0b'));
show('null byte of argument', () => spawn('a', ['x', 'b\0c']));
show('null byte of env', () => spawn('a', { env: { X: 'b\0c' } }));
show('null byte of command', () => exec('a\0b'));
show('null byte of folder', () => spawnSync('a', { cwd: 'b\0c' }));
show('promise', () => util.promisify(exec)('true', { signal: {} }));
const done = (child) => new Promise((yes) => child.on('close', (code, signal) => yes([code, signal])));
const text = async (stream) => { let s = ''; for await (const piece of stream) { s += piece; } return s; };
module.exports = (async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'golden')), file = path.join(dir, 'out');
  const fd = fs.openSync(file, 'w');
  const a = spawn('sh', ['-c', 'echo out; echo err >&2; cat <&3; echo five >&5'], { stdio: ['ignore', fd, fd, 'pipe', null, 'pipe'] });
  console.log(a.stdio.map((s) => s && s.constructor.name), a.stdin, a.stdout);
  a.stdio[3].end('three\n');
  const five = text(a.stdio[5]);
  console.log(await done(a), await five, fs.readFileSync(file, 'utf8'));
  console.log(spawnSync('sh', ['-c', 'echo more; echo err'], { stdio: ['pipe', fd, 'pipe'] }).output, fs.readFileSync(file, 'utf8').split('\n').length);
  fs.closeSync(fd);
  const input = fs.openSync(file, 'r');
  console.log(spawnSync('head', ['-n1'], { stdio: [input, 'pipe'], encoding: 'utf8' }).stdout);
  fs.closeSync(input);
  console.log(spawnSync('sh', ['-c', 'printf abcdef'], { maxBuffer: 3 }).stdout.toString());
  // One process reads what another one writes.
  const first = spawn('sh', ['-c', 'sleep 0.1; echo shared']), second = spawn('cat', { stdio: [first.stdout, 'pipe', 'pipe'] });
  console.log(await text(second.stdout));
  // Standard input of a script, and a channel of one that is spawned.
  const script = path.join(dir, 'script.js');
  fs.writeFileSync(script, `let s = ''; process.stdin.setEncoding('utf8').on('data', (d) => { s += d; }).on('end', () => {
    console.log('read', s);
    if (process.send) { process.on('message', (m) => { process.send({ back: m }); process.disconnect(); }); process.send('ready'); }
  });`);
  console.log(spawnSync(process.execPath, [script], { input: 'words', encoding: 'utf8' }).stdout);
  const c = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }), messages = [], said = text(c.stdout);
  c.on('message', (m) => { messages.push(m); if (m === 'ready') { c.send({ n: 1 }); } });
  c.stdin.end('more');
  console.log(await done(c), messages, await said, c.connected);
  console.log((await util.promisify(exec)(`echo piped | "${process.execPath}" "${script}"`)).stdout);
  console.log((await util.promisify(exec)(`"${process.execPath}" -p "1 + 1"`)).stdout);
  // An answer is not waited for, if nobody wants it.
  fs.writeFileSync(script, `const { spawn } = require('child_process'); const c = spawn('sleep', ['3'], { stdio: 'ignore' }); c.unref(); console.log('over');
    process.on('exit', () => c.kill());`);
  const t = Date.now();
  console.log(spawnSync(process.execPath, [script], { encoding: 'utf8' }).stdout, Date.now() - t < 2500);
  const live = spawn('cat');
  console.log(live.kill(0), live.killed, live.kill(), live.killed, await done(live), live.kill(0));
  fs.rmSync(dir, { recursive: true });
})();
