const { createClient } = require('redis'), net = require('net');
const store = new Map();
const server = net.createServer(s => {
  let rest = '';
  s.setEncoding('utf8').on('error', () => {}).on('data', t => {
    rest += t;
    for (;;) {
      const m = /^\*(\d+)\r\n/.exec(rest);
      if (!m) { return; }
      let at = m[0].length, list = [];
      for (let i = 0; i < +m[1]; i++) { const l = /^\$(\d+)\r\n/.exec(rest.slice(at)); if (!l || rest.length < at + l[0].length + +l[1] + 2) { return; } list.push(rest.substr(at + l[0].length, +l[1])); at += l[0].length + +l[1] + 2; }
      rest = rest.slice(at);
      const [name, key, value] = list;
      switch (name.toUpperCase()) {
        case 'SET': store.set(key, value); s.write('+OK\r\n'); break;
        case 'GET': { const v = store.get(key); s.write(v === undefined ? '_\r\n' : '$' + v.length + '\r\n' + v + '\r\n'); break; }
        case 'INCR': { const n = +(store.get(key) || 0) + 1; store.set(key, String(n)); s.write(':' + n + '\r\n'); break; }
        case 'HELLO': s.write('%1\r\n$5\r\nproto\r\n:3\r\n'); break;
        case 'FAIL': s.write('-ERR no such thing\r\n'); break;
        default: s.write('+OK\r\n');
      }
    }
  });
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const client = createClient({ url: 'redis://127.0.0.1:' + server.address().port });
client.on('error', e => { throw e; });
await client.connect();
await client.set('k', 'v');
assert.deepStrictEqual(await Promise.all([client.get('k'), client.get('none'), client.incr('n'), client.incr('n')]), ['v', null, 1, 2]);
await assert.rejects(client.sendCommand(['FAIL']), /no such thing/);
await (client.close || client.quit).call(client);
await new Promise(ok => server.close(ok));
