// The messages of syntax errors in files, and in the texts of Function.
const fs = require('fs'), path = require('path');
const cases = String.raw`
let a = 1; let a = 2;
const a = 1; var a;
const a;
const [a];
let let = 1;
class A { #a; m() { delete this.#a; } }
class A { m() { this.#b; } }
class A { constructor() {} constructor() {} }
class A { async constructor() {} }
class A { *constructor() {} }
class A { get constructor() {} }
class A { #constructor; }
var a = /(/
var a = /[b-a]/u
var a = /a/gg
({ a = 1 })
[a, f()] = [];
class A { constructor = 1; }
class A { static prototype() {} }
class A { a: 1 }
class A { a, b }
class extends B {}
class A extends {}
function f() { await x; }
async function f(a = await 1) {}
function* g(a = yield) {}
function f(a, a) { 'use strict'; }
function f(a = 1) { 'use strict'; }
function f(...a, b) {}
function f(a { }
function (a) { }
function f( {
var f = (a, a) => 1;
'use strict'; with (a) {}
'use strict'; delete a;
'use strict'; var a = 012;
'use strict'; var public = 1;
'use strict'; eval = 1;
'use strict'; arguments++;
'use strict'; if (1) function f() {}
break;
continue;
a: { continue a; }
break b;
a: a: 1;
while (1) { function f() { break; } }
new.target;
super();
class A { m() { super(); } }
({ m: function () { super.m(); } });
import a from 'b';
if (1) import a from 'b';
export const a: = 1;
1 = 2;
++1;
1++;
[1] = [];
({ a: 1 } = {});
({ a = 1 });
for (1 of []) {}
for (let a, b of []) {}
for (let a = 1 of []) {}
for (const a in {}, b) {
for (let of []) {}
if (1) let a = 1;
if (1) let [a] = 1;
if (1) const a = 1;
if (1) class A {}
while (0) async function f() {}
switch (1) { default: default: }
switch (1) { a: 1 }
try {}
try { } catch { } catch { }
throw
1;
var a = ;
var a = 1 2;
var 1a;
var a b;
var if = 1;
var enum;
a b
a 'b'
a 1
a ${'`'}b${'`'} c
f(a b)
f(a, b
f(a 'b')
f(a;
f(1 2)
[a b]
[1, 2
({ a b })
({ a: })
({ 'a' })
({ 1 })
({ if })
({ get a(b) {} })
({ set a() {} })
({ __proto__: 1, __proto__: 2 })
({ a() { }
{
}
)
]
(
((a)
(a, b) = 1;
a => { } ()
a ? b
a ? b :
a..b.
a?.b = 1;
a?.${'`'}b${'`'};
a ?? b || c;
-1 ** 2;
'abc
"abc
'\x1'
'\u12'
'\u{110000}'
${'`'}abc
${'`'}a${'$'}{
${'`'}\01${'`'}
/abc
/* abc
1_
1__0
0_1
0b2
08n
1.5n
0x
1e
@a
a.#b
\
a\
import(
import()
import.x
export default 1;
return 1; }
do { } while
do 1 while (1)
if
if (
if (a) else b
else
for (;;
for (a)
for (;) {}
while ()
var {a: 1} = 2;
var {a.b} = 2;
function f({a}, [b], c.d) {}
async () => { for await (a in b) {} }
async function* f() { yield
let [a, a] = 1;
let undefined = 1; let x
function* g() { var yield; }
async function f() { var await; }
typeof
void
delete
new
a.
a[
a++b
a+++
!
=> 1
() => 
()
() + 1
=
==
,
;;,
`.split('\n').filter(Boolean).map((c) => c === 'throw' ? 'throw\n1' : c);
const dir = fs.mkdtempSync('syntax');
let n = 0;
for (const code of cases) {
  const file = path.resolve(dir, 'case' + n++ + '.js');
  fs.writeFileSync(file, code);
  let says = 'runs';
  try { require(file); } catch (e) { says = e.name === 'SyntaxError' ? e.message : 'no SyntaxError'; }
  console.log('file', JSON.stringify(code), says);
  says = 'compiles';
  try { new Function(code); } catch (e) { says = e.name === 'SyntaxError' ? e.message : 'no SyntaxError'; }
  console.log('text', JSON.stringify(code), says);
}
fs.rmSync(dir, { recursive: true });
