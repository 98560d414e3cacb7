// What the modules that run other code, and those about the process, say of wrong arguments:
// child_process, worker_threads, vm, v8, module and process.
'use strict';
const { wrong, wrongOptions, print } = require('./wrong.js');
// nothing closes no result: the answer has its class only.
const nothing = () => {};

{ // child_process. No program of a strange name is started, and no file of one is written.
  const c = require('child_process');
  const kill = (v) => {
    if (!v || !v.on) { return; }
    v.on('error', nothing);
    v.kill('SIGKILL');
  };
  const fork = (...x) => c.fork(...x);
  wrong('spawn', (...x) => c.spawn(...x), ['true', [], {}], kill, ['x']);
  wrongOptions('spawn', (v) => c.spawn('true', [], v), {}, ['cwd', 'detached', 'uid', 'gid', 'shell', 'argv0', 'windowsHide', 'windowsVerbatimArguments', 'timeout', 'killSignal', 'signal', 'env', 'stdio', 'serialization'], kill, ['x', 'one', 'big']);
  wrong('exec', (...x) => c.exec(...x), ['true', {}, nothing], kill, ['x']);
  wrongOptions('exec', (v) => c.exec('true', v, nothing), {}, ['timeout', 'maxBuffer', 'killSignal', 'encoding', 'cwd'], kill, ['x']);
  wrong('execFile', (...x) => c.execFile(...x), ['true', [], {}, nothing], kill, ['x']);
  wrongOptions('execFile', (v) => c.execFile('true', [], v, nothing), {}, ['timeout', 'maxBuffer', 'killSignal', 'signal'], kill);
  wrongOptions('spawnSync', (v) => c.spawnSync('true', [], v).status, {}, ['input', 'maxBuffer', 'timeout', 'killSignal', 'cwd', 'stdio', 'encoding', 'argv0', 'shell'], undefined, ['x', 'one', 'big', 'half', 'minus', 'NaN']);
  wrong('execSync', (...x) => c.execSync(...x), ['true', {}], 'type', ['x', 'one', 'half', 'fn']);
  wrong('execFileSync', (...x) => c.execFileSync(...x), ['true', [], {}], 'type', ['x']);
  wrong('fork', fork, ['/nonexistent.js', [], {}], kill, ['x', 'fn', 'yes', 'one']);
  wrongOptions('fork', (v) => fork('/nonexistent.js', v), {}, ['execPath', 'execArgv', 'silent', 'stdio', 'serialization'], kill, ['x', 'one']);
}

{ // worker_threads
  const w = require('worker_threads');
  const port = () => new w.MessageChannel().port1;
  const end = (v) => { v.on('error', nothing).terminate(); };
  wrong('new Worker', (...x) => new w.Worker(...x), ['1', { eval: true }], end, ['x', 'empty']);
  wrongOptions('new Worker', (v) => new w.Worker('1', v), { eval: true }, ['env', 'argv', 'execArgv', 'stdin', 'stdout', 'workerData', 'trackUnmanagedFds', 'transferList', 'resourceLimits', 'name'], end, ['symbol', 'fn']);
  wrong('postMessage', (...x) => {
    const p = port();
    try { return p.postMessage(...x); } finally { p.close(); }
  }, [1, []]);
  wrong('receiveMessageOnPort', (...x) => w.receiveMessageOnPort(...x), [port()]);
  wrong('moveMessagePortToContext', (...x) => w.moveMessagePortToContext(...x), [port(), {}], 'type');
  wrong('markAsUntransferable', (...x) => w.markAsUntransferable(...x), [{}]);
  wrong('setEnvironmentData', (...x) => w.setEnvironmentData(...x), ['a', 1]);
  wrong('getEnvironmentData', (...x) => w.getEnvironmentData(...x), ['a']);
  wrong('new BroadcastChannel', (...x) => new w.BroadcastChannel(...x), ['a'], (v) => v.close());
  wrong('MessageChannel()', w.MessageChannel, []);
  wrong('MessagePort()', w.MessagePort, []);
  wrong('new MessagePort', () => new w.MessagePort(), []);
}

{ // vm. Node crashes where a parameter has no name.
  const vm = require('vm');
  const context = vm.createContext({}), options = ['breakOnSigint', 'displayErrors', 'filename', 'lineOffset', 'contextName', 'contextOrigin', 'contextCodeGeneration', 'microtaskMode'];
  wrong('new Script', (...x) => new vm.Script(...x), ['1', {}], nothing);
  wrongOptions('new Script', (v) => new vm.Script('1', v), {}, ['filename', 'lineOffset', 'columnOffset', 'cachedData', 'produceCachedData', 'importModuleDynamically'], nothing);
  wrong('createContext', (...x) => vm.createContext(...x), [{}, {}], 'type');
  wrongOptions('createContext', (v) => vm.createContext({}, v), {}, ['name', 'origin', 'codeGeneration', 'microtaskMode'], 'type');
  wrong('isContext', vm.isContext, [{}]);
  for (const [k, good] of [['runInThisContext', ['1']], ['runInNewContext', ['1', {}]], ['runInContext', ['1', context]]]) {
    wrong('vm.' + k, (...x) => vm[k](...x), [...good, {}]);
    wrongOptions('vm.' + k, (v) => vm[k](...good, v), {}, ['timeout'], undefined, ['one']); // that may be too short
    wrongOptions('vm.' + k, (v) => vm[k](...good, v), {}, options);
  }
  wrong('compileFunction', (...x) => vm.compileFunction(...x), ['return 1', ['a'], {}], 'type');
  wrongOptions('compileFunction', (v) => vm.compileFunction('return 1', [], v), {}, ['filename', 'lineOffset', 'columnOffset', 'cachedData', 'produceCachedData', 'parsingContext', 'contextExtensions'], 'type');
  wrongOptions('compileFunction params', (v) => vm.compileFunction('return 1', [v.a]), {}, ['a'], 'type', ['empty']);
  wrong('measureMemory', (...x) => vm.measureMemory(...x), [{}], 'type');
}

