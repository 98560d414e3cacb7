/*---
description: no
---*/
undeclared = 1;
