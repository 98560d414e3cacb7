const net = require('net'), tls = require('tls'), { once } = require('events');
module.exports = (async () => {
  const server = net.createServer(s => {
    s.setEncoding('utf8');
    s.on('data', t => { if (t === 'bye') { s.end('goodbye'); } else { s.write('echo ' + t); } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const c = net.connect(port, '127.0.0.1', () => console.log('connected'));
  console.log(c.connecting, c.pending, c.readyState);
  await once(c, 'ready');
  console.log(c.remoteAddress, c.remotePort === port, c.remoteFamily, c.connecting, c.readyState, c.address().address);
  c.setEncoding('utf8').setNoDelay(true).setKeepAlive(true);
  c.write('hi');
  console.log((await once(c, 'data'))[0], c.bytesRead, c.bytesWritten);
  c.write('bye');
  c.on('end', () => console.log('end'));
  console.log((await once(c, 'data'))[0]);
  console.log('close', (await once(c, 'close'))[0], c.destroyed);
  await new Promise(res => net.connect({ port: 1, host: '127.0.0.1' }).on('error', e => console.log(e.code, e.syscall, e.address, e.port, e.message)).on('close', bad => { console.log('close', bad); res(); }));
  const idle = net.createConnection({ port, host: '127.0.0.1' });
  idle.setTimeout(15, () => { console.log('idle'); idle.destroy(); });
  await once(idle, 'close');
  server.getConnections((e, n) => console.log(typeof n));
  await new Promise(res => server.close(res));
  console.log(server.listening, server.address());
  console.log(net.isIP('1.2.3.4'), net.isIP('::1'), net.isIP('x'), net.isIPv4('1.2.3.4'), net.isIPv6('1.2.3.4'));
  for (const o of [{ port: 70000 }, {}]) { try { net.connect(o); } catch (e) { console.log(e.name, e.code); } }
  console.log(tls.TLSSocket.prototype instanceof net.Socket, typeof tls.connect);
})();
