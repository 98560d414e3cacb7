var worker = require('worker_threads');
var log = function () { console.log.apply(console, arguments); };
log(typeof MessageChannel, typeof MessagePort, typeof MessageEvent, worker.MessageChannel === MessageChannel, worker.MessagePort === MessagePort);
try { new MessagePort(); } catch (e) { log(e.name, e.message, e.code); }
var event = new MessageEvent('message', { data: { a: 1 }, origin: 'x' });
log(event.type, event.data, event.origin, event.lastEventId, event.ports, event.source, event instanceof Event);

var first = new MessageChannel(), value = { list: [1, new Date(0)], map: new Map([[1, 2]]) };
log(first.port1 instanceof MessagePort, first.port1 instanceof EventTarget);
first.port2.onmessage = function (e) { log('onmessage', e.data, e.data !== value, e.target === first.port2); };
first.port1.postMessage(value);
first.port1.postMessage('second');
log('posted');
try { first.port1.postMessage(function () {}); } catch (e) { log(e.name, e.code); }
try { first.port1.postMessage(); } catch (e) { log(e.name, e.code); }

var third = new MessageChannel();
third.port1.postMessage('before anybody listens');
third.port1.postMessage('one more');
log(worker.receiveMessageOnPort(third.port2), worker.receiveMessageOnPort(third.port1));
module.exports = new Promise(function (done) {
  setTimeout(function () {
    third.port2.on('message', function (m) { log('on', m); });
    third.port2.once('close', function () { log('closed'); setTimeout(done, 20); });
    setTimeout(function () {
      third.port1.close();
      third.port1.postMessage('lost');
      first.port2.close();
    }, 20);
  }, 20);
});
