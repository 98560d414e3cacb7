/*---
negative:
  phase: parse
  type: SyntaxError
---*/
throw 1; var 2;
