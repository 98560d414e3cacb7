// Values of classes that extend those of the language.
'use strict';
class D extends Date {} class R extends RegExp {} class T extends D { get [Symbol.toStringTag]() { return 'Tag'; } } const n = Object.setPrototypeOf(new Date(0), null);
console.log([new D(0), new R('a', 'g'), new T(0), n, new D(NaN), Object.assign(new D(0), { a: 1 }), Object.assign(new Date(0), { a: 1 }), Object.assign(new R('b'), { k: 2 })]);
console.log(new (class extends Promise {})(() => {}), new (class M2 extends Map {})([[1, 2]]), new (class S2 extends Set {})([1]), new (class B2 extends Boolean {})(true), new (class N2 extends Number {})(3), new (class S3 extends String {})('x'), new (class U2 extends Uint8Array {})(2), new (class A2 extends ArrayBuffer {})(2), new (class W2 extends WeakMap {})(), new (class F2 extends Function {})('a', 'b'), new (class E2 extends Error { get name() { return 'Q'; } })('m').message);
