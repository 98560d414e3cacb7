// TLS that begins on a connection after the other side has written its first bytes.
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
  let wait = 0;
  const context = tls.createSecureContext({ key, cert }), server = net.createServer((plain) => {
    const begin = () => {
      const s = new tls.TLSSocket(plain, { isServer: true, secureContext: context });
      s.on('error', (e) => console.log('server', e.code));
      s.on('data', (d) => s.end('<' + d + '>'));
    };
    if (wait % 4 === 0) { begin(); } else if (wait % 4 === 1) { setImmediate(begin); } else { setTimeout(begin, wait % 4 * 3); }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const seen = new Map();
  for (; wait < 60; wait++) {
    const s = tls.connect({ port: server.address().port, host: '127.0.0.1', rejectUnauthorized: false }, () => s.write('hi')), got = [];
    s.on('data', (d) => got.push(String(d)));
    s.on('error', (e) => got.push(e.code));
    await once(s, 'close');
    seen.set(got.join(), (seen.get(got.join()) || 0) + 1);
  }
  console.log(seen);
  server.close();
})();
