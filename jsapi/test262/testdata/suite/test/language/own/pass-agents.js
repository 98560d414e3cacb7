/*---
description: agents
---*/
$262.agent.start('$262.agent.receiveBroadcast((m) => { $262.agent.report(Atomics.add(new Int32Array(m), 0, 1)); });');
$262.agent.broadcast(new SharedArrayBuffer(4));
let r;
while ((r = $262.agent.getReport()) === null) { $262.agent.sleep(1); }
assert(r === '0');
