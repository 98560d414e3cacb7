const EventEmitter = require('events'), util = require('util');
const e = new EventEmitter();
e.on('newListener', (type, fn) => console.log('new', type, typeof fn));
e.on('a', function (x, y) { console.log('a', x, y, this === e); });
e.once('a', () => console.log('once'));
e.prependListener('a', () => console.log('first'));
console.log(e.emit('a', 1, 2), e.emit('a', 3), e.emit('none'), e.listenerCount('a'), e.eventNames());
function f() { console.log('f'); }
e.on('b', f);
e.on('b', function () { e.removeListener('b', f); console.log('removing'); });
e.on('b', f);
e.emit('b');
e.emit('b');
e.removeAllListeners('b');
console.log(e.emit('b'), e.listeners('a').length, e.rawListeners('a').length);
try { e.emit('error', new Error('boom')); } catch (err) { console.log(err.message); }
try { e.emit('error', 'text'); } catch (err) { console.log(err.code, err.message); }
try { e.on('x', 1); } catch (err) { console.log(err.code); }
function Old() { EventEmitter.call(this); }
util.inherits(Old, EventEmitter);
const o = new Old();
o.once('x', v => console.log('old', v));
o.emit('x', 1);
o.emit('x', 2);
class Sub extends EventEmitter {}
console.log(new Sub().on('q', () => {}).listenerCount('q'), EventEmitter.defaultMaxListeners, EventEmitter.EventEmitter === EventEmitter, new Sub().getMaxListeners());
module.exports = (async () => {
  setTimeout(() => o.emit('soon', 7), 1);
  console.log(await EventEmitter.once(o, 'soon'));
  const { on, once, getEventListeners, getMaxListeners, setMaxListeners, addAbortListener } = EventEmitter;
  const e = new EventEmitter(), target = new EventTarget(), stop = new AbortController();
  const seen = [], items = on(e, 'item', { signal: stop.signal, close: ['end'] });
  setTimeout(() => { e.emit('item', 1); e.emit('item', 2, 'b'); }, 1);
  setTimeout(() => e.emit('end'), 5);
  for await (const item of items) { seen.push(item); }
  console.log(seen, e.eventNames(), await items.next());
  const failing = on(e, 'item');
  e.emit('item', 3);
  e.emit('error', new Error('broken'));
  console.log(await failing.next());
  try { await failing.next(); } catch (err) { console.log(err.message); }
  const given = on(e, 'item');
  console.log(await given.return(), e.listenerCount('item'));
  setTimeout(() => target.dispatchEvent(new Event('soon')), 1);
  console.log((await once(target, 'soon'))[0].type);
  setTimeout(() => stop.abort(), 1);
  try { await once(e, 'never', { signal: stop.signal }); } catch (err) { console.log(err.name, err.code, err.message); }
  try { on(e, 'x', { signal: stop.signal }); } catch (err) { console.log(err.name); }
  const fn = () => {};
  target.addEventListener('t', fn);
  e.on('t', fn);
  console.log(getEventListeners(target, 't').length, getEventListeners(e, 't')[0] === fn, getMaxListeners(e));
  setMaxListeners(20, e, target);
  const later = new AbortController();
  addAbortListener(later.signal, () => console.log('aborted'));
  later.abort();
  console.log(getMaxListeners(e));
})();
