// A thread that reads an app's messages, so that the main one can wait for them or be told about them.
'use strict';
const fs = require('fs');
const { workerData } = require('worker_threads');
const pipes = require('./pipes');

const pipe = fs.openSync(workerData.pipe, 'r+');
for (let message; !(message = pipes.read(pipe)).end;) {
  workerData.port.postMessage(message);
  Atomics.add(workerData.signal, 0, 1);
  Atomics.notify(workerData.signal, 0);
}
