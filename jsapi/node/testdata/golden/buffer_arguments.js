'use strict';
const buffer = require('buffer');
const util = require('util');
function t(label, f) {
  let r;
  try { r = f(); r = Buffer.isBuffer(r) ? r.toString('hex') : util.inspect(r); } catch (e) { r = e.name + ' ' + e.code + ' ' + e.message; }
  console.log(label, r);
}
const odd = [undefined, null, -1, 3, 99, NaN, Infinity, 1.5, '2', 'x', true, {}, []];
for (const v of odd) {
  const s = util.inspect(v);
  t('write offset ' + s, () => Buffer.alloc(8).write('abc', v));
  t('write length ' + s, () => Buffer.alloc(8).write('abc', 1, v));
  t('write encoding ' + s, () => Buffer.alloc(8).write('abc', 1, 2, v));
  t('write utf8 ' + s, () => Buffer.alloc(8).write('abc', 'utf8', v));
  t('copy at ' + s, () => { const b = Buffer.alloc(4); return [Buffer.from('abcd').copy(b, v), b.toString('hex')]; });
  t('copy from ' + s, () => { const b = Buffer.alloc(4); return [Buffer.from('abcd').copy(b, 0, v), b.toString('hex')]; });
  t('copy to ' + s, () => { const b = Buffer.alloc(4); return [Buffer.from('abcd').copy(b, 0, 1, v), b.toString('hex')]; });
  t('fill value ' + s, () => Buffer.alloc(4).fill(v));
  t('fill start ' + s, () => Buffer.alloc(4).fill('ab', v));
  t('fill end ' + s, () => Buffer.alloc(4).fill('ab', 0, v));
  t('fill encoding ' + s, () => Buffer.alloc(4).fill('ab', 0, 4, v));
  t('alloc ' + s, () => Buffer.alloc(v));
  t('alloc fill ' + s, () => Buffer.alloc(4, v));
  t('alloc encoding ' + s, () => Buffer.alloc(4, 'ab', v));
  t('allocUnsafe ' + s, () => Buffer.allocUnsafe(v).length);
  t('SlowBuffer ' + s, () => buffer.SlowBuffer(v).length);
  t('from ' + s, () => Buffer.from(v));
  t('from encoding ' + s, () => Buffer.from('ab', v));
  t('from offset ' + s, () => Buffer.from(new ArrayBuffer(4), v));
  t('from length ' + s, () => Buffer.from(new ArrayBuffer(4), 1, v));
  t('new ' + s, () => new Buffer(v));
  t('new encoding ' + s, () => new Buffer('ab', v));
  t('new number ' + s, () => new Buffer(3, v));
  t('byteLength ' + s, () => Buffer.byteLength(v));
  t('concat ' + s, () => Buffer.concat(v));
  t('concat item ' + s, () => Buffer.concat([v]));
  t('concat length ' + s, () => Buffer.concat([Buffer.from('abc')], v));
  t('isUtf8 ' + s, () => buffer.isUtf8(v));
  t('isAscii ' + s, () => buffer.isAscii(v));
  t('indexOf ' + s, () => Buffer.from('abcabc').indexOf(v));
  t('indexOf from ' + s, () => Buffer.from('abcabc').indexOf('c', v));
  t('indexOf encoding ' + s, () => Buffer.from('abcabc').indexOf('c', 0, v));
  t('lastIndexOf ' + s, () => Buffer.from('abcabc').lastIndexOf('c', v));
  t('includes ' + s, () => Buffer.from('abcabc').includes('c', v));
  t('toString start ' + s, () => Buffer.from('abcabc').toString('utf8', v));
  t('toString end ' + s, () => Buffer.from('abcabc').toString('utf8', 0, v));
  t('toString encoding ' + s, () => Buffer.from('abcabc').toString(v));
  t('slice ' + s, () => Buffer.from('abcabc').slice(v));
  t('slice end ' + s, () => Buffer.from('abcabc').slice(1, v));
  t('compare ' + s, () => Buffer.from('abc').compare(Buffer.from('abcd'), v));
  t('compare end ' + s, () => Buffer.from('abc').compare(Buffer.from('abcd'), 0, v));
  t('compare with ' + s, () => Buffer.from('abc').compare(v));
  t('Buffer.compare ' + s, () => Buffer.compare(v, Buffer.from('a')));
  t('Buffer.compare 2 ' + s, () => Buffer.compare(Buffer.from('a'), v));
  t('equals ' + s, () => Buffer.from('abc').equals(v));
  t('isEncoding ' + s, () => Buffer.isEncoding(v));
  t('transcode ' + s, () => buffer.transcode(v, 'utf8', 'latin1'));
  t('transcode to ' + s, () => buffer.transcode(Buffer.from('a€'), 'utf8', v));
  t('atob ' + s, () => buffer.atob(v));
  t('btoa ' + s, () => buffer.btoa(v));
  t('copyBytesFrom ' + s, () => Buffer.copyBytesFrom(v));
  t('copyBytesFrom offset ' + s, () => Buffer.copyBytesFrom(new Uint16Array([1, 2, 3]), v));
  t('copyBytesFrom length ' + s, () => Buffer.copyBytesFrom(new Uint16Array([1, 2, 3]), 1, v));
  t('max bytes ' + s, () => { try { buffer.INSPECT_MAX_BYTES = v; return buffer.INSPECT_MAX_BYTES; } finally { buffer.INSPECT_MAX_BYTES = 50; } });
  t('writeUInt8 ' + s, () => Buffer.alloc(4).writeUInt8(v));
  t('writeUInt8 offset ' + s, () => Buffer.alloc(4).writeUInt8(1, v));
  t('readInt32LE ' + s, () => Buffer.alloc(8).readInt32LE(v));
}
for (const made of [new Boolean(true), new String('ab'), new Number(5), { valueOf() { return 5; } }, { valueOf() { return null; } }, { [Symbol.toPrimitive]() { return 'p'; } },
  { [Symbol.toPrimitive]() { return 5; } }, { length: 2, 0: 7, 1: 8 }, { length: '2' }, { length: NaN }, { length: -1 }, { type: 'Buffer', data: [1, 2] }, { type: 'Buffer', data: { length: 1, 0: 5 } }, { type: 'Buffer' },
  { buffer: new ArrayBuffer(3) }, Object.create(null), new Map(), /a/, () => 1, Symbol('s'), 5n, new Date(0), new Uint16Array([257, 2]), new Float32Array([1.5, 300]), new DataView(new ArrayBuffer(2)), new SharedArrayBuffer(2),
  Object.setPrototypeOf({}, ArrayBuffer.prototype)]) {
  let s;
  try { s = util.inspect(made); } catch (e) { s = e.name; }
  t('from ' + s, () => Buffer.from(made));
  t('byteLength ' + s, () => Buffer.byteLength(made));
  t('isAscii ' + s, () => buffer.isAscii(made));
  t('isUtf8 ' + s, () => buffer.isUtf8(made));
}
t('concat pads', () => Buffer.concat([Buffer.from('ab')], 4));
t('concat cuts', () => Buffer.concat([Buffer.from('ab'), Buffer.from('cd')], 3));
t('concat other', () => Buffer.concat([new Uint16Array(2)]));
for (const e of ['ucs2', 'utf8', 'latin1', 'hex', 'base64', 'ascii']) {
  const b = Buffer.from('ff0a00ff0a', 'hex');
  t('indexOf buffer ' + e, () => Buffer.from('ff').indexOf(Buffer.from('f'), 1, e));
  t('indexOf text ' + e, () => Buffer.from('abcdef', e).indexOf('cd', 0, e));
  t('lastIndexOf text ' + e, () => Buffer.from('abcdabcd', e).lastIndexOf('cd', undefined, e));
  t('indexOf empty ' + e, () => b.indexOf('', 3, e));
  t('lastIndexOf empty ' + e, () => b.lastIndexOf('', 3, e));
  t('indexOf none ' + e, () => b.indexOf(Buffer.alloc(0), 99, e));
  t('indexOf typed ' + e, () => b.indexOf(new Uint16Array([10]), 0, e));
  t('indexOf odd ' + e, () => Buffer.from([0, 97, 0, 97, 0]).indexOf('a', 0, e));
}
for (const from of [-99, -6, -3, -1, 0, 2, 5, 6, 7, 99, -0.5, 2.7, Infinity, -Infinity, NaN, null, [], {}]) {
  t('indexOf ' + util.inspect(from), () => ['c', 99, Buffer.from('ca'), ''].map((v) => [Buffer.from('abcabc').indexOf(v, from), Buffer.from('abcabc').lastIndexOf(v, from)].join()).join(' '));
}
{
  const b = Buffer.from('12');
  b.prop = new Uint8Array(0);
  b.inspect = undefined;
  t('inspect members', () => util.inspect(b));
  buffer.INSPECT_MAX_BYTES = 1;
  t('inspect max', () => util.inspect(b) + util.inspect(Buffer.from('abc')) + util.inspect(new buffer.SlowBuffer(0)));
  buffer.INSPECT_MAX_BYTES = Infinity;
  t('inspect all', () => util.inspect(Buffer.alloc(60)).length);
  buffer.INSPECT_MAX_BYTES = 50;
  t('inspect depth', () => util.inspect({ a: { b: { c: { d: Buffer.from('a') } } } }) + util.inspect([Buffer.alloc(2)], { showHidden: true }));
  class Own extends Buffer {}
  t('inspect class', () => util.inspect(Object.setPrototypeOf(Buffer.from('ab'), Own.prototype)));
}
for (const [a, b] of [['writeUInt8', 'writeUint8'], ['readUInt8', 'readUint8'], ['writeUIntBE', 'writeUintBE'], ['readUInt16LE', 'readUint16LE'], ['readBigUInt64LE', 'readBigUint64LE'], ['writeBigUInt64BE', 'writeBigUint64BE'], ['toString', 'toLocaleString'], ['inspect', 'inspect']]) {
  t(a, () => [Buffer.prototype[a] === Buffer.prototype[b], Buffer.prototype[b].name, Buffer.prototype[a].length].join());
}
t('shared length', () => Buffer.byteLength(new SharedArrayBuffer(3)));
t('kinds', () => [new ArrayBuffer(1), new SharedArrayBuffer(1), new Uint8Array(1), Object.create(ArrayBuffer.prototype)].map((v) => [util.types.isArrayBuffer(v), util.types.isSharedArrayBuffer(v), util.types.isAnyArrayBuffer(v)].join()).join(' '));
t('pool', () => [Buffer.poolSize, Buffer.alloc(0).parent, Buffer.alloc(2).offset].map(String).join());
t('parent', () => Buffer.prototype.parent);
t('offset', () => Buffer.prototype.offset);
t('of', () => Buffer.of(1, 257, '3', 'x'));
t('called', () => Buffer('ab') instanceof Buffer && Buffer(2).length);
t('descriptors', () => ['INSPECT_MAX_BYTES', 'constants', 'kMaxLength', 'kStringMaxLength', 'Blob', 'SlowBuffer'].map((n) => { const d = Object.getOwnPropertyDescriptor(buffer, n); return n + Object.keys(d).join() + d.writable + d.enumerable + d.configurable; }).join(' '));
t('names', () => Object.keys(buffer).sort().join());
t('statics', () => Object.getOwnPropertyNames(Buffer).sort().join());
t('members', () => Object.getOwnPropertyNames(Buffer.prototype).sort().join());
t('lengths', () => Object.getOwnPropertyNames(Buffer.prototype).sort().filter((n) => typeof Object.getOwnPropertyDescriptor(Buffer.prototype, n).value === 'function').map((n) => n + Buffer.prototype[n].length).join());
t('static lengths', () => Object.getOwnPropertyNames(Buffer).sort().filter((n) => typeof Buffer[n] === 'function').map((n) => n + Buffer[n].length).join());
