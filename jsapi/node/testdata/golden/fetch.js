const http = require('http'), zlib = require('zlib');
module.exports = (async () => {
  const server = http.createServer((req, res) => {
    if (req.url === '/moved') { res.writeHead(302, { Location: '/json' }); res.end(); return; }
    if (req.url === '/zip') { res.setHeader('Content-Encoding', 'gzip'); res.end(zlib.gzipSync('unpacked')); return; }
    if (req.url === '/hang') { return; }
    if (req.url === '/none') { res.statusCode = 204; res.end(); return; }
    let t = '';
    req.on('data', c => { t += c; }).on('end', () => {
      res.setHeader('Content-Type', 'application/json');
      res.setHeader('Set-Cookie', ['a=1', 'b=2']);
      res.statusCode = req.url === '/bad' ? 400 : 200;
      res.end(JSON.stringify({ method: req.method, url: req.url, body: t, type: req.headers['content-type'], x: req.headers['x-y'], accept: req.headers.accept }));
    });
  });
  await new Promise(r => server.listen(0, '127.0.0.1', r));
  const base = 'http://127.0.0.1:' + server.address().port;
  let r = await fetch(base + '/json?a=b');
  console.log(r.status, r.statusText, r.ok, r.redirected, r.url === base + '/json?a=b', r.headers.get('content-type'), r.headers.getSetCookie(), r.bodyUsed);
  console.log(await r.json(), r.bodyUsed);
  await r.text().catch(e => console.log(e.name, /unusable/.test(e.message)));
  r = await fetch(base + '/x', { method: 'post', headers: { 'X-Y': '1' }, body: new URLSearchParams({ q: 'ä b' }) });
  console.log(await r.text());
  console.log(await (await fetch(base + '/x', { method: 'PUT', body: JSON.stringify({ a: 1 }), headers: new Headers([['content-type', 'application/json']]) })).json());
  r = await fetch(base + '/moved');
  console.log(r.redirected, r.url.slice(base.length), r.status);
  r = await fetch(base + '/moved', { redirect: 'manual' });
  console.log(r.status, r.headers.get('location'));
  await fetch(base + '/moved', { redirect: 'error' }).catch(e => console.log(e.name, e.message));
  console.log(await (await fetch(base + '/zip')).text());
  r = await fetch(base + '/bad');
  console.log(r.ok, r.status);
  r = await fetch(base + '/none');
  console.log(r.status, JSON.stringify(await r.text()), r.body);
  const shut = http.createServer();
  await new Promise(res => shut.listen(0, '127.0.0.1', res));
  const gone = shut.address().port;
  await new Promise(res => shut.close(res));
  await fetch('http://127.0.0.1:' + gone + '/').catch(e => console.log(e.name, e.message, e.cause && e.cause.code));
  await fetch('no url').catch(e => console.log(e.name, e.message));
  const c = new AbortController();
  setTimeout(() => c.abort(), 10);
  await fetch(base + '/hang', { signal: c.signal }).catch(e => console.log(e.name, e.message));
  await fetch(base + '/hang', { signal: AbortSignal.timeout(10) }).catch(e => console.log(e.name, e.message));
  await fetch(base, { body: 'x' }).catch(e => console.log(e.name, e.message));
  const h = new Headers({ B: '2', a: '1' });
  h.append('a', '3');
  console.log([...h], h.has('A'), h.get('none'));
  console.log(await new Response('text', { status: 201 }).text(), Response.json({ a: 1 }).headers.get('content-type'), new Request('http://x/y', { method: 'delete' }).method);
  const chunks = [];
  for await (const part of (await fetch(base + '/s')).body) { chunks.push(Buffer.from(part).toString()); }
  console.log(chunks.join('').length > 10);
  server.closeAllConnections();
  server.close();
})();
