// histogram: counts of durations in buckets that keep a number of digits.
var util = require('util');

// A value below `size` has a bucket of its own; above, buckets grow by powers of two.
function Histogram(figures) {
  this._size = Math.pow(2, Math.ceil(Math.log2(2 * Math.pow(10, figures || 3))));
  this.reset();
}
function width(h, v) { return v < h._size ? 1 : Math.pow(2, Math.floor(Math.log2(v)) - Math.log2(h._size) + 1); }
function low(h, v) { var w = width(h, v); return Math.floor(v / w) * w; }
function high(h, v) { return low(h, v) + width(h, v) - 1; }
function middle(h, v) { return low(h, v) + Math.floor(width(h, v) / 2); }
Histogram.prototype.reset = function () {
  this._counts = new Map();
  this._count = this._exceeds = 0;
  this._last = 0;
};
Histogram.prototype._record = function (v) {
  var k = low(this, v);
  this._counts.set(k, (this._counts.get(k) || 0) + 1);
  this._count++;
};
function keys(h) { return Array.from(h._counts.keys()).sort(function (a, b) { return a - b; }); }
function getter(name, fn) {
  Object.defineProperty(Histogram.prototype, name, { get: fn, enumerable: true, configurable: true });
  Object.defineProperty(Histogram.prototype, name + 'BigInt', { get: function () { return BigInt(Math.round(fn.call(this))); }, configurable: true });
}
Object.defineProperty(Histogram.prototype, 'count', { get: function () { return this._count; }, enumerable: true, configurable: true });
Object.defineProperty(Histogram.prototype, 'exceeds', { get: function () { return this._exceeds; }, enumerable: true, configurable: true });
getter('min', function () { return this._count ? keys(this)[0] : 9223372036854776000; });
getter('max', function () { return this._count ? high(this, keys(this).pop()) : 0; });
getter('mean', function () {
  var h = this, sum = 0;
  h._counts.forEach(function (n, k) { sum += n * middle(h, k); });
  return h._count ? sum / h._count : NaN;
});
Object.defineProperty(Histogram.prototype, 'stddev', { enumerable: true, configurable: true, get: function () {
  var h = this, mean = h.mean, sum = 0;
  h._counts.forEach(function (n, k) { sum += n * Math.pow(middle(h, k) - mean, 2); });
  return h._count ? Math.sqrt(sum / h._count) : NaN;
} });
Histogram.prototype.percentile = function (p) {
  if (typeof p !== 'number') { throw util.invalidArgument('percentile', 'number', p); }
  if (!(p > 0 && p <= 100)) {
    var e = new RangeError('The value of "percentile" is out of range. It must be > 0 && <= 100. Received ' + p);
    e.code = 'ERR_OUT_OF_RANGE';
    throw e;
  }
  var h = this, left = Math.max(1, Math.floor(p / 100 * h._count + 0.5)), found = 0;
  keys(h).some(function (k) { left -= h._counts.get(k); found = high(h, k); return left <= 0; });
  return found;
};
Histogram.prototype.percentileBigInt = function (p) { return BigInt(this.percentile(p)); };
// percentiles halves the distance to 100 until all values are below.
Object.defineProperty(Histogram.prototype, 'percentiles', { enumerable: true, configurable: true, get: function () {
  var out = new Map();
  if (!this._count) { return out.set(100, 0); }
  out.set(0, this.min);
  for (var p = 50; 100 - p > 100 / this._count / 2 && p < 100; p += (100 - p) / 2) { out.set(p, this.percentile(p)); }
  return out.set(100, this.max);
} });
Histogram.prototype.toJSON = function () { return { count: this.count, min: this.min, max: this.max, mean: this.mean, exceeds: this.exceeds, stddev: this.stddev, percentiles: Object.fromEntries(this.percentiles) }; };

function RecordableHistogram(o) {
  Histogram.call(this, o && o.figures);
  this._lowest = Number(o && o.lowest || 1);
  this._highest = Number(o && o.highest || Number.MAX_SAFE_INTEGER);
}
util.inherits(RecordableHistogram, Histogram);
RecordableHistogram.prototype.record = function (v) {
  if (typeof v === 'bigint') { v = Number(v); }
  if (typeof v !== 'number') { throw util.invalidArgument('val', 'integer', v); }
  if (!Number.isInteger(v) || v < 1) {
    var e = new RangeError('The value of "val" is out of range. It must be >= 1 && <= 9007199254740991. Received ' + v);
    e.code = 'ERR_OUT_OF_RANGE';
    throw e;
  }
  if (v > this._highest) { this._exceeds++; return; }
  this._record(v);
};
RecordableHistogram.prototype.recordDelta = function () {
  var now = Number(process.hrtime.bigint());
  if (this._last) { this.record(Math.max(1, now - this._last)); }
  this._last = now;
};
RecordableHistogram.prototype.add = function (other) {
  var h = this;
  other._counts.forEach(function (n, k) { var at = low(h, k); h._counts.set(at, (h._counts.get(at) || 0) + n); h._count += n; });
};

// The delay of the loop is how late a timer is, in nanoseconds.
function IntervalHistogram(o) {
  Histogram.call(this, 3);
  this._resolution = o && o.resolution || 10;
  this._timer = null;
}
util.inherits(IntervalHistogram, Histogram);
IntervalHistogram.prototype.enable = function () {
  var h = this, before = process.hrtime.bigint();
  if (h._timer) { return false; }
  h._timer = setInterval(function () {
    var now = process.hrtime.bigint();
    h._record(Math.max(1, Number(now - before)));
    before = now;
  }, h._resolution);
  if (h._timer.unref) { h._timer.unref(); }
  return true;
};
IntervalHistogram.prototype.disable = function () {
  if (!this._timer) { return false; }
  clearInterval(this._timer);
  this._timer = null;
  return true;
};
exports.createHistogram = function (o) { return new RecordableHistogram(o); };
exports.monitorEventLoopDelay = function (o) { return new IntervalHistogram(o); };
