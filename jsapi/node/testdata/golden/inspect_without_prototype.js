// Values of built-in types that have lost their prototype.
const bare = (v) => Object.setPrototypeOf(v, null);
console.log(bare(/x\/y/gi), bare(/[/]/sy), bare(/x/u), bare(new RegExp('')));
console.log(bare(new Uint8Array([1, 2])), bare(new Float64Array(0)), bare(new BigInt64Array(1)), bare(new Uint16Array(120)));
console.log(bare(new WeakMap()), bare(new WeakSet()), new WeakMap(), new WeakSet());
console.log(bare(new Map([[1, 2]])), bare(new Set([1])), bare([1, , 3]), bare(new Date(0)), bare(Promise.resolve(1)), bare(() => 1));
console.log(bare(Object.assign(/x/g, { a: 1 })), bare(Object.assign(new Uint8Array(1), { a: 1 })));
console.log([bare(/x/)], { a: bare(new Uint8Array(1)) });
// Columns of lists with other members, and of lists that are cut.
const list = (n) => Array.from({ length: n }, (_, i) => i * 37 % 101);
console.log(Object.assign(list(100), { more: 1 }), Object.assign(list(99), { a: 1, b: 2 }), list(100), list(101));
console.log(require('util').inspect(list(9), { maxArrayLength: 8 }), require('util').inspect(Object.assign(list(8), { x: 'y' }), { maxArrayLength: 8 }));
console.log(Object.assign(list(30), { 30: 'text' }), Object.assign(list(120), { 110: 'text' }), Object.assign(new Uint8Array(list(20)), { x: 1 }));
