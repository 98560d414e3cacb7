// What a server of tls or https shows of its options: clients of tests take server.cert.
const tls = require('tls');
const https = require('https');
const names = ['requestCert', 'rejectUnauthorized', 'honorCipherOrder', 'pfx', 'key', 'passphrase', 'cert', 'ca', 'crl', 'ciphers', 'minVersion', 'maxVersion', 'ecdhCurve', 'dhparam', 'sigalgs', 'secureOptions', 'secureProtocol', 'sessionTimeout'];
function show(server) {
  console.log(names.map((name) => name + '=' + (name in server ? String(server[name]) : 'absent')).join(' '));
}
show(tls.createServer());
show(tls.createServer({ requestCert: true, rejectUnauthorized: false, minVersion: 'TLSv1.2', honorCipherOrder: false, sessionTimeout: 100 }));
show(https.createServer({ maxVersion: 'TLSv1.3', rejectUnauthorized: true }));
console.log(https.createServer().ALPNProtocols, tls.createServer().ALPNProtocols);
const server = tls.createServer({ minVersion: 'TLSv1.3' });
server.setSecureContext({ maxVersion: 'TLSv1.3', honorCipherOrder: true });
show(server);
try { server.setSecureContext(null); } catch (e) { console.log(e.code, e.message); }
