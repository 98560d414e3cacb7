// A listener that throws does not end the reading of a connection, if something handles the error.
const net = require('net');
const dgram = require('dgram');
const child_process = require('child_process');
const thrown = [];
const caught = (err) => thrown.push(err.message);
process.on('uncaughtException', caught);

function overTCP() {
  return new Promise((done) => {
    let asked = 0;
    const server = net.createServer((socket) => {
      socket.on('data', () => {
        socket.write('answer ' + ++asked);
        throw new Error('server ' + asked);
      });
      throw new Error('connection');
    }).listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1', () => client.write('?'));
      const heard = [];
      client.on('data', (text) => {
        heard.push(String(text));
        if (heard.length < 3) { client.write('?'); } else { client.end(); server.close(() => done(heard)); }
        throw new Error('client ' + heard.length);
      });
    });
  });
}
function overUDP() {
  return new Promise((done) => {
    const socket = dgram.createSocket('udp4'), heard = [];
    socket.on('message', (text) => {
      heard.push(String(text));
      if (heard.length === 3) { socket.close(() => done(heard)); } else { socket.send('next', socket.address().port, '127.0.0.1'); }
      throw new Error('datagram ' + heard.length);
    });
    socket.bind(0, '127.0.0.1', () => socket.send('first', socket.address().port, '127.0.0.1'));
  });
}
function ofProcess() {
  return new Promise((done) => {
    const child = child_process.spawn('sh', ['-c', 'echo one; read x; echo two; read x; echo three']), heard = [];
    child.stdout.on('data', (text) => {
      heard.push(String(text).trim());
      if (heard.length < 3) { child.stdin.write('go\n'); }
      throw new Error('process ' + heard.length);
    });
    child.on('close', () => done(heard));
  });
}
module.exports = (async function () {
  console.log(await overTCP());
  console.log(await overUDP());
  console.log(await ofProcess());
  await new Promise(setImmediate);
  console.log(thrown.sort());
  process.removeListener('uncaughtException', caught);
})();
