// test: tests of node:test. In framework test they are those of mocha; in other processes
// they run one after the other, and the results are printed as TAP.
var validate = require('validate'), errors = require('errors'), AsyncLocalStorage = require('async_hooks').AsyncLocalStorage;

var hookNames = ['before', 'after', 'beforeEach', 'afterEach'];
function hooksOf() { return { before: [], after: [], beforeEach: [], afterEach: [] }; }
// given sorts the arguments of test(name, options, fn), each of which may be left out.
function given(args) {
  var list = Array.prototype.slice.call(args), name, options = {}, fn;
  if (typeof list[0] === 'string') { name = list.shift(); }
  if (list[0] !== null && typeof list[0] === 'object') { options = list.shift(); }
  if (typeof list[0] === 'function') { fn = list[0]; }
  return { name: name || fn && fn.name || '<anonymous>', options: options, fn: fn || function () {} };
}
// called runs a function that ends when it returns, its promise is settled, or it calls the
// callback that it takes as parameter number last.
function called(fn, that, args, last) {
  if (fn.length < last) {
    return new Promise(function (resolve) { resolve(fn.apply(that, args)); });
  }
  return new Promise(function (resolve, reject) {
    var result = fn.apply(that, args.concat(function (err) { if (err) { reject(err); } else { resolve(); } }));
    if (result && typeof result.then === 'function') { reject(failure('passed a callback but also returned a Promise', 'callbackAndPromisePresent')); }
  });
}
function failure(text, type, cause) {
  var e = errors.coded(Error, 'ERR_TEST_FAILURE', text);
  e.failureType = type;
  e.cause = cause === undefined ? text : cause;
  return e;
}

