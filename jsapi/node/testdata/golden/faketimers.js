// Tests replace the timers and Date. The modules of Node keep their own: servers, connections and processes go on.
const http = require('http');
const net = require('net');
const child_process = require('child_process');
const timers = require('timers');
const names = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate', 'Date'];
const real = {};
for (const name of names) {
  real[name] = globalThis[name];
  globalThis[name] = function () { throw new Error(name + ' is not for Node'); };
  if (timers[name]) { timers[name] = globalThis[name]; }
}
const later = () => new Promise((done) => real.setTimeout(done, 20));
function request(port, agent) {
  return new Promise((done, fail) => {
    const req = http.request({ port, host: '127.0.0.1', agent, method: 'POST', timeout: 5000 }, (res) => {
      let text = '';
      res.on('data', (more) => { text += more; });
      res.on('end', () => done(res.statusCode + ' ' + text + ' ' + /GMT$/.test(res.headers.date)));
    });
    req.on('error', fail);
    req.end('body');
  });
}
module.exports = (async function () {
  const server = http.createServer((req, res) => { req.resume().on('end', () => res.end('answer')); });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const agent = new http.Agent({ keepAlive: true });
  console.log(await request(server.address().port, agent));
  await later();
  console.log(await request(server.address().port, agent));
  agent.destroy();
  await new Promise((done) => server.close(done));

  const echo = net.createServer((socket) => { socket.setTimeout(5000); socket.pipe(socket); });
  await new Promise((done) => echo.listen(0, '127.0.0.1', done));
  const socket = net.connect(echo.address().port, '127.0.0.1');
  socket.setTimeout(30, () => socket.end());
  socket.write('hello');
  console.log(await new Promise((done) => { let text = ''; socket.on('data', (more) => { text += more; }).on('close', () => done(text)); }));
  await new Promise((done) => echo.close(done));

  console.log(await new Promise((done) => child_process.exec('echo out', { timeout: 5000 }, (err, out) => done(out.trim()))));
  console.log((await new Promise((done) => require('dns').lookup('127.0.0.1', (err, address) => done(address)))));
  console.log(AbortSignal.timeout(10000).aborted);
  Object.assign(globalThis, real);
})();
