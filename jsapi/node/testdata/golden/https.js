const https = require('https'), tls = require('tls'), net = require('net'), { once } = require('events');
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
const body = async s => { let t = ''; for await (const c of s) { t += c; } return t; };
const get = o => new Promise((res, rej) => https.get(o, r => { const { encrypted } = r.socket; body(r).then(t => res([r.statusCode, t, encrypted]), rej); }).on('error', rej));
module.exports = (async () => {
  const server = https.createServer({ key, cert }, (req, res) => res.end('secret ' + req.url + ' ' + req.socket.encrypted));
  await new Promise(r => server.listen(0, '127.0.0.1', r));
  const { port } = server.address(), at = { host: '127.0.0.1', port, path: '/p' };
  console.log(await get({ ...at, ca: cert }));
  console.log(await get({ ...at, ca: [cert], agent: new https.Agent({ keepAlive: false }) }));
  console.log(await get({ ...at, rejectUnauthorized: false }));
  console.log(await get({ ...at, agent: new https.Agent({ ca: cert }) }));
  await get(at).catch(e => console.log(e.code, e.message));
  await get({ ...at, ca: cert, servername: 'other.example' }).catch(e => console.log(e.code));
  const s = tls.connect({ port, host: '127.0.0.1', ca: cert }, () => console.log('secure', s.authorized, s.encrypted, s.getProtocol()));
  s.setEncoding('utf8').write('GET /raw HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  console.log((await body(s)).split('\r\n\r\n')[1].includes('secret /raw'));
  await once(tls.connect({ port, host: '127.0.0.1' }), 'error').then(([e]) => console.log(e.code));
  // A plain connection that turns into a secured one.
  const proxy = net.createServer(c => {
    c.once('data', () => {
      c.write('go');
      const up = net.connect(port, '127.0.0.1');
      c.pipe(up).pipe(c);
      up.on('error', () => {});
      c.on('error', () => {});
    });
  });
  await new Promise(r => proxy.listen(0, '127.0.0.1', r));
  const plain = net.connect(proxy.address().port, '127.0.0.1');
  plain.write('STARTTLS');
  console.log(String((await once(plain, 'data'))[0]));
  plain.removeAllListeners('data');
  const up = tls.connect({ socket: plain, ca: cert, host: '127.0.0.1' });
  await once(up, 'secureConnect');
  up.write('GET /up HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  console.log((await body(up)).includes('secret /up'));
  plain.destroy();
  proxy.close();
  server.closeAllConnections();
  await new Promise(r => server.close(r));
  console.log('closed');
})();
