/*---
description: no
---*/
var 2;
