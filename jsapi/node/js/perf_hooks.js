// perf_hooks: the clock, marks and measures, and who observes them.
var util = require('util'), web = require('web'), histograms = require('histogram');

function Entry(kind, name, type, start, duration, detail) {
  Object.defineProperty(this, '_', { value: { name: name, entryType: type, startTime: start, duration: duration, detail: detail } });
}
function readable(Type, names) {
  names.forEach(function (k) { Object.defineProperty(Type.prototype, k, { get: function () { return this._[k]; }, enumerable: true, configurable: true }); });
}
function illegal() { var e = new TypeError('Illegal constructor'); e.code = 'ERR_ILLEGAL_CONSTRUCTOR'; throw e; }
function PerformanceEntry() { illegal(); }
readable(PerformanceEntry, ['name', 'entryType', 'startTime', 'duration']);
PerformanceEntry.prototype.toJSON = function () { var out = { name: this.name, entryType: this.entryType, startTime: this.startTime, duration: this.duration }; if ('detail' in this) { out.detail = this.detail; } return out; };
PerformanceEntry.prototype[util.inspect.custom] = function (depth, options) { return this.constructor.name + ' ' + util.inspect(this.toJSON(), options); };
function PerformanceMark(name, o) {
  if (!arguments.length) { throw Object.assign(new TypeError('The "name" argument must be specified'), { code: 'ERR_MISSING_ARGS' }); }
  o = o || {};
  if (o.startTime !== undefined && !(o.startTime >= 0)) { throw Object.assign(new TypeError(o.startTime + ' is not a valid timestamp'), { code: 'ERR_PERFORMANCE_INVALID_TIMESTAMP' }); }
  Entry.call(this, 0, String(name), 'mark', o.startTime === undefined ? native.now() : o.startTime, 0, o.detail === undefined || o.detail === null ? null : web.structuredClone(o.detail));
}
util.inherits(PerformanceMark, PerformanceEntry);
readable(PerformanceMark, ['detail']);
function PerformanceMeasure() { illegal(); }
util.inherits(PerformanceMeasure, PerformanceEntry);
readable(PerformanceMeasure, ['detail']);
function PerformanceNodeEntry() { illegal(); }
util.inherits(PerformanceNodeEntry, PerformanceEntry);
readable(PerformanceNodeEntry, ['detail']);
function PerformanceResourceTiming() { illegal(); }
util.inherits(PerformanceResourceTiming, PerformanceEntry);
function made(Type, name, type, start, duration, detail) {
  var e = Object.create(Type.prototype);
  Entry.call(e, 0, name, type, start, duration, detail);
  return e;
}

var timeline = [], observers = new Set();
function add(e, kept) {
  if (kept) { timeline.push(e); }
  observers.forEach(function (o) { if (o._.types.has(e.entryType)) { o._.take(e); } });
}
function sorted(list) { return list.slice().sort(function (a, b) { return a.startTime - b.startTime; }); }
function named(list, name, type) { return sorted(list.filter(function (e) { return (name === undefined || e.name === String(name)) && (type === undefined || e.entryType === type); })); }
function PerformanceObserverEntryList(list) { Object.defineProperty(this, '_', { value: list }); }
PerformanceObserverEntryList.prototype.getEntries = function () { return sorted(this._); };
PerformanceObserverEntryList.prototype.getEntriesByName = function (name, type) { return named(this._, name, type); };
PerformanceObserverEntryList.prototype.getEntriesByType = function (type) { return named(this._, undefined, String(type)); };
var kinds = ['function', 'mark', 'measure'];
function PerformanceObserver(fn) {
  if (typeof fn !== 'function') { throw util.invalidArgument('callback', 'function', fn); }
  var self = this, s = { types: new Set(), queue: [], planned: false, take: function (e) {
    s.queue.push(e);
    if (s.planned) { return; }
    s.planned = true;
    setImmediate(function () {
      s.planned = false;
      if (s.queue.length) { fn.call(self, new PerformanceObserverEntryList(s.queue.splice(0)), self); }
    });
  } };
  Object.defineProperty(self, '_', { value: s });
}
PerformanceObserver.supportedEntryTypes = Object.freeze(kinds.slice());
PerformanceObserver.prototype.observe = function (o) {
  o = o || {};
  if (o.entryTypes === undefined && o.type === undefined) { throw Object.assign(new TypeError('The "options.entryTypes" or "options.type" argument must be specified'), { code: 'ERR_MISSING_ARGS' }); }
  var self = this;
  if (o.entryTypes !== undefined) { self._.types.clear(); }
  [].concat(o.entryTypes === undefined ? o.type : o.entryTypes).forEach(function (t) {
    if (kinds.indexOf(t) >= 0) { self._.types.add(t); } else { process.emitWarning('perf_hooks has no entries of the type ' + t + ' here: an observer of it gets none'); }
  });
  observers.add(self);
  if (o.buffered && o.type) { named(timeline, undefined, o.type).forEach(self._.take); }
};
PerformanceObserver.prototype.disconnect = function () { observers.delete(this); this._.queue = []; this._.types.clear(); };
PerformanceObserver.prototype.takeRecords = function () { return this._.queue.splice(0); };

