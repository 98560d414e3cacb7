// histogram: counts of durations in buckets that keep a number of digits, as HdrHistogram does.
var errors = require('errors'), validate = require('validate'), inspect = require('inspect');

// counts holds the buckets of a histogram by their lowest values. The buckets of values below
// `size` are `unit` wide; above, they grow by powers of two.
class Counts {
  constructor(lowest, highest, figures) {
    this.unit = Math.pow(2, Math.floor(Math.log2(lowest)));
    this.half = Math.ceil(Math.log2(2 * Math.pow(10, figures))) - 1;
    this.highest = highest;
    this.clear();
  }
  clear() {
    this.buckets = new Map();
    this.total = this.exceeds = this.last = 0;
  }
  width(v) { return Math.max(this.unit, v < 1 ? 1 : Math.pow(2, Math.floor(Math.log2(v)) - this.half)); }
  low(v) { var w = this.width(v); return Math.floor(v / w) * w; }
  high(v) { return this.low(v) + this.width(v) - 1; }
  middle(v) { return this.low(v) + Math.floor(this.width(v) / 2); }
  add(v, n) {
    if (v > this.highest) { this.exceeds += n; return; }
    var key = this.low(v);
    this.buckets.set(key, (this.buckets.get(key) || 0) + n);
    this.total += n;
  }
  sorted() { return Array.from(this.buckets.keys()).sort(function (a, b) { return a - b; }); }
  min() { return this.total ? this.sorted()[0] : 9223372036854776000; }
  max() { return this.total ? this.high(this.sorted().pop()) : 0; }
  mean() {
    var sum = 0;
    this.buckets.forEach((n, key) => { sum += n * this.middle(key); });
    return this.total ? sum / this.total : NaN;
  }
  deviation() {
    var mean = this.mean(), sum = 0;
    this.buckets.forEach((n, key) => { sum += n * Math.pow(this.middle(key) - mean, 2); });
    return this.total ? Math.sqrt(sum / this.total) : NaN;
  }
  at(percentile) {
    var left = Math.max(1, Math.floor(percentile / 100 * this.total + 0.5)), found = 0;
    this.sorted().some((key) => {
      left -= this.buckets.get(key);
      found = this.high(key);
      return left <= 0;
    });
    return found;
  }
  // percentiles halves the distance to 100 until all values are below.
  percentiles() {
    var out = new Map(), next = 0, seen = 0, last = 0;
    this.sorted().forEach((key) => {
      seen += this.buckets.get(key);
      last = key;
      do {
        if (next > 100 * seen / this.total) { return; }
        out.set(next, key);
        next += 100 / Math.pow(2, Math.floor(Math.log2(100 / (100 - next))) + 1);
      } while (seen < this.total);
    });
    return out.set(100, last);
  }
}

