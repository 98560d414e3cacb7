// What the options of a context do to a connection: versions, ciphers, curves, authorities and
// lists of revoked certificates.
const tls = require('tls'), crypto = require('crypto'), pki = require('./support/authority.js');

function meet(name, serverOptions, clientOptions, change) {
  return new Promise((resolve) => {
    let server;
    const done = (text) => { console.log(name + ': ' + text); server.close(); resolve(); };
    server = tls.createServer({ key: pki.goodKey, cert: pki.goodCrt, ...serverOptions }, (s) => { s.on('error', () => {}); s.end('x'); });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1', () => {
      const client = tls.connect({ port: server.address().port, host: '127.0.0.1', servername: 'localhost', ca: pki.caCrt, ...clientOptions });
      client.on('secureConnect', () => {
        client.on('end', () => done([client.getProtocol(), client.authorized, client.authorizationError && String(client.authorizationError), /TLSv1.3/.test(client.getProtocol()) ? '' : client.getCipher().name].join(' ')));
        client.resume();
      });
      client.on('error', (e) => done('error ' + (/^E|^CERT|^UNABLE|^SELF|^DEPTH/.test(e.code) && !/^ERR_SSL|^EPROTO|^ECONN/.test(e.code) ? e.code : 'of the handshake')));
    });
  });
}
module.exports = (async () => {
  await meet('usual', {}, {});
  await meet('client up to 1.2', {}, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' });
  await meet('method of 1.2', {}, { secureProtocol: 'TLSv1_2_method', ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' });
  await meet('method of the server', { secureProtocol: 'TLSv1_2_server_method', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' }, {});
  await meet('without 1.3', {}, { secureOptions: crypto.constants.SSL_OP_NO_TLSv1_3, ciphers: 'AESGCM+ECDHE+AES128' });
  await meet('no version in common', { minVersion: 'TLSv1.3' }, { maxVersion: 'TLSv1.2' });
  await meet('only suites of 1.3', {}, { ciphers: 'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256', minVersion: 'TLSv1.2' });
  await meet('only suites of 1.3 here, 1.2 there', { maxVersion: 'TLSv1.2' }, { ciphers: 'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256' });
  await meet('no cipher in common', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' }, { ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' });
  await meet('one curve', { ecdhCurve: 'P-384' }, {});
  await meet('no curve in common', { ecdhCurve: 'P-384' }, { ecdhCurve: 'prime256v1' });
  await meet('no authority', {}, { ca: undefined });
  await meet('a text that is no authority', {}, { ca: 'nothing' });
  await meet('a text that is no authority, whatever', {}, { ca: 'nothing', rejectUnauthorized: false });
  const added = tls.createSecureContext();
  added.context.addCACert(pki.caCrt);
  await meet('an authority added', {}, { ca: undefined, secureContext: added });
  await meet('not revoked', {}, { crl: pki.oneCrl });
  await meet('revoked later', { key: pki.badKey, cert: pki.badCrt }, { crl: pki.noneCrl });
  await meet('revoked', { key: pki.badKey, cert: pki.badCrt }, { crl: pki.oneCrl });
  await meet('a list of the past', {}, { crl: pki.oldCrl });
  await meet('a list of the past and one that holds', {}, { crl: [pki.oldCrl, pki.oneCrl] });
  await meet('revoked, whatever', { key: pki.badKey, cert: pki.badCrt }, { crl: [pki.oneCrl], rejectUnauthorized: false });
  await meet('a client that is revoked', { requestCert: true, ca: pki.caCrt, crl: pki.oneCrl, maxVersion: 'TLSv1.2' }, { key: pki.badKey, cert: pki.badCrt });
  await meet('a client that is not', { requestCert: true, ca: pki.caCrt, crl: pki.oneCrl, maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }, { key: pki.goodKey, cert: pki.goodCrt });
  for (const options of [{ key: pki.badKey, cert: pki.goodCrt }, { cert: pki.goodCrt, key: pki.goodKey, passphrase: 'unused' }]) {
    try { console.log(tls.createSecureContext(options)); } catch (e) { console.log(e.code, e.message, Object.keys(e)); }
  }
  console.log(tls.rootCertificates.length > 100, tls.rootCertificates.every((c) => /^-----BEGIN CERTIFICATE-----\n[^]*\n-----END CERTIFICATE-----$/.test(c)), Object.isFrozen(tls.rootCertificates));
  try { tls.createServer({ secureContext: {} }); console.log('made'); } catch (e) { console.log(e.code); }
  try { tls.connect({ port: 1, secureContext: {} }); } catch (e) { console.log(e.code, e.message); }
  try { tls.connect({ port: 1, host: '127.0.0.1', minVersion: 'none' }); } catch (e) { console.log(e.code, e.message); }
})();
