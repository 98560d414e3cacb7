'use strict';
// The outputs of exec and execFile as texts and as bytes, and what the functions of child_process check.
const cp = require('child_process');
const attempt = (...list) => list.forEach(f => { try { f(); console.log('no error'); } catch (e) { console.log(e.name, e.code, e.message); } });
attempt(
  () => cp.spawn('echo', 'x'), () => cp.spawn('echo', [], 1), () => cp.spawn('echo', ['x'], { stdio: 'none' }), () => cp.spawn('echo', [], { signal: {} }),
  () => cp.exec('echo', { signal: 1 }), () => cp.execFile('echo', { timeout: -1 }), () => cp.execFile('echo', [], { maxBuffer: 'x' }), () => cp.spawnSync('echo', { timeout: 1.5 }),
  () => cp.spawn('true', [], { maxBuffer: [1] }).on('exit', () => {}), () => cp.spawnSync('true', [], { maxBuffer: [1] }),
  () => cp.fork('x.js', [], 1), () => cp.fork('x.js', 'x'), () => cp.execFileSync('echo', [], { maxBuffer: -1 })
);
const run = (o, set, command = 'printf "é"; printf "err" >&2') => new Promise(resolve => {
  const seen = [];
  const child = cp.exec(command, o, (err, stdout, stderr) => resolve([err && (err.code || err.name), typeof stdout, String(stdout), typeof stderr, String(stderr), seen.join(), child.stdout.readableEncoding]));
  if (set) { child.stdout.setEncoding(set); }
  child.stdout.on('data', chunk => seen.push(typeof chunk + ' ' + chunk.length));
});
module.exports = (async () => {
  console.log(await run({}));
  console.log(await run({ encoding: 'buffer' }));
  console.log(await run({ encoding: null }, 'utf8'));
  console.log(await run({ encoding: 'hex' }));
  console.log(await run({ encoding: 'none such' }));
  console.log(await run({ maxBuffer: 3 }, undefined, 'printf abcdef'));
  console.log(await run({ maxBuffer: 3, encoding: 'buffer' }, undefined, 'printf abcdef'));
  const child = cp.spawn('cat');
  child[Symbol.dispose]();
  console.log(child.killed, await new Promise(resolve => child.on('exit', (...args) => resolve(args))));
})();
