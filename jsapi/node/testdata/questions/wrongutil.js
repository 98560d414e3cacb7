// Asks what the modules events, util and assert say to wrong arguments.
'use strict';
const { wrong, wrongOptions, wrongLater, ask, print } = require('./wrong.js');
const util = require('util'), assert = require('assert'), Emitter = require('events');

function done() {}
const thrown = Object.assign(new Error('a'), { stack: 'at a place' }), rejected = Promise.reject(thrown), emitting = new Emitter();
rejected.catch(done);
setInterval(() => emitting.emit('a', 1), 5).unref();
function throwing() { throw thrown; }

{ // emitters
  for (const k of ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener', 'off', 'removeListener']) {
    wrong('emitter.' + k, (...x) => { const e = new Emitter(); e[k](...x); return e.eventNames(); }, ['a', () => {}]);
  }
  wrong('emit', (...x) => new Emitter().emit(...x), ['a', 1]);
  wrong('emit error', (...x) => new Emitter().emit('error', ...x), [1]);
  wrong('setMaxListeners', (...x) => new Emitter().setMaxListeners(...x).getMaxListeners(), [1]);
  wrong('listenerCount', (...x) => new Emitter().listenerCount(...x), ['a', () => {}]);
  wrong('listeners', (...x) => new Emitter().listeners(...x), ['a']);
  wrong('rawListeners', (...x) => new Emitter().rawListeners(...x), ['a']);
  wrong('removeAllListeners', (...x) => new Emitter().removeAllListeners(...x), ['a'], done);
  wrong('new EventEmitter', (...x) => new Emitter(...x), [{}], done);
  wrongOptions('new EventEmitter', (v) => new Emitter(v), {}, ['captureRejections'], done);
  wrong('EventEmitter()', Emitter, [{}], 'type');
  wrong('EventEmitterAsyncResource', (...x) => new Emitter.EventEmitterAsyncResource(...x), [{}], done);
  wrongOptions('EventEmitterAsyncResource', (v) => new Emitter.EventEmitterAsyncResource(v), {}, ['name', 'triggerAsyncId', 'requireManualDestroy'], done);
}
{ // functions of events
  const restoring = (fn) => { const n = Emitter.defaultMaxListeners; try { return fn(); } finally { Emitter.defaultMaxListeners = n; } };
  wrong('events.once', (...x) => Emitter.once(...x), [new Emitter(), 'a', {}], 'type');
  wrongOptions('events.once', (v) => Emitter.once(new Emitter(), 'a', v), {}, ['signal'], 'type');
  wrong('events.on', (...x) => Emitter.on(...x), [new Emitter(), 'a', {}], 'type');
  wrongOptions('events.on', (v) => Emitter.on(new Emitter(), 'a', v), {}, ['signal', 'close', 'highWaterMark', 'lowWaterMark'], 'type');
  wrong('getEventListeners', Emitter.getEventListeners, [new Emitter(), 'a']);
  wrong('getMaxListeners', (...x) => Emitter.getMaxListeners(...x), [new Emitter()]);
  wrong('events.setMaxListeners', (...x) => restoring(() => Emitter.setMaxListeners(...x)), [1, new Emitter()]);
  wrong('events.listenerCount', Emitter.listenerCount, [new Emitter(), 'a']);
  wrong('defaultMaxListeners', (v) => restoring(() => { Emitter.defaultMaxListeners = v; return Emitter.defaultMaxListeners; }), [1]);
  wrong('addAbortListener', (...x) => Emitter.addAbortListener(...x), [new AbortController().signal, () => {}], 'type');
}
{ // util
  const functions = {
    promisify: [() => {}], callbackify: [() => {}], deprecate: [() => {}, 'm', 'c'], debuglog: ['x', () => {}], stripVTControlCharacters: ['x'], toUSVString: ['x'],
    getSystemErrorName: [-1], inherits: [function a() {}, function b() {}], isDeepStrictEqual: [1, 1], format: ['%s', 1], formatWithOptions: [{}, '%s', 1], inspect: [1, {}],
    parseArgs: [{}], styleText: ['red', 'x'], transferableAbortSignal: [AbortSignal.abort()], transferableAbortController: [], aborted: [AbortSignal.abort(), {}], parseEnv: ['a=b'], _extend: [{}, {}],
    isArray: [1], isBoolean: [1], isDate: [1], isError: [1], isFunction: [1], isNull: [1], isRegExp: [1], isPrimitive: [1], isObject: [1], isSymbol: [1], isString: [1], isBuffer: [1],
  };
  for (const [k, good] of Object.entries(functions)) { wrong('util.' + k, util[k], good, /promisify|callbackify|deprecate|debuglog|aborted|transfer/.test(k) ? 'type' : undefined); }
  for (const k of Object.keys(util.types).sort()) { wrong('types.' + k, util.types[k], [1]); }
  wrong('util.inspect.custom', (v) => util.inspect({ [util.inspect.custom]: v }), [() => 'a']);
  wrong('promisify.custom', (v) => util.promisify(Object.assign(() => {}, { [util.promisify.custom]: v })), [() => {}], 'type');
  wrong('debuglog.enabled', () => util.debuglog('zz').enabled, []);
}
{ // parseArgs
  wrongOptions('parseArgs', util.parseArgs, { args: [] }, ['args', 'options', 'strict', 'allowPositionals', 'tokens', 'allowNegative']);
  wrongOptions('parseArgs option', (v) => util.parseArgs({ args: [], options: { a: v } }), { type: 'string' }, ['type', 'short', 'multiple', 'default']);
  wrongOptions('parseArgs options', (v) => util.parseArgs({ options: v, args: [] }), {}, ['a']);
  for (const args of [['-a'], ['--a'], ['--b'], ['-b'], ['--a=1'], ['-a1'], ['x'], ['--a', '-b'], ['--', 'x'], ['--no-a'], ['-ab'], ['--a', '']]) {
    for (const type of ['string', 'boolean']) {
      for (const extra of [{}, { strict: false }, { allowPositionals: true }, { tokens: true }]) {
        ask('parseArgs ' + util.inspect(args) + type + util.inspect(extra), () => util.parseArgs({ args, options: { a: { type, short: 'a' } }, ...extra }));
      }
    }
  }
}
{ // media types
  const mime = () => new util.MIMEType('a/b;c=d');
  const changed = (change) => { const m = mime(); change(m); return String(m); };
  wrong('new MIMEType', (...x) => new util.MIMEType(...x), ['a/b']);
  wrong('MIMEType()', util.MIMEType, ['a/b']);
  for (const k of ['type', 'subtype']) { wrong('mime.' + k, (v) => changed((m) => { m[k] = v; }), ['x']); }
  for (const [k, good] of Object.entries({ set: ['x', 'y'], delete: ['c'] })) { wrong('mime.params.' + k, (...x) => changed((m) => m.params[k](...x)), good); }
  for (const k of ['get', 'has']) { wrong('mime.params.' + k, (...x) => mime().params[k](...x), ['c']); }
}
{ // assert
  const checks = {
    ok: [1, 'm'], equal: [1, 1, 'm'], strictEqual: [1, 1, 'm'], notStrictEqual: [1, 2, 'm'], deepEqual: [1, 1], match: ['a', /a/, 'm'], doesNotMatch: ['a', /b/, 'm'],
    throws: [throwing, /a/, 'm'], doesNotThrow: [() => {}, /a/, 'm'], rejects: [() => Promise.resolve(), /a/], ifError: [null], fail: ['m'],
  };
  for (const [k, good] of Object.entries(checks)) { wrong('assert.' + k, (...x) => assert[k](...x), good, k === 'rejects' ? 'type' : undefined); }
  wrong('AssertionError', (...x) => new assert.AssertionError(...x).message, [{}]);
  wrongOptions('AssertionError', (v) => new assert.AssertionError(v).message, { actual: 1, expected: 2, operator: 'strictEqual' }, ['message', 'operator', 'actual', 'expected', 'stackStartFn']);
  wrong('CallTracker.calls', (...x) => new assert.CallTracker().calls(...x), [() => {}, 1], 'type');
  for (const k of ['getCalls', 'reset']) { wrong('CallTracker.' + k, (...x) => new assert.CallTracker()[k](...x), ['a']); }
  ask('CallTracker.verify', () => { const t = new assert.CallTracker(); t.calls(2)(); return t.report().map((r) => [r.message, r.actual, r.expected, r.operator]); });
  for (const k of ['rejects', 'doesNotReject']) { wrongLater('assert.' + k, (...x) => assert[k](...x), [rejected, /a/, 'm']); }
  wrongLater('events.once', (...x) => Emitter.once(...x), [emitting, 'a', {}]);
  wrongLater('util.aborted', (...x) => util.aborted(...x), [AbortSignal.abort(), {}]);
  wrongLater('callbackified', (...x) => util.promisify(util.callbackify((v) => Promise.resolve(v)))(...x), [1]);
}
module.exports = print();
