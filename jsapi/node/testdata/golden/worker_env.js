// Workers that share the environment of the thread that starts them, and workers that do not.
const { Worker, SHARE_ENV } = require('worker_threads');

process.env.GIVEN = 'by the parent';
process.env.DROPPED = 'x';
function run(env, code) {
  return new Promise((done, failed) => {
    const worker = new Worker("const { parentPort } = require('worker_threads');" + code, { eval: true, env: env });
    worker.on('message', (m) => {
      console.log('worker:', m);
      if (m === 'now') { process.env.LATER = 'set meanwhile'; delete process.env.GIVEN; worker.postMessage('go on'); }
    });
    worker.on('error', failed);
    worker.on('exit', done);
  });
}
const change = "process.env.MADE = 1; delete process.env.DROPPED; parentPort.postMessage([process.env.GIVEN, process.env.MADE, 'MADE' in process.env, process.env.DROPPED]);";
const ask = "parentPort.once('message', () => parentPort.postMessage([process.env.LATER, process.env.GIVEN, Object.keys(process.env).includes('LATER')])); parentPort.postMessage('now');";
const state = () => console.log('parent:', process.env.MADE, process.env.DROPPED, 'MADE' in process.env, Object.keys(process.env).includes('DROPPED'), typeof process.env.toString);
module.exports = (async () => {
  await run(undefined, change);
  state();
  await run({ ONLY: 'this' }, "parentPort.postMessage(process.env.ONLY + ' ' + process.env.GIVEN);");
  await run(SHARE_ENV, change);
  state();
  await run(SHARE_ENV, ask);
  process.env.NUMBER = 7;
  console.log(typeof process.env.NUMBER, Object.getOwnPropertyDescriptor(process.env, 'NUMBER'), JSON.stringify({ ...process.env }.NUMBER), Object.getOwnPropertyDescriptor(process.env, 'NOT_THERE'));
  await run(SHARE_ENV, "const { Worker, SHARE_ENV } = require('worker_threads'); new Worker('process.env.DEEP = \\'yes\\'', { eval: true, env: SHARE_ENV }).on('exit', () => parentPort.postMessage(process.env.DEEP));");
  console.log(process.env.DEEP);
  await run(undefined, "process.env.DEEP = 'no'; parentPort.postMessage(process.env.LATER);");
  console.log(process.env.DEEP);
})();
