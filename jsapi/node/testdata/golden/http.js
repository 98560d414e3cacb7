const http = require('http'), https = require('https');
const body = s => new Promise((res, rej) => { let t = ''; s.setEncoding('utf8').on('data', c => { t += c; }).on('end', () => res(t)).on('error', rej); });
const send = (port, o, data) => new Promise((res, rej) => {
  const req = http.request({ host: '127.0.0.1', port, ...o }, r => body(r).then(text => res({ r, text }), rej));
  req.on('error', rej);
  req.end(data);
});
module.exports = (async () => {
  const server = http.createServer(async (req, res) => {
    if (req.url === '/echo') {
      const text = await body(req);
      res.setHeader('X-Kind', 'echo');
      res.setHeader('Set-Cookie', ['a=1', 'b=2']);
      res.writeHead(201, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify({ method: req.method, url: req.url, text, type: req.headers['content-type'], length: req.headers['content-length'], coding: req.headers['transfer-encoding'], auth: req.headers.authorization, two: req.headers['x-two'], host: req.headers.host.split(':')[0], agent: req.headers['user-agent'] }));
    } else if (req.url === '/parts') {
      res.write('one ');
      setTimeout(() => { res.write('two '); res.end('three'); }, 2);
    } else if (req.url === '/hang') {
      req.on('close', () => {});
    } else if (req.url === '/break') {
      res.writeHead(200, { 'Content-Length': 100 });
      res.write('half');
      setTimeout(() => res.destroy(), 20);
    } else {
      res.statusCode = 404;
      res.end();
    }
  });
  await new Promise(r => server.listen(0, '127.0.0.1', r));
  const { port, address, family } = server.address();
  console.log(typeof port, address, family, server.listening);
  let { r, text } = await send(port, { path: '/echo', method: 'post', headers: { 'Content-Type': 'text/plain', 'x-two': ['p', 'q'] }, auth: 'me:secret' }, 'höllo');
  console.log(r.statusCode, r.statusMessage, r.httpVersion, r.headers['x-kind'], r.headers['set-cookie'], r.headers['content-type'], r.headers['content-length'] === String(Buffer.byteLength(text)), text);
  const chunked = http.request({ host: '127.0.0.1', port, path: '/echo', method: 'PUT' });
  chunked.write('a');
  chunked.write(Buffer.from('b'));
  chunked.end('c');
  [r] = await require('events').once(chunked, 'response');
  console.log(await body(r));
  ({ r, text } = await send(port, { path: '/parts' }));
  console.log(text, r.headers['content-length'], r.headers['transfer-encoding'], r.complete);
  ({ r, text } = await send(port, { path: '/missing?x=1' }));
  console.log(r.statusCode, JSON.stringify(text), r.headers['content-length']);
  text = await new Promise((res, rej) => http.get('http://127.0.0.1:' + port + '/parts', m => body(m).then(res)).on('error', rej));
  console.log('get', text);
  text = await new Promise(res => http.get(new URL('http://127.0.0.1:' + port + '/parts'), { agent: new http.Agent({ keepAlive: true }) }, m => body(m).then(res)));
  console.log('url', text);
  // Failures.
  await new Promise(res => http.get({ host: '127.0.0.1', port: 1 }).on('error', e => { console.log(e.code, e.syscall, e.address, e.port, e.errno, e.message); res(); }));
  await new Promise(res => {
    const req = http.get({ host: '127.0.0.1', port, path: '/hang', timeout: 20 });
    req.on('timeout', () => { console.log('timeout'); req.destroy(); });
    req.on('error', e => console.log(e.code, e.message));
    req.on('close', () => { console.log('close', req.destroyed); res(); });
  });
  await new Promise(res => {
    const req = http.get({ host: '127.0.0.1', port, path: '/hang' });
    req.on('abort', () => console.log('abort'));
    req.on('error', e => { console.log(e.code, e.message, req.aborted); res(); });
    setTimeout(() => req.abort(), 10);
  });
  await new Promise(res => {
    const c = new AbortController(), req = http.get({ host: '127.0.0.1', port, path: '/hang', signal: c.signal });
    req.on('error', e => { console.log(e.name, e.code, e.message); res(); });
    setTimeout(() => c.abort(), 10);
  });
  await new Promise(res => {
    http.get({ host: '127.0.0.1', port, path: '/break' }, m => {
      m.on('data', c => console.log('data', c.toString()));
      m.on('aborted', () => console.log('aborted', m.complete));
      m.on('error', e => { console.log(e.code, e.message); res(); });
    });
  });
  for (const o of [{ path: '/a b' }, { headers: { 'bad name': 1 } }, { headers: { x: 'a\r\nb' } }, { protocol: 'ftp:' }, { method: 'G T' }]) {
    try { http.request(o); } catch (e) { console.log(e.name, e.code, e.message); }
  }
  try { https.get('http://x/'); } catch (e) { console.log(e.code, e.message); }
  const taken = http.createServer();
  await new Promise(res => taken.on('error', e => { console.log(e.code, e.syscall, e.address, e.port === port); res(); }).listen(port, '127.0.0.1'));
  const closed = new Promise(res => server.close(res));
  server.closeAllConnections();
  await closed;
  console.log('closed', server.listening, server.address());
  console.log(http.STATUS_CODES, http.METHODS.length, http.METHODS.includes('PATCH'), http.globalAgent instanceof http.Agent, https.globalAgent.defaultPort);
})();
