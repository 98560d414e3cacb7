// Unicode properties of regular expressions: names, scripts and their extensions, wrong names.
const t = (f) => { try { return f(); } catch (e) { return e.name + ': ' + e.message; } };
for (const [p, c] of [['Script=Grek', 'α'], ['sc=Cyrl', 'ж'], ['scx=Hira', 'ー'], ['sc=Hira', 'ー'], ['Sentence_Terminal', '.'], ['STerm', '。'], ['Script=Sidetic', '\u{10940}'], ['Changes_When_NFKC_Casefolded', 'A'], ['Bidi_M', '('], ['Script=greek', 'α'], ['IsGreek', 'a'], ['sc=Zzzz', '\u{10ffff}'], ['Other_Math', '+'], ['Emoji', '😀'], ['ExtPict', '😀']]) {
  console.log(p, t(() => new RegExp('^\\p{' + p + '}$', 'u').test(c)), t(() => new RegExp('^[^\\P{' + p + '}]$', 'u').test(c)));
}
for (const s of ['\\p', '\\pL', '\\P{', '[\\p{L}-z]', '[a-\\p{L}]', '[\\p{L}-]', '\\p{}', '\\p{=L}', '\\p{L=}', '\\p{^L}']) { console.log(s, t(() => new RegExp(s, 'u').test('a')), t(() => new RegExp(s).test('a'))); }
// A lone surrogate is a character of its own, with the properties of the category Cs.
const surrogates = ['\udc00', '\ud800', 'a\udc00', '\ud83d\ude00', '\ude00\ud83d'];
for (const p of ['\\p{Cs}', '\\P{Cs}', '\\P{L}', '\\p{Any}', '\\p{C}', '\\p{sc=Zzzz}', '[^\\p{L}]', '[\\p{Cs}a]', '\\P{ASCII}']) {
  for (const f of ['u', 'iu', 'v', 'gu']) { console.log(p, f, ...surrogates.map((s) => JSON.stringify(s.match(new RegExp(p + '+', f))))); }
}
