// Which views of buffers, and other objects, are deeply equal.
const {isDeepStrictEqual}=require('util'),assert=require('assert');
const eq=(a,b)=>{let l;try{assert.deepEqual(a,b);l=true;}catch(e){l=false;}return [isDeepStrictEqual(a,b),l];};
const dv = (...n)=>new DataView(Uint8Array.from(n).buffer),ab=(...n)=>Uint8Array.from(n).buffer;
const w = (o,k,v)=>{o[k]=v;return o;},s=Symbol('s');
const big = Buffer.alloc(3e5, 7), other = Buffer.alloc(3e5, 7);
const list = {
  views:[dv(1,2),dv(1,2)],
  views2: [dv(1,2),dv(1,3)],
  view3: [dv(1,2),Uint8Array.of(1,2)],
  ab: [ab(1,2),ab(1,2)],
  ab2: [ab(1),ab(2)],
  buf: [Buffer.from([1]),Uint8Array.of(1)],
  f: [Float32Array.of(NaN),Float32Array.of(NaN)],
  fz: [Float64Array.of(0),Float64Array.of(-0)],
  types: [Int8Array.of(1),Uint8Array.of(1)],
  i16: [Int16Array.of(1),Int16Array.of(1)],
  big: [big,other],
  big64: [BigInt64Array.of(5n),BigInt64Array.of(5n)],
  big65: [BigInt64Array.of(5n),BigInt64Array.of(6n)],
  extra:[w(Uint8Array.of(1),'x',1),Uint8Array.of(1)],
  extra2: [w(Uint8Array.of(1),'x',1),w(Uint8Array.of(1),'x',1)],
  extra3: [w(Uint8Array.of(1),'x',1),w(Uint8Array.of(1),'x','1')],
  sym: [w(Uint8Array.of(1),s,1),Uint8Array.of(1)],
  sym2: [w(Uint8Array.of(1),s,1),w(Uint8Array.of(1),s,2)],
  len: [new Uint8Array(2),new Uint8Array(3)],
  sub: [Uint8Array.of(0,1,2).subarray(1),Uint8Array.of(1,2)],
  tag:[{[Symbol.toStringTag]:'a'},{[Symbol.toStringTag]:'b'}],
  args: [(function(){return arguments;})(1),[1]],
  xab: [w(ab(1),'x',1),ab(1)],
  sab: [new SharedArrayBuffer(2),new ArrayBuffer(2)],
  cl: [Uint8ClampedArray.of(1),Uint8ClampedArray.of(1)],
  nest: [{a:[Buffer.from('x')]},{a:[Buffer.from('x')]}],
  f2: [Float32Array.of(1.5),Float32Array.of(1.5)]};
for(const k in list)console.log(k,...eq(...list[k]));
other[299999]=8;console.log(...eq(big,other));
