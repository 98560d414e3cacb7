// perf_hooks: the clock, marks and measures, and who observes them.
var util = require('util'), web = require('web'), errors = require('errors'), validate = require('validate'), histograms = require('histogram');

// Only this module makes entries: users mark and measure.
var inside = new WeakMap();
function make(Type, members) {
  var made = Object.create(Type.prototype);
  inside.set(made, members);
  return made;
}
function read(Type, v, name) {
  if (!(v instanceof Type) || !inside.has(v)) { throw errors.argument('this', 'an instance of ' + Type.name, v); }
  return inside.get(v)[name];
}
function readable(Type, names) {
  names.forEach(function (k) { Object.defineProperty(Type.prototype, k, { get: { get [k]() { return read(Type, this, k); } }.__lookupGetter__(k), enumerable: true, configurable: true }); });
}
function tagged(Type) { Object.defineProperty(Type.prototype, Symbol.toStringTag, { value: Type.name, configurable: true }); }
function shown(name, depth, v, options) { return depth < 0 ? v : name + ' ' + util.inspect(v, Object.assign({}, options, { depth: options.depth == null ? null : options.depth - 1 })); }

class PerformanceEntry {
  constructor() { throw errors.illegal(); }
  toJSON() { return { name: read(PerformanceEntry, this, 'name'), entryType: this.entryType, startTime: this.startTime, duration: this.duration }; }
  [util.inspect.custom](depth, options) { return depth < 0 ? this : shown(this.constructor.name, depth, this.toJSON(), options); }
}
readable(PerformanceEntry, ['name', 'entryType', 'startTime', 'duration']);
Object.defineProperty(PerformanceEntry.prototype, 'toJSON', { enumerable: true });
function detailed(e) { return Object.assign(PerformanceEntry.prototype.toJSON.call(e), { detail: e.detail }); }

