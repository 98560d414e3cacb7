// Whether a server listens, as packages ask.
const net = require('net'), http = require('http'), { once } = require('events');
module.exports = (async () => {
  for (const server of [net.createServer(), http.createServer()]) {
    const seen = [server._handle];
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    seen.push(typeof server._handle, server.listening);
    server.close();
    seen.push(server._handle, server.listening);
    await once(server, 'close');
    console.log(seen);
  }
})();
