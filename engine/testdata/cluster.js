// A server of socket.io on Node's cluster, as its documentation has it: sticky sessions and
// the adapter for Redis. Arguments: port, number of workers, address of Redis.
const cluster = require('cluster'), http = require('http');
const { setupMaster, setupWorker } = require('@socket.io/sticky');
const [port, workers, redis] = process.argv.slice(2);

function work(n) { let x = 7; for (let i = 0; i < n; i++) { x = (x * 31 + i) % 1000003; } return x; }

if (cluster.isPrimary) {
  const server = http.createServer();
  setupMaster(server, { loadBalancingMethod: 'least-connection' });
  let ready = 0;
  cluster.on('message', () => { if (++ready === Number(workers)) { server.listen(Number(port), '127.0.0.1', () => console.log('ready')); } });
  for (let i = 0; i < Number(workers); i++) { cluster.fork(); }
} else {
  const server = http.createServer((req, res) => { res.setHeader('Content-Type', 'application/json'); res.end(JSON.stringify({ x: work(Number(new URL(req.url, 'http://a').searchParams.get('n'))) })); });
  const { Server } = require('socket.io'), { createAdapter } = require('@socket.io/redis-adapter'), { createClient } = require('redis');
  const io = new Server(server, { allowEIO3: true, transports: ['websocket'] });
  const pub = createClient({ url: redis }), sub = pub.duplicate();
  Promise.all([pub.connect(), sub.connect()]).then(() => {
    io.adapter(createAdapter(pub, sub, { key: 'framework-bench' }));
    setupWorker(io);
    io.on('connection', (socket) => socket.on('get', (req, ack) => {
      const url = new URL(req.url, 'http://a');
      if (url.pathname === '/bench/join') { socket.join('all'); }
      if (url.pathname === '/bench/shout') { io.to('all').emit('heard', { x: work(Number(url.searchParams.get('n'))) }); }
      ack({ statusCode: 200, body: {} });
    }));
    process.send('ready');
  });
}
