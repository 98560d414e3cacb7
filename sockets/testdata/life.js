// Plays the life of sockets: node life.js <url> <major>
'use strict';
const assert = require('assert');
const http = require('http');
const io = require('socket.io-client');
const url = process.argv[2], major = Number(process.argv[3]);

function open(who, more) {
  return (io.connect || io)(url, Object.assign({ forceNew: true, reconnection: false, query: major === 1 ? 'who=' + who : { who } }, more));
}
function connect(who, more) {
  const socket = open(who, more);
  socket.inbox = [];
  socket.on('said', (m) => socket.inbox.push(m.text));
  const welcome = new Promise((resolve) => socket.on('welcome', resolve));
  return new Promise((resolve, reject) => {
    socket.on('connect', () => welcome.then((w) => { socket.welcome = w; resolve(socket); }));
    socket.on('connect_error', reject);
  });
}
function refused(who, more) {
  const socket = open(who, more);
  return new Promise((resolve, reject) => {
    socket.on('connect_error', (err) => { socket.close(); resolve(err); });
    socket.on('connect', () => reject(new Error(who + ' may connect')));
  });
}
function emit(socket, ...args) { return new Promise((resolve) => socket.emit(...args, (...answer) => resolve(answer))); }
async function get(socket, path, data) { return (await emit(socket, 'get', { url: path, data }))[0].body; }
function web(path, headers) {
  return new Promise((resolve, reject) => http.get(url + path, { headers }, (res) => {
    let body = '';
    res.on('data', (text) => { body += text; }).on('end', () => resolve({ res, body: body && JSON.parse(body) }));
  }).on('error', reject));
}
async function until(what, fn) {
  for (let i = 0; i < 1000; i++) {
    if (await fn()) { return; }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('never: ' + what);
}

async function main() {
  // beforeConnect.
  for (const transports of [['websocket'], ['polling']]) {
    for (const who of ['nobody', 'named', 'broken']) { await refused(who, { transports }); }
  }
  const denied = await fetch(url + '/socket.io/?EIO=4&transport=polling&who=named');
  assert.strictEqual(denied.status, 403);
  assert.deepStrictEqual(await denied.json(), { code: 4, message: 'I do not know you.' });
  assert.strictEqual((await (await fetch(url + '/socket.io/?EIO=4&transport=polling&who=broken')).json()).message, 'Forbidden');

  const first = await web('/room/state');
  const cookie = first.res.headers['set-cookie'][0].split(';')[0];
  const ann = await connect('ann', { extraHeaders: { Cookie: cookie } });
  const bob = await connect('late');
  assert.deepStrictEqual(ann.welcome.badge, { name: 'ann' });
  assert.deepStrictEqual(bob.welcome.badge, { name: 'late' });
  assert.strictEqual(ann.welcome.id, ann.id);

  // Rooms.
  assert.strictEqual(await get(ann, '/room/join', { room: 'red' }), 2);
  await get(bob, '/room/join', { room: 'red' });
  await get(ann, '/room/say', { room: 'red', text: 'one' });
  await get(ann, '/room/broadcast', { room: 'red', text: 'two' });
  await get(ann, '/room/others');
  await get(bob, '/room/everyone');
  await get(ann, '/room/state');
  await get(bob, '/room/state');
  assert.deepStrictEqual(ann.inbox, ['one', 'to everyone']);
  assert.deepStrictEqual(bob.inbox, ['one', 'two', 'to the others', 'to everyone']);
  assert.strictEqual(await get(bob, '/room/leave', { room: 'red' }), 1);

  // What an event carries is what JSON shows, but for bytes.
  const record = new Promise((resolve) => ann.on('record', resolve));
  await get(ann, '/room/record');
  const r = await record;
  assert.deepStrictEqual(Object.keys(r), ['shown', 'when', 'raw']);
  assert.strictEqual(r.when, '1970-01-01T00:00:00.000Z');
  assert.strictEqual(Buffer.from(r.raw).toString(), 'ab');

  // Events of the project's own, both ways.
  assert.deepStrictEqual(await emit(ann, 'double', 21), [42]);
  const bytes = await emit(ann, 'bytes', Buffer.from('hello'));
  assert.deepStrictEqual(bytes.slice(0, 2), [true, 5]);
  assert.strictEqual(Buffer.from(bytes[2]).length, 3);
  ann.on('question', (text, answer) => answer(text + ' so'));
  const heard = new Promise((resolve) => ann.on('heard', resolve));
  ann.emit('ask-me');
  assert.strictEqual(await heard, 'how? so');
  ann.emit('throws');
  ann.emit('nobody listens');

  // The object of a socket is one and the same.
  await get(ann, '/room/mark', { note: 'n' });
  const known = await get(ann, '/room/known');
  assert.strictEqual(known.same, true);
  assert.strictEqual(known.note, 'n');
  assert.strictEqual(known.counted, 2);
  assert.deepStrictEqual(known.badge, { name: 'ann' });
  assert.strictEqual(known.session.connections, 1);
  assert.match(known.transport, /^(websocket|polling)$/);

  // Requests that are no requests.
  const parse = (await emit(ann, 'get', { data: {} }))[0];
  assert.strictEqual(parse.code, 'SAILS:HOOK:SOCKETS:PARSE_VIRTUAL_REQ');
  assert.strictEqual(parse.status, 400);
  assert.match(parse.details, /No url provided/);
  const events = [];
  ann.on('sails:parseError', (err) => events.push(err.details));
  ann.emit('post', { url: 7 });
  ann.emit('post', { url: '/room/state' }, 'no function');
  await get(ann, '/room/state');
  assert.match(events[0], /Invalid url provided/);
  assert.match(events[1], /callback/);

  // A slow request does not hold up the next one, nor does one that waits for ever.
  const order = [];
  const slow = get(ann, '/room/late').then(() => order.push('late'));
  ann.emit('get', { url: '/room/never' }, () => {});
  await get(ann, '/room/state').then(() => order.push('state'));
  await slow;
  assert.deepStrictEqual(order, ['state', 'late']);

  // The end.
  const gone = new Promise((resolve) => bob.on('disconnect', resolve));
  await get(bob, '/room/kick');
  await gone;
  ann.close();
  await until('the end was reported', async () => {
    const state = (await web('/room/state', { cookie })).body;
    return state.session.left === 'ann' && state.seen.filter((s) => /^out/.test(s)).length === 2;
  });
  const seen = (await web('/room/state', { cookie })).body.seen;
  assert.deepStrictEqual(seen.filter((s) => s === 'in').length, 2);
  assert.ok(seen.includes('out server namespace disconnect late'), seen.join());
}
main().then(() => process.exit(0), (err) => { console.error(err); process.exit(1); });
