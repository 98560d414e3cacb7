// Expressions with several halves of characters (surrogates): classes, texts, at any place of the text.
const text = 'x🏳👩🏳𝒳👩👩‍👦‍👦 ️\ud83d \udc69\ud83c-';
const all = [
  /[\uD800-\uDBFF][\uDC00-\uDFFF]/g, /[\uD800-\uDBFF][\uDC00-\uDFFF]|x/g, /([\uD800-\uDBFF])(?![\uDC00-\uDFFF])/g, /(?:[^\uD800-\uDBFF]|^)[\uDC00-\uDFFF]/g,
  /🏳|👩/g, /🏳a|👩b|🏳/g, /(?:🏳)(?=👩)|👩(?!🏳)/g, /(?!👩)🏳/g, /👩(?<!🏳)/g, /(?:🏳👩)+/g, /🏳|👩|𝒳/g, /(👩)(?!x)(🏳)/g, /👩+/g, /\uD83D\uDC69(?!\uD83C)/g, /(?:\ud83c[\udf00-\udfff])|(?:\ud83d[\udc00-\ude4f])/g,
  /👩/g, /\ud83c/g, /(?!a)\ud83c/g, /[\ud83c-\ud83f]/g, /(?:\ud83c|\ud83d)\udff3/g, /^.🏳/g, /x🏳|\udc66$/gm, /(?=🏳)[^]/g, /[\ud83d-\ud83f]/gu, /.\udc69/g, /(🏳)|x/gi,
  /[^\uD800-\uDBFF\uDC00-\uDFFF]+/g, /[^\uD800-\uDBFF][^\uDC00-\uDFFF]/g, /[\uD800-\uDBFF-][\uDC00-\uDFFF-]/g, /[-\uD800-\uDBFF][-\uDC00-\uDFFF]/g, /[\uD800-\uDBFF\\-][\uDC00-\uDFFF\]]/g,
  /[\uD800-\uFFFF][\uDC00-\uFFFF]/g, /[^\uD800-\uFFFF][^\uDC00-\uFFFF]/g, /[\uD800-\uDBFF]{1}[\uDC00-\uDFFF]{1}(?<n>x)?/g, /(?<a>[\uD800-\uDBFF])(?<b>[\uDC00-\uDFFF])\k<a>/g,
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]$|x[\uD83C][\uDFF3]/gm, /[\uD800-\uDBFF][\uDC00-\uDFFF]X?/gi, /[\uD83D\uD83C][\uDC69\uDFF3]/gi, /[\uD800-\uDBFF]/gu, /[\uD800-\uDBFF]|[\uDC00-\uDFFF]/gu, /[\uD83C\uDFF3\uD83D\uDC69]|[\u{1d4b3}]/gu, /[^\uD800-\uDBFF][^\uDC00-\uDFFF]/gu, /🏳|👩/gu,
  new RegExp('[\ud800-\udbff][\udc00-\udfff]', 'g'), new RegExp('[\\ud800-\\udbff][\\udc00-\\udfff]', 'g'), new RegExp('(?:\ud83c\udff3|\ud83d\udc69)(?!\u200d)', 'gm')
];
const shown = (v) => JSON.stringify(v);
for (const r of all) {
  const sticky = new RegExp(r.source, r.flags.replace('g', 'y')), at = [];
  for (let i = 0; i < text.length && !r.unicode; i++) { sticky.lastIndex = i; if (sticky.test(text)) { at.push(i); } }
  console.log(shown(r.source), r.flags, shown(text.match(r)), at.join());
  const found = [];
  text.replace(r, (...a) => { found.push(a.filter((v) => typeof v === 'number').join()); return ''; });
  console.log(found.join(' '), shown(text.split(new RegExp(r.source, r.flags.replace('g', ''))).length), text.search(r), r.lastIndex);
}
// What packages do with them.
const length = (s) => s.length - (s.match(/(\uFE0F|\uFE0E)/g) || []).length - (s.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g) || []).length;
console.log(length('👩🦰👩👩👦👦🏳️🌈'), '👩🏳'.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, (c) => '&#' + c.codePointAt(0) + ';'));
for (const bad of ['[\\ud800', '(\\ud800[\\udc00]', '[\\udc00-\\ud800][\\ud800]']) { try { new RegExp(bad); } catch (e) { console.log(e.name, e.message); } }
