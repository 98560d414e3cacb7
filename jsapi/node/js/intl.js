// intl: the types of Intl.
var base = require('intllocale'), numbers = require('intlnumber'), dates = require('intldate'), known = base.known;
exports.NumberFormat = numbers.NumberFormat;
exports.PluralRules = numbers.PluralRules;
exports.DateTimeFormat = dates.DateTimeFormat;
function digits(o, name, low, high, otherwise) { return base.whole(o, name, low, high, otherwise); }
var places = {
  'en-US': { order: 'mdy', sep: '/', twelve: true, group: ',', point: '.' },
  'en-GB': { order: 'dmy', sep: '/', padded: true, group: ',', point: '.' },
  'en-CA': { order: 'ymd', sep: '-', padded: true, twelve: true, group: ',', point: '.', noon: ['a.m.', 'p.m.'] },
  'sv-SE': { order: 'ymd', sep: '-', padded: true, group: '\u00a0', point: ',', between: ' ' },
  'de-DE': { order: 'dmy', sep: '.', group: '.', point: ',' }
};
var warned = new Set();
function resolve(list) {
  var tags = known(list);
  for (var i = 0; i < tags.length; i++) {
    var tag = tags[i].replace(/-u-.*/, '');
    if (places[tag]) { return tag; }
    if (tag === 'de' || tag === 'sv') { return tag; }
    if (tag === 'en') { return 'en'; }
  }
  // The log has one line for a locale: a format may be made for each request.
  if (tags.length && !/^en(-|$)/.test(tags[0]) && !warned.has(tags[0]) && warned.size < 100) {
    warned.add(tags[0]);
    process.emitWarning('Intl has no data for the locale ' + tags[0] + ': its formats are those of en-US');
  }
  return 'en-US';
}
function placeOf(tag) { return places[tag] || places[{ de: 'de-DE', sv: 'sv-SE' }[tag] || 'en-US']; }
function pick(of, o, name, allowed, otherwise) {
  var v = o[name];
  if (v === undefined) { return otherwise; }
  if (allowed && allowed.indexOf(String(v)) < 0) { throw new RangeError('Value ' + v + ' out of range for Intl.' + of + ' options property ' + name); }
  return String(v);
}
function type(name, Type) {
  Object.defineProperty(Type, 'name', { value: name });
  Type.supportedLocalesOf = function (list) { return known(list).filter(function (tag) { return places[tag] || /^(en|de|sv)(-|$)/.test(tag); }); };
  Object.defineProperty(Type.prototype, Symbol.toStringTag, { value: 'Intl.' + name, configurable: true });
  exports[name] = Type;
}
function own(self, state) { Object.defineProperty(self, '_', { value: state }); }
function joined(parts) { return parts.map(function (p) { return p.value; }).join(''); }
function bound(Type, name, make) {
  Object.defineProperty(Type.prototype, name, { configurable: true, get: function () {
    var fn = make(this);
    Object.defineProperty(this, name, { value: fn, configurable: true });
    return fn;
  } });
}

