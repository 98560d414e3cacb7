// Resolvers ask the servers that they are given.
const dns = require('dns'), dgram = require('dgram'), net = require('net');
const name = s => Buffer.concat(s.split('.').filter(Boolean).map(l => Buffer.concat([Buffer.from([l.length]), Buffer.from(l)])).concat(Buffer.from([0])));
const u16 = (...l) => { const b = Buffer.alloc(2 * l.length); l.forEach((n, i) => b.writeUInt16BE(n, 2 * i)); return b; };
const u32 = (...l) => { const b = Buffer.alloc(4 * l.length); l.forEach((n, i) => b.writeUInt32BE(n, 4 * i)); return b; };
const text = s => Buffer.concat([Buffer.from([s.length]), Buffer.from(s, 'latin1')]);
const types = { A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NAPTR: 35, CAA: 257 };
const record = (type, data, ttl = 60, owner = 'x.test') => Buffer.concat([name(owner), u16(types[type], 1), u32(ttl), u16(data.length), data]);
const zone = [
  record('TXT', Buffer.concat([text('first'), text('sec\xf6nd')]), 30), record('CAA', Buffer.concat([Buffer.from([128]), text('issue'), Buffer.from('ca.test')])),
  record('SRV', Buffer.concat([u16(1, 2, 8080), name('srv.test')])), record('A', Buffer.from([1, 2, 3, 4]), 7), record('MX', Buffer.concat([u16(10), name('mail.test')])),
  record('SOA', Buffer.concat([name('ns.test'), name('admin.test'), u32(1, 2, 3, 4, 5)])), record('PTR', name('ptr.test')), record('NS', name('ns.test')),
  record('NAPTR', Buffer.concat([u16(3, 4), text('s'), text('SIP+D2U'), text('!a!b!'), name('nap.test')])), record('AAAA', Buffer.from('20010db8000000000000000000000001', 'hex'), 9),
  record('A', Buffer.from([5, 6, 7, 8]), 8), record('MX', Buffer.concat([u16(5), name('mail2.test')])), record('TXT', text('third')), record('CAA', Buffer.concat([Buffer.from([0]), text('iodef'), Buffer.from('mailto:a@b')]))
];
const answer = (q, records, code = 0, flags = 0x8180) => { const end = q.indexOf(0, 12) + 5; return Buffer.concat([q.subarray(0, 2), u16(flags | code, 1, records.length, 0, 0), q.subarray(12, end), ...records]); };
const typeOf = q => q.readUInt16BE(q.indexOf(0, 12) + 1);
const hostOf = q => { let out = [], i = 12; while (q[i]) { out.push(q.toString('latin1', i + 1, i + 1 + q[i])); i += q[i] + 1; } return out.join('.'); };
const codes = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5, ODD: 9 };
const heard = [];
const reply = q => {
  const host = hostOf(q), type = typeOf(q);
  heard.push(host);
  if (codes[host.split('.')[0].toUpperCase()]) { return answer(q, [], codes[host.split('.')[0].toUpperCase()]); }
  if (host === 'empty.test') { return answer(q, []); }
  if (host === 'alias.test') { return answer(q, [record('CNAME', name('x.test'), 60, host), record('A', Buffer.from([9, 9, 9, 9]))]); }
  if (host === 'short.test') { return q.subarray(0, 5); }
  if (host === 'lie.test') { const b = answer(q, []); b[7] = 3; return b; }
  if (host.endsWith('arpa')) { return answer(q, [record('PTR', name('one.test'), 60, host), record('PTR', name('two.test'), 60, host)]); }
  return answer(q, type === 255 ? zone : zone.filter(r => r.readUInt16BE(name('x.test').length) === type));
};
const show = (label, err, v) => console.log(label, err ? [err.message, err.code, err.errno, err.syscall, err.hostname, Object.keys(err).join()] : v);
module.exports = (async () => {
  const server = dgram.createSocket('udp4'), silent = dgram.createSocket('udp4');
  server.on('message', (q, from) => {
    if (hostOf(q) === 'silent.test') { heard.push('silent.test'); return; }
    if (hostOf(q) === 'large.test') { server.send(answer(q, [], 0, 0x8380), from.port, from.address); return; }
    if (hostOf(q) === 'forged.test') {
      const b = Buffer.from(answer(q, [record('A', Buffer.from([6, 6, 6, 6]))])), c = answer(q, [record('A', Buffer.from([6, 6, 6, 7]))]);
      b[0] ^= 1;
      c[14] ^= 1;
      server.send(b, from.port, from.address, () => server.send(c, from.port, from.address, () => server.send(answer(q, [record('A', Buffer.from([1, 1, 1, 1]))]), from.port, from.address)));
      return;
    }
    server.send(reply(q), from.port, from.address);
  });
  let port, stream;
  for (;;) { // a port of both kinds
    const s = net.createServer(c => c.once('data', q => { const b = answer(q.subarray(2), [record('TXT', text('x'.repeat(200))), record('TXT', text('y'.repeat(250)))]); c.end(Buffer.concat([u16(b.length), b])); }));
    await new Promise(res => s.listen(0, '127.0.0.1', res));
    port = s.address().port;
    const ok = await new Promise(res => { server.once('error', () => res(false)); server.bind(port, '127.0.0.1', () => res(true)); });
    if (ok) { stream = s; break; }
    s.close();
  }
  await new Promise(res => silent.bind(0, '127.0.0.1', res));
  const r = new dns.Resolver({ timeout: 5000, tries: 2 });
  r.setServers(['127.0.0.1:' + port]);
  console.log(r.getServers()[0] === '127.0.0.1:' + port, dns.getServers()[0] !== '127.0.0.1:' + port);
  const ask = (label, method, ...args) => new Promise(res => r[method](...args, (err, v) => { show(label, err, v); res(); }));
  await ask('any', 'resolveAny', 'x.test');
  for (const t of ['4', '6', 'Caa', 'Mx', 'Naptr', 'Ns', 'Ptr', 'Soa', 'Srv', 'Txt', 'Cname']) { await ask(t, 'resolve' + t, 'x.test'); }
  await ask('ttl 4', 'resolve4', 'x.test', { ttl: true });
  await ask('ttl 6', 'resolve6', 'x.test', { ttl: true });
  for (const t of ['A', 'AAAA', 'ANY', 'CAA', 'CNAME', 'MX', 'NAPTR', 'NS', 'PTR', 'SOA', 'SRV', 'TXT']) { await ask('resolve ' + t, 'resolve', 'x.test', t); }
  await ask('resolve', 'resolve', 'x.test');
  await ask('alias', 'resolve4', 'alias.test');
  await ask('alias itself', 'resolveCname', 'alias.test');
  await ask('reverse', 'reverse', '192.0.2.7');
  await ask('reverse 6', 'reverse', '2001:db8::7');
  console.log(heard.filter(n => n.endsWith('arpa')).join());
  for (const n of ['formerr.test', 'servfail.test', 'nxdomain.test', 'notimp.test', 'refused.test', 'odd.test', 'empty.test', 'short.test', 'lie.test', 'x.onion', 'a'.repeat(70) + '.test', 'bücher.test']) {
    heard.length = 0;
    await ask(n, 'resolve4', n);
    console.log(heard.join());
  }
  await ask('large', 'resolveTxt', 'large.test');
  await ask('forged', 'resolve4', 'forged.test');
  const p = new dns.promises.Resolver({ timeout: 5000 });
  p.setServers(['127.0.0.1:' + port]);
  console.log(await p.resolve4('x.test', { ttl: true }), await p.resolve('x.test', 'MX'), await p.resolveSoa('x.test'), await p.reverse('192.0.2.9'));
  await p.resolve4('nxdomain.test').catch(err => show('promise', err));
  // Servers that do not answer, and servers that are not there.
  const quick = new dns.Resolver({ timeout: 100, tries: 2 });
  quick.setServers(['127.0.0.1:' + silent.address().port]);
  await new Promise(res => quick.resolve4('x.test', (err, v) => { show('timeout', err, v); res(); }));
  let asked = 0;
  silent.on('message', () => asked++);
  const both = new dns.Resolver({ timeout: 100, tries: 2 });
  both.setServers(['127.0.0.1:' + silent.address().port, '127.0.0.1:' + port]);
  await new Promise(res => both.resolve4('x.test', (err, v) => { show('second server', err, v); console.log(asked); res(); }));
  quick.setServers(['127.0.0.1:1']);
  await new Promise(res => quick.resolve4('x.test', (err, v) => { show('refused', err, v); res(); }));
  // Ends of queries.
  const long = new dns.Resolver({ timeout: 60000 });
  long.setServers(['127.0.0.1:' + port]);
  const ended = [];
  for (const n of ['silent.test', 'silent.test']) { long.resolve4(n, err => { ended.push('callback'); show('cancel', err); }); }
  const all = new Promise(res => long.resolveAny('silent.test', err => { show('cancel any', err); res(); }));
  try { long.setServers(['127.0.0.1']); } catch (err) { console.log(err.code, err.message); }
  long.cancel();
  ended.push('cancelled');
  await all;
  console.log(ended.join());
  long.setServers(['127.0.0.1:' + port]);
  await new Promise(res => long.resolve4('x.test', (err, v) => { show('again', err, v); res(); }));
  // The module itself.
  dns.setServers(['127.0.0.1:' + port]);
  console.log(dns.getServers()[0] === '127.0.0.1:' + port, dns.promises.getServers()[0] === dns.getServers()[0]);
  await new Promise(res => dns.resolveCaa('x.test', (err, v) => { show('module', err, v); res(); }));
  console.log(await dns.promises.resolveNaptr('x.test'));
  server.close();
  silent.close();
  stream.close();
  const fails = (label, f) => { try { console.log(label, f()); } catch (err) { console.log(label, err.name, err.code, err.message, Object.keys(err).join()); } };
  const s = new dns.Resolver();
  for (const v of [['1.1.1.1'], ['1.1.1.1:53'], ['1.1.1.1:54', '9.9.9.9'], ['::1'], ['[::1]'], ['[::1]:53'], ['[::1]:5353'], ['x'], ['1.1.1.1:'], [''], [5], 'x', null, {}, []]) { fails('servers', () => [s.setServers(v), s.getServers()]); }
  for (const o of [{ timeout: 0 }, { timeout: -2 }, { timeout: 1.5 }, { timeout: 'x' }, { tries: 0 }, { tries: 1.5 }, { tries: 1e10 }, { tries: null }, null, 5]) { fails('options', () => typeof new dns.Resolver(o)); }
  for (const a of [[], [1], ['x'], ['127.0.0.1'], ['::1'], ['127.0.0.1', '::1'], ['::1', '127.0.0.1'], ['::1', '::1'], ['127.0.0.1', '127.0.0.1'], [null]]) { fails('local', () => s.setLocalAddress(...a)); }
  for (const a of [['x'], ['x', 'A'], ['x', 'Q', () => {}], ['x', 5, () => {}], [null, () => {}], ['x', {}, () => {}]]) { fails('resolve', () => dns.resolve(...a)); }
  for (const a of [[], [1, () => {}], ['x'], ['x', {}]]) { fails('resolve4', () => dns.resolve4(...a)); }
  for (const a of [[], [1, () => {}], ['x', () => {}], ['1.1.1.1']]) { fails('reverse', () => dns.reverse(...a)); }
  for (const a of [[], [1, 2], ['x', 2, () => {}], ['1.1.1.1', -1, () => {}], ['1.1.1.1', 'a', () => {}], ['1.1.1.1', 2, null], ['::1', null, () => {}]]) { fails('lookupService', () => dns.lookupService(...a)); }
  for (const [f, ...a] of [['resolve'], ['resolve', 'x', 5], ['resolve4', 1], ['reverse'], ['reverse', 'x'], ['lookupService'], ['lookupService', 'x', 5], ['lookupService', '::1']]) { fails('promises ' + f, () => { dns.promises[f](...a).catch(err => console.log('rejected', f, err.code, err.message)); return 'a promise'; }); }
  const names = Object.keys(dns), of = p => Object.getOwnPropertyNames(p).sort().join();
  console.log(names.join(), Object.keys(dns.promises).join(), of(dns.Resolver.prototype), of(dns.promises.Resolver.prototype));
  console.log(of(Object.getPrototypeOf(dns.Resolver.prototype)), dns.Resolver.prototype.setServers === dns.promises.Resolver.prototype.setServers, dns.Resolver.length, dns.resolve4.length);
  await new Promise(res => dns.lookupService('127.0.0.1', 59999, (err, h, v) => { console.log(err, v); res(); }));
})();
