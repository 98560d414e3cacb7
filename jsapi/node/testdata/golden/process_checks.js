'use strict';
// What process and util check, when listeners of beforeExit and exit run, and scripts that are started by process.execPath.
const fs = require('fs'), path = require('path'), os = require('os'), util = require('util'), querystring = require('querystring');
const { spawn, spawnSync, execFileSync } = require('child_process');
const { Worker } = require('worker_threads');
const attempt = (...list) => list.forEach(f => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } });
attempt(
  () => querystring.escape('\ud800'), () => querystring.escape(5), () => querystring.escape({ toString() { return 'a b'; } }), () => querystring.stringify({ a: '\udc00' }),
  () => process.cpuUsage(1), () => process.cpuUsage({ user: 1 }), () => process.cpuUsage({ user: -1, system: 1 }), () => process.hrtime(1), () => process.hrtime([1]),
  () => process.kill('x'), () => process.kill(null), () => process.kill(process.pid, 'FOO'), () => process.kill(String(process.pid), 0),
  () => process.emitWarning(1), () => process.emitWarning('x', 1), () => process.emitWarning('x', 'y', 1), () => process.setUncaughtExceptionCaptureCallback(1),
  () => { process.env.symbol = Symbol('q'); }, () => { process.env[Symbol('q')] = 'x'; },
  () => util.deprecate(() => {}, 'm', 1), () => util.callbackify(1)
);
async function resolves(v) { return [this.self, v]; }
const called = util.callbackify(resolves);
console.log(called.name, called.length);
const before = process.noDeprecation;
process.noDeprecation = true;
console.log(process.noDeprecation);
process.noDeprecation = before;

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'process'));
const script = path.join(dir, 'script.js');
fs.writeFileSync(script, `
  process.on('beforeExit', code => { console.log('before', code); if (!process.again) { process.again = true; setTimeout(() => console.log('more'), 1); } });
  process.on('exit', code => { console.log('exit', code, process._exiting); process.nextTick(() => console.log('never')); process.exitCode = 3; if (process.argv[2] === 'twice') { process.exit(4); } });
  console.log(process.argv.slice(2), path = require('path').basename(process.argv[1]));
  if (process.argv[2] === 'now') { process.exit(); }
`);
for (const args of [['a', 'b'], ['now'], ['twice']]) {
  const r = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  console.log(r.status, r.stdout);
}
fs.writeFileSync(path.join(dir, 'plain.js'), 'console.log("in", process.cwd() === require("fs").realpathSync(process.argv[2]))');
console.log(execFileSync(process.execPath, ['plain.js', dir], { cwd: dir, encoding: 'utf8' }));
const child = spawn(process.execPath, [script, 'x']);
console.log(child.spawnargs.slice(1).map(a => path.basename(a)));
module.exports = (async () => {
  await new Promise(done => called.call({ self: 'me' }, 'v', (err, v) => { console.log(err, v); done(); }));
  await new Promise(done => util.callbackify(async () => { throw null; })(err => { console.log(err.code, err.message, err.reason); done(); }));
  console.log(await new Promise(done => child.on('close', (...args) => done(args))));
  const worker = new Worker(`
    const { parentPort } = require('worker_threads');
    let n = 0;
    process.on('beforeExit', () => { parentPort.postMessage('before ' + ++n); if (n < 3) { setImmediate(() => parentPort.postMessage('again')); } });
    process.on('exit', () => parentPort.postMessage('exit'));
  `, { eval: true });
  worker.on('message', m => console.log(m));
  console.log(await new Promise(done => worker.on('exit', done)));
  fs.rmSync(dir, { recursive: true });
})();