// Words.
function Collator(list, o) {
  if (!(this instanceof Collator)) { return new Collator(list, o); }
  o = o || {};
  own(this, { locale: resolve(list), usage: pick('Collator', o, 'usage', ['sort', 'search'], 'sort'), sensitivity: pick('Collator', o, 'sensitivity', ['base', 'accent', 'case', 'variant'], 'variant'), ignorePunctuation: !!o.ignorePunctuation, collation: 'default', numeric: !!o.numeric, caseFirst: pick('Collator', o, 'caseFirst', ['upper', 'lower', 'false'], 'false') });
}
type('Collator', Collator);
function folded(text, sensitivity) {
  if (sensitivity === 'base' || sensitivity === 'case') { text = text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''); }
  return sensitivity === 'base' || sensitivity === 'accent' ? text.toLowerCase() : text;
}
function ordered(s, a, b) {
  a = folded(String(a), s.sensitivity);
  b = folded(String(b), s.sensitivity);
  if (s.ignorePunctuation) { a = a.replace(/[!-\/:-@\[-`{-~\s]/g, ''); b = b.replace(/[!-\/:-@\[-`{-~\s]/g, ''); }
  if (!s.numeric) { return compare.call(a, b); }
  var x = a.match(/\d+|\D+/g) || [], y = b.match(/\d+|\D+/g) || [];
  for (var i = 0; i < x.length && i < y.length; i++) {
    var c = /^\d/.test(x[i]) && /^\d/.test(y[i]) ? Math.sign(Number(x[i]) - Number(y[i])) : compare.call(x[i], y[i]);
    if (c) { return c; }
  }
  return Math.sign(x.length - y.length);
}
var compare = String.prototype.localeCompare;
bound(Collator, 'compare', function (self) { return function (a, b) { return ordered(self._, a, b); }; });
Collator.prototype.resolvedOptions = function () { return Object.assign({}, this._); };
function ListFormat(list, o) { o = o || {}; own(this, { locale: resolve(list), type: pick('ListFormat', o, 'type', ['conjunction', 'disjunction', 'unit'], 'conjunction'), style: pick('ListFormat', o, 'style', ['long', 'short', 'narrow'], 'long') }); }
type('ListFormat', ListFormat);
ListFormat.prototype.formatToParts = function (list) {
  var items = Array.from(list), s = this._, word = s.type === 'unit' ? '' : s.type === 'disjunction' ? 'or' : s.style === 'long' ? 'and' : s.style === 'short' ? '&' : '', out = [];
  items.forEach(function (item, i) {
    if (typeof item !== 'string') { throw new TypeError('Iterable yielded ' + item + ' which is not a string'); }
    var last = i === items.length - 1;
    if (i) { out.push({ type: 'literal', value: !last ? s.type === 'unit' && s.style === 'narrow' ? ' ' : ', ' : word ? (items.length > 2 ? ', ' : ' ') + word + ' ' : s.type === 'unit' && s.style === 'narrow' ? ' ' : ', ' }); }
    out.push({ type: 'element', value: item });
  });
  return out;
};
ListFormat.prototype.format = function (list) { return joined(this.formatToParts(list)); };
ListFormat.prototype.resolvedOptions = function () { return Object.assign({}, this._); };
function RelativeTimeFormat(list, o) { o = o || {}; own(this, { locale: resolve(list), style: pick('RelativeTimeFormat', o, 'style', ['long', 'short', 'narrow'], 'long'), numeric: pick('RelativeTimeFormat', o, 'numeric', ['always', 'auto'], 'always'), numberingSystem: 'latn' }); }
type('RelativeTimeFormat', RelativeTimeFormat);
var shorts = { second: 'sec.', minute: 'min.', hour: 'hr.', day: 'day', week: 'wk.', month: 'mo.', quarter: 'qtr.', year: 'yr.' };
RelativeTimeFormat.prototype.formatToParts = function (n, unit) {
  n = Number(n);
  unit = String(unit).replace(/s$/, '');
  if (!shorts[unit]) { throw new RangeError('Invalid unit argument for format() \'' + unit + '\''); }
  if (!isFinite(n)) { throw new RangeError('Invalid time value'); }
  var past = n < 0 || Object.is(n, -0), auto = { day: { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }, second: { 0: 'now' } }[unit] || (/week|month|quarter|year/.test(unit) ? { '-1': 'last ' + unit, 0: 'this ' + unit, 1: 'next ' + unit } : { 0: 'this ' + unit });
  if (this._.numeric === 'auto' && auto[n] !== undefined) { return [{ type: 'literal', value: auto[n] }]; }
  var plural = Math.abs(n) !== 1, word = this._.style === 'long' || unit === 'day' ? unit + (plural ? 's' : '') : unit === 'quarter' && plural ? 'qtrs.' : shorts[unit];
  if (this._.style === 'narrow') { word = { second: 's', minute: 'min', hour: 'h', day: 'd', week: 'w', month: 'mo', quarter: 'q', year: 'y' }[unit]; }
  var number = new numbers.NumberFormat('en').formatToParts(Math.abs(n)).map(function (p) { return Object.assign({}, p, { unit: unit }); }), gap = this._.style === 'narrow' ? '' : ' ';
  return past ? number.concat({ type: 'literal', value: gap + word + ' ago' }) : [{ type: 'literal', value: 'in ' }].concat(number, { type: 'literal', value: gap + word });
};
RelativeTimeFormat.prototype.format = function (n, unit) { return joined(this.formatToParts(n, unit)); };
RelativeTimeFormat.prototype.resolvedOptions = function () { return Object.assign({}, this._); };

exports.Segmenter = Segmenter;
function Segmenter(list, o) {
  own(this, { locale: resolve(list), granularity: pick('Segmenter', o || {}, 'granularity', ['grapheme', 'word', 'sentence'], 'grapheme') });
}
Segmenter.prototype.resolvedOptions = function () { return Object.assign({}, this._); };
Segmenter.prototype.segment = function (text) { return new Segments(String(text), this._.granularity); };
function Segments(text, granularity) {
  var at = 0;
  Object.defineProperty(this, '_', { value: native.segments(text, granularity).map(function (part) {
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
exports.getCanonicalLocales = known;
exports.supportedValuesOf = function (key) {
  if (key === 'timeZone') { return ['UTC']; }
  if (key === 'currency') { return Object.keys(symbols).sort(); }
  return [];
};
Object.defineProperty(exports, Symbol.toStringTag, { value: 'Intl', configurable: true });

// The methods of numbers, dates and strings that use these.
module.exports.methods = {
  number: numbers.format,
  date: dates.format,
  compare: function (a, b, list, o) { return ordered(new Collator(list, o)._, a, b); }
};
Object.defineProperty(exports, 'methods', { enumerable: false });
