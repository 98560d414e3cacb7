/*---
description: no
---*/
assert(false);
