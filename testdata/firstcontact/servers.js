// Lifts a project on one side, and ends the process.
'use strict';
const childProcess = require('child_process');
const net = require('net');
const path = require('path');

const { options } = require('./options');
const { sailsOf } = require('./packages');
const { open, pause } = require('./wait');

const secondsToLift = 150;

function startSails(project, generation, folder, overrides) {
  const { sails, node } = sailsOf(generation, project);
  return (port) => childProcess.spawn(node, [path.join(__dirname, 'lift.js'), sails, folder, String(port), JSON.stringify(overrides)], { cwd: folder, env: environment(project, port), stdio: ['ignore', 'pipe', 'pipe'] });
}

function startServer(project, folder, overrides) {
  const set = [];
  const flatten = (value, prefix) => {
    for (const [key, inner] of Object.entries(value)) {
      if (inner && typeof inner === 'object') flatten(inner, prefix + key + '.');
      else set.push('--set', prefix + key + '=' + inner);
    }
  };
  flatten(overrides, '');
  return (port) => childProcess.spawn(path.resolve(options.server), ['lift', folder, '--port', String(port), '--host', '127.0.0.1', '--no-watch', ...set], { cwd: folder, env: environment(project, port), stdio: ['ignore', 'pipe', 'pipe'] });
}

// environment: some projects choose their port themselves, unless PORT names it.
function environment(project, port) {
  return Object.assign({}, process.env, { NODE_ENV: 'development', NODE_NO_WARNINGS: '1', TZ: 'UTC' }, port && { PORT: String(port) }, (project.prepare || {}).env);
}

function doctor(project, folder) {
  const run = childProcess.spawnSync(path.resolve(options.server), ['doctor', folder, '--json'], { encoding: 'utf8', timeout: 60000, env: environment(project) });
  let report = {};
  try { report = JSON.parse(run.stdout); } catch (error) { /* doctor itself has failed: its code says so */ }
  return { code: run.status, fails: (report.findings || []).filter((f) => f.level === 'fails').map((f) => f.topic + ': ' + f.what) };
}

// lifted starts a server, calls back with it and ends it by its id.
async function lifted(project, start, use) {
  const port = await freePort();
  const began = Date.now();
  const child = start(port);
  const run = { lifted: false, log: '' };
  const server = { port, child, facts: null, get ended() { return child.exitCode !== null || child.signalCode !== null; } };
  const collect = (data) => { if (run.log.length < 4e6) run.log += data; };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.on('error', (error) => collect(error.stack));
  const genuine = child.spawnargs.some((arg) => /lift\.js$/.test(arg));
  while (!server.ended && Date.now() - began < secondsToLift * 1000) {
    const found = /^@@FACTS (.*)\n/m.exec(run.log);
    if (genuine ? found : await open(port)) { run.lifted = true; if (found) server.facts = JSON.parse(found[1]); break; }
    await pause(60);
  }
  run.seconds = Math.round((Date.now() - began) / 100) / 10;
  if (run.lifted) {
    try { Object.assign(run, await use(server)); } finally { await end(child); }
  } else {
    if (!server.ended) run.log += '\nnot lifted within ' + secondsToLift + ' s';
    await end(child);
  }
  return run;
}

function end(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
    child.once('exit', () => { clearTimeout(timer); resolve(); });
    child.kill('SIGTERM');
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => resolve(port)); });
  });
}

module.exports = { startSails, startServer, doctor, lifted };
