const http = require('http'), { Socket } = require('engine.io-client'), engine = require('engine.io');
const server = http.createServer().listen(0, '127.0.0.1');
await require('events').once(server, 'listening');
const eio = engine.attach(server);
eio.on('connection', s => s.on('message', data => s.send(data)));
for (const transports of [['polling', 'websocket'], ['websocket'], ['polling']]) {
  const s = new Socket('ws://127.0.0.1:' + server.address().port, { transports });
  await new Promise(r => s.on('open', r));
  const got = new Promise(r => s.on('message', r));
  s.send('hi');
  assert.equal(await got, 'hi');
  const closed = new Promise(r => s.on('close', r));
  s.close();
  assert.equal(await closed, 'forced close');
}
eio.close();
server.closeAllConnections();
await new Promise(r => server.close(r));
