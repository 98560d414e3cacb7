// RegExp's species, and the methods that ask for it.
const species = Object.getOwnPropertyDescriptor(RegExp, Symbol.species);
console.log(RegExp[Symbol.species] === RegExp, species.set, species.get.name, species.configurable, species.enumerable);
for (const name of ['split', 'matchAll']) {
  const f = RegExp.prototype[Symbol[name]];
  console.log(f.name, f.length, String(f), Object.keys(RegExp.prototype), Object.getOwnPropertyDescriptor(RegExp.prototype, Symbol[name]).enumerable);
  try { new f(); } catch (e) { console.log(e.name); }
  try { f.call(1, 'a'); } catch (e) { console.log(e.name); }
  try { f.call(undefined, 'a'); } catch (e) { console.log(e.name); }
}
class Own extends RegExp {
  constructor(...list) { super(...list); console.log('made', this.source, this.flags); }
}
console.log('a1b2'.split(new Own('\\d')), [...'a1b2'.matchAll(new Own('\\d', 'g'))].map(String));
class Other extends RegExp { static get [Symbol.species]() { console.log('asked'); return RegExp; } }
console.log('a1b2'.split(new Other('\\d')));
const special = /\d/;
special.constructor = { [Symbol.species]: function (re, flags) { console.log('species', String(re), flags, RegExp[Symbol.species] === RegExp); return new RegExp(re, flags); } };
console.log('a1b2'.split(special));
const plain = /\d/;
plain.constructor = undefined;
console.log('a1b2'.split(plain));
const noisy = /,/;
Object.defineProperty(noisy, 'flags', { get() { console.log('flags', RegExp[Symbol.species] === RegExp); return ''; } });
console.log('a,b'.split(noisy));
const executing = /,/;
executing.exec = function (s) { console.log('exec'); return RegExp.prototype.exec.call(this, s); };
console.log('a,b'.split(executing));
console.log('a\ud83d\ude00b'.split(/\u{1f600}/u), 'a\ud83d\ude00b'.split(/\ud83d/), 'aßb'.split(/\p{Ll}/u), 'a,b'.split(/,/d), 'a&b'.split(/[\p{P}--,]/v));
console.log('a,b,c'.split(/,/, 2), 'abc'.split(/(b)/), 'abc'.split(/(?:)/u), ''.split(/a/), ''.split(/(?:)/), 'a,b'.split(/,/y), 'aXbxc'.split(/x/gi));
const from = /,/g;
from.lastIndex = 2;
console.log([...'a,b,c'.matchAll(from)].map((m) => m.index), from.lastIndex, 'a,b,c'.split(from), from.lastIndex);
try { 'a'.matchAll(/a/); } catch (e) { console.log(e.message); }
// Expressions of the same text share nothing that a script can see.
const one = new RegExp('a', 'g'), two = new RegExp('a', 'g');
one.test('aa');
one.extra = 1;
console.log(one === two, one.lastIndex, two.lastIndex, two.extra, RegExp('a', 'g') === one, new RegExp(one) === one, RegExp(one) === one, RegExp(one, 'g') === one);
const parts = [];
for (let i = 0; i < 1200; i++) { parts.push(new RegExp('x' + i % 1100)); }
console.log(parts[0].test('x0'), parts[1100].test('x0'), parts[1099].test('x1099'), parts[1099].source, new RegExp('').source, new RegExp('/').source, new RegExp('a', '').flags);
for (const bad of [['(', ''], ['a', 'gg'], ['a', 'x'], ['a{2,1}', ''], ['(', '']]) { try { new RegExp(...bad); } catch (e) { console.log(e.message); } }
Object.defineProperty(RegExp, Symbol.species, { value: function (re, flags) { console.log('mine', flags); return new Own(re, flags); }, configurable: true });
console.log('a,b'.split(/,/), [...'a,b'.matchAll(/,/g)].length);
Object.defineProperty(RegExp, Symbol.species, species);
console.log('a,b'.split(/,/));
RegExp.prototype.constructor = Other;
console.log('a,b'.split(/,/));
RegExp.prototype.constructor = RegExp;
