// Uses one session on two servers of a project of 1.x, over HTTP and sockets:
// node production.js <url> <url>. It prints the cookie of the session.
'use strict';
const assert = require('assert');
const http = require('http');
const [first, second] = process.argv.slice(2);

const sdk = require('sails.io.js')(require('socket.io-client'));
sdk.sails.autoConnect = false;
sdk.sails.environment = 'production';

// proxied are the headers of the proxy that such projects stand behind.
const proxied = { 'x-forwarded-proto': 'https' };

function web(url, method, path, cookie) {
  return new Promise((resolve, reject) => {
    const headers = Object.assign({}, proxied, cookie && { cookie });
    const req = http.request(url + path, { method, headers }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (text) => { body += text; }).on('end', () => {
        const set = (res.headers['set-cookie'] || []).map((line) => line.split(';')[0]);
        resolve({ status: res.statusCode, cookie: set[0], line: (res.headers['set-cookie'] || [''])[0], body: body && JSON.parse(body) });
      });
    });
    req.on('error', reject).end();
  });
}

function connect(url, cookie) {
  const socket = sdk.sails.connect(url, {
    multiplex: false, reconnection: false, transports: ['websocket'],
    // The project lists the origins of its pages.
    initialConnectionHeaders: Object.assign({ cookie, origin: 'https://example.com' }, proxied),
  });
  socket.ask = (method, path) => new Promise((resolve, reject) => {
    socket.request({ method, url: path }, (body, jwr) => {
      if (jwr.statusCode >= 400) { reject(new Error(method + ' ' + path + ': ' + JSON.stringify(jwr))); } else { resolve(body); }
    });
  });
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', reject);
    socket.on('error', reject);
  });
}

async function main() {
  const login = await web(first, 'PUT', '/login');
  assert.strictEqual(login.status, 200);
  assert(/Secure/.test(login.line) && /Expires/.test(login.line), login.line);
  const cookie = login.cookie;
  assert.deepStrictEqual((await web(second, 'GET', '/me', cookie)).body, { me: 7, seen: 1 });
  assert.strictEqual((await web(second, 'GET', '/me')).body.me, 0);

  const [one, two] = await Promise.all([connect(first, cookie), connect(second, cookie)]);
  assert.deepStrictEqual(await one.ask('get', '/me'), { me: 7, seen: 2 });
  assert.deepStrictEqual(await two.ask('get', '/me'), { me: 7, seen: 3 });

  // A message that is sent on one server is received on the other.
  await two.ask('put', '/join');
  const heard = new Promise((resolve) => two.on('said', resolve));
  await one.ask('put', '/say');
  assert.deepStrictEqual(await heard, { by: 7 });
  one.disconnect();
  two.disconnect();
  console.log(cookie);
  process.exit();
}

main().catch((err) => { console.error(err); process.exit(1); });
