const { fork } = require('child_process'), path = require('path'), fs = require('fs');
const log = (...a) => console.log(...a);
const child = path.join(__dirname, 'child.js');
fs.writeFileSync(child, `
console.log('child', process.argv.slice(2), typeof process.send, process.connected, require.main === module, require('path').basename(__filename), process.env.EXTRA, process.env.NODE_CHANNEL_FD);
process.on('message', (m) => {
  if (m === 'stop') { process.disconnect(); return; }
  if (m === 'exit') { process.exit(5); }
  process.send({ got: m }, (e) => console.log('sent', e));
});
process.on('disconnect', () => console.log('child disconnected', process.connected));
`);
// What happens to a child, in an order that does not depend on who is faster.
function ended(c) {
  const events = [], text = ['', ''];
  c.stdout.on('data', (d) => { text[0] += d; });
  c.stderr.on('data', (d) => { text[1] += d; });
  c.on('message', (m) => events.push('message ' + JSON.stringify(m).slice(0, 80)));
  c.on('disconnect', () => events.push('disconnect ' + c.connected));
  c.on('exit', (code, signal) => events.push('exit ' + code + ' ' + signal));
  const all = [[c, 'exit'], [c, 'disconnect'], [c.stdout, 'close'], [c.stderr, 'close']].map((e) => new Promise((r) => e[0].once(e[1], r)));
  return Promise.all(all).then(() => { log(events.sort().join('; ')); return text; });
}
module.exports = (async function () {
  let c = fork(child, ['a', 'b'], { silent: true, env: Object.assign({}, process.env, { EXTRA: 'x' }) });
  log(c.connected, typeof c.pid, !!c.channel, c.spawnargs.slice(1).map((a) => path.basename(a)), c.send.length > 1);
  let over = ended(c);
  log(c.send({ a: [1, null, 'é\n'], d: new Date(0) }));
  c.send('x'.repeat(100000), (e) => log('sent', e));
  await new Promise((r) => c.once('message', r));
  c.send('stop');
  const text = await over;
  log(text[0].split('\n').filter((l) => l.indexOf('child') === 0));
  await new Promise((r) => c.send('late', (e) => { log(e.code, e.message); r(); }));
  await new Promise((r) => { c.once('error', (e) => { log(e.code); r(); }); log(c.send('late')); });
  c = fork(child, { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
  over = ended(c);
  c.send('exit');
  await over;
  c = fork(child, [], { silent: true });
  over = ended(c);
  c.disconnect();
  log(c.connected);
  await over;
  c = fork(child, [], { silent: true });
  over = ended(c);
  c.kill();
  await over;
  c = fork(path.join(__dirname, 'missing.js'), [], { silent: true });
  log(/Cannot find module/.test((await ended(c))[1]));
  fs.writeFileSync(child, 'setTimeout(() => { throw new TypeError("bad") }, 1)');
  log(/TypeError: bad/.test((await ended(fork('./child.js', { silent: true, cwd: __dirname })))[1]));
  fs.writeFileSync(child, 'process.on("uncaughtException", (e) => { process.send(e.message); process.exitCode = 3; process.disconnect(); }); throw new Error("told")');
  await ended(fork('./child.js', { silent: true, cwd: __dirname }));
  fs.writeFileSync(child, 'process.send({ cmd: "NODE_own" }); process.send([1]); const { Worker } = require("worker_threads"); new Worker("require(\'worker_threads\').parentPort.postMessage(2)", { eval: true }).on("message", (m) => process.send(m));');
  await ended(fork('./child.js', { silent: true, cwd: __dirname }));
  for (const bad of [() => fork(5), () => fork('x', 5), () => fork(child, [], { stdio: ['pipe', 'pipe', 'pipe'] }), () => { const f = fork(child, [], { silent: true }); try { f.send(undefined); } finally { f.kill(); } }]) { try { bad(); log('?'); } catch (e) { log(e.code, e.message); } }
})();
