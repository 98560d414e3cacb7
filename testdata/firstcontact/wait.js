// Waits for a time, or asks whether a port is open.
'use strict';
const net = require('net');

function open(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('connect', () => { socket.destroy(); resolve(true); });
    socket.on('error', () => { socket.destroy(); resolve(false); });
  });
}

function pause(ms) { return new Promise((resolve) => setTimeout(resolve, ms)); }

module.exports = { open, pause };
