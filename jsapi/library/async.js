// async: control flow for callbacks, with the names and argument orders of the
// first async generation.
(function () {
  'use strict';
  var slice = Array.prototype.slice;
  var async = {};
  function noop() {}
  function once(fn) { var done = false; return function () { if (!done) { done = true; fn.apply(this, arguments); } }; }
  function onlyOnce(fn) { var done = false; return function () { if (done) { throw new Error('Callback was already called.'); } done = true; fn.apply(this, arguments); }; }
  function defer(fn) { var args = slice.call(arguments, 1); setImmediate(function () { fn.apply(undefined, args); }); }
  function isList(c) { return c != null && typeof c.length === 'number' && typeof c !== 'function'; }
  function keysOf(c) { return c == null ? [] : isList(c) ? slice.call(c).map(function (_, i) { return i; }) : Object.keys(c); }

  // run visits the keys of c, at most limit at a time, and calls done once.
  function run(limit, c, visit, done) {
    done = once(done || noop);
    var keys = keysOf(c), next = 0, active = 0, failed = false;
    if (!keys.length || limit <= 0) { return done(null); }
    (function more() {
      while (active < limit && next < keys.length && !failed) {
        active++;
        var key = keys[next++];
        visit(c[key], key, onlyOnce(function (err) {
          active--;
          if (err) { failed = true; return done(err); }
          if (next >= keys.length && active === 0) { return done(null); }
          more();
        }));
      }
    })();
  }
  async.eachOf = async.forEachOf = function (c, fn, cb) { run(Infinity, c, fn, cb); };
  async.eachOfSeries = async.forEachOfSeries = function (c, fn, cb) { run(1, c, fn, cb); };
  async.eachOfLimit = async.forEachOfLimit = function (c, n, fn, cb) { run(n, c, fn, cb); };
  function plain(fn) { return function (v, k, cb) { fn(v, cb); }; }
  async.each = async.forEach = function (c, fn, cb) { run(Infinity, c, plain(fn), cb); };
  async.eachSeries = async.forEachSeries = function (c, fn, cb) { run(1, c, plain(fn), cb); };
  async.eachLimit = async.forEachLimit = function (c, n, fn, cb) { run(n, c, plain(fn), cb); };

  function mapper(limit, c, fn, cb) {
    cb = once(cb || noop);
    var out = isList(c) ? [] : {};
    run(limit, c, function (v, k, done) { fn(v, function (err, r) { out[k] = r; done(err); }); }, function (err) { cb(err, out); });
  }
  async.map = function (c, fn, cb) { mapper(Infinity, c || [], fn, cb); };
  async.mapSeries = function (c, fn, cb) { mapper(1, c || [], fn, cb); };
  async.mapLimit = function (c, n, fn, cb) { mapper(n, c || [], fn, cb); };

  // Tests of async 0.x and 1.x call back with a boolean only, without an error.
  function filterer(limit, keep) {
    return function (c, fn, cb) {
      var rows = [];
      run(limit, c, function (v, k, done) { fn(v, function (yes) { if (!!yes === keep) { rows.push([k, v]); } done(); }); }, function () {
        rows.sort(function (a, b) { return a[0] - b[0]; });
        cb(rows.map(function (r) { return r[1]; }));
      });
    };
  }
  async.filter = async.select = filterer(Infinity, true);
  async.filterSeries = async.selectSeries = filterer(1, true);
  async.reject = filterer(Infinity, false);
  async.rejectSeries = filterer(1, false);
  function tester(limit, stop, found, otherwise) {
    return function (c, fn, cb) {
      var finish = once(cb || noop);
      run(limit, c, function (v, k, done) {
        fn(v, function (yes) { if (!!yes === stop) { finish(found(v)); return done(new Error('found')); } done(); });
      }, function () { finish(otherwise); });
    };
  }
  async.detect = tester(Infinity, true, function (v) { return v; }, undefined);
  async.detectSeries = tester(1, true, function (v) { return v; }, undefined);
  async.some = async.any = tester(Infinity, true, function () { return true; }, false);
  async.every = async.all = tester(Infinity, false, function () { return false; }, true);
  async.sortBy = function (c, fn, cb) {
    async.map(c, function (v, done) { fn(v, function (err, key) { done(err, { v: v, key: key }); }); }, function (err, rows) {
      if (err) { return cb(err); }
      cb(null, rows.sort(function (a, b) { return a.key < b.key ? -1 : a.key > b.key ? 1 : 0; }).map(function (r) { return r.v; }));
    });
  };
  function concatenator(limit) {
    return function (c, fn, cb) {
      var out = [];
      run(limit, c, function (v, k, done) { fn(v, function (err, r) { out = out.concat(r || []); done(err); }); }, function (err) { cb(err, out); });
    };
  }
  async.concat = concatenator(Infinity);
  async.concatSeries = concatenator(1);
  async.reduce = async.inject = async.foldl = function (c, memo, fn, cb) {
    run(1, c, function (v, k, done) { fn(memo, v, function (err, r) { memo = r; done(err); }); }, function (err) { cb(err, memo); });
  };
  async.reduceRight = async.foldr = function (c, memo, fn, cb) { async.reduce(slice.call(c).reverse(), memo, fn, cb); };
  async.transform = function (c, memo, fn, cb) {
    if (arguments.length === 3) { cb = fn; fn = memo; memo = isList(c) ? [] : {}; }
    run(Infinity, c, function (v, k, done) { fn(memo, v, k, done); }, function (err) { cb(err, memo); });
  };

  function tasks(limit, list, cb) {
    cb = cb || noop;
    var out = isList(list) ? [] : {};
    run(limit, list, function (task, k, done) {
      task(function (err) {
        var r = slice.call(arguments, 1);
        out[k] = r.length <= 1 ? r[0] : r;
        done(err);
      });
    }, function (err) { cb(err, out); });
  }
  async.parallel = function (list, cb) { tasks(Infinity, list, cb); };
  async.parallelLimit = function (list, n, cb) { tasks(n, list, cb); };
  async.series = function (list, cb) { tasks(1, list, cb); };
  async.waterfall = function (list, cb) {
    cb = once(cb || noop);
    if (!Array.isArray(list)) { return cb(new Error('First argument to waterfall must be an array of functions')); }
    if (!list.length) { return cb(); }
    (function step(i, args) {
      list[i].apply(null, args.concat(onlyOnce(function (err) {
        if (err || i === list.length - 1) { return cb.apply(null, arguments); }
        var rest = slice.call(arguments, 1);
        defer(function () { step(i + 1, rest); });
      })));
    })(0, []);
  };
  async.auto = function (list, limit, cb) {
    if (typeof limit === 'function') { cb = limit; limit = null; }
    cb = once(cb || noop);
    var names = Object.keys(list), results = {}, left = names.length, running = 0, started = {}, stopped = false;
    if (!left) { return cb(null, results); }
    function needs(name) { return Array.isArray(list[name]) ? list[name].slice(0, -1) : []; }
    names.forEach(function (name) {
      needs(name).forEach(function (dep) {
        if (!(dep in list)) { throw new Error('Has nonexistent dependency in ' + needs(name).join(', ')); }
        if (needs(dep).indexOf(name) >= 0) { throw new Error('Has cyclic dependencies'); }
      });
    });
    (function more() {
      names.forEach(function (name) {
        if (stopped || started[name] || limit && running >= limit) { return; }
        if (!needs(name).every(function (dep) { return dep in results; })) { return; }
        started[name] = true;
        running++;
        var fn = Array.isArray(list[name]) ? list[name][list[name].length - 1] : list[name];
        fn(onlyOnce(function (err) {
          running--;
          var r = slice.call(arguments, 1);
          r = r.length <= 1 ? r[0] : r;
          if (err) {
            stopped = true;
            var partial = Object.assign({}, results);
            partial[name] = r;
            return cb(err, partial);
          }
          results[name] = r;
          if (--left === 0) { return cb(null, results); }
          defer(more);
        }), results);
      });
    })();
  };
  async.retry = function (times, task, cb) {
    var attempts = 5, interval = 0;
    if (typeof times === 'function') { cb = task; task = times; } else if (typeof times === 'object') { attempts = +times.times || 5; interval = +times.interval || 0; } else { attempts = parseInt(times, 10) || 5; }
    function start(done, results) {
      (function attempt(n) {
        task(function (err, r) {
          if (!err || n >= attempts) { return (done || noop)(err, r); }
          if (interval) { setTimeout(attempt, interval, n + 1); } else { attempt(n + 1); }
        }, results);
      })(1);
    }
    return cb ? start(cb) : start;
  };
  function looper(testFirst, want) {
    return function (test, fn, cb) {
      if (!testFirst) { var t = test; test = fn; fn = t; }
      cb = cb || noop;
      function step() {
        fn(function (err) {
          if (err) { return cb(err); }
          var args = slice.call(arguments, 1);
          if (!!test.apply(this, args) === want) { return step(); }
          cb.apply(null, [null].concat(args));
        });
      }
      if (testFirst && !!test() !== want) { return cb(null); }
      step();
    };
  }
  async.whilst = looper(true, true);
  async.until = looper(true, false);
  async.doWhilst = looper(false, true);
  async.doUntil = looper(false, false);
  async.during = function (test, fn, cb) {
    test(function (err, yes) { if (err || !yes) { return cb(err || null); } fn(function (e) { if (e) { return cb(e); } async.during(test, fn, cb); }); });
  };
  async.forever = function (fn, cb) { var done = once(cb || noop); (function next(err) { if (err) { if (cb) { return done(err); } throw err; } fn(next); })(); };
  function timesLimit(n, limit, fn, cb) { mapper(limit, Array.apply(null, Array(n)).map(function (_, i) { return i; }), fn, cb); }
  async.times = function (n, fn, cb) { timesLimit(n, Infinity, fn, cb); };
  async.timesSeries = function (n, fn, cb) { timesLimit(n, 1, fn, cb); };
  async.timesLimit = timesLimit;

  function makeQueue(worker, concurrency, payload) {
    if (concurrency === undefined || concurrency === null) { concurrency = 1; }
    var running = 0, waiting = [];
    var q = {
      tasks: waiting, concurrency: concurrency, payload: payload, paused: false, started: false,
      saturated: noop, empty: noop, drain: noop,
      push: function (data, cb) { add(data, false, cb); },
      unshift: function (data, cb) { add(data, true, cb); },
      kill: function () { q.drain = noop; waiting.length = 0; },
      length: function () { return waiting.length; },
      running: function () { return running; },
      workersList: function () { return []; },
      idle: function () { return waiting.length + running === 0; },
      pause: function () { q.paused = true; },
      resume: function () { if (q.paused) { q.paused = false; defer(q.process); } },
      insert: function (item, front) { if (front) { waiting.unshift(item); } else { waiting.push(item); } },
      process: function () {
        while (!q.paused && running < q.concurrency && waiting.length) {
          var batch = payload ? waiting.splice(0, payload) : waiting.splice(0, 1);
          if (!waiting.length) { q.empty(); }
          running++;
          worker(payload || payload === null ? batch.map(function (t) { return t.data; }) : batch[0].data, onlyOnce(finisher(batch)));
        }
      }
    };
    function finisher(batch) {
      return function () {
        var args = arguments;
        running--;
        batch.forEach(function (t) { t.callback.apply(t, args); });
        if (waiting.length + running === 0) { q.drain(); }
        q.process();
      };
    }
    function add(data, front, cb, priority) {
      q.started = true;
      var list = Array.isArray(data) ? data : [data];
      if (!list.length && q.idle()) { return defer(function () { q.drain(); }); }
      list.forEach(function (d) {
        q.insert({ data: d, callback: cb || noop, priority: priority }, front);
        if (waiting.length === q.concurrency) { q.saturated(); }
      });
      defer(q.process);
    }
    q.add = add;
    return q;
  }
  async.queue = function (worker, concurrency) { return makeQueue(worker, concurrency); };
  async.cargo = function (worker, payload) { return makeQueue(worker, 1, payload === undefined ? null : payload); };
  async.priorityQueue = function (worker, concurrency) {
    var q = makeQueue(worker, concurrency);
    q.insert = function (item) { var i = 0; while (i < q.tasks.length && q.tasks[i].priority <= item.priority) { i++; } q.tasks.splice(i, 0, item); };
    q.push = function (data, priority, cb) { q.add(data, false, cb, priority); };
    delete q.unshift;
    return q;
  };

  async.seq = function () {
    var fns = slice.call(arguments);
    return function () {
      var self = this, args = slice.call(arguments), cb = typeof args[args.length - 1] === 'function' ? args.pop() : noop;
      async.reduce(fns, args, function (a, fn, done) { fn.apply(self, a.concat(function (err) { done(err, slice.call(arguments, 1)); })); }, function (err, r) { cb.apply(self, [err].concat(r)); });
    };
  };
  async.compose = function () { return async.seq.apply(null, slice.call(arguments).reverse()); };
  function applier(each) {
    return function (fns) {
      var given = slice.call(arguments, 1);
      function go() {
        var self = this, args = slice.call(arguments), cb = args.pop();
        return each(fns, function (fn, done) { fn.apply(self, args.concat(done)); }, cb);
      }
      return given.length ? go.apply(this, given) : go;
    };
  }
  async.applyEach = applier(async.each);
  async.applyEachSeries = applier(async.eachSeries);
  async.apply = function (fn) { var args = slice.call(arguments, 1); return function () { return fn.apply(null, args.concat(slice.call(arguments))); }; };
  async.iterator = function (list) {
    function make(i) {
      function fn() { if (list.length) { list[i].apply(null, arguments); } return fn.next(); }
      fn.next = function () { return i < list.length - 1 ? make(i + 1) : null; };
      return fn;
    }
    return make(0);
  };
  async.memoize = function (fn, hasher) {
    var memo = new Map(), queues = new Map();
    hasher = hasher || function (v) { return v; };
    function memoized() {
      var args = slice.call(arguments), cb = args.pop(), key = hasher.apply(null, args);
      if (memo.has(key)) { return defer(function () { cb.apply(null, memo.get(key)); }); }
      if (queues.has(key)) { queues.get(key).push(cb); return; }
      queues.set(key, [cb]);
      fn.apply(null, args.concat(function () {
        var result = arguments, waiting = queues.get(key);
        memo.set(key, result);
        queues.delete(key);
        waiting.forEach(function (w) { w.apply(null, result); });
      }));
    }
    memoized.memo = memo;
    memoized.unmemoized = fn;
    return memoized;
  };
  async.unmemoize = function (fn) { return function () { return (fn.unmemoized || fn).apply(null, arguments); }; };
  async.ensureAsync = function (fn) {
    return function () {
      var args = slice.call(arguments), cb = args.pop(), sync = true;
      fn.apply(this, args.concat(function () { var inner = arguments; if (sync) { defer(function () { cb.apply(null, inner); }); } else { cb.apply(null, inner); } }));
      sync = false;
    };
  };
  async.constant = function () { var args = [null].concat(slice.call(arguments)); return function (cb) { return cb.apply(this, args); }; };
  async.asyncify = async.wrapSync = function (fn) {
    return function () {
      var args = slice.call(arguments), cb = args.pop(), result;
      try { result = fn.apply(this, args); } catch (e) { return cb(e); }
      if (result && typeof result.then === 'function') {
        result.then(function (v) { cb(null, v); }, function (e) { cb(e instanceof Error ? e : new Error(e)); });
      } else { cb(null, result); }
    };
  };
  function consoler(name) {
    return function (fn) {
      fn.apply(null, slice.call(arguments, 1).concat(function (err) {
        if (err) { console.error(err); return; }
        slice.call(arguments, 1).forEach(function (v) { console[name](v); });
      }));
    };
  }
  async.log = consoler('log');
  async.dir = consoler('dir');
  async.nextTick = async.setImmediate = function (fn) { defer.apply(null, arguments); };
  async.noConflict = function () { return async; };
  return async;
})()
