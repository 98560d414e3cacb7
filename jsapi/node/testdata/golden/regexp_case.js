// The flag i with classes of very many characters: what they match, in ASCII and beyond, and how they are shown.
'use strict';
const list = [/\W/i, /\W/gi, /\S+/i, /\D/i, /./i, /[\W_]/i, /[^\W\d]/i, /[\D]/i, /[\S]/i, /[^\S ]/i, /[\s\S]/i, /[\0-\uD7FF\uE000-\uFFFF]/i, /[^a-\uffff]/i, /[\u0100-\uffff-]/i, /[\W]/iu, /\W/iu, /[^\W]/iu,
  /[\u{61}-\u{10ffff}]/iu, /(?=\W)./i, /(?!x)[\W\]]/i, /\\W.\./i, /[.]\.(.)/i, /./is, /[.\-\u0080-\uffff]/i, /(?<a>.)\k<a>/i, new RegExp('[\\W_]', 'i'), new RegExp('.\\W\\/[/]', 'gi'), new RegExp('[\\0-\\uFFFF]|.', 'i')];
const texts = ['ask', 'äsk é', 'KISS_ x', 'a\n\u2028\t', '.\\W.', 'é Σσ', '\u{1F600}\ud83d', 'aA -', ''];
for (const r of list) {
  console.log(String(r), r.source, r.flags, texts.map((t) => { r.lastIndex = 0; return JSON.stringify([t.replace(r, '*'), t.split(r).length, t.search(r)]); }).join(' '));
}
// Without those as the long s and the sign of Kelvin, which have no case in Node without the flag u.
for (const r of list.filter((r) => !r.global && r.source.length < 40)) {
  let n = 0, sum = 0;
  for (let c = 0; c < 0x10000; c++) {
    if (c !== 0xdf && c !== 0xc5 && c !== 0xe5 && c !== 0x17f && c !== 0x212a && c !== 0x212b && c !== 0x2126 && r.test(String.fromCharCode(c))) { n++; sum = (sum * 31 + c) % 1000003; }
  }
  console.log(r.source, r.flags, n, sum);
}
console.log('Äpfel & Kissen'.replace(/\W+/gi, '-'), 'Straße des 17. Juni'.replace(/[^\w\s]|[\W_]+/gi, '-').toLowerCase());
console.log(new RegExp(/a.\Wb/i).source, new RegExp(/a.b/i, 'g').source, String(new RegExp(/[\W]/i)), RegExp(/\S/i) + '', eval('/[\\W_].\\S/i').source);
for (const src of ['(.', '[\\W', '\\W**', '[b-a\\W]', '.(?<a']) {
  try { new RegExp(src, 'i'); } catch (e) { console.log(e.message); }
}
const start = Date.now();
for (let i = 0; i < 300; i++) { 'äb'.replace(/(\S+)\W*.[\W_]?/gi, 'x'); }
console.log(Date.now() - start < 3000);
