// intl: the types of Intl.
var base = require('intllocale'), numbers = require('intlnumber'), dates = require('intldate'), known = base.known;
var words = require('intlwords'), pick = base.pick, state = base.state;
Object.assign(exports, { DateTimeFormat: dates.DateTimeFormat, NumberFormat: numbers.NumberFormat, Collator: Collator, PluralRules: numbers.PluralRules, RelativeTimeFormat: words.RelativeTimeFormat, ListFormat: words.ListFormat, Locale: base.Locale, DisplayNames: words.DisplayNames, Segmenter: Segmenter });

function collation(list, o) {
  var resolved = base.resolve(list), flag = function (v) { return v === '' || v === 'true' || v === 'false'; };
  o = base.coerced('Collator', o);
  var usage = pick('Collator', o, 'usage', ['sort', 'search'], 'sort');
  var kn = base.extended(resolved, 'kn', o.numeric === undefined ? undefined : String(Boolean(o.numeric)), flag, 'false'), kf = base.extended(resolved, 'kf', pick('Collator', o, 'caseFirst', ['upper', 'lower', 'false']), function (v) { return v === 'upper' || v === 'lower' || v === 'false'; }, 'false');
  var s = { locale: base.withTags(resolved.locale, [kf.tag, kn.tag]), usage: usage, sensitivity: pick('Collator', o, 'sensitivity', ['base', 'accent', 'case', 'variant'], 'variant'), ignorePunctuation: Boolean(o.ignorePunctuation), collation: 'default', numeric: kn.value !== 'false', caseFirst: kf.value };
  return { of: 'Collator', settings: s, own: /^en(-|$)/.test(resolved.locale) && s.sensitivity === 'variant' && !s.numeric ? undefined : native.collator(resolved.locale, s.sensitivity, s.numeric) };
}
function Collator(list, o) {
  var self = this instanceof Collator ? this : Object.create(Collator.prototype);
  base.own(self, collation(list, o));
  return self;
}
base.type('Collator', Collator, { resolvedOptions() { return Object.assign({}, state(this, 'Collator', 'resolvedOptions').settings); } });
base.bound(Collator, 'Collator', 'compare', function (s) { return function (a, b) { return ordered(s, a, b); }; });
function ordered(known, a, b) {
  var s = known.settings;
  a = String(a);
  b = String(b);
  if (s.ignorePunctuation) { a = a.replace(/[!-\/:-@\[-`{-~\s]/g, ''); b = b.replace(/[!-\/:-@\[-`{-~\s]/g, ''); }
  if (known.own) { return known.own(a, b); }
  return compare.call(a, b);
}
var compare = String.prototype.localeCompare;

function Segmenter(list, o) {
  base.constructed(new.target, 'Segmenter');
  var resolved = base.resolve(list);
  o = base.strict('Segmenter', o);
  base.own(this, { of: 'Segmenter', settings: { locale: resolved.locale, granularity: pick('Segmenter', o, 'granularity', ['grapheme', 'word', 'sentence'], 'grapheme') } });
}
base.type('Segmenter', Segmenter, {
  resolvedOptions() { return Object.assign({}, state(this, 'Segmenter', 'resolvedOptions').settings); },
  segment(text) { return new Segments(String(text), state(this, 'Segmenter', 'segment').settings.granularity); }
});
function Segments(text, granularity) {
  var at = 0;
  Object.defineProperty(this, '_', { value: native.segments(text, granularity).map(function (part) {
    part = text.slice(at, at + part.length); // halves of pairs are lost in Go
    var s = { segment: part, index: at, input: text };
    if (granularity === 'word') { s.isWordLike = /[\p{L}\p{N}]/u.test(part); }
    at += part.length;
    return s;
  }) });
}
Segments.prototype[Symbol.iterator] = function () { return this._[Symbol.iterator](); };
Segments.prototype.containing = function (index) {
  index = Math.trunc(Number(index)) || 0;
  return this._.find(function (s) { return index >= s.index && index < s.index + s.segment.length; });
};
base.method(exports, 'getCanonicalLocales', { getCanonicalLocales: function (list) { return known(list); } }.getCanonicalLocales);
// currencies are those that are in use.
var currencies = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD
EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR
LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XDR XOF XPF XSU YER ZAR ZMW
ZWG ZWL`;
base.method(exports, 'supportedValuesOf', { supportedValuesOf: function (key) {
  switch (String(key)) {
    case 'calendar': return ['buddhist', 'gregory', 'persian'];
    case 'collation': return [];
    case 'currency': return currencies.split(/\s/);
    case 'numberingSystem': return native.systems();
    case 'timeZone': return native.zones();
    case 'unit': return numbers.units.trim().split(' ');
  }
  throw new RangeError('Invalid key : ' + String(key));
} }.supportedValuesOf);
Object.defineProperty(exports, Symbol.toStringTag, { value: 'Intl', configurable: true });

var collations = new Map();
// The methods of numbers, dates and strings that use these.
module.exports.methods = {
  number: numbers.format,
  date: dates.format,
  compare: function (a, b, list, o) { return ordered(base.cached(collations, '', list, o, function () { return collation(list, o); }), a, b); },
  // cased is a text in capital or small letters: four languages have rules of their own, of which native.cased knows.
  cased: function (text, list, upper, plain) {
    var language = /^(az|el|lt|tr)(?![a-z])/.exec(known(list)[0] || '');
    return language ? text.replace(/\P{Surrogate}+/gu, function (part) { return native.cased(part, language[1], upper); }) : plain.call(text);
  }
};
Object.defineProperty(exports, 'methods', { enumerable: false });
