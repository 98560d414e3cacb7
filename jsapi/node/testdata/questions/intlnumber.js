// Questions about numbers and plural forms, in the languages that Intl has data for and some of their variants.
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
  var parts = function (list) { return list.map(function (p) { return (p.source ? p.source.slice(0, 2) + ':' : '') + p.type + '=' + p.value; }).join('|'); };
  function number(options, values) {
    add('number ' + JSON.stringify(options) + ' ' + values.map(String).join(' '), function () {
      var f = new Intl.NumberFormat(locale, options);
      return values.map(function (v) { return f.format(v); }).join('; ');
    });
  }
  function split(options, values) {
    add('parts ' + JSON.stringify(options) + ' ' + values.map(String).join(' '), function () {
      var f = new Intl.NumberFormat(locale, options);
      return values.map(function (v) { return parts(f.formatToParts(v)); }).join('; ');
    });
  }
  function range(options, pairs) {
    add('range ' + JSON.stringify(options) + ' ' + JSON.stringify(pairs), function () {
      var f = new Intl.NumberFormat(locale, options);
      return pairs.map(function (p) { return parts(f.formatRangeToParts(p[0], p[1])); }).join('; ');
    });
  }
  var sizes = [0, 1, -1.5, 1234.5678, 12345, -9876543.21, 1e21];
  number({}, sizes.concat([NaN, Infinity, -0, 0.0005]));
  split({}, [-1234567.891]);
  split({ style: 'percent', maximumFractionDigits: 1 }, [0.256, -12.5]);
  number({ style: 'percent', signDisplay: 'always' }, [0.5, 0, -0.5, 123]);
  ['USD', 'EUR', 'JPY', 'INR', 'CHF', 'GBP', 'BRL', 'XAF', 'TND'].forEach(function (currency) {
    number({ style: 'currency', currency: currency }, [1234567.891, -5]);
    number({ style: 'currency', currency: currency, currencyDisplay: 'narrowSymbol' }, [1234.5]);
    number({ style: 'currency', currency: currency, currencyDisplay: 'name' }, [0, 1, 2, 5, 1.5, 1000000]);
  });
  split({ style: 'currency', currency: 'USD' }, [-1234.5, 1]);
  split({ style: 'currency', currency: 'EUR', currencyDisplay: 'code' }, [-1234.5]);
  split({ style: 'currency', currency: 'EUR', currencyDisplay: 'name' }, [1, -2.5]);
  split({ style: 'currency', currency: 'CHF', currencySign: 'accounting', signDisplay: 'always' }, [-1234.5, 7, 0]);
  split({ style: 'currency', currency: 'EUR', notation: 'compact' }, [999, 1234, -1234567, 1.5e9]);
  number({ style: 'currency', currency: 'USD', notation: 'compact', compactDisplay: 'long' }, [1234567]);
  number({ notation: 'compact' }, [0, 1, 999, 999.9, 1000, 1234, 9999, 15300, 99999, 999999, 1500000, 2.5e8, 1e9, 1.2e12, 5e15, -1234]);
  number({ notation: 'compact', compactDisplay: 'long' }, [0, 1, 1000, 1234, 2000, 15300, 100000, 1e6, 2e6, 5e6, 1.5e6, 2.5e8, 1e9, 1.2e12, 5e15]);
  split({ notation: 'compact' }, [-15300]);
  split({ notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 2 }, [1234567]);
  split({ notation: 'scientific' }, [-0.00012345, 123456, 0]);
  number({ notation: 'engineering', maximumSignificantDigits: 3 }, [123456, 0.00098765]);
  ['always', 'never', 'exceptZero', 'negative'].forEach(function (sign) { number({ signDisplay: sign }, [-1, -0, 0, 1, NaN]); });
  ['always', 'min2', false].forEach(function (g) { number({ useGrouping: g }, [1234, 12345, 1234567]); });
  number({ minimumFractionDigits: 2, maximumFractionDigits: 3 }, [1, 1.0005, 2.34567]);
  number({ maximumSignificantDigits: 3 }, [123456, 0.00012345, 99.95]);
  ['ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor', 'halfTrunc', 'halfEven'].forEach(function (mode) { number({ roundingMode: mode, maximumFractionDigits: 1 }, [1.25, 1.35, -1.25, -1.26, 1.01]); });
  number({ roundingIncrement: 25, minimumFractionDigits: 2, maximumFractionDigits: 2 }, [1.13, 1.12, 10.999]);
  number({ roundingPriority: 'morePrecision', maximumFractionDigits: 2, maximumSignificantDigits: 3 }, [1.23456, 1234.5678, 0.0012345]);
  number({ roundingPriority: 'lessPrecision', maximumFractionDigits: 2, maximumSignificantDigits: 3 }, [1.23456, 1234.5678, 0.0012345]);
  number({ trailingZeroDisplay: 'stripIfInteger', style: 'currency', currency: 'USD' }, [5, 5.5]);
  ['kilometer', 'hour', 'celsius', 'liter', 'megabyte', 'percent', 'kilometer-per-hour', 'mile-per-gallon', 'liter-per-second', 'fluid-ounce', 'day', 'second'].forEach(function (unit) {
    ['short', 'narrow', 'long'].forEach(function (width) { number({ style: 'unit', unit: unit, unitDisplay: width }, [0, 1, 2, 5, 1.5, 21, -1000]); });
  });
  split({ style: 'unit', unit: 'kilogram', unitDisplay: 'long' }, [1, -16.5]);
  split({ style: 'unit', unit: 'byte-per-second', unitDisplay: 'long' }, [1, 3]);
  number({ style: 'unit', unit: 'meter', notation: 'compact', unitDisplay: 'long' }, [12345, 1000000]);
  ['arab', 'thai', 'deva', 'fullwide', 'hanidec'].forEach(function (system) { number({ numberingSystem: system, style: 'percent' }, [-123.45]); });
  number({ minimumIntegerDigits: 5 }, [12.5]);
  range({}, [[3, 5], [3, 3], [-5, 5], [1234, 56789]]);
  range({ style: 'currency', currency: 'USD' }, [[3, 5], [3, 3]]);
  range({ style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }, [[3, 5], [2.9, 3.1], [-3, 5]]);
  range({ style: 'unit', unit: 'meter', unitDisplay: 'long' }, [[1, 2], [0, 1], [3, 3]]);
  range({ style: 'percent' }, [[0.1, 0.2]]);
  range({ notation: 'compact' }, [[1000, 2000], [1e6, 5e9]]);
  add('locale', function () {
    var o = new Intl.NumberFormat(locale).resolvedOptions();
    return o.locale + ' ' + o.numberingSystem + ' ' + Intl.NumberFormat.supportedLocalesOf([locale, locale + '-u-nu-arab']);
  });
  ['cardinal', 'ordinal'].forEach(function (type) {
    add('plural ' + type, function () {
      var rules = new Intl.PluralRules(locale, { type: type });
      return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 19, 20, 21, 22, 23, 25, 40, 50, 60, 80, 90, 100, 101, 102, 103, 111, 112, 200, 800, 880, 1000, 1001, 1000000, 0.5, 1.5, 2.5, 0.1, 21.1, 1e6, 2e9, -1, NaN, Infinity].map(function (n) { return rules.select(n); }).join(' ') + ' of ' + rules.resolvedOptions().pluralCategories;
    });
    add('plural range ' + type, function () {
      var rules = new Intl.PluralRules(locale, { type: type });
      return [[0, 1], [1, 2], [0, 2], [2, 3], [1, 5], [5, 10], [3, 21], [1, 1.5], [0.5, 1], [10, 22]].map(function (p) { return rules.selectRange(p[0], p[1]); }).join(' ');
    });
  });
  add('plural digits', function () { return [0, 1, 2, 5].map(function (n) { return new Intl.PluralRules(locale, { minimumFractionDigits: 1 }).select(n); }).join(' '); });
  add('toLocaleString', function () { return [(1234.5).toLocaleString(locale), (-12345678901234567890n).toLocaleString(locale), [1234.5, 2].toLocaleString(locale), (0.5).toLocaleString(locale, { style: 'percent' })].join('; '); });
}
