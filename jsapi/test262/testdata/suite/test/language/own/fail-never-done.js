/*---
flags: [async]
---*/
new Promise(() => {});
