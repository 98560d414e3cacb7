// Connections from an address and a port that the program chooses.
const net = require('net'), http = require('http');
const show = (name, e) => console.log(name, e.message.replace(/:\d{4,5}\b/g, ':PORT'), e.code, e.syscall, e.address, e.port && 'port', Object.keys(e).join());
const server = http.createServer((req, res) => res.end(req.socket.remoteAddress));
module.exports = new Promise((resolve) => server.listen(0, "127.0.0.1", async () => {
  const port = server.address().port;
  const ask = (o) => new Promise((done) => http.get({ port, ...o }, (res) => { let t = ''; res.on('data', (d) => { t += d; }).on('end', () => { console.log(o.localAddress, t); done(); }); }).on('error', (e) => { show('http', e); done(); }));
  await ask({ host: '127.0.0.1', localAddress: '127.0.0.5', agent: false });
  await ask({ host: '127.0.0.1', localAddress: '127.0.0.6' });
  await ask({ host: '127.0.0.1', localAddress: '8.8.8.8', agent: false });
  await ask({ host: '127.0.0.1', localAddress: 'nowhere', agent: false }).catch((e) => show('thrown', e));
  const connect = (o) => new Promise((done) => { const s = net.connect({ port, host: '127.0.0.1', ...o }, () => { console.log(o.localAddress, s.localAddress, o.localPort === undefined || s.localPort === o.localPort); s.destroy(); }); s.on('error', (e) => show('net', e)).on('close', () => done()); });
  await connect({ localAddress: '127.0.0.7' });
  const free = net.createServer().listen(0, '127.0.0.8');
  await new Promise((r) => free.once('listening', r));
  await connect({ localAddress: '127.0.0.8', localPort: free.address().port });
  await connect({ localPort: free.address().port });
  await connect({ localAddress: '127.0.0.7', localPort: free.address().port });
  await connect({ localAddress: '::1' });
  await connect({ localAddress: '127.0.0.7', host: 'localhost', family: 4 });
  try { net.connect({ port, localAddress: 'x' }); } catch (e) { show('thrown', e); }
  try { net.connect({ port, localPort: 'x' }); } catch (e) { show('thrown', e); }
  free.close(); server.close(); resolve();
}));
