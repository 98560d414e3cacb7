// Uses a project on two servers: node nodes.js <url> <url> <pid of the first> <port of Redis> <key>
'use strict';
const assert = require('assert');
const net = require('net');
const http = require('http');
const [first, second, pid, redisPort, key] = process.argv.slice(2);

const sdk = require('sails.io.js')(require('socket.io-client'));
sdk.sails.autoConnect = false;
sdk.sails.environment = 'production';

// brief is what of an event does not differ from run to run.
function brief(event, data) {
  return event + ' ' + (data && data.verb ? data.verb + ' ' + data.data.name : JSON.stringify(data));
}

class Client {
  constructor(name, url) {
    this.name = name;
    this.heard = [];
    this.waiting = null;
    this.socket = sdk.sails.connect(url, { multiplex: false, reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 200 });
    for (const event of ['pet', 'said', 'message', 'barrier']) {
      this.socket.on(event, (data) => {
        this.heard.push(brief(event, data));
        if (this.waiting) { this.waiting(); }
      });
    }
    this.connected = new Promise((resolve) => this.socket.on('connect', resolve));
  }

  ask(method, url, data) {
    return new Promise((resolve, reject) => {
      this.socket.request({ method, url, data }, (body, jwr) => {
        if (jwr.statusCode >= 400) { reject(new Error(method + ' ' + url + ': ' + JSON.stringify(jwr))); } else { resolve(body); }
      });
    });
  }

  // until waits for an event, and returns the events that were received before
  // it.
  async until(event) {
    for (;;) {
      const i = this.heard.indexOf(event);
      if (i >= 0) { return this.heard.splice(0, i + 1).slice(0, -1); }
      await new Promise((resolve) => { this.waiting = resolve; });
    }
  }
}

function web(url, method, path, data) {
  return new Promise((resolve, reject) => {
    const req = http.request(url + path, { method, headers: { 'content-type': 'application/json' } }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (text) => { body += text; }).on('end', () => {
        if (res.statusCode >= 400) { reject(new Error(method + ' ' + path + ': ' + body)); } else { resolve(JSON.parse(body)); }
      });
    });
    req.on('error', reject);
    req.end(data && JSON.stringify(data));
  });
}

let barriers = 0;

// expect sends a barrier event from a server to every client, and checks what
// came before it: the events of a server arrive in order.
async function expect(url, clients, want) {
  const n = ++barriers;
  await web(url, 'POST', '/chat/barrier', { n });
  for (const client of clients) {
    const heard = await client.until('barrier {"n":' + n + '}');
    assert.deepStrictEqual(heard, want[client.name] || [], client.name);
  }
}

// balancer passes connections on to the first server that answers.
function balancer(...urls) {
  return new Promise((resolve) => {
    const server = net.createServer((from) => {
      (function next(i) {
        if (i === urls.length) { return from.destroy(); }
        const to = net.connect(new URL(urls[i]).port, '127.0.0.1');
        to.once('error', () => next(i + 1));
        to.once('connect', () => {
          to.removeAllListeners('error');
          for (const [a, b] of [[from, to], [to, from]]) { a.on('error', () => b.destroy()).on('close', () => b.destroy()); }
          from.pipe(to).pipe(from);
        });
      })(0);
    });
    server.listen(0, '127.0.0.1', () => resolve('http://127.0.0.1:' + server.address().port));
  });
}

async function main() {
  const near = new Client('near', first), far = new Client('far', second), actor = new Client('actor', second);
  const all = [near, far, actor];
  await Promise.all(all.map((c) => c.connected));
  await near.ask('get', '/pet');
  await far.ask('get', '/pet');

  // Watching sockets of all servers get the message about a new record, and are
  // subscribed to it.
  const { id } = await actor.ask('post', '/pet', { name: 'Rex' });
  await expect(second, all, { near: ['pet created Rex'], far: ['pet created Rex'] });
  await actor.ask('put', '/pet/' + id, { name: 'Rey' });
  await expect(second, all, { near: ['pet updated Rey'], far: ['pet updated Rey'] });
  await web(first, 'PUT', '/pet/' + id, { name: 'Roy' });
  await expect(first, all, { near: ['pet updated Roy'], far: ['pet updated Roy'], actor: ['pet updated Roy'] });
  await near.ask('put', '/pet/' + id, { name: 'Ray' });
  await expect(first, all, { far: ['pet updated Ray'], actor: ['pet updated Ray'] });

  // Rooms of the project.
  await near.ask('post', '/chat/join', { room: 'r' });
  await actor.ask('post', '/chat/join', { room: 'r' });
  await near.ask('post', '/chat/say', { room: 'r', text: 'hello' });
  await expect(first, all, { actor: ['said {"text":"hello"}'] });
  // A socket of another server, by its id.
  const me = await actor.ask('get', '/chat/me');
  await web(first, 'POST', '/chat/pull', { id: me.id, room: 's' });
  await web(first, 'POST', '/chat/say', { room: 's', text: 'pulled' });
  await web(first, 'POST', '/chat/say', { room: me.id, text: 'alone' });
  await expect(first, all, { actor: ['said {"text":"pulled"}', 'said {"text":"alone"}'] });
  await web(first, 'POST', '/chat/members', { from: 'r', to: 't' });
  await web(first, 'POST', '/chat/say', { room: 't', text: 'members' });
  await expect(first, all, { near: ['said {"text":"members"}'], actor: ['said {"text":"members"}'] });
  await web(first, 'POST', '/chat/empty', { room: 'r' });
  await web(first, 'POST', '/chat/say', { room: 't', text: 'nobody' });
  await expect(first, all, {});

  // A worker with an emitter of npm.
  await near.ask('post', '/chat/join', { room: 'r' });
  await far.ask('post', '/chat/join', { room: 'r' });
  const redis = require('redis').createClient(Number(redisPort), '127.0.0.1');
  require('socket.io-emitter')(redis, { key }).to('r').emit('said', { text: 'from a worker' });
  for (const c of [near, far]) { assert.deepStrictEqual(await c.until('said {"text":"from a worker"}'), []); }
  redis.quit();

  // A server dies: its clients come back to another, and ask again.
  const moving = new Client('moving', await balancer(first, second));
  await moving.connected;
  await moving.ask('get', '/pet');
  const again = new Promise((resolve) => moving.socket.on('reconnect', resolve));
  process.kill(Number(pid), 'SIGKILL');
  await again;
  const list = await moving.ask('get', '/pet');
  assert.strictEqual(list.length, 1);
  assert.strictEqual(list[0].name, 'Ray');
  await actor.ask('put', '/pet/' + id, { name: 'Rix' });
  await expect(second, [moving, far], { moving: ['pet updated Rix'], far: ['pet updated Rix'] });
}

setTimeout(() => {
  console.error('waited in vain');
  process.exit(1);
}, 120000);
main().then(() => process.exit(0), (err) => {
  console.error(err);
  process.exit(1);
});
