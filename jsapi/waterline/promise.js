// Promises with the extra methods of classic releases, and work that starts
// when its result is requested.
(function (native, parts) {
  'use strict';

  // Promise is that of the engine: a project may have replaced the global one, by
  // bluebird for example, which no class can extend.
  const Promise = parts.Promise = (async function () {})().constructor;

  function hide(target, name, value) {
    Object.defineProperty(target, name, { value: value, writable: true, configurable: true, enumerable: false });
  }
  function isFunction(v) { return typeof v === 'function'; }

  // QueryPromise is a Promise with the extra methods of classic releases.
  class QueryPromise extends Promise {
    bind(self) {
      const before = this;
      const p = new BoundPromise(function (resolve, reject) { Promise.prototype.then.call(before, resolve, reject); });
      hide(p, '_self', self);
      return p;
    }
    // catch takes classes of errors, functions that test them and objects of members in
    // front of the function.
    catch() {
      const fn = arguments[arguments.length - 1];
      const filters = Array.prototype.slice.call(arguments, 0, -1);
      if (filters.length === 0) { return this.then(undefined, fn); }
      return this.then(undefined, function (err) {
        if (filters.some(function (f) { return matches(f, err); })) { return fn.call(this, err); }
        throw err;
      });
    }
    error(fn) { return this.then(undefined, fn); }
    spread(fn, refused) {
      return this.all().then(function (list) { return fn.apply(this, list); }, refused);
    }
    fail() { return this.catch.apply(this, arguments); }
    tap(fn) { return this.then(function (v) { return Promise.resolve(fn(v)).then(function () { return v; }); }); }
    map(fn) {
      return this.all().then(function (list) {
        return Promise.all(list.map(function (v, i) { return fn.call(this, v, i, list.length); }, this));
      });
    }
    mapSeries(fn) {
      return this.all().then(function (list) {
        const out = [];
        return list.reduce(function (before, v, i) {
          return before.then(function () { return fn(v, i, list.length); }).then(function (made) { out.push(made); });
        }, Promise.resolve()).then(function () { return out; });
      });
    }
    props() {
      return this.then(function (o) {
        const keys = Object.keys(o);
        return Promise.all(keys.map(function (k) { return o[k]; })).then(function (values) {
          const out = {};
          keys.forEach(function (k, i) { out[k] = values[i]; });
          return out;
        });
      });
    }
    race() { return this.then(function (list) { return Promise.race(list); }); }
    any() { return this.then(function (list) { return Promise.any(list); }); }
    some(n) {
      return this.then(function (list) {
        return new Promise(function (enough, tooFew) {
          const got = [], errors = [];
          if (n <= 0) { enough(got); }
          Array.prototype.forEach.call(list, function (v) {
            Promise.resolve(v).then(function (v) { if (got.push(v) === n) { enough(got); } },
              function (err) { if (errors.push(err) > list.length - n) { tooFew(err); } });
          });
        });
      });
    }
    reflect() {
      function inspection(ok, v) {
        return {
          isFulfilled: function () { return ok; }, isRejected: function () { return !ok; }, isPending: function () { return false; },
          value: function () { return v; }, reason: function () { return v; },
        };
      }
      return this.then(function (v) { return inspection(true, v); }, function (err) { return inspection(false, err); });
    }
    timeout(ms, text) {
      const promise = this;
      return new QueryPromise(function (resolve, reject) {
        const timer = setTimeout(function () {
          if (text instanceof Error) { return reject(text); }
          const err = new Error(typeof text === 'string' ? text : 'operation timed out');
          hide(err, 'name', 'TimeoutError');
          reject(err);
        }, ms);
        promise.then(function (v) { clearTimeout(timer); resolve(v); }, function (err) { clearTimeout(timer); reject(err); });
      });
    }
    each(fn) {
      return this.then(function (list) {
        return list.reduce(function (before, v, i) {
          return before.then(function () { return fn(v, i, list.length); });
        }, Promise.resolve()).then(function () { return list; });
      });
    }
    return(v) { return this.then(function () { return v; }); }
    asCallback(cb) {
      if (!isFunction(cb)) { return this; }
      this.then(function (v) { native.later(cb, null, v); }, function (e) { native.later(cb, e); });
      return this;
    }
    nodeify(cb) { return this.asCallback(cb); }
    filter(fn) {
      return this.then(function (list) {
        return Promise.all(list.map(function (v, i) { return fn(v, i, list.length); })).then(function (keep) {
          return list.filter(function (v, i) { return keep[i]; });
        });
      });
    }
    reduce(fn, first) {
      const seeded = arguments.length > 1;
      return this.then(function (list) {
        return list.slice(seeded ? 0 : 1).reduce(function (before, v, i) {
          return before.then(function (sum) { return fn(sum, v, seeded ? i : i + 1, list.length); });
        }, Promise.resolve(seeded ? first : list[0]));
      });
    }
    all() { return this.then(function (list) { return Promise.all(list); }); }
    get(name) { return this.then(function (v) { return v[name]; }); }
    call(name) {
      const args = Array.prototype.slice.call(arguments, 1);
      return this.then(function (v) { return v[name].apply(v, args); });
    }
    delay(ms) { return this.then(function (v) { return new Promise(function (done) { setTimeout(done, ms, v); }); }); }
    throw(err) { return this.then(function () { throw err; }); }
    thenThrow(err) { return this.throw(err); }
    done(resolved, refused) {
      this.then(resolved, refused).then(undefined, function (err) { native.later(function () { throw err; }); });
    }
  }
  // BoundPromise calls the functions of all later steps with one this.
  class BoundPromise extends QueryPromise {
    then(resolved, refused) {
      const self = this._self;
      function withSelf(fn) { return isFunction(fn) ? function (v) { return fn.call(self, v); } : fn; }
      const next = super.then(withSelf(resolved), withSelf(refused));
      hide(next, '_self', self);
      return next;
    }
  }
  // matches reports whether a filter of catch means an error.
  function matches(filter, err) {
    if (isFunction(filter)) {
      return filter === Error || filter.prototype instanceof Error ? err instanceof filter : !!filter(err);
    }
    return filter !== null && typeof filter === 'object' && err !== null && err !== undefined &&
      Object.keys(filter).every(function (k) { return err[k] === filter[k]; });
  }
  const extras = Object.getOwnPropertyNames(QueryPromise.prototype).filter(function (name) { return name !== 'constructor'; });
  extras.forEach(function (name) { hide(QueryPromise.prototype, name, QueryPromise.prototype[name]); });
  hide(QueryPromise.prototype, 'thenReturn', QueryPromise.prototype.return);
  hide(QueryPromise.prototype, 'caught', QueryPromise.prototype.catch);
  hide(QueryPromise.prototype, 'lastly', QueryPromise.prototype.finally);

  // Lazy is work that starts when its result is requested: _begin(cb). It runs
  // in the asynchronous context in which it was created.
  function Lazy() {}
  function usingConnection(connection) { this._connection = connection; return this; }
  function lazy(begin) {
    const d = new Lazy();
    hide(d, '_connection', undefined);
    hide(d, '_promise', undefined);
    hide(d, '_asyncSnapshot', native.asyncSnapshot());
    hide(d, '_begin', begin);
    hide(d, 'usingConnection', usingConnection);
    return d;
  }

  function callbackOf(cb) {
    if (isFunction(cb)) { return cb; }
    if (cb === null || typeof cb !== 'object') { return undefined; }
    return function (err, v) {
      if (!err) { return isFunction(cb.success) ? cb.success(v) : undefined; }
      const handler = isFunction(cb.error) ? cb.error : err.code === 'E_VALIDATION' ? cb.invalid : undefined;
      if (!isFunction(handler)) { throw err; }
      return handler(err);
    };
  }

  const results = {
    exec: function (cb) {
      const fn = callbackOf(cb);
      if (!fn) {
        native.warn('exec was called without a function(err, result): nothing was done');
        return;
      }
      this._begin(fn);
    },
    toPromise: function () {
      if (!this._promise) {
        const d = this;
        this._promise = new QueryPromise(function (resolve, reject) {
          d._begin(function (err, v) { if (err) { reject(err); } else { resolve(v); } });
        });
      }
      return this._promise;
    },
    then: function (resolved, refused) { return this.toPromise().then(resolved, refused); },
    catch: function () { const p = this.toPromise(); return p.catch.apply(p, arguments); },
    asCallback: function (cb) { if (isFunction(cb)) { this.exec(cb); return this; } return this.toPromise(); },
  };
  ['finally', 'thenReturn', 'caught', 'lastly'].concat(extras).forEach(function (name) {
    if (results[name]) { return; }
    results[name] = function () { const p = this.toPromise(); return p[name].apply(p, arguments); };
  });
  results.nodeify = results.asCallback;
  Object.keys(results).forEach(function (name) { hide(Lazy.prototype, name, results[name]); });

  Object.assign(parts, {
    hide: hide, isFunction: isFunction, QueryPromise: QueryPromise, Lazy: Lazy, lazy: lazy,
    callbackOf: callbackOf, usingConnection: usingConnection,
  });
})
