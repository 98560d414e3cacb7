// The flags d and v of regular expressions.
const show = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, e.name + ': ' + e.message); } };
const all = (re, text) => [...text.matchAll(re)].map((m) => m[0]).join(' ');

// d: where the groups are.
show('plain', () => /b(c)(x)?(?<last>d)/d.exec('abcd').indices);
show('names', () => /(?<y>\d{4})-(?<m>\d\d)/d.exec('on 2024-05').indices.groups);
show('none', () => /b/d.exec('abc').indices.groups);
show('miss', () => /x/d.exec('abc'));
show('unicode', () => /(.)(b)/du.exec('😀b').indices);
show('units', () => /(.)(b)/d.exec('😀b').indices);
show('ahead', () => /(?<=a)(b)(?=c)/d.exec('aabc').indices);
show('global', () => { const re = /(a)/dg; return [re.exec('aba').indices, re.exec('aba').indices, re.exec('aba'), re.lastIndex]; });
show('sticky', () => { const re = /(b)/dy; re.lastIndex = 1; return [re.exec('ab').indices, re.lastIndex]; });
show('matchAll', () => [...'a1b22'.matchAll(/(\d+)/dg)].map((m) => m.indices[1]));
show('match', () => 'xay'.match(/a/d).indices[0]);
show('match all', () => 'xaya'.match(/a/dg));
show('replace', () => 'abc'.replace(/(b)/d, '[$1]') + 'abab'.replace(/a/dg, (m, i) => i));
show('split', () => 'a1b2c'.split(/\d/d));
show('flags', () => [/a/dgimsuy.flags, /a/d.hasIndices, /a/.hasIndices, new RegExp('a', 'd').flags, new RegExp(/a/g, 'd').flags, new RegExp(/a/dg).flags, String(/a/d)]);
show('prototype', () => [RegExp.prototype.hasIndices, RegExp.prototype.unicodeSets, typeof Object.getOwnPropertyDescriptor(RegExp.prototype, 'hasIndices').get]);
show('twice', () => new RegExp('a', 'dd'));
show('case', () => /(B)(C)?/di.exec('abcd').indices);
show('lines', () => /^(b)$/dm.exec('a\nb\nc').indices);
show('test', () => [/a/d.test('a'), 'abc'.search(/c/d)]);

// v: sets.
show('difference', () => all(/[[a-z]--[aeiou]]/gv, 'hello'));
show('intersection', () => all(/[[a-m]&&[h-z]]/gv, 'hello'));
show('union', () => all(/[[a-c][x-z]5]/gv, 'abcdwxyz5'));
show('three', () => all(/[[a-z]--[aeiou]--h]/gv, 'hello'));
show('nested', () => all(/[[a-z]--[[aeiou][l-n]]]/gv, 'hello'));
show('negated', () => all(/[^[a-c]d]/gv, 'abcdef'));
show('inner negated', () => all(/[[^a-c]&&[a-e]]/gv, 'abcdef'));
show('property', () => all(/[\p{L}--\p{Lu}]/gv, 'aBcÉé'));
show('property both', () => all(/[\p{L}&&\p{ASCII}]/gv, 'aBcÉé1'));
show('digits', () => all(/[\d--[3-5]]/gv, '0123456789'));
show('words', () => all(/[\w--\d]+/gv, 'ab12_c'));
show('not', () => all(/[\D&&\w]+/gv, 'ab12_c'));
show('space', () => all(/[[\s\S]--[ab]]/gv, 'abc'));
show('texts', () => all(/[\q{abc|d|ab}x]/gv, 'abcabdx'));
show('texts minus', () => all(/[\q{abc|d|ab}--\q{abc}]/gv, 'abcabd'));
show('texts both', () => all(/^[\q{abc|d|ab}&&\q{ab|d}]$/gv, 'ab'));
show('empty text', () => /^[\q{|a}]$/v.test(''));
show('escapes', () => all(/[\-\&\[\]\x41\u{42}\u0043\n]/gv, '-&[]ABC'));
show('emoji', () => all(/[\u{1F600}-\u{1F602}😎]/gv, '😀😁😂😃😎'));
show('sequence', () => all(/[\p{RGI_Emoji_Flag_Sequence}a]/gv, '🇩🇪ab'));
show('case', () => all(/[[a-z]--[k]]/giv, 'AKkb'));
show('case not', () => all(/[^x]/giv, 'aXxb'));
show('case property', () => all(/[\p{Lu}&&[a-z]]/giv, 'aZ1'));
show('empty', () => [/[]/v.test('a'), /[^]/v.test('a'), /[a&&b]/v.test('a')]);
show('flags', () => [/a/v.flags, /a/v.unicode, /a/v.unicodeSets, /a/dgimsvy.flags, String(/[[a]]/v), /[[a]--b]/v.source]);
show('both', () => /([[a-z]--b])(?<n>[\q{bc}])/dv.exec('abc').indices);
for (const source of ['[a--b&&c]', '[a-z--b]', '[(]', '[|]', '[/]', '[a&&&b]', '[&&a]', '[a&&]', '[!!]', '[a', '[[a]', '[b-a]', '[^\\q{ab}]', '[\\q{ab]', '[\\p{Nope}]', '\\p{Nope}', '[\\i]', '[\\d-a]', '[a-\\d]', '[\\u{110000}]', '[{]', '[-a]', '[a-]', '[\\P{RGI_Emoji}]', '[^\\p{RGI_Emoji}]']) {
  show(source, () => { new RegExp(source, 'v'); return 'is one'; });
}
show('uv', () => new RegExp('a', 'uv'));
