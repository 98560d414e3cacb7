// The part of the model API that is JavaScript: chains, promises, finders.
// It is given the native functions and returns the factories Go calls.
(function (native) {
  'use strict';

  function hide(target, name, value) {
    Object.defineProperty(target, name, { value: value, writable: true, configurable: true, enumerable: false });
  }
  function isFunction(v) { return typeof v === 'function'; }

  // QueryPromise is a Promise with the extras that classic code expects.
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
  }
  ['spread', 'fail', 'tap', 'map', 'each', 'return', 'asCallback', 'nodeify'].forEach(function (name) {
    hide(QueryPromise.prototype, name, QueryPromise.prototype[name]);
  });

  // Deferred is one call of a query method that has not started yet.
  function Deferred(model, method, criteria, values) {
    this._model = model;
    this._method = method;
    this._criteria = criteria;
    this._values = values;
    this._mods = undefined;
    this._promise = undefined;
  }
  const deferred = Deferred.prototype;

  function mods(d) { return d._mods || (d._mods = {}); }
  function push(d, name, v) {
    const m = mods(d);
    (m[name] || (m[name] = [])).push(v);
    return d;
  }
  function list(args) {
    return Array.prototype.concat.apply([], args);
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

  const chain = {
    where: function (criteria) { return criteria === undefined ? this : push(this, 'where', criteria); },
    limit: function (n) { mods(this).limit = n; return this; },
    skip: function (n) { mods(this).skip = n; return this; },
    sort: function (by) { return by === undefined ? this : push(this, 'sort', by); },
    paginate: function (options, size) {
      let page = options, limit = size;
      if (options !== null && typeof options === 'object') { page = options.page; limit = options.limit; }
      page = parseInt(page, 10) || 1;
      limit = parseInt(limit, 10) || 10;
      if (page < 1) { page = 1; }
      return this.skip((page - 1) * limit).limit(limit);
    },
    select: function () { mods(this).select = list(arguments); return this; },
    groupBy: function () { mods(this).groupBy = list(arguments); return this; },
    sum: function () { mods(this).sum = list(arguments); return this; },
    average: function () { mods(this).average = list(arguments); return this; },
    min: function () { mods(this).min = list(arguments); return this; },
    max: function () { mods(this).max = list(arguments); return this; },
    meta: function (data) { mods(this).meta = data; return this; },
    set: function (values) { this._values = values; return this; },
    populate: function (alias, sub) {
      if (Array.isArray(alias)) {
        for (const each of alias) { this.populate(each, sub); }
        return this;
      }
      if (typeof alias !== 'string') { return this; }
      if (!this._model.associations.some(function (a) { return a.alias === alias; })) {
        throw new Error('populate: the model ' + this._model.identity + ' has no association called "' + alias + '"');
      }
      return push(this, 'populate', [alias, sub]);
    },
    populateAll: function (sub) {
      for (const a of this._model.associations) { this.populate(a.alias, sub); }
      return this;
    },
    exec: function (cb) {
      const fn = callbackOf(cb);
      if (!fn) { throw new TypeError('exec needs a function(err, result), or use the promise that then() gives'); }
      this._model._run(this._method, this._criteria, this._values, this._mods, fn);
    },
    toPromise: function () {
      if (!this._promise) {
        const d = this;
        this._promise = new QueryPromise(function (resolve, reject) {
          d._model._run(d._method, d._criteria, d._values, d._mods, function (err, v) {
            if (err) { reject(err); } else { resolve(v); }
          });
        });
      }
      return this._promise;
    },
    then: function (resolved, refused) { return this.toPromise().then(resolved, refused); },
    catch: function (refused) { return this.toPromise().catch(refused); },
    fail: function (refused) { return this.toPromise().catch(refused); },
    finally: function (fn) { return this.toPromise().finally(fn); },
    spread: function (fn, refused) { return this.toPromise().spread(fn, refused); },
    tap: function (fn) { return this.toPromise().tap(fn); },
    map: function (fn) { return this.toPromise().map(fn); },
    each: function (fn) { return this.toPromise().each(fn); },
    asCallback: function (cb) { if (isFunction(cb)) { this.exec(cb); return this; } return this.toPromise(); },
  };
  chain.nodeify = chain.asCallback;
  Object.keys(chain).forEach(function (name) { hide(deferred, name, chain[name]); });

  // begin starts a query at once when it has a callback.
  function begin(model, method, criteria, values, cb) {
    if (cb === undefined) { return new Deferred(model, method, criteria, values); }
    const fn = callbackOf(cb);
    if (!fn) { throw new TypeError(method + ': the last argument has to be a function(err, result)'); }
    model._run(method, criteria, values, undefined, fn);
    return undefined;
  }

  function withOptions(d, options) {
    if (options === null || typeof options !== 'object') { return d; }
    ['where', 'limit', 'skip', 'sort', 'select', 'groupBy', 'sum', 'average', 'min', 'max'].forEach(function (name) {
      if (options[name] !== undefined) { d[name](options[name]); }
    });
    return d;
  }

  // byCriteria makes a method (criteria[, options][, callback]).
  function byCriteria(method) {
    return function (criteria, options, cb) {
      if (isFunction(criteria)) { return begin(this, method, undefined, undefined, criteria); }
      if (isFunction(options)) { return begin(this, method, criteria, undefined, options); }
      if (options === undefined || options === null) { return begin(this, method, criteria, undefined, cb); }
      const d = withOptions(new Deferred(this, method, criteria, undefined), options);
      return cb === undefined ? d : d.exec(cb);
    };
  }
  function withValues(method) {
    return function (values, cb) {
      if (isFunction(values)) { return begin(this, method, undefined, {}, values); }
      return begin(this, method, undefined, values, cb);
    };
  }
  function withBoth(method) {
    return function (criteria, values, cb) {
      if (isFunction(criteria)) { return begin(this, method, undefined, undefined, criteria); }
      if (isFunction(values)) { return begin(this, method, criteria, undefined, values); }
      return begin(this, method, criteria, values, cb);
    };
  }
  function likeCriteria(criteria, modifier) {
    const out = {};
    for (const key of Object.keys(criteria || {})) {
      out[key] = {};
      out[key][modifier] = criteria[key];
    }
    return out;
  }
  function byLike(method, modifier) {
    return function (criteria, options, cb) {
      return this[method](likeCriteria(criteria, modifier), options, cb);
    };
  }

  const methods = {
    find: byCriteria('find'),
    findAll: byCriteria('findAll'),
    findOne: byCriteria('findOne'),
    count: byCriteria('count'),
    destroy: byCriteria('destroy'),
    create: withValues('create'),
    createEach: withValues('createEach'),
    update: withBoth('update'),
    findOrCreate: withBoth('findOrCreate'),
    findOrCreateEach: withBoth('findOrCreateEach'),
    findLike: byLike('find', 'like'),
    findOneLike: byLike('findOne', 'like'),
    startsWith: byLike('find', 'startsWith'),
    endsWith: byLike('find', 'endsWith'),
    contains: byLike('find', 'contains'),
    validate: function (values, presentOnly, cb) {
      if (isFunction(presentOnly)) { cb = presentOnly; presentOnly = false; }
      return begin(this, presentOnly ? 'validatePresent' : 'validate', undefined, values, cb);
    },
    query: function (sql, values, cb) {
      if (isFunction(values)) { cb = values; values = undefined; }
      return begin(this, 'query', sql, values, cb);
    },
    stream: function (criteria) { return new RecordStream(this, criteria); },
  };

  // RecordStream reads the matching records and emits them one by one.
  class RecordStream {
    constructor(model, criteria) {
      hide(this, '_listeners', {});
      hide(this, '_stopped', false);
      native.later(() => {
        model.find(criteria).exec((err, records) => {
          if (err) { this.emit('error', err); return; }
          for (const record of records) {
            if (this._stopped) { break; }
            this.emit('data', record);
          }
          this.emit('end');
          this.emit('close');
        });
      });
    }
    on(event, fn) { (this._listeners[event] || (this._listeners[event] = [])).push(fn); return this; }
    addListener(event, fn) { return this.on(event, fn); }
    once(event, fn) {
      const stream = this;
      function only() { stream.removeListener(event, only); fn.apply(stream, arguments); }
      return this.on(event, only);
    }
    removeListener(event, fn) {
      this._listeners[event] = (this._listeners[event] || []).filter(function (l) { return l !== fn; });
      return this;
    }
    emit(event) {
      const waiting = this._listeners[event] || [];
      const args = Array.prototype.slice.call(arguments, 1);
      if (event === 'error' && waiting.length === 0) { throw args[0]; }
      for (const fn of waiting.slice()) { fn.apply(this, args); }
      return waiting.length > 0;
    }
    destroy() { this._stopped = true; return this; }
    pipe(to) {
      let before = '[';
      this.on('data', function (record) { to.write(before + JSON.stringify(record)); before = ','; });
      this.on('end', function () { to.end(before === '[' ? '[]' : ']'); });
      this.on('error', function (err) { if (isFunction(to.emit)) { to.emit('error', err); } });
      return to;
    }
  }

  function pair(key, value) {
    const out = {};
    out[key] = value;
    return out;
  }

  // finders puts findByName, nameContains and the like on target.
  function finders(target, names) {
    for (const name of names) {
      const Name = name.charAt(0).toUpperCase() + name.slice(1);
      ['find', 'findOne', 'count'].forEach(function (method) {
        const by = method + 'By' + Name;
        hide(target, by, function (value, options, cb) { return this[method](pair(name, value), options, cb); });
        hide(target, by + 'In', function (values, options, cb) { return this[method](pair(name, values), options, cb); });
        hide(target, by + 'Like', function (value, options, cb) { return this[method](pair(name, { like: value }), options, cb); });
      });
      ['startsWith', 'contains', 'endsWith'].forEach(function (modifier) {
        const suffix = modifier.charAt(0).toUpperCase() + modifier.slice(1);
        hide(target, name + suffix, function (value, options, cb) {
          return this.find(pair(name, pair(modifier, value)), options, cb);
        });
      });
    }
  }

  // makeModel builds the model object: the project's members as own
  // properties, functions bound to it, over the query methods.
  function makeModel(data, members, run, finderNames) {
    const proto = {};
    finders(proto, finderNames);
    for (const name of Object.keys(methods)) { hide(proto, name, methods[name]); }
    const model = Object.create(proto);
    hide(model, '_run', run);
    for (const name of Object.keys(methods)) { hide(model, name, methods[name].bind(model)); }
    for (const name of Object.keys(members || {})) {
      const v = members[name];
      const bound = isFunction(v) && Object.keys(v).length === 0 ? v.bind(model) : v;
      Object.defineProperty(model, name, { value: bound, writable: true, configurable: true, enumerable: true });
    }
    for (const name of Object.keys(data)) { model[name] = data[name]; }
    return model;
  }

  // makeRecord builds the prototype of a model's records.
  function makeRecord(model, instanceMethods, run) {
    function Record() {}
    const proto = Record.prototype;
    hide(proto, 'toObject', native.toObject);
    hide(proto, 'toJSON', native.toJSON);
    hide(proto, 'save', function (options, cb) {
      const fn = isFunction(options) ? options : cb;
      return settle(run, 'save', this, fn);
    });
    hide(proto, 'destroy', function (cb) { return settle(run, 'destroyRecord', this, cb); });
    hide(proto, 'validate', function (cb) { return settle(run, 'validate', this, cb); });
    for (const name of Object.keys(instanceMethods)) { hide(proto, name, instanceMethods[name]); }
    return proto;
  }
  function settle(run, method, record, cb) {
    if (isFunction(cb)) { run(method, record, record, undefined, cb); return undefined; }
    return new QueryPromise(function (resolve, reject) {
      run(method, record, record, undefined, function (err, v) { if (err) { reject(err); } else { resolve(v); } });
    });
  }

  // WLError has the members of the peer's error: some of its own, in a fixed
  // order, and the constants of its kind on the prototype.
  class WLError extends Error {
    toString() { return this.message; }
    inspect() { return this.message; }
    toJSON() {
      const out = { error: this.code, status: this.status, summary: this.reason };
      if (this.originalError) { out.raw = this.originalError; }
      if (this.invalidAttributes) {
        if (this.model) { out.model = this.model; }
        out.invalidAttributes = this.invalidAttributes;
      }
      return out;
    }
  }
  hide(WLError.prototype, 'code', 'E_UNKNOWN');
  hide(WLError.prototype, 'status', 500);
  hide(WLError.prototype, 'reason', 'Encountered an unexpected error');
  ['messages', 'rules', 'errors'].forEach(function (name) {
    Object.defineProperty(WLError.prototype, name, {
      configurable: true, enumerable: false,
      get: function () {
        if (!this.invalidAttributes) { return undefined; }
        const out = {};
        for (const attribute of Object.keys(this.invalidAttributes)) {
          out[attribute] = this.invalidAttributes[attribute].map(function (f) {
            return name === 'messages' ? f.message : name === 'rules' ? f.rule : f;
          });
        }
        return out;
      },
    });
  });
  ['keys', 'attributes'].forEach(function (name) {
    Object.defineProperty(WLError.prototype, name, {
      configurable: true, enumerable: false,
      get: function () { return this.invalidAttributes && Object.keys(this.invalidAttributes); },
    });
  });
  Object.defineProperty(WLError.prototype, 'ValidationError', {
    configurable: true, enumerable: false,
    get: function () { return this.invalidAttributes; },
    set: function (v) { hide(this, 'ValidationError', v); },
  });

  function describe(v) {
    return v instanceof Error || typeof v === 'string' ? String(v) : native.inspect(v);
  }

  // failure makes a WLError with the given own members, in order; original is
  // what it stands for, if that is something else.
  function failure(members, original) {
    if (original instanceof WLError) { return original; }
    const err = new WLError();
    const cause = new Error();
    delete err.stack;
    delete err.message;
    if (original !== undefined) {
      err.originalError = original;
      members.details = 'Details:  ' + describe(original) + '\n';
    }
    for (const name of Object.keys(members)) {
      if (members[name] === undefined) { continue; }
      if (name === 'reason' || name === 'details') { trace(err, cause); }
      own(err, name, members[name]);
    }
    own(err, 'message', '[Error (' + err.code + ') ' + err.reason + '] ' + err.details);
    own(err, 'stack', err.message + '\n' + err.rawStack);
    return err;
  }
  function own(target, name, value) {
    Object.defineProperty(target, name, { value: value, writable: true, configurable: true, enumerable: true });
  }
  function trace(err, cause) {
    if (err._e) { return; }
    own(err, '_e', cause);
    own(err, 'rawStack', String(cause.stack || '').replace(/^Error[\r\n]*\s*/, ''));
  }

  // waitsForNext tells whether fn says itself when it is done: it has a
  // parameter for next, or none at all but a way to reach it.
  function waitsForNext(fn, given) {
    return fn.length > given || (fn.length === 0 && /\barguments\b|\.\.\.|\[native code\]/.test(Function.prototype.toString.call(fn)));
  }

  // call runs fn(…args, next). A function that cannot call next is done when
  // it returns, or when the promise it returned settles; for one that can, a
  // rejection is an error.
  function call(fn, self, args, next) {
    const returned = fn.apply(self, args.concat(next));
    if (returned && isFunction(returned.then)) {
      returned.then(fn.length > args.length ? undefined : function () { next(); },
        function (err) { next(err || new Error('the promise was rejected without a reason')); });
    } else if (!waitsForNext(fn, args.length)) {
      next();
    }
  }

  return { makeModel: makeModel, makeRecord: makeRecord, failure: failure, call: call };
})
