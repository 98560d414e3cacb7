/*---
flags: [noStrict]
---*/
undeclared = 1;
assert((function () { return this; })() === globalThis);
