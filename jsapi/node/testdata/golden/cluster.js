// A script with workers that share a port. It is run in a process of its own, because a
// project cannot be started twice.
const fs = require('fs'), net = require('net'), child = require('child_process');
fs.writeFileSync('primary.js', String.raw`
const cluster = require('cluster'), http = require('http');
const log = [];
let ended = 0;
if (cluster.isPrimary) {
  const port = Number(process.env.CLUSTER_PORT), say = (...a) => { if (log.indexOf(a.join(' ')) < 0) { log.push(a.join(' ')); } };
  console.log(cluster.isMaster, cluster.isWorker, Object.keys(cluster.workers).length);
  cluster.setupPrimary({ args: ['arg1'] });
  cluster.on('fork', (w) => say('fork', w.id));
  cluster.on('online', (w) => say('online', w.id, w.isConnected(), w.isDead()));
  cluster.on('message', (w, m) => say('message', w.id, JSON.stringify(m)));
  cluster.on('disconnect', (w) => say('disconnect', w.id, w.exitedAfterDisconnect));
  cluster.on('exit', (w, code, signal) => {
    say('exit', w.id, code, signal, w.exitedAfterDisconnect, w.isDead());
    if (++ended === 2) { console.log(log.sort().join('\n')); }
  });
  let ready = 0;
  cluster.on('listening', (w, a) => {
    say('listening', w.id, a.port === port, a.addressType);
    if (++ready < 2) { return; }
    const seen = new Set(); let n = 0;
    (function ask() {
      http.get({ port, host: '127.0.0.1', agent: false }, (res) => { let t = ''; res.on('data', (c) => t += c).on('end', () => { seen.add(t); if (++n < 40 && seen.size < 2) { ask(); return; } say('seen', [...seen].sort().join()); Object.values(cluster.workers)[0].send('quit'); cluster.workers[2].disconnect(); }); });
    })();
  });
  cluster.fork({ EXTRA: 'yes' }); cluster.fork();
} else {
  process.send({ id: cluster.worker.id, args: process.argv.slice(2), extra: process.env.EXTRA, uid: process.env.NODE_UNIQUE_ID, same: cluster.worker.process === process });
  process.on('message', (m) => { if (m === 'quit') { process.exit(3); } });
  http.createServer((req, res) => res.end('w' + cluster.worker.id)).listen(Number(process.env.CLUSTER_PORT), '127.0.0.1');
}
`);
module.exports = new Promise((done) => {
  const free = net.createServer().listen(0, '127.0.0.1', () => {
    const port = free.address().port;
    free.close(() => {
      const own = child.fork(require('path').join(__dirname, 'primary.js'), [], { silent: true, env: Object.assign({}, process.env, { CLUSTER_PORT: String(port) }) });
      let text = '';
      own.stdout.on('data', (c) => { text += c; });
      own.stderr.on('data', (c) => { text += c; });
      own.on('close', (code) => { console.log(text + 'exit ' + code); done(); });
    });
  });
});
