/*---
negative:
  phase: runtime
  type: Test262Error
---*/
assert(false);
