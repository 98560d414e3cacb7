/*---
flags: [async]
---*/
import('./own_FIXTURE.js').then((m) => { assert(m.x === 1); }).then($DONE, $DONE);
