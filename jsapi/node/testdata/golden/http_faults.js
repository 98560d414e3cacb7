// What is no HTTP: the errors of servers and of clients, and what insecureHTTPParser takes.
const http = require('http'), net = require('net');
const requests = [
  'Oopsie-doopsie\r\n', 'FOO /\r\n', 'GET / HTTP/1.1\r\nDummy: Header\rContent-Length: 1\r\n\r\n', 'GET / HTTP/1.1\r\nDummy: Header\nX: 1\r\n\r\n', 'GET / HTTP/1.1\nX: 1\r\n\r\n',
  'GET / HTTP/1.1\r\nX : 1\r\n\r\n', 'GET / HTTP/1.1\r\n X: 1\r\n\r\n', 'GET / HTTP/1.1\r\nX: 1\r\n Y\r\n\r\n', 'GET / HTTP/1.1\r\nX: a\x08b\r\n\r\n', 'GET / HTTP/1.1\r\nX\r\n\r\n',
  'GET / HTTP/1.1\r\n: 1\r\n\r\n', 'GET / HTTP/1.2\r\n\r\n', 'GET / HTTX/1.1\r\n\r\n', 'GET  / HTTP/1.1\r\nHost: a\r\n\r\n', 'GET a HTTP/1.1\r\n\r\n', 'GET /\x01 HTTP/1.1\r\n\r\n',
  'GET /\t HTTP/1.1\r\n\r\n', 'GET /\x80 HTTP/1.1\r\nHost: a\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunkedchunked\r\n\r\n1\r\nA\r\n0\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nAB\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\nA\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\nA\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1 ;a\r\nA\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;\x01\r\nA\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX y: 1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: a\x01\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nX: ' + 'a'.repeat(20000) + '\r\n\r\n',
  'GET /' + 'a'.repeat(20000) + ' HTTP/1.1\r\nHost: a\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\n\rX', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: b\r\n\r\n',
  '\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n', 'GET', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n', 'GET h@://a/ HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n\r\n', 'get / HTTP/1.1\r\n\r\n', 'G', 'GET / HTTP/1.1\r\nX: 1\r\r\n\r\n', 'GET / HTTP/1.1\r\nX: 1\r\n\n',
  'GET / HTTP/1.1\r\nX:\r\n\r\n', 'GET / HTTP/11\r\n\r\n', 'GET / HTTP/a.1\r\n\r\n', 'GET / HTTP/1.a\r\n\r\n', 'GET / HTTP/1.1x\r\n\r\n'
];
const responses = [
  'HTTP/1.1 200 OK\r\nFoo: Bar\rContent-Length: 1\r\n\r\n', 'HTTP/1.1 200 OK\nX: 1\r\n\r\n', 'HTTP/1.1 2x0 OK\r\n\r\n', 'HTTP/1.1 200OK\r\n\r\n', 'HTTX/1.1 200 OK\r\n\r\n',
  'HTTP/3.1 200 OK\r\n\r\n', 'HTTP/1.1 200 OK\r\nX y: 1\r\n\r\n', 'HTTP/1.1 200 OK\r\nX: a\x08b\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxx\r\n', 'HTTP/1.1 200 OK\r\nX: ' + 'a'.repeat(20000) + '\r\n\r\n', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 99 OK\r\n\r\n', 'HTTP/1.1 2000 OK\r\n\r\n', 'hello', 'HTTP/1.1 200 OK\r\nX: 1\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nrest', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 200 OK\rX: 1\r\nContent-Length: 0\r\n\r\n'
];
const shown = err => [err.code, err.message, err.reason, err.bytesParsed, err.rawPacket && err.rawPacket.length, Object.keys(err).join()];
const print = (text, out) => console.log(JSON.stringify(text.slice(0, 90)), JSON.stringify(out));
async function serve(text, lenient) {
  const out = [], data = [];
  const server = http.createServer({ insecureHTTPParser: lenient }, (req, res) => {
    out.push(['request', req.method, req.url, JSON.stringify(req.rawHeaders).slice(0, 80)]);
    req.on('data', d => data.push(d.toString()));
    req.on('error', err => out.push(['error of it', err.code]));
    req.on('end', () => { out.push('end ' + JSON.stringify(req.trailers)); res.end(); });
  });
  server.on('clientError', (err, socket) => { out.push(['clientError', ...shown(err)]); socket.destroy(); });
  await new Promise(res => server.listen(0, '127.0.0.1', res));
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('error', () => {});
  client.resume();
  client.end(Buffer.from(text, 'latin1'));
  await new Promise(res => { client.on('close', res); });
  await new Promise(res => { server.close(res); });
  print(text, out.concat(data.length ? [data.join('')] : []));
}
async function ask(text, lenient) {
  const out = [];
  const server = net.createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.from(text, 'latin1')));
  });
  await new Promise(res => server.listen(0, '127.0.0.1', res));
  const req = http.get({ port: server.address().port, host: '127.0.0.1', agent: false, insecureHTTPParser: lenient }, res => {
    out.push(['response', res.statusCode, res.statusMessage, JSON.stringify(res.rawHeaders).slice(0, 80)]);
    res.on('data', d => out.push(['data', d.toString()]));
    res.on('error', err => out.push(['error of it', err.code]));
    res.on('end', () => out.push('end'));
  });
  req.on('error', err => out.push(['error', ...shown(err)]));
  await new Promise(res => { req.on('close', res); });
  server.close();
  print(text, out);
}
module.exports = (async () => {
  for (const lenient of [false, true]) {
    for (const text of requests) { await serve(text, lenient); }
    for (const text of responses) { await ask(text, lenient); }
  }
  // Options of requests.
  const long = 'a'.repeat(40000), server = http.createServer({ maxHeaderSize: 60000 }, (req, res) => { res.writeHead(200, { x: long, 'x-multi': ['1', '2'], authorization: ['3', '4'] }); res.end(String(req.headers.x.length)); });
  await new Promise(res => server.listen(0, '127.0.0.1', res));
  const get = o => new Promise(done => {
    http.get({ port: server.address().port, host: '127.0.0.1', headers: { x: long }, agent: false, ...o }, res => { res.resume(); done([res.statusCode, (res.headers.x || '').length, res.headers['x-multi'], res.headers.authorization]); }).on('error', err => done([err.code, err.message]));
  });
  console.log(await get({}), await get({ maxHeaderSize: 30000 }), await get({ maxHeaderSize: 60000 }), await get({ maxHeaderSize: 60000, joinDuplicateHeaders: true }), await get({ maxHeaderSize: 60000, headers: { x: 'a'.repeat(61000) } }));
  server.close();
  for (const o of [{ insecureHTTPParser: 0 }, { maxHeaderSize: 'x' }, { maxHeaderSize: -1 }, { maxHeaderSize: 1.5 }, { joinDuplicateHeaders: 1 }]) {
    for (const f of [() => http.request({ port: 1, ...o }), () => http.createServer(o)]) { try { f().on('error', () => {}); console.log('taken'); } catch (err) { console.log(err.code, err.message); } }
  }
  console.log(http.maxHeaderSize);
})();
