const http2 = require('http2');
const https = require('https');
const http = require('http');
const net = require('net');
const print = (...a) => console.log(...a);
// For this test alone, valid for a hundred years.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7iTsJn0heJbJerJI
zP+zgeIQ2yBaSQGEFmsRnU5rkhuhRANCAASTm6+yGrUmHkFiFul6xrLcXFyPQQYm
ZxL7IAkOFoZ0NKCJ0ne8R0j3wbG2t9a0frftFprGhO8u1kYQfs/v9CnX
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUINskub7muldbS/VXPwBAZtil71IwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEwMzkwNloYDzIxMjYxMDI4
MTAzOTA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASTm6+yGrUmHkFiFul6xrLcXFyPQQYmZxL7IAkOFoZ0NKCJ0ne8R0j3
wbG2t9a0frftFprGhO8u1kYQfs/v9CnXo28wbTAdBgNVHQ4EFgQUroAWTkredvHy
N5Sf8cgSDX9bOwwwHwYDVR0jBBgwFoAUroAWTkredvHyN5Sf8cgSDX9bOwwwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIge7D5EAohjgNCvdy4LZYLmcHwaXDHFc+oAEID3SLuFAgCIATW
e/HCNKvwD8x9XuGKVGKno4ubVZEKTxyWa90JZZAo
-----END CERTIFICATE-----`;
const once = (e, name) => new Promise((resolve) => e.once(name, (...a) => resolve(a)));
const clean = (h) => { h = { ...h }; delete h.date; return JSON.stringify(h); };
async function main() {
  // Over TLS, with HTTP/1 on the same port.
  const server = http2.createSecureServer({ key, cert, allowHTTP1: true }, (req, res) => {
    const { alpnProtocol } = req.httpVersion === '2.0' ? req.stream.session.socket : req.socket;
    print('request', req.httpVersion, req.method, req.url, alpnProtocol, req.socket.encrypted, typeof req.socket.remotePort, !!res.stream);
    let body = '';
    req.on('data', (d) => { body += d; }).on('end', () => {
      res.setHeader('content-type', 'text/plain');
      res.end('answer ' + body);
    });
  });
  const seen = [];
  server.on('session', (s) => seen.push('session', s.type, s.encrypted, s.alpnProtocol));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = server.address().port;
  const client = http2.connect('https://localhost:' + port, { ca: cert });
  await once(client, 'connect');
  print(client.encrypted, client.alpnProtocol, client.originSet.map((o) => o.replace(port, 'PORT')), client.socket.authorized);
  const ask = async (session, headers, body) => {
    const req = session.request(headers);
    if (body !== undefined) { req.end(body); }
    let text = '';
    req.on('data', (d) => { text += d; });
    const [h] = await once(req, 'response');
    await once(req, 'close');
    return [clean(h), text];
  };
  print(await ask(client, { ':path': '/a', ':method': 'POST' }, 'two'));
  print(...seen);
  const agent = new https.Agent({ keepAlive: false });
  await new Promise((resolve) => {
    const req = https.request({ port, host: 'localhost', path: '/b', method: 'POST', ca: cert, agent, ALPNProtocols: ['http/1.1'] }, (res) => {
      let text = '';
      res.on('data', (d) => { text += d; }).on('end', () => { print(res.httpVersion, res.statusCode, res.headers['content-type'], text); resolve(); });
    });
    req.end('one');
  });
  client.close();
  await once(client, 'close');
  await new Promise((resolve) => server.close(resolve));

  // Push.
  const pusher = http2.createServer();
  pusher.on('stream', (stream) => {
    print('allowed', stream.pushAllowed);
    stream.pushStream({ ':path': '/pushed' }, (err, pushed, headers) => {
      print('pushing', err, pushed.id, headers[':path'], headers[':method']);
      pushed.respond({ ':status': 200, x: 'p' }, { sendDate: false });
      pushed.end('pushed body');
      try { pushed.pushStream({}, () => {}); } catch (e) { print(e.code); }
    });
    stream.respond({ ':status': 200 }, { sendDate: false });
    stream.end('main body');
  });
  pusher.listen(0, '127.0.0.1');
  await once(pusher, 'listening');
  const to = http2.connect('http://127.0.0.1:' + pusher.address().port);
  const got = new Promise((resolve) => to.on('stream', (s, h) => {
    print('promised', s.id, h[':path']);
    let text = '';
    s.on('push', (h) => print('push', clean(h))).on('data', (d) => { text += d; }).on('close', () => resolve(text));
  }));
  print(await ask(to, { ':path': '/' }));
  print(await got);
  to.close();
  await once(to, 'close');
  const without = http2.connect('http://127.0.0.1:' + pusher.address().port, { settings: { enablePush: false } });
  pusher.removeAllListeners('stream');
  pusher.on('stream', (stream) => {
    try { stream.pushStream({}, () => {}); } catch (e) { print(e.code, e.message); }
    stream.respond({}, { sendDate: false });
    stream.end();
  });
  print(await ask(without, {}));
  without.close();
  await once(without, 'close');

  // Limits and goaway.
  const few = http2.createServer({ settings: { maxConcurrentStreams: 1 } });
  let open = 0, most = 0;
  few.on('stream', (stream) => {
    most = Math.max(most, ++open);
    setTimeout(() => { open--; if (stream.destroyed) { return; } stream.respond({}, { sendDate: false }); stream.end('x'); }, 5);
  });
  let serverSession;
  few.on('session', (s) => { serverSession = s; });
  few.listen(0, '127.0.0.1');
  await once(few, 'listening');
  const many = http2.connect('http://127.0.0.1:' + few.address().port);
  await once(many, 'remoteSettings');
  print(many.remoteSettings.maxConcurrentStreams);
  print((await Promise.all([1, 2, 3, 4].map(() => ask(many, {})))).join(), most);
  many.on('goaway', (code, last, data) => print('goaway', code, last, String(data)));
  many.on('error', (e) => print(e.code, e.message));
  serverSession.goaway(0, 7, Buffer.from('bye'));
  await once(many, 'goaway');
  await new Promise((resolve) => setImmediate(resolve));
  print(many.closed, many.goawayCode, many.goawayLastStreamID);
  try { many.request({}); } catch (e) { print(e.code); }
  many.destroy();
  const hurt = http2.connect('http://127.0.0.1:' + few.address().port);
  await once(hurt, 'remoteSettings');
  hurt.on('error', (e) => print(e.code, e.message));
  const wrong = once(serverSession, 'error');
  const gone = once(hurt, 'close');
  serverSession.destroy(11);
  await gone;
  print('server', (await wrong)[0].code);
  const long = http2.connect('http://127.0.0.1:' + few.address().port);
  const r = long.request({ 'x-long': 'x'.repeat(70000) });
  r.on('frameError', (type, code) => print('frameError', type, code)).on('error', (e) => print(e.code, e.message));
  await once(r, 'close');
  print(r.rstCode);
  long.destroy();
  await once(long, 'close');

  // Signals and the server's reset.
  const abort = new AbortController();
  const cancelled = http2.connect('http://127.0.0.1:' + few.address().port);
  await once(cancelled, 'remoteSettings');
  const stopped = cancelled.request({}, { signal: abort.signal });
  stopped.on('error', (e) => print(e.name, e.code));
  abort.abort();
  await once(stopped, 'close');
  print(stopped.rstCode);
  cancelled.destroy();
  await once(cancelled, 'close');
  few.close();

  // Not HTTP/2 at all.
  const strict = http2.createServer();
  strict.on('sessionError', (e) => print('sessionError', e.code, e.message));
  strict.listen(0, '127.0.0.1');
  await once(strict, 'listening');
  const raw = net.connect(strict.address().port, '127.0.0.1');
  raw.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  raw.resume();
  await once(raw, 'close');
  await new Promise((resolve) => strict.close(resolve));

  // Connections that were made elsewhere.
  const one = http.createServer((req, res) => res.end('given ' + req.url));
  const front = net.createServer((socket) => one.emit('connection', socket));
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  await new Promise((resolve) => http.get({ port: front.address().port, path: '/x', agent: false }, (res) => res.on('data', (d) => print(String(d))).on('end', resolve)));
  await new Promise((resolve) => front.close(resolve));
  pusher.close();

  // Requests that wait for the connection have one listener together.
  const busy = http2.createServer((req, res) => res.end('x'));
  busy.listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const eager = http2.connect('http://127.0.0.1:' + busy.address().port);
  const answers = [];
  for (let i = 0; i < 12; i++) { answers.push(once(eager.request({ ':path': '/' + i }).resume(), 'end')); }
  print('listeners', eager.listenerCount('connect'));
  await Promise.all(answers);
  print('answers', answers.length, eager.listenerCount('connect'));
  eager.close();
  await new Promise((resolve) => busy.close(resolve));
}
module.exports = main().then(() => process.nextTick(() => { if (require.main === module) { process.exit(0); } }));
