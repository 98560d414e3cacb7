// Questions about lists, relative times and names, in the languages that Intl has data for and some of their variants.
const locales = `af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb
ne nl nn no pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu de-AT de-CH de-LI en-US en-GB en-IN en-CA en-AU en-ZA en-IE en-NZ
en-SG es-MX es-AR es-CL es-US es-419 fr-CA fr-CH fr-BE pt-BR pt-PT pt-AO zh-TW zh-HK zh-CN zh-Hant ar-EG ar-SA ar-MA ar-AE sr-Latn sr-ME it-CH nl-BE
sv-FI bn-IN ur-IN fa-AF uz-Cyrl pa-PK ms-SG ta-MY`.split(/\s/);
// No turn may take long, so each locale has its own.
module.exports = (async () => {
  for (const locale of locales) {
    await new Promise(setImmediate);
    ask(locale, (text, fn) => {
      let answer;
      try { answer = fn(); } catch (e) { answer = e.name + ': ' + e.message; }
      console.log(locale + ' ' + text + '\t' + answer);
    });
  }
})();
function ask(locale, add) {
  for (const style of ['long', 'short', 'narrow']) {
    for (const type of ['conjunction', 'disjunction', 'unit']) {
      add('list ' + style + ' ' + type, () => {
        const f = new Intl.ListFormat(locale, { style, type });
        return [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'i', 'o', 'hielo']].map((list) => f.format(list)).join('; ') + '; ' + f.formatToParts(['x', 'y', 'z']).map((p) => p.type + '=' + p.value).join('|');
      });
    }
    for (const numeric of ['always', 'auto']) {
      for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']) {
        add('relative ' + style + ' ' + numeric + ' ' + unit, () => { const f = new Intl.RelativeTimeFormat(locale, { style, numeric }); return [-10, -3, -2, -1, -0, 0, 1, 2, 5, 1.5, 21].map((n) => f.format(n, unit)).join('; '); });
      }
    }
    for (const type of ['language', 'region']) {
      const codes = { language: ['en', 'de', 'fr', 'en-US', 'en-GB', 'zh-Hant', 'zh-Hans-CN', 'pt-BR', 'sr-Latn', 'es-419', 'nl-BE', 'de-AT', 'ar', 'tlh', 'qqq'], region: ['US', 'DE', 'GB', 'CN', 'HK', '419', '001', 'BA', 'XK', 'ZZ', 'XX'] }[type];
      add('names ' + style + ' ' + type, () => { const f = new Intl.DisplayNames(locale, { type, style }); return codes.map((c) => f.of(c)).join('; '); });
    }
    add('fields ' + style, () => { const f = new Intl.DisplayNames(locale, { type: 'dateTimeField', style }); return ['era', 'year', 'quarter', 'month', 'weekOfYear', 'weekday', 'day', 'dayPeriod', 'hour', 'minute', 'second', 'timeZoneName'].map((c) => f.of(c)).join('; '); });
  }
  add('parts', () => JSON.stringify([new Intl.RelativeTimeFormat(locale).formatToParts(-1234.5, 'days'), new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).formatToParts(1, 'day')]));
  add('standard', () => { const f = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard', fallback: 'none' }); return ['en-US', 'zh-Hant', 'nl-BE', 'qqq'].map((c) => f.of(c)).join('; '); });
  add('scripts', () => { const f = new Intl.DisplayNames(locale, { type: 'script' }); return ['Latn', 'Arab', 'Cyrl', 'Hans', 'Hant', 'Deva', 'Xxxx'].map((c) => f.of(c)).join('; '); });
  add('currencies', () => { const f = new Intl.DisplayNames(locale, { type: 'currency' }); return ['USD', 'EUR', 'JPY', 'INR', 'CHF', 'DEM', 'XXX', 'QQQ'].map((c) => f.of(c)).join('; '); });
  add('calendars', () => { const f = new Intl.DisplayNames(locale, { type: 'calendar' }); return ['gregory', 'buddhist', 'persian', 'islamic', 'japanese'].map((c) => f.of(c)).join('; '); });
  add('resolved', () => JSON.stringify([new Intl.ListFormat(locale).resolvedOptions(), new Intl.RelativeTimeFormat(locale).resolvedOptions(), new Intl.DisplayNames(locale, { type: 'region' }).resolvedOptions()]));
}