// Only this module makes histograms: users call createHistogram.
var countsOf = new WeakMap();
function make(Type, counts) {
  var made = Object.create(Type.prototype);
  countsOf.set(made, counts);
  return made;
}
function counts(h, name) {
  var found = countsOf.get(h);
  if (!found) { throw errors.receiver(name || 'Histogram'); }
  return found;
}
function big(map) { return new Map(Array.from(map, function (e) { return [e[0], BigInt(e[1])]; })); }
function percentile(h, p) {
  var own = counts(h);
  validate.number(p, 'percentile');
  if (!(p > 0 && p <= 100)) { throw validate.outOfRange('percentile', '> 0 && <= 100', p); }
  return own.at(p);
}
class Histogram {
  constructor() { throw errors.illegal(); }
  get count() { return counts(this).total; }
  get countBigInt() { return BigInt(counts(this).total); }
  get min() { return counts(this).min(); }
  get minBigInt() { var own = counts(this); return own.total ? BigInt(own.min()) : 9223372036854775807n; }
  get max() { return counts(this).max(); }
  get maxBigInt() { return BigInt(counts(this).max()); }
  get mean() { return counts(this).mean(); }
  get exceeds() { return counts(this).exceeds; }
  get exceedsBigInt() { return BigInt(counts(this).exceeds); }
  get stddev() { return counts(this).deviation(); }
  percentile(p) { return percentile(this, p); }
  percentileBigInt(p) { return BigInt(percentile(this, p)); }
  get percentiles() { return counts(this).percentiles(); }
  get percentilesBigInt() { return big(counts(this).percentiles()); }
  reset() { counts(this).clear(); }
  toJSON() { return { count: this.count, min: this.min, max: this.max, mean: this.mean, exceeds: this.exceeds, stddev: this.stddev, percentiles: Object.fromEntries(this.percentiles) }; }
  [inspect.custom](depth, options) {
    if (depth < 0) { return this; }
    var shown = { min: this.min, max: this.max, mean: this.mean, exceeds: this.exceeds, stddev: this.stddev, count: this.count, percentiles: this.percentiles };
    return 'Histogram ' + inspect(shown, Object.assign({}, options, { depth: options.depth == null ? null : options.depth - 1 }));
  }
}
class RecordableHistogram extends Histogram {
  record(val) {
    var own = counts(this, 'RecordableHistogram');
    if (typeof val === 'bigint') {
      if (val < 1n || val > 9223372036854775807n) { throw errors.coded(RangeError, 'ERR_OUT_OF_RANGE', 'value is out of range'); }
    } else { validate.integer(val, 'val', 1); }
    own.add(Number(val), 1);
  }
  recordDelta() {
    var own = counts(this, 'RecordableHistogram'), now = Number(process.hrtime.bigint());
    if (own.last) { own.add(Math.max(1, now - own.last), 1); }
    own.last = now;
  }
  add(other) {
    var own = counts(this, 'RecordableHistogram');
    if (!exports.isRecordable(other)) { throw errors.argument('other', 'an instance of RecordableHistogram', other); }
    var more = counts(other);
    more.buckets.forEach(function (n, key) { own.add(more.middle(key), n); });
    own.exceeds += more.exceeds;
  }
}
// The delay of the loop is how late a timer is, in nanoseconds.
var delays = new WeakMap();
class ELDHistogram extends Histogram {
  enable() {
    var own = counts(this), delay = delays.get(this), before = process.hrtime.bigint();
    if (delay.timer) { return false; }
    delay.timer = setInterval(function () {
      var now = process.hrtime.bigint();
      own.add(Math.max(1, Number(now - before)), 1);
      before = now;
    }, delay.resolution);
    if (delay.timer.unref) { delay.timer.unref(); }
    return true;
  }
  disable() {
    var delay = delays.get(this);
    if (!delay.timer) { return false; }
    clearInterval(delay.timer);
    delay.timer = null;
    return true;
  }
}
exports.isRecordable = function (v) {
  if (v === null || v === undefined) { throw new TypeError('Cannot read properties of ' + v + " (reading 'Symbol(kRecordable)')"); }
  return v instanceof RecordableHistogram;
};
exports.createHistogram = function createHistogram(options = {}) {
  validate.object(options, 'options');
  var { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint') { validate.integer(lowest, 'options.lowest', 1); }
  if (typeof highest !== 'bigint') { validate.integer(highest, 'options.highest', 2 * lowest); } else if (highest < 2n * lowest) { throw errors.coded(RangeError, 'ERR_INVALID_ARG_VALUE', validate.invalidValue('options.highest', highest).message); }
  if (lowest < 1) { throw validate.outOfRange('options.lowest', '>= 1', lowest); }
  validate.integer(figures, 'options.figures', 1, 5);
  return make(RecordableHistogram, new Counts(Number(lowest), Number(highest), figures));
};
exports.monitorEventLoopDelay = function monitorEventLoopDelay(options = {}) {
  validate.object(options, 'options');
  var { resolution = 10 } = options;
  validate.integer(resolution, 'options.resolution', 1);
  var made = make(ELDHistogram, new Counts(1, 3600e9, 3));
  delays.set(made, { resolution: resolution, timer: null });
  return made;
};
