// Servers that are closed one after the other on one port: they end soon, and no request is sent over a connection
// to the last one.
const http = require('http'), https = require('https');
const { key, cert } = require('./support/certificate.js');
const turn = () => new Promise(r => setImmediate(r));
async function series(module, options) {
  const agent = new module.Agent({ keepAlive: true, rejectUnauthorized: false });
  let port = 0, failed = 0;
  const began = Date.now();
  for (let i = 0; i < 30; i++) {
    const server = module.createServer(options, (req, res) => res.end('ok'));
    await new Promise(r => server.listen(port, '127.0.0.1', r));
    port = server.address().port;
    await new Promise(r => module.get({ host: '127.0.0.1', port, agent }, res => res.resume().on('end', r)).on('error', () => { failed++; r(); }));
    await turn();
    server.closeIdleConnections();
    await new Promise(r => server.close(r));
    await turn();
    await turn();
  }
  await new Promise(r => setTimeout(r, 20));
  // One connection that is not idle would keep its server for five seconds.
  console.log(failed, agent.totalSocketCount, Object.keys(agent.freeSockets).length, Date.now() - began < 5000);
}
module.exports = (async () => {
  await series(http, {});
  await series(https, { key, cert });
})();