function Performance() { illegal(); }
util.inherits(Performance, web.EventTarget);
var performance = Object.create(Performance.prototype);
web.EventTarget.call(performance);
Object.defineProperty(Performance.prototype, 'timeOrigin', { get: function () { return native.origin(); }, enumerable: true, configurable: true });
Performance.prototype.now = function () { return native.now(); };
Performance.prototype.mark = function (name, o) {
  var e = arguments.length ? new PerformanceMark(name, o) : new PerformanceMark();
  add(e, true);
  return e;
};
function time(v) {
  if (typeof v === 'number') { return v; }
  var found = timeline.filter(function (e) { return e.entryType === 'mark' && e.name === String(v); }).pop();
  if (!found) { throw new web.DOMException('The "' + v + '" performance mark has not been set', 'SyntaxError'); }
  return found.startTime;
}
Performance.prototype.measure = function (name, from, to) {
  var o = from !== null && typeof from === 'object' ? from : { start: from, end: to }, end, start;
  if (o.end !== undefined) { end = time(o.end); } else if (o.start !== undefined && o.duration !== undefined) { end = time(o.start) + o.duration; } else { end = native.now(); }
  if (o.start !== undefined) { start = time(o.start); } else { start = o.duration !== undefined ? end - o.duration : 0; }
  var e = made(PerformanceMeasure, String(name), 'measure', start, end - start, o.detail === undefined || o.detail === null ? null : web.structuredClone(o.detail));
  add(e, true);
  return e;
};
function clear(type) { return function (name) { timeline = timeline.filter(function (e) { return e.entryType !== type || name !== undefined && e.name !== String(name); }); }; }
Performance.prototype.clearMarks = clear('mark');
Performance.prototype.clearMeasures = clear('measure');
Performance.prototype.clearResourceTimings = clear('resource');
Performance.prototype.setResourceTimingBufferSize = Performance.prototype.markResourceTiming = function () {};
Performance.prototype.getEntries = function () { return sorted(timeline); };
Performance.prototype.getEntriesByName = function (name, type) { return named(timeline, name, type); };
Performance.prototype.getEntriesByType = function (type) { return named(timeline, undefined, String(type)); };
// The loop of a project belongs to the server: how busy it is, is not known here.
Performance.prototype.eventLoopUtilization = function () { return { idle: 0, active: 0, utilization: 0 }; };
Performance.prototype.timerify = function (fn, o) {
  if (typeof fn !== 'function') { throw util.invalidArgument('fn', 'function', fn); }
  function timerified() {
    var start = native.now(), args = Array.prototype.slice.call(arguments), out = new.target ? Reflect.construct(fn, args, fn) : fn.apply(this, args);
    function done() {
      var took = native.now() - start;
      if (o && o.histogram) { o.histogram.record(Math.max(1, Math.ceil(took * 1e6))); }
      add(made(PerformanceNodeEntry, fn.name, 'function', start, took, args), false);
    }
    if (out && typeof out.finally === 'function') { return out.finally(done); }
    done();
    return out;
  }
  Object.defineProperty(timerified, 'name', { value: 'timerified ' + fn.name, configurable: true });
  Object.defineProperty(timerified, 'length', { value: fn.length, configurable: true });
  return timerified;
};
Performance.prototype.toJSON = function () { return { nodeTiming: this.nodeTiming, timeOrigin: this.timeOrigin, eventLoopUtilization: this.eventLoopUtilization() }; };
performance.nodeTiming = { name: 'node', entryType: 'node', startTime: 0, duration: 0, nodeStart: 0, v8Start: 0, bootstrapComplete: 0, environment: 0, loopStart: 0, loopExit: -1, idleTime: 0 };
Object.defineProperty(performance.nodeTiming, 'duration', { get: native.now, enumerable: true });

Object.assign(exports, {
  PerformanceEntry: PerformanceEntry, PerformanceMark: PerformanceMark, PerformanceMeasure: PerformanceMeasure, PerformanceObserver: PerformanceObserver, PerformanceObserverEntryList: PerformanceObserverEntryList,
  PerformanceResourceTiming: PerformanceResourceTiming, Performance: Performance, performance: performance, createHistogram: histograms.createHistogram, monitorEventLoopDelay: histograms.monitorEventLoopDelay,
  constants: { NODE_PERFORMANCE_GC_MAJOR: 4, NODE_PERFORMANCE_GC_MINOR: 1, NODE_PERFORMANCE_GC_INCREMENTAL: 8, NODE_PERFORMANCE_GC_WEAKCB: 16, NODE_PERFORMANCE_GC_FLAGS_NO: 0, NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2, NODE_PERFORMANCE_GC_FLAGS_FORCED: 4, NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8, NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16, NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32, NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64 }
});
