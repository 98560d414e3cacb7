// A client of TLS that a program makes by itself on a connected socket, as the package mysql does.
const net = require('net'), tls = require('tls'), { once } = require('events');
// For this test alone, valid for a hundred years.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6dPNUAc9T7u2BwnC
oJBvgfI3SHkspmdQ340gEfHri0mhRANCAAR2OG+eVGlPDhqUrXFq9N2lOztGnmL9
M33k8iAazXVI6RELsATJHaAz9NPrK6hc3teGmqpPslU4RsDP26xtnza9
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUEWrLm3WFdltbDOcDRjLVJT7imAowCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMcGV0cy5leGFtcGxlMCAXDTI2MTEyOTEzMzE0N1oYDzIxMjYx
MTA1MTMzMTQ3WjAXMRUwEwYDVQQDDAxwZXRzLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAR2OG+eVGlPDhqUrXFq9N2lOztGnmL9M33k8iAazXVI6REL
sATJHaAz9NPrK6hc3teGmqpPslU4RsDP26xtnza9o1MwUTAdBgNVHQ4EFgQUENcM
8P5cAS8EDYQSXuhZF/A9nAAwHwYDVR0jBBgwFoAUENcM8P5cAS8EDYQSXuhZF/A9
nAAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAzZJbPztolX29
pnGZsxgRCrAtbAo1MHOfngSrWPog1U8CIFw8zTi+yNnmHyOAHNH8OutYTeghqTz4
2eZikCu7oecT
-----END CERTIFICATE-----`;
module.exports = (async () => {
  const server = tls.createServer({ key, cert, maxVersion: 'TLSv1.2' }, (s) => { s.on('error', () => {}); s.on('data', (d) => s.end('<' + d + '>')); });
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const begin = (o) => new Promise((done) => {
    const plain = net.connect(server.address().port, '127.0.0.1', () => {
      const s = new tls.TLSSocket(plain, { requestCert: true, isServer: false, rejectUnauthorized: true, secureContext: tls.createSecureContext(o) }), seen = [];
      for (const e of ['secureConnect', 'error', '_tlsError']) { s.on(e, (x) => seen.push(e + (x ? ' ' + typeof x.code : ''))); }
      s.on('_tlsError', () => { console.log(seen, s.destroyed); plain.destroy(); done(); });
      s.on('secure', () => {
        const e = s.ssl.verifyError();
        seen.push(e && [e.code, e.message], s.authorized, s.authorizationError, s.encrypted);
        s.write('hi');
      });
      s.on('data', (d) => seen.push(String(d)));
      s.on('close', () => { console.log(seen); done(); });
      s._start();
    });
    plain.on('error', () => {});
  });
  await begin({});
  await begin({ ca: cert });
  await begin({ minVersion: 'TLSv1.3' });
  server.close();
})();
