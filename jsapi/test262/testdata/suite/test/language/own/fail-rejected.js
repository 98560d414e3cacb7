/*---
flags: [async]
---*/
Promise.resolve().then(() => { assert(false); }).then($DONE, $DONE);
