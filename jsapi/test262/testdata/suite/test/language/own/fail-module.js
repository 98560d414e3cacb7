/*---
flags: [module]
---*/
import { y } from './own_FIXTURE.js';
assert(y === 1);
