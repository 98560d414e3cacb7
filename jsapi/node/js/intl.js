// intl: the types of Intl.
var base = require('intllocale'), numbers = require('intlnumber'), known = base.known;
exports.NumberFormat = numbers.NumberFormat;
exports.PluralRules = numbers.PluralRules;
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

// Dates.
var months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
var days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
var fields = ['weekday', 'era', 'year', 'month', 'day', 'dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'];
function pad(n, to) { n = String(n); while (n.length < (to || 2)) { n = '0' + n; } return n; }
function dateSettings(list, o, date, time) {
  o = o || {};
  var s = { locale: resolve(list), calendar: 'gregory', numberingSystem: 'latn', timeZone: o.timeZone === undefined ? native.zone() : native.zone(String(o.timeZone)) };
  var place = placeOf(s.locale), wants = function (names) { return names.some(function (n) { return o[n] !== undefined; }); };
  if (o.dateStyle !== undefined || o.timeStyle !== undefined) {
    if (wants(fields)) { throw new TypeError("Can't set option " + fields.filter(function (f) { return o[f] !== undefined; })[0] + ' when ' + (o.dateStyle !== undefined ? 'dateStyle' : 'timeStyle') + ' is used'); }
    s.dateStyle = pick('DateTimeFormat', o, 'dateStyle', ['full', 'long', 'medium', 'short']);
    s.timeStyle = pick('DateTimeFormat', o, 'timeStyle', ['full', 'long', 'medium', 'short']);
  } else {
    var anyDate = wants(['weekday', 'year', 'month', 'day']), anyTime = wants(['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits']);
    fields.forEach(function (f) { if (o[f] !== undefined) { s[f] = f === 'fractionalSecondDigits' ? digits(o, f, 1, 3) : pick('DateTimeFormat', o, f, { weekday: ['long', 'short', 'narrow'], era: ['long', 'short', 'narrow'], year: ['numeric', '2-digit'], month: ['numeric', '2-digit', 'long', 'short', 'narrow'], day: ['numeric', '2-digit'], hour: ['numeric', '2-digit'], minute: ['numeric', '2-digit'], second: ['numeric', '2-digit'] }[f]); } });
    var needDate = date === 'only' ? !anyDate : date && !anyDate && !anyTime, needTime = time === 'only' ? !anyTime : time && !anyDate && !anyTime;
    if (needDate) { s.year = s.month = s.day = 'numeric'; }
    if (needTime) { s.hour = s.minute = s.second = 'numeric'; }
  }
  if (o.timeZoneName !== undefined) { s.timeZoneName = pick('DateTimeFormat', o, 'timeZoneName', ['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric']); }
  if (s.hour || s.timeStyle) {
    var cycle = place.twelve ? 'h12' : 'h23';
    if (o.hour12 !== undefined) { cycle = o.hour12 ? 'h12' : place.twelve ? 'h24' : 'h23'; } else { cycle = pick('DateTimeFormat', o, 'hourCycle', ['h11', 'h12', 'h23', 'h24'], cycle); }
    s.hourCycle = cycle;
    s.hour12 = cycle === 'h12' || cycle === 'h11';
  }
  return s;
}
var zoneNames = { EST: 'Eastern Standard Time', EDT: 'Eastern Daylight Time', CST: 'Central Standard Time', CDT: 'Central Daylight Time', MST: 'Mountain Standard Time', MDT: 'Mountain Daylight Time', PST: 'Pacific Standard Time', PDT: 'Pacific Daylight Time', UTC: 'Coordinated Universal Time', GMT: 'Greenwich Mean Time', CET: 'Central European Standard Time', CEST: 'Central European Summer Time', BST: 'British Summer Time', JST: 'Japan Standard Time', IST: 'India Standard Time' };
function zoneName(s, ms) {
  var z = native.zoneAt(ms, s.timeZone), min = Math.round(z.offset / 60), abs = Math.abs(min), hour = Math.floor(abs / 60), part = abs % 60, sign = min < 0 ? '-' : '+', style = s.timeZoneName || (s.timeStyle === 'full' ? 'long' : 'short');
  if (style === 'longOffset') { return min === 0 ? 'GMT' : 'GMT' + sign + pad(hour) + ':' + pad(part); }
  var offset = min === 0 ? 'GMT' : 'GMT' + sign + hour + (part ? ':' + pad(part) : '');
  if (style === 'shortOffset') { return offset; }
  if (s.timeZone === 'UTC') { return /^long/.test(style) ? zoneNames.UTC : 'UTC'; }
  if (/^long/.test(style)) { return zoneNames[z.name] || 'GMT' + (min === 0 ? '' : sign + pad(hour) + ':' + pad(part)); }
  return /^(America|US|Canada|Pacific\/Honolulu)/.test(s.timeZone) && /^([ECMPA][SD]T|AK[SD]T|HST)$/.test(z.name) ? z.name : offset;
}
var styles = {
  date: { full: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }, long: { month: 'long', day: 'numeric', year: 'numeric' }, medium: { month: 'short', day: 'numeric', year: 'numeric' }, short: { month: 'numeric', day: 'numeric', year: '2-digit' } },
  time: { full: { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'long' }, long: { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' }, medium: { hour: 'numeric', minute: '2-digit', second: '2-digit' }, short: { hour: 'numeric', minute: '2-digit' } }
};
function dateParts(s, ms) {
  var place = placeOf(s.locale), d = new Date(ms + native.zoneAt(ms, s.timeZone).offset * 1000), parts = [];
  function lit(v) { parts.push({ type: 'literal', value: v }); }
  var want = Object.assign({}, s, s.dateStyle && styles.date[s.dateStyle], s.timeStyle && styles.time[s.timeStyle]);
  if (s.dateStyle === 'short' && place.padded) { want.year = 'numeric'; want.month = want.day = '2-digit'; if (s.locale === 'en-CA' || s.locale === 'en-GB') { want.year = 'numeric'; } }
  var year = want.era && d.getUTCFullYear() < 1 ? 1 - d.getUTCFullYear() : d.getUTCFullYear();
  var text = {
    weekday: want.weekday && (want.weekday === 'long' ? days[d.getUTCDay()] : days[d.getUTCDay()].slice(0, want.weekday === 'narrow' ? 1 : 3)),
    year: want.year && (want.year === '2-digit' ? pad(year % 100) : String(year)),
    day: want.day && (want.day === '2-digit' ? pad(d.getUTCDate()) : String(d.getUTCDate()))
  };
  var named = want.month && want.month !== 'numeric' && want.month !== '2-digit', month = months[d.getUTCMonth()];
  text.month = want.month && (named ? want.month === 'long' ? month : month.slice(0, want.month === 'narrow' ? 1 : place.order === 'dmy' && s.locale === 'en-GB' && month === 'September' ? 4 : 3) : want.month === '2-digit' ? pad(d.getUTCMonth() + 1) : String(d.getUTCMonth() + 1));
  var numeric = { d: 'day', m: 'month', y: 'year' };
  if (text.weekday) { parts.push({ type: 'weekday', value: text.weekday }); }
  if (text.year || text.month || text.day) {
    if (text.weekday) { lit(named && place.order === 'dmy' && s.locale === 'en-GB' ? (want.weekday === 'long' && want.month === 'long' ? ' ' : ', ') : named && !text.month ? ' ' : ', '); }
    if (named) {
      var order = place.order === 'dmy' ? ['day', 'month', 'year'] : ['month', 'day', 'year'], before;
      order.forEach(function (f) {
        if (!text[f]) { return; }
        if (before) { lit(f === 'year' && before === 'day' ? ', ' : ' '); }
        parts.push({ type: f, value: text[f] });
        before = f;
      });
    } else {
      var padded = place.padded && text.year && text.month && text.day, any = false;
      place.order.split('').map(function (c) { return numeric[c]; }).forEach(function (f) {
        if (!text[f]) { return; }
        if (any) { lit(place.sep); }
        parts.push({ type: f, value: padded && f !== 'year' ? pad(text[f]) : text[f] });
        any = true;
      });
    }
    if (want.era) { lit(' '); parts.push({ type: 'era', value: (want.era === 'long' ? ['Anno Domini', 'Before Christ'] : want.era === 'narrow' ? ['A', 'B'] : ['AD', 'BC'])[d.getUTCFullYear() < 1 ? 1 : 0] }); }
  }
  if (want.hour || want.minute || want.second || want.fractionalSecondDigits) {
    if (parts.length) { lit(s.dateStyle === 'full' || s.dateStyle === 'long' || want.month === 'long' && !s.dateStyle && place.order === 'mdy' ? ' at ' : place.between || ', '); }
    var h = d.getUTCHours(), cycle = want.hourCycle, shown = cycle === 'h12' ? h % 12 || 12 : cycle === 'h11' ? h % 12 : cycle === 'h24' ? h || 24 : h, first = true;
    [['hour', want.hour && (want.hour === '2-digit' || !want.hour12 ? pad(shown) : String(shown))], ['minute', want.minute && (want.hour || want.second || want.minute === '2-digit' && want.hour ? pad(d.getUTCMinutes()) : String(d.getUTCMinutes()))], ['second', want.second && (want.minute ? pad(d.getUTCSeconds()) : String(d.getUTCSeconds()))]].forEach(function (p) {
      if (!p[1]) { return; }
      if (!first) { lit(':'); }
      parts.push({ type: p[0], value: p[1] });
      first = false;
    });
    if (want.fractionalSecondDigits) { if (!first) { lit('.'); } parts.push({ type: 'fractionalSecond', value: pad(d.getUTCMilliseconds(), 3).slice(0, want.fractionalSecondDigits) }); }
    if (want.hour && want.hour12) { lit(' '); parts.push({ type: 'dayPeriod', value: (place.noon || ['AM', 'PM'])[h < 12 ? 0 : 1] }); }
  }
  if (want.timeZoneName) { lit(parts.length && !(want.hour || want.minute || want.second) ? ', ' : ' '); parts.push({ type: 'timeZoneName', value: zoneName(want, ms) }); }
  return parts;
}
function instant(date) {
  var ms = date === undefined ? Date.now() : Number(date);
  if (isNaN(ms) || Math.abs(ms) > 8.64e15) { throw new RangeError('Invalid time value'); }
  return ms;
}
function DateTimeFormat(list, o) {
  if (!(this instanceof DateTimeFormat)) { return new DateTimeFormat(list, o); }
  own(this, dateSettings(list, o, true, false));
}
type('DateTimeFormat', DateTimeFormat);
bound(DateTimeFormat, 'format', function (self) { return function (date) { return joined(dateParts(self._, instant(date))); }; });
DateTimeFormat.prototype.formatToParts = function (date) { return dateParts(this._, instant(date)); };
DateTimeFormat.prototype.formatRange = function (a, b) { var x = this.format(a), y = this.format(b); return x === y ? x : x + ' – ' + y; };
DateTimeFormat.prototype.resolvedOptions = function () { return Object.assign({}, this._); };

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
  date: function (d, list, o, date, time) { return isNaN(d.getTime()) ? 'Invalid Date' : joined(dateParts(dateSettings(list, o, date, time), d.getTime())); },
  compare: function (a, b, list, o) { return ordered(new Collator(list, o)._, a, b); }
};
Object.defineProperty(exports, 'methods', { enumerable: false });
