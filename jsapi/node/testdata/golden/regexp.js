// Regular expressions, Unicode properties above all.
var P = console.log;
var re = /\p{Lu}[^\p{L}]/giu;
P(re.source, re.flags, String(re), re instanceof RegExp, re.constructor === RegExp, /x/.constructor === RegExp, Object.prototype.toString.call(re));
P(JSON.stringify('aB1c D-é9'.match(re)), 'äb cd'.split(/[^\p{L}]/u).join('|'), 'é1'.replace(/\p{L}/u, '<$&>'), JSON.stringify([...'aéB'.matchAll(/\p{Ll}/gu)].map(m => m.index)));
P(new RegExp(re).source, new RegExp(re, 'u').flags, RegExp(re) === re, new RegExp(/a/, 'g').flags, RegExp('a') instanceof RegExp, RegExp.name, RegExp.length);
class R extends RegExp { constructor(p, f) { super(p, f); this.mine = 1; } }
var r = new R('\\p{L}', 'u'); P(r.mine, r.test('é'), r instanceof R, r.source);
P(/[\p{L}\-\]]+/u.exec('é-]')[0], /\\p{2}/u.test('\\pp'), /\P{ASCII}/u.exec('aé')[0], /^[\P{L}]$/u.test('1'), new RegExp('\\p{L}/x', 'u').source, /(?<!\p{L})x/u.test('éx x'));
try { new RegExp('\\p{Foo}', 'u'); } catch (e) { P(e instanceof SyntaxError, e.message); }
P(Object.getOwnPropertyNames(RegExp.prototype).indexOf('source') >= 0, RegExp.prototype.source, typeof RegExp[Symbol.species], /a\/b/.source);
[
["(?<y>\\d{4})-(?<m>\\d\\d)", "", "2020-11"], ["(?<=\\$)\\d+", "", "a$42"], ["(?<!\\$)\\b\\d+", "", "a 42"],
 ["\\p{L}+", "u", "äbc"], ["\\p{Lu}", "u", "aB"], ["\\P{L}+", "u", "a12"], ["[\\p{L}\\p{N}_]+", "u", "-é9_"], ["\\p{Script=Greek}", "u", "xα"], ["\\p{Emoji_Presentation}", "u", "x😀"],
 ["a.b", "s", "a\nb"], ["\\u{1F600}", "u", "😀"], ["foo", "y", "foo"],
 ["\\k<x>(?<x>a)", "", "a"], ["^.$", "u", "😀"], ["[😀]", "u", "😀"], ["\\p{L}", "", "p{L}"], ["(?:)", "gimsuy", "a"],
 ["[^\\]]", "", "a"], ["[]", "", "a"], ["[^]", "", "a"], ["\\cJ", "", "\n"], ["a{,5}", "", "a{,5}"], ["\\8", "", "8"], ["(?=a)*", "", "a"], ["\\d", "", "٣"], ["\\s", "", "\ufeff"], ["\\p{ASCII}", "u", "a"], ["\\p{Alphabetic}", "u", "é"],["\\p{General_Category=Uppercase_Letter}","u","A"],["\\p{sc=Han}","u","漢"],["\\p{Lowercase}","u","a"],["\\p{White_Space}","u"," "],["\\p{Any}","u","a"],["\\p{Letter}","u","a"],["\\p{Extended_Pictographic}","u","😀"],["\\p{Nope}","u","a"],["(?<x>a)\\k<x>","","aa"]
].forEach(function (t) {
  let out;
  try { const m = new RegExp(t[0], t[1]).exec(t[2]); out = m ? JSON.stringify(m) + (m.groups ? JSON.stringify(m.groups) : '') : 'no match'; } catch (e) { out = 'throws ' + e.message; }
  P(t[0], '/' + t[1], out);
});
// Every property over a sample of characters that tells them apart.
const sample = 'aZ0 _-$\u00e9\u00c9\u01c5\u02b0\u05d0\u0663\u2160\u00bd\u0301\u0903\u20dd\u203f\u2014(\u00bb\u00ab!+\u20ac^\u00a9\u2028\u2029\u00a0\u00ad\u0000\ue000\u0378\u3042\u30a2\u6f22\u1f00\u0416\u{1f600}\u{1f3fb}\u{1d7d8}#\u2764\u200d\ufe0f\u{1f1e6}\u{10ffff}';
['L', 'Letter', 'Lu', 'Ll', 'Lt', 'LC', 'Lm', 'Lo', 'M', 'Mn', 'Mc', 'Me', 'N', 'Nd', 'Nl', 'No', 'P', 'Pc', 'Pd', 'Ps', 'Pe', 'Pi', 'Pf', 'Po', 'S', 'Sc', 'Sk', 'Sm', 'So', 'Z', 'Zl', 'Zp', 'Zs',
  'C', 'Cc', 'Cf', 'Cn', 'Co', 'ASCII', 'Assigned', 'Alphabetic', 'Alpha', 'Lowercase', 'Uppercase', 'White_Space', 'Math', 'ID_Start', 'ID_Continue', 'Hex_Digit', 'Dash', 'Cased', 'Ideographic',
  'Emoji', 'Emoji_Presentation', 'Emoji_Modifier', 'Emoji_Modifier_Base', 'Emoji_Component', 'Extended_Pictographic', 'Regional_Indicator', 'Variation_Selector', 'Default_Ignorable_Code_Point',
  'Script=Latin', 'sc=Grek', 'Script=Cyrillic', 'sc=Hira', 'Script=Katakana', 'Script=Hebrew', 'gc=Nd', 'General_Category=Currency_Symbol'
].forEach(function (name) {
  const yes = new RegExp('^\\p{' + name + '}$', 'u'), no = new RegExp('^[\\P{' + name + '}]$', 'u');
  const found = [...sample].map(function (c) { return yes.test(c) ? (no.test(c) ? '?' : '1') : (no.test(c) ? '0' : '!'); }).join('');
  P(name, found);
});
['Hyphen', 'Other_Math', 'Script=Nope', 'latin', 'L=Lu', ''].forEach(function (name) {
  try { new RegExp('\\p{' + name + '}', 'u'); P(name, 'is one'); } catch (e) { P(name, e.name); }
});
// Made by a call inside of constructors.
class Reader { constructor(text) { this.re = RegExp(text, 'i'); this.own = this.re.constructor('x+', 'g'); this.u = RegExp('\\p{Lu}', 'u'); this.made = new RegExp('q'); } }
function Old(text) { this.re = RegExp(text); }
class More extends RegExp { constructor(text) { super(text, 'g'); this.inner = RegExp('z'); } }
const reader = new Reader('A(b)'), old = new Old('c'), more = new More('\\d');
console.log(reader, reader.re instanceof RegExp, 'xab'.match(reader.re)[1], reader.u.test('É'), old, 'abc'.match(old.re)[0], more instanceof More, more instanceof RegExp, 'a1b2'.replace(more, '-'), more.inner);
// The flag v. A literal would not parse in older releases.
const emoji = new RegExp('^\\p{RGI_Emoji}$', 'v');
console.log(['👍', '👍🏽', '👨‍👩‍👧', '❤️', '❤', '🇩🇪', '🇩', '1️⃣', '1', 'a', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍👍', ''].map(c => emoji.test(c)).join());
console.log(emoji.flags, emoji.unicode, emoji.unicodeSets, emoji.source, String(emoji), 'aÉb'.replace(new RegExp('[\\p{Lu}b]', 'gv'), '-'), new RegExp('x', 'v').test('x'), new RegExp(emoji).flags);
for (const bad of [['[', 'v'], ['x', 'uv'], ['\\p{Nope}', 'v']]) { try { new RegExp(...bad); console.log('made'); } catch (e) { console.log(e.name); } }
// Slashes of patterns that are texts.
for (const text of ['^/a/(\\d+)$', '/', '[/]', '[^/[]/[\\]/]', '\\/', 'a\\\\/b', '', '\n/']) { const made = new RegExp(text, 'g'); console.log(made.source, String(made), made.test('/a/5'), new RegExp(made.source).source); }
console.log(RegExp.prototype.source, String(RegExp.prototype), RegExp.prototype.toString.call({ source: 's', flags: 'f' }));
