const { Worker, MessageChannel, receiveMessageOnPort, setEnvironmentData, getEnvironmentData, markAsUntransferable, BroadcastChannel } = require('worker_threads');
const print = (...a) => console.log(...a);
const once = (e, n) => new Promise((r) => e.once(n, (...a) => r(a)));
module.exports = (async () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ a: 1 }); port1.postMessage(2);
  print(receiveMessageOnPort(port2), receiveMessageOnPort(port2), receiveMessageOnPort(port2));
  try { receiveMessageOnPort({}); } catch (e) { print(e.code, e.message); }
  const u = new ArrayBuffer(8); markAsUntransferable(u);
  try { port1.postMessage(u, [u]); print('no error', u.byteLength); } catch (e) { print(e.name, e.code, e.message); }
  port1.postMessage(3); print(receiveMessageOnPort(port2).message, receiveMessageOnPort(port2).message);
  try { port1.postMessage(1, [1]); } catch (e) { print(e.name, e.message); }
  try { port1.postMessage(() => 1); } catch (e) { print(e.name, e.code, e.message); }
  const m = new Map([['k', new Set([1])]]); m.self = m; port1.postMessage({ m, d: new Date(0), r: /x/g, e: new TypeError('t'), b: 10n, ta: new Uint16Array([1, 2]) }); const got0 = receiveMessageOnPort(port2).message; delete got0.e.stack; print(got0.m, got0.d, got0.r, got0.e.message, got0.e instanceof TypeError, got0.b, got0.ta);
  setEnvironmentData('key', { v: 1 }); setEnvironmentData('gone', 1); setEnvironmentData('gone');
  const w = new Worker(`const { parentPort, getEnvironmentData, workerData, threadId, isMainThread, resourceLimits } = require('worker_threads');
    parentPort.postMessage([getEnvironmentData('key'), getEnvironmentData('gone'), workerData, isMainThread, typeof threadId, process.argv.slice(2), process.env.W]);
    let t = ''; process.stdin.on('data', (d) => { t += d; }).on('end', () => { parentPort.postMessage('stdin ' + t); console.log('out text'); console.error('err text'); parentPort.close && setTimeout(() => process.exit(3), 20); });`, { eval: true, stdin: true, stdout: true, stderr: true, workerData: { x: 1 }, argv: ['a', 'b'], env: { W: 'w' } });
  print((await once(w, 'message'))[0]);
  let out = '', err = ''; w.stdout.on('data', (d) => { out += d; }); w.stderr.on('data', (d) => { err += d; });
  w.stdin.write('hello '); w.stdin.end('stdin');
  print((await once(w, 'message'))[0]); print(await once(w, 'exit'), JSON.stringify(out), JSON.stringify(err));
  const bc1 = new BroadcastChannel('c'), bc2 = new BroadcastChannel('c'); const got = new Promise((r) => { bc2.onmessage = (e) => r([e.data, e.type]); }); bc1.postMessage({ b: 1 }); print(await got, bc1.name); bc1.close(); bc2.close(); try { bc1.postMessage(1); } catch (e) { print(e.name, e.message); }
  port1.close();
})();
