// Runs the tests of Sails against Sails itself, against Sails through the stand-in, and against the server.
//
//   node run.js --suite CHECKOUT --work DIR --server BINARY [--profile modern] [--only WORD,WORD] [--sides native,sails,here] [--node BINARY] [--inside FILE] [--report]
//
// CHECKOUT is a checkout of Sails, or of a package that is tested with it, with its packages installed. README.md says more.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const report = require('./report');
const within = require('./within');

const options = {};
for (let args = process.argv.slice(2); args.length;) {
  const name = args.shift().replace(/^--/, '');
  options[name] = args.length && !args[0].startsWith('--') ? args.shift() : 'yes';
}
const suite = path.resolve(options.suite), work = path.resolve(options.work);
const isSails = require(path.join(suite, 'package.json')).name === 'sails';
const sides = (options.sides || (options.inside ? 'native,here' : 'native,sails,here')).split(',');
const node = options.node ? path.resolve(options.node) : process.execPath; // for Sails; the tests of the stand-in run on this Node
const minutes = 4; // for one file

main().catch((error) => { console.error(error); process.exit(1); });

async function main() {
  const words = (options.only || '').split(',').filter(Boolean);
  const files = fs.readdirSync(path.join(suite, 'test'), { recursive: true })
    .filter((f) => f.endsWith('.js') && !/^(init\.js$|benchmarks)|(^|\/)(fixtures|helpers|util)\//.test(f))
    .filter((f) => !words.length || words.some((w) => f.includes(w))).sort();
  for (const side of options.report ? [] : sides) {
    const folder = options.inside ? within.prepare(side, suite, path.join(work, side), options.inside) : prepare(side);
    for (const file of files) {
      const results = path.join(work, 'results', side, file.replace(/\//g, '.') + '.jsonl');
      fs.mkdirSync(path.dirname(results), { recursive: true });
      fs.rmSync(results, { force: true });
      if (options.inside && side === 'here') await within.run(options, folder, file, results, minutes);
      else await mocha(side, folder, file, results);
      console.log(side, file, report.count(report.read(results)));
    }
  }
  if (!words.length || options.report) fs.writeFileSync(options.out || path.join(work, 'RESULTS.md'), report.table(path.join(work, 'results')));
}

// prepare makes a folder with the tests and, in the place of Sails, the stand-in.
function prepare(side) {
  const folder = path.join(work, side);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const part of fs.readdirSync(suite).filter((name) => name !== 'node_modules')) {
    fs.cpSync(path.join(suite, part), path.join(folder, part), { recursive: true });
  }
  const standIn = JSON.stringify(path.join(__dirname, 'outside.js'));
  if (side !== 'native' && !isSails) return besidesSails(folder, standIn);
  fs.symlinkSync(path.join(suite, 'node_modules'), path.join(folder, 'node_modules'));
  if (side === 'native') return folder;
  write('lib/index.js', `module.exports = new (require(${standIn}))();`);
  write('lib/app/index.js', `module.exports = require(${standIn});`);
  write('bin/sails.js', `require(${JSON.stringify(path.join(__dirname, 'command.js'))});`);
  return folder;

  function write(file, text) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
}

// besidesSails makes the folder for the suite of a package that uses Sails: only its node_modules/sails is the stand-in.
function besidesSails(folder, standIn) {
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(modules, 'sails'), { recursive: true });
  for (const name of fs.readdirSync(path.join(suite, 'node_modules')).filter((one) => one !== 'sails')) fs.symlinkSync(path.join(suite, 'node_modules', name), path.join(modules, name));
  fs.mkdirSync(path.join(modules, 'sails', 'lib', 'app'), { recursive: true });
  fs.writeFileSync(path.join(modules, 'sails', 'lib', 'app', 'index.js'), `const Sails = require(${standIn});\n// Tests use the global that Sails would have set.\nmodule.exports = function () { return (global.sails = Sails()); };\n`);
  fs.writeFileSync(path.join(modules, 'sails', 'index.js'), `const Sails = require(${standIn});\nmodule.exports = new Sails();\nmodule.exports.Sails = Sails;\nmodule.exports.constructor = Sails;\n`);
  return folder;
}

// mocha runs one file. Its process is ended when it takes too long; what it has reported until then counts.
function mocha(side, folder, file, results) {
  const log = fs.openSync(path.join(work, 'results', side, file.replace(/\//g, '.') + '.log'), 'w');
  const child = spawn(side === 'native' ? node : process.execPath, [path.join(suite, 'node_modules/mocha/bin/_mocha'),
    '--opts', '/dev/null', '--timeout', side === 'native' ? '18000' : '30000', '--reporter', path.join(__dirname, 'lines.js'),
    ...['test/init.js'].filter((f) => fs.existsSync(path.join(folder, f))), path.join('test', file)], {
    cwd: folder, stdio: ['ignore', log, log], detached: true,
    env: { ...process.env, SUITES_SIDE: side, SUITES_RESULTS: results, SUITES_FOLDER: folder, SUITES_SUITE: suite,
      SUITES_SAILS: side === 'sails' ? path.join(suite, isSails ? 'lib' : 'node_modules/sails/lib') : '', SUITES_SERVER: options.server && path.resolve(options.server),
      SUITES_NODE: node, SUITES_PROFILE: options.profile || 'modern', SUITES_LOG: path.join(work, 'results', side, file.replace(/\//g, '.') + '.app.log') },
  });
  return new Promise((done) => {
    const late = setTimeout(end, minutes * 60000);
    child.on('exit', () => { clearTimeout(late); end(); done(); });
    function end() { try { process.kill(-child.pid, 'SIGKILL'); } catch { /* it has ended */ } }
  });
}
