// Stands for `require('sails')` in the process that runs the tests: a constructor whose objects are the app objects
// of other processes, each with Sails or with the server. SUITES_SIDE says which.
'use strict';
const { spawn, execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker, MessageChannel, receiveMessageOnPort } = require('worker_threads');
const pipes = require('./pipes');
const Wire = require('./wire');

const patience = 15000; // ms for one call
const running = new Set();
const lowered = []; // ends of the processes whose apps were lowered last; tests go on to read some of them
const kept = 4;
const ends = new WeakMap(); // app → ends its process
process.on('exit', () => running.forEach((end) => end()));

// An app's process starts when it is first used: its folder is the current one, or the one that load is told.
function Sails() {
  let app;
  const begin = (folder) => app || (app = start(folder || process.cwd(), lazy));
  const traps = {};
  for (const trap of ['set', 'has', 'deleteProperty', 'ownKeys', 'getOwnPropertyDescriptor', 'defineProperty']) {
    traps[trap] = (_, ...args) => Reflect[trap](begin(), ...args.slice(0, 2));
  }
  traps.get = (_, key) => {
    if (key === 'constructor' || key === 'Sails') return Sails;
    if (!app && (key === 'load' || key === 'lift')) return (config, done) => begin(config && config.appPath)[key](config, done);
    if (key === 'lower' && app) {
      return (options, done) => {
        if (typeof options === 'function') [done, options] = [options, {}];
        app.lower(options || {}, (err) => {
          lowered.push(ends.get(lazy));
          if (lowered.length > kept) lowered.shift()();
          if (done) done(err);
        });
      };
    }
    return begin()[key];
  };
  const lazy = new Proxy({}, traps);
  return lazy;
}
module.exports = Sails;

function start(folder, lazy) {
  const pipesFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'suites-'));
  const at = (name) => path.join(pipesFolder, name);
  execFileSync('mkfifo', [at('in'), at('out'), at('bell')]);
  const [toApp, bell, fromApp] = ['in', 'bell', 'out'].map((name) => fs.openSync(at(name), 'r+'));

  const inside = path.join(__dirname, 'inside.js');
  const env = { ...process.env, SUITES_PIPES: pipesFolder };
  const log = fs.openSync(process.env.SUITES_LOG || '/dev/null', 'a');
  const child = process.env.SUITES_SIDE === 'sails' ?
    spawn(process.env.SUITES_NODE, [inside], { cwd: folder, env, stdio: ['ignore', log, log] }) :
    spawn(process.env.SUITES_SERVER, ['test', inside, '--no-timeouts', '--dir', project(folder), '--profile', process.env.SUITES_PROFILE,
      ...process.env.NODE_ENV ? [] : ['--dev']], { cwd: folder, env, stdio: ['ignore', log, log] }); // it would take "test"
  const end = () => {
    child.kill('SIGKILL');
    running.delete(end);
    pipes.write(fromApp, { end: true }); // a thread that waits for a message would keep the process
    fs.rmSync(pipesFolder, { recursive: true, force: true });
  };
  running.add(end);
  ends.set(lazy, end);
  child.unref();

  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const reader = new Worker(path.join(__dirname, 'reader.js'), {
    workerData: { pipe: at('out'), port: port2, signal }, transferList: [port2],
  });
  reader.unref();

  function receive() {
    for (const until = Date.now() + patience; ;) {
      const before = Atomics.load(signal, 0);
      const got = receiveMessageOnPort(port1);
      if (got) return got.message;
      if (Date.now() > until) { end(); throw new Error('The app does not answer.'); }
      Atomics.wait(signal, 0, before, 1000);
    }
  }

  const wire = new Wire({
    copies: true, receive, moduleOf,
    send(message) { fs.writeSync(bell, '.'); pipes.write(toApp, message); },
    // Sails would have let assertions in callbacks reach mocha.
    failed(e) { if (e && e.code === 'ERR_ASSERTION' || e && e.name === 'AssertionError') setImmediate(() => { throw e; }); },
  });
  const said = receive().app;
  const app = wire.decode(said);
  wire.idOfTheirs.set(lazy, said.id);
  wire.theirs.set(said.id, lazy); // what the app calls itself is the object that the tests have
  port1.on('message', (message) => { if (message.op) wire.answer(message); else wire.early.set(message.to, message); });
  port1.unref();
  return app;
}

// project is the folder that the server loads: the suite's own folder is none, and stands for an empty project.
function project(folder) {
  if (folder !== process.env.SUITES_FOLDER) return folder;
  const empty = path.join(folder, 'empty');
  fs.mkdirSync(empty, { recursive: true });
  // The server has the hook of a suite itself, for projects that list its package.
  const { name } = JSON.parse(fs.readFileSync(path.join(process.env.SUITES_SUITE, 'package.json'), 'utf8'));
  fs.writeFileSync(path.join(empty, 'package.json'), JSON.stringify(/^sails-hook-/.test(name) ? { dependencies: { [name]: '*' } } : {}));
  return empty;
}

// moduleOf names a package whose export is passed to the app, which loads it itself.
function moduleOf(v) {
  if (typeof v !== 'function') return undefined;
  const found = Object.values(require.cache).find((m) => m && m.exports === v && /node_modules/.test(m.filename));
  return found && found.filename;
}
