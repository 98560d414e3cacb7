// A client of TLS that a program makes by itself on a connected socket, as the package mysql does.
const net = require('net'), tls = require('tls'), { once } = require('events');
const { key, cert } = require('./support/certificate.js');
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
