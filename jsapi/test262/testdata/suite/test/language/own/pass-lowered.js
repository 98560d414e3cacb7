/*---
features: [class-static-block]
---*/
class C { static #x; static { C.#x = 1; } static get x() { return C.#x; } }
assert(C.x === 1);
