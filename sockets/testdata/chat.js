// Plays namespaces with socket.io-client: node chat.js <url> <major>, where 0 is 0.9.
'use strict';
const assert = require('assert');
const client = require('socket.io-client');
const url = process.argv[2], major = Number(process.argv[3]);
const modern = major >= 3;

function open(namespace, options, query) {
  options = Object.assign({ reconnection: false, reconnect: false, multiplex: true }, options);
  if (major === 0) { return client.connect(url + namespace + (query ? '?' + query : ''), options); }
  return (client.connect || client)(url + namespace + (query ? '?' + query : ''), options);
}
// fresh is a connection of its own; the token goes the way of the generation.
function fresh(namespace, token, more) {
  const o = Object.assign({ forceNew: true, 'force new connection': true }, more);
  if (!token) { return open(namespace, o); }
  if (modern) { o.auth = { token }; return open(namespace, o); }
  if (major === 2) { o.query = { token }; return open(namespace, o); }
  return open(namespace, o, 'token=' + token);
}
const once = (socket, name) => new Promise((resolve) => socket.once(name, (...args) => resolve(args)));
const refusals = modern ? ['connect_error'] : major === 0 ? ['connect_failed', 'error'] : ['error'];
const refused = (socket) => new Promise((resolve, reject) => {
  refusals.forEach((name) => socket.once(name, resolve));
  socket.once('connect', () => { if (major) { reject(new Error('connected')); } });
});
const text = (err) => (err && err.message) || err;
const ask = (socket, ...args) => new Promise((resolve) => socket.emit(...args, (...answer) => resolve(answer)));
const inbox = (socket) => { const list = []; socket.on('said', (m) => list.push(m)); return list; };
async function get(socket, path) {
  const [answer] = await ask(socket, 'get', { url: path });
  return answer.body;
}
async function until(what, fn) {
  for (let i = 0; i < 1000; i++) {
    if (await fn()) { return; }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('never: ' + what + ': ' + await fn('say'));
}

async function main() {
  // Middleware of "/", which takes its time.
  const root = fresh('', null, major === 0 ? { query: '__sails_io_sdk_version=0.10.0' } : {});
  const looked = once(root, 'looked');
  await once(root, 'connect');
  assert.deepStrictEqual(await looked, [true]);
  const banned = modern || major === 2 ? fresh('', null, { query: { who: 'banned' } }) : open('', { forceNew: true, 'force new connection': true }, 'who=banned');
  assert.strictEqual(text(await refused(banned)), major === 0 ? 'unauthorized' : 'You may not.');

  // Middleware of a namespace refuses.
  const plain = major === 0 ? 'unauthorized' : 'no token';
  assert.strictEqual(text(await refused(fresh('/chat'))), plain);
  const data = await refused(fresh('/chat', 'data'));
  if (modern) {
    assert.strictEqual(data.message, 'with data');
    assert.deepStrictEqual(data.data, { code: 7 });
  } else if (major > 0) {
    assert.deepStrictEqual(data, { code: 7 });
  }
  assert.strictEqual(text(await refused(fresh('/chat', 'throw'))), major === 0 ? 'unauthorized' : 'Forbidden');
  assert.strictEqual(text(await refused(fresh('/nowhere'))), major === 0 ? 'unauthorized' : 'Invalid namespace');

  // It lets in.
  const ann = fresh('/chat', 'ann'), bob = fresh('/chat', 'bob');
  const early = once(ann, 'early'), welcome = once(ann, 'welcome'), welcomeBob = once(bob, 'welcome');
  await once(ann, 'connect');
  assert.deepStrictEqual(await early, ['ann']);
  const [hello] = await welcome;
  assert.deepStrictEqual([hello.user, hello.second, hello.name, hello.rooms], ['ann', true, '/chat', 2]);
  if (major >= 2) { assert.strictEqual(hello.id, ann.id); }
  await welcomeBob;

  // Rooms and broadcasts are the namespace's.
  const heard = { ann: inbox(ann), bob: inbox(bob), root: inbox(root) };
  assert.deepStrictEqual(await ask(ann, 'join', 'red'), [2]);
  await ask(bob, 'join', 'red');
  await ask(ann, 'say', 'red', 'one');
  await ask(ann, 'broadcast', 'red', 'two');
  await ask(ann, 'others', 'three');
  await ask(ann, 'shout', 'four');
  await ask(ann, 'elsewhere', 'to the root');
  await ask(bob, 'leave', 'red');
  await ask(ann, 'say', 'red', 'five');
  await ask(ann, 'say', 'everybody', 'six');
  await get(root, '/chat/say?text=seven');
  await until('all heard', () => heard.ann.length === 5 && heard.bob.length === 6 && heard.root.length === 1);
  assert.deepStrictEqual(heard, {
    ann: ['one', 'four', 'five', 'six', 'seven'], bob: ['one', 'two', 'three', 'four', 'six', 'seven'], root: ['to the root'],
  });
  const who = await get(root, '/chat/who');
  assert.deepStrictEqual(who, { root: who.root, chat: 2, subscribers: 0, rooms: true });

  // Events: those that are requests in "/", those that middleware holds back, bytes.
  assert.deepStrictEqual(await ask(ann, 'get', { url: '/chat/who' }), ['a plain event', { url: '/chat/who' }]);
  const complaint = once(ann, 'complaint');
  ann.emit('forbidden', () => { throw new Error('it got through'); });
  assert.deepStrictEqual(await complaint, ['forbidden']);
  if (major > 0) {
    const [bytes] = await ask(ann, 'raw', Buffer.from([1, 2, 253]));
    assert.deepStrictEqual(Buffer.from(bytes), Buffer.from([1, 2, 253]));
  }

  // Several namespaces on one connection, one of which is left.
  const news = open('/news', {}, modern ? '' : 'token=both'); // of the connection, in 0.9 and early 1.x
  const bulletin = once(news, 'news');
  const both = open('/chat', modern ? { auth: { token: 'both' } } : {}, modern ? '' : 'token=both');
  await Promise.all([once(both, 'welcome'), bulletin]);
  if (major === 1 || major === 2) { assert.deepStrictEqual(await bulletin, ['both']); }
  assert.strictEqual(major === 0 ? news.socket : news.io, major === 0 ? both.socket : both.io);
  const left = once(both, 'disconnect');
  both.emit('quit');
  await left;
  await until('the end of both was reported', async (say) => { const seen = await get(root, '/chat/seen'); return say ? seen : seen.includes('both: server namespace disconnect'); });
  bob.disconnect();
  await until('the end of bob was reported', async (say) => { const seen = await get(root, '/chat/seen'); return say ? seen : seen.some((line) => /^bob: (client namespace disconnect|transport close)$/.test(line)); });
  assert.strictEqual((await get(root, '/chat/who')).chat, 1);

  // A namespace may come late, and names have their limits.
  await get(root, '/chat/late');
  assert.deepStrictEqual(await once(fresh('/late'), 'news'), ['late']);
  const misuse = await get(root, '/chat/misuse');
  // What is done with many sockets at once.
  const carl = fresh('/chat', 'carl');
  await once(carl, 'welcome');
  const sent = Promise.race([once(ann, 'disconnect'), once(carl, 'disconnect')]);
  assert.deepStrictEqual(await get(root, '/chat/crowd'), { all: 2, left: [true], chat: true, nobody: 0 });
  await sent;
  await until('one was sent away', async (say) => { const { chat } = await get(root, '/chat/who'); return say ? chat : chat === 1; });
  [/ASCII/, /name of a namespace/, /takes a function/, /policy/].forEach((want, i) => assert.match(String(misuse[i]), want));
}
process.on('unhandledRejection', (err) => { console.error(err); process.exit(1); });
setTimeout(() => { console.error('the client waits for something that does not come'); process.exit(1); }, 40000);
main().then(() => process.exit(0), (err) => { console.error(err); process.exit(1); });
