// Servers hand over the connection of a request that asks for another protocol or for a tunnel.
const http = require('http'), net = require('net');
const once = (o, type) => new Promise(r => o.once(type, r));
// talk sends text and returns what comes back until the end.
const talk = (port, text, then) => new Promise(r => {
  const c = net.connect(port, '127.0.0.1', () => c.write(text));
  let got = '';
  c.on('data', d => { got += d; if (then) { then(c, got); } });
  c.on('error', e => { got += e.code; });
  c.on('close', () => r(got));
});
const shown = s => [s instanceof net.Socket, s.remoteAddress, typeof s.remotePort, s.readable, s.writable, s.destroyed, s.allowHalfOpen];
module.exports = (async () => {
  const server = http.createServer((req, res) => { res.setHeader('Date', 'now'); res.end(req.url + ' ' + !!req.upgrade); });
  const seen = [];
  server.on('connection', s => { seen.push(s); });
  await new Promise(r => server.listen(0, '127.0.0.1', r));
  const { port } = server.address();
  const ask = 'GET /a HTTP/1.1\r\nHost: x\r\nUpgrade: echo\r\nConnection: keep-alive, Upgrade\r\n\r\n';
  // Nobody listens: it is a request.
  console.log((await talk(port, ask.replace('keep-alive', 'close'))).split('\r\n').filter(l => /^(HTTP|.*false)/.test(l)));
  console.log('tunnel', JSON.stringify(await talk(port, 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n')));
  // An upgrade, with bytes behind the head.
  server.on('upgrade', (req, socket, head) => {
    console.log(req.method, req.url, req.headers.upgrade, req.upgrade, req.socket === socket, socket === seen[seen.length - 1], socket.server === server, Buffer.isBuffer(head), String(head));
    console.log(...shown(socket), socket.listenerCount('data'), socket.listenerCount('error'), socket.timeout);
    server.getConnections((err, n) => console.log('connections', err, n));
    if (req.url === '/refused') { socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n'); return; }
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    socket.on('data', d => socket.write('<' + d + '>'));
    socket.on('end', () => { console.log('server end'); socket.end('bye'); });
    socket.on('close', bad => { console.log('server closed', bad); over(); });
  });
  let over;
  const serverClosed = new Promise(resolve => { over = resolve; }); // both ends close: the server's prints first
  let step = 0;
  const said = await talk(port, ask + 'head', (c, got) => { if (/101/.test(got) && step++ === 0) { c.write('one'); } if (/<one>/.test(got)) { c.end(); } });
  await serverClosed;
  console.log(said);
  console.log(await talk(port, ask.replace('/a', '/refused')));
  // A tunnel.
  const target = net.createServer(c => { c.on('data', d => c.write(String(d).toUpperCase())); c.on('error', () => {}); });
  await new Promise(r => target.listen(0, '127.0.0.1', r));
  server.on('connect', (req, socket, head) => {
    const [host, to] = req.url.split(':');
    console.log(req.method, host, Number(to) === target.address().port, req.headers.host === req.url, head.length, ...shown(socket));
    const out = net.connect(to, host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      out.write(head);
      out.pipe(socket).pipe(out);
    });
    socket.on('error', () => {});
  });
  let sent = false;
  console.log(await talk(port, 'CONNECT 127.0.0.1:' + target.address().port + ' HTTP/1.1\r\nHost: 127.0.0.1:' + target.address().port + '\r\n\r\n', (c, got) => { if (!sent) { sent = true; c.write('hello'); } else if (/HELLO/.test(got)) { c.end(); } }));
  // One socket for all requests of a connection.
  const before = seen.length, agent = new http.Agent({ keepAlive: true, maxSockets: 1 }), sockets = new Set();
  server.on('request', req => sockets.add(req.socket));
  for (let i = 0; i < 3; i++) {
    await new Promise(r => http.get({ port, host: '127.0.0.1', agent }, res => res.resume().on('end', r)));
    await new Promise(r => setTimeout(r, 20));
  }
  console.log('kept', seen.length - before, sockets.size, sockets.has(seen[seen.length - 1]), seen[seen.length - 1].destroyed);
  server.closeIdleConnections();
  await once(seen[seen.length - 1], 'close');
  console.log('idle closed', seen[seen.length - 1].destroyed);
  // A server waits for what was handed over, and does not close it.
  server.removeAllListeners('upgrade').on('upgrade', (req, socket) => { socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'); });
  const client = net.connect(port, '127.0.0.1', () => client.write(ask));
  client.on('error', e => console.log(e.code));
  await once(client, 'data');
  const [held] = seen.slice(-1);
  let closed = false;
  const closing = new Promise(r => server.close(err => { closed = true; r(err); }));
  server.closeAllConnections();
  await new Promise(r => setTimeout(r, 100));
  console.log('waits', closed, held.destroyed, server.listening);
  client.on('end', () => console.log('client end'));
  client.resume();
  held.destroy();
  await closing;
  console.log('closed', closed, client.destroyed || !!await once(client, 'close') || true);
  target.close();
})();
