// The bytes of NaN: typed arrays, views, buffers, what is serialized.
const hex = (v) => Buffer.from(v.buffer || v).toString('hex');
const view = new DataView(new ArrayBuffer(12));
view.setFloat64(0, NaN);
view.setFloat32(8, NaN);
console.log(hex(view));
console.log(hex(new Float64Array([NaN, parseFloat('x'), Number('y'), +'z'])));
console.log(hex(Float64Array.of(NaN)), hex(Float64Array.from([NaN])), hex(new Float64Array(2).fill(NaN)), hex(new Float32Array([NaN])));
const list = new Float64Array(1);
list.set([NaN]);
console.log(hex(list), hex(list.map((x) => x)));
const buffer = Buffer.alloc(24);
buffer.writeDoubleLE(NaN, 0);
buffer.writeDoubleBE(NaN, 8);
buffer.writeFloatLE(NaN, 16);
buffer.writeFloatBE(NaN, 20);
console.log(buffer.toString('hex'));
console.log(require('v8').serialize([NaN]).toString('hex'));
console.log(Object.is(NaN, Number.NaN), NaN === NaN, [NaN].includes(NaN), new Set([NaN, 0 / 0, Number('x')]).size, new Map([[NaN, 1]]).get(Number('x')), isNaN(list[0]), String(NaN), JSON.stringify([NaN]), Math.max(NaN, 1));
