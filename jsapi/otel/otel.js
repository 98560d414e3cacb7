// The provider of traces for @opentelemetry/api, which looks for it under a symbol of the
// global object.
(function (native, AsyncLocalStorage) {
  'use strict';
  var KEY = Symbol.for('opentelemetry.js.api.1'), SPAN = Symbol.for('OpenTelemetry Context Key SPAN');
  var INVALID = { traceId: '00000000000000000000000000000000', spanId: '0000000000000000', traceFlags: 0 };
  var storage = new AsyncLocalStorage();

  function Context(values) { Object.defineProperty(this, '_values', { value: values || new Map() }); }
  Context.prototype.getValue = function (key) { return this._values.get(key); };
  Context.prototype.setValue = function (key, value) { var next = new Map(this._values); next.set(key, value); return new Context(next); };
  Context.prototype.deleteValue = function (key) { var next = new Map(this._values); next.delete(key); return new Context(next); };
  var ROOT = new Context();

  function Span(fields) { Object.defineProperty(this, '_', { value: fields }); }
  Span.prototype.spanContext = function () { return this._.context; };
  Span.prototype.isRecording = function () { return this._.recording; };
  Span.prototype.setAttribute = function (key, value) { if (this._.recording && value !== undefined && value !== null) { this._.attributes[key] = value; } return this; };
  Span.prototype.setAttributes = function (attributes) { for (var key in attributes) { this.setAttribute(key, attributes[key]); } return this; };
  Span.prototype.addEvent = function (name, attributes, time) {
    if (attributes instanceof Date || typeof attributes === 'number' || Array.isArray(attributes)) { time = attributes; attributes = undefined; }
    if (this._.recording) { this._.events.push({ name: String(name), attributes: attributes || {}, time: at(time) }); }
    return this;
  };
  Span.prototype.addLink = function (link) {
    var to = link && link.context;
    if (this._.recording && to) { this._.links.push({ traceId: String(to.traceId), spanId: String(to.spanId), attributes: link.attributes || {} }); }
    return this;
  };
  Span.prototype.addLinks = function (links) { for (var i = 0; links && i < links.length; i++) { this.addLink(links[i]); } return this; };
  Span.prototype.setStatus = function (status) { if (this._.recording && status) { this._.status = { code: status.code, message: status.message }; } return this; };
  Span.prototype.updateName = function (name) { if (this._.recording) { this._.name = String(name); } return this; };
  Span.prototype.recordException = function (error, time) {
    var a = typeof error === 'string' ? { 'exception.message': error } : { 'exception.type': String(error && (error.code || error.name)), 'exception.message': String(error && error.message) };
    if (error && error.stack) { a['exception.stacktrace'] = String(error.stack); }
    this.addEvent('exception', a, time);
  };
  Span.prototype.end = function (time) {
    var s = this._;
    if (!s.recording) { return; }
    s.recording = false;
    native.end({
      traceId: s.context.traceId, spanId: s.context.spanId, parentId: s.parent, name: s.name, scope: s.scope, kind: s.kind,
      start: s.start, end: at(time), attributes: s.attributes, events: s.events, links: s.links, status: s.status
    });
  };
  // at is a time in milliseconds: that of a Date, a number or [seconds, nanoseconds].
  function at(time) {
    if (time === undefined || time === null) { return native.now(); }
    if (Array.isArray(time)) { return time[0] * 1e3 + time[1] / 1e6; }
    return Number(time);
  }
  // active is the context of the running code: its own, else that of its request.
  function active() {
    var own = storage.getStore();
    if (own) { return own; }
    var request = native.request();
    if (!request) { return ROOT; }
    return ROOT.setValue(SPAN, new Span({ context: request, recording: false }));
  }

  function Tracer(name) { Object.defineProperty(this, '_name', { value: name }); }
  Tracer.prototype.startSpan = function (name, options, context) {
    options = options || {};
    context = context || active();
    var parent = options.root ? undefined : context.getValue(SPAN), above = parent && parent.spanContext();
    if (above && above.traceId === INVALID.traceId) { above = undefined; }
    var sampled = above ? (above.traceFlags & 1) === 1 : native.sample();
    var own = { traceId: above ? above.traceId : native.id(16), spanId: native.id(8), traceFlags: sampled ? 1 : 0 };
    if (above && above.traceState) { own.traceState = above.traceState; }
    var span = new Span({
      context: own, parent: above ? above.spanId : '', name: String(name), scope: this._name, kind: options.kind || 0, start: at(options.startTime),
      attributes: {}, events: [], links: [], status: undefined, recording: sampled
    });
    return span.setAttributes(options.attributes || {}).addLinks(options.links);
  };
  Tracer.prototype.startActiveSpan = function (name, options, context, fn) {
    if (typeof options === 'function') { fn = options; options = context = undefined; } else if (typeof context === 'function') { fn = context; context = undefined; }
    if (typeof fn !== 'function') { return undefined; }
    context = context || active();
    var span = this.startSpan(name, options, context);
    return manager.with(context.setValue(SPAN, span), fn, undefined, span);
  };

  var manager = {
    active: active,
    with: function (context, fn, self) {
      var args = Array.prototype.slice.call(arguments, 3);
      return storage.run(context, function () { return fn.apply(self, args); });
    },
    bind: function (context, target) {
      if (typeof target !== 'function') { return target; }
      return function () { var self = this, args = arguments; return storage.run(context, function () { return target.apply(self, args); }); };
    },
    enable: function () { return this; },
    disable: function () { return this; }
  };
  var provider = { getTracer: function (name) { return new Tracer(String(name || 'unknown')); } };
  Object.defineProperty(globalThis, KEY, { configurable: true, writable: true, enumerable: false, value: { version: '1.999.0', trace: provider, context: manager } });
})
