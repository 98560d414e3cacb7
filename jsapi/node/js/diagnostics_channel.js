// diagnostics_channel: named channels that libraries report on.
var channels = new Map();
function Channel(name) {
  this.name = name;
  Object.defineProperty(this, 'subscribers', { value: [], writable: true });
}
Object.defineProperty(Channel.prototype, 'hasSubscribers', { configurable: true, get: function () { return this.subscribers.length > 0; } });
Channel.prototype.subscribe = function (fn) {
  if (typeof fn !== 'function') { throw require('util').invalidArgument('subscription', 'function', fn); }
  this.subscribers = this.subscribers.concat([fn]);
};
Channel.prototype.unsubscribe = function (fn) {
  var at = this.subscribers.indexOf(fn);
  if (at < 0) { return false; }
  this.subscribers = this.subscribers.filter(function (f, i) { return i !== at; });
  return true;
};
Channel.prototype.publish = function (message) {
  var self = this;
  // Exceptions of listeners must not reach the publisher.
  self.subscribers.forEach(function (fn) { try { fn(message, self.name); } catch (e) { process.nextTick(function () { throw e; }); } });
};
Channel.prototype.bindStore = Channel.prototype.unbindStore = function () {};
Channel.prototype.runStores = function (context, fn, self) {
  this.publish(context);
  return fn.apply(self, Array.prototype.slice.call(arguments, 3));
};
exports.Channel = Channel;
exports.channel = function (name) {
  if (!channels.has(name)) { channels.set(name, new Channel(name)); }
  return channels.get(name);
};
exports.hasSubscribers = function (name) { return channels.has(name) && channels.get(name).hasSubscribers; };
exports.subscribe = function (name, fn) { exports.channel(name).subscribe(fn); };
exports.unsubscribe = function (name, fn) { return exports.channel(name).unsubscribe(fn); };

var stages = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
function Tracing(name) {
  var self = this;
  stages.forEach(function (s) { self[s] = typeof name === 'string' ? exports.channel('tracing:' + name + ':' + s) : name[s]; });
}
Object.defineProperty(Tracing.prototype, 'hasSubscribers', { configurable: true, get: function () {
  var self = this;
  return stages.some(function (s) { return self[s].hasSubscribers; });
} });
Tracing.prototype.subscribe = function (handlers) {
  var self = this;
  stages.forEach(function (s) { if (handlers[s]) { self[s].subscribe(handlers[s]); } });
};
Tracing.prototype.unsubscribe = function (handlers) {
  var self = this;
  return stages.every(function (s) { return !handlers[s] || self[s].unsubscribe(handlers[s]); });
};
Tracing.prototype.traceSync = function (fn, context, self) {
  context = context || {};
  this.start.publish(context);
  try {
    return context.result = fn.apply(self, Array.prototype.slice.call(arguments, 3));
  } catch (e) {
    context.error = e;
    this.error.publish(context);
    throw e;
  } finally { this.end.publish(context); }
};
Tracing.prototype.tracePromise = function (fn, context, self) {
  var t = this, p;
  context = context || {};
  t.start.publish(context);
  try { p = Promise.resolve(fn.apply(self, Array.prototype.slice.call(arguments, 3))); } catch (e) {
    context.error = e;
    t.error.publish(context);
    throw e;
  } finally { t.end.publish(context); }
  function after() {
    t.asyncStart.publish(context);
    t.asyncEnd.publish(context);
  }
  return p.then(function (v) { context.result = v; after(); return v; }, function (e) { context.error = e; t.error.publish(context); after(); throw e; });
};
Tracing.prototype.traceCallback = function (fn, position, context, self) {
  var t = this, args = Array.prototype.slice.call(arguments, 4), at = position === undefined || position < 0 ? args.length + (position === undefined ? -1 : position) : position, done = args[at];
  context = context || {};
  args[at] = function (err, v) {
    if (err) { context.error = err; t.error.publish(context); } else { context.result = v; }
    t.asyncStart.publish(context);
    try { return done.apply(this, arguments); } finally { t.asyncEnd.publish(context); }
  };
  return t.traceSync.apply(t, [fn, context, self].concat(args));
};
exports.tracingChannel = function (name) { return new Tracing(name); };