// points are the times of the process itself, which measures may name as they do marks.
var points = ['nodeStart', 'v8Start', 'environment', 'loopStart', 'loopExit', 'bootstrapComplete'];
function unmarked(name) { if (points.indexOf(name) >= 0) { throw validate.invalidValue('name', name); } }
class PerformanceMark extends PerformanceEntry {
  constructor(name) {
    if (!arguments.length) { throw errors.missing('name'); }
    name = `${name}`;
    unmarked(name);
    var o = arguments[1] === undefined || arguments[1] === null ? {} : arguments[1], start = o.startTime;
    validate.object(o, 'options');
    if (start === undefined || start === null) { start = native.now(); } else {
      validate.number(start, 'startTime');
      if (start < 0) { throw untimely(start); }
    }
    return make(new.target, { name: name, entryType: 'mark', startTime: start, duration: 0, detail: cloned(o.detail) });
  }
  toJSON() { return detailed(this); }
}
tagged(PerformanceMark);
readable(PerformanceMark, ['detail']);
function untimely(v) { return errors.coded(TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP', v + ' is not a valid timestamp'); }
function cloned(detail) { return detail === undefined || detail === null ? null : web.structuredClone(detail); }
class PerformanceMeasure extends PerformanceEntry {
  toJSON() { return detailed(this); }
}
tagged(PerformanceMeasure);
readable(PerformanceMeasure, ['detail']);
class PerformanceNodeEntry extends PerformanceEntry {
  toJSON() { return detailed(this); }
}
readable(PerformanceNodeEntry, ['detail']);
class PerformanceResourceTiming extends PerformanceEntry {}
tagged(PerformanceResourceTiming);
class PerformanceNodeTiming extends PerformanceEntry {
  toJSON() {
    var self = this, out = {};
    ['name', 'entryType', 'startTime', 'duration', 'nodeStart', 'v8Start', 'bootstrapComplete', 'environment', 'loopStart', 'loopExit', 'idleTime'].forEach(function (k) { out[k] = self[k]; });
    return out;
  }
}

var timeline = [], observers = new Set();
function add(e, kept) {
  if (kept) { timeline.push(e); }
  observers.forEach(function (take) { take(e); });
}
function sorted(list) { return list.slice().sort(function (a, b) { return a.startTime - b.startTime; }); }
function byName(list, args) {
  if (!args.length) { throw errors.missing('name'); }
  var name = `${args[0]}`, type = args[1] === undefined ? undefined : `${args[1]}`;
  return sorted(list.filter(function (e) { return e.name === name && (type === undefined || e.entryType === type); }));
}
function byType(list, args) {
  if (!args.length) { throw errors.missing('type'); }
  var type = `${args[0]}`;
  return sorted(list.filter(function (e) { return e.entryType === type; }));
}
class PerformanceObserverEntryList {
  constructor() { throw errors.illegal(); }
  getEntries() { return sorted(inside.get(this).list); }
  getEntriesByType(type) { return byType(inside.get(this).list, arguments); }
  getEntriesByName(name) { return byName(inside.get(this).list, arguments); }
  [util.inspect.custom](depth, options) { return shown('PerformanceObserverEntryList', depth, inside.get(this).list, options); }
}
tagged(PerformanceObserverEntryList);
var kinds = ['function', 'mark', 'measure'];
class PerformanceObserver {
  #callback; #kind; #types = new Set(); #queue = []; #pending = false;
  #take = (e) => {
    if (!this.#types.has(e.entryType)) { return; }
    this.#queue.push(e);
    if (this.#pending) { return; }
    this.#pending = true;
    setImmediate(() => {
      this.#pending = false;
      if (this.#queue.length) { this.#callback(make(PerformanceObserverEntryList, { list: this.#queue.splice(0) }), this); }
    });
  };
  constructor(callback) {
    validate.func(callback, 'callback');
    this.#callback = callback;
  }
  observe(options = {}) {
    validate.object(options, 'options');
    var { entryTypes, type, buffered } = { ...options };
    if (entryTypes === undefined && type === undefined) { throw errors.missing('options.entryTypes', 'options.type'); }
    if (entryTypes != null && type != null) { throw validate.invalidValue('options.entryTypes', entryTypes, 'options.entryTypes can not set with options.type together'); }
    var kind = type != null || entryTypes === undefined ? 'single' : 'multiple';
    if (this.#kind && this.#kind !== kind) { throw new web.DOMException('PerformanceObserver can not change to ' + kind + ' observation' + (kind === 'multiple' ? 's' : ''), 'InvalidModificationError'); }
    this.#kind = kind;
    if (kind === 'multiple') {
      if (!Array.isArray(entryTypes)) { throw errors.argument('options.entryTypes', 'string[]', entryTypes); }
      this.#types.clear();
      entryTypes.forEach((name) => this.#hear(name));
    } else {
      this.#hear(type);
      if (buffered) { sorted(timeline.filter(function (e) { return e.entryType === type; })).forEach(this.#take); }
    }
    if (this.#types.size) { observers.add(this.#take); } else { this.disconnect(); }
  }
  #hear(name) {
    if (kinds.indexOf(name) >= 0) { this.#types.add(name); } else if (typeof name === 'string') { process.emitWarning('perf_hooks has no entries of the type ' + name + ' here: an observer of it gets none'); }
  }
  disconnect() {
    observers.delete(this.#take);
    this.#queue = [];
    this.#types.clear();
    this.#kind = undefined;
  }
  takeRecords() { return this.#queue.splice(0); }
  static get supportedEntryTypes() { return supported; }
  [util.inspect.custom](depth, options) {
    if (depth < 0) { return this; }
    return shown('PerformanceObserver', depth, { connected: observers.has(this.#take), pending: this.#pending, entryTypes: Array.from(this.#types), buffer: this.#queue }, options);
  }
}
tagged(PerformanceObserver);
var supported = Object.freeze(kinds.slice());

// time is what a start or an end stands for: a number, or the name of a mark.
function time(v) {
  if (typeof v === 'number') {
    if (v < 0) { throw untimely(v); }
    return v;
  }
  var name = `${v}`;
  if (points.indexOf(name) >= 0) { return performance.nodeTiming[name]; }
  var found = timeline.filter(function (e) { return e.entryType === 'mark' && e.name === name; }).pop();
  if (!found) { throw new web.DOMException('The "' + name + '" performance mark has not been set', 'SyntaxError'); }
  return found.startTime;
}
function cleared(type, name) { timeline = timeline.filter(function (e) { return e.entryType !== type || name !== undefined && e.name !== name; }); }
function refused(text) { return errors.coded(TypeError, 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS', text); }
// ours throws where a method of the performance object is called on something else.
function ours(v) { if (!(v instanceof Performance)) { throw errors.argument('this', 'an instance of Performance', v); } }
class Performance extends web.EventTarget {
  constructor() { throw errors.illegal(); }
  clearMarks(name = undefined) {
    ours(this);
    if (name !== undefined) { unmarked(name = `${name}`); }
    cleared('mark', name);
  }
  clearMeasures(name = undefined) {
    ours(this);
    cleared('measure', name === undefined ? undefined : `${name}`);
  }
  clearResourceTimings(name = undefined) {
    ours(this);
    cleared('resource', name === undefined ? undefined : `${name}`);
  }
  getEntries() {
    ours(this);
    return sorted(timeline);
  }
  getEntriesByName(name) {
    ours(this);
    return byName(timeline, arguments);
  }
  getEntriesByType(type) {
    ours(this);
    return byType(timeline, arguments);
  }
  mark(name, options = {}) {
    ours(this);
    var e = arguments.length ? new PerformanceMark(name, options) : new PerformanceMark();
    add(e, true);
    return e;
  }
  measure(name, startOrMeasureOptions = {}, endMark = undefined) {
    ours(this);
    if (!arguments.length) { throw errors.missing('name'); }
    validate.string(name, 'name');
    var o = startOrMeasureOptions !== null && typeof startOrMeasureOptions === 'object' ? startOrMeasureOptions : {}, end, start = 0;
    if (o.start !== undefined || o.end !== undefined || o.duration !== undefined || o.detail !== undefined) {
      if (endMark !== undefined) { throw refused('endMark must not be specified'); }
      if (o.start !== undefined && o.end !== undefined && o.duration !== undefined) { throw refused('Must not have options.start, options.end, and options.duration specified'); }
    }
    if (endMark !== undefined) { end = time(endMark); } else if (o.end !== undefined) { end = time(o.end); } else if (o.start !== undefined && o.duration !== undefined) { end = time(o.start) + time(o.duration); } else { end = native.now(); }
    if (o.start !== undefined) { start = time(o.start); } else if (o.end !== undefined && o.duration !== undefined) { start = time(o.end) - time(o.duration); } else if (typeof startOrMeasureOptions === 'string') { start = time(startOrMeasureOptions); }
    var e = make(PerformanceMeasure, { name: name, entryType: 'measure', startTime: start, duration: end - start, detail: cloned(o.detail) });
    add(e, true);
    return e;
  }
  now() {
    ours(this);
    return native.now();
  }
  setResourceTimingBufferSize(maxSize) {
    ours(this);
    if (!arguments.length) { throw errors.missing('maxSize'); }
    void +maxSize; // which fails for what is no number
  }
  get timeOrigin() {
    ours(this);
    return native.origin();
  }
  toJSON() {
    ours(this);
    return { nodeTiming: this.nodeTiming, timeOrigin: this.timeOrigin, eventLoopUtilization: this.eventLoopUtilization() };
  }
  // The loop of a project belongs to the server: how busy it is, is not known here.
  eventLoopUtilization() { return { idle: 0, active: 0, utilization: 0 }; }
  markResourceTiming(timingInfo, requestedUrl, initiatorType, global, cacheMode) {}
  timerify(fn, options = {}) {
    validate.func(fn, 'fn');
    validate.object(options, 'options');
    var histogram = options.histogram;
    if (histogram !== undefined && (histogram === null || !histograms.isRecordable(histogram))) { throw errors.argument('options.histogram', 'an instance of RecordableHistogram', histogram); }
    function timerified() {
      var start = native.now(), args = Array.prototype.slice.call(arguments), out = new.target ? Reflect.construct(fn, args, fn) : Reflect.apply(fn, this, args);
      function done() {
        var took = native.now() - start;
        if (histogram) { histogram.record(Math.max(1, Math.ceil(took * 1e6))); }
        add(make(PerformanceNodeEntry, { name: fn.name, entryType: 'function', startTime: start, duration: took, detail: args }), false);
      }
      if (out && typeof out.finally === 'function') { return out.finally(done); }
      done();
      return out;
    }
    return Object.defineProperties(timerified, { length: { value: fn.length, enumerable: true }, name: { value: 'timerified ' + fn.name, enumerable: true } });
  }
  [util.inspect.custom](depth, options) { return depth < 0 ? this : shown('Performance', depth, { nodeTiming: this.nodeTiming, timeOrigin: this.timeOrigin }, options); }
}
['clearMarks', 'clearMeasures', 'clearResourceTimings', 'getEntries', 'getEntriesByName', 'getEntriesByType', 'mark', 'measure', 'now', 'setResourceTimingBufferSize', 'timeOrigin', 'toJSON', 'eventLoopUtilization', 'markResourceTiming', 'timerify'].forEach(function (name) {
  Object.defineProperty(Performance.prototype, name, { enumerable: true });
});
tagged(Performance);
var performance = Object.create(Performance.prototype);
web.initTarget(performance);
var nodeTiming = make(PerformanceNodeTiming, { name: 'node', entryType: 'node', startTime: 0, duration: 0 });
Object.defineProperty(nodeTiming, 'duration', { get: native.now, enumerable: true, configurable: true });
Object.entries({ nodeStart: 0, v8Start: 0, environment: 0, bootstrapComplete: 0, loopStart: 0, loopExit: -1, idleTime: 0 }).forEach(function (e) { Object.defineProperty(nodeTiming, e[0], { value: e[1], enumerable: true, configurable: true }); });
Object.defineProperty(Performance.prototype, 'nodeTiming', { value: nodeTiming, writable: true, configurable: true });
// No buffer is ever full: there are no entries of resources.
var full = null;
Object.defineProperty(Performance.prototype, 'onresourcetimingbufferfull', { get: function () { return full; }, set: function (fn) { full = typeof fn === 'function' ? fn : null; }, enumerable: true, configurable: true });

Object.assign(exports, {
  PerformanceEntry: PerformanceEntry, PerformanceMark: PerformanceMark, PerformanceMeasure: PerformanceMeasure, PerformanceObserver: PerformanceObserver, PerformanceObserverEntryList: PerformanceObserverEntryList,
  PerformanceResourceTiming: PerformanceResourceTiming, Performance: Performance, performance: performance, createHistogram: histograms.createHistogram, monitorEventLoopDelay: histograms.monitorEventLoopDelay,
  constants: { NODE_PERFORMANCE_GC_MAJOR: 4, NODE_PERFORMANCE_GC_MINOR: 1, NODE_PERFORMANCE_GC_INCREMENTAL: 8, NODE_PERFORMANCE_GC_WEAKCB: 16, NODE_PERFORMANCE_GC_FLAGS_NO: 0, NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2, NODE_PERFORMANCE_GC_FLAGS_FORCED: 4, NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8, NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16, NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32, NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64 }
});
