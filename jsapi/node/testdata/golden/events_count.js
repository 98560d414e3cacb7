// The static listenerCount, also for emitters without one of their own and for what is no emitter.
const EventEmitter = require('events');
const e = new EventEmitter().on('a', () => {}).on('a', () => {});
console.log(EventEmitter.listenerCount(e, 'a'), EventEmitter.listenerCount(e, 'b'));
e.listenerCount = undefined;
console.log(EventEmitter.listenerCount(e, 'a'), EventEmitter.listenerCount(e, 'b'), EventEmitter.listenerCount({}, 'a'));
e.listenerCount = () => 7;
console.log(EventEmitter.listenerCount(e, 'a'));
