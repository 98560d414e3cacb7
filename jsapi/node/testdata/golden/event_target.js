// Events: listeners, their errors and options, members of events.
const log = [];
process.on('uncaughtException', e => log.push('uncaught ' + e.message));
const target = new EventTarget(), stop = new AbortController();
target.addEventListener('x', () => { log.push('first'); throw new Error('of the first'); });
target.addEventListener('x', () => { log.push('second'); target.removeEventListener('x', gone); });
function gone() { log.push('gone'); }
target.addEventListener('x', gone);
target.addEventListener('x', () => log.push('with a signal'), { signal: stop.signal });
const object = { handleEvent(e) { log.push('object ' + (this === object) + ' ' + e.type); } };
target.addEventListener('x', object);
target.addEventListener('x', () => log.push('once'), { once: true });
console.log(target.dispatchEvent(new Event('x')));
stop.abort();
target.dispatchEvent(new Event('x'));
target.addEventListener('x', () => log.push('never'), { signal: stop.signal });
const within = new EventTarget();
within.addEventListener('y', e => { e.preventDefault(); console.log(e.eventPhase, e.target === within, e.currentTarget === within, e.srcElement === within, e.composedPath().length, e.returnValue, e.cancelBubble); });
const y = new Event('y', { cancelable: true, bubbles: true });
console.log(within.dispatchEvent(y), y.eventPhase, y.target === within, y.currentTarget, y.defaultPrevented, y.composedPath().length, y.bubbles, y.composed, y.returnValue);
console.log(within.dispatchEvent(new Event('y')), typeof y.timeStamp, y.NONE, Event.AT_TARGET);
target.addEventListener('z', capture, true);
target.addEventListener('z', capture);
target.addEventListener('z', capture);
function capture() { log.push('captures'); }
target.dispatchEvent(new Event('z'));
target.removeEventListener('z', capture, true);
target.dispatchEvent(new Event('z'));
target.addEventListener('s', e => { log.push('s'); e.stopImmediatePropagation(); });
target.addEventListener('s', () => log.push('after it'));
target.dispatchEvent(new Event('s'));
const attempt = f => { try { f(); log.push('taken'); } catch (e) { log.push(`${e.name} ${e.code} ${e.message}`); } };
for (const bad of [5, 'x', {}]) { attempt(() => target.addEventListener('w', bad)); }
attempt(() => target.addEventListener('w'));
attempt(() => target.dispatchEvent({ type: 'x' }));
attempt(() => target.dispatchEvent());
attempt(() => new Event());
attempt(() => new Event('x', 5));
attempt(() => new Event(Symbol('x')));
const again = new Event('q');
target.addEventListener('q', () => attempt(() => target.dispatchEvent(again)));
target.dispatchEvent(again);
const controller = new AbortController();
controller.signal.addEventListener('abort', () => { throw new Error('of abort'); });
controller.signal.addEventListener('abort', e => log.push(e.type));
controller.abort();
console.log(require('util').inspect(new Event('shown', { cancelable: true })).replace(/timeStamp: [\d.]+/, 'timeStamp: N'));
module.exports = new Promise(resolve => setTimeout(() => { console.log(log.join('\n')); resolve(); }, 20));
