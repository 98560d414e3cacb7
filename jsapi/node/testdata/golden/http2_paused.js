// A stream that is paused ends, when nothing is left to be read.
const http2 = require('http2');
const server = http2.createServer();
server.on('stream', (s, headers) => {
  s.respond({ ':status': 200 }, { waitForTrailers: true });
  s.on('wantTrailers', () => s.sendTrailers({ 'x-status': '0' }));
  if (headers[':path'] === '/empty') { s.end(); return; }
  s.write('answer');
  setImmediate(() => s.end());
});
const ask = (client, path) => new Promise((resolve) => {
  const seen = [], s = client.request({ ':path': path });
  s.on('data', (d) => { seen.push('data ' + d); s.pause(); });
  s.on('trailers', (h) => seen.push('trailers ' + h['x-status']));
  s.on('end', () => seen.push('end'));
  s.on('close', () => resolve([...seen.filter((x) => x !== 'end'), seen.includes('end')]));
  if (path === '/empty') { s.pause(); }
});
module.exports = (async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = http2.connect('http://127.0.0.1:' + server.address().port);
  console.log(await ask(client, '/full'));
  console.log(await ask(client, '/empty'));
  client.close();
  await new Promise((resolve) => server.close(resolve));
})();
