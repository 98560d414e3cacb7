const cp = require('child_process'), util = require('util'), { once } = require('events');
const text = async s => { let t = ''; for await (const c of s) { t += c; } return t; };
module.exports = (async () => {
  const r = await util.promisify(cp.exec)('echo out; echo err >&2');
  console.log(r);
  await new Promise(res => cp.exec('echo part; exit 3', (e, out, err) => { console.log(e.code, e.killed, e.signal, e.cmd, JSON.stringify(e.message), JSON.stringify(out), JSON.stringify(err)); res(); }));
  await new Promise(res => cp.execFile('printf', ['%s|', 'a b', 'c'], { encoding: 'buffer' }, (e, out) => { console.log(e, out); res(); }));
  await new Promise(res => cp.execFile('no-such-program', ['x'], (e, out) => { console.log(e.code, e.errno, e.syscall, e.path, e.spawnargs, e.message, JSON.stringify(out)); res(); }));
  const cat = cp.spawn('cat');
  console.log(typeof cat.pid, cat.spawnargs, cat.killed, cat.exitCode);
  cat.stdin.write('through ');
  cat.stdin.end('the pipe');
  const over = [once(cat, 'exit'), once(cat, 'close')];
  console.log(await text(cat.stdout));
  console.log(await Promise.all(over));
  const sleep = cp.spawn('sleep', ['100'], { stdio: 'ignore' });
  console.log(sleep.stdin, sleep.stdout, sleep.kill(), sleep.killed);
  console.log(await once(sleep, 'exit'), sleep.signalCode, sleep.kill());
  const env = cp.spawn('echo $GREETING from $PWD', { shell: true, cwd: '/', env: { GREETING: 'hello', PATH: process.env.PATH } });
  console.log(await text(env.stdout));
  const none = cp.spawn('no-such-program');
  console.log(none.pid);
  console.log((await once(none, 'error'))[0].message);
  await new Promise(res => cp.exec('sleep 100', { timeout: 30 }, e => { console.log(e.killed, e.signal, e.code); res(); }));
  await new Promise(res => cp.execFile('yes', { maxBuffer: 10 }, (e, out) => { console.log(e.code, e.message, JSON.stringify(out)); res(); }));
  console.log(cp.execSync('echo sync').toString(), cp.execSync('cat', { input: 'given', encoding: 'utf8' }), cp.execFileSync('echo', ['file'], { encoding: 'utf8' }));
  try { cp.execSync('echo bad >&2; exit 4', { stdio: 'pipe' }); } catch (e) { console.log(e.status, e.signal, JSON.stringify(e.message), e.stderr.toString()); }
  const s = cp.spawnSync('sh', ['-c', 'echo o; echo e >&2; exit 2'], { encoding: 'utf8' });
  console.log(s.status, s.signal, s.output, s.stdout, s.error);
  const miss = cp.spawnSync('no-such-program', ['a']);
  console.log(miss.status, miss.error.code, miss.error.message, miss.stdout, miss.pid);
  const late = cp.spawnSync('sleep', ['100'], { timeout: 20 });
  console.log(late.status, late.signal, late.error.code, late.error.message);
  try { cp.spawn(''); } catch (e) { console.log(e.code); }
  try { cp.exec(5); } catch (e) { console.log(e.code, e.message); }
  const c = new AbortController(), cut = cp.spawn('sleep', ['100'], { signal: c.signal });
  setTimeout(() => c.abort(), 5);
  console.log((await once(cut, 'error'))[0].name);
})();
