// Halves of surrogate pairs stay in texts: methods of strings, JSON.parse, comparisons, segments, query strings.
function shown(v) { return typeof v === 'string' ? v.replace(/[^ -~]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')) : JSON.stringify(v); }
function ask(name, f) {
  let r;
  try { r = shown(f()); } catch (e) { r = `${e.name} ${e.code} ${shown(e.message)}`; }
  console.log(name, r);
}
const texts = ['\ud800 ', ' \udc00\u00a0', '\ufeff\ud800\u2003', 'a\ud800 é', 'ß\udfff\ud801i\u0307', '\ud83d\ude00\ud83d', '\ude00\ud83d\ude00', 'ΑΣ\ud800Σ', '\udc00\ud800', 'e\u0301\ud8ff\u0301', '\ufffd\ud800'];
texts.forEach((x, n) => {
  for (const m of ['trim', 'trimStart', 'trimEnd', 'trimLeft', 'trimRight', 'toUpperCase', 'toLowerCase', 'toLocaleUpperCase', 'toLocaleLowerCase', 'normalize']) {
    ask(`${n} ${m}`, () => x[m]());
    ask(`${n} ${m} of an object`, () => String.prototype[m].call({ toString() { return x; } }));
  }
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD', 'none']) ask(`${n} ${form}`, () => x.normalize(form));
  ask(`${n} compare`, () => [x.localeCompare('\ud801 '), x.localeCompare('z'), 'z'.localeCompare(x), x.localeCompare(x), new Intl.Collator('de').compare('z', x)]);
  ask(`${n} parse`, () => [JSON.parse(JSON.stringify(x)) === x, JSON.parse(`"${x}"`) === x]);
  ask(`${n} member`, () => Object.keys(JSON.parse(`{"${x}":1,"b":{"${x}":2}}`))[0]);
  ask(`${n} reviver`, () => { const seen = []; const v = JSON.parse(JSON.stringify({ [x]: [x, 1], gone: x }), function (k, v) { seen.push(k, Array.isArray(this)); return k === 'gone' ? undefined : typeof v === 'string' ? v + '!' : v; }); return [seen, v]; });
  ask(`${n} segments`, () => [...new Intl.Segmenter().segment(x)].map((s) => s.segment).join('|'));
  ask(`${n} querystring`, () => require('querystring').escape(x));
});
for (const text of ['"\\ud800"', '"\\ud800\\udc00"', '"\\ud800\\ud800\\udc00"', '"\\ud800\udc00"', '"\ud800\\udc00"', '"\\\\ud800"', '"\\\\\\ud800"', '"\\uD83D\\uDE00"', '"\\uDE00\\n"', '"\\ue000\ue000\\ud800"', '"\\uE000\\ud800d800"',
  '{"\\ud800":{"\\udc00":["\\udbff"]}}', '{"__proto__":"\\ud800"}', '{"a":"\\ud800","a":"\\ud801"}', '["\\ud800",1e3,null,true,-0]', '"\\ud80"', '"\\ud800', '\ud800', '["\\ud800",]', '"\\ud800" 1', '"\\ud800\\x"', '"\\ud800\n"']) {
  ask(`JSON ${shown(text)}`, () => { try { return JSON.parse(text); } catch (e) { return e.name; } });
}
// Every half beside every kind of neighbour.
let state = 7;
const next = (n) => (state = (state * 1103515245 + 12345) % 2147483648, Math.floor(state / 65536) % n);
const units = ['\ud800', '\udbff', '\udc00', '\udfff', '\ud83d\ude00', ' ', '\n', '\u00a0', 'a', 'Z', 'é', 'e\u0301', 'İ', 'ǆ', 'Σ', '\ufb01', '가', '\u1100\u1161'];
for (let i = 0; i < 200; i++) {
  let x = '';
  for (let k = next(6) + 1; k > 0; k--) x += units[next(units.length)];
  ask(`random ${i}`, () => [x.trim(), x.toUpperCase(), x.toLowerCase(), x.normalize('NFD'), x.normalize('NFKC'), JSON.parse(`["${x.replace(/\n/g, '')}"]`)[0]].join('|'));
}
ask('null', () => String.prototype.trim.call(null));
ask('symbol', () => String.prototype.toUpperCase.call(Symbol('x')));
ask('parse of a symbol', () => JSON.parse(Symbol('x')));
ask('names', () => ['trim', 'trimStart', 'trimLeft', 'toUpperCase', 'normalize', 'localeCompare'].map((n) => [String.prototype[n].name, String.prototype[n].length, 'prototype' in String.prototype[n]]));
ask('aliases', () => [String.prototype.trimLeft === String.prototype.trimStart, String.prototype.trimRight === String.prototype.trimEnd]);
