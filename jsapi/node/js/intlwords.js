// intlwords: ListFormat, RelativeTimeFormat and DisplayNames.
var base = require('intllocale'), pick = base.pick, state = base.state;
function ListFormat(list, o) {
  base.constructed(new.target, 'ListFormat');
  var resolved = base.resolve(list);
  if (o !== undefined && (o === null || typeof o !== 'object' && typeof o !== 'function')) { throw new TypeError('invalid_argument'); }
  o = base.strict('ListFormat', o);
  var s = { locale: resolved.locale, type: pick('ListFormat', o, 'type', ['conjunction', 'disjunction', 'unit'], 'conjunction'), style: pick('ListFormat', o, 'style', ['long', 'short', 'narrow'], 'long') };
  base.own(this, { of: 'ListFormat', settings: s, kind: { conjunction: 'standard', disjunction: 'or', unit: 'unit' }[s.type] + (s.style === 'long' ? '' : '-' + s.style) });
}
function listParts(s, list) {
  if (list === undefined) { return []; }
  if (list === null || typeof list[Symbol.iterator] !== 'function') { throw new TypeError((list === null ? 'object null' : typeof list + ' ' + String(list)) + ' is not iterable (cannot read property Symbol(Symbol.iterator))'); }
  var items = [];
  for (var item of list) {
    if (typeof item !== 'string') { throw new TypeError('Iterable yielded ' + String(item) + ' which is not a string'); }
    items.push(item);
  }
  return native.list(s.settings.locale, s.kind, items);
}
base.type('ListFormat', ListFormat, {
  resolvedOptions() { return Object.assign({}, state(this, 'ListFormat', 'resolvedOptions').settings); },
  format(list) { return base.joined(listParts(state(this, 'ListFormat', 'format()'), list)); },
  formatToParts(list) { return listParts(state(this, 'ListFormat', 'formatToParts()'), list); }
});

var units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
function RelativeTimeFormat(list, o) {
  base.constructed(new.target, 'RelativeTimeFormat');
  var resolved = base.resolve(list);
  o = base.coerced('RelativeTimeFormat', o);
  var nu = base.numbering('RelativeTimeFormat', resolved, o.numberingSystem);
  var s = { locale: base.withTags(resolved.locale, [nu.tag]), style: pick('RelativeTimeFormat', o, 'style', ['long', 'short', 'narrow'], 'long'), numeric: pick('RelativeTimeFormat', o, 'numeric', ['always', 'auto'], 'always'), numberingSystem: nu.value };
  base.own(this, { of: 'RelativeTimeFormat', settings: s, native: native.relative(resolved.locale, s.style, nu.value, s.numeric === 'auto') });
}
function relativeParts(s, method, n, unit) {
  n = Number(n);
  unit = String(unit);
  var one = unit.replace(/s$/, '');
  if (units.indexOf(one) < 0) { throw new RangeError('Invalid unit argument for Intl.RelativeTimeFormat.prototype.' + method + "() '" + unit + "'"); }
  if (!isFinite(n)) { throw new RangeError('Value need to be finite number for Intl.RelativeTimeFormat.prototype.' + method + '()'); }
  return s.native(n, one).map(function (p) { return p.source ? { type: p.type, value: p.value, unit: p.source } : p; });
}
base.type('RelativeTimeFormat', RelativeTimeFormat, {
  resolvedOptions() { return Object.assign({}, state(this, 'RelativeTimeFormat', 'resolvedOptions').settings); },
  format(n, unit) { return base.joined(relativeParts(state(this, 'RelativeTimeFormat', 'format()'), 'format', n, unit)); },
  formatToParts(n, unit) { return relativeParts(state(this, 'RelativeTimeFormat', 'formatToParts()'), 'formatToParts', n, unit); }
});

var kinds = ['language', 'region', 'script', 'currency', 'calendar', 'dateTimeField'];
var forms = { region: /^([A-Za-z]{2}|[0-9]{3})$/, script: /^[A-Za-z]{4}$/, currency: /^[A-Za-z]{3}$/, calendar: /^[a-z0-9]{3,8}(-[a-z0-9]{3,8})*$/i };
var dateFields = { era: 'era', year: 'year', quarter: 'quarter', month: 'month', weekOfYear: 'week', weekday: 'weekday', day: 'day', dayPeriod: 'dayperiod', hour: 'hour', minute: 'minute', second: 'second', timeZoneName: 'zone' };
function DisplayNames(list, o) {
  base.constructed(new.target, 'DisplayNames');
  var resolved = base.resolve(list);
  if (o === null || typeof o !== 'object' && typeof o !== 'function') { throw new TypeError('invalid_argument'); }
  o = base.strict('DisplayNames', o);
  var s = { locale: resolved.locale, style: pick('DisplayNames', o, 'style', ['narrow', 'short', 'long'], 'long'), type: pick('DisplayNames', o, 'type', kinds) };
  if (s.type === undefined) { throw new TypeError('invalid_argument'); }
  s.fallback = pick('DisplayNames', o, 'fallback', ['code', 'none'], 'code');
  var dialect = pick('DisplayNames', o, 'languageDisplay', ['dialect', 'standard'], 'dialect');
  if (s.type === 'language') { s.languageDisplay = dialect; }
  base.own(this, { of: 'DisplayNames', settings: s });
}
base.type('DisplayNames', DisplayNames, {
  resolvedOptions() { return Object.assign({}, state(this, 'DisplayNames', 'resolvedOptions').settings); },
  of(code) {
    var s = state(this, 'DisplayNames', 'of').settings;
    code = String(code);
    var valid = s.type === 'language' ? native.canonical(code) && !/^[a-z0-9]+-x-/i.test(code) : s.type === 'dateTimeField' ? Object.prototype.hasOwnProperty.call(dateFields, code) : forms[s.type].test(code);
    if (!valid) { throw new RangeError('invalid_argument'); }
    var name = native.name(s.locale, s.type, s.style, s.type === 'dateTimeField' ? dateFields[code] : code, s.languageDisplay === 'dialect');
    if (name) { return name; }
    return s.fallback === 'none' ? undefined : s.type === 'language' ? native.canonical(code) : s.type === 'currency' ? code.toUpperCase() : code;
  }
});
Object.assign(exports, { ListFormat: ListFormat, RelativeTimeFormat: RelativeTimeFormat, DisplayNames: DisplayNames });
