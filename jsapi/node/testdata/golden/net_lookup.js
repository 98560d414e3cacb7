// What a socket tells of the host that it looks up, and which names messages of HTTP have for it.
const net = require('net'), tls = require('tls'), http = require('http'), { once } = require('events');
const watch = (name, c) => new Promise((done) => {
  const seen = [c._host];
  c.on('lookup', (err, address, family, host) => seen.push(['lookup', err && err.code, family, host]));
  c.on('connect', () => { seen.push('connect', c._host); c.destroy(); });
  c.on('error', (e) => seen.push(e.code));
  c.on('close', () => { console.log(name, JSON.stringify(seen)); done(); });
});
module.exports = (async () => {
  const server = http.createServer((q, r) => { console.log(q.client === q.socket, Object.keys(q).includes('client')); r.end('x'); });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address(), own = (o, d) => (o.all ? d(null, [{ address: '127.0.0.1', family: 4 }]) : d(null, '127.0.0.1', 4)), no = Object.assign(new Error('no'), { code: 'ENO' });
  await watch('name', net.connect({ port, host: 'localhost', family: 4 }));
  await watch('address', net.connect({ port, host: '127.0.0.1' }));
  await watch('none', net.connect({ port, host: 'nothing.invalid' }));
  await watch('own', net.connect({ port, host: 'x.example', lookup: (h, o, d) => setTimeout(own, 1, o, d) }));
  await watch('own at once', net.connect({ port, host: 'x.example', lookup: (h, o, d) => own(o, d) }));
  await watch('own error', net.connect({ port, host: 'x.example', lookup: (h, o, d) => setTimeout(d, 1, no) }));
  const s = tls.connect({ port, host: 'localhost', family: 4 });
  s.on('error', () => {});
  console.log(s._host, (await once(s, 'lookup')).slice(2));
  await new Promise((r) => s.on('close', r));
  const q = http.get({ port, host: 'localhost', family: 4, agent: false });
  q.on('socket', (c) => c.on('lookup', (err, address, family, host) => console.log('http', family, host)));
  const [r] = await once(q, 'response');
  console.log(r.client === q.socket, r.client._httpMessage === q, q.socket._host);
  r.resume();
  await once(r, 'end');
  server.close();
})();
