// What channels and workers refuse, and what they pass on.
const { MessageChannel, BroadcastChannel, Worker, MessagePort, receiveMessageOnPort, isMainThread } = require('worker_threads');
const attempt = f => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const wait = ms => new Promise(r => setTimeout(r, ms));
const ended = (code, o) => new Promise(done => {
  const seen = [];
  new Worker(code, { eval: true, ...o }).on('message', m => seen.push(m)).on('error', e => seen.push(e.name + ' ' + e.message)).on('exit', c => done([c, seen]));
});
module.exports = (async () => {
  const buffer = new ArrayBuffer(3), { port1, port2 } = new MessageChannel(), third = new MessageChannel().port1;
  attempt(() => structuredClone(buffer, { transfer: [buffer, buffer] }));
  attempt(() => structuredClone(third, { transfer: [third, third] }));
  attempt(() => port1.postMessage(1, [buffer, buffer]));
  attempt(() => port1.postMessage(1, [third, third]));
  third.close();
  attempt(() => port1.postMessage(1, [buffer, third]));
  attempt(() => structuredClone(third, { transfer: [third] }));
  console.log(buffer.byteLength);
  for (const make of [() => MessageChannel(), () => MessagePort(), () => new MessagePort(), () => new BroadcastChannel(Symbol('x')), () => new BroadcastChannel(), () => new Worker('data:text/javascript,1'), () => new Worker('https://x'), () => new Worker(new URL('https://x')),
    () => new Worker('1', { eval: true, execArgv: ['--foo', '--bar'] }), () => new Worker('1', { eval: true, execArgv: ['--title=x'] }), () => new Worker(new URL('data:text/javascript,1'), { eval: true }), () => new Worker('1', { eval: true, execArgv: 5 })]) { attempt(make); }
  for (const v of [undefined, 7n]) { const channel = new BroadcastChannel(v); console.log(channel.name); channel.close(); }
  // undefined arrives as such.
  const got = [];
  port2.onmessage = e => got.push(e.data);
  port2.on('message', v => got.push(v));
  for (const v of [undefined, null, 0]) { port1.postMessage(v); }
  await wait(20);
  console.log(got, new MessageEvent('x').data);
  port1.close();
  console.log(port1.postMessage(1));
  await wait(5);
  // Flags, arguments and names of workers.
  const tell = "require('worker_threads').parentPort.postMessage([...process.execArgv, ...process.argv.slice(1), process.noDeprecation].join())";
  console.log(await ended(tell, { execArgv: ['--no-deprecation', '--trace-warnings'], argv: ['a', 5, null, Symbol('s')] }));
  console.log(await ended(tell), await ended(''));
  console.log(await ended('Promise.reject(new Error("unheard")); setTimeout(() => {}, 5)', { execArgv: ['--unhandled-rejections=none'] }));
  const announced = [];
  process.on('worker', w => announced.push(w.threadId > 0));
  await ended('1');
  console.log(announced);
  // A listener that throws is told once.
  const uncaught = [];
  process.on('uncaughtException', e => uncaught.push(e.message));
  new Worker('', { eval: true }).on('exit', () => { throw new Error('of exit'); });
  while (!uncaught.length) { await wait(2); }
  await wait(20);
  console.log(uncaught);
})();
