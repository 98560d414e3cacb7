// intldate: DateTimeFormat. The times are formatted natively.
var base = require('intllocale'), pick = base.pick, state = base.state;
var widths = ['narrow', 'short', 'long'], counts = ['2-digit', 'numeric'];
// fields are the options in the order of a skeleton: the letters of each value.
var fields = [
  ['weekday', { narrow: 'EEEEE', long: 'EEEE', short: 'EEE' }], ['era', { narrow: 'GGGGG', long: 'GGGG', short: 'GGG' }], ['year', { '2-digit': 'yy', numeric: 'y' }],
  ['month', { narrow: 'MMMMM', long: 'MMMM', short: 'MMM', '2-digit': 'MM', numeric: 'M' }], ['day', { '2-digit': 'dd', numeric: 'd' }], ['dayPeriod', { narrow: 'BBBBB', long: 'BBBB', short: 'B' }],
  ['hour', { '2-digit': 'jj', numeric: 'j' }], ['minute', { '2-digit': 'mm', numeric: 'm' }], ['second', { '2-digit': 'ss', numeric: 's' }]
];
var zones = { long: 'zzzz', short: 'z', longOffset: 'OOOO', shortOffset: 'O', longGeneric: 'vvvv', shortGeneric: 'v' };
var letters = { h11: 'K', h12: 'h', h23: 'H', h24: 'k' };
var resolved = { era: 'G', year: 'yur', month: 'ML', weekday: 'Ece', day: 'd', dayPeriod: 'Bb', hour: 'hHkK', minute: 'm', second: 's', fractionalSecondDigits: 'S', timeZoneName: 'zOvV' };
function dateSettings(list, o, need, otherwise) {
  var locale = base.resolve(list);
  if (o === null) { throw new TypeError('Cannot convert undefined or null to object'); }
  o = o === undefined ? {} : Object(o);
  var of = 'DateTimeFormat', given = {};
  // Without any of the fields that are needed, the usual ones are shown.
  var wants = function (names) { return names.some(function (n) { return o[n] !== undefined; }); };
  var missing = !(need !== 'time' && wants(['weekday', 'year', 'month', 'day'])) && !(need !== 'date' && wants(['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits']));
  if (o.dateStyle !== undefined || o.timeStyle !== undefined) {
    missing = false;
    if (need === 'date' && o.timeStyle !== undefined) { throw new TypeError('Invalid option : timeStyle'); }
    if (need === 'time' && o.dateStyle !== undefined) { throw new TypeError('Invalid option : dateStyle'); }
  }
  var calendar = o.calendar;
  if (calendar !== undefined && !/^[a-z0-9]{3,8}(-[a-z0-9]{3,8})*$/i.test(calendar = String(calendar))) { throw new RangeError('Invalid calendar : ' + calendar); }
  var usual = native.defaults(locale.locale), isCalendar = function (name) { return name === 'gregory' || name === usual.calendar; };
  var ca = base.extended(locale, 'ca', calendar === undefined ? undefined : calendar.toLowerCase(), isCalendar, usual.calendar), nu = base.numbering(of, locale, o.numberingSystem);
  var hour12 = o.hour12 === undefined ? undefined : Boolean(o.hour12), option = pick(of, o, 'hourCycle', ['h11', 'h12', 'h23', 'h24']);
  var hc = base.extended(locale, 'hc', hour12 === undefined ? option : undefined, function (v) { return letters[v]; }, usual.hourCycle), cycle = hc.value;
  // V8 of Node 20 keeps whether the hours of the locale begin with 0.
  if (hour12 !== undefined) { cycle = usual.hourCycle === 'h11' || usual.hourCycle === 'h23' ? hour12 ? 'h11' : 'h23' : hour12 ? 'h12' : 'h24'; }
  if (hour12 !== undefined) { hc.tag = ''; }
  var zone = native.zone(o.timeZone === undefined ? undefined : String(o.timeZone));
  if (zone === undefined) { throw new RangeError('Invalid time zone specified: ' + o.timeZone); }
  var s = { locale: locale.locale, calendar: ca.value, numberingSystem: nu.value, timeZone: zone, hourCycle: cycle }, skeleton = '';
  fields.forEach(function (f) {
    var value = pick(of, o, f[0], Object.keys(f[1]));
    if (value === undefined && missing && (otherwise !== 'time' && (f[0] === 'year' || f[0] === 'month' || f[0] === 'day') || otherwise !== 'date' && (f[0] === 'hour' || f[0] === 'minute' || f[0] === 'second'))) { value = 'numeric'; }
    if (value !== undefined) { if (o[f[0]] !== undefined) { given[f[0]] = 1; } skeleton += f[1][value].replace(/j/g, letters[cycle]); }
  });
  var fraction = base.whole(o, 'fractionalSecondDigits', 1, 3), zoneName = pick(of, o, 'timeZoneName', Object.keys(zones));
  if (fraction !== undefined) { given.fractionalSecondDigits = 1; skeleton += 'SSS'.slice(0, fraction); }
  if (zoneName !== undefined) { given.timeZoneName = 1; skeleton += zones[zoneName]; }
  pick(of, o, 'formatMatcher', ['best fit', 'basic']);
  var dateStyle = pick(of, o, 'dateStyle', ['full', 'long', 'medium', 'short']), timeStyle = pick(of, o, 'timeStyle', ['full', 'long', 'medium', 'short']);
  if (dateStyle !== undefined || timeStyle !== undefined) {
    var names = ['weekday', 'era', 'year', 'month', 'day', 'dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'timeZoneName'].filter(function (n) { return given[n]; });
    if (names.length) { throw new TypeError("Can't set option " + names[0] + ' when ' + (dateStyle !== undefined ? 'dateStyle' : 'timeStyle') + ' is used'); }
    s.dateStyle = dateStyle;
    s.timeStyle = timeStyle;
  } else { s.skeleton = skeleton; }
  // The tag says what was asked for and is so.
  return { settings: s, tag: base.withTags(locale.locale, [ca.tag, hc.tag, nu.tag]) };
}
function formatter(list, o, need, otherwise) {
  var made = dateSettings(list, o, need, otherwise);
  return { of: 'DateTimeFormat', settings: made.settings, tag: made.tag, native: native.date(made.settings) };
}
function instant(date) {
  var ms = date === undefined ? Date.now() : Number(date);
  if (!(Math.abs(ms) <= 8.64e15)) { throw new RangeError('Invalid time value'); }
  return Math.trunc(ms);
}
function DateTimeFormat(list, o) {
  var self = this instanceof DateTimeFormat ? this : Object.create(DateTimeFormat.prototype);
  base.own(self, formatter(list, o, 'any', 'date'));
  return self;
}
function ends(start, end) {
  if (start === undefined || end === undefined) { throw new TypeError('startDate or endDate cannot be undefined'); }
  return [instant(start), instant(end)];
}
base.type('DateTimeFormat', DateTimeFormat, {
  resolvedOptions() {
    var s = state(this, 'DateTimeFormat', 'resolvedOptions'), all = s.settings, pattern = s.native.pattern.replace(/'[^']*'/g, '');
    var out = { locale: s.tag, calendar: all.calendar, numberingSystem: all.numberingSystem, timeZone: all.timeZone }, hours = /[hHkK]/.exec(pattern);
    if (hours) {
      out.hourCycle = { K: 'h11', h: 'h12', H: 'h23', k: 'h24' }[hours[0]];
      out.hour12 = hours[0] === 'K' || hours[0] === 'h';
    }
    if (all.skeleton !== undefined) {
      ['weekday', 'era', 'year', 'month', 'day', 'dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'timeZoneName'].forEach(function (name) {
        var run = new RegExp('([' + resolved[name] + '])\\1*').exec(pattern);
        if (!run) { return; }
        var n = run[0].length;
        if (name === 'fractionalSecondDigits') { out[name] = n; return; }
        if (name === 'timeZoneName') { out[name] = Object.keys(zones).find(function (k) { return zones[k] === run[0]; }); return; }
        out[name] = /[GEceBb]/.test(run[0]) || n > 2 ? n === 4 ? 'long' : n === 5 ? 'narrow' : 'short' : n === 2 ? '2-digit' : 'numeric';
      });
    }
    if (all.dateStyle !== undefined) { out.dateStyle = all.dateStyle; }
    if (all.timeStyle !== undefined) { out.timeStyle = all.timeStyle; }
    return out;
  },
  formatToParts(date) { return state(this, 'DateTimeFormat', 'formatToParts').native.parts(instant(date)); },
  formatRange(start, end) { var s = state(this, 'DateTimeFormat', 'formatRange'), e = ends(start, end); return base.joined(s.native.rangeParts(e[0], e[1])); },
  formatRangeToParts(start, end) { var s = state(this, 'DateTimeFormat', 'formatRangeToParts'), e = ends(start, end); return s.native.rangeParts(e[0], e[1]); }
});
base.bound(DateTimeFormat, 'DateTimeFormat', 'format', function (s) { var format = s.native.format; return function (date) { return format(instant(date)); }; });

// made are the formatters of toLocaleString, by the time zone of the server too.
var made = new Map();
function format(date, list, o, need, otherwise) {
  var ms = date.getTime(), text = base.cached(made, otherwise + native.zone(), list, o, function () { return formatter(list, o, need, otherwise).native.format; });
  return ms === ms ? text(ms) : 'Invalid Date';
}
Object.assign(exports, { DateTimeFormat: DateTimeFormat, format: format });
