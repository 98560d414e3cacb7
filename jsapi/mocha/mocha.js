// Registers suites, tests and hooks, and calls them. Go decides in which order they run.
(function (native) {
  'use strict';

  // Skip is what this.skip() throws.
  class Skip extends Error {
    constructor() { super('the test is skipped'); this.name = 'Skip'; }
  }

  function isFunction(v) { return typeof v === 'function'; }

  // milliseconds reads what timeout and slow take: a number, or '2s'.
  function milliseconds(v) {
    if (typeof v === 'number') { return v; }
    const m = /^\s*(-?\d+(?:\.\d+)?)\s*(ms|s|m|h)?\s*$/.exec(String(v));
    if (!m) { throw new TypeError('a time has to be a number of milliseconds or a text such as "2s", not ' + v); }
    return Number(m[1]) * { ms: 1, s: 1000, m: 60000, h: 3600000 }[m[2] || 'ms'];
  }

  // setting makes a method that reads or sets an inherited setting.
  function setting(name, read, changed) {
    return function (v) {
      if (arguments.length === 0) {
        let at = this;
        while (at['_' + name] === undefined && at.parent) { at = at.parent; }
        return at['_' + name];
      }
      this['_' + name] = read(v);
      if (changed) { changed(this); }
      return this;
    };
  }
  function fullTitle() {
    const above = this.parent && this.parent.fullTitle();
    return above ? above + ' ' + this.title : this.title;
  }
  function titlePath() {
    return (this.parent ? this.parent.titlePath() : []).concat(this.root ? [] : [this.title]);
  }

  class Suite {
    constructor(title, parent) {
      this.title = title;
      this.parent = parent;
      this.root = !parent;
      this.suites = [];
      this.tests = [];
      this.hooks = { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] };
      this.pending = parent ? parent.pending : false;
      this.only = false;
      this.file = native.file();
      this.ctx = Object.create(parent ? parent.ctx : Context.prototype);
      if (parent) { parent.suites.push(this); }
    }
    isPending() { return this.pending; }
  }

  class Runnable {
    constructor(title, fn, parent, type) {
      this.title = title;
      this.fn = fn;
      this.parent = parent;
      this.type = type;
      this.body = isFunction(fn) ? fn.toString() : '';
      this.async = isFunction(fn) ? fn.length : 0;
      this.sync = !this.async;
      this.pending = type === 'test' && (!fn || parent.pending);
      this.only = false;
      this.skipped = false;
      this.file = native.file();
      this.ctx = parent.ctx;
    }
    isPending() { return this.pending || this.parent.isPending(); }
    isFailed() { return this.state === 'failed'; }
    isPassed() { return this.state === 'passed'; }
    skip() { this.skipped = true; throw new Skip(); }
    currentRetry() { return this._currentRetry || 0; }
    globals() { return []; }
  }
  [Suite, Runnable].forEach(function (kind) {
    const proto = kind.prototype;
    proto.fullTitle = fullTitle;
    proto.titlePath = titlePath;
    proto.timeout = setting('timeout', milliseconds, function (of) { native.timeout(of); });
    proto.slow = setting('slow', milliseconds);
    proto.retries = setting('retries', Number);
    proto.bail = setting('bail', Boolean);
    // enableTimeouts(false) is the older form of timeout(0).
    proto.enableTimeouts = function (on) { return on === false ? this.timeout(0) : this; };
  });

  // Context is this in tests and hooks. The context of a suite inherits from that of the
  // enclosing suite.
  class Context {
    runnable(r) {
      if (arguments.length === 0) { return this._runnable; }
      this._runnable = this.test = r;
      return this;
    }
    skip() { this._runnable.skip(); }
    inspect() { return '[the context of a test]'; }
  }
  ['timeout', 'slow', 'retries', 'enableTimeouts'].forEach(function (name) {
    Context.prototype[name] = function () {
      const got = this._runnable[name].apply(this._runnable, arguments);
      return arguments.length === 0 ? got : this;
    };
  });

  const root = new Suite('', null);
  let current = root;

  function suite(title, fn, how) {
    const made = new Suite(String(title), current);
    if (how === 'skip') { made.pending = true; }
    if (how === 'only') { made.only = true; }
    if (!isFunction(fn)) {
      if (how !== 'skip') { throw new TypeError('the suite "' + made.fullTitle() + '" has no function'); }
      return made;
    }
    const around = current;
    current = made;
    try {
      const returned = fn.call(made, made);
      if (returned && isFunction(returned.then)) {
        native.warn('the suite "' + made.fullTitle() + '" returns a promise, which nothing waits for: make its tests in the function itself');
      }
    } finally {
      current = around;
    }
    return made;
  }

  function test(title, fn, how) {
    if (isFunction(title)) { fn = title; title = fn.name; }
    if (fn !== undefined && !isFunction(fn)) { throw new TypeError('the test "' + title + '" has something else than a function'); }
    const made = new Runnable(String(title), how === 'skip' ? undefined : fn, current, 'test');
    if (how === 'only') { made.only = true; }
    current.tests.push(made);
    return made;
  }

  const hookTitles = {
    beforeAll: '"before all" hook', afterAll: '"after all" hook', beforeEach: '"before each" hook', afterEach: '"after each" hook',
  };

  function hook(kind) {
    return function (name, fn) {
      if (isFunction(name)) { fn = name; name = fn.name; }
      if (!isFunction(fn)) { throw new TypeError('a ' + hookTitles[kind] + ' has no function'); }
      current.hooks[kind].push(new Runnable(hookTitles[kind] + (name ? ': ' + name : ''), fn, current, 'hook'));
    };
  }

  function variants(make) {
    const plain = function (title, fn) { return make(title, fn); };
    plain.only = function (title, fn) { return make(title, fn, 'only'); };
    plain.skip = function (title, fn) { return make(title, fn, 'skip'); };
    return plain;
  }
  const describe = variants(suite);
  const it = variants(test);
  it.retries = function (n) { current.retries(n); };

  const interfaces = {
    bdd: {
      describe: describe, context: describe, xdescribe: describe.skip, xcontext: describe.skip,
      it: it, specify: it, xit: it.skip, xspecify: it.skip,
      before: hook('beforeAll'), after: hook('afterAll'), beforeEach: hook('beforeEach'), afterEach: hook('afterEach'),
    },
    tdd: {
      suite: describe, test: it,
      suiteSetup: hook('beforeAll'), suiteTeardown: hook('afterAll'), setup: hook('beforeEach'), teardown: hook('afterEach'),
    },
  };

  // start calls a runnable. settle(error) is called when it ends, and again each time it
  // calls done again.
  function start(runnable, currentTest, settle) {
    const ctx = runnable.ctx;
    ctx.runnable(runnable);
    if (currentTest) { ctx.currentTest = currentTest; }
    const refused = function (err) {
      settle(err === undefined || err === null || err === false ? new Error('Promise rejected with no or falsy reason') : err);
    };
    const takesDone = runnable.fn.length > 0;
    const done = function (err) {
      if (!err) { settle(); return; }
      settle(err instanceof Error || (typeof err === 'object' && typeof err.message === 'string') ? err : new Error('done() invoked with non-Error: ' + (typeof err === 'string' ? err : native.inspect(err))));
    };
    let returned;
    try {
      returned = takesDone ? runnable.fn.call(ctx, done) : runnable.fn.call(ctx);
    } catch (err) {
      settle(err === undefined || err === null ? new Error('undefined was thrown') : err);
      return;
    }
    if (returned && isFunction(returned.then)) {
      returned.then(takesDone ? undefined : function () { settle(); }, refused);
    } else if (!takesDone) {
      settle();
    }
  }

  return { root: root, start: start, interfaces: interfaces, Skip: Skip, milliseconds: milliseconds };
})
