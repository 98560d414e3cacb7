// Sends the questions to a server, over HTTP and over sockets.
'use strict';
const http = require('http');

const { open, pause } = require('./wait');

const secondsToAnswer = 25;

// answers asks a server all questions in turn, with one cookie jar.
async function answers(project, generation, server, questions) {
  const out = [], ids = {}, jar = {};
  let headers = {};
  let socket;
  let silent = 0;
  for (const q of questions) {
    let got;
    if (q.socket) {
      if (socket === undefined) socket = await connect(generation, server.port, jar);
      got = await overSocket(socket, q, server, headers);
    } else {
      const where = q.idOf ? q.path.replace('{id}', encodeURIComponent(ids[q.idOf] === undefined ? 1 : ids[q.idOf])) : q.path;
      got = await request(server.port, q, where, Object.assign({}, headers, q.headers), jar, q.silent || silent > 2 ? 4 : secondsToAnswer);
      if (got.failed === 'no answer') silent++;
      // On a busy machine a server may ask its clients to come again.
      for (let again = 0; again < 5 && got.status === 503 && got.retry; again++) { await pause(1500); got = await request(server.port, q, where, Object.assign({}, headers, q.headers), jar); }
      if (q.gives) { const body = parsed(got); ids[q.gives] = body && (body[q.key] !== undefined ? body[q.key] : body.id); }
      if (q.token) { const value = q.token.split('.').reduce((v, k) => v && v[k], parsed(got)); if (value) headers = Object.assign({}, headers, { [q.header || 'authorization']: (q.prefix === undefined ? 'Bearer ' : q.prefix) + value }); }
    }
    out.push(got);
    if (server.ended || (got.failed && (got.failed === 'closed' || !(await open(server.port))))) { for (let wait = 0; wait < 15 && !server.ended; wait++) await pause(200); if (server.ended) { if (socket && socket.close) socket.close(); return { answers: out, died: q.name }; } }
  }
  if (socket && socket.close) socket.close();
  return { answers: out, ids };
}

function parsed(got) { try { return JSON.parse(got.body); } catch (error) { return undefined; } }

function request(port, q, where, more, jar, seconds) {
  return new Promise((resolve) => {
    const headers = Object.assign({ accept: 'application/json, text/plain, */*', connection: 'close' }, more);
    let payload;
    if (q.upload) {
      const edge = 'firstcontact-edge';
      const part = (name, content, file) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"\r\ncontent-type: text/plain` : ''}\r\n\r\n${content}\r\n`;
      payload = Buffer.from(part('name', 'Ada') + ['file', 'avatar', 'image'].map((name) => part(name, 'the content of a file', name + '.txt')).join('') + `--${edge}--\r\n`);
      headers['content-type'] = 'multipart/form-data; boundary=' + edge;
    } else if (q.body !== undefined) { payload = Buffer.from(JSON.stringify(q.body)); headers['content-type'] = 'application/json'; }
    if (payload) headers['content-length'] = payload.length;
    const cookies = Object.entries(jar).map(([k, v]) => k + '=' + v).join('; ');
    if (cookies) headers.cookie = cookies;
    const req = http.request({ host: '127.0.0.1', port, method: q.method, path: where.replace(/[^\x21-\x7e]/g, encodeURIComponent), headers }, (res) => {
      const chunks = [];
      res.on('data', (chunk) => chunks.push(chunk));
      const finish = () => {
        clearTimeout(timer);
        for (const cookie of res.headers['set-cookie'] || []) { const found = /^([^=]+)=([^;]*)/.exec(cookie); if (found) jar[found[1]] = found[2]; }
        const body = Buffer.concat(chunks);
        resolve({ status: res.statusCode, type: res.headers['content-type'] || '', location: res.headers.location, retry: res.headers['retry-after'], cookies: (res.headers['set-cookie'] || []).map((c) => c.split('=')[0]).sort(), body: body.toString('utf8'), bytes: body.length });
      };
      res.on('end', finish);
      res.on('error', finish);
      res.on('aborted', finish);
    });
    const timer = setTimeout(() => { req.destroy(); resolve({ failed: 'no answer' }); }, (seconds || secondsToAnswer) * 1000);
    req.on('error', (error) => { clearTimeout(timer); resolve({ failed: error.code === 'ECONNRESET' ? 'closed' : error.code || String(error) }); });
    req.end(payload);
  });
}

function connect(generation, port, jar) {
  return new Promise((resolve) => {
    let client;
    try { client = require(generation.sockets); } catch (error) { return resolve({ failed: 'npm install was not run in ' + __dirname }); }
    const cookies = Object.entries(jar).map(([k, v]) => k + '=' + v).join('; ');
    const query = (generation.sdk === '0.10.0' && cookies ? 'cookie=' + encodeURIComponent(cookies) + '&' : '') + `__sails_io_sdk_version=${generation.sdk}&__sails_io_sdk_platform=node&__sails_io_sdk_language=javascript`;
    const old = /0\.9/.test(generation.sockets);
    const socket = old ? client.connect('http://127.0.0.1:' + port + '?' + query, { 'force new connection': true, transports: ['websocket'], reconnect: false })
      : (client.connect || client)('http://127.0.0.1:' + port, { query, transports: ['websocket'], multiplex: false, forceNew: true, reconnection: false });
    const events = [];
    const handle = { socket, events, close: () => { try { socket.disconnect(); } catch (error) { /* the transport of 0.9 was never open */ } } };
    const timer = setTimeout(() => resolve({ failed: 'no connection', close: handle.close }), 6000);
    if (old) {
      const emit = socket.$emit;
      socket.$emit = function (name, ...rest) { if (!/^connect|^reconnect|^disconnect|^error$/.test(name)) events.push([name, rest.filter((v) => typeof v !== 'function')]); return emit.call(this, name, ...rest); };
    } else {
      const onevent = socket.onevent;
      socket.onevent = function (packet) { events.push([packet.data[0], packet.data.slice(1)]); return onevent.call(this, packet); };
    }
    const refused = (error) => { clearTimeout(timer); resolve({ failed: 'refused: ' + String(error && error.message || error), close: handle.close }); };
    socket.on('connect', () => { clearTimeout(timer); resolve(handle); });
    socket.on('error', refused);
    socket.on('connect_error', refused);
  });
}

async function overSocket(handle, q, server, headers) {
  if (handle.failed) return { failed: handle.failed };
  if (q.socket === 'events') {
    handle.events.length = 0;
    await request(server.port, { method: 'POST', body: q.body }, q.path, Object.assign({}, headers), {});
    await pause(400);
    return { status: 0, type: 'events', body: JSON.stringify(handle.events) };
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ failed: 'no answer' }), secondsToAnswer * 1000);
    handle.socket.emit(q.socket, { method: q.socket, url: q.path, data: q.body, headers }, (reply) => {
      clearTimeout(timer);
      reply = reply && typeof reply === 'object' ? Object.assign({}, reply) : { reply };
      delete reply.headers;
      resolve({ status: reply.statusCode, type: 'ack', body: JSON.stringify(reply) });
    });
  });
}

module.exports = { answers };
