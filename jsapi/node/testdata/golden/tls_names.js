// Which names a certificate is for, and how a connection to another name fails.
const tls = require('tls'), { once } = require('events');
// For this test alone, valid for a hundred years: the name is in the subject alone.
const { key, cert } = require('./support/certificate.js');
const talk = (o) => new Promise((done) => {
  const s = tls.connect(o, () => { console.log('secure', s.authorized, s.authorizationError); s.end(); });
  s.on('error', (e) => console.log(e.code, e.message, e.host, e.cert && e.cert.subject.CN));
  s.on('close', done);
  s.resume();
});
const cases = [['a.com', {subject:{CN:'a.com'}}],
  ['A.COM',{subject:{CN:'a.com'}}],
  ['b.com',{subject:{CN:'a.com'}}],
  ['b.a.com',{subject:{CN:'*.a.com'}}],
  ['b.a.com',{subject:{CN:['x','*.a.com']}}],
  ['b.a.com',{subject:{}}],
  ['b.a.com',{}],
  ['a.com',{subject:{CN:'*.com'}}],
  ['a.com.',{subject:{CN:'a.com'}}],
  ['a.com',{subject:{CN:'a.com.'}}],
['foo.a.com',{subjectaltname:'DNS:f*.a.com'}],
  ['foo.a.com',{subjectaltname:'DNS:f*o.a.com'}],
  ['fo.a.com',{subjectaltname:'DNS:fo*o.a.com'}],
  ['foo.a.com',{subjectaltname:'DNS:*f*.a.com'}],
  ['foo.a.com',{subjectaltname:'URI:http://foo.a.com/',subject:{CN:'foo.a.com'}}],
  ['foo.a.com',{subjectaltname:'IP Address:1.2.3.4',subject:{CN:'foo.a.com'}}],
  ['1.2.3.4',{subjectaltname:'IP Address:1.2.3.4'}],
  ['1.2.3.4',{subjectaltname:'DNS:1.2.3.4'}],
  ['::1',{subjectaltname:'IP Address:0:0:0:0:0:0:0:1'}],
  ['::2',{subjectaltname:'IP Address:0:0:0:0:0:0:0:1, IP Address:8.8.8.8'}],
  ['1.2.3.4',{subject:{CN:'1.2.3.4'}}],
['a.com',{subjectaltname:'DNS:"a.com, DNS:b.com"'}],
  ['b.com',{subjectaltname:'DNS:"a.com, DNS:b.com"'}],
  ['b.com',{subjectaltname:'DNS:c.com, DNS:b.com'}],
  ['xn--a.b.com',{subjectaltname:'DNS:xn--*.b.com'}],
  ['x.b.com',{subjectaltname:'DNS:.b.com'}],
  ['',{subject:{CN:'a'}}],
  ['x..com',{subject:{CN:'x..com'}}],
  ['é.com',{subject:{CN:'é.com'}}],
  ['a.com',{subject:{CN:''}}],
  ['a.com',{subjectaltname:'DNS:',subject:{CN:'a.com'}}],
  ['localhost',{subject:{CN:'localhost'}}],
  [undefined,{subject:{CN:'undefined'}}],
  ['b.a.com',{subject:{CN:['x','y.com']}}],
  ['a',{subjectaltname:'DNS:"\\u0061"'}],
  ['fe80::1%eth0',{subjectaltname:'IP Address:fe80::1'}],
  ['::ffff:1.2.3.4',{subjectaltname:'IP Address:1.2.3.4'}],
  ['b.a.com',{subjectaltname:'DNS:*.A.com'}],
  ['c.b.a.com',{subjectaltname:'DNS:*.a.com'}],
  ['c.b.a.com',{subjectaltname:'DNS:c.*.a.com'}]];
module.exports = (async () => {
  for (const [host, c] of cases) {
    const e = tls.checkServerIdentity(host, c);
    console.log(host, JSON.stringify(c), e && [e.name, e.code, e.message, e.reason, e.host, e.cert === c]);
  }
  const server = tls.createServer({ key, cert }, (s) => { s.on('error', () => {}); s.end('hi'); });
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const at = { port: server.address().port, host: '127.0.0.1' };
  await talk({ ...at, ca: cert, servername: 'pets.example' });
  await talk({ ...at, ca: cert, servername: 'other.example' });
  await talk({ ...at, ca: cert, servername: 'other.example', rejectUnauthorized: false });
  await talk({ ...at, servername: 'pets.example', rejectUnauthorized: false });
  await talk({ ...at, servername: 'other.example' }); // the issuer is looked at first
  server.close();
})();
