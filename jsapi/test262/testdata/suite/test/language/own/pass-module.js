/*---
flags: [module]
---*/
import { x } from './own_FIXTURE.js';
assert(x === 1);
