// The global WebSocket, which Node 20 has with --experimental-websocket.
const http = require('http'), crypto = require('crypto');
// frame encodes a message of a server; frames calls fn for each frame of a client.
const frame = (op, data, fin = 0x80) => {
  const n = data.length, head = n < 126 ? Buffer.from([fin | op, n]) : n < 65536 ? Buffer.from([fin | op, 126, n >> 8, n & 255]) : Buffer.concat([Buffer.from([fin | op, 127, 0, 0, 0, 0]), Buffer.from([n >>> 24, n >> 16 & 255, n >> 8 & 255, n & 255])]);
  return Buffer.concat([head, data]);
};
const frames = (socket, head, fn) => {
  let b = head, parts = [], kind = 0;
  const step = () => {
    while (b.length >= 6) {
      let n = b[1] & 127, at = 2;
      if (n === 126) { n = b.readUInt16BE(2); at = 4; } else if (n === 127) { n = Number(b.readBigUInt64BE(2)); at = 10; }
      if (b.length < at + 4 + n) { return; }
      const mask = b.subarray(at, at + 4), data = Buffer.from(b.subarray(at + 4, at + 4 + n));
      for (let i = 0; i < n; i++) { data[i] ^= mask[i % 4]; }
      const op = b[0] & 15, fin = b[0] & 128;
      b = b.subarray(at + 4 + n);
      if (op > 2) { fn(op, data); continue; }
      kind = op || kind;
      parts.push(data);
      if (fin) { fn(kind, Buffer.concat(parts)); parts = []; }
    }
  };
  socket.on('data', d => { b = Buffer.concat([b, d]); step(); });
  step();
};
const server = http.createServer((req, res) => { res.statusCode = 404; res.end(); });
server.on('upgrade', (req, socket, head) => {
  if (req.url === '/refused') { socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'); return; }
  if (req.url === '/early') { socket.destroy(); return; }
  const names = (req.headers['sec-websocket-protocol'] || '').split(/, ?/).filter(Boolean);
  console.log(req.method, req.url, names, req.headers['sec-websocket-version'], req.headers['x-own']);
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ' +
    crypto.createHash('sha1').update(req.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64') + '\r\n' + (names.length ? 'Sec-WebSocket-Protocol: ' + names[names.length - 1] + '\r\n' : '') + '\r\n');
  socket.on('error', () => {});
  frames(socket, head, (op, data) => {
    if (op === 8) { if (names[0] !== 'p') { console.log('server got close', data.length ? data.readUInt16BE(0) : 'none', String(data.subarray(2))); } socket.end(frame(8, data)); return; }
    // What answers is sent behind the pong, so that the order is known.
    if (op === 10) { console.log('server got pong', String(data)); socket.write(String(data) === 'p' ? frame(1, Buffer.from('ping')) : frame(0, Buffer.from('two'))); return; }
    const text = String(data);
    if (text === 'bye') { socket.write(frame(8, Buffer.concat([Buffer.from([0x0f, 0xa1]), Buffer.from('why')]))); return; }
    if (text === 'cut') { socket.destroy(); return; }
    if (text === 'ping') { socket.write(frame(9, Buffer.from('p'))); return; }
    if (text === 'parts') { socket.write(Buffer.concat([frame(1, Buffer.from('one '), 0), frame(9, Buffer.from('q'))])); return; }
    socket.write(frame(op, data));
  });
});
const once = (o, type) => new Promise(r => o.addEventListener(type, r, { once: true }));
module.exports = new Promise(done => server.listen(0, '127.0.0.1', async () => {
  const url = 'ws://127.0.0.1:' + server.address().port;
  for (const args of [['nothing'], ['ftp://x'], ['ws://x/#a'], [url, 'a b'], [url, ['a', 'A']], [url, ['a', 'a']]]) {
    try { new WebSocket(...args); console.log('made'); } catch (e) { console.log(e.name, e.code, e instanceof DOMException); }
  }
  try { WebSocket(url); } catch (e) { console.log(e.name); }
  console.log(WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED, Object.prototype.toString.call(WebSocket.prototype));
  const ws = new WebSocket(url + '/x?y=1', ['a', 'b']);
  console.log(ws.readyState, ws.url === url + '/x?y=1', ws.protocol, ws.binaryType, ws.bufferedAmount, ws.onopen, ws.CLOSED);
  try { ws.send('early'); } catch (e) { console.log(e.name, e.code); }
  ws.onopen = e => console.log('open', e.type, e.target === ws, ws.readyState, ws.protocol);
  await once(ws, 'open');
  ws.onmessage = e => console.log('onmessage', typeof e.data, e.origin === url);
  for (const data of ['hello', 'h\u00f6', 'x'.repeat(200), 'y'.repeat(70000), '', 'parts', 'ping']) {
    ws.send(data);
    const m = await once(ws, 'message');
    console.log(m.data.length, m.data.slice(0, 10));
  }
  ws.onmessage = null;
  for (const kind of ['blob', 'arraybuffer', 'other']) {
    ws.binaryType = kind;
    for (const data of [new Uint8Array([1, 2, 3]), new Uint8Array([9, 8, 7, 6]).buffer, new Blob(['blob']), Buffer.from('buffer'), new DataView(new ArrayBuffer(4), 1, 2)]) {
      ws.send(data);
      const m = await once(ws, 'message');
      console.log(ws.binaryType, m.data.constructor.name, Buffer.from(m.data instanceof Blob ? await m.data.arrayBuffer() : m.data).toString('hex'));
    }
  }
  ws.send(Buffer.alloc(1000));
  console.log(ws.bufferedAmount > 0);
  await once(ws, 'message');
  for (const [code, reason] of [[1001], [999], [5000], [1000, 'r'.repeat(124)]]) { try { ws.close(code, reason); } catch (e) { console.log(e.name, e.code); } }
  ws.close(4001, 'enough');
  console.log(ws.readyState);
  ws.close();
  let end = await once(ws, 'close');
  console.log(end.type, end.code, end.reason, end.wasClean, ws.readyState, ws.bufferedAmount);
  ws.send('late');
  console.log(ws.bufferedAmount);
  // The server ends it.
  for (const text of ['bye', 'cut']) {
    const other = new WebSocket(url, { protocols: 'p', headers: { 'x-own': 'v' } });
    other.onerror = () => console.log('error');
    await once(other, 'open');
    other.send(text);
    end = await once(other, 'close');
    console.log(end.code, end.reason, end.wasClean);
  }
  const plain = new WebSocket(url);
  await once(plain, 'open');
  plain.close();
  end = await once(plain, 'close');
  console.log(end.code, end.reason === '', end.wasClean);
  // There is none.
  for (const to of [url + '/refused', url.replace(/\d+$/, '1')]) { console.log((await once(new WebSocket(to), 'error')).type); }
  const early = new WebSocket(url + '/early');
  early.close();
  console.log(early.readyState);
  server.closeAllConnections();
  server.close(done);
}));
