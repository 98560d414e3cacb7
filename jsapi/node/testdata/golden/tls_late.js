// TLS that begins on a connection after the other side has written its first bytes.
const net = require('net'), tls = require('tls'), { once } = require('events');
const { key, cert } = require('./support/certificate.js');
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
