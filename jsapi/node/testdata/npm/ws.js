const { WebSocket, WebSocketServer } = require('ws'), http = require('http'), { once } = require('events');
const server = http.createServer((req, res) => res.end('plain'));
const wss = new WebSocketServer({ server, perMessageDeflate: { threshold: 10 }, handleProtocols: names => [...names][1] || false });
const seen = [];
wss.on('connection', (ws, req) => {
  seen.push(req.url);
  ws.on('message', (data, binary) => ws.send(data, { binary }));
  ws.on('close', (code, why) => seen.push(code + ' ' + why));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = 'ws://127.0.0.1:' + server.address().port;
for (const perMessageDeflate of [true, { clientNoContextTakeover: true, serverNoContextTakeover: true }, false]) {
  const client = new WebSocket(url + '/x?y=1', ['a', 'b'], { perMessageDeflate });
  await once(client, 'open');
  assert.equal(client.protocol, 'b');
  assert.equal(/permessage-deflate/.test(client.extensions), !!perMessageDeflate);
  for (const data of ['hello', 'y'.repeat(70000), Buffer.alloc(200000, 'x'), Buffer.alloc(0), 'again and again']) {
    const echo = once(client, 'message');
    client.send(data);
    const [got, binary] = await echo;
    assert.equal(binary, Buffer.isBuffer(data));
    assert.ok(got.equals(Buffer.from(data)));
  }
  client.ping('p');
  assert.equal(String((await once(client, 'pong'))[0]), 'p');
  client.close(4001, 'bye');
  const [code, why] = await once(client, 'close');
  assert.equal(code + ' ' + why, '4001 bye');
}
while (seen.length < 6) { await new Promise(r => setTimeout(r, 5)); }
assert.deepEqual(seen.sort(), ['/x?y=1', '/x?y=1', '/x?y=1', '4001 bye', '4001 bye', '4001 bye']);
// Ends of connections that nobody announces, and refusals.
const cut = new WebSocket(url);
await once(cut, 'open');
const cutCode = once(cut, 'close');
for (const ws of wss.clients) { ws.terminate(); }
assert.equal((await cutCode)[0], 1006);
wss.options.verifyClient = (info, done) => done(false, 403, 'No');
const refused = new WebSocket(url);
const [, res] = await once(refused, 'unexpected-response');
assert.equal(res.statusCode, 403);
refused.on('error', () => {});
refused.terminate();
// A stream over a WebSocket.
wss.options.verifyClient = null;
const duplex = require('ws').createWebSocketStream(new WebSocket(url), { encoding: 'utf8' });
duplex.write('through a stream');
assert.equal((await once(duplex, 'data'))[0], 'through a stream');
duplex.end();
await once(duplex, 'close');
wss.close();
await new Promise(r => server.close(r));
