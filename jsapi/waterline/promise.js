// Promises with the extra methods of classic releases, and work that starts when its
// result is asked for.
(function (native, parts) {
  'use strict';

  function hide(target, name, value) {
    Object.defineProperty(target, name, { value: value, writable: true, configurable: true, enumerable: false });
  }
  function isFunction(v) { return typeof v === 'function'; }

  // QueryPromise is a Promise with the extra methods of classic releases.
  class QueryPromise extends Promise {
    spread(fn, refused) { return this.then(function (list) { return fn.apply(undefined, list); }, refused); }
    fail(fn) { return this.catch(fn); }
    tap(fn) { return this.then(function (v) { return Promise.resolve(fn(v)).then(function () { return v; }); }); }
    map(fn) { return this.then(function (list) { return Promise.all(list.map(function (v, i) { return fn(v, i, list.length); })); }); }
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
    done(resolved, refused) {
      this.then(resolved, refused).then(undefined, function (err) { native.later(function () { throw err; }); });
    }
  }
  const extras = Object.getOwnPropertyNames(QueryPromise.prototype).filter(function (name) { return name !== 'constructor'; });
  extras.forEach(function (name) { hide(QueryPromise.prototype, name, QueryPromise.prototype[name]); });
  hide(QueryPromise.prototype, 'thenReturn', QueryPromise.prototype.return);
  hide(QueryPromise.prototype, 'caught', QueryPromise.prototype.catch);
  hide(QueryPromise.prototype, 'lastly', QueryPromise.prototype.finally);

  // Lazy is work that starts when its result is asked for: _begin(cb). It runs in the
  // asynchronous context in which it was created.
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
      const handler = err.code === 'E_VALIDATION' && isFunction(cb.invalid) ? cb.invalid : cb.error;
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
    catch: function (refused) { return this.toPromise().catch(refused); },
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
