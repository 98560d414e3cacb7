const http = require('http'), proxies = require('http-proxy'), { WebSocket, WebSocketServer } = require('ws'), { once } = require('events'), { createHttpTerminator } = require('http-terminator');
const target = http.createServer((req, res) => { let n = 0; req.on('data', d => { n += d.length; }).on('end', () => res.end(req.url + ' ' + req.headers['x-forwarded-for'] + ' ' + n)); }).listen(0, '127.0.0.1');
await once(target, 'listening');
const wss = new WebSocketServer({ server: target });
wss.on('connection', ws => ws.on('message', data => ws.send('echo ' + data)));
const proxy = proxies.createProxyServer({ target: { host: '127.0.0.1', port: target.address().port }, ws: true, xfwd: true });
const front = http.createServer((req, res) => proxy.web(req, res)).on('upgrade', (req, socket, head) => proxy.ws(req, socket, head)).listen(0, '127.0.0.1');
await once(front, 'listening');
const port = front.address().port;
const text = await new Promise((resolve, reject) => http.request({ host: '127.0.0.1', port, path: '/p', method: 'POST' }, res => res.on('data', d => resolve(String(d)))).on('error', reject).end('x'.repeat(50000)));
assert.equal(text, '/p 127.0.0.1 50000');
const ws = new WebSocket('ws://127.0.0.1:' + port);
await once(ws, 'open');
ws.send('hi');
assert.equal(String((await once(ws, 'message'))[0]), 'echo hi');
ws.close();
await once(ws, 'close');
wss.close();
for (const server of [front, target]) { await createHttpTerminator({ server, gracefulTerminationTimeout: 100 }).terminate(); }
