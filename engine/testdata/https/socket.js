// Uses a project over wss: node socket.js <url> <transport>. The certificate's
// authority is known by NODE_EXTRA_CA_CERTS.
'use strict';
const assert = require('assert');
const [url, transport] = process.argv.slice(2);

const sdk = require('sails.io.js')(require('socket.io-client'));
sdk.sails.autoConnect = false;
sdk.sails.environment = 'production';

const socket = sdk.sails.connect(url, { transports: [transport], reconnection: false });
socket.on('connect_error', (err) => { throw err; });
socket.on('connect', () => {
  socket.get('/who', (body, jwr) => {
    assert.strictEqual(jwr.statusCode, 200);
    assert.deepStrictEqual(body, { protocol: 'ws', secure: true });
    console.log('ok');
    process.exit();
  });
});
