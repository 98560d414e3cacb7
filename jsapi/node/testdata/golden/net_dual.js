// Addresses of connections to a server that listens on all addresses, and to others.
const net = require('net'), http = require('http');
const log = (name, s) => console.log(name, s.localAddress, s.localFamily, s.remoteAddress, s.remoteFamily, s.address().family, s.address().address);
const listen = (server, ...host) => new Promise((done) => server.listen(0, ...host, () => done(server.address().port)));
const connect = (port, host) => new Promise((done) => net.connect(port, host).on('close', done).resume());
module.exports = (async () => {
  for (const host of [[], ['::'], ['0.0.0.0'], ['127.0.0.1']]) {
    const server = net.createServer((s) => { log('net ' + host, s); s.end('x'); });
    const port = await listen(server, ...host);
    console.log(server.address().address, server.address().family);
    await connect(port, '127.0.0.1');
    server.close();
  }
  const server = http.createServer((req, res) => { log('http', req.socket); res.end(); }).on('upgrade', (req, s) => {
    log('upgrade', s);
    s.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  const port = await listen(server);
  await new Promise((done) => http.get({ port, host: '127.0.0.1' }, (res) => res.resume().on('end', done)));
  await new Promise((done) => http.get({ port, host: '127.0.0.1', headers: { Connection: 'Upgrade', Upgrade: 'x' } }).on('upgrade', (res, s) => { s.destroy(); done(); }));
  server.close();
})();
