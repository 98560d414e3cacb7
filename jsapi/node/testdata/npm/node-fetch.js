const { default: fetch, Headers, FormData } = require('node-fetch'), http = require('http');
const server = http.createServer((req, res) => {
  if (req.url === '/moved') { res.writeHead(302, { Location: '/there' }); res.end(); return; }
  if (req.url === '/zip') { res.setHeader('Content-Encoding', 'gzip'); res.end(require('zlib').gzipSync('{"zip":true}')); return; }
  let t = ''; req.on('data', c => { t += c; }).on('end', () => { res.statusCode = req.url === '/bad' ? 422 : 200; res.setHeader('X-Two', ['a', 'b']); res.end(JSON.stringify({ url: req.url, method: req.method, body: t, x: req.headers['x-x'] })); });
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const base = 'http://127.0.0.1:' + server.address().port;
const headers = new Headers({ 'X-X': '1' });
const first = await fetch(base + '/a', { headers });
assert.deepStrictEqual([first.status, first.headers.get('x-two'), (await first.json()).x], [200, 'a, b', '1']);
assert.deepStrictEqual([...headers.keys()], ['x-x']);
assert.strictEqual((await (await fetch(base + '/p', { method: 'POST', body: 'text' })).json()).body, 'text');
assert.strictEqual((await (await fetch(base + '/moved')).json()).url, '/there');
assert.strictEqual((await (await fetch(base + '/zip')).json()).zip, true);
const bad = await fetch(base + '/bad');
assert.deepStrictEqual([bad.ok, bad.status], [false, 422]);
const form = new FormData();
form.append('a', 'b');
assert.match((await (await fetch(base + '/f', { method: 'POST', body: form })).json()).body, /name="a"\r\n\r\nb\r\n/);
await assert.rejects(fetch('http://127.0.0.1:1/'), e => e.code === 'ECONNREFUSED');
server.closeAllConnections();
await new Promise(ok => server.close(ok));
