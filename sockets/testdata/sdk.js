// Uses a project through sails.io.js: node sdk.js <url> <version>
'use strict';
const assert = require('assert');
const http = require('http');
const url = process.argv[2], version = process.argv[3];
const modern = Number(version.split('.')[0]) >= 1;

const sdk = require('sails.io.js')(require('socket.io-client'));
sdk.sails.autoConnect = false;
sdk.sails.environment = 'production';

// web asks over HTTP.
function web(method, path, headers) {
  return new Promise((resolve, reject) => {
    const req = http.request(url + path, { method, headers }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (text) => { body += text; }).on('end', () => resolve({ res, body }));
    });
    req.on('error', reject).end();
  });
}

// connect sends the headers along: in the query where the release cannot.
function connect(options) {
  let address = url;
  if (/^0\.11/.test(version)) {
    const headers = options.initialConnectionHeaders;
    address += '/?' + Object.keys(headers).map((name) => name + '=' + encodeURIComponent(headers[name])).join('&');
  }
  const socket = sdk.sails.connect(address, Object.assign({ reconnection: false }, options));
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', reject);
    socket.on('error', reject);
  });
}

function ask(socket, verb, ...args) {
  return new Promise((resolve) => { socket[verb](...args, (body, jwr) => resolve({ body, jwr })); });
}

function request(socket, options) {
  return new Promise((resolve) => { socket.request(options, (body, jwr) => resolve({ body, jwr })); });
}

async function main() {
  const first = await web('GET', '/echo/count');
  const cookie = first.res.headers['set-cookie'][0].split(';')[0];
  assert.strictEqual(JSON.parse(first.body).count, 1);

  // Requests that are made before the connection is open wait for it.
  const early = sdk.sails.connect(url, { reconnection: false, multiplex: false });
  const queued = await ask(early, 'get', '/echo/who');
  assert.strictEqual(queued.jwr.statusCode, 200);
  early.disconnect();

  const socket = await connect({ multiplex: false, initialConnectionHeaders: { cookie } });
  socket.reconnection = false;

  // Every verb, with its data.
  const created = await ask(socket, 'post', '/pet', { name: 'Rex', age: 3 });
  assert.strictEqual(created.jwr.statusCode, 201);
  assert.strictEqual(created.body.name, 'Rex');
  assert.deepStrictEqual(created.jwr.headers, {});
  assert.ok(!created.jwr.error, 'an error');
  const id = created.body.id;
  assert.strictEqual((await ask(socket, 'get', '/pet/' + id)).body.age, 3);
  assert.deepStrictEqual((await ask(socket, 'get', '/pet', { age: 3, limit: 1 })).body.map((p) => p.name), ['Rex']);
  assert.deepStrictEqual((await ask(socket, 'get', '/pet?age=9')).body, []);
  assert.strictEqual((await ask(socket, 'put', '/pet/' + id, { age: 4 })).body.age, 4);
  if (socket.patch) {
    const patched = await ask(socket, 'patch', '/echo/who', { a: [1, 'ü€😀'] });
    assert.strictEqual(patched.body.method, 'PATCH');
    assert.deepStrictEqual(patched.body.body, { a: [1, 'ü€😀'] });
  }
  const gone = await ask(socket, 'delete', '/pet/' + id);
  assert.strictEqual(gone.body.name, 'Rex');
  const head = await request(socket, { method: 'head', url: '/echo/who' });
  assert.strictEqual(head.jwr.statusCode, 200);
  assert.strictEqual(head.jwr.body.method, 'HEAD');
  const options = await request(socket, { method: 'options', url: '/pet' });
  assert.strictEqual(options.jwr.statusCode, 200);
  assert.match(options.jwr.headers.Allow, /GET,POST/);

  // The request as the project sees it.
  const who = (await request(socket, { method: 'get', url: '/echo/who?a=1', data: { b: 2 }, headers: { 'x-tag': 'red', origin: 'http://evil.example', cookie: 'sails.sid=x' } })).body;
  assert.strictEqual(who.isSocket, true);
  assert.strictEqual(who.tag, 'red');
  assert.strictEqual(who.origin, undefined);
  assert.deepStrictEqual(who.body, { b: 2 });
  assert.deepStrictEqual(who.params, { a: '1', b: 2 });

  // One session, over HTTP and over sockets.
  assert.strictEqual((await ask(socket, 'get', '/echo/count')).body.count, 2);
  assert.strictEqual(JSON.parse((await web('GET', '/echo/count', { cookie })).body).count, 3);
  assert.strictEqual((await ask(socket, 'get', '/echo/count')).body.count, 4);

  // Answers that are no JSON, and none at all.
  const text = await ask(socket, 'get', '/echo/text');
  assert.strictEqual(text.body, 'hello');
  assert.strictEqual(text.jwr.headers['content-type'], undefined); // as 0.12 answers
  const page = await ask(socket, 'get', '/echo/page');
  assert.match(page.body, /<h1>a page<\/h1>/);
  const missing = await ask(socket, 'get', '/nothing/here');
  assert.strictEqual(missing.jwr.statusCode, 404);
  assert.ok(missing.jwr.error);
  const moved = await ask(socket, 'get', '/echo/moved');
  assert.strictEqual(moved.jwr.statusCode, 302);
  assert.strictEqual(moved.jwr.headers.Location, '/echo/who');
  const failed = await ask(socket, 'get', '/echo/fail');
  assert.strictEqual(failed.jwr.statusCode, 500);
  const denied = await ask(socket, 'get', '/echo/secret');
  assert.strictEqual(denied.jwr.statusCode, 403);
  const cookies = await ask(socket, 'get', '/echo/cookie');
  assert.strictEqual(cookies.jwr.headers['set-cookie'] || cookies.jwr.headers['Set-Cookie'], undefined);

  // Events of the project, and the order of requests.
  const pushed = new Promise((resolve) => { socket.on('pushed', resolve); });
  await ask(socket, 'post', '/echo/push', { text: 'hi' });
  assert.deepStrictEqual(await pushed, { text: 'hi' });
  const all = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(socket, 'post', '/echo/order', { i })));
  const order = all.map((a) => a.body).sort((a, b) => b.length - a.length)[0];
  assert.deepStrictEqual(order, Array.from({ length: 50 }, (_, i) => i));

  // Quick reconnects, and a socket without a session.
  socket.disconnect();
  const again = await connect({ multiplex: false, initialConnectionHeaders: { cookie } });
  assert.strictEqual((await ask(again, 'get', '/echo/count')).body.count, 5);
  again.disconnect();
  const bare = await connect({ multiplex: false, initialConnectionHeaders: { nosession: true } });
  assert.strictEqual((await ask(bare, 'get', '/echo/session')).body.session, 'undefined');
  bare.disconnect();
  const anonymous = await connect({ multiplex: false, initialConnectionHeaders: {} });
  assert.strictEqual((await ask(anonymous, 'get', '/echo/count')).body.count, 1);
  assert.strictEqual((await ask(anonymous, 'get', '/echo/count')).body.count, 2);
  anonymous.disconnect();
}
main().then(() => process.exit(0), (err) => { console.error(err); process.exit(1); });
