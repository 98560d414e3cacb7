// Agents: their connections, who waits for them, and subclasses with connections of their own.
const http = require('http'), net = require('net'), { once } = require('events');
const counts = a => JSON.stringify([a.sockets, a.freeSockets, a.requests].map(m => Object.fromEntries(Object.entries(m).map(([k, v]) => [k.replace(/\d{4,}/, 'P'), v.length])))) + ' ' + a.totalSocketCount;
const get = (o, data) => new Promise((res, rej) => {
  const req = http.request(o, r => { let t = ''; r.on('data', d => { t += d; }).on('end', () => res([t, req, r])).on('error', rej); });
  req.on('error', rej);
  req.end(data);
});
// until waits for what a busy machine may do late; what never comes is in the output.
const until = async is => { for (let i = 0; i < 500 && !is(); i++) { await new Promise(r => setTimeout(r, 10)); } };
module.exports = (async () => {
  let connections = 0;
  const server = http.createServer((req, res) => { setTimeout(() => res.end(req.url + ' ' + req.headers.connection), /slow/.test(req.url) ? 50 : 0); });
  server.on('connection', () => { connections++; });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = { host: '127.0.0.1', port: server.address().port };
  for (const o of [undefined, { keepAlive: true }, { maxSockets: 2, maxFreeSockets: 1, keepAliveMsecs: 5, scheduling: 'fifo' }]) {
    const a = new http.Agent(o);
    console.log(a.keepAlive, a.maxSockets, a.maxFreeSockets, a.maxTotalSockets, a.keepAliveMsecs, a.scheduling, a.protocol, a.defaultPort, counts(a));
  }
  const a = new http.Agent();
  console.log(a.getName(), a.getName({ host: 'h', port: 1, localAddress: 'l', family: 6 }), a.getName({ socketPath: '/s' }));
  // Three requests at once over one connection.
  const one = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const all = ['/a', '/b', '/c'].map(path => get({ ...at, path, agent: one }));
  console.log(counts(one));
  for (const [text, req] of await Promise.all(all)) { console.log(text, req.reusedSocket); }
  await until(() => Object.keys(one.freeSockets).length);
  console.log(counts(one), connections);
  const [free] = Object.values(one.freeSockets)[0];
  console.log(free instanceof net.Socket, free.destroyed, free.listenerCount('data') > 1);
  const [, again] = await get({ ...at, path: '/d', agent: one });
  console.log(again.reusedSocket, again.socket === free, connections);
  await until(() => Object.keys(one.freeSockets).length);
  one.destroy();
  await until(() => !one.totalSocketCount && free.destroyed);
  console.log(counts(one), free.destroyed);
  // Without keepAlive.
  const off = new http.Agent();
  const pending = get({ ...at, path: '/slow', agent: off });
  console.log(counts(off));
  console.log((await pending)[0]);
  await until(() => !off.totalSocketCount);
  console.log(counts(off));
  // One that is destroyed while it waits, and one whose connection fails.
  const queue = new http.Agent({ maxSockets: 1 });
  const first = get({ ...at, path: '/slow1', agent: queue }), second = get({ ...at, path: '/two', agent: queue });
  const gone = http.get({ ...at, path: '/never', agent: queue });
  gone.on('error', e => console.log('destroyed', e.code));
  gone.destroy();
  const third = get({ ...at, path: '/three', agent: queue });
  console.log(counts(queue), (await Promise.all([first, second, third])).map(r => r[0]));
  await get({ host: '127.0.0.1', port: 1, agent: queue }).catch(e => console.log(e.code, e.port));
  await until(() => !queue.totalSocketCount);
  console.log(counts(queue));
  // Subclasses.
  class Mine extends http.Agent {
    createConnection(o, done) {
      console.log('create', o.host, o.port === at.port, o.path, typeof done, o.method);
      const s = net.connect(at.port, '127.0.0.1');
      if (o.later) { s.once('connect', () => done(null, s)); return undefined; }
      return s;
    }
    keepSocketAlive(s) { console.log('keep', s instanceof net.Socket); return super.keepSocketAlive(s); }
    reuseSocket(s, req) { console.log('reuse', req.path); super.reuseSocket(s, req); }
    addRequest(req, o) { console.log('add', req.path, o.host, o.port, o.agent === this); super.addRequest(req, o); }
  }
  const mine = new Mine({ keepAlive: true });
  for (const path of ['/m1', '/m2']) { console.log((await get({ host: 'nowhere.invalid', port: 80, path, agent: mine }))[0]); await until(() => Object.keys(mine.freeSockets).length); }
  mine.destroy();
  const late = new Mine({ later: true });
  console.log((await get({ host: 'nowhere.invalid', path: '/l', agent: late }))[0]);
  const failing = new http.Agent();
  failing.createConnection = (o, done) => { process.nextTick(done, new Error('no way')); };
  await get({ host: 'x', agent: failing }).catch(e => console.log(e.message));
  // A connection of the request itself.
  const [text, own] = await get({ host: 'x', path: '/own', createConnection: o => { console.log('own', o.host, o.port); return net.connect(at.port, '127.0.0.1'); } });
  console.log(text, own.agent === undefined, own.shouldKeepAlive);
  console.log((await get({ ...at, path: '/false', agent: false }))[0]);
  // Tunnels.
  const target = net.createServer(c => c.on('data', d => c.end('<' + d + '>'))).listen(0, '127.0.0.1');
  server.on('connect', (req, socket) => {
    if (req.url === 'refused:1') { socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nX: 1\r\n\r\nbody'); return; }
    const out = net.connect(target.address().port, '127.0.0.1', () => { socket.write('HTTP/1.1 200 Established\r\n\r\n'); out.pipe(socket).pipe(out); });
  });
  await new Promise(done => http.request({ ...at, method: 'CONNECT', path: 'a:1' }).on('connect', (res, socket, head) => {
    console.log(res.statusCode, res.statusMessage, head.length, socket instanceof net.Socket, res.upgrade);
    socket.on('data', d => console.log(String(d))).on('close', done).write('through');
  }).end());
  await new Promise(done => http.request({ ...at, method: 'CONNECT', path: 'refused:1' }).on('connect', (res, socket, head) => {
    console.log(res.statusCode, res.headers.x, String(head));
    socket.destroy();
    done();
  }).on('response', () => console.log('response')).end());
  // What packages read of a request.
  const seen = http.get({ ...at, path: '/seen', headers: { A: 'b' } });
  console.log(seen.socket, seen.host, seen.path, seen.method, seen.protocol, seen.getHeader('a'), seen.finished);
  seen.on('socket', s => console.log('socket', s.connecting, s === seen.socket, s._httpMessage === seen));
  const [res] = await once(seen, 'response');
  console.log(res.socket === seen.socket, res.socket.remotePort === at.port);
  res.resume();
  await once(seen, 'close');
  target.close();
  http.globalAgent.destroy();
  server.closeAllConnections();
  await new Promise(r => server.close(r));
})();
