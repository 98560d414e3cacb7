const undici = require('undici'), http = require('http'), zlib = require('zlib');
const server = http.createServer((req, res) => {
  if (req.url === '/bad') { res.statusCode = 400; res.setHeader('Content-Type', 'application/json'); res.end('{"why":1}'); return; }
  if (req.url === '/moved') { res.writeHead(302, { Location: '/there' }); res.end(); return; }
  if (req.url === '/gzip') { res.setHeader('Content-Encoding', 'gzip'); res.end(zlib.gzipSync('packed')); return; }
  if (req.url === '/long') { for (let i = 0; i < 100; i++) { res.write(Buffer.alloc(10000, 'x')); } res.end(); return; }
  if (req.url === '/never') { return; }
  let t = ''; req.on('data', c => { t += c; }).on('end', () => { res.setHeader('Content-Type', 'application/json'); res.end(JSON.stringify({ url: req.url, method: req.method, body: t, type: req.headers['content-type'], x: req.headers['x-y'] })); });
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const base = 'http://127.0.0.1:' + server.address().port;
const { statusCode, headers, body } = await undici.request(base + '/a?x=1', { headers: { 'X-Y': 'z' } });
assert.strictEqual(statusCode, 200);
assert.strictEqual(headers['content-type'], 'application/json');
assert.deepStrictEqual(await body.json(), { url: '/a?x=1', method: 'GET', body: '', x: 'z' });
const posted = await undici.request(base + '/p', { method: 'POST', body: JSON.stringify({ a: 1 }), headers: { 'content-type': 'application/json' } });
assert.strictEqual((await posted.body.json()).body, '{"a":1}');
const bad = await undici.request(base + '/bad');
assert.strictEqual(bad.statusCode, 400);
assert.deepStrictEqual(await bad.body.json(), { why: 1 });
let n = 0;
for await (const chunk of (await undici.request(base + '/long')).body) { n += chunk.length; }
assert.strictEqual(n, 1000000);

const response = await undici.fetch(base + '/f', { method: 'POST', body: new undici.FormData(), headers: { 'x-y': 'w' } });
assert.strictEqual(response.status, 200);
const sent = await response.json();
assert.ok(sent.x === 'w' && sent.type.startsWith('multipart/form-data'));
assert.strictEqual(await (await undici.fetch(base + '/gzip')).text(), 'packed');
const moved = await undici.fetch(base + '/moved');
assert.ok(moved.redirected && (await moved.json()).url === '/there');
await assert.rejects(undici.fetch(base + '/never', { signal: AbortSignal.timeout(50) }), e => e.name === 'TimeoutError');
await assert.rejects(undici.request('http://127.0.0.1:1/'), e => e.code === 'ECONNREFUSED');

const pool = new undici.Pool(base, { connections: 2 });
const all = await Promise.all([1, 2, 3, 4, 5].map(async i => (await (await pool.request({ path: '/' + i, method: 'GET' })).body.json()).url));
assert.deepStrictEqual(all, ['/1', '/2', '/3', '/4', '/5']);
await pool.close();
await undici.getGlobalDispatcher().close();
server.closeAllConnections();
await new Promise(ok => server.close(ok));
