const http = require('http'), Keep = require('agentkeepalive'), { once } = require('events');
const server = http.createServer((req, res) => setTimeout(() => res.end(req.url), req.url === '/slow' ? 300 : 0)).listen(0, '127.0.0.1');
await once(server, 'listening');
const agent = new Keep({ maxSockets: 2, maxFreeSockets: 1, timeout: 100, freeSocketTimeout: 60 });
const get = path => new Promise((resolve, reject) => {
  const req = http.get({ host: '127.0.0.1', port: server.address().port, path, agent }, res => { let t = ''; res.on('data', d => { t += d; }).on('end', () => resolve([t, req.reusedSocket])); });
  req.on('error', reject);
});
assert.deepEqual(await Promise.all(['/a', '/b', '/c'].map(get)).then(list => list.map(r => r[0])), ['/a', '/b', '/c']);
await new Promise(r => setTimeout(r, 10));
let now = agent.getCurrentStatus();
assert.equal(now.createSocketCount, 2);
assert.equal(now.requestCount, 3);
assert.equal(Object.values(now.freeSockets)[0], 1);
assert.deepEqual(await get('/d'), ['/d', true]);
await new Promise(r => setTimeout(r, 150)); // longer than a free socket is kept
now = agent.getCurrentStatus();
assert.deepEqual(now.freeSockets, {});
assert.equal(now.closeSocketCount, 2);
await assert.rejects(get('/slow'), e => e.code === 'ERR_SOCKET_TIMEOUT' || e.code === 'ESOCKETTIMEDOUT' || e.code === 'ECONNRESET');
assert.ok(agent.getCurrentStatus().timeoutSocketCount > 0);
agent.destroy();
await new Promise(r => server.close(r));
