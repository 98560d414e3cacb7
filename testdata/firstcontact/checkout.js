// Fetches the files of a project from its repository.
'use strict';
const childProcess = require('child_process');
const fs = require('fs');
const path = require('path');

const { options, work } = require('./options');

function checkOut(project, into) {
  if (project.files) return writeOut(project, into);
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

// writeOut writes the files of a small project anew.
function writeOut(project, into) {
  fs.rmSync(into, { recursive: true, force: true });
  for (const [name, content] of Object.entries(project.files)) {
    fs.mkdirSync(path.dirname(path.join(into, name)), { recursive: true });
    fs.writeFileSync(path.join(into, name), content);
  }
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

module.exports = { checkOut };
