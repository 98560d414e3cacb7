// What servers of http make of the bytes that come, and which bytes they answer with.
const http = require('http'), net = require('net');
const out = [];
// ask sends texts one after the other, and gives all that comes until the server ends the connection, or is silent for a while.
function ask(server, ...texts) {
  return new Promise((resolve) => {
    const c = net.connect(server.address().port, '127.0.0.1');
    let got = '', timer;
    const done = () => { clearTimeout(timer); c.destroy(); resolve(got.replace(/Date: [^\r]*/g, 'Date: D')); };
    c.on('data', (d) => { got += d.toString('latin1'); clearTimeout(timer); timer = setTimeout(done, 150); if (texts.length) { send(); } });
    c.on('end', done).on('error', done);
    const send = () => { c.write(Buffer.from(texts.shift(), 'latin1')); };
    timer = setTimeout(done, 400);
    c.on('connect', send);
  });
}
async function serve(o, fn, work) {
  const server = http.createServer(o, fn);
  await new Promise((r) => server.listen(0, '127.0.0.1', r));
  await work(server);
  server.closeAllConnections();
  await new Promise((r) => server.close(r));
}
const print = (name, text) => console.log(name, JSON.stringify(text));
module.exports = (async () => {
  const lines = ['GET /%zz HTTP/1.1', 'GET / HTTP/1.1\n', 'XGET / HTTP/1.1', 'get / HTTP/1.1', 'GET  / HTTP/1.1', 'GET ?a HTTP/1.1', 'GET http://x/y?z HTTP/1.1', 'GET /a b HTTP/1.1', 'GET / HTTP/1.2', 'GET / FTP/1.1',
    'GET / HTTP/11', 'GET * HTTP/1.1', 'GET /\t HTTP/1.1', 'GET /#a HTTP/1.1', 'M-SEARCH * HTTP/1.1', 'GET / HTTP/a.1', 'GET //a//b HTTP/1.1', 'GET /<a>"{|}^` HTTP/1.1', '\r\n\r\nGET / HTTP/1.1'];
  const heads = ['A b: c', 'A : c', ' A: c', 'A:\x01', 'Content-Length: a', 'Content-Length: ', 'Content-Length: 1\r\nContent-Length: 1', 'Content-Length: 1\r\nTransfer-Encoding: chunked', 'A: b\r\n c', 'A', 'Content-Length: +5',
    '\xe9: a', 'A: \xe9', 'Host: b', 'A: ' + 'x'.repeat(17000), 'x-MiXed: 1\r\nX-mixed:  2 \r\nCookie: a\r\ncookie: b\r\nset-cookie: c'];
  await serve({}, (req, res) => { out.push([req.method, req.url, req.httpVersion, req.rawHeaders, req.headers]); res.end('ok'); }, async (server) => {
    server.on('clientError', (e, socket) => { out.push([e.code, e.message]); socket.destroy(); });
    for (const text of [...lines.map((l) => l + (/\n$/.test(l) ? '' : '\r\n') + 'Host: a\r\nConnection: close\r\n\r\n'), ...heads.map((h) => 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n' + h + '\r\n\r\n')]) {
      out.length = 0;
      const got = await ask(server, text);
      print(JSON.stringify(text.replace(/\r\nHost: a\r\nConnection: close/, '').slice(0, 40)), [...out, got.split('\r\n')[0]]);
    }
  });
  await serve({}, (req, res) => { res.end('never'); }, async (server) => {
    for (const text of ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nA: ' + 'x'.repeat(20000) + '\r\n\r\n']) { print(JSON.stringify(text.slice(0, 20)), await ask(server, text)); }
  });
  const get = (path, more = '', version = '1.1') => 'GET ' + path + ' HTTP/' + version + '\r\nHost: a\r\n' + more + '\r\n';
  await serve({}, (req, res) => {
    switch (req.url) {
      case '/known': res.setHeader('X-Own', ['1', '2']); res.end('body'); break;
      case '/pieces': res.write('one'); res.end('two'); break;
      case '/trailers': res.writeHead(200, { Trailer: 'X-Sum' }); res.write('a'); res.addTrailers({ 'X-Sum': '1' }); res.end(); break;
      case '/none': res.writeHead(204); res.end('dropped'); break;
      case '/same': res.statusCode = 304; res.end(); break;
      case '/words': res.writeHead(299, 'My Words', ['A', 'b', 'a', 'c']); res.end(); break;
      case '/close': res.setHeader('Connection', 'close'); res.end('x'); break;
      case '/sized': res.writeHead(200, { 'Content-Length': 2 }); res.write('o'); res.end('k'); break;
      case '/bare': res.removeHeader('Date'); res.removeHeader('Connection'); res.end('x'); break;
      case '/flushed': res.flushHeaders(); setTimeout(() => res.end('late'), 5); break;
      case '/early': res.writeProcessing(); res.writeEarlyHints({ link: '</a>; rel=preload', 'x-more': '1' }); res.end('x'); break;
      case '/slow': setTimeout(() => res.end('slow'), 30); break;
      case '/fast': res.end('fast'); break;
      case '/echo': { let t = ''; req.on('data', (d) => { t += d; }).on('end', () => res.end(t + JSON.stringify(req.trailers))); break; }
      case '/unread': res.end('unread'); break;
      case '/throws': res.end('thrown'); break;
      default: res.statusCode = 404; res.end();
    }
  }, async (server) => {
    for (const path of ['/known', '/pieces', '/trailers', '/none', '/same', '/words', '/close', '/sized', '/bare', '/flushed', '/early']) {
      print(path, await ask(server, get(path)));
      if (path !== '/trailers') { print(path + ' 1.0', await ask(server, get(path, '', '1.0'))); }
    }
    print('HEAD', await ask(server, get('/known').replace('GET', 'HEAD')));
    print('1.0 keeps', await ask(server, get('/known', 'Connection: keep-alive\r\n', '1.0'), get('/fast', '', '1.0')));
    print('in their order', await ask(server, get('/slow') + get('/fast') + get('/pieces', 'Connection: close\r\n') + get('/fast')));
    print('one after the other', await ask(server, get('/fast'), get('/slow'), get('/close'), get('/fast')));
    const post = (path, more, body) => 'POST ' + path + ' HTTP/1.1\r\nHost: a\r\n' + more + '\r\n' + body;
    print('sized', await ask(server, post('/echo', 'Content-Length: 5\r\n', 'hello') + get('/close')));
    print('chunks', await ask(server, post('/echo', 'Transfer-Encoding: chunked\r\nTrailer: T\r\n', '3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nT: v\r\n\r\n') + get('/close')));
    print('unread', await ask(server, post('/unread', 'Content-Length: 5\r\n', 'hello') + get('/close')));
    print('bad chunk', await ask(server, post('/unread', 'Transfer-Encoding: chunked\r\n', 'zz\r\n')));
    print('expects', await ask(server, post('/echo', 'Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n', ''), 'ok'));
    print('expects more', await ask(server, post('/echo', 'Content-Length: 2\r\nExpect: wonders\r\n', '')));
    server.on('checkContinue', (req, res) => { res.writeHead(403); res.end('no'); });
    server.on('checkExpectation', (req, res) => { res.end('well'); });
    print('refused', await ask(server, post('/echo', 'Content-Length: 2\r\nExpect: 100-continue\r\n', '')));
    print('met', await ask(server, post('/echo', 'Content-Length: 2\r\nExpect: wonders\r\n', 'ab')));
    print('not upgraded', await ask(server, get('/fast', 'Connection: Upgrade\r\nUpgrade: x\r\n')));
    print('no tunnel', await ask(server, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'));
    for (const type of ['upgrade', 'connect']) { server.on(type, (req, socket, head) => { socket.end(type + ' ' + req.method + ' ' + req.url + ' ' + head + ' ' + socket.listenerCount('data') + socket.listenerCount('close')); }); }
    print('upgraded', await ask(server, get('/u', 'Connection: Upgrade\r\nUpgrade: x\r\n') + 'head'));
    print('tunnel', await ask(server, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\nhead'));
  });
  await serve({ keepAliveTimeout: 2000, requireHostHeader: false, joinDuplicateHeaders: true, maxHeaderSize: 200 }, (req, res) => { res.end(JSON.stringify(req.headers)); }, async (server) => {
    server.maxRequestsPerSocket = 2;
    server.on('dropRequest', (req) => print('dropped', req.url));
    print('options', await ask(server, 'GET / HTTP/1.1\r\nA: 1\r\na: 2\r\nAge: 1\r\nAge: 2\r\n\r\n', 'GET /2 HTTP/1.1\r\n\r\n', 'GET /3 HTTP/1.1\r\n\r\n'));
    print('long', await ask(server, 'GET / HTTP/1.1\r\nA: ' + 'x'.repeat(300) + '\r\n\r\n'));
    server.maxHeadersCount = 1;
    print('few', await ask(server, 'GET / HTTP/1.1\r\nA: 1\r\nB: 2\r\nConnection: close\r\n\r\n'));
  });
  await serve({}, (req, res) => {
    const log = [];
    for (const e of ['close', 'aborted', 'error']) { req.on(e, () => log.push('req ' + e)); }
    for (const e of ['finish', 'close', 'error']) { res.on(e, () => log.push('res ' + e)); }
    res.on('close', () => setTimeout(() => print(req.url, [...log, req.complete, req.aborted, req.destroyed, res.finished, res.writableFinished, res.destroyed, res.socket === null]), 10));
    if (req.url === '/destroyed') { res.write('part'); res.destroy(); } else if (req.url === '/ended') { res.end('x'); } else if (req.url === '/req') { req.destroy(); }
  }, async (server) => {
    await ask(server, get('/ended'));
    await ask(server, get('/destroyed'));
    await ask(server, 'POST /req HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab');
    await ask(server, get('/left'));
    await ask(server, 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab');
    await new Promise((r) => setTimeout(r, 50));
  });
  await serve({}, (req, res) => { if (req.url === '/res') { res.setTimeout(20, (socket) => { print('res timeout', socket === res.socket); res.end('timeout'); }); } else { req.setTimeout(20, () => { print('req timeout', ''); res.end('r'); }); req.resume(); } }, async (server) => {
    print('time of the response', await ask(server, get('/res', 'Connection: close\r\n')));
    print('time of the request', await ask(server, 'POST /req HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nab'));
    server.setTimeout(20, (socket) => { print('server timeout', ''); socket.destroy(); });
    print('time of the server', await ask(server, 'GET / HT'));
  });
  await serve({ headersTimeout: 30, requestTimeout: 60, connectionsCheckingInterval: 10 }, (req, res) => { req.resume().on('end', () => res.end('x')); }, async (server) => {
    print('slow head', await ask(server, 'GET / HT'));
    print('slow body', await ask(server, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab'));
  });
  for (const bad of [{ requestTimeout: -1 }, { headersTimeout: 2, requestTimeout: 1 }, { keepAliveTimeout: 'x' }, { requireHostHeader: 1 }, { maxHeaderSize: 1.5 }, 5]) { try { http.createServer(bad); console.log('fine'); } catch (e) { console.log(e.code, e.message); } }
})();
