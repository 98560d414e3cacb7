// Lengths that are checked, listeners that reject, and timeouts of requests.
const http = require('http'), net = require('net'), EventEmitter = require('events');
const attempt = f => { try { return f(); } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
const ask = (server, o) => new Promise(done => {
  const end = text => server.close(() => done(text));
  server.listen(0, '127.0.0.1', () => {
    http.get({ port: server.address().port, host: '127.0.0.1', agent: false, ...o }, res => {
      let text = '';
      res.on('data', c => text += c).on('end', () => end(`${res.statusCode} ${res.headers['content-type']} ${res.headers['content-length']} ${text}`)).on('error', e => end(`failed ${res.statusCode} ${e.code}`));
    }).on('error', e => end('no answer ' + e.code));
  });
});
module.exports = (async () => {
  const strict = [
    res => { res.setHeader('Content-Length', 5); console.log(attempt(() => res.write('hello')), attempt(() => res.write('a'))); res.end(); },
    res => { res.setHeader('Content-Length', 5); res.write('a'); console.log(attempt(() => res.end('aaa'))); res.end('aaaa'); },
    res => { res.setHeader('content-length', '5'); res.end('12345'); },
    res => { res.writeHead(200, { 'content-length': 2 }); console.log(attempt(() => res.end('é!')), attempt(() => res.end())); res.end('é'); },
    res => { res.setHeader('Content-Length', 5); res.flushHeaders(); console.log(attempt(() => res.end(Buffer.alloc(6)))); res.end(Buffer.from('12345')); },
    res => { console.log(res.strictContentLength); res.write('ab'); res.end('c'); },
  ];
  for (const answer of strict) { console.log(await ask(http.createServer((req, res) => { res.strictContentLength = true; answer(res); }))); }
  const rejecting = [async (req, res) => { res.setHeader('content-type', 'application/json'); throw new Error('early'); }, async (req, res) => { res.write('{'); throw new Error('late'); }];
  EventEmitter.captureRejections = true;
  for (const answer of rejecting) { console.log(await ask(http.createServer(answer))); }
  const connections = net.createServer(async socket => { socket.on('error', e => console.log('socket', e.message)); throw new Error('of a connection'); });
  await new Promise(done => connections.listen(0, '127.0.0.1', () => net.connect(connections.address().port, '127.0.0.1').on('error', () => {}).on('close', () => connections.close(done)).resume()));
  const failing = net.createServer();
  failing.on('listening', async () => { throw new Error('of listening'); });
  await new Promise(done => failing.on('error', e => { console.log(e.message); failing.close(done); }).listen(0, '127.0.0.1'));
  EventEmitter.captureRejections = false;
  for (const timeout of [null, '5', -1, NaN, Infinity]) { console.log(attempt(() => http.request({ timeout }))); }
})();
