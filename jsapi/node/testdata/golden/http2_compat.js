const http2 = require('http2');
const print = (...a) => console.log(...a);
async function main() {
  const server = http2.createServer(async (req, res) => {
    const path = req.url;
    if (path === '/plain') {
      res.setHeader('Content-Type', 'text/plain');
      res.setHeader('X-List', ['a', 'b']);
      res.sendDate = false;
      print(req.httpVersion, req.method, req.authority === 'h:1', req.scheme, req.headers['x-a'], req.rawHeaders.length, req.complete, res.headersSent, res.getHeaderNames(), res.hasHeader('x-LIST'), res.statusCode);
      res.on('finish', () => print('finish')).on('close', () => print('close'));
      req.on('close', () => print('req close')).on('end', () => print('req end'));
      res.end('hello');
    } else if (path === '/body') {
      let n = '';
      for await (const chunk of req) { n += chunk; }
      res.writeHead(201, { 'x-b': '1', date: 'D' });
      res.write(n.toUpperCase());
      res.addTrailers({ 'X-T': 'tt' });
      res.end(() => print('end callback'));
    } else if (path === '/status') {
      for (const f of [() => { res.statusCode = 100; }, () => { res.statusCode = 700; }, () => res.setHeader(':status', '1'), () => res.setHeader('a b', '1'), () => res.setHeader('a', undefined)]) {
        try { f(); } catch (e) { print(e.name, e.code, e.message); }
      }
      res.statusCode = 404;
      res.removeHeader('date');
      res.end();
      try { res.setHeader('late', '1'); } catch (e) { print(e.code, e.message); }
    } else if (path === '/early') {
      res.writeEarlyHints({ link: '</x>; rel=preload', 'x-h': '2' });
      res.sendDate = false;
      res.end('done');
    } else if (path === '/destroy') {
      res.destroy();
    } else if (path === '/head') {
      res.sendDate = false;
      res.setHeader('x', 'y');
      res.end('not sent');
    } else if (path === '/array') {
      res.sendDate = false;
      res.writeHead(200, ['a', '1', 'b', '2']);
      res.end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = http2.connect('http://127.0.0.1:' + server.address().port);
  const ask = (headers, body) => new Promise((resolve) => {
    const req = client.request({ ':authority': 'h:1', ...headers });
    let text = '', trailers, info = [];
    const out = [];
    req.setEncoding('utf8');
    req.on('headers', (h) => out.push({ ...h })).on('response', (h) => out.push({ ...h })).on('trailers', (h) => out.push('trailers', { ...h })).on('data', (d) => { text += d; });
    req.on('error', (e) => out.push(e.code)).on('aborted', () => out.push('aborted')).on('continue', () => out.push('continue'));
    req.on('close', () => { out.push(text, req.rstCode); setTimeout(() => resolve(out), 20); });
    if (body) { req.end(body); }
  });
  print(await ask({ ':path': '/plain', 'x-a': '1' }));
  print(await ask({ ':path': '/body', ':method': 'POST' }, 'text'));
  print(await ask({ ':path': '/body', ':method': 'POST', expect: '100-continue' }, 'text'));
  print(await ask({ ':path': '/status' }));
  print(await ask({ ':path': '/early' }));
  print(await ask({ ':path': '/destroy' }));
  print(await ask({ ':path': '/head', ':method': 'HEAD' }));
  print(await ask({ ':path': '/array' }));
  client.close();
  await new Promise((resolve) => client.on('close', resolve));
  await new Promise((resolve) => server.close(resolve));
}
module.exports = main().then(() => process.nextTick(() => { if (require.main === module) { process.exit(0); } }));
