// Runs tests in Node: reads them from tests.json in the folder in argument, whose second is that of the suite,
// and prints the name of each when it has ended, after the word not if it fails.
'use strict';
const { readFileSync, existsSync } = require('fs');
const path = require('path');
const vm = require('vm');
const [dir, suite] = process.argv.slice(2);
const makeAgent = vm.runInThisContext(readFileSync(path.join(__dirname, 'agent.js'), 'utf8'));
const cell = new Int32Array(new SharedArrayBuffer(4));
const sleep = (ms) => { Atomics.wait(cell, 0, 0, ms); };
const limit = 20000;
let uncaught = () => {};
process.on('uncaughtException', (e) => uncaught(e));
process.on('unhandledRejection', (e) => uncaught(e));

const harness = new Map();
function include(name) {
  if (!harness.has(name)) { harness.set(name, new vm.Script(readFileSync(path.join(suite, 'harness', name), 'utf8'), { filename: name })); }
  return harness.get(name);
}

// thrown is the phase, and the name of the constructor, of an error.
function thrown(phase, e) {
  let name;
  try { name = e.constructor.name; } catch { /* no object */ }
  return { phase, name };
}

async function run(test, mode) {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  const file = path.join(suite, 'test', test.name);
  const text = (mode === 'strict' ? '"use strict";\n' : '') + readFileSync(file, 'utf8');
  let ended;
  const end = new Promise((resolve) => { ended = resolve; });
  const modules = new Map();
  function load(name) {
    if (!modules.has(name)) {
      if (!existsSync(name)) { throw new Error('no file ' + name); }
      const source = readFileSync(name, 'utf8');
      modules.set(name, name.endsWith('.json')
        ? new vm.SyntheticModule(['default'], function () { this.setExport('default', vm.runInContext('JSON.parse', context)(source)); }, { context })
        : new vm.SourceTextModule(source, { context, identifier: name, importModuleDynamically: dynamic(name), initializeImportMeta(meta) { meta.url = name; } }));
    }
    return modules.get(name);
  }
  const linker = (from) => (name, referrer) => load(path.resolve(path.dirname(referrer?.identifier ?? from), name));
  async function evaluated(module, from) {
    if (module.status === 'unlinked') { await module.link(linker(from)); }
    await module.evaluate({ timeout: limit });
    return module;
  }
  function dynamic(from) { return (name) => evaluated(load(path.resolve(path.dirname(from), name)), from); }
  const globalObject = vm.runInContext('this', context);
  const define = (name, value) => Object.defineProperty(globalObject, name, { value, writable: true, configurable: true });
  define('print', (line) => { if (String(line).startsWith('Test262:')) { ended(line); } });
  function host(global, within) {
    return {
      global,
      evalScript(code) { return vm.runInContext(String(code), within); },
      detachArrayBuffer(buffer) { structuredClone(buffer, { transfer: [buffer] }); return null; },
      gc() { globalThis.gc?.(); },
      createRealm() {
        const other = vm.createContext(vm.constants.DONT_CONTEXTIFY), global = vm.runInContext('this', other);
        return Object.defineProperty(global, '$262', { value: host(global, other), configurable: true, writable: true }).$262;
      },
      agent: text.includes('$262.agent') ? makeAgent(require, sleep) : undefined,
    };
  }
  define('$262', host(globalObject, context));
  uncaught = (e) => ended(thrown('runtime', e));
  let error;
  try {
    for (const name of test.includes) { include(name).runInContext(context); }
    if (mode === 'module') {
      let module;
      try {
        module = load(file);
        await module.link(linker(file));
      } catch (e) { error = thrown('parse', e); }
      if (!error) { await module.evaluate({ timeout: limit }); }
    } else {
      let script;
      try { script = new vm.Script(text, { filename: file, importModuleDynamically: dynamic(file) }); } catch (e) { error = thrown('parse', e); }
      if (!error) { script.runInContext(context, { timeout: limit }); }
    }
  } catch (e) { error = thrown('runtime', e); }
  if (!error && test.async) {
    let timer;
    const line = await Promise.race([end, new Promise((resolve) => { timer = setTimeout(resolve, 3000, 'late'); })]);
    clearTimeout(timer);
    if (line !== 'Test262:AsyncTestComplete') { error = typeof line === 'object' ? line : { phase: 'runtime' }; }
  }
  if (!test.phase) { return !error; }
  return !!error && error.name === test.error && (error.phase === 'parse' || test.phase !== 'parse');
}

(async () => {
  for (const test of JSON.parse(readFileSync(path.join(dir, 'tests.json'), 'utf8'))) {
    let passed = true;
    for (const mode of test.modes) { passed = passed && await run(test, mode); }
    process.stdout.write((passed ? '' : 'not ') + test.name + '\n');
  }
  process.exit(0);
})();
