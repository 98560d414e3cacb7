const http2 = require('http2');
const { constants: c } = http2;
const print = (...a) => console.log(...a);
function sum() { let s = 0; for (const [k, v] of Object.entries(c)) { for (const ch of k + v) { s = (s * 31 + ch.charCodeAt(0)) >>> 0; } } return s; }
async function main() {
  print(Object.keys(http2).sort().join(), Object.keys(c).length, sum());
  print(http2.getDefaultSettings());
  print(http2.getPackedSettings({ enablePush: true, maxFrameSize: 20000 }), http2.getUnpackedSettings(Buffer.from('000200000001000500004e20', 'hex')));
  for (const f of [() => http2.getPackedSettings({ maxFrameSize: 1 }), () => http2.getPackedSettings({ enablePush: 1 }), () => http2.getUnpackedSettings(Buffer.alloc(5)), () => http2.connect('ftp://x'), () => http2.getPackedSettings(3)]) {
    try { f(); print('no error'); } catch (e) { print(e.name, e.code, e.message); }
  }
  const server = http2.createServer();
  server.on('stream', (stream, headers, flags) => {
    const path = headers[':path'];
    stream.on('error', (e) => print('server', e.code, e.message));
    if (path === '/echo') {
      stream.respond({ ':status': 200, 'content-type': 'text/plain', 'x-many': ['a', 'b'], 'set-cookie': ['a=1', 'b=2'] }, { sendDate: false });
      stream.pipe(stream);
    } else if (path === '/trailers') {
      stream.respond({ 'x-a': 'é' }, { waitForTrailers: true, sendDate: false });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '7' }));
      stream.end('with trailers');
    } else if (path === '/info') {
      stream.additionalHeaders({ ':status': 103, link: '</a>' });
      stream.respond({ ':status': 204 }, { sendDate: false });
    } else if (path === '/cancel') {
      stream.close(c.NGHTTP2_CANCEL);
    } else if (path === '/internal') {
      stream.close(c.NGHTTP2_INTERNAL_ERROR);
    } else if (path === '/big') {
      stream.respond({}, { sendDate: false });
      stream.end(Buffer.alloc(300000, 'b'));
    } else if (path === '/headers') {
      stream.respond({}, { sendDate: false });
      stream.end(JSON.stringify([headers, flags, headers[http2.sensitiveHeaders]]));
    } else if (path === '/file') {
      stream.respondWithFile(__filename, { 'content-type': 'x/y' }, { sendDate: false, offset: 2, length: 10, statCheck: (stat, h) => { h['x-stat'] = typeof stat.size; } });
    } else if (path === '/nofile') {
      stream.respondWithFile('/no/such', {}, { onError: (e) => { stream.respond({ ':status': 404 }, { sendDate: false }); stream.end(e.code); } });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = server.address().port;
  const client = http2.connect('http://127.0.0.1:' + port);
  client.on('error', (e) => print('client error', e.message));
  print(client.connecting, client.destroyed, client.closed, client.type, client.encrypted, client.alpnProtocol);
  await new Promise((resolve) => client.on('connect', resolve));
  print(client.connecting, client.type, client.encrypted, client.alpnProtocol, client.localSettings);
  function ask(headers, body, options) {
    return new Promise((resolve) => {
      const log = [];
      const req = client.request(headers, options);
      req.on('response', (h, flags) => { delete h.date; log.push(['response', { ...h }, flags]); });
      req.on('headers', (h, flags) => log.push(['headers', { ...h }, flags]));
      req.on('trailers', (h, flags) => log.push(['trailers', { ...h }, flags]));
      req.on('aborted', () => log.push('aborted'));
      req.on('error', (e) => log.push([e.code, e.message]));
      req.on('end', () => log.push('end'));
      const chunks = [];
      req.on('data', (d) => chunks.push(d));
      req.on('close', () => { const b = Buffer.concat(chunks); log.push(b.length > 1000 ? b.length : String(b), 'rst ' + req.rstCode, req.destroyed, req.closed, req.aborted); resolve(log); });
      if (body !== undefined) { req.end(body); }
    });
  }
  print(await ask({ ':path': '/echo', ':method': 'POST' }, 'hello'));
  print(await ask({ ':path': '/echo', ':method': 'POST' }, 'x'.repeat(200000)));
  print(await ask({ ':path': '/trailers' }));
  print(await ask({ ':path': '/info' }));
  print(await ask({ ':path': '/cancel' }));
  print(await ask({ ':path': '/internal' }));
  print(await ask({ ':path': '/big' }));
  print(await ask({ ':path': '/file' }));
  print(await ask({ ':path': '/nofile' }));
  print((await ask({ ':path': '/headers', cookie: ['a=1', 'b=2'], 'X-Up': 1, a: ['1', '2'], secret: 's', [http2.sensitiveHeaders]: ['secret'] })).map((x) => typeof x === 'string' ? x.replaceAll(port, 'PORT') : x));
  for (const h of [{ connection: 'close' }, { ':bad': '1' }, { te: 'gzip' }, { 'content-type': ['a', 'b'] }]) {
    try { client.request(h).on('error', () => {}); print('no error'); } catch (e) { print(e.name, e.code, e.message); }
  }
  await new Promise((resolve) => print(client.ping(Buffer.from('12345678'), (err, time, data) => { print(err, typeof time, String(data)); resolve(); })));
  try { client.ping(Buffer.from('1'), () => {}); } catch (e) { print(e.code, e.message); }
  await new Promise((resolve) => client.settings({ maxHeaderListSize: 8192, initialWindowSize: 100000 }, (err, s, d) => { print(err, s.maxHeaderListSize, s.initialWindowSize, typeof d); resolve(); }));
  print(client.pendingSettingsAck, client.remoteSettings.maxFrameSize, client.state.nextStreamID > 1);
  try { client.socket.write('x'); } catch (e) { print(e.code, e.message); }
  print(client.socket.remotePort === port);
  await new Promise((resolve) => client.close(resolve));
  print(client.closed, client.destroyed);
  try { client.request({}); } catch (e) { print(e.code, e.message); }
  await new Promise((resolve) => server.close(resolve));
  const refused = http2.connect('http://127.0.0.1:1');
  await new Promise((resolve) => refused.on('error', (e) => { print(e.code, refused.destroyed); }).on('close', resolve));
  const pending = http2.connect('http://127.0.0.1:1');
  pending.on('error', () => {});
  const req = pending.request({ ':path': '/' });
  print(req.pending, req.id);
  await new Promise((resolve) => req.on('error', (e) => print(e.code, e.message.replace(/\d+\.\d.*/, ''))).on('close', resolve));
}
module.exports = main().then(() => process.nextTick(() => { if (require.main === module) { process.exit(0); } }));
