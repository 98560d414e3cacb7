const agent = require('superagent'), http = require('http');
const server = http.createServer((req, res) => {
  if (req.url === '/bad') { res.statusCode = 400; res.setHeader('Content-Type', 'application/json'); res.end('{"why":1}'); return; }
  if (req.url === '/moved') { res.writeHead(302, { Location: '/there' }); res.end(); return; }
  let t = ''; req.on('data', c => { t += c; }).on('end', () => { res.setHeader('Set-Cookie', 'sid=1; Path=/'); res.setHeader('Content-Type', 'application/json'); res.end(JSON.stringify({ url: req.url, method: req.method, body: t, type: req.headers['content-type'], cookie: req.headers.cookie })); });
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const base = 'http://127.0.0.1:' + server.address().port;
assert.strictEqual((await agent.get(base + '/a').query({ x: 1 })).body.url, '/a?x=1');
assert.deepStrictEqual((await agent.post(base + '/p').send({ a: 1 })).body, { url: '/p', method: 'POST', body: '{"a":1}', type: 'application/json' });
assert.strictEqual((await agent.get(base + '/moved')).body.url, '/there');
await assert.rejects(Promise.resolve(agent.get(base + '/bad')), e => e.status === 400 && e.response.body.why === 1);
const jar = agent.agent();
await jar.get(base + '/login');
assert.strictEqual((await jar.get(base + '/again')).body.cookie, 'sid=1');
const up = await agent.post(base + '/u').field('f', 'v').attach('file', Buffer.from('content'), 'n.txt');
assert.ok(up.body.body.includes('filename="n.txt"') && up.body.body.includes('content'));
server.closeAllConnections();
await new Promise(ok => server.close(ok));
