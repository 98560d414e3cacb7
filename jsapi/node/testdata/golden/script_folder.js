// A script that runs in a process of its own, from another folder: its main module, and process.chdir.
const { fork, execFileSync } = require('child_process'), path = require('path'), fs = require('fs'), os = require('os');
const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'script-')));
const write = (name, text) => { fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true }); fs.writeFileSync(path.join(dir, name), text); };
write('tool/node_modules/own/index.js', 'module.exports = "own of tool";');
write('tool/beside.js', 'module.exports = "beside";');
write('app/node_modules/own/index.js', 'module.exports = "own of app";');
write('app/sub/file.txt', 'text');
write('app/thread.js', `
const { parentPort } = require('worker_threads'), path = require('path');
let failed; try { process.chdir('..'); } catch (e) { failed = [e.name, e.code, e.message]; }
parentPort.postMessage([path.basename(process.cwd()), path.basename(require.main.filename), require.main === module, failed]);`);
write('tool/main.js', `
const path = require('path'), fs = require('fs'), show = (p) => String(p).split(${JSON.stringify(dir)}).join('DIR');
console.log(show(__filename), show(module.filename), show(module.path), module.id, module.loaded, require.main === module, process.mainModule === module);
console.log(show(module.paths[0]), show(require.resolve('own')), require('own'), require('./beside'), show(process.argv[1]));
try { require('absent'); } catch (e) { console.log(show(e.message), e.requireStack.map(show)); }
console.log(show(process.cwd()), fs.existsSync('sub'), fs.existsSync('file.txt'));
console.log(process.chdir('sub'), show(process.cwd()), fs.readFileSync('file.txt', 'utf8'), show(path.resolve('x')), show(fs.realpathSync('.')));
fs.writeFileSync('new.txt', ''); console.log(fs.readdirSync('.'), show(require('child_process').execFileSync('pwd').toString()));
fs.promises.readFile('file.txt', 'utf8').then((text) => {
  console.log(text, require('own'));
  for (const d of ['absent', 'file.txt', 1]) { try { process.chdir(d); } catch (e) { console.log(e.name, e.code, e.errno, e.syscall, show(e.path), e.dest, show(e.message)); } }
  process.chdir('..');
  new (require('worker_threads').Worker)('./thread.js').on('message', (m) => console.log(m)).on('error', (e) => console.log(e));
});`);
module.exports = new Promise((done) => {
  const kid = fork(path.join(dir, 'tool/main.js'), [], { cwd: path.join(dir, 'app'), silent: true });
  let text = '';
  kid.stdout.on('data', (d) => { text += d; });
  kid.stderr.on('data', (d) => { text += d; });
  kid.on('close', (code) => { console.log(text, code); fs.rmSync(dir, { recursive: true }); done(); });
});
