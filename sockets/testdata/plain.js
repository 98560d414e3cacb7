// Sends virtual requests with socket.io-client: node plain.js <url> <major>
'use strict';
const assert = require('assert');
const io = require('socket.io-client');
const url = process.argv[2];

const socket = (io.connect || io)(url, { forceNew: true });
function ask(event, argument) { return new Promise((resolve) => { socket.emit(event, argument, resolve); }); }

async function main() {
  await new Promise((resolve, reject) => { socket.on('connect', resolve); socket.on('connect_error', reject); });
  let jwr = await ask('get', { url: '/echo/who?a=1', data: { b: 2 }, headers: { 'x-tag': 'red', origin: 'http://evil.example' } });
  assert.strictEqual(jwr.statusCode, 200);
  assert.deepStrictEqual(jwr.headers, {});
  assert.deepStrictEqual(jwr.body, {
    isSocket: true, socket: socket.id, protocol: 'ws', transport: 'socket.io', method: 'GET', wantsJSON: true,
    body: { b: 2 }, query: { a: '1' }, params: { a: '1', b: 2 }, tag: 'red'
  });
  jwr = await ask('post', { url: '/pet', data: { name: 'Rex', age: 3 } });
  assert.strictEqual(jwr.statusCode, 201);
  assert.strictEqual(jwr.body.name, 'Rex');
  jwr = await ask('get', { url: '/pet', data: { age: 3 } });
  assert.deepStrictEqual(jwr.body.map((p) => p.name), ['Rex']);
  jwr = await ask('get', { url: '/pet', data: { age: 4 } });
  assert.deepStrictEqual(jwr.body, []);
  for (const n of [1, 2, 3]) { assert.strictEqual((await ask('get', { url: '/echo/count' })).body.count, n); }
  socket.close();
}
main().then(() => process.exit(0), (err) => { console.error(err); process.exit(1); });
