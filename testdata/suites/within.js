// Runs the suites of packages that are no apps: their tests run in the server too, with `framework test`.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');

// prepare makes a folder with the suite. Here `module`, a file of the package, gives what the server has in the place of the
// package; "-" leaves the package as it is, so that only the platform is asked.
exports.prepare = function (side, suite, folder, module) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const part of fs.readdirSync(suite).filter((name) => name !== 'node_modules')) fs.cpSync(path.join(suite, part), path.join(folder, part), { recursive: true });
  fs.symlinkSync(path.join(suite, 'node_modules'), path.join(folder, 'node_modules'));
  if (side === 'here' && module !== '-') {
    const { name } = JSON.parse(fs.readFileSync(path.join(suite, 'package.json'), 'utf8'));
    fs.writeFileSync(path.join(folder, module), `module.exports = require(${JSON.stringify(name)});\n`);
  }
  return folder;
};

// run runs one file in the server, and writes the lines that lines.js writes on Node.
exports.run = function (options, folder, file, results, minutes) {
  const log = fs.openSync(results.replace(/jsonl$/, 'log'), 'w');
  const child = spawn(path.resolve(options.server), ['test', path.join('test', file), '--dir', folder, '--profile', options.profile || 'modern', '--timeout', '18000', '--reporter', 'json'],
    { cwd: folder, stdio: ['ignore', 'pipe', log] });
  let text = '';
  child.stdout.on('data', (data) => { text += data; });
  return new Promise((done) => {
    const late = setTimeout(() => child.kill('SIGKILL'), minutes * 60000);
    child.on('exit', () => {
      clearTimeout(late);
      fs.writeFileSync(results, lines(text));
      done();
    });
  });
};

function lines(text) {
  let report;
  try { report = JSON.parse(text.slice(text.indexOf('{'))); } catch { return ''; } // the process has ended; the log says why
  const pending = new Set(report.pending.map((test) => test.fullTitle));
  return report.tests.map((test) => JSON.stringify({
    title: test.fullTitle, error: test.err && (test.err.stack || test.err.message),
    state: pending.has(test.fullTitle) ? 'pending' : test.err && Object.keys(test.err).length ? 'failed' : 'passed',
  }) + '\n').join('');
}
