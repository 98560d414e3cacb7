// A connection goes on with the next request when the body of the last one was read late, and half
// closed ones report their end. A signal that is aborted already ends a request at once.
const http = require('http'), net = require('net'), { once } = require('events'), { addAbortSignal } = require('stream');
const events = (q) => new Promise((done) => {
  const seen = [];
  for (const e of ['error', 'abort', 'response', 'close']) {
    q.on(e, (x) => { seen.push(e + (e === 'error' ? ' ' + x.code + ' ' + x.message : '')); if (e === 'close') { done(seen.join(', ')); } });
  }
});
module.exports = (async () => {
  // Reads what is there only when asked to, so that the last piece fills the buffer of the request.
  const server = http.createServer((req, res) => {
    const from = req.socket.remotePort;
    setTimeout(() => {
      let n = 0;
      req.on('readable', () => { let piece; while ((piece = req.read()) !== null) { n += piece.length; } });
      req.on('end', () => res.end(req.url + ' ' + n + ' ' + (from === server.first)));
      server.first = server.first || from;
    }, 20);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address(), agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path, size) => new Promise((done, no) => {
    const q = http.request({ port, host: '127.0.0.1', path, method: 'POST', agent }, (r) => { let t = ''; r.on('data', (d) => { t += d; }); r.on('end', () => done(t)); });
    q.on('error', no);
    q.end(Buffer.alloc(size));
  });
  for (const size of [20000, 70000, 5, 16384, 300000, 1]) { console.log(await ask('/' + size, size)); }
  agent.destroy();
  const url = 'http://127.0.0.1:' + port + '/';
  console.log(await events(http.get(url, { signal: AbortSignal.abort() })));
  const q = http.get(url, { signal: AbortSignal.abort() });
  console.log(q.destroyed);
  q.destroy();
  console.log(await events(q));
  const c = new AbortController(), p = http.get(url, { signal: c.signal });
  c.abort();
  p.abort();
  console.log(await events(p));
  console.log(await events(addAbortSignal(AbortSignal.abort(), http.get(url))));
  server.close();
  // Nobody reads, but the end is seen.
  const plain = net.createServer({ allowHalfOpen: true }, (s) => { s.on('end', () => { console.log('server end', s.readable, s.writable); s.end(); }); });
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  const s = net.connect({ port: plain.address().port, host: '127.0.0.1', allowHalfOpen: true }, () => s.end());
  await once(s, 'end');
  console.log('client end', s.readable, s.writable);
  await once(plain.close(), 'close');
})();
