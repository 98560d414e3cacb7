const { Worker, isMainThread, parentPort, workerData, threadId, MessageChannel, resourceLimits, setEnvironmentData, getEnvironmentData } = require('worker_threads');
const path = require('path'), fs = require('fs');
const log = (...a) => console.log(...a);
function file(name, text) { fs.writeFileSync(path.join(__dirname, name), text); return path.join(__dirname, name); }
function ended(w, name) {
  return new Promise((done) => {
    ['online', 'message', 'error', 'messageerror'].forEach((e) => w.on(e, (v) => log(name, e, v instanceof Error ? v.name + ': ' + v.message + ' ' + v.code + ' ' + (v.stack.split('\n').length > 1) : v === undefined ? '' : v)));
    w.on('exit', (code) => { log(name, 'exit', code, w.threadId); done(); });
  });
}
module.exports = (async function () {
  log(isMainThread, parentPort, workerData, threadId, resourceLimits);
  const echo = file('echo.js', `
    const { parentPort, workerData, isMainThread, threadId, getEnvironmentData, resourceLimits } = require('worker_threads');
    parentPort.postMessage({ isMainThread, threadId: threadId > 0, workerData, env: getEnvironmentData('k'), argv: process.argv.slice(2), main: require.main === module, name: require('path').basename(__filename), e: process.env.ONLY });
    parentPort.on('message', (m) => { if (m === 'stop') { parentPort.close(); } else { parentPort.postMessage(m); } });
  `);
  setEnvironmentData('k', { deep: [1] });
  let w = new Worker(echo, { workerData: { a: 1, d: new Date(0), m: new Map([[1, new Set([2])]]) }, argv: ['x', 1], env: { ONLY: 'this' } });
  let over = ended(w, 'echo');
  const cyclic = { list: [1, , 3], big: 10n, re: /a/gi, nan: NaN, u: undefined, n: null, bytes: new Uint8Array([1, 2]), boxed: [new String('s'), new Number(1), new Boolean(false)], half: '\ud800' };
  cyclic.self = cyclic;
  w.postMessage(cyclic);
  w.postMessage('stop');
  await over;

  w = new Worker('require("worker_threads").parentPort.postMessage(require("path").basename(__filename) + require("fs").existsSync("."))', { eval: true });
  await ended(w, 'eval');

  w = new Worker('throw new TypeError("bad")', { eval: true });
  await ended(w, 'throws');
  w = new Worker('setTimeout(() => { nothere() }, 1)', { eval: true });
  await ended(w, 'later');
  w = new Worker('Promise.reject(Object.assign(new Error("rej"), {code: "E"}))', { eval: true });
  await ended(w, 'rejects');
  w = new Worker('process.on("uncaughtException", (e) => { console.log("caught", e.message); }); throw new Error("x")', { eval: true });
  await ended(w, 'catches');
  w = new Worker('process.exit(3); console.log("not here")', { eval: true });
  await ended(w, 'exits');
  w = new Worker('process.exitCode = 4', { eval: true });
  await ended(w, 'exitCode');
  w = new Worker('syntax error here', { eval: true });
  await ended(w, 'syntax');
  w = new Worker('for (;;) {}', { eval: true });
  over = ended(w, 'endless');
  await new Promise((r) => w.on('online', r));
  log('terminated', await w.terminate(), await w.terminate());
  await over;

  // transfer
  const ab = new ArrayBuffer(8);
  new Uint8Array(ab)[0] = 7;
  w = new Worker('const { parentPort: p } = require("worker_threads"); p.once("message", ({ ab, port }) => { port.postMessage(new Uint8Array(ab)[0]); port.on("message", (m) => { p.postMessage(m); port.close(); }); })', { eval: true });
  over = ended(w, 'transfer');
  const { port1, port2 } = new MessageChannel();
  w.postMessage({ ab, port: port2 }, [ab, port2]);
  log(ab.byteLength);
  port1.on('message', (m) => { log('port1', m); port1.postMessage('over port'); });
  const closed = new Promise((r) => port1.on('close', r)); // before or after the worker has ended
  await over;
  await closed;
  log('port1 closed');
  for (const bad of [() => {}, Symbol('s'), { f() {} }, new WeakMap(), Promise.resolve(), new MessageChannel().port2]) { try { new MessageChannel().port1.postMessage(bad); log('?'); } catch (e) { log(e.name, e.code, e.message); } }

  // shared memory
  const sab = new SharedArrayBuffer(16), ints = new Int32Array(sab);
  w = new Worker('const { workerData: i } = require("worker_threads"); console.log(Atomics.wait(i, 0, 5), Atomics.wait(i, 3, 0, 1), Atomics.wait(i, 0, 0), Atomics.load(i, 1)); for (let n = 0; n < 1000; n++) { Atomics.add(i, 2, 1); } i[3] = 9; Atomics.notify(i, 3);', { eval: true, workerData: ints });
  over = ended(w, 'shared');
  await new Promise((r) => w.on('online', r));
  Atomics.store(ints, 1, 42);
  for (let n = 0; n < 1000; n++) { Atomics.add(ints, 2, 1); }
  await new Promise((r) => { (function again() { if (Atomics.notify(ints, 0) === 1) { r(); } else { setTimeout(again, 1); } })(); });
  await over;
  log(ints[2], ints[3], Atomics.compareExchange(ints, 3, 9, 10), Atomics.exchange(ints, 3, 11), Atomics.sub(ints, 3, 1), Atomics.and(ints, 3, 8), Atomics.or(ints, 3, 1), Atomics.xor(ints, 3, 1), ints[3]);
  for (const f of [() => Atomics.add([1], 0, 1), () => Atomics.add(ints, 4, 1), () => Atomics.add(new Float64Array(1), 0, 1), () => Atomics.wait(new Int32Array(4), 0, 0, 0), () => Atomics.notify(new Int32Array(1), 0), () => Atomics.load(ints, -1), () => Atomics.store(new Uint8Array(1), 0, 300), () => Atomics.add(new BigInt64Array(1), 0, 1n), () => Atomics.isLockFree(3)]) { try { log(f()); } catch (e) { log(e.name, e.message); } }

  // output
  w = new Worker('console.log("out"); console.error("err"); process.stdout.write("more"); process.on("exit", (c) => console.log(" at", c))', { eval: true, stdout: true, stderr: true });
  let text = ['', ''];
  w.stdout.on('data', (d) => { text[0] += d; });
  w.stderr.on('data', (d) => { text[1] += d; });
  await ended(w, 'output');
  await new Promise(setImmediate);
  log(text);

  // ESM
  const esm = file('esm.mjs', 'import { parentPort, workerData } from "node:worker_threads"; const v = await Promise.resolve(5); parentPort.postMessage(v + workerData); export default 1;');
  w = new Worker(require('url').pathToFileURL(esm), { workerData: 1 });
  await ended(w, 'esm');
  for (const bad of ['x.js', 5, 'file:///x.js', undefined]) { try { new Worker(bad); } catch (e) { log(e.name, e.code, e.message.split('\n')[0]); } }
  w = new Worker('./missing.js');
  await new Promise((r) => { w.on('error', (e) => { log('missing', e.code); }); w.on('exit', (c) => { log(c); r(); }); });
  // unref'd timers and ports do not keep it
  w = new Worker('setInterval(() => {}, 1000).unref(); require("worker_threads").parentPort.on("message", () => {}).unref(); setTimeout(() => console.log("tick"), 5)', { eval: true });
  await ended(w, 'unref');
  // nested
  w = new Worker('const { Worker, parentPort } = require("worker_threads"); new Worker("require(\'worker_threads\').parentPort.postMessage(1)", { eval: true }).on("message", (m) => parentPort.postMessage(m + 1))', { eval: true });
  await ended(w, 'nested');
})();
