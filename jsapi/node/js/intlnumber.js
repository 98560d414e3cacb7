// intlnumber: NumberFormat and PluralRules. The numbers are formatted natively.
var base = require('intllocale'), pick = base.pick, whole = base.whole, state = base.state;
var units = ' acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter millisecond minute month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year ';
var increments = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];
function isUnit(name) { return /^[a-z-]+$/.test(name) && (units.indexOf(' ' + name + ' ') >= 0 || name.split('-per-').length === 2 && name.split('-per-').every(function (n) { return units.indexOf(' ' + n + ' ') >= 0; })); }
// digitOptions reads how a number is rounded (SetNumberFormatDigitOptions).
function digitOptions(of, s, o, least, most, compact) {
  var min = o.minimumFractionDigits, max = o.maximumFractionDigits, low = o.minimumSignificantDigits, high = o.maximumSignificantDigits;
  s.minimumIntegerDigits = whole(o, 'minimumIntegerDigits', 1, 21, 1);
  var increment = 1, mode = 'halfExpand', zeros = 'auto', priority = 'auto';
  if (of === 'NumberFormat') {
    priority = pick(of, o, 'roundingPriority', ['auto', 'morePrecision', 'lessPrecision'], 'auto');
    increment = whole(o, 'roundingIncrement', 1, 5000, 1);
    if (increments.indexOf(increment) < 0) { throw new RangeError('roundingIncrement value is out of range.'); }
    mode = pick(of, o, 'roundingMode', ['ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor', 'halfExpand', 'halfTrunc', 'halfEven'], 'halfExpand');
    zeros = pick(of, o, 'trailingZeroDisplay', ['auto', 'stripIfInteger'], 'auto');
  }
  if (increment !== 1) { most = least; }
  var significant = low !== undefined || high !== undefined, fraction = min !== undefined || max !== undefined, wantsSignificant = true, wantsFraction = true, relaxed = false;
  if (priority === 'auto') {
    wantsSignificant = significant;
    wantsFraction = !(significant || !fraction && compact);
  }
  if (wantsSignificant) {
    s.minimumSignificantDigits = significant ? whole(o, 'minimumSignificantDigits', 1, 21, 1) : 1;
    s.maximumSignificantDigits = significant ? whole(o, 'maximumSignificantDigits', s.minimumSignificantDigits, 21, 21) : 21;
  }
  if (wantsFraction) {
    if (fraction) {
      min = whole(o, 'minimumFractionDigits', 0, 20);
      max = whole(o, 'maximumFractionDigits', 0, 20);
      if (min === undefined) { min = Math.min(least, max); } else if (max === undefined) { max = Math.max(most, min); } else if (min > max) { throw new RangeError('maximumFractionDigits value is out of range.'); }
    } else { min = least; max = most; }
    s.minimumFractionDigits = min;
    s.maximumFractionDigits = max;
  }
  if (!wantsSignificant && !wantsFraction) {
    s.minimumSignificantDigits = 1;
    s.maximumSignificantDigits = 2;
    s.minimumFractionDigits = s.maximumFractionDigits = 0;
    priority = 'morePrecision';
    relaxed = true;
  }
  if (increment !== 1) {
    if (relaxed || priority !== 'auto' || significant) { throw new TypeError('RoundingType is not fractionDigits'); }
    if (s.maximumFractionDigits !== s.minimumFractionDigits) { throw new RangeError('maximumFractionDigits not equal to minimumFractionDigits'); }
  }
  s.roundingMode = mode;
  s.roundingIncrement = increment;
  s.trailingZeroDisplay = zeros;
  s.roundingPriority = priority;
}
function grouping(o, otherwise) {
  var v = o.useGrouping;
  if (v === undefined) { return otherwise; }
  if (v === true) { return 'always'; }
  if (!v) { return false; }
  v = String(v);
  if (v === 'true' || v === 'false') { return otherwise; }
  return pick('NumberFormat', { useGrouping: v }, 'useGrouping', ['min2', 'auto', 'always']);
}
function numberSettings(list, o) {
  var resolved = base.resolve(list);
  o = base.coerced('NumberFormat', o);
  var nu = base.numbering('NumberFormat', resolved, o.numberingSystem), s = { locale: base.withTags(resolved.locale, [nu.tag]), numberingSystem: nu.value };
  s.style = pick('NumberFormat', o, 'style', ['decimal', 'percent', 'currency', 'unit'], 'decimal');
  var currency = o.currency, unit = o.unit;
  if (currency === undefined) {
    if (s.style === 'currency') { throw new TypeError('Currency code is required with currency style.'); }
  } else if (!/^[A-Za-z]{3}$/.test(currency = String(currency))) { throw new RangeError('Invalid currency code : ' + currency); }
  var display = pick('NumberFormat', o, 'currencyDisplay', ['code', 'symbol', 'name', 'narrowSymbol'], 'symbol'), sign = pick('NumberFormat', o, 'currencySign', ['standard', 'accounting'], 'standard');
  if (unit === undefined) {
    if (s.style === 'unit') { throw new TypeError("Invalid unit argument for Intl.NumberFormat() ''"); }
  } else if (!isUnit(unit = String(unit))) { throw new RangeError("Invalid unit argument for Intl.NumberFormat() '" + unit + "'"); }
  var unitDisplay = pick('NumberFormat', o, 'unitDisplay', ['short', 'narrow', 'long'], 'short');
  if (s.style === 'currency') { s.currency = currency.toUpperCase(); s.currencyDisplay = display; s.currencySign = sign; }
  if (s.style === 'unit') { s.unit = unit; s.unitDisplay = unitDisplay; }
  var notation = pick('NumberFormat', o, 'notation', ['standard', 'scientific', 'engineering', 'compact'], 'standard'), compact = notation === 'compact';
  var least = s.style === 'currency' && notation === 'standard' ? native.currencyDigits(s.currency) : 0;
  digitOptions('NumberFormat', s, o, least, s.style === 'percent' || s.style === 'currency' && notation === 'standard' ? least : s.style === 'currency' || compact ? 0 : 3, compact);
  var rounding = { roundingMode: s.roundingMode, roundingIncrement: s.roundingIncrement, trailingZeroDisplay: s.trailingZeroDisplay, roundingPriority: s.roundingPriority };
  Object.keys(rounding).forEach(function (k) { delete s[k]; });
  var shown = pick('NumberFormat', o, 'compactDisplay', ['short', 'long'], 'short');
  s.useGrouping = grouping(o, compact ? 'min2' : 'auto');
  s.notation = notation;
  if (compact) { s.compactDisplay = shown; }
  s.signDisplay = pick('NumberFormat', o, 'signDisplay', ['auto', 'never', 'always', 'exceptZero', 'negative'], 'auto');
  return Object.assign(s, rounding);
}
function formatter(list, o) {
  var s = numberSettings(list, o);
  return { of: 'NumberFormat', settings: s, native: native.number(Object.assign({}, s, { locale: s.locale.replace(/-u-.*/, '') })) };
}
// numeric is the number that a value means, as far as it is not for the native part to read.
function numeric(v) {
  if (typeof v === 'number' || typeof v === 'bigint') { return v; }
  if (typeof v === 'object' && v !== null || typeof v === 'function') { v = v[Symbol.toPrimitive] || typeof v.valueOf() === 'object' ? String(v instanceof Date ? Number(v) : v) : v.valueOf(); }
  return typeof v === 'string' || typeof v === 'bigint' ? v : Number(v);
}
function end(v, name) {
  if (v === undefined) { throw new TypeError('Invalid ' + name + ' : undefined'); }
  var n = numeric(v);
  if (n !== n || typeof n === 'string' && Number(n) !== Number(n)) { throw new RangeError('Invalid ' + name + ' : ' + String(v)); }
  return n;
}
function NumberFormat(list, o) {
  var self = this instanceof NumberFormat ? this : Object.create(NumberFormat.prototype);
  base.own(self, formatter(list, o));
  return self;
}
base.type('NumberFormat', NumberFormat, {
  resolvedOptions() { return Object.assign({}, state(this, 'NumberFormat', 'resolvedOptions').settings); },
  formatToParts(n) { return state(this, 'NumberFormat', 'formatToParts').native.parts(numeric(n)); },
  formatRange(start, to) { var s = state(this, 'NumberFormat', 'formatRange'); return base.joined(s.native.rangeParts(end(start, 'start'), end(to, 'end'))); },
  formatRangeToParts(start, to) { var s = state(this, 'NumberFormat', 'formatRangeToParts'); return s.native.rangeParts(end(start, 'start'), end(to, 'end')).map(function (p) { return { type: p.type, value: p.value, source: p.source }; }); }
});
base.bound(NumberFormat, 'NumberFormat', 'format', function (s) { var format = s.native.format; return function (n) { return format(typeof n === 'number' ? n : numeric(n)); }; });

