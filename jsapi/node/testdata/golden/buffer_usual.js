'use strict';
// Methods of Buffer at the edges of what Go answers by itself.
const b = Buffer.from('hello wörld, hello');
function ask(name, fn) {
  let v;
  try { v = fn(); } catch (e) { v = e.name + ' ' + (e.code || '') + ' ' + e.message; }
  console.log(name, Buffer.isBuffer(v) ? 'Buffer ' + v.toString('hex') + ' at ' + v.byteOffset % 8 : v);
}
const odd = [undefined, null, 0, -0, 3, -3, 1.7, -1.7, NaN, Infinity, -Infinity, '2', '-2', true, {}, [4], 100, -100, 2 ** 40];
const parts = Buffer.alloc(16, 'abcdefgh');
for (const from of odd) {
  const text = typeof from === 'object' ? JSON.stringify(from) : Object.is(from, -0) ? '-0' : typeof from + ' ' + from;
  ask('slice ' + text, () => parts.slice(from));
  ask('slice 1,' + text, () => parts.slice(1, from));
  ask('subarray ' + text, () => parts.subarray(from, 9));
  ask('toString ' + text, () => b.toString('utf8', from, 9));
  ask('toString 2,' + text, () => b.toString('latin1', 2, from));
  ask('indexOf ' + text, () => b.indexOf('hello', from));
  ask('includes ' + text, () => b.includes(0x6c, from));
  ask('lastIndexOf ' + text, () => b.lastIndexOf('l', from));
}
for (const value of ['', 'ö', 'wörld', '\ud800', 0, 111, 111.9, -145, 367, NaN, Buffer.from('lo'), new Uint8Array([0x6c, 0x64]), Buffer.alloc(0), null, {}]) {
  ask('indexOf value', () => b.indexOf(value));
  ask('includes value', () => b.includes(value, 4));
}
ask('indexOf hex', () => b.indexOf('6c6f', 'hex'));
ask('indexOf encoding', () => b.indexOf('bG8=', 5, 'base64'));
ask('indexOf usc2', () => Buffer.from('abab', 'utf16le').indexOf('b', 'utf16le'));
for (const encoding of [undefined, null, '', 'utf8', 'UTF-8', 'hex', 'base64', 'base64url', 'ascii', 'latin1', 'binary', 'ucs2', 'UCS-2', 'utf16le', 'utf-16le', 'nope', 5, {}]) {
  ask('toString ' + encoding, () => b.toString(encoding));
  ask('write ' + encoding, () => { const to = Buffer.alloc(9); return [to.write('6869ö', encoding), to.toString('hex')].join(); });
  ask('write at ' + encoding, () => { const to = Buffer.alloc(9); return [to.write('6869ö', 1, encoding), to.toString('hex')].join(); });
  ask('write all ' + encoding, () => { const to = Buffer.alloc(9); return [to.write('6869ö', 1, 3, encoding), to.toString('hex')].join(); });
}
for (const at of [0, 1, 8, 9, 10, -1, null]) {
  ask('write at', () => { const to = Buffer.alloc(9); return [to.write('öö', at), to.toString('hex')].join(); });
  ask('write length', () => { const to = Buffer.alloc(9); return [to.write('öö', 0, at), to.toString('hex')].join(); });
}
ask('write number', () => Buffer.alloc(3).write(5));
ask('copy', () => { const to = Buffer.alloc(6); return [b.copy(to), to.toString()].join(); });
ask('copy at', () => { const to = Buffer.alloc(6); return [b.copy(to, 2, 1, 3), to.toString('hex')].join(); });
ask('copy array', () => { const to = new Uint8Array(6); return [b.copy(to, 5, 0), to.join()].join(); });
ask('copy behind', () => b.copy(Buffer.alloc(2), 2));
ask('copy backwards', () => b.copy(Buffer.alloc(2), 0, 5, 2));
ask('copy onto itself', () => { const own = Buffer.from('abcdef'); return [own.copy(own, 2, 0, 4), own.toString()].join(); });
ask('copy before', () => b.copy(Buffer.alloc(2), -1));
ask('copy from behind', () => b.copy(Buffer.alloc(2), 0, 100));
ask('copy to nothing', () => b.copy({}));
ask('equals', () => [b.equals(Buffer.from(b)), b.equals(new Uint8Array(b)), b.equals(Buffer.alloc(3))].join());
ask('equals text', () => b.equals('x'));
ask('fill', () => [Buffer.alloc(5).fill(7), Buffer.alloc(5).fill('abc'), Buffer.alloc(5).fill('é', 1), Buffer.alloc(5).fill(Buffer.from([1, 2]), 1, 4), Buffer.alloc(5).fill(-1, 2, 1), Buffer.alloc(5).fill('')].map((f) => f.toString('hex')).join());
ask('fill itself', () => { const own = Buffer.from('abcdef'); return own.fill(own.subarray(4), 1).toString(); });
ask('fill hex', () => Buffer.alloc(4).fill('0a', 'hex'));
ask('fill behind', () => Buffer.alloc(4).fill(1, 0, 5));
ask('fill before', () => Buffer.alloc(4).fill(1, -1));
ask('fill nothing', () => Buffer.alloc(4).fill());
ask('fill empty', () => Buffer.alloc(4).fill(Buffer.alloc(0)));
ask('concat', () => Buffer.concat([b.subarray(0, 2), new Uint8Array([65]), Buffer.alloc(0)]));
ask('concat nothing', () => Buffer.concat([]));
ask('concat longer', () => Buffer.concat([Buffer.from('a')], 3));
ask('concat shorter', () => Buffer.concat([Buffer.from('abc')], 2));
ask('concat texts', () => Buffer.concat(['a']));
ask('concat holes', () => Buffer.concat([Buffer.from('a'), , Buffer.from('b')])); // eslint-disable-line no-sparse-arrays
ask('concat no list', () => Buffer.concat('a'));
ask('memory', () => { const part = parts.slice(2, 4); part[0] = 90; return [parts[2], part.buffer === parts.buffer, part.constructor === Buffer, part instanceof Uint8Array, part.parent === parts.buffer].join(); });
class Mine extends Uint8Array {}
ask('of another kind', () => [Buffer.prototype.slice.call(new Mine(4), 1).constructor.name, Buffer.prototype.slice.call(new Uint8Array(4), 1).length].join());
ask('of no bytes', () => Buffer.prototype.equals.call(b, new Uint16Array(2)));
ask('shared', () => { const s = Buffer.from(new SharedArrayBuffer(8)); s.slice(2, 4).fill(9); return [s.toString('hex'), s.slice(1).buffer === s.buffer, Object.prototype.toString.call(s.subarray(1).buffer)].join(); });
ask('named', () => ['slice', 'subarray', 'copy', 'equals', 'indexOf', 'includes', 'write'].map((n) => n + Buffer.prototype[n].name + Buffer.prototype[n].length + Object.keys(Buffer.prototype).includes(n)).join());