{ // v8
  const v8 = require('v8');
  wrong('setFlagsFromString', v8.setFlagsFromString, ['--stack-size=900'], 'type', ['x', 'empty']);
  wrong('v8.serialize', v8.serialize, [1], 'type');
  wrong('v8.deserialize', v8.deserialize, [v8.serialize(1)], 'type');
  for (const [k, good] of Object.entries({ writeUint32: [1], writeUint64: [1, 1], writeDouble: [1], writeRawBytes: [Buffer.from('a')], writeValue: [1], transferArrayBuffer: [1, new ArrayBuffer(1)] })) {
    wrong('Serializer.' + k, (...x) => {
      const s = new v8.Serializer(), r = s[k](...x);
      return [r, s.releaseBuffer()];
    }, good, undefined, ['buffer']); // which has more bytes around it in Node
  }
  wrong('new Deserializer', (...x) => new v8.Deserializer(...x), [Buffer.from('a')], nothing);
  wrong('Serializer()', v8.Serializer, []);
  wrong('getHeapStatistics', () => typeof v8.getHeapStatistics().total_heap_size, []);
  wrong('isBuildingSnapshot', () => v8.startupSnapshot.isBuildingSnapshot(), []);
  wrong('addSerializeCallback', (...x) => v8.startupSnapshot.addSerializeCallback(...x), [nothing]);
}

{ // module, and require
  const m = require('module');
  wrong('createRequire', m.createRequire, ['/a/b.js'], 'type');
  wrong('isBuiltin', m.isBuiltin, ['fs']);
  wrong('findSourceMap', m.findSourceMap, ['/a']);
  wrong('require', (...x) => require(...x), ['fs'], 'type', ['x']);
  wrong('require.resolve', (...x) => require.resolve(...x), ['fs', {}], undefined, ['x']);
  wrong('require.resolve.paths', (...x) => require.resolve.paths(...x), ['fs'], 'type');
  wrongOptions('require.resolve', (v) => require.resolve('fs', v), {}, ['paths']);
  wrong('new Module', (...x) => new m(...x).id, ['a', {}]);
  wrong('Module._load', (...x) => m._load(...x), ['fs'], 'type', ['x']);
  wrong('syncBuiltinESMExports', () => m.syncBuiltinESMExports(), []);
  wrong('wrap', m.wrap, ['a']);
}

{ // process. No group of processes takes a signal, and no code of a warning is strange, which fails later.
  const calls = {
    cwd: [], umask: [18], hrtime: [[0, 0]], uptime: [], memoryUsage: [], cpuUsage: [{ user: 0, system: 0 }], resourceUsage: [], hasUncaughtExceptionCaptureCallback: [],
    setSourceMapsEnabled: [false], getActiveResourcesInfo: [], setegid: [], constrainedMemory: [], availableMemory: [], getBuiltinModule: ['fs'],
  };
  for (const [k, good] of Object.entries(calls)) { wrong('process.' + k, (...x) => process[k](...x), good, 'type'); }
  wrong('process.loadEnvFile', (...x) => process.loadEnvFile(...x), ['/none'], undefined, ['empty']);
  process.umask(18);
  wrong('emitWarning', (...x) => process.emitWarning(...x), ['a', 'b', 'c'], 'type', ['fn', 'date', 'buffer']);
  wrong('process.kill', (...x) => process.kill(...x), [999999999, 0], 'type', ['one', 'minus', 'no', 'yes', 'null', 'undefined', 'half', 'big', 'NaN', 'empty', 'array']);
  wrong('setUncaughtExceptionCaptureCallback', (...x) => process.setUncaughtExceptionCaptureCallback(...x), [null], 'type', ['fn']);
  wrong('process.chdir', (...x) => process.chdir(...x), ['/nonexistent'], undefined, ['empty']);
  wrong('process.exitCode', (v) => {
    const before = process.exitCode;
    try {
      process.exitCode = v;
      return process.exitCode;
    } finally { process.exitCode = before; }
  }, [0]);
  wrong('process.title', (v) => { process.title = v; return typeof process.title; }, ['a']);
  wrong('process.env', (v) => { process.env.ZZ = v; return process.env.ZZ; }, ['a']);
  wrong('hrtime.bigint', (...x) => typeof process.hrtime.bigint(...x), [1]);
  wrong('process.cpuUsage negative', (...x) => typeof process.cpuUsage(...x), [{ user: -1, system: 1 }]);
  wrongOptions('process.cpuUsage', (v) => typeof process.cpuUsage(v), { user: 1, system: 1 }, ['user', 'system']);
  wrong('process.binding', (...x) => process.binding(...x), ['none'], 'type', ['x']);
}
module.exports = print();