function PluralRules(list, o) {
  base.constructed(new.target, 'PluralRules');
  var resolved = base.resolve(list);
  o = base.coerced('PluralRules', o);
  var s = { locale: resolved.locale, type: pick('PluralRules', o, 'type', ['cardinal', 'ordinal'], 'cardinal') };
  digitOptions('PluralRules', s, o, 0, 3, false);
  base.own(this, { of: 'PluralRules', settings: s, native: native.plural(s) });
}
base.type('PluralRules', PluralRules, {
  resolvedOptions() {
    var s = state(this, 'PluralRules', 'resolvedOptions'), out = Object.assign({}, s.settings);
    ['roundingMode', 'roundingIncrement', 'trailingZeroDisplay', 'roundingPriority'].forEach(function (k) { delete out[k]; });
    out.pluralCategories = s.native.categories.slice();
    return out;
  },
  select(n) {
    var s = state(this, 'PluralRules', 'select');
    if (typeof n === 'bigint') { throw new TypeError('Cannot convert a BigInt value to a number'); }
    return s.native.select(Number(n));
  },
  selectRange(start, to) { var s = state(this, 'PluralRules', 'selectRange'); return s.native.selectRange(Number(end(start, 'startRange')), Number(end(to, 'endRange'))); }
});

// made are the formatters of toLocaleString.
var made = new Map();
function format(n, list, o) { return base.cached(made, '', list, o, function () { return formatter(list, o).native.format; })(n); }
Object.assign(exports, { NumberFormat: NumberFormat, PluralRules: PluralRules, format: format, formatter: formatter, digitOptions: digitOptions, units: units });
