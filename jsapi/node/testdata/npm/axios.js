const axios = require('axios'), http = require('http');
const server = http.createServer((req, res) => {
  if (req.url === '/moved') { res.writeHead(302, { Location: '/there' }); res.end(); return; }
  if (req.url === '/bad') { res.writeHead(422, { 'Content-Type': 'application/json' }); res.end('{"why":"no"}'); return; }
  if (req.url === '/slow') { return; }
  if (req.url === '/zip') { res.setHeader('Content-Encoding', 'gzip'); res.setHeader('Content-Type', 'application/json'); res.end(require('zlib').gzipSync('{"zip":true}')); return; }
  let t = ''; req.on('data', c => { t += c; }).on('end', () => { res.setHeader('Content-Type', 'application/json'); res.end(JSON.stringify({ url: req.url, method: req.method, body: t, type: req.headers['content-type'], x: req.headers['x-x'] })); });
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const client = axios.create({ baseURL: 'http://127.0.0.1:' + server.address().port, headers: { 'X-X': '1' } });
const got = await client.get('/a', { params: { q: 'ä b', l: [1, 2] } });
assert.deepStrictEqual([got.status, got.data.url, got.data.x], [200, '/a?q=%C3%A4+b&l%5B%5D=1&l%5B%5D=2', '1']);
assert.deepStrictEqual((await client.post('/p', { a: 1 })).data, { url: '/p', method: 'POST', body: '{"a":1}', type: 'application/json', x: '1' });
assert.strictEqual((await client.get('/moved')).data.url, '/there');
assert.strictEqual((await client.get('/zip')).data.zip, true);
await assert.rejects(client.get('/bad'), e => e.response.status === 422 && e.response.data.why === 'no');
await assert.rejects(client.get('/slow', { timeout: 20 }), e => e.code === 'ECONNABORTED');
await assert.rejects(axios.get('http://127.0.0.1:1/'), e => e.code === 'ECONNREFUSED');
const stream = (await client.get('/s', { responseType: 'stream' })).data;
let text = '';
for await (const c of stream) { text += c; }
assert.ok(text.includes('"/s"'));
const stop = new AbortController(), cut = client.get('/slow', { signal: stop.signal });
setTimeout(() => stop.abort(), 10);
await assert.rejects(cut, e => axios.isCancel(e));
server.closeAllConnections();
await new Promise(ok => server.close(ok));
