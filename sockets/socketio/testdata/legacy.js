// Plays what Socket.IO 0.9 has with its stock client. Arguments: the address,
// the transport.
'use strict';
const assert = require('assert');
const [address, transport] = process.argv.slice(2);
const client = require('socket.io-client');
client.transports.splice(0, client.transports.length, transport); // the option is merged with these
const connect = (namespace) => client.connect(address + namespace, {
  'force new connection': true, reconnect: false, query: 'color=red',
});
const once = (socket, name) => new Promise((resolve) => socket.once(name, (...args) => resolve(args)));
const ack = (socket, ...args) => new Promise((resolve) => socket.emit(...args, (...answer) => resolve(answer)));
const text = 'héllo ☃ "quoted" \\n \n line : colon';
const values = [text, 1, true, null, { b: [1, { c: text }], a: 'order' }];

async function main() {
  const a = connect('');
  const hello = once(a, 'auth');
  await once(a, 'connect');
  assert.deepStrictEqual(await hello, [{}]);
  const back = once(a, 'message-back');
  a.emit('message', ...values);
  assert.deepStrictEqual(await back, values);
  a.send('plain');
  assert.deepStrictEqual(await once(a, 'message-back'), ['plain']);
  a.json.send({ j: 1 });
  assert.deepStrictEqual(await once(a, 'message-back'), [{ j: 1 }]);
  assert.deepStrictEqual(await ack(a, 'message-with-ack', ...values), values);
  assert.deepStrictEqual((await ack(a, 'who')).slice(1), [transport, 1, 'red']);
  a.on('question', (what, fn) => fn(what, 'ánswer'));
  const answered = once(a, 'answered');
  a.emit('ask-back', 'whát');
  assert.deepStrictEqual(await answered, ['whát', 'ánswer']);
  const burst = [];
  const full = new Promise((resolve) => a.on('burst', (i) => { burst.push(i); if (burst.length === 200) resolve(); }));
  a.emit('burst', 200);
  await full;
  assert.deepStrictEqual(burst, Array.from({ length: 200 }, (_, i) => i));
  const b = connect('');
  await once(b, 'connect');
  await ack(a, 'join', 'r');
  const received = once(a, 'broadcast');
  await ack(b, 'broadcast', 'r', 'hi ☃');
  assert.deepStrictEqual(await received, ['hi ☃']);
  const custom = connect('/custom');
  await once(custom, 'connect');
  assert.deepStrictEqual(await ack(custom, 'message-with-ack', 'c'), ['c']);
  b.emit('hang-up');
  await once(b, 'disconnect');
  a.disconnect();
  console.log('ok');
  process.exit(0);
}
process.on('unhandledRejection', (err) => { console.error(err); process.exit(1); });
setTimeout(() => { console.error('the client waits for something that does not come'); process.exit(1); }, 30000);
main();
