// What Buffer.alloc and fill repeat, in part and whole, and a large Buffer of a short text.
'use strict';
const lines = [];
const show = (name, b) => lines.push(name + ' ' + b.toString('hex'));
for (const n of [0, 1, 2, 5, 9]) {
  for (const v of ['a', 'abc', 'é', '€x', '', Buffer.from('xyz'), new Uint8Array([1, 2]), new Uint16Array([1, 258]), new Int8Array([-1, 3]), 7, 300, true]) {
    try { show(n + ' ' + typeof v, Buffer.alloc(n, v)); } catch (e) { lines.push(n + ' ' + e.code); }
    try { show(n + ' fill ' + typeof v, Buffer.alloc(10).fill(v, 1, n)); } catch (e) { lines.push(n + ' fill ' + e.code); }
  }
}
show('hex', Buffer.alloc(7, 'abcd', 'hex'));
show('latin1', Buffer.alloc(7, 'éa', 'latin1'));
show('utf16le', Buffer.alloc(7, 'ab', 'utf16le'));
show('base64', Buffer.alloc(7, 'YWJj', 'base64'));
const own = Buffer.from('abcdefghij');
show('of itself', own.fill(own.subarray(0, 3), 2));
show('of itself, behind', Buffer.from(own.buffer, own.byteOffset, 10).fill(own.subarray(5, 8), 1, 9));
const large = Buffer.alloc((8 << 20) + 3, 'abc');
lines.push(large.length + ' ' + large.subarray(-5).toString() + ' ' + require('crypto').createHash('md5').update(large).digest('hex'));
for (const line of lines) { console.log(line); }
