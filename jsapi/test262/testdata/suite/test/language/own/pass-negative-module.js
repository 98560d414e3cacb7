/*---
flags: [module]
negative:
  phase: parse
  type: SyntaxError
---*/
export { x };
