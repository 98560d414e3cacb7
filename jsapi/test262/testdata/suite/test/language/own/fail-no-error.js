/*---
negative:
  phase: runtime
  type: TypeError
---*/
1;
