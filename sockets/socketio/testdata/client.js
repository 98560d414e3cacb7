// Plays every part of the protocol with a stock client, and fails with the
// first answer that is not what it should be. Arguments: the address, the
// client's major version, the transports with commas.
'use strict';
const assert = require('assert');
const [address, major, transports] = process.argv.slice(2);
const io = require('socket.io-client');
const list = transports.split(',');
const modern = Number(major) >= 3;

function connect(namespace, more) {
  const query = { color: 'blüe' };
  return io(address + namespace, Object.assign({
    transports: list, forceNew: true, reconnection: false,
    query: modern || major === '2' ? query : 'color=bl%C3%BCe',
  }, more));
}
function once(socket, name) {
  return new Promise((resolve) => {
    const heard = (...args) => { socket.off(name, heard); resolve(args); };
    socket.on(name, heard);
  });
}
const ack = (socket, ...args) => new Promise((resolve) => socket.emit(...args, (...answer) => resolve(answer)));
const engine = (socket) => socket.io.engine;
const text = 'héllo ☃ 😀 \u2028 "quoted" \\n back\\slash \n line';
// Half of what Ã© is in bytes is é: text that must not be decoded twice.
const values = [text, 1, -2.5, true, null, { b: [1, { c: text }], a: 'order' }];

async function main() {
  const a = connect('');
  const hello = once(a, 'auth');
  await once(a, 'connect');
  assert.deepStrictEqual(await hello, [{}]);
  if (list.length > 1) {
    await new Promise((resolve) => engine(a).transport.name === 'websocket' ? resolve() : engine(a).once('upgrade', resolve));
  }
  // Events, and answers to them.
  const back = once(a, 'message-back');
  a.emit('message', ...values);
  assert.deepStrictEqual(await back, values);
  assert.deepStrictEqual(await ack(a, 'message-with-ack', ...values), values);
  const who = await ack(a, 'who');
  assert.strictEqual(who[0], a.id);
  assert.strictEqual(who[1], list[list.length - 1]);
  assert.strictEqual(who[2], modern ? 5 : 4);
  assert.strictEqual(who[3], 'blüe');
  // Binary data, alone and within.
  const bytes = Buffer.from([0, 1, 2, 253, 254, 255]);
  const binary = await ack(a, 'message-with-ack', { deep: [bytes] }, bytes, 'té');
  assert.deepStrictEqual(Buffer.from(binary[0].deep[0]), bytes);
  assert.deepStrictEqual(Buffer.from(binary[1]), bytes);
  assert.strictEqual(binary[2], 'té');
  // The server asks, the client answers.
  a.on('question', (what, fn) => fn(what, 'ánswer', bytes));
  const answered = once(a, 'answered');
  a.emit('ask-back', 'whát');
  const got = await answered;
  assert.deepStrictEqual(got.slice(0, 2), ['whát', 'ánswer']);
  assert.deepStrictEqual(Buffer.from(got[2]), bytes);
  // Many at once, in order; and one that is large.
  const burst = [];
  const full = new Promise((resolve) => a.on('burst', (i) => { burst.push(i); if (burst.length === 500) resolve(); }));
  a.emit('burst', 500);
  await full;
  assert.deepStrictEqual(burst, Array.from({ length: 500 }, (_, i) => i));
  const large = 'é'.repeat(200000);
  assert.deepStrictEqual(await ack(a, 'message-with-ack', large), [large]);
  // Rooms.
  const b = connect('');
  await once(b, 'connect');
  await ack(a, 'join', 'r');
  await ack(b, 'join', 'r');
  let echoed = false;
  b.on('broadcast', () => { echoed = true; });
  const received = once(a, 'broadcast');
  await ack(b, 'broadcast', 'r', 'hi ☃');
  assert.deepStrictEqual(await received, ['hi ☃']);
  assert.strictEqual(echoed, false);
  await ack(a, 'leave', 'r');
  // Namespaces.
  const custom = connect('/custom');
  await once(custom, 'connect');
  assert.deepStrictEqual(await ack(custom, 'message-with-ack', 'c'), ['c']);
  const whoCustom = await ack(custom, 'who');
  if (modern || major === '2') assert.strictEqual(whoCustom[0], custom.id);
  const refused = modern ? 'connect_error' : 'error';
  const stranger = connect('/guarded');
  const [no] = await once(stranger, refused);
  if (modern) {
    assert.strictEqual(no.message, 'not you');
    assert.deepStrictEqual(no.data, { need: 'token' });
  } else {
    assert.deepStrictEqual(no, { need: 'token' });
  }
  const [unknown] = await once(connect('/nowhere'), refused);
  assert.strictEqual(modern ? unknown.message : unknown, 'Invalid namespace');
  // Version 2 sends its query with the namespace, version 1 with the connection.
  const guest = modern ? connect('/guarded', { auth: { token: 'secret' } })
    : major === '2' ? connect('/guarded', { query: { token: 'secret' } }) : connect('/guarded', { query: 'token=secret' });
  await once(guest, 'connect');
  // The ends.
  custom.emit('kick');
  const [kicked] = await once(custom, 'disconnect');
  assert.strictEqual(kicked, 'io server disconnect');
  b.emit('hang-up');
  const [hung] = await once(b, 'disconnect');
  assert.ok(hung === 'io server disconnect' || hung === 'transport close', hung);
  a.disconnect();
  console.log('ok');
  process.exit(0);
}
process.on('unhandledRejection', (err) => { console.error(err); process.exit(1); });
setTimeout(() => { console.error('the client waits for something that does not come'); process.exit(1); }, 30000);
main();
