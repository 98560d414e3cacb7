// Options, handles, addresses, limits and the order of events of sockets and servers.
const net = require('net'), dns = require('dns');
const show = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
show('objectMode', () => new net.Socket({ objectMode: true }));
show('writableObjectMode', () => new net.Socket({ writableObjectMode: true }));
show('keepAliveInitialDelay', () => new net.Socket({ keepAliveInitialDelay: 'x' }));
show('fd', () => new net.Socket({ fd: -1 }));
show('server', () => net.createServer('x'));
show('server keepAliveInitialDelay', () => net.createServer({ keepAliveInitialDelay: 'x' }));
show('listen false', () => net.createServer().listen(false));
show('listen options', () => net.createServer().listen({ host: 'localhost' }));
show('listen port', () => net.createServer().listen(-1));
show('listen text', () => net.createServer().listen({ port: 'x' }));
show('listen signal', () => net.createServer().listen({ port: 0, signal: 'x' }));
for (const ms of ['100', -1, Infinity, NaN, {}]) { show('timeout', () => new net.Socket().setTimeout(ms)); }
show('timeout callback', () => new net.Socket().setTimeout(1, 'x'));
for (const port of [true, null, '', ' ', '0x', NaN, 65536, {}]) { show('connect', () => net.connect({ port })); }
show('autoSelectFamily', () => net.connect({ port: 1, autoSelectFamily: 'x' }));
show('autoSelectFamilyAttemptTimeout', () => net.connect({ port: 1, autoSelectFamilyAttemptTimeout: -1 }));
show('no port', () => new net.Socket().connect({}));
show('default', () => net.setDefaultAutoSelectFamily('x'));
show('lookup family', () => dns.lookup('localhost', 9, () => {}));
show('lookup options', () => dns.lookup('localhost', 'x', () => {}));
show('lookup all', () => dns.lookup('localhost', { all: 1 }, () => {}));
show('lookup hints', () => dns.lookup('localhost', { hints: 12345 }, () => {}));
show('lookup order', () => dns.lookup('localhost', { order: 'x' }, () => {}));
show('lookup name', () => dns.lookup({}, () => {}));
show('lookup callback', () => dns.lookup('localhost'));
show('order', () => dns.setDefaultResultOrder('x'));
for (const a of ['fe80::1%eth0', 'fe80::1%eth0@1', '1.2.3', '01.2.3.4', ['1.2.3.4'], { toString: () => '::1' }, 5, null]) { console.log('isIP', net.isIP(a)); }
const fresh = new net.Socket();
console.log(fresh.pending, fresh.connecting, fresh.readyState, fresh._handle, fresh.bytesRead, fresh.bytesWritten, fresh.bufferSize, fresh.remoteAddress, fresh.address());
const wait = (e, name) => new Promise((done) => e.once(name, (...args) => done(args)));
module.exports = (async () => {
  fresh.resetAndDestroy();
  const [none] = await wait(fresh, 'error');
  console.log('reset', none.code, none.message);
  const idle = net.createServer();
  console.log('not running', await new Promise((done) => idle.close((e) => done(e.code + ' ' + e.message))));
  const server = net.createServer((s) => s.resume());
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const port = server.address().port;
  show('again', () => server.listen(0));
  const other = net.createServer().listen(port, '127.0.0.1');
  const [used] = await wait(other, 'error');
  console.log(used.message.replace(port, 'PORT'), used.syscall, used.address, used.port === port, other.listening, other.address());
  const nowhere = net.createServer().listen(1, '203.0.113.1');
  console.log((await wait(nowhere, 'error'))[0].message);
  // Writes before the connection count, and events come in this order.
  const c = net.connect({ port, host: '127.0.0.1' });
  for (const name of ['lookup', 'connectionAttempt', 'connect', 'ready', 'finish', 'end', 'close']) { c.on(name, (...args) => console.log(name, args.map((v) => v === port ? 'PORT' : v))); }
  console.log(c.connecting, c.pending, c.readyState, c._handle.constructor.name, c.localAddress, c.remoteAddress);
  c.write('abc');
  c.write('hé', 'utf8');
  console.log('written', c.bytesWritten);
  await wait(c, 'connect');
  console.log(c.readyState, c.remotePort === port, c.remoteFamily, c._handle.hasRef(), c.unref() === c, c._handle.hasRef(), c.ref()._handle.hasRef());
  c.end('d');
  await wait(c, 'close');
  console.log('closed', c.bytesWritten, c.destroyed, c._handle, c.remoteAddress, c.localAddress, c.readyState, c.pending);
  c.connect(port, '127.0.0.1');
  await wait(c, 'connect');
  console.log('again', c.bytesWritten, c.readyState, c.remoteAddress);
  c.removeAllListeners('close').destroy();
  await wait(c, 'close');
  const early = net.connect(port, '127.0.0.1');
  early.write('x', (e) => console.log('early', e.code, e.message));
  early.destroy();
  await wait(early, 'close');
  early.write('x', (e) => console.log('late', e.code));
  await new Promise(setImmediate);
  // Attempts, one address after the other.
  const refused = net.createServer();
  await new Promise((done) => refused.listen(0, '127.0.0.1', done));
  const closed = refused.address().port;
  await new Promise((done) => refused.close(done));
  const tries = net.connect({ host: 'two.test', port: closed, lookup: (h, o, found) => { console.log(h, o.all, o.hints, o.family); found(null, [{ address: '127.0.0.1', family: 4 }, { address: '127.0.0.2', family: 4 }]); } });
  for (const name of ['lookup', 'connectionAttempt', 'connectionAttemptFailed']) { tries.on(name, (...args) => console.log(name, args.map((v) => v === closed ? 'PORT' : v instanceof Error ? v.code : v))); }
  const [both] = await wait(tries, 'error');
  console.log(both.name, both.constructor.name, both.code, both.message, both.errors.map((e) => e.message.replace(closed, 'PORT')), tries.autoSelectFamilyAttemptedAddresses.map((a) => a.replace(closed, 'PORT')));
  const [single] = await wait(net.connect({ host: 'two.test', port: closed, family: 4, lookup: (h, o, found) => { console.log(h, o.all, o.hints, o.family); found(null, '127.0.0.1', 4); } }), 'error');
  console.log(single.message.replace(closed, 'PORT'));
  console.log((await wait(net.connect({ host: 'bad.test', port: 1, autoSelectFamily: false, lookup: (h, o, found) => found(null, '127.0.0.1', 5) }), 'error')).map((e) => e.code + ' ' + e.message));
  // What is read goes to a buffer.
  const pieces = [];
  const sender = net.createServer((s) => s.end('abcdefgh'));
  await new Promise((done) => sender.listen(0, '127.0.0.1', done));
  const onread = net.connect({ port: sender.address().port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(3), callback(n, b) { pieces.push(String(b.subarray(0, n))); return true; } } });
  onread.on('data', () => console.log('never')).end();
  await wait(onread, 'close');
  console.log(pieces);
  // More connections than are wanted.
  sender.maxConnections = 1;
  let held;
  const keep = net.createServer({ allowHalfOpen: true, pauseOnConnect: true }, (s) => { held = s; console.log(s.isPaused(), s.readableFlowing, s.server === keep); });
  keep.maxConnections = 1;
  await new Promise((done) => keep.listen(0, '127.0.0.1', done));
  const first = net.connect(keep.address().port, '127.0.0.1');
  await wait(first, 'connect');
  const second = net.connect(keep.address().port, '127.0.0.1');
  second.on('error', () => {});
  const [dropped] = await wait(keep, 'drop');
  console.log(Object.keys(dropped), dropped.localFamily, await new Promise((done) => keep.getConnections((e, n) => done(n))));
  first.destroy();
  second.destroy();
  held.destroy();
  keep.on('close', () => console.log('close')).close(() => console.log('callback'));
  keep.getConnections(() => {});
  await wait(keep, 'close');
  const never = new AbortController();
  const stopped = net.createServer().listen({ port: 0, signal: never.signal });
  await wait(stopped, 'listening');
  never.abort();
  await wait(stopped, 'close');
  console.log(stopped.listening);
  sender.close();
  server.close();
})();
