// Regular expressions of pieces that fit and of pieces that do not: what they find, and what is said about them.
const { chooser, ask, print } = require('./ask.js');
const pick = chooser(31);
const pieces = ['a', 'b', '.', '\\d', '\\w', '\\s', '[a-c]', '[^b]', '(a)', '(?:ab)', '(?<n>b)', '\\1', '\\k<n>', '^', '$', '\\b', 'a*', 'b+', 'c?', 'a{2}', 'a{1,2}?', 'a{2,1}', '|', '(?=a)', '(?!b)', '(?<=a)', '(?<!b)', '\\p{L}', '\\p{Foo}', '[\\p{Foo}]', '\\u{61}', '\\u0061', '[\\w-z]', '[\\d]', 'é', '(', '(?', '(?<', '(?<1>a)', '[', ')', '{', '}', ']', '*', '?', '\\', '[b-a]', '(?<n>a)', '\\B', '\\x41', '\\x4', '\\cA', '\\c', '\\0', '\\08', '\\9', '[\\8]', '[]', '[^]', '(?:)', '\\p{Script=Greek}', '[\\q{ab|c}--a]', '[[a-z]&&[aeiou]]', '[a&&&b]', '[(]', '[\\c_-z]', '[\\x41-\\x40]', '💩', '[💩-💩]', '[\\u{1f4a9}-\\u{1f4aa}]', '\\a', '\\-', '\\/', '/'];
const flags = ['g', 'i', 'm', 's', 'u', 'y', 'd', 'v', '', 'x'], texts = ['abcabc', 'aab b1 é', '', 'AbC\nabc', 'aaaa', 'xn bb c d', '\u017fK\u212A', '💩a'];
const some = (list, n) => Array.from({ length: 1 + pick.below(n) }, () => pick(list)).join('');
const ways = {
  exec: (r, t) => r.exec(t),
  test: (r, t) => [r.test(t), r.lastIndex],
  replace: (r, t) => ['[$&]', '$1', '$<n>', '$`', "$'"].map((w) => t.replace(r, w)),
  split: (r, t) => t.split(r),
  matchAll: (r, t) => [...t.matchAll(new RegExp(r, r.flags.includes('g') ? r.flags : r.flags + 'g'))].map((m) => m[0] + m.index),
  search: (r, t) => t.search(r),
  written: (r) => [r.source, r.flags, String(r)],
};
for (let i = 0; i < 3000; i++) {
  const source = some(pieces, 5), marks = pick.chance(12) ? some(flags, 3) : [...new Set(some(flags.slice(0, 9), 2))].join(''), way = pick(Object.keys(ways)), text = pick(texts);
  ask(way + ' ' + JSON.stringify([source, marks, text]), () => ways[way](new RegExp(source, marks), text));
}
for (const source of ['(?<=a)*', '(?=a)*', 'a**', '^*', '(?<a', '(?<a>', '(?<a b>x)', '(?<>x)', '(?<\\u0061>x)', '(?<\\u{61}>x)\\k<a>', '\\k(?<a>b)', '\\k<(?<a>b)', '\\k<a>(?<a>b)\\k<b>', 'x{99999999999,1}', '(?i:a)', '[a-', '[\\', '{2}', 'a{', '(*a)', '\\p', '\\p{']) {
  for (const marks of ['', 'u', 'v', 'gi', 'ymd']) { ask('words ' + JSON.stringify([source, marks]), () => String(new RegExp(source, marks))); }
}
for (const marks of ['gg', 'uv', 'q', 'dgimsuy', 'vg', 'g ', 'ig']) { ask('flags ' + marks, () => new RegExp('(', marks)); }
// Halves of characters, as a range of them is put together from texts, and whole ones in classes without a flag.
for (const source of ['^[:A-Z\uD800-\uDB7F\uDC00-\uDFFF]*$', '[\uDB7F-\uD800]', '[💩-💪]', '^[a💩]$', '💩{2}', '[a-💩]', '(?<\uD800>a)', '\uDC00**', '\\\uDC00', '[\\\uDC00]']) {
  for (const marks of ['', 'u', 'v']) {
    ask('halves ' + JSON.stringify([source, marks]), () => ['a\uD800\uDC00', '\uD800\uDC00', '💩💩', '💩', '\uDCA9'].map((t) => new RegExp(source, marks).test(t)));
    if (!source.includes('\\')) { ask('halves of a literal ' + JSON.stringify([source, marks]), () => ['a\uD800\uDC00', '\uD800\uDC00', '💩💩', '💩', '\uDCA9'].map((t) => eval('/' + source + '/' + marks).test(t))); }
  }
}
for (const source of ['[a-b-c]', '[xa-b-c]', '[x-]', '[\\d-a]', '[x\\d-a]', '[[a]-b]', '[x[a]-b]', '[a-\\d]', '[xa-\\d]', '[-a]', '[x-a-]', '[xa-b-]', '[xya-b-c]', '[a-b-]', '[ab-]', '[a-bc-d-e]', '[\\u0061-b-c]', '[x\\q{a}-b]']) { ask('dashes ' + source, () => String(new RegExp(source, 'v'))); }
module.exports = print();
