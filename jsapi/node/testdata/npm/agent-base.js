const http = require('http'), https = require('https'), net = require('net'), { once } = require('events');
const { Agent } = await import('agent-base');
const server = http.createServer((req, res) => res.end(req.url)).listen(0, '127.0.0.1');
await once(server, 'listening');
const asked = [];
class Mine extends Agent {
  connect(req, o) {
    asked.push(req.path + ' ' + o.secureEndpoint);
    return net.connect(server.address().port, '127.0.0.1');
  }
}
const get = o => new Promise((resolve, reject) => http.get(o, res => res.on('data', d => resolve(String(d)))).on('error', reject));
const kept = new Mine({ keepAlive: true });
assert.equal(await get({ host: 'nowhere.invalid', path: '/a', agent: kept }), '/a');
await new Promise(r => setTimeout(r, 20));
assert.equal(await get({ host: 'nowhere.invalid', path: '/b', agent: kept }), '/b');
assert.deepEqual(asked, ['/a false']);
class Bad extends Agent { async connect() { throw new Error('not today'); } }
await assert.rejects(get({ host: 'x', agent: new Bad() }), /not today/);
class Other extends Agent { connect() { return new http.Agent(); } } // an agent for an agent
assert.equal(await get({ host: '127.0.0.1', port: server.address().port, path: '/c', agent: new Other() }), '/c');
kept.destroy();
server.closeAllConnections();
await new Promise(r => server.close(r));
