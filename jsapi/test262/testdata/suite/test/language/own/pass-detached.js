/*---
description: host
---*/
const b = new ArrayBuffer(4);
$262.detachArrayBuffer(b);
assert(b.byteLength === 0);
assert($262.evalScript('var other = 2; other') === 2 && other === 2);
