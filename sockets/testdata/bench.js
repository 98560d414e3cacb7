// Serves with socket.io what bench.txtar serves.
'use strict';
const { Server } = require('socket.io');
const text = 'x'.repeat(200);
const web = require('http').createServer((req, res) => {
  const url = new URL(req.url, 'http://x');
  if (url.pathname === '/bench/collect') { global.gc(); }
  if (url.pathname === '/room/fan') {
    for (let i = 0; i < url.searchParams.get('n'); i++) { io.to('all').emit('message', { text }); }
  }
  res.end('{}');
});
const io = new Server(web, { pingInterval: 300000, serveClient: false });
io.on('connection', (socket) => {
  socket.on('get', (m, answer) => { socket.join('all'); answer({ body: {}, headers: {}, statusCode: 200 }); });
});
web.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + web.address().port));
process.stdin.on('end', () => process.exit()).resume();
