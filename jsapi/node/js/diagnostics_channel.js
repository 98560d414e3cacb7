// diagnostics_channel: named channels that libraries report on.
var errors = require('errors');
var validate = require('validate');

// Exceptions of listeners must not reach the publisher.
function later(e) { process.nextTick(function () { throw e; }); }

var channels = new Map();
function Channel(name) {
  this.name = name;
  Object.defineProperties(this, { subscribers: { value: [], writable: true }, stores: { value: new Map() } });
}
Object.defineProperty(Channel.prototype, 'hasSubscribers', { configurable: true, get: function () { return this.subscribers.length > 0 || this.stores.size > 0; } });
Channel.prototype.subscribe = function (fn) {
  validate.func(fn, 'subscription');
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
  self.subscribers.forEach(function (fn) { try { fn(message, self.name); } catch (e) { later(e); } });
};
Channel.prototype.bindStore = function (store, transform) { this.stores.set(store, transform); };
Channel.prototype.unbindStore = function (store) { return this.stores.delete(store); };
// runStores calls fn with the message, or what transform makes of it, in each store of the channel.
Channel.prototype.runStores = function (message, fn, self, ...args) {
  var channel = this, run = function () {
    channel.publish(message);
    return fn.apply(self, args);
  };
  channel.stores.forEach(function (transform, store) {
    var next = run;
    run = function () {
      var context = message;
      if (transform !== undefined) {
        try { context = transform(message); } catch (e) {
          later(e);
          return next();
        }
      }
      return store.run(context, next);
    };
  });
  return run();
};
exports.Channel = Channel;
exports.channel = function (name) {
  if (!channels.has(name)) {
    if (typeof name !== 'string' && typeof name !== 'symbol') { throw errors.argument('channel', 'one of type string or symbol', name); }
    channels.set(name, new Channel(name));
  }
  return channels.get(name);
};
exports.hasSubscribers = function (name) { return channels.has(name) && channels.get(name).hasSubscribers; };
exports.subscribe = function (name, fn) { exports.channel(name).subscribe(fn); };
exports.unsubscribe = function (name, fn) { return exports.channel(name).unsubscribe(fn); };

var stages = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
function TracingChannel(name) {
  var self = this;
  if (typeof name !== 'string' && (name === null || typeof name !== 'object')) { throw errors.argument('nameOrChannels', 'of type string or an instance of TracingChannel or Object', name); }
  stages.forEach(function (s) {
    if (typeof name === 'object' && !(name[s] instanceof Channel)) { throw errors.argument('nameOrChannels.' + s, 'an instance of Channel', name[s]); }
    self[s] = typeof name === 'string' ? exports.channel('tracing:' + name + ':' + s) : name[s];
  });
}
Object.defineProperty(TracingChannel.prototype, 'hasSubscribers', { configurable: true, get: function () {
  var self = this;
  return stages.some(function (s) { return self[s].hasSubscribers; });
} });
TracingChannel.prototype.subscribe = function (handlers) {
  var self = this;
  stages.forEach(function (s) { if (handlers[s]) { self[s].subscribe(handlers[s]); } });
};
TracingChannel.prototype.unsubscribe = function (handlers) {
  var self = this, done = true;
  stages.forEach(function (s) { if (handlers[s] && !self[s].unsubscribe(handlers[s])) { done = false; } });
  return done;
};
// traced calls fn between the events of its start and its end.
function traced(t, context, fn) {
  return t.start.runStores(context, function () {
    try { return fn(); } catch (e) {
      context.error = e;
      t.error.publish(context);
      throw e;
    } finally { t.end.publish(context); }
  });
}
TracingChannel.prototype.traceSync = function (fn, context = {}, self, ...args) {
  if (!this.hasSubscribers) { return fn.apply(self, args); }
  return traced(this, context, function () {
    context.result = fn.apply(self, args);
    return context.result;
  });
};
TracingChannel.prototype.tracePromise = function (fn, context = {}, self, ...args) {
  var t = this;
  if (!t.hasSubscribers) { return fn.apply(self, args); }
  function settled() {
    t.asyncStart.publish(context);
    t.asyncEnd.publish(context);
  }
  return traced(t, context, function () {
    var p = fn.apply(self, args);
    return (p instanceof Promise ? p : Promise.resolve(p)).then(function (v) {
      context.result = v;
      settled();
      return v;
    }, function (e) {
      context.error = e;
      t.error.publish(context);
      settled();
      throw e;
    });
  });
};
TracingChannel.prototype.traceCallback = function (fn, position = -1, context = {}, self, ...args) {
  var t = this;
  if (!t.hasSubscribers) { return fn.apply(self, args); }
  var done = args.at(position);
  validate.func(done, 'callback');
  args.splice(position, 1, function (err, v) {
    var called = this, given = arguments;
    if (err) { context.error = err; t.error.publish(context); } else { context.result = v; }
    t.asyncStart.runStores(context, function () {
      try { return done.apply(called, given); } finally { t.asyncEnd.publish(context); }
    });
  });
  return traced(t, context, function () { return fn.apply(self, args); });
};
exports.tracingChannel = function (name) { return new TracingChannel(name); };
