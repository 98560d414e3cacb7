// Datagrams.
const dgram = require('dgram'), { once } = require('events');
module.exports = (async () => {
  for (const f of [() => dgram.createSocket('tcp'), () => dgram.createSocket(), () => dgram.createSocket('udp4').send('x'), () => dgram.createSocket('udp4').send('x', 70000), () => dgram.createSocket('udp4').send(5, 1), () => dgram.createSocket('udp4').address(),
    () => dgram.createSocket('udp4').remoteAddress(), () => dgram.createSocket('udp4').disconnect(), () => dgram.createSocket('udp4').send(Buffer.alloc(2), 1, 5, 9)]) {
    try { f(); console.log('fine'); } catch (e) { console.log(e.name, e.code, /buffer/.test(e.message) || e.message); }
  }
  for (const type of ['udp4', 'udp6']) {
    const host = type === 'udp4' ? '127.0.0.1' : '::1';
    const server = dgram.createSocket({ type, reuseAddr: false });
    server.on('message', (m, from) => { console.log(String(m), from.address, from.family, from.port > 0, from.size); server.send('<' + m + '>', from.port, from.address); });
    server.on('listening', () => console.log('listening'));
    server.bind(0, host);
    await once(server, 'listening');
    const { address, family, port } = server.address();
    console.log(address, family, typeof port);
    try { server.bind(0); } catch (e) { console.log(e.code); }
    const client = dgram.createSocket(type, (m, from) => console.log('client', String(m), from.port === port));
    for (const args of [['one', port, host], [Buffer.from('xtwo!'), 1, 3, port, host], [['th', Buffer.from('ree')], port, host]]) {
      const answer = once(client, 'message');
      const sent = new Promise((r, f) => client.send(...args, (err, n) => (err ? f(err) : r(n))));
      await answer;
      console.log('sent', await sent);
    }
    client.connect(port, host);
    await once(client, 'connect');
    console.log(client.remoteAddress().port === port, client.remoteAddress().address, client.remoteAddress().family);
    try { client.connect(port, host); } catch (e) { console.log(e.code); }
    const answer = once(client, 'message');
    client.send('connected');
    await answer;
    client.disconnect();
    const taken = dgram.createSocket(type);
    const [err] = await Promise.all([once(taken, 'error'), taken.bind(port, host)]).then(r => r[0]);
    console.log(err.code, err.syscall, err.address, err.port === port, err.message.replace(port, 'P'));
    const closed = once(client, 'close');
    client.close();
    await closed;
    try { client.send('x', port, host); } catch (e) { console.log(e.code, e.message); }
    try { client.close(); } catch (e) { console.log(e.code); }
    await new Promise(r => server.close(r));
  }
  const lost = dgram.createSocket('udp4');
  lost.send('x', 9, 'no.such.host.invalid', err => { console.log(err.code); lost.close(); });
  await once(lost, 'close');
})();
