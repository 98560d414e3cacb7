// The user and the groups of a process, and its mask of new files.
const { execFile } = require('child_process');
const ask = `
const t = f => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message, e.syscall); } };
for (const n of ['setuid', 'setgid', 'seteuid', 'setegid']) {
  for (const v of [undefined, {}, 'no-such-name', -1, 4294967296, 1.5]) { t(() => process[n](v)); }
  t(() => process[n](process['get' + n.slice(3)]()));
}
for (const v of [undefined, 'x', [undefined], ['no-such-name'], [-1], [[]]]) { t(() => process.setgroups(v)); }
for (const v of [[], ['root'], ['root', {}], [{}, 1], [0, 'no-such-name']]) { t(() => process.initgroups(...v)); }
t(() => Array.isArray(process.getgroups()));
t(() => process.umask(0o27) >= 0);
for (const v of [0o22, '077', 0o1777]) { t(() => process.umask(v)); }
t(() => process.umask());
t(() => process.umask());
for (const v of ['9', '', 'x', -1, {}, 4294967296]) { t(() => process.umask(v)); }
const { Worker } = require('worker_threads');
new Worker("const { parentPort } = require('worker_threads'); try { process.umask(0); } catch (e) { parentPort.postMessage(e.code + ' ' + e.message); }", { eval: true }).on('message', console.log).on('exit', () => {
  t(() => process.getActiveResourcesInfo().filter(x => x === 'Timeout' || x === 'Immediate').length);
  setTimeout(() => {}, 5);
  setTimeout(() => {}, 5).unref();
  clearTimeout(setTimeout(() => {}, 5));
  setInterval(function () { clearInterval(this); }, 5);
  setImmediate(() => {});
  t(() => process.getActiveResourcesInfo().filter(x => x === 'Timeout' || x === 'Immediate'));
});
`;
module.exports = new Promise(resolve => execFile(process.execPath, ['-e', ask], (err, stdout, stderr) => { console.log(err && err.code, stdout, stderr); resolve(); }));
