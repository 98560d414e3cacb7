/*---
description: both modes
---*/
var own = 1;
assert(globalThis.own === 1);
