// What events, diagnostics_channel and async_hooks check, and which contexts and stores they keep.
'use strict';
const EventEmitter = require('events');
const channels = require('diagnostics_channel');
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId, executionAsyncResource, triggerAsyncId } = require('async_hooks');
const attempt = (...list) => list.forEach(f => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } });

const e = new EventEmitter(), a = () => {}, b = () => {};
e.on('x', a).once('x', a).on('x', b);
console.log(e.listenerCount('x'), e.listenerCount('x', a), e.listenerCount('x', b), e.listenerCount('y', a));
attempt(
  () => e.setMaxListeners(-1), () => e.setMaxListeners('1'), () => e.setMaxListeners(), () => { EventEmitter.defaultMaxListeners = NaN; },
  () => EventEmitter.setMaxListeners(1, 'x'), () => EventEmitter.setMaxListeners(-1), () => EventEmitter.getEventListeners({}, 'x'),
  () => e.on('x'), () => e.once('x', null), () => e.prependListener('x', {}), () => e.off('x', 1),
  () => e.emit('error', { message: 'm' }), () => e.emit('error', 'text'), () => e.emit('error'), () => e.emit('error', { [Symbol.for('nodejs.util.inspect.custom')]() { throw new Error(); } }),
  () => EventEmitter.addAbortListener(undefined, a), () => EventEmitter.addAbortListener({}, a), () => EventEmitter.addAbortListener(new AbortController().signal, 1)
);
EventEmitter.defaultMaxListeners = 11;
console.log(new EventEmitter().getMaxListeners(), EventEmitter.defaultMaxListeners);
EventEmitter.setMaxListeners(10);
console.log(EventEmitter.defaultMaxListeners);
const capturing = new EventEmitter({ captureRejections: true }), thrown = new Error('then throws');
capturing.on('error', err => console.log('captured', err === thrown));
capturing.on('x', () => ({ get then() { throw thrown; } }));
capturing.emit('x');

const store = new AsyncLocalStorage(), other = new AsyncLocalStorage();
const channel = channels.channel('stores');
channel.bindStore(store, data => ({ data }));
channel.bindStore(other);
channel.subscribe((data, name) => console.log('published', data, name, store.getStore(), other.getStore()));
console.log(channel.runStores('d', function (x, y) { return [this.t, x, y, store.getStore(), other.getStore()]; }, { t: 1 }, 2, 3));
console.log(channel.unbindStore(other), channel.unbindStore(other), channel.hasSubscribers, store.getStore());
console.log(channel.runStores('e', () => other.getStore()));
console.log(channels.channel(Symbol.for('s')).name);
attempt(() => channels.channel(1), () => channel.subscribe(1), () => channels.tracingChannel(null), () => channels.unsubscribe('none', a));
const tracing = channels.tracingChannel('t'), seen = [];
console.log(tracing.traceSync((x, c) => x + (c || 'none'), undefined, null, 1), tracing.hasSubscribers);
console.log(tracing.traceSync(() => { tracing.subscribe({ end: () => seen.push('too late') }); return 'sync'; }));
tracing.subscribe(Object.fromEntries(['start', 'end', 'asyncStart', 'asyncEnd', 'error'].map(n => [n, m => seen.push(n + ' ' + JSON.stringify(m) + ' ' + JSON.stringify(store.getStore()))])));
tracing.start.bindStore(store, data => data.own);
tracing.asyncStart.bindStore(store, () => 'again');
console.log(tracing.traceSync(function (x) { return [this, x, store.getStore()]; }, { own: 1 }, 'self', 'x'));
attempt(() => tracing.traceSync(() => { throw new Error('sync'); }, { own: 2 }), () => tracing.traceCallback(() => {}, 0, {}, null, 'not a function'));
tracing.traceCallback((x, done) => done(null, x), -1, { own: 3 }, null, 'value', (err, v) => seen.push('called ' + err + v + store.getStore()));

const one = new AsyncLocalStorage(), two = new AsyncLocalStorage();
one.run('one', () => two.enterWith('entered'));
console.log(one.getStore(), two.getStore());
two.run('inner', () => two.enterWith('deeper'));
console.log(two.getStore());
const resource = one.run('made', () => new AsyncResource('R', { triggerAsyncId: 42 }));
console.log(resource.triggerAsyncId(), resource.runInAsyncScope((...args) => [args, one.getStore(), executionAsyncId() === resource.asyncId(), triggerAsyncId(), executionAsyncResource() === resource], null, 1, 2));
const bound = resource.bind(function (x, y) { return [this === undefined ? 'none' : this, x, one.getStore(), executionAsyncId() === resource.asyncId()]; });
console.log(bound.length, bound(1), bound.call('self', 2), resource.bind(function () { return this; }, false)(), AsyncResource.bind(function () { return this; }, 'T', 'me')());
attempt(() => new AsyncResource(), () => new AsyncResource('x', -4), () => new AsyncResource('x', { triggerAsyncId: 1.5 }), () => resource.bind(1), () => AsyncResource.bind({}), () => createHook({ init: 1 }), () => createHook({ destroy: 'x' }));
module.exports = (async () => {
  console.log(await tracing.tracePromise(async () => { await null; return store.getStore(); }, { own: 4 }));
  await tracing.tracePromise(async () => { throw new Error('async'); }, { own: 5 }).catch(err => console.log(err.message));
  console.log(await tracing.tracePromise(() => 'no promise', { own: 6 }));
  console.log(seen.join('\n'));
})();
