/*---
negative:
  phase: parse
  type: SyntaxError
---*/
throw new SyntaxError();
