const http = require('http'), { once } = require('events'), { Server } = require('socket.io'), { io } = require('socket.io-client');
const server = http.createServer((req, res) => res.end('app')), all = new Server(server, { cors: { origin: '*' } }), gone = [];
const event = (o, type) => new Promise(r => o.once(type, (...values) => r(values)));
all.on('connection', s => {
  s.on('bytes', (b, done) => done(Buffer.isBuffer(b), b));
  s.on('disconnect', why => gone.push(why));
});
all.of('/chat').use((s, next) => next(s.handshake.auth.token === 't' ? undefined : new Error('no'))).on('connection', s => {
  s.on('say', (data, done) => { s.broadcast.emit('said', data); done({ got: data }); });
  s.on('room', (name, done) => { s.join(name); all.of('/chat').to(name).emit('in', name); done(); });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = 'http://127.0.0.1:' + server.address().port;
for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
  const a = io(url, { transports, forceNew: true });
  await event(a, 'connect');
  while (a.io.engine.transport.name !== transports[transports.length - 1]) { await new Promise(r => setTimeout(r, 5)); }
  const [was, back] = await new Promise(r => a.emit('bytes', Buffer.alloc(5000, 1), (...values) => r(values)));
  assert.ok(was && Buffer.from(back).equals(Buffer.alloc(5000, 1)));
  a.disconnect();
}
while (gone.length < 3) { await new Promise(r => setTimeout(r, 5)); }
const bad = io(url + '/chat', { auth: { token: 'x' }, forceNew: true });
assert.equal((await event(bad, 'connect_error'))[0].message, 'no');
bad.close();
const open = transports => io(url + '/chat', { auth: { token: 't' }, transports, forceNew: true });
const b = open(['websocket']), c = open(['polling', 'websocket']);
await Promise.all([event(b, 'connect'), event(c, 'connect')]);
const said = event(c, 'said');
assert.deepEqual(await b.emitWithAck('say', { x: 1 }), { got: { x: 1 } });
assert.deepEqual(await said, [{ x: 1 }]);
const inside = event(c, 'in');
await c.emitWithAck('room', 'r');
assert.deepEqual(await inside, ['r']);
assert.equal(await new Promise(r => http.get(url, res => res.on('data', d => r(String(d))))), 'app');
const why = event(b, 'disconnect');
await new Promise(r => all.close(r)); // ends with its sockets
assert.match((await why)[0], /transport close|io server disconnect/);
b.close();
c.close();
assert.equal(server.listening, false);
