// The arguments of a function that only an inner arrow function uses.
function three(a, b, c) { return [arguments.length, typeof a, typeof c].join(); }
console.log((function () { return () => three.apply(null, arguments); })(1, 2, () => 1)());
console.log((function (fn) { return function () { return () => fn.apply(this, arguments); }; })(three)(1, 2, 3)());
console.log((function () { return () => three(...arguments); })(1, 2, 3)());
console.log((function () { 'use strict'; return () => Array.from(arguments).join(); })(1, 2, 3)());
console.log((function (a, b) { a = 9; return () => three.apply(null, arguments) + arguments[0]; })(1, 2, 3)());
console.log((function () { return () => () => [...arguments].join(); })(1, 2, 3)()());
console.log((function () { return (() => function () { return [...arguments].join(); })(); })(1, 2, 3)(7));
console.log({ m(...r) { return () => [...arguments].join() + r; } }.m(1, 2)());
console.log(new (class { constructor() { this.f = () => [...arguments].join(); } })(4, 5).f());
console.log((function () { let arguments = [8]; return () => [...arguments].join(); })(1)());
console.log((function () { var arguments = [8]; return () => [...arguments].join(); })(1)());
console.log([...(function* () { yield* [1].map(() => [...arguments].join()); })(5, 6)]);
console.log((function () { return () => arguments[1]; }).toString());
module.exports = (async function () { await null; return [1].map(() => [...arguments].join()); })(1, 2).then((v) => console.log(v));
