// Measures the processor time of a lift on each side, and the memory that the process then has.
'use strict';
const fs = require('fs');
const path = require('path');

const { checkOut } = require('./checkout');
const { text } = require('./files');
const { generations, install } = require('./packages');
const { prepare, saysHowToMigrate } = require('./prepare');
const { lifted, startSails, startServer } = require('./servers');

// measure lifts one side after the other, so that both meet the same machine.
async function measure(project, home) {
  const generation = generations[project.sails], source = path.join(home, 'source');
  checkOut(project, source);
  install(project, generation, home);
  const overrides = { hooks: { grunt: false }, hookTimeout: 120000, log: { level: 'warn' } };
  if (!saysHowToMigrate(source)) overrides.models = { migrate: 'drop' };
  const out = { repo: project.repo, sails: project.sails, bytes: text(path.join(source, 'api')).length + text(path.join(source, 'config')).length, there: {}, here: {} };
  for (const name of ['there', 'here']) {
    const folder = path.join(home, name), start = name === 'there' ? startSails(project, generation, folder, overrides) : startServer(project, folder, overrides);
    prepare(project, generation, home, folder, name);
    const run = await lifted(project, start, async (server) => use(server.child.pid));
    if (run.lifted) out[name] = { processor: run.processor, memory: run.memory };
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return out;
}

// use is the processor time of a process until now, in seconds, and its memory, in MB. A busy machine does not change the former much.
function use(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  const found = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { processor: (+fields[11] + +fields[12]) / 100, memory: Math.round(found[1] / 1024) };
}

module.exports = { measure };
