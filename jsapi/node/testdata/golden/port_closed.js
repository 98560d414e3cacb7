// What was posted to a port before the other one was closed arrives, also where it is taken later.
const { MessageChannel, Worker, receiveMessageOnPort } = require('worker_threads');
const turn = () => new Promise((resolve) => setTimeout(resolve, 30));
const seen = (port, name, log) => { port.on('close', () => log.push(name + ' close')); return (m) => log.push(name + ' ' + m); };
module.exports = (async () => {
  const cases = {
    async later() {
      const { port1, port2 } = new MessageChannel(), log = [], take = seen(port2, 'b', log);
      seen(port1, 'a', log);
      port1.postMessage(1); port1.postMessage(2); port1.close(); port1.postMessage(3);
      await turn();
      log.push('waited ' + port2.hasRef());
      port2.on('message', take);
      await turn();
      return log;
    },
    async synchronous() {
      const { port1, port2 } = new MessageChannel(), log = [];
      seen(port2, 'b', log);
      port1.postMessage(1); port1.postMessage(2); port1.close();
      await turn();
      log.push(receiveMessageOnPort(port2).message);
      await turn();
      log.push(receiveMessageOnPort(port2).message, receiveMessageOnPort(port2));
      await turn();
      return log;
    },
    async own() {
      const { port1, port2 } = new MessageChannel(), log = [], take = seen(port1, 'a', log);
      seen(port2, 'b', log);
      port2.postMessage(1); port1.close(() => log.push('closed'));
      port1.on('message', take);
      await turn();
      return log;
    },
    async both() {
      const { port1, port2 } = new MessageChannel(), log = [], take = seen(port2, 'b', log);
      port1.postMessage('last'); port1.close();
      port2.on('message', (m) => { take(m); port2.close(); port2.close(); });
      await turn();
      return log;
    },
    async empty() {
      const { port1, port2 } = new MessageChannel(), log = [];
      seen(port2, 'b', log);
      port1.close();
      await turn();
      return log;
    },
    async transferred() {
      const { port1, port2 } = new MessageChannel();
      port1.postMessage('before'); port1.close();
      const w = new Worker(`const { parentPort, workerData } = require('worker_threads'); const log = [];
        workerData.on('close', () => { log.push('close'); parentPort.postMessage(log); });
        setTimeout(() => workerData.on('message', (m) => log.push(m)), 30);
        const stay = setTimeout(() => {}, 60000); workerData.on('close', () => clearTimeout(stay));`, { eval: true, workerData: port2, transferList: [port2] });
      const log = await new Promise((resolve) => w.once('message', resolve));
      await new Promise((resolve) => w.once('exit', resolve));
      return log;
    },
    async input() {
      const w = new Worker(`let t = ''; setTimeout(() => process.stdin.on('data', (d) => { t += d; }).on('end', () => require('worker_threads').parentPort.postMessage(t)), 30);`, { eval: true, stdin: true });
      w.stdin.write('hello '); w.stdin.end('stdin');
      return [await new Promise((resolve) => w.once('message', resolve))];
    },
  };
  for (const name of Object.keys(cases)) { console.log(name, JSON.stringify(await cases[name]())); }
})();
