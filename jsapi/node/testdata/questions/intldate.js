// Questions about dates and times, in the languages that Intl has data for and some of their variants.
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
  const winter = Date.UTC(2024, 0, 5, 8, 4, 9, 78), summer = Date.UTC(2023, 6, 25, 21, 30, 0, 500), times = [winter, summer];
  const parts = (list) => list.map((p) => (p.source ? p.source.slice(0, 2) + ':' : '') + p.type + '=' + p.value).join('|');
  function date(options, all = times) {
    const o = Object.assign({ timeZone: 'UTC' }, options);
    add('date ' + JSON.stringify(options), () => { const f = new Intl.DateTimeFormat(locale, o); return all.map((t) => f.format(t)).join('; '); });
  }
  function split(options) {
    const o = Object.assign({ timeZone: 'UTC' }, options);
    add('parts ' + JSON.stringify(options), () => parts(new Intl.DateTimeFormat(locale, o).formatToParts(summer)));
  }
  date({});
  for (const style of ['full', 'long', 'medium', 'short']) {
    date({ dateStyle: style });
    date({ timeStyle: style });
    date({ dateStyle: style, timeStyle: 'short' });
    split({ dateStyle: style, timeStyle: style });
  }
  date({ timeStyle: 'medium', hour12: true });
  date({ timeStyle: 'short', hour12: false });
  date({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
  date({ year: 'numeric', month: '2-digit', day: '2-digit' });
  date({ year: '2-digit', month: 'numeric', day: 'numeric' });
  date({ year: '2-digit', month: '2-digit', day: '2-digit' });
  for (const month of ['long', 'short', 'narrow', 'numeric', '2-digit']) {
    date({ month });
    date({ month, day: 'numeric' });
    date({ year: 'numeric', month });
    date({ year: 'numeric', month, day: 'numeric' });
    date({ weekday: 'short', month, day: 'numeric' });
    split({ weekday: 'long', year: 'numeric', month, day: 'numeric' });
  }
  for (const weekday of ['long', 'short', 'narrow']) { date({ weekday }, [0, 1, 2, 3, 4, 5, 6].map((n) => winter + n * 86400000)); }
  for (const month of ['long', 'short', 'narrow']) { date({ month, day: 'numeric' }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => Date.UTC(2024, n, 15))); }
  date({ year: 'numeric' });
  date({ day: 'numeric' });
  date({ weekday: 'long', day: 'numeric' });
  date({ year: 'numeric', month: 'short', era: 'short' });
  date({ year: 'numeric', month: 'long', day: 'numeric', era: 'long' }, [winter, Date.UTC(-50, 1, 1)]);
  date({ hour: 'numeric' });
  date({ hour: '2-digit' });
  date({ hour: 'numeric', minute: '2-digit' });
  date({ hour: '2-digit', minute: '2-digit' });
  date({ hour: 'numeric', minute: 'numeric', second: 'numeric' });
  date({ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
  split({ hour: 'numeric', minute: '2-digit', hour12: true });
  date({ hour: 'numeric', hour12: true, dayPeriod: 'long' }, [0, 3, 7, 10, 12, 15, 18, 20, 22].map((h) => Date.UTC(2024, 0, 1, h)));
  for (const hourCycle of ['h11', 'h12', 'h23', 'h24']) { date({ hour: 'numeric', minute: '2-digit', hourCycle }, [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 1, 12)]); }
  date({ minute: '2-digit', second: '2-digit' });
  date({ minute: 'numeric', second: 'numeric', fractionalSecondDigits: 3 });
  date({ hour: 'numeric', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 2 });
  date({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
  date({ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  date({ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  split({ weekday: 'short', year: 'numeric', month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
  split({ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', timeZoneName: 'short' });
  date({ month: 'long', day: 'numeric', timeZoneName: 'short' });
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Europe/London', 'America/Sao_Paulo', 'Asia/Tokyo', 'Australia/Sydney', 'Asia/Kathmandu']) {
    for (const timeZoneName of ['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric']) { date({ timeZone, timeZoneName, hour: 'numeric', minute: '2-digit' }); }
  }
  add('methods', () => { const d = new Date(winter), o = { timeZone: 'Europe/Vienna' }; return [d.toLocaleString(locale, o), d.toLocaleDateString(locale, o), d.toLocaleTimeString(locale, o), d.toLocaleDateString(locale, { timeZone: 'UTC', hour: 'numeric' }), d.toLocaleTimeString(locale, { timeZone: 'UTC', month: 'short' })].join('; '); });
  add('resolved', () => [{}, { dateStyle: 'full', timeStyle: 'long' }, { hour: 'numeric', minute: 'numeric', hour12: true }, { weekday: 'long', year: 'numeric', month: 'short', day: '2-digit' }].map((o) => JSON.stringify(new Intl.DateTimeFormat(locale, Object.assign({ timeZone: 'Asia/Kolkata' }, o)).resolvedOptions())).join('; '));
  for (const options of [{}, { dateStyle: 'medium' }, { year: 'numeric', month: 'long', day: 'numeric' }, { month: 'short', day: 'numeric' }, { hour: 'numeric', minute: '2-digit' }, { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }]) {
    const o = Object.assign({ timeZone: 'UTC' }, options);
    for (const to of [winter, winter + 300000, winter + 3 * 3600000, winter + 6 * 3600000, winter + 3 * 86400000, winter + 40 * 86400000, winter + 400 * 86400000]) {
      add('range ' + JSON.stringify(options) + ' ' + (to - winter), () => parts(new Intl.DateTimeFormat(locale, o).formatRangeToParts(winter, to)));
    }
  }
}
