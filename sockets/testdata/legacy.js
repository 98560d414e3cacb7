// Uses a project with the client of Socket.IO 0.9: node legacy.js <url> <version of the SDK or "">
'use strict';
const assert = require('assert');
const sio = require('socket.io-client');
const url = process.argv[2], version = process.argv[3];

const socket = sio.connect(url + (version ? '?__sails_io_sdk_version=' + version : ''), { 'force new connection': true, reconnect: false });
function ask(event, argument) { return new Promise((resolve) => { socket.emit(event, argument, resolve); }); }

async function main() {
  await new Promise((resolve, reject) => { socket.on('connect', resolve); socket.on('error', reject); });
  if (!version) { // a client of before 0.10, which sends JSON and is sent the body alone
    const body = await ask('post', JSON.stringify({ url: '/pet', data: { name: 'Rex' } }));
    assert.strictEqual(JSON.parse(body).name, 'Rex');
    assert.strictEqual(await ask('get', JSON.stringify({ url: '/echo/text' })), 'hello');
  } else {
    const jwr = await ask('get', { url: '/echo/who?a=1', data: { b: 2 } });
    assert.strictEqual(jwr.statusCode, 200);
    assert.deepStrictEqual(jwr.body.params, { a: '1', b: 2 });
    assert.strictEqual((await ask('get', { url: '/nothing' })).statusCode, 404);
  }
  const pushed = new Promise((resolve) => socket.on('pushed', resolve));
  await ask('post', { url: '/echo/push', data: { text: 'ü' } });
  assert.deepStrictEqual(await pushed, { text: 'ü' });
  for (const n of [1, 2]) {
    const got = await ask('get', { url: '/echo/count' });
    assert.strictEqual((version ? got.body : JSON.parse(got)).count, n);
  }
  socket.disconnect();
}
main().then(() => process.exit(0), (err) => { console.error(err); process.exit(1); });
