const http = require('http'), Keep = require('agentkeepalive'), { once } = require('events');
// The times are longer than a busy machine takes for a request.
const server = http.createServer((req, res) => { if (req.url !== '/never') { res.end(req.url); } }).listen(0, '127.0.0.1');
await once(server, 'listening');
const agent = new Keep({ maxSockets: 2, maxFreeSockets: 1, timeout: 8000, freeSocketTimeout: 3000 });
const until = async ready => { while (!ready()) { await new Promise(r => setTimeout(r, 5)); } };
const get = path => new Promise((resolve, reject) => {
  const req = http.get({ host: '127.0.0.1', port: server.address().port, path, agent }, res => { let t = ''; res.on('data', d => { t += d; }).on('end', () => resolve([t, req.reusedSocket])); });
  req.on('error', reject);
});
assert.deepEqual(await Promise.all(['/a', '/b', '/c'].map(get)).then(list => list.map(r => r[0])), ['/a', '/b', '/c']);
await until(() => Object.keys(agent.getCurrentStatus().freeSockets).length);
let now = agent.getCurrentStatus();
assert.equal(now.createSocketCount, 2);
assert.equal(now.requestCount, 3);
assert.equal(Object.values(now.freeSockets)[0], 1);
assert.deepEqual(await get('/d'), ['/d', true]);
await until(() => agent.getCurrentStatus().closeSocketCount === 2); // it is not kept for longer
now = agent.getCurrentStatus();
assert.deepEqual(now.freeSockets, {});
await assert.rejects(get('/never'), e => e.code === 'ERR_SOCKET_TIMEOUT' || e.code === 'ESOCKETTIMEDOUT' || e.code === 'ECONNRESET');
assert.ok(agent.getCurrentStatus().timeoutSocketCount > 0);
agent.destroy();
await new Promise(r => server.close(r));
