// Servers and clients of TLS: names, protocols, certificates of both sides.
const https = require("https"), tls = require("tls"), net = require("net"), { once } = require("events");
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
  const server = https.createServer({ key, cert }, (req, res) => res.end('secret ' + req.url + ' ' + req.socket.encrypted));
const talk = (o, text) => new Promise(done => {
  const s = tls.connect(o), out = [];
  let got = '';
  s.on('secureConnect', () => { out.push(s.authorized, s.authorizationError, s.alpnProtocol, s.encrypted); s.write(text || 'hi'); });
  s.on('data', d => { got += d; });
  s.on('error', e => out.push(e.code));
  s.on('close', () => done(JSON.stringify([...out, got])));
});
module.exports = (async () => {
  const server = tls.createServer({ key, cert, ALPNProtocols: ['b', 'a'] }, s => {
    s.on('error', () => {});
    s.on('data', d => { console.log('server', s.encrypted, s.authorized, s.alpnProtocol, s.servername, s instanceof tls.TLSSocket, s.getProtocol(), Object.keys(s.getPeerCertificate() || {}).length); s.end('<' + d + '>'); });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address(), at = { port, host: '127.0.0.1' };
  console.log(server instanceof net.Server, server instanceof tls.Server);
  console.log(await talk({ ...at, ca: cert, servername: 'localhost', ALPNProtocols: ['a'] }));
  console.log(await talk({ ...at, ca: cert }));
  console.log(await talk({ ...at, rejectUnauthorized: false }));
  console.log(await talk({ ...at }));
  console.log(await talk({ ...at, ca: cert, servername: 'other.example' }));
  console.log(await talk({ ...at, ca: cert, servername: 'other.example', checkServerIdentity: (host, c) => { console.log('check', host, c.subject.CN); } }));
  console.log(await talk({ ...at, ca: cert, servername: 'localhost', checkServerIdentity: () => Object.assign(new Error('no'), { code: 'ENO' }) }));
  console.log(await talk({ ...at, ca: cert, servername: 'localhost', maxVersion: 'TLSv1.2' }));
  const s = tls.connect({ ...at, ca: cert, servername: 'localhost' });
  await once(s, 'secureConnect');
  const peer = s.getPeerCertificate();
  console.log(peer.subject.CN, peer.issuer.CN, peer.subjectaltname, peer.valid_to, peer.fingerprint256, peer.raw.length, s.getPeerX509Certificate().subject, s.getCipher().version, s.getProtocol(), s.isSessionReused());
  for (const host of ['localhost', '127.0.0.1', 'other.example', '127.0.0.2']) { const e = tls.checkServerIdentity(host, peer); console.log(e && [e.code, e.message, e.reason, e.host]); }
  s.on('error', () => {}).destroy();
  // One that does not speak TLS.
  const failed = once(server, 'tlsClientError');
  const plain = net.connect(port, '127.0.0.1', () => plain.write('GET / HTTP/1.1\r\n\r\n'));
  plain.on('error', () => {});
  const [err, bad] = await failed;
  console.log(err instanceof Error, bad instanceof tls.TLSSocket);
  plain.destroy();
  await new Promise(r => server.close(r));
  // Other contexts by name.
  const asked = [];
  const many = tls.createServer({ SNICallback: (name, done) => { asked.push(name); setTimeout(() => done(null, name === 'none' ? null : tls.createSecureContext({ key, cert })), 5); } }, c => { c.on('error', () => {}); c.end('ok'); });
  many.on('tlsClientError', () => {});
  many.listen(0, '127.0.0.1');
  await once(many, 'listening');
  console.log(await talk({ port: many.address().port, host: '127.0.0.1', ca: cert, servername: 'localhost' }), asked);
  many.close();
  // Certificates of clients.
  const mutual = https.createServer({ key, cert, ca: cert, requestCert: true, rejectUnauthorized: false }, (req, res) => res.end(req.socket.authorized + ' ' + (req.socket.getPeerCertificate().subject || {}).CN));
  mutual.on('upgrade', (req, socket) => { console.log('upgrade', socket.authorized, socket instanceof tls.TLSSocket); socket.end('HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nover tls'); });
  mutual.listen(0, '127.0.0.1');
  await once(mutual, 'listening');
  const ask = o => new Promise((r, f) => https.get({ port: mutual.address().port, host: '127.0.0.1', ca: cert, agent: false, ...o }, res => { let t = ''; res.on('data', d => { t += d; }).on('end', () => r(t)); }).on('error', f).on('upgrade', (res, socket, head) => { let t = String(head); socket.on('data', d => { t += d; }).on('end', () => r(t)); }));
  console.log(await ask({ key, cert }), await ask({}));
  console.log(await ask({ key, cert, headers: { Connection: 'Upgrade', Upgrade: 'x' } }));
  mutual.closeAllConnections();
  await new Promise(r => mutual.close(r));
})();