function Test(parent, g, suite) {
  this.parent = parent;
  this.name = g.name;
  this.options = g.options;
  this.fn = g.fn;
  this.suite = suite;
  this.children = [];
  this.hooks = hooksOf();
  this.running = Promise.resolve();
  this.number = parent ? (parent.count = (parent.count || 0) + 1) : 0;
  this.depth = parent ? parent.depth + 1 : -1;
  this.skip = g.options.skip;
  this.todo = g.options.todo;
  this.failed = 0;
  this.notes = [];
  this.over = false;
  this.event = ''; // by which its error came, which nobody caught
  var self = this;
  this.stopped = new Promise(function (resolve, reject) { self.stop = reject; });
  this.stopped.catch(function () {});
}
Test.prototype.print = function (text) { process.stdout.write('    '.repeat(Math.max(0, this.depth)) + text + '\n'); };
// add runs a test after those that were added before.
Test.prototype.add = function (child) {
  this.children.push(child);
  var self = this;
  return this.running = this.running.then(function () { return child.run(); }).then(function () { if (child.error && !child.todo) { self.failed++; } });
};
Test.prototype.path = function () { return this.parent ? this.parent.path().concat(this) : [this]; };
Test.prototype.run = async function () {
  var began = performance.now(), self = this, totals = root.totals;
  this.print('# Subtest: ' + escaped(this.name));
  if (!this.skip) {
    try { await running.run(this, function () { return self.body(); }); } catch (e) { this.error = e === undefined || e === null ? failure(String(e), 'testCodeFailure') : e; }
  } else if (this.suite) { this.children = []; }
  this.over = true;
  if (this.count) { this.children.length && this.children[0].print('1..' + this.count); }
  if (!this.error && this.failed) { this.error = failure(this.failed + ' subtest' + (this.failed > 1 ? 's' : '') + ' failed', 'subtestsFailed'); }
  var mark = this.skip ? ' # SKIP' + (typeof this.skip === 'string' ? ' ' + escaped(this.skip) : '') : this.todo ? ' # TODO' + (typeof this.todo === 'string' ? ' ' + escaped(this.todo) : '') : '';
  this.print((this.error ? 'not ok ' : 'ok ') + this.number + ' - ' + escaped(this.name) + mark);
  this.print('  ---');
  this.print('  duration_ms: ' + (performance.now() - began).toFixed(6));
  if (this.suite) { this.print("  type: 'suite'"); }
  if (this.error) { this.explain(); }
  this.print('  ...');
  this.notes.forEach(function (text) { self.print('# ' + escaped(text)); });
  if (this.suite) { totals.suites++; return; }
  totals.tests++;
  if (this.skip) { totals.skipped++; } else if (this.todo) { totals.todo++; } else if (this.cancelled) { totals.cancelled++; } else if (this.error) { totals.fail++; } else { totals.pass++; }
};
Test.prototype.body = async function () {
  var self = this, context = new Context(this), above = this.parent.path(), i, j;
  if (this.suite) {
    for (i = 0; i < this.hooks.before.length; i++) { await Promise.race([called(this.hooks.before[i], context, [context], 2), this.stopped]); }
    try {
      await this.suited;
      this.start();
      await this.running;
    } finally { for (i = 0; i < this.hooks.after.length; i++) { await called(this.hooks.after[i], context, [context], 2); } }
    return;
  }
  for (j = 0; j < above.length; j++) {
    if (above[j] === root) { await root.before(); }
    for (i = 0; i < above[j].hooks.beforeEach.length; i++) { await Promise.race([called(above[j].hooks.beforeEach[i], context, [context], 2), this.stopped]); }
  }
  try {
    await this.limited(called(this.fn, context, [context], 2), context);
    for (var seen; seen !== this.running;) { await (seen = this.running); }
    if (context.planned !== undefined && context.planned !== context.asserted + this.children.length) { throw failure('plan expected ' + context.planned + ' assertions but received ' + (context.asserted + this.children.length), 'testCodeFailure'); }
  } finally {
    for (j = above.length - 1; j >= 0; j--) { for (i = 0; i < above[j].hooks.afterEach.length; i++) { await called(above[j].hooks.afterEach[i], context, [context], 2); } }
    for (i = 0; i < self.hooks.after.length; i++) { await called(self.hooks.after[i], context, [context], 2); }
    context._end();
  }
};
Test.prototype.limited = function (promise, context) {
  var ms = this.options.timeout, self = this, timer;
  promise = Promise.race([promise, this.stopped]);
  if (ms === undefined || ms === null || ms === Infinity) { return promise; }
  return Promise.race([promise, new Promise(function (resolve, reject) {
    timer = setTimeout(function () { self.cancelled = true; reject(failure('test timed out after ' + ms + 'ms', 'testTimeoutFailure')); }, ms);
  })]).finally(function () { clearTimeout(timer); });
};
Test.prototype.explain = function () {
  var e = this.error, self = this, real = e instanceof Error;
  function line(key, v) {
    v = String(v);
    if (v.indexOf('\n') < 0) { self.print('  ' + key + ": '" + v.replace(/[\\']/g, '\\$&') + "'"); return; }
    self.print('  ' + key + ': |-');
    v.split('\n').forEach(function (l) { self.print('    ' + l); });
  }
  line('failureType', this.event || real && e.failureType || 'testCodeFailure');
  line('error', real ? e.message : String(e));
  line('code', real && e.code || 'ERR_TEST_FAILURE');
  if (real && e.name !== 'Error') { line('name', e.name); }
  if (real && e.stack && !e.failureType) { line('stack', String(e.stack).split('\n').filter(function (l) { return /^\s*at /.test(l); }).map(function (l) { return l.replace(/^\s*at /, ''); }).join('\n')); }
};
function escaped(text) { return String(text).replace(/[\\#]/g, '\\$&').replace(/\n/g, '\\n'); }

// running has the test that the code of a turn belongs to.
var running = new AsyncLocalStorage();
// uncaught has the test fail that an error comes from. If it is over, the process fails.
function uncaught(err, event) {
  var test = running.getStore();
  if (test && !test.over) {
    test.event = test.event || event;
    test.stop(err);
    return;
  }
  root.notes.push('Error: ' + (test ? 'Test "' + test.name + '"' : 'A resource') + ' generated asynchronous activity after the test ended. This activity created the error "' + err + '" and would have caused the test to fail, but instead triggered an ' + event + ' event.');
  process.exitCode = 1;
}

// root has the tests of the process.
var root = new Test(null, { name: '<root>', options: {}, fn: null }, true);
root.totals = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
root.before = function () {
  return root.prepared = root.prepared || (async function () { for (var i = 0; i < root.hooks.before.length; i++) { await called(root.hooks.before[i], {}, [{}], 2); } })();
};
root.begin = function () {
  if (root.begun !== undefined) { return; }
  root.begun = performance.now();
  process.stdout.write('TAP version 13\n');
  root.running = new Promise(function (resolve) { setImmediate(resolve); });
  setImmediate(root.finish);
  ['uncaughtException', 'unhandledRejection'].forEach(function (event) { process.on(event, function (err) { uncaught(err, event); }); });
};
root.finish = async function () {
  for (var seen; seen !== root.running;) {
    await (seen = root.running);
    await new Promise(function (resolve) { setImmediate(resolve); });
  }
  for (var i = 0; i < root.hooks.after.length; i++) { await called(root.hooks.after[i], {}, [{}], 2); }
  process.stdout.write('1..' + root.count + '\n');
  root.notes.forEach(function (text) { process.stdout.write('# ' + escaped(text) + '\n'); });
  Object.keys(root.totals).forEach(function (k) { process.stdout.write('# ' + k + ' ' + root.totals[k] + '\n'); });
  process.stdout.write('# duration_ms ' + (performance.now() - root.begun).toFixed(6) + '\n');
  if (root.failed) { process.exitCode = 1; }
};
var current = root; // the suite whose function runs

// Context is what the function of a test gets.
function Context(test) {
  Object.defineProperty(this, '_test', { value: test });
  this.asserted = 0;
  ['asserted', 'planned'].forEach(function (k) { Object.defineProperty(this, k, { enumerable: false, writable: true, value: this[k] }); }, this);
}
Object.defineProperties(Context.prototype, {
  name: { get: function () { return this._test.name; } },
  fullName: { get: function () { return this._test.path().slice(1).map(function (t) { return t.name; }).join(' > '); } },
  mock: { get: function () { if (!this._mock) { Object.defineProperty(this, '_mock', { value: new MockTracker() }); } return this._mock; } },
  signal: { get: function () { if (!this._abort) { Object.defineProperty(this, '_abort', { value: new AbortController() }); } return this._abort.signal; } },
  assert: { get: function () {
    if (this._assert) { return this._assert; }
    var self = this, assert = require('assert'), own = {};
    Object.keys(assert).forEach(function (k) { if (typeof assert[k] === 'function' && k !== 'AssertionError' && k !== 'strict') { own[k] = function () { self.asserted++; return assert[k].apply(assert, arguments); }; } });
    Object.defineProperty(this, '_assert', { value: own });
    return own;
  } }
});
Context.prototype._end = function () {
  if (this._mock) { this._mock.restoreAll(); }
  if (this._abort) { this._abort.abort(); }
};
Context.prototype.test = function () { return this._test.add(new Test(this._test, given(arguments), false)); };
Context.prototype.diagnostic = function (text) { this._test.notes.push(String(text)); };
Context.prototype.skip = function (why) { this._test.skip = why === undefined ? true : String(why); };
Context.prototype.todo = function (why) { this._test.todo = why === undefined ? true : String(why); };
Context.prototype.plan = function (n) { this.planned = n; };
Context.prototype.runOnly = function () {};
hookNames.forEach(function (name) {
  Context.prototype[name] = function (fn) {
    if (name === 'before') { var self = this; this._test.running = this._test.running.then(function () { return called(fn, self, [self], 2); }); return; }
    this._test.hooks[name].push(fn);
  };
});

// mocha returns the functions of mocha where they are there.
function mocha() { return typeof globalThis.describe === 'function' && typeof globalThis.it === 'function' ? globalThis : null; }
// within runs a test of node:test as one of mocha.
function within(g) {
  return function () {
    var test = new Test(null, { name: g.name, options: {}, fn: null }, false), context = new Context(test), own = this;
    test.add = function (child) {
      this.children.push(child);
      return this.running = this.running.then(function () { return within({ name: child.name, fn: child.fn, options: child.options }).call(own); });
    };
    if (g.options.timeout !== undefined && own && own.timeout) { own.timeout(g.options.timeout === Infinity ? 0 : g.options.timeout); }
    return called(g.fn, context, [context], 2).then(async function () {
      for (var seen; seen !== test.running;) { await (seen = test.running); }
      if (test.skip && own && own.skip) { own.skip(); }
    }).finally(async function () {
      for (var i = 0; i < test.hooks.after.length; i++) { await called(test.hooks.after[i], context, [context], 2); }
      context._end();
    });
  };
}
function toMocha(to, g, body) {
  var skip = g.options.skip || g.options.todo;
  (skip ? to.skip : g.options.only ? to.only : to)(g.name, body);
  return Promise.resolve();
}
function addTest(g) {
  var m = mocha();
  if (m) { return toMocha(m.it, g, within(g)); }
  root.begin();
  return current.add(new Test(current, g, false));
}
function addSuite(g) {
  var m = mocha();
  if (m) { return toMocha(m.describe, g, function () { return g.fn.call(this); }); }
  root.begin();
  var suite = new Test(current, g, true), before = current;
  suite.running = new Promise(function (resolve) { suite.start = resolve; });
  if (!suite.skip) {
    current = suite;
    try { suite.suited = Promise.resolve(g.fn.call(new Context(suite), new Context(suite))); } catch (e) { suite.suited = Promise.reject(e); suite.suited.catch(function () {}); } finally { current = before; }
  }
  return current.add(suite);
}
function kinds(add) {
  function fn() { return add(given(arguments)); }
  ['skip', 'todo', 'only'].forEach(function (k) {
    fn[k] = function () {
      var g = given(arguments);
      g.options = Object.assign({}, g.options);
      g.options[k] = true;
      return add(g);
    };
  });
  return fn;
}
var test = module.exports = kinds(addTest);
test.test = test;
test.it = kinds(addTest);
test.describe = test.suite = kinds(addSuite);
hookNames.forEach(function (name) {
  test[name] = function (fn) {
    validate.func(fn, 'fn');
    var m = mocha();
    if (m) {
      m[name](function () { return called(fn, this, [new Context(new Test(null, { name: name, options: {}, fn: fn }, false))], 2); });
      return;
    }
    current.hooks[name].push(fn);
  };
});
test.run = function () { throw Object.assign(new Error('run of node:test is not available here: framework test runs the files of a project'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' }); };

// Mocks.
function MockContext(original, implementation, times, restore) {
  this._original = original;
  this._now = implementation;
  this._times = times;
  this._restore = restore;
  this._once = new Map();
  this._calls = [];
  Object.keys(this).forEach(function (k) { Object.defineProperty(this, k, { enumerable: false }); }, this);
}
Object.defineProperties(MockContext.prototype, { calls: { get: function () { return this._calls.slice(); } } });
MockContext.prototype.callCount = function () { return this._calls.length; };
MockContext.prototype.mockImplementation = function (fn) { validate.func(fn, 'implementation'); this._now = fn; };
MockContext.prototype.mockImplementationOnce = function (fn, at) {
  validate.func(fn, 'implementation');
  this._once.set(at === undefined ? this._calls.length : at, fn);
};
MockContext.prototype.restore = function () {
  if (this._restore) { this._restore(); }
  this._now = this._original;
  this._once.clear();
};
MockContext.prototype.resetCalls = function () { this._calls = []; };
MockContext.prototype._next = function () {
  var n = this._calls.length, once = this._once.get(n);
  if (once) { this._once.delete(n); return once; }
  return n + 1 > this._times ? this._original : this._now;
};
function mocked(context, original) {
  return new Proxy(original, {
    apply: function (target, that, args) {
      var fn = context._next(), call = { arguments: args, error: undefined, result: undefined, stack: new Error(), target: undefined, this: that };
      try { return call.result = Reflect.apply(fn, that, args); } catch (e) { call.error = e; throw e; } finally { context._calls.push(call); }
    },
    construct: function (target, args, made) {
      var fn = context._next(), call = { arguments: args, error: undefined, result: undefined, stack: new Error(), target: made, this: undefined };
      try { return call.result = call.this = Reflect.construct(fn, args, made); } catch (e) { call.error = e; throw e; } finally { context._calls.push(call); }
    },
    get: function (target, key, receiver) { return key === 'mock' ? context : Reflect.get(target, key, receiver); }
  });
}
function MockTracker() { Object.defineProperty(this, '_mocks', { value: [], writable: true }); }
MockTracker.prototype.fn = function (original, implementation, o) {
  if (typeof original === 'object' && original !== null) { o = original; original = implementation = undefined; } else if (typeof implementation === 'object' && implementation !== null) { o = implementation; implementation = original; }
  original = original || function () {};
  var context = new MockContext(original, implementation || original, o && o.times || Infinity, null);
  this._mocks.push(context);
  return mocked(context, original);
};
MockTracker.prototype.method = function (object, name, implementation, o) {
  if (object === null || typeof object !== 'object' && typeof object !== 'function') { throw errors.argument('object', 'of type object', object); }
  if (typeof implementation === 'object' && implementation !== null) { o = implementation; implementation = undefined; }
  o = o || {};
  for (var holder = object, d; holder && !(d = Object.getOwnPropertyDescriptor(holder, name)); holder = Object.getPrototypeOf(holder)) { /* look up the chain */ }
  var side = o.getter ? 'get' : o.setter ? 'set' : 'value', original = d && d[side];
  if (typeof original !== 'function') { throw validate.invalidValue('methodName', original, 'must be a method'); }
  var own = holder === object, context = new MockContext(original, implementation || original, o.times || Infinity, function () { if (own) { Object.defineProperty(object, name, d); } else { delete object[name]; } });
  var fn = mocked(context, original), put = { configurable: d.configurable, enumerable: d.enumerable };
  if (side === 'value') { put.writable = d.writable; put.value = fn; } else { put.get = side === 'get' ? fn : d.get; put.set = side === 'set' ? fn : d.set; }
  Object.defineProperty(object, name, put);
  this._mocks.push(context);
  return fn;
};
MockTracker.prototype.getter = function (object, name, implementation, o) { return this.method(object, name, implementation, Object.assign({}, o, { getter: true })); };
MockTracker.prototype.setter = function (object, name, implementation, o) { return this.method(object, name, implementation, Object.assign({}, o, { setter: true })); };
MockTracker.prototype.restoreAll = function () { this._mocks.forEach(function (m) { m.restore(); }); if (this._timers) { this._timers.reset(); } };
MockTracker.prototype.reset = function () { this.restoreAll(); this._mocks = []; };
Object.defineProperty(MockTracker.prototype, 'timers', { get: function () { if (!this._timers) { Object.defineProperty(this, '_timers', { value: new MockTimers() }); } return this._timers; } });

function MockTimers() {
  Object.defineProperty(this, '_real', { value: null, writable: true });
  Object.defineProperty(this, '_queue', { value: [], writable: true });
  Object.defineProperty(this, '_now', { value: 0, writable: true });
}
function invalidState(text) { return errors.coded(Error, 'ERR_INVALID_STATE', 'Invalid state: ' + text); }
MockTimers.prototype.enable = function (o) {
  if (this._real) { throw invalidState('MockTimers is already enabled!'); }
  o = o || {};
  var self = this, apis = o.apis || ['setInterval', 'setTimeout', 'setImmediate', 'Date'], real = this._real = {}, next = 1;
  this._now = o.now instanceof Date ? o.now.getTime() : o.now || 0;
  function put(name, v) { real[name] = globalThis[name]; globalThis[name] = v; }
  function add(repeat) {
    return function (fn, ms) {
      var timer = { id: next++, at: self._now + Math.max(1, Number(ms) || 1), every: repeat ? Math.max(1, Number(ms) || 1) : 0, fn: fn, args: Array.prototype.slice.call(arguments, 2) };
      self._queue.push(timer);
      timer.ref = timer.unref = function () { return timer; };
      timer.hasRef = function () { return true; };
      return timer;
    };
  }
  function clear(timer) { self._queue = self._queue.filter(function (t) { return t !== timer; }); }
  apis.forEach(function (name) {
    switch (name) {
      case 'setTimeout': put('setTimeout', add(false)); put('clearTimeout', clear); break;
      case 'setInterval': put('setInterval', add(true)); put('clearInterval', clear); break;
      case 'setImmediate':
        put('setImmediate', function (fn) { var t = add(false)(fn, 1); t.at = self._now; t.args = Array.prototype.slice.call(arguments, 1); return t; });
        put('clearImmediate', clear);
        break;
      case 'Date':
        var Real = Date;
        put('Date', new Proxy(Real, {
          construct: function (target, args, made) { return Reflect.construct(target, args.length ? args : [self._now], made); },
          apply: function () { return new Real(self._now).toString(); },
          get: function (target, key, receiver) { return key === 'now' ? function () { return self._now; } : Reflect.get(target, key, receiver); }
        }));
        break;
      default: throw validate.invalidValue('timers', name, 'option ' + name + ' is not supported');
    }
  });
};
MockTimers.prototype._need = function () { if (!this._real) { throw invalidState('You should enable MockTimers first by calling the .enable function'); } };
MockTimers.prototype.tick = function (ms) {
  this._need();
  var end = this._now + (ms === undefined ? 1 : ms), self = this;
  for (;;) {
    var due = this._queue.filter(function (t) { return t.at <= end; }).sort(function (a, b) { return a.at - b.at || a.id - b.id; })[0];
    if (!due) { break; }
    this._now = Math.max(this._now, due.at);
    if (due.every) { due.at += due.every; } else { self._queue = self._queue.filter(function (t) { return t !== due; }); }
    due.fn.apply(undefined, due.args);
  }
  this._now = end;
};
MockTimers.prototype.runAll = function () {
  this._need();
  if (this._queue.length) { this.tick(Math.max.apply(null, this._queue.map(function (t) { return t.at; })) - this._now); }
};
MockTimers.prototype.setTime = function (ms) { this._need(); this._now = ms; };
MockTimers.prototype.reset = function () {
  var real = this._real;
  if (!real) { return; }
  Object.keys(real).forEach(function (name) { globalThis[name] = real[name]; });
  this._real = null;
  this._queue = [];
};
if (Symbol.dispose) { MockTimers.prototype[Symbol.dispose] = MockTimers.prototype.reset; }
test.mock = new MockTracker();
