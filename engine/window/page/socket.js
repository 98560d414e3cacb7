// A socket of this page: Engine.IO 4 and Socket.IO 5 over a WebSocket, as far as requests
// and events of a project need it.

let path = '';
let current = null; // {socket, ready, waiting, number}
const heard = new Set();

// configure says where the sockets of the project are, "" for nowhere.
export function configure(at) { path = at; }

// onEvent calls fn(name, data) for each event that this page's socket receives.
export function onEvent(fn) {
  heard.add(fn);
  return function () { heard.delete(fn); };
}

export function socketID() { return current && current.id; }

// connect returns the connection, which is made where there is none.
export function connect() {
  if (!path) { return Promise.reject(new Error('the sockets of this project are switched off')); }
  if (current) { return current.ready; }
  const address = location.origin.replace(/^http/, 'ws') + path + '/?EIO=4&transport=websocket&__sails_io_sdk_version=1.2.1&__sails_io_sdk_platform=browser&__sails_io_sdk_language=javascript';
  const c = { socket: new WebSocket(address), waiting: new Map(), number: 0, id: '' };
  current = c;
  c.ready = new Promise(function (resolve, reject) {
    c.socket.onmessage = function (m) { if (typeof m.data === 'string') { receive(c, m.data, resolve, reject); } };
    c.socket.onclose = function () {
      if (current === c) { current = null; }
      const gone = new Error('the socket was closed');
      reject(gone);
      c.waiting.forEach(function (w) { w.reject(gone); });
    };
  });
  return c.ready;
}

function receive(c, text, resolve, reject) {
  switch (text[0]) {
    case '0': c.socket.send('40'); return; // open
    case '2': c.socket.send('3' + text.slice(1)); return; // ping
    case '4': break;
    default: return;
  }
  const [, number, rest] = /^(\d*)([^]*)$/.exec(text.slice(2));
  const value = rest ? JSON.parse(rest) : undefined;
  switch (text[1]) {
    case '0': c.id = value ? value.sid : ''; resolve(c); return;
    case '2': heard.forEach(function (fn) { fn(value[0], value[1]); }); return;
    case '3': c.waiting.get(number)?.resolve(value[0]); c.waiting.delete(number); return;
    case '4': reject(new Error(value && value.message || 'the socket was refused')); c.socket.close(); return;
    case '1': c.socket.close();
  }
}

// request sends a request of the project over the socket.
export async function request(method, url, data, headers) {
  const c = await connect();
  const number = String(c.number++);
  const out = { method: method.toLowerCase(), url: url, headers: headers || {} };
  if (data !== undefined) { out.data = data; }
  const answer = new Promise(function (resolve, reject) { c.waiting.set(number, { resolve: resolve, reject: reject }); });
  c.socket.send('42' + number + JSON.stringify([out.method, out]));
  return answer;
}
