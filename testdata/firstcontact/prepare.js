// Makes the copy of a project that one side lifts.
'use strict';
const childProcess = require('child_process');
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const { text } = require('./files');
const { bring, sailsOf } = require('./packages');

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
  fs.symlinkSync(sailsOf(generation, project).sails, path.join(modules, 'sails'));
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
  if (fs.existsSync(path.join(folder, 'assets'))) {
    fs.mkdirSync(path.join(folder, '.tmp', 'public'), { recursive: true });
    childProcess.execFileSync('cp', ['-a', path.join(folder, 'assets') + '/.', path.join(folder, '.tmp', 'public')]);
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

function write(file, content) { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.rmSync(file, { force: true }); fs.writeFileSync(file, content); }

module.exports = { prepare, saysHowToMigrate };
