// Flags of Node for processes of scripts, and how these end.
const { execFile, fork, spawn } = require('child_process');
const run = (...args) => new Promise(done => execFile(process.execPath, args, (err, stdout, stderr) => done({ code: err ? err.code : 0, stdout, stderr })));
// warnings are the lines that a process has printed of them.
const warnings = text => text.replace(/\(node:\d+\)/g, '(node:PID)').split('\n').filter(l => !/^    at |^$/.test(l));
const code = async (text, ...flags) => { const r = await run(...flags, '-e', text); return [r.code, r.stdout.split('\n').filter(Boolean).join(' ')]; };
delete process.env.NODE_NO_WARNINGS;
delete process.env.NODE_OPTIONS;
module.exports = (async () => {
  // Code, and modules before it.
  console.log((await run('-p', '[1 + 1, typeof require, typeof fs.readFileSync, __filename, process.execArgv, process.argv.length]', 'x')).stdout);
  console.log(await code('console.log(process.argv.slice(1), process.execArgv)', '--no-warnings', '--max-old-space-size=200'));
  console.log(await code('console.log(typeof gc, globalThis.loaded)', '--expose-gc', '-r', 'util'));
  console.log((await run('--no-such-flag', '-e', '1')).code, (await run('--no-such-flag', '-e', '1')).stderr.includes('bad option: --no-such-flag'), (await run('-e')).code, (await run('--unhandled-rejections=x', '-e', '1')).code);
  // Warnings.
  const warn = "process.emitWarning('text', 'Kind', 'CODE'); process.emitWarning('old', { type: 'DeprecationWarning', code: 'DEP9', detail: 'more' }); process.on('warning', w => console.log(w.name))";
  for (const flags of [[], ['--no-warnings'], ['--no-deprecation']]) {
    const r = await run(...flags, '-e', warn);
    console.log(flags, r.code, r.stdout.split('\n'), warnings(r.stderr));
  }
  console.log((await run('--throw-deprecation', '-e', warn)).code, (await run('--trace-warnings', '-e', warn)).stderr.includes('    at '));
  console.log(warnings((await run('-e', "const e = new (require('events'))(); for (let i = 0; i < 11; i++) { e.on('x', () => {}); } process.on('warning', w => console.log(w.emitter === e, w.type, w.count))")).stderr));
  console.log(warnings((await run('-e', "const w = new Error('without a text'); w.toString = null; process.emitWarning(w)")).stderr));
  // Rejections that nobody handles.
  for (const mode of ['none', 'warn', 'warn-with-error-code', 'strict', 'throw']) {
    const flag = '--unhandled-rejections=' + mode;
    for (const text of ["Promise.reject(new TypeError('a'))", "process.on('unhandledRejection', () => console.log('heard')); Promise.reject({ a: 1 })", "process.on('uncaughtException', (e, o) => console.log('exception', e.name, o)); Promise.reject(7)"]) {
      const r = await run(flag, '-e', text + "; setTimeout(() => console.log('later'), 5)");
      console.log(mode, r.code, r.stdout.split('\n').join(' '), r.code && mode !== 'warn-with-error-code' ? /TypeError: a|#<Object>|ERR_UNHANDLED_REJECTION/.test(r.stderr) : warnings(r.stderr));
    }
  }
  console.log(await code("const p = Promise.reject(new Error('x')); process.on('unhandledRejection', () => {}); process.on('rejectionHandled', q => console.log('handled', p === q)); setTimeout(() => p.catch(() => {}), 5)"));
  console.log(warnings((await run('-e', "const p = Promise.reject(new Error('x')); process.on('unhandledRejection', () => {}); setTimeout(() => p.catch(() => {}), 5)")).stderr));
  // Exit codes, and listeners of the end.
  for (const text of [
    "process.on('exit', c => { console.log('exit', c, process.exitCode); process.exitCode = 42; }); setTimeout(() => { throw new Error('x'); }, 1)", "process.on('exit', c => { console.log('exit', c); process.exit(8); }); throw 1",
    "process.on('exit', c => { throw 1; })", "process.exitCode = 3; setTimeout(() => { throw new Error('x'); }, 1)", "process.exit('5')", "process.exitCode = '7'", "process.exitCode = 1.5", "process.exit('x')", "process.exitCode = 3; process.exit(undefined)",
    "process.on('exit', c => { throw 1; }); throw 2", "process.on('beforeExit', () => { throw 1; })", "process.on('exit', () => console.log('exit')); process.on('uncaughtException', () => { throw 2; }); throw 1", "let n = 0; process.on('beforeExit', c => { console.log('before', c); if (n++ < 2) { setTimeout(() => {}, 1); } }); process.on('exit', () => console.log('exit'))",
    "process.on('exit', () => { process.nextTick(() => console.log('tick')); Promise.resolve().then(() => console.log('then')); })",
  ]) { console.log(text, await code(text)); }
  for (const v of [1.5, 'x', '', {}, true, NaN]) { try { process.exitCode = v; console.log('taken', v); } catch (e) { console.log(e.code, e.message); } }
  // Workers.
  const { Worker } = require('worker_threads');
  for (const text of [
    "process.on('exit', c => { process.exitCode = 42; }); setTimeout(() => { throw new Error('x'); }, 1)", "process.on('exit', () => process.exit(8)); setTimeout(() => { throw new Error('x'); }, 1)",
    'Promise.reject(5)', 'Promise.reject({ a: 1 })', 'throw 7', "process.on('beforeExit', c => require('worker_threads').parentPort.postMessage('before ' + c))", "const e = new Error('named'); e.name = 'Own'; e.code = 'C'; throw e",
  ]) {
    await new Promise(done => {
      const seen = [];
      new Worker(text, { eval: true }).on('message', m => seen.push(m)).on('error', e => seen.push([e.name, e.code, e.message, Object.keys(Object(e))])).on('exit', c => { console.log(text, c, seen); done(); });
    });
  }
})();
