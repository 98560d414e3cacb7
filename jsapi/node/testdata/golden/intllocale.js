// Intl.Locale.
const show = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, e.name + ': ' + e.message); } };
const parts = (l) => [l.baseName, l.language, l.script, l.region, l.calendar, l.caseFirst, l.collation, l.hourCycle, l.numberingSystem, l.numeric, l.toString()];
for (const tag of ['en', 'de-AT', 'zh-Hant-TW', 'en-us', 'SR-latn-rs', 'en-u-ca-buddhist-kn', 'de-u-co-phonebk-kf-upper-kn-false', 'ar-EG-u-nu-latn-hc-h12', 'sl-rozaj', 'es-419', 'und', 'en-GB-oxendict']) {
  show(tag, () => parts(new Intl.Locale(tag)));
  show(tag + ' max', () => new Intl.Locale(tag).maximize().toString());
  show(tag + ' min', () => new Intl.Locale(tag).maximize().minimize().toString());
}
show('options', () => parts(new Intl.Locale('en-US', { language: 'de', region: 'CH', script: 'Latn', calendar: 'gregory', collation: 'phonebk', hourCycle: 'h23', numeric: true, caseFirst: 'upper', numberingSystem: 'latn' })));
show('of a locale', () => new Intl.Locale(new Intl.Locale('fr-CA'), { hourCycle: 'h12' }).toString());
show('over', () => new Intl.Locale('en-u-ca-buddhist', { calendar: 'gregory' }).toString());
for (const bad of ['', 'x', 'en_US', 'a-b', 'toolonglanguage']) { show(JSON.stringify(bad), () => new Intl.Locale(bad).toString()); }
show('none', () => new Intl.Locale());
show('number', () => new Intl.Locale(5));
show('hour', () => new Intl.Locale('en', { hourCycle: 'h25' }));
show('region', () => new Intl.Locale('en', { region: 'USA' }));
show('call', () => Intl.Locale('en'));
show('null', () => new Intl.Locale('en', null));
show('tag', () => Object.prototype.toString.call(new Intl.Locale('en')) + typeof Intl.Locale.supportedLocalesOf);
show('format', () => new Intl.NumberFormat(new Intl.Locale('de', { numberingSystem: 'latn' })).format(1234.5));
show('canonical', () => Intl.getCanonicalLocales([new Intl.Locale('EN-us')]));
