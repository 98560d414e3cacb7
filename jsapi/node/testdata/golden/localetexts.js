// Texts by the rules of a language: capitals, small letters, order.
const tried = (f) => { try { return f(); } catch (e) { return e.name + ': ' + e.message; } };
const texts = ['iıIİ', 'ß ǆ ﬁ', 'ΑΣ Σ ΑΣΑ', 'άέϊΐ ΰ ή', 'Ì Í Ĩ', 'i̇̀ Į̀ į̇́', 'J̇ j̇', 'J́ J J̣́', 'i̇̇ i̇ j̣̇', 'ὓ ΐ Ὗ ᾳ ή ΐ ΰ', 'i\ud800i I\udc00I', '', 'İstanbul ISPARTA ısparta'];
for (const method of ['toLocaleUpperCase', 'toLocaleLowerCase']) {
  for (const locales of [undefined, null, 'tr', 'tr-TR', 'TR', 'az-Latn', 'lt', 'el', 'de', [], ['tr', 'de'], ['de', 'tr'], 'xx', 'i', 'tr_TR', '', 5, {}, [5], [null], new Intl.Locale('tr'), 'tur', 'trx']) {
    console.log(method, locales, texts.map((text) => tried(() => text[method](locales))));
  }
  console.log(tried(() => String.prototype[method].call(null, 'tr')), tried(() => String.prototype[method].call(undefined)), String.prototype[method].call(1, 'tr'), String.prototype[method].length, String.prototype[method].name);
}
console.log(['καλημέρα', 'Ελλάδα', 'ΐ ΰ', 'Ρωμαίος', 'ή καλά', 'άι μάιος άϊ μαΐου', 'τις ή', 'ἄνθρωπος ὕδωρ'].map((text) => [text.toLocaleUpperCase('el'), text.toLocaleLowerCase('el')]));
// Without options the locale counts too.
for (const locales of [undefined, 'sv', 'de', 'en', ['sv', 'de'], 'da']) { console.log(locales, ['z', 'ä', 'a', 'å', 'ö', 'o'].sort((a, b) => a.localeCompare(b, locales)).join('')); }
console.log(tried(() => 'a'.localeCompare('b', 'bad_')), tried(() => String.prototype.localeCompare.call(null, 'a', 'sv')), 'a'.localeCompare('B', 'en', undefined), 'a'.localeCompare('A', undefined, { sensitivity: 'base' }));
