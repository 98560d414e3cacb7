// Options of requests: time, headers as a list, agents; and what is written behind the end.
const http = require('http'), net = require('net');
const fails = (label, f) => { try { console.log(label, f()); } catch (err) { console.log(label, err.name, err.code, err.message); } };
module.exports = (async () => {
  const server = http.createServer((req, res) => {
    if (req.url === '/late') { return; }
    if (req.url === '/ended') {
      res.on('error', err => console.log('error', err.code));
      res.end('a');
      res.end(err => console.log('end', err.code));
      res.end('b', err => console.log('end with more', err.code));
      res.write('c', err => console.log('write', err.code));
      return;
    }
    if (req.url === '/list') {
      try { res.writeHead(200, ['a', '1', 'b']); } catch (err) { console.log(err.code); }
      res.writeHead(201, ['X-A', '1', 'x-a', '2']);
    }
    res.end(JSON.stringify(req.rawHeaders.filter((v, i) => !/^(host|connection)$/i.test(req.rawHeaders[i - i % 2]))));
  });
  await new Promise(res => server.listen(0, '127.0.0.1', res));
  const port = server.address().port, host = '127.0.0.1';
  const ask = o => new Promise(done => {
    const req = http.request({ port, host, ...o }, res => {
      let text = '';
      res.setEncoding('utf8').on('data', d => { text += d; }).on('end', () => done([res.statusCode, res.rawHeaders.filter(v => /^x-a$/i.test(v)).join(), text]));
    });
    req.on('error', err => done(err.code)).end(o.body);
  });
  const cookies = [['x-foo', '1'], ['cookie', 'a=1'], ['Cookie', 'b=2'], ['Host', 'h']];
  for (const headers of [{ cookie: ['a=1', 'b=2'], x: ['1', '2'] }, cookies, [].concat(...cookies), [['cookie', ['a=1', 'b=2']], ['x', ['1', '2']], ['Host', 'h']]]) {
    console.log(await ask({ headers, auth: 'u:p' }));
  }
  console.log(await ask({ method: 'POST', headers: [['Host', 'h'], ['content-length', '2']], body: 'hi' }), await ask({ method: 'POST', headers: [['Host', 'h']], body: 'hi' }), await ask({ headers: [['x', '1']] }));
  console.log(await ask({ path: '/list' }), await ask({ path: '/ended' }));
  const url = new URL(`http://${host}:${port}/`);
  url.headers = { own: 'yes' };
  console.log(await new Promise(res => http.get(url, r => { let t = ''; r.on('data', d => { t += d; }).on('end', () => res(t)); })));
  const req = http.request({ port, host, headers: [['Host', 'h']] });
  req.on('error', () => {});
  fails('listed', () => [req.headersSent, req.getHeader('host'), req.getHeaderNames()]);
  fails('set', () => req.setHeader('a', 'b'));
  req.destroy();
  // Host is written with the port where there is no agent.
  for (const o of [{ host: 'foo', port: 80 }, { host: '::1', port: 80 }, { host: 'foo', port: 8080 }, { host: 'foo', port: 80, defaultPort: 80 }, { host: 'foo', setHost: false }]) {
    const r = http.request({ ...o, createConnection: () => net.connect(port, '127.0.0.1') });
    console.log(r.getHeader('host'), r.host, r.port === undefined);
    r.on('error', () => {}).destroy();
  }
  // Time.
  const agent = new http.Agent({ timeout: 70000, keepAlive: true });
  for (const o of [{ agent }, { agent, timeout: 60000 }, { timeout: 50000, agent: false }, { agent: false }]) {
    await new Promise(res => http.get({ port, host, ...o }, r => {
      console.log(r.req.timeout, r.socket.timeout, r.socket.listeners('timeout').filter(f => f === r.req.timeoutCb).length);
      r.resume().on('end', () => { r.req.setTimeout(5); res(); });
    }));
  }
  agent.destroy();
  for (const set of [r => r, r => r.setTimeout(20)]) {
    let times = 0;
    const r = set(http.get({ port, host, path: '/late', agent: false, ...(set.length && set.toString().includes('20') ? {} : { timeout: 20 }) }));
    await new Promise(res => r.on('timeout', () => { times++; setTimeout(() => r.destroy(), 50); }).on('error', err => console.log(err.code)).on('close', res));
    console.log('timeouts', times);
  }
  const idle = http.request({ port, host });
  idle.on('error', () => {});
  for (const ms of ['x', -1, null, NaN]) { fails('setTimeout', () => idle.setTimeout(ms) === idle); }
  fails('setTimeout', () => idle.setTimeout(5000) === idle);
  idle.destroy();
  for (const o of [{ timeout: null }, { timeout: -1 }, { agent: true }, { headers: { host: [] } }, { headers: { host: ['a'] } }, { headers: { a: undefined } }]) { fails('request', () => { http.request({ port: 1, ...o }).on('error', () => {}).destroy(); return 'taken'; }); }
  for (const o of [{ maxTotalSockets: 'x' }, { maxTotalSockets: 0 }, { maxTotalSockets: NaN }, { maxTotalSockets: Infinity }, { maxTotalSockets: 3 }, { scheduling: 'x' }]) { fails('agent', () => new http.Agent(o).maxTotalSockets); }
  const kept = new http.Agent({ keepAlive: true, keepAliveMsecs: 1500 });
  kept.createConnection = function (o, done) { console.log(o.keepAlive, o.keepAliveInitialDelay); return http.Agent.prototype.createConnection.call(this, o, done); };
  console.log(await ask({ agent: kept }));
  kept.destroy();
  for (const status of [{}, [], null, undefined, 'x', 99, 1000]) { fails('writeHead', () => new http.ServerResponse({}).writeHead(status)); }
  server.close();
  server.closeAllConnections();
})();
