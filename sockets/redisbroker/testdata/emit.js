// Emits through an npm emitter: node emit.js <package> <port> <key>
const [name, port, key] = process.argv.slice(2);
const opts = key ? { key: key } : {};
let io, client;
if (name === '@socket.io/redis-emitter') {
  const { Emitter } = require(name);
  client = require('redis').createClient({ host: '127.0.0.1', port: Number(port) });
  io = new Emitter(client, opts);
} else {
  client = require('redis').createClient(Number(port), '127.0.0.1');
  io = require(name)(client, opts);
}
client.on('connect', function () {
  io.emit('all', { verb: 'created', id: 1, list: [1.5, -7, 300000, 5000000000, null, true, 'é€😀'], long: 'x'.repeat(300) });
  io.to('room').emit('one', 'a');
  io.to('a').to('b').emit('several', 'b', 2);
  if (!name.startsWith('socket.io-emitter')) {
    io.to('a').except('s1').emit('but', new Date(1700000000125), undefined);
    io.in(['a', 'b']).socketsJoin(['c', 'd']);
    io.in('a').except('x').socketsLeave('c');
    io.in('a').disconnectSockets(true);
    io.serverSideEmit('hello');
  }
  if (process.argv[5] === 'binary') {
    io.to('room').emit('binary', Buffer.from([0, 1, 255]), new Date(1700000000125));
  }
  io.of('/admin').emit('elsewhere', 1);
  if (!name.startsWith('socket.io-emitter')) { io.of('/admin').in('a').socketsJoin('b'); }
  io.emit('end');
  client.quit();
});
