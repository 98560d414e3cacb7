// A request that asks for another protocol gets the connection.
const http = require('http'), net = require('net');
const server = net.createServer(c => {
  let text = '';
  c.on('data', d => {
    text += d;
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) { return; }
    c.removeAllListeners('data');
    console.log(text.split('\r\n')[0], /\r\nupgrade: echo\r\n/i.test(text), /\r\nconnection: upgrade\r\n/i.test(text));
    if (/refused/.test(text)) { c.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno'); return; }
    c.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\nX-Other: 1\r\n\r\n');
    c.on('data', d => c.write('<' + d + '>'));
    c.on('end', () => c.end('bye'));
  });
  c.on('error', () => {});
});
module.exports = new Promise(done => server.listen(0, '127.0.0.1', async () => {
  const port = server.address().port, headers = { Connection: 'Upgrade', Upgrade: 'echo' };
  await new Promise(next => {
    const req = http.request({ port, host: '127.0.0.1', path: '/x', headers });
    req.on('response', () => console.log('a response'));
    req.on('upgrade', (res, socket, head) => {
      console.log(res.statusCode, res.statusMessage, res.headers.upgrade, res.headers['x-other'], res.upgrade, Buffer.isBuffer(head));
      console.log(socket instanceof net.Socket, socket.remotePort === port, socket.readable, socket.writable, res.socket === socket);
      socket.setNoDelay().setTimeout(0);
      let text = head.toString();
      socket.on('data', d => { text += d; if (text === '<one>') { socket.write('two'); } if (text === '<one><two>') { socket.end(); } });
      socket.on('end', () => console.log(text));
      socket.on('close', bad => { console.log('closed', bad); next(); });
      socket.write('one');
    });
    req.on('error', e => console.log(e.code));
    req.end();
  });
  await new Promise(next => {
    http.get({ port, host: '127.0.0.1', path: '/refused', headers }, res => {
      console.log(res.statusCode, res.upgrade);
      res.on('data', d => console.log(String(d))).on('end', next);
    }).on('upgrade', () => console.log('an upgrade'));
  });
  await new Promise(next => { // nobody wants it
    http.get({ port, host: '127.0.0.1', path: '/', headers }).on('close', () => { console.log('request closed'); next(); }).on('error', e => console.log(e.code));
  });
  server.close(() => { console.log('server closed'); done(); });
}));
