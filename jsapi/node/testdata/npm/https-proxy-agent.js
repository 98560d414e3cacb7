const http = require('http'), https = require('https'), net = require('net'), fs = require('fs'), { once } = require('events');
const { HttpsProxyAgent } = await import('https-proxy-agent'), { HttpProxyAgent } = await import('http-proxy-agent'), { SocksProxyAgent } = await import('socks-proxy-agent');
const pem = require('child_process').execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', '-', '-subj', '/CN=secure.test', '-addext', 'subjectAltName=DNS:secure.test', '-days', '2'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
const key = pem.slice(0, pem.indexOf('-----BEGIN CERT')), cert = pem.slice(pem.indexOf('-----BEGIN CERT'));
const open = async s => { s.listen(0, '127.0.0.1'); await once(s, 'listening'); return s.address().port; };
const secure = https.createServer({ key, cert }, (req, res) => { let n = 0; req.on('data', d => { n += d.length; }).on('end', () => res.end('secure ' + req.url + ' ' + req.headers.host + ' ' + n)); });
secure.on('upgrade', (req, socket) => { socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'); socket.pipe(socket); });
const plain = http.createServer((req, res) => res.end('plain ' + req.url));
const ports = { 'secure.test': await open(secure), 'plain.test': await open(plain) };
// A proxy for both.
const asked = [], proxy = http.createServer((req, res) => {
  asked.push(req.method + ' ' + req.url);
  const to = new URL(req.url);
  req.pipe(http.request({ host: '127.0.0.1', port: ports[to.hostname], path: to.pathname, method: req.method }, r => { res.writeHead(r.statusCode, r.headers); r.pipe(res); }));
});
proxy.on('connect', (req, socket) => {
  asked.push(req.method + ' ' + req.url + ' ' + req.headers['proxy-authorization']);
  if (!ports[req.url.split(':')[0]]) { socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nbad'); return; }
  const out = net.connect(ports[req.url.split(':')[0]], '127.0.0.1', () => { socket.write('HTTP/1.1 200 OK\r\n\r\n'); out.pipe(socket).pipe(out); });
  socket.on('error', () => {});
  out.on('error', () => {});
});
const at = 'http://u:p@127.0.0.1:' + await open(proxy);
const ask = (module, url, o, data) => new Promise((resolve, reject) => {
  const req = module.request(url, o, res => { let t = ''; res.on('data', d => { t += d; }).on('end', () => resolve(t)).on('error', reject); });
  req.on('error', reject);
  req.end(data);
});
const agent = new HttpsProxyAgent(at, { keepAlive: true });
for (let i = 0; i < 2; i++) {
  assert.equal(await ask(https, 'https://secure.test/x', { agent, ca: cert, method: 'POST' }, 'y'.repeat(100000)), 'secure /x secure.test 100000');
  await new Promise(r => setTimeout(r, 30));
}
assert.deepEqual(asked.splice(0), ['CONNECT secure.test:443 Basic dTpw']);
await assert.rejects(ask(https, 'https://secure.test/x', { agent: new HttpsProxyAgent(at) }), /self-signed certificate/);
const wrong = await ask(https, 'https://none.test/', { agent: new HttpsProxyAgent(at), ca: cert }).catch(e => e);
assert.ok(wrong === 'bad' || wrong instanceof Error, wrong);
await new Promise((resolve, reject) => https.get('https://secure.test/', { agent: new HttpsProxyAgent(at), ca: cert, headers: { Connection: 'Upgrade', Upgrade: 'echo' } }).on('error', reject).on('upgrade', (res, socket) => {
  socket.on('data', d => { assert.equal(String(d), 'echo'); socket.destroy(); resolve(); }).write('echo');
}));
asked.length = 0;
assert.equal(await ask(http, 'http://plain.test/p', { agent: new HttpProxyAgent(at) }), 'plain /p');
assert.deepEqual(asked, ['GET http://plain.test/p']);
// SOCKS 5, with the name of the host.
const socks = net.createServer(c => {
  c.once('data', () => {
    c.write(Buffer.from([5, 0]));
    c.once('data', d => {
      const name = d.toString('latin1', 5, 5 + d[4]);
      const out = net.connect(ports[name], '127.0.0.1', () => { c.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 1])); out.pipe(c).pipe(out); });
      out.on('error', () => c.destroy());
    });
  });
  c.on('error', () => {});
});
const through = 'socks5h://127.0.0.1:' + await open(socks);
assert.equal(await ask(http, 'http://plain.test/s', { agent: new SocksProxyAgent(through) }), 'plain /s');
assert.equal(await ask(https, 'https://secure.test/s', { agent: new SocksProxyAgent(through), ca: cert }), 'secure /s secure.test 0');
agent.destroy();
for (const s of [secure, plain, proxy]) { s.closeAllConnections(); s.close(); }
socks.close();
