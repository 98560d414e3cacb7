const request = require('request'), http = require('http');
const server = http.createServer((req, res) => {
  if (req.url === '/moved') { res.writeHead(301, { Location: '/there' }); res.end(); return; }
  let t = ''; req.on('data', c => { t += c; }).on('end', () => { res.setHeader('Content-Type', 'application/json'); res.end(JSON.stringify({ url: req.url, method: req.method, body: t, type: req.headers['content-type'], auth: req.headers.authorization })); });
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const base = 'http://127.0.0.1:' + server.address().port;
const ask = o => new Promise((ok, no) => request(o, (e, r, body) => e ? no(e) : ok(body)));
assert.deepStrictEqual((await ask({ url: base + '/a', qs: { x: 1 }, json: true, auth: { user: 'u', pass: 'p' } })), { url: '/a?x=1', method: 'GET', body: '', auth: 'Basic dTpw' });
assert.strictEqual((await ask({ url: base + '/j', method: 'POST', json: { a: 1 } })).body, '{"a":1}');
assert.strictEqual((await ask({ url: base + '/f', method: 'POST', form: { a: 'b c' }, json: true })).body, 'a=b%20c');
assert.strictEqual((await ask({ url: base + '/moved', json: true })).url, '/there');
const upload = await ask({ url: base + '/u', method: 'POST', json: true, formData: { field: 'v', file: { value: Buffer.from('content'), options: { filename: 'f.txt' } } } });
assert.ok(/multipart\/form-data; boundary=/.test(upload.type) && upload.body.includes('content') && upload.body.includes('filename="f.txt"'));
let piped = '';
await new Promise((ok, no) => request(base + '/pipe').on('error', no).on('data', c => { piped += c; }).on('end', ok));
assert.ok(piped.includes('/pipe'));
await assert.rejects(ask('http://127.0.0.1:1/'), e => e.code === 'ECONNREFUSED');
await new Promise(ok => server.close(ok));
