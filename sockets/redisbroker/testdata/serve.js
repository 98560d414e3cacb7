// A server with the stock adapter and one client in the room "a": prints what
// the client gets, and emits once it got "go", and one of /admin "only".
// node serve.js <major version of socket.io> <port of Redis> <key>
const [major, redisPort, key] = process.argv.slice(2);
const http = require('http').createServer();
let io;
if (major === '2') {
  io = require('socket.io')(http);
  io.adapter(require('socket.io-redis')({ host: '127.0.0.1', port: Number(redisPort), key: key }));
} else {
  const { createClient } = require('redis');
  const pub = createClient({ host: '127.0.0.1', port: Number(redisPort) });
  io = new (require('socket.io').Server)(http);
  io.adapter(require('@socket.io/redis-adapter').createAdapter(pub, pub.duplicate(), { key: key }));
}
io.on('connection', function (s) { s.join('a'); });
io.of('/admin').on('connection', function (s) { s.join('a'); });
http.listen(0, '127.0.0.1', function () {
  const client = require('socket.io-client')('http://127.0.0.1:' + http.address().port);
  const admin = require('socket.io-client')('http://127.0.0.1:' + http.address().port + '/admin');
  const received = new Promise(function (resolve) {
    admin.on('only', function () { console.log('admin only ' + JSON.stringify([].slice.call(arguments))); resolve(); });
  });
  ['only', 'user', 'one', 'several', 'go', 'end', 'not'].forEach(function (name) {
    client.on(name, function () { console.log(name + ' ' + JSON.stringify([].slice.call(arguments))); });
  });
  // The events below end the test, so both clients have to have received theirs
  // before.
  const gone = new Promise(function (resolve) { client.on('go', resolve); });
  Promise.all([gone, received]).then(function () {
    io.emit('all', { verb: 'updated', id: 7 });
    io.to('a').emit('one', 'é');
    io.to('a').to('b').emit('several', Buffer.from([1, 2]));
    io.of('/admin').emit('elsewhere');
    io.of('/admin').to('a').emit('elsewhere', 1);
    io.emit('end');
  });
  client.on('end', function () { process.exit(0); });
});
