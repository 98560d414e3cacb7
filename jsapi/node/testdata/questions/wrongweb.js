// Asks what the classes and functions of the web platform say to wrong arguments: streams,
// blobs, forms, requests, events, signals, codings of text and the timers of globals.
'use strict';
const { wrong, wrongOptions, wrongLater, print, kinds } = require('./wrong.js');
const buffer = require('buffer');

function done() {}
function cleared(v) { clearTimeout(v); clearImmediate(v); }

{ // webstreams
  wrong('new ReadableStream', (...x) => new ReadableStream(...x), [{}, {}], done);
  wrong('new WritableStream', (...x) => new WritableStream(...x), [{}, {}], done);
  wrong('new TransformStream', (...x) => new TransformStream(...x), [{}, {}, {}], done);
  wrong('ReadableStream()', ReadableStream, []);
  wrongOptions('ReadableStream source', (v) => new ReadableStream(v), {}, ['start', 'pull', 'cancel', 'type', 'autoAllocateChunkSize'], done);
  wrongOptions('ReadableStream bytes', (v) => new ReadableStream(v), { type: 'bytes' }, ['start', 'pull', 'cancel'], done);
  wrongOptions('ReadableStream bytes', (v) => new ReadableStream(v), { type: 'bytes' }, ['autoAllocateChunkSize'], done, kinds.filter((kind) => !['undefined', 'one', 'big'].includes(kind)));
  wrongOptions('ReadableStream strategy', (v) => new ReadableStream({}, v), {}, ['highWaterMark', 'size'], done);
  wrongOptions('WritableStream sink', (v) => new WritableStream(v), {}, ['start', 'write', 'close', 'abort', 'type'], done);
  wrongOptions('WritableStream strategy', (v) => new WritableStream({}, v), {}, ['highWaterMark', 'size'], done);
  wrongOptions('TransformStream transformer', (v) => new TransformStream(v), {}, ['start', 'transform', 'flush', 'cancel', 'readableType', 'writableType'], done);
  wrongOptions('TransformStream strategy', (v) => new TransformStream({}, v, v), {}, ['highWaterMark', 'size'], done);

  wrong('ByteLengthQueuingStrategy', (...x) => new ByteLengthQueuingStrategy(...x), [{ highWaterMark: 1 }], done);
  wrong('CountQueuingStrategy', (...x) => new CountQueuingStrategy(...x).size({ byteLength: 3 }), [{ highWaterMark: 1 }]);
  wrongOptions('ByteLengthQueuingStrategy', (v) => new ByteLengthQueuingStrategy(v).highWaterMark, {}, ['highWaterMark']);

  wrong('getReader byob', () => new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' }), [], done);
  wrong('getReader', (...x) => new ReadableStream().getReader(...x), [{}], done);
  wrongOptions('getReader', (v) => new ReadableStream().getReader(v), {}, ['mode'], done);
  wrong('values', (...x) => new ReadableStream().values(...x), [{}], 'type');
  wrong('pipeTo', (...x) => new ReadableStream().pipeTo(...x), [new WritableStream(), {}], done);
  wrong('pipeThrough', (...x) => new ReadableStream().pipeThrough(...x), [new TransformStream(), {}], done);
  wrongOptions('pipeThrough', (v) => new ReadableStream().pipeThrough(new TransformStream(), v), {}, ['signal', 'preventAbort', 'preventCancel', 'preventClose'], done);
  wrongOptions('pipeThrough pair', (v) => new ReadableStream().pipeThrough({ readable: new ReadableStream(), writable: new WritableStream(), ...v }), {}, ['readable', 'writable'], done);
  wrong('ReadableStream.from', (...x) => ReadableStream.from(...x), [[1]], done);
  for (const k of ['ReadableStreamDefaultReader', 'WritableStreamDefaultWriter', 'ReadableStreamBYOBReader', 'ReadableStreamDefaultController']) {
    wrong('new ' + k, (...x) => new globalThis[k](...x), [{}], done);
  }
  wrongLater('pipeTo', (...x) => new ReadableStream({ start(c) { c.close(); } }).pipeTo(...x), [new WritableStream(), {}]);
  const bytes = () => new ReadableStream({ type: 'bytes', start(c) { c.enqueue(new Uint8Array([1])); } }); // reading takes the memory of a view
  wrongLater('byob read', (...x) => bytes().getReader({ mode: 'byob' }).read(...x.map((v) => (v === Uint8Array ? new Uint8Array(1) : v))), [Uint8Array], ['buffer']);
  wrong('enqueue', (...x) => { new ReadableStream({ start(c) { c.enqueue(...x); } }); }, [1]);
  wrong('enqueue bytes', (...x) => { new ReadableStream({ type: 'bytes', start(c) { c.enqueue(...x); } }); }, [new Uint8Array(1)], undefined, ['buffer']);
  wrong('size', (v) => { new ReadableStream({ start(c) { c.enqueue(1); } }, { size() { return v; } }); }, [1]);
  wrongLater('size', (v) => new WritableStream({}, { size() { return v; } }).getWriter().write(1), [1]);
  wrongLater('write', (...x) => new WritableStream().getWriter().write(...x), [1]);
  wrong('new CompressionStream', (...x) => new CompressionStream(...x), ['gzip'], done);
  wrong('new DecompressionStream', (...x) => new DecompressionStream(...x), ['deflate'], done);
  wrong('new TextDecoderStream', (...x) => new TextDecoderStream(...x), ['utf8', {}], done);
}
{ // buffer: Node aborts if a slice begins or ends at some of the wrong numbers
  const { Blob, File } = buffer, aborting = ['half', 'NaN', 'x', 'object', 'fn', 'buffer'];
  const sliced = (...x) => { const s = new Blob(['abcdef']).slice(...x); return [s.size, s.type]; };
  wrong('new Blob', (...x) => new Blob(...x), [['a'], {}], done);
  wrongOptions('new Blob', (v) => new Blob(['a'], v), {}, ['type', 'endings'], done);
  wrong('Blob()', Blob, []);
  wrong('blob.slice from', sliced, [1], undefined, aborting);
  wrong('blob.slice to', (v) => sliced(1, v), [3], undefined, aborting);
  wrong('blob.slice type', (v) => sliced(1, 3, v), ['a/b']);
  wrong('new File', (...x) => new File(...x), [['a'], 'n', {}], done);
  wrong('new File name', (v) => new File(['a'], v).name, ['n']);
  wrongOptions('new File', (v) => { const f = new File(['a'], 'n', v); return [f.type, typeof f.lastModified]; }, {}, ['type', 'lastModified', 'endings']);
  wrongOptions('new File time', (v) => new File(['a'], 'n', v).lastModified, {}, ['lastModified'], undefined, ['undefined']);
  wrong('isUtf8', buffer.isUtf8, [Buffer.from('a')]);
  wrong('isAscii', buffer.isAscii, [Buffer.from('a')]);
  wrong('resolveObjectURL', buffer.resolveObjectURL, ['x']);
  wrong('transcode', buffer.transcode, [Buffer.from('a'), 'utf8', 'latin1']);
  wrong('createObjectURL', (...x) => URL.createObjectURL(...x), [new Blob([])], 'type');
  wrong('revokeObjectURL', (...x) => URL.revokeObjectURL(...x), ['blob:x']);
  wrong('atob', atob, ['aa==']);
  wrong('btoa', btoa, ['a']);
}
{ // FormData, Headers, Request and Response
  wrong('new FormData', (...x) => new FormData(...x), [], done);
  wrong('new FormData 1', (...x) => new FormData(...x), [undefined], done);
  const form = { append: ['a', 'b', 'c'], set: ['a', 'b', 'c'], get: ['a'], getAll: ['a'], has: ['a'], delete: ['a'], forEach: [() => {}] };
  for (const [k, good] of Object.entries(form)) { wrong('formData.' + k, (...x) => { const f = new FormData(); const r = f[k](...x); return [r, [...f.keys()]]; }, good); }
  wrong('formData.append blob', (v) => { const f = new FormData(); f.append('a', new Blob([]), v); return f.get('a').name; }, ['n']);
  const headers = { append: ['a', 'b'], set: ['a', 'b'], get: ['a'], has: ['a'], delete: ['a'], forEach: [() => {}] };
  for (const [k, good] of Object.entries(headers)) { wrong('headers.' + k, (...x) => { const f = new Headers(); const r = f[k](...x); return [r, [...f]]; }, good); }
  wrong('new Headers', (...x) => [...new Headers(...x)], [{}]);
  wrong('new Headers pair', (v) => [...new Headers([v])], [['a', 'b']]);
  wrong('new Headers value', (v) => [...new Headers({ a: v })], ['b']);
  wrong('new Request', (...x) => new Request(...x).url, ['http://a/', {}]);
  wrongOptions('new Request', (v) => { const r = new Request('http://a/', v); return [r.method, r.mode, r.redirect, r.keepalive]; }, {},
    ['method', 'headers', 'body', 'mode', 'credentials', 'cache', 'redirect', 'referrer', 'referrerPolicy', 'integrity', 'keepalive', 'signal', 'duplex', 'window']);
  wrongOptions('new Request POST', (v) => [...new Request('http://a/', v).headers], { method: 'POST' }, ['body', 'duplex']);
  wrong('new Response', (...x) => { const r = new Response(...x); return [r.status, r.statusText]; }, ['a', {}]);
  wrongOptions('new Response', (v) => { const r = new Response('a', v); return [r.status, r.statusText]; }, {}, ['status', 'statusText', 'headers']);
  wrongLater('fetch', (...x) => fetch(...x).then((r) => r.text()), ['data:,a', {}]);
  wrong('Response.redirect', (...x) => Response.redirect(...x).status, ['http://a/', 302]);
  wrong('Response.json', (...x) => Response.json(...x).status, [1, {}]);
}
{ // events of the web
  const bound = ['addEventListener', 'removeEventListener'];
  wrong('new Event', (...x) => new Event(...x), ['a', {}], done);
  wrongOptions('new Event', (v) => { const e = new Event('a', v); return [e.bubbles, e.cancelable, e.composed]; }, {}, ['bubbles', 'cancelable', 'composed']);
  wrong('new CustomEvent', (...x) => new CustomEvent(...x), ['a', {}], done);
  wrong('new EventTarget', (...x) => new EventTarget(...x), [1], done);
  for (const k of bound) { wrong(k, (...x) => new EventTarget()[k](...x), ['a', () => {}, {}]); }
  wrongOptions('addEventListener', (v) => new EventTarget().addEventListener('a', () => {}, v), {}, ['once', 'passive', 'capture', 'signal']);
  wrong('dispatchEvent', (...x) => new EventTarget().dispatchEvent(...x), [new Event('a')]);
  for (const k of ['Event', 'CustomEvent', 'EventTarget', 'AbortController', 'AbortSignal', 'Headers', 'FormData', 'TextEncoder', 'TextDecoder']) { wrong(k + '()', globalThis[k], []); }
  wrong('AbortSignal.timeout', (...x) => AbortSignal.timeout(...x), [1000], 'type');
  wrong('AbortSignal.abort', (...x) => AbortSignal.abort(...x).reason, [1], 'type');
  wrong('AbortSignal.any', (...x) => AbortSignal.any(...x), [[]], done);
  wrong('AbortSignal.any item', (v) => AbortSignal.any([v]), [AbortSignal.abort()], done);
  wrong('new AbortSignal', () => new AbortSignal(), []);
  wrong('abort', (...x) => { const c = new AbortController(); c.abort(...x); return c.signal.reason; }, [1], 'type');
}
{ // codings of text, and copies
  wrong('structuredClone', (...x) => structuredClone(...x), [1, {}]);
  wrongOptions('structuredClone', (v) => structuredClone(1, v), {}, ['transfer']);
  wrong('new TextDecoder', (...x) => new TextDecoder(...x).encoding, ['utf8', {}]);
  wrongOptions('new TextDecoder', (v) => { const d = new TextDecoder('utf8', v); return [d.fatal, d.ignoreBOM]; }, {}, ['fatal', 'ignoreBOM']);
  wrong('decode', (...x) => new TextDecoder().decode(...x), [Buffer.from('a'), {}]);
  wrong('encode', (...x) => new TextEncoder().encode(...x), ['a']);
  wrong('encodeInto', (...x) => new TextEncoder().encodeInto(...x), ['a', new Uint8Array(3)]);
}
{ // timers
  const timers = require('timers'), promises = require('timers/promises');
  for (const k of ['setTimeout', 'setInterval']) { wrong(k, timers[k], [() => {}, 1000], cleared); }
  wrong('setImmediate', timers.setImmediate, [() => {}], cleared);
  for (const k of ['clearTimeout', 'clearInterval']) { wrong(k, timers[k], [1]); }
  // Node counts what it is told to clear, whatever it is, and then runs fewer of the others.
  wrong('clearImmediate', timers.clearImmediate, [null], undefined, kinds.filter((kind) => !['undefined', 'null', 'NaN', 'empty', 'no'].includes(kind)));
  for (const k of ['enroll', 'unenroll', 'active', '_unrefActive']) { wrong('timers.' + k, timers[k], [{}, 10]); }
  wrong('promises.setInterval', (...x) => promises.setInterval(...x), [1000, 1, {}], 'type');
  wrongLater('promises.setTimeout', promises.setTimeout, [1, 'v', {}]);
  wrongLater('promises.setImmediate', promises.setImmediate, ['v', {}]);
  wrongLater('scheduler.wait', (...x) => promises.scheduler.wait(...x), [1, {}]);
  wrongLater('promises.setInterval', async (...x) => { const it = promises.setInterval(...x); try { return await it.next(); } finally { await it.return(); } }, [1, 'v', {}]);
  wrong('queueMicrotask', queueMicrotask, [() => {}]);
  wrong('process.nextTick', process.nextTick, [() => {}, 1]);
}
module.exports = print();
