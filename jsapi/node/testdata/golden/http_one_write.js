// What a message of HTTP is given in one turn is one write to its connection; what comes between is not overtaken.
const http = require('http'), net = require('net'), { once } = require('events');
const spy = (socket, log) => { for (const k of ['_write', '_writev']) { const was = socket[k]; socket[k] = function (chunk, ...rest) { if (!this.connecting) { log.push(k === '_write' ? chunk.toString('latin1') : chunk.map(c => c.chunk.toString('latin1')).join('')); } return was.call(this, chunk, ...rest); }; } };
const cases = {
  headBodyEnd(res) { res.writeHead(200, { 'Content-Type': 'text/plain' }); res.write('a'); res.write('b'); res.end('c'); },
  sized(res) { res.writeHead(200, { 'Content-Length': 4 }); res.write('ab'); res.end('cd'); },
  endAlone(res) { res.write('a'); res.end(); },
  empty(res) { res.write(''); res.write('x'); res.write(''); res.end(''); },
  twoTurns(res) { res.write('a'); res.write('b'); setImmediate(() => { res.write('c'); res.end('d'); }); },
  ticks(res) { res.write('a'); process.nextTick(() => { res.write('b'); res.end(); }); },
  trailers(res) { res.writeHead(200, { Trailer: 'X-A' }); res.write('a'); res.addTrailers({ 'X-A': '1' }); res.end(); },
  socketEnd(res) { res.write('a'); res.socket.end(); },
  socketWrite(res) { res.writeHead(200, { 'Content-Length': 3 }); res.write('a'); res.socket.write('b'); res.end('c'); },
  flushed(res) { res.writeHead(200); res.flushHeaders(); res.write('a'); res.end(); },
  implicit(res) { res.setHeader('X-A', '1'); res.write('a'); res.end('b'); },
  nothing(res) { res.writeHead(204); res.write('a'); res.end(); },
  corked(res) { res.writeHead(200, { 'Content-Length': 2 }); res.cork(); res.write('a'); res.write('b'); setImmediate(() => { console.log('uncork'); res.uncork(); res.end(); }); },
  called(res, log) { res.write('a', () => log.push('written a')); res.write('b', () => log.push('written b')); res.end('c', () => log.push('ended')); res.on('finish', () => log.push('finish')); },
  wrapped(res) { const { socket } = res, write = socket.write; socket.write = function (...a) { console.log('seen'); return write.apply(this, a); }; res.writeHead(200, { 'Content-Length': 2 }); res.flushHeaders(); socket.write = write; res.end('ab'); }
};
module.exports = (async () => {
  for (const [name, serve] of Object.entries(cases)) {
    for (const version of name === 'trailers' ? ['1.1'] : ['1.1', '1.0']) {
      const log = [], server = http.createServer((req, res) => { res.sendDate = false; res.shouldKeepAlive = false; spy(req.socket, log); serve(res, log); }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const client = net.connect(server.address().port, '127.0.0.1'); let text = '';
      client.setEncoding('latin1'); client.on('data', d => { text += d; });
      client.write(`GET / HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`); await once(client, 'close');
      console.log(name, version, name === 'socketWrite' ? '' : log, text.replace(/^[^]*?\r\n\r\n/, '')); 
      server.close(); await once(server, 'close');
    }
  }
  // Requests.
  const server = http.createServer((req, res) => { req.resume(); req.on('end', () => res.end('ok')); }).listen(0, '127.0.0.1'); await once(server, 'listening');
  const agent = new http.Agent({ keepAlive: true }), log = [];
  for (const n of [1, 2, 3]) {
    const req = http.request({ port: server.address().port, host: '127.0.0.1', method: 'POST', agent, headers: { Host: 'a' } });
    if (n < 3) { req.write('a'); req.write('b'); req.end('c'); }
    req.on('socket', (socket) => { if (n === 1) { spy(socket, log); } if (n === 3) { req.write('a'); req.write('b'); req.end('c'); } });
    const [res] = await once(req, 'response'); res.resume(); await once(res, 'end'); await new Promise(setImmediate);
    if (n === 1) { log.splice(0); } else { console.log(n, log.splice(0).length); } // the first waits for its connection
  }
  agent.destroy(); server.close();
  // Bytes are counted before their turn is over; the head may be sent for itself; who gives up in the midst of a piece hears no more.
  const third = http.createServer((req, res) => { if (req.url === '/count') { res.write('a'); console.log(res.socket.bytesWritten > 0); res.end('b'); } else if (req.url === '/head') { res.write('Hello, '); res._send(''); res.write('world!'); res._send(''); res.end(); } else { for (let i = 0; i < 500; i++) { res.write('x' + i); } res.end(); } }).listen(0, '127.0.0.1'); await once(third, 'listening');
  for (const path of ['/count', '/head']) { const [res] = await once(http.get({ port: third.address().port, host: '127.0.0.1', path }), 'response'); let text = ''; for await (const c of res) { text += c; } console.log(path, text); }
  const given = http.get({ port: third.address().port, host: '127.0.0.1', path: '/' }); given.on('error', () => {}); let late = 0; given.on('response', (res) => { res.on('error', () => {}); let size = 0; res.on('data', (c) => { if (given.aborted) { late++; } size += c.length; if (size > 100) { given.abort(); } }); }); await once(given, 'close'); await new Promise(setImmediate); console.log('late', late); third.close();
})();
