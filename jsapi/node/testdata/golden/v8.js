// Values as bytes, as V8 writes them.
const v8 = require('v8'), util = require('util');
const shared = { a: 1 }, cyc = { n: 1 }; cyc.self = cyc;
const list = { undef: undefined, nul: null, t: true, f: false, zero: 0, neg0: -0, i: 42, mi: -42, big31: 1073741823, b32: 1073741824, m30: -1073741824, m31: -1073741825, big: 2**40, dbl: 1.5, nan: NaN, inf: -Infinity, bi: 10n, nbi: -(2n ** 70n), zbi: 0n, s: 'abc', lat: 'é', wide: 'ab€', wide2: 'x😀', empty: '', long: 'x'.repeat(300), longw: '€'.repeat(300),
  o: { a: 1, 7: 'x', '-1': 2, nested: { b: [1, 2] } }, arr: [1, 'a', null], sparse: [1, , 3], verysparse: Object.assign([], { 5: 1 }), props: Object.assign([1, 2], { x: 3 }), date: new Date(0), inv: new Date(NaN), re: /a+b/gi, map: new Map([[1, { a: 2 }], ['k', new Set([1])]]), set: new Set(['a', 1]), bo: Object(true), bf: Object(false), no: Object(3.5), so: Object('str'),
  buf: Buffer.from('hello'), u8: new Uint8Array([1, 2, 3]), f64: new Float64Array([1.5, 2]), ab: new ArrayBuffer(3), big64: new BigInt64Array([1n, -1n]), u16: new Uint16Array([1, 65535]), refs: [shared, shared], cyc, holes: new Array(3) };
for (const k in list) {
  const hex = v8.serialize(list[k]).toString('hex');
  console.log(k, hex.length > 200 ? hex.slice(0, 40) + hex.length : hex, util.inspect(v8.deserialize(Buffer.from(hex, 'hex')), { depth: 5 }));
}
console.log(v8.serialize({ all: list }).length);
const e = Object.assign(new TypeError('bad', { cause: 1 }), { x: 1 }), back = v8.deserialize(v8.serialize(e));
console.log(back instanceof TypeError, back.message, back.stack === e.stack, back.cause, Object.keys(back));
for (const bad of [() => 1, Symbol('q'), { f() {} }, new WeakMap(), Promise.resolve()]) { try { v8.serialize(bad); console.log('no error'); } catch (x) { console.log(x.name, x.message, x.constructor === Error); } }
for (const bad of ['', 'ff', 'ff0f', 'ff0f6f', 'ff1049', '0011']) { try { v8.deserialize(Buffer.from(bad, 'hex')); console.log('no error', bad); } catch (x) { console.log(bad, x.name, x.message); } }
try { v8.deserialize('x'); } catch (x) { console.log(x.code, x.message); }
const s = new v8.Serializer(); s.writeHeader(); s.writeUint32(300); s.writeUint64(1, 2); s.writeDouble(1.5); s.writeRawBytes(Buffer.from('raw')); s.writeValue(new Uint8Array([9, 8])); const out = s.releaseBuffer(); console.log(out.toString('hex'));
const d = new v8.Deserializer(out); console.log(d.readHeader(), d.getWireFormatVersion(), d.readUint32(), d.readUint64(), d.readDouble(), d.readRawBytes(3).toString(), d.readValue());
console.log(Object.keys(v8.getHeapStatistics()).join(), v8.getHeapSpaceStatistics().length, Object.keys(v8.getHeapSpaceStatistics()[1]).join(), Object.keys(v8.getHeapCodeStatistics()).join(), typeof v8.cachedDataVersionTag());
