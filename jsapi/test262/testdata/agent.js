// Makes $262.agent: the agents of the suite are worker threads. sleep blocks the thread.
(function (require, sleep) {
  const { Worker, MessageChannel, receiveMessageOnPort } = require('worker_threads');
  const { performance } = require('perf_hooks');
  const prelude = `
    const { workerData, parentPort } = require('worker_threads');
    globalThis.$262 = { agent: {
      receiveBroadcast(take) {
        parentPort.on('message', ({ memory, id, taken }) => {
          Atomics.add(new Int32Array(taken), 0, 1);
          take(memory, id);
        });
      },
      report(value) { workerData.reports.postMessage(String(value)); },
      leaving() {},
      sleep(ms) { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); },
      monotonicNow() { return performance.now(); },
    } };
    Atomics.add(new Int32Array(workerData.ready), 0, 1);
  `;
  const workers = [], ports = [];
  const ready = new SharedArrayBuffer(4), deadline = () => performance.now() + 10000;
  function waitFor(counter, n) {
    for (const end = deadline(); Atomics.load(new Int32Array(counter), 0) < n && performance.now() < end;) { sleep(1); }
  }
  return {
    start(script) {
      const { port1, port2 } = new MessageChannel();
      const worker = new Worker(prelude + script, { eval: true, workerData: { reports: port2, ready }, transferList: [port2] });
      worker.on('error', () => {});
      worker.unref();
      workers.push(worker);
      ports.push(port1);
    },
    broadcast(memory, id) {
      const taken = new SharedArrayBuffer(4);
      waitFor(ready, workers.length);
      for (const worker of workers) { worker.postMessage({ memory, id, taken }); }
      waitFor(taken, workers.length);
    },
    getReport() {
      for (const port of ports) {
        const found = receiveMessageOnPort(port);
        if (found) { return found.message; }
      }
      return null;
    },
    sleep,
    monotonicNow() { return performance.now(); },
  };
})
