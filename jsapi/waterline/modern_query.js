// Calls of the methods of modern models that have not started yet.
(function (native, parts) {
  'use strict';
  const Promise = parts.Promise; // see promise.js
  const hide = parts.hide, isFunction = parts.isFunction;

  const clauses = ['where', 'limit', 'skip', 'sort', 'select', 'omit'];

  const help = '\n [?] See https://sailsjs.com/support for help.';

  function isObject(v) { return v !== null && typeof v === 'object'; }
  function isWhole(criteria) {
    return isObject(criteria) && !Array.isArray(criteria) && clauses.some(function (name) { return criteria[name] !== undefined; });
  }

  // Call is one call of a method: its arguments, and the chained clauses.
  function Call() {}
  function init(call, model, method, criteria, values) {
    call._model = model;
    call._method = method;
    call._criteria = criteria;
    call._values = values;
    call._clauses = undefined;
    call._populates = undefined;
    call._meta = undefined;
    call._handlers = undefined;
    call._limit = undefined;
    call._connection = undefined;
    call._promise = undefined;
    call._asyncSnapshot = native.asyncSnapshot();
    call._asked = native.traces ? new Error() : undefined;
    return call;
  }

  // trace gives an error the call stack of the query that failed, if it has none: it was made
  // when an answer came, and no code of the project was running then.
  function trace(err, asked) {
    if (!asked || !(err instanceof Error)) { return; }
    const placed = /\n    at [^\n]*:\d+:\d+\)?(?=\n|$)/g, own = String(err.stack), calls = asked.stack.match(placed);
    if (!calls || own.search(placed) >= 0) { return; }
    err.stack = own.split('\n    at ')[0] + calls.join('');
    native.traced(err, err.stack);
  }

  // criteriaOf returns the criteria with the chained clauses.
  function criteriaOf(call) {
    if (!call._clauses) { return call._criteria; }
    const given = call._criteria;
    const out = isWhole(given) ? Object.assign({}, given) : given === undefined ? {} : { where: given };
    return Object.assign(out, call._clauses);
  }

  // withCriteria returns the call with merged criteria: its own, and the chained
  // clauses.
  function withCriteria(call, method, criteria, values) {
    return {
      _model: call._model, _method: method, _criteria: criteria, _values: values, _meta: call._meta, _populates: call._populates,
      _connection: call._connection, _asyncSnapshot: call._asyncSnapshot,
    };
  }

  function start(call, cb) {
    if (!call._meta) { call._meta = undefined; }
    if (!call._populates) { call._populates = undefined; }
    native.run(call._clauses ? withCriteria(call, call._method, criteriaOf(call), call._values) : call, cb);
  }

  function matches(rule, err) {
    if (rule === undefined) { return true; }
    if (Array.isArray(rule)) { return rule.some(function (each) { return matches(each, err); }); }
    if (typeof rule === 'string') { return isObject(err) && err.code === rule; }
    return isObject(err) && Object.keys(rule).every(function (key) { return err[key] === rule[key]; });
  }

  // succeed calls back with exactly the values that there are, as Waterline 0.15 does:
  // async.waterfall passes on as many values as it gets.
  function succeed(cb, v, extra) {
    if (extra !== undefined) { cb(undefined, v, extra); } else if (v !== undefined) { cb(undefined, v); } else { cb(); }
  }

  // begin starts the call; errors pass through the chained handlers.
  function begin(call, cb) {
    let over = false, timer;
    function end(err, v, extra) {
      if (over) { return; }
      over = true;
      clearTimeout(timer);
      if (!err) { succeed(cb, v, extra); return; }
      trace(err, call._asked);
      const handler = (call._handlers || []).find(function (h) { return matches(h.rule, err); });
      if (!handler) { cb(err); return; }
      let out;
      try {
        out = handler.fn ? handler.fn(err) : undefined;
      } catch (thrown) {
        cb(parts.usage(undefined, 'Caught unexpected error in `.' + (handler.tolerate ? 'tolerate' : 'intercept') + '()` handler, which should not throw:\n' + (thrown && thrown.message || thrown) +
          '\nIf this was intentional, i.e. to communicate a signal to the caller, then\nplease just return the new or modified error you would like to use instead.\nThe value returned to `.' + (handler.tolerate ? 'tolerate' : 'intercept') + '()` will be used as the new Error.' + help));
        return;
      }
      function handled(value) {
        if (handler.tolerate) { succeed(cb, value); return; }
        if (value === undefined) {
          cb(parts.usage(undefined, '`.intercept()` handler returned `undefined`, but this should never happen.\nRegardless, here is a summary of the original underlying error:\n' + (err && err.message || err) + help));
          return;
        }
        cb(value instanceof Error ? value : parts.envelope(value));
      }
      if (out && isFunction(out.then)) { out.then(handled, cb); } else { handled(out); }
    }
    if (call._limit !== undefined) {
      timer = setTimeout(function () {
        const err = parts.coded('E_TIMEOUT', call._method + ' took longer than the ' + call._limit + ' ms that it was given');
        err.name = 'TimeoutError';
        end(err);
      }, call._limit);
    }
    call._start(end);
  }

  function handling(call, name, rule, fn) {
    if (fn === undefined && rule === undefined) {
      throw parts.usage(undefined, 'Invalid usage of `.' + name + '()`.  No handler function ' + (name === 'intercept' ? 'provided.' : 'was provided, and no\nnegotiation rule was provided either.  It would be unsafe to continue.\nIt is never a good idea to tolerate *ALL* errors a function might\nencounter, because doing so would make it easy to accidentally swallow\nreal problems or bugs.  So instead, please provide some way of narrowing\ndown the errors which you\'d like to tolerate, like `.tolerate(\'E_FOOBAR\')`.') + help);
    }
    if (fn === undefined && isFunction(rule)) { fn = rule; rule = undefined; }
    if (typeof fn === 'string') {
      const text = fn;
      fn = function () { return text; };
    }
    if (fn !== undefined && !isFunction(fn) || name === 'intercept' && fn === undefined) {
      throw parts.usage(undefined, 'Invalid usage of `.' + name + '()`.  No handler function provided.' + help);
    }
    if (rule !== undefined && typeof rule !== 'string' && !isObject(rule)) {
      throw parts.usage(undefined, '.' + name + '() takes a code, an object of members that the error has, or a list of these');
    }
    if (!call._handlers) { call._handlers = []; }
    call._handlers.push({ rule: rule, fn: fn, tolerate: name === 'tolerate' });
    return call;
  }

  const common = {
    _start: function (cb) {
      const call = this, run = parts.composedOf(call);
      if (run) { run(call, cb, function () { start(call, cb); }); } else { start(call, cb); }
    },
    exec: function (cb) {
      if (isObject(cb)) {
        throw parts.usage(undefined, 'Sorry, `.exec()` doesn\'t know how to handle {...} callbacks.\nPlease provide a callback function when calling .exec().\n|  If you passed in {...} on purpose as a "switchback" (dictionary of callbacks),\n|  then try calling .switch() intead of .exec().\n [?] See https://sailsjs.com/support for more help.');
      }
      if (!isFunction(cb)) { throw parts.usage(undefined, '.exec() needs a function(err, result)'); }
      begin(this, cb);
    },
    toPromise: function () {
      if (!this._promise) {
        const call = this;
        this._promise = new Promise(function (resolve, reject) {
          begin(call, function (err, v) { if (err) { reject(err.code === 'E_UNAVAILABLE' ? err : native.rejection(err)); } else { resolve(v); } });
        });
      }
      return this._promise;
    },
    then: function (resolved, refused) { return this.toPromise().then(resolved, refused); },
    catch: function (rule, refused) {
      if (arguments.length < 2) { return this.toPromise().catch(rule); }
      return this.toPromise().catch(function (err) {
        if (matches(rule, err)) { return refused(err); }
        throw err;
      });
    },
    finally: function (fn) { return this.toPromise().finally(fn); },
    log: function () {
      const method = this._method;
      begin(this, function (err, v) {
        console.log(err ? method + ' failed:' : method + ' gave:');
        console.log(err || v);
      });
    },
    now: function () { throw parts.usage(undefined, '.now() cannot wait for a database: use await'); },
    timeout: function (ms) { this._limit = ms; return this; },
    intercept: function (rule, fn) { return handling(this, 'intercept', rule, fn); },
    tolerate: function (rule, fn) { return handling(this, 'tolerate', rule, fn); },
    meta: function (data) {
      this._meta = data === undefined || isObject(data) ? Object.assign(this._meta || {}, data) : data;
      return this;
    },
    usingConnection: parts.usingConnection,
    // A query that was not awaited is null as JSON.
    toJSON: function () { return null; },
  };
  Object.keys(common).forEach(function (name) { hide(Call.prototype, name, common[name]); });

  function clause(name) {
    return function (v) {
      if (!this._clauses) { this._clauses = {}; }
      this._clauses[name] = v;
      return this;
    };
  }
  const chain = {
    where: clause('where'),
    limit: clause('limit'),
    skip: clause('skip'),
    sort: clause('sort'),
    select: clause('select'),
    omit: clause('omit'),
    paginate: function (page, size) {
      if (isObject(page)) { size = page.limit; page = page.page; }
      if (page === undefined) { page = 0; }
      if (size === undefined) { size = 30; }
      return this.skip(page * size).limit(size);
    },
    populate: function (alias, sub) {
      if (Array.isArray(alias)) {
        for (const each of alias) { this.populate(each, sub); }
        return this;
      }
      if (typeof alias !== 'string' || alias === '') {
        throw new Error('Invalid usage for `.populate()` -- first argument should be the name of an assocation.');
      }
      if (!this._populates) { this._populates = []; }
      this._populates.push([alias, sub]);
      return this;
    },
    populateAll: function (sub) {
      for (const a of this._model.associations) { this.populate(a.alias, sub); }
      return this;
    },
    set: function (values) { this._values = values; return this; },
    fetch: function () { return this.meta({ fetch: true }); },
    decrypt: function () { return this.meta({ decrypt: true }); },
    members: function (ids) { this._values.members = ids; return this; },
    eachRecord: function (fn) {
      this._each = { fn: fn, twice: this._each !== undefined };
      return this;
    },
    eachBatch: function (size, fn) {
      if (fn === undefined) { fn = size; size = undefined; }
      this._each = { fn: fn, batch: true, size: size, twice: this._each !== undefined };
      return this;
    },
  };
  ['sum', 'avg', 'min', 'max', 'groupBy'].forEach(function (name) { chain[name] = clause(name); });

  // kinds are the classes of calls, by the clauses that can be chained to them.
  function kind(names) {
    const made = Object.create(Call.prototype);
    names.forEach(function (name) { hide(made, name, chain[name]); });
    return made;
  }
  const reading = ['where', 'select', 'omit', 'populate', 'populateAll', 'decrypt'];
  const listing = reading.concat(['limit', 'skip', 'sort', 'paginate']);
  const kinds = {
    find: kind(listing.concat(['sum', 'avg', 'min', 'max', 'groupBy'])),
    findOne: kind(reading),
    create: kind(['set', 'fetch', 'decrypt']),
    update: kind(['where', 'set', 'fetch', 'decrypt']),
    destroy: kind(['where', 'fetch', 'decrypt']),
    count: kind(['where']),
    stream: kind(listing.concat(['eachRecord', 'eachBatch'])),
    members: kind(['members']),
    plain: kind([]),
  };

  // A stream reads in batches, and continues when its function has processed the
  // records.
  hide(kinds.stream, '_start', function (cb) {
    const call = this, each = this._each;
    const refuse = (code, details) => { native.later(cb, native.refusal(call._model, code, details, 'stream')); };
    if (!each || each.fn === undefined) {
      refuse('E_INVALID_STREAM_ITERATEE', 'Either `eachRecordFn` or `eachBatchFn` should be defined, but neither of them are.');
      return;
    }
    if (each.twice) {
      refuse('E_INVALID_STREAM_ITERATEE', 'An iteratee function should be passed in to `.stream()` via either `.eachRecord()` or `.eachBatch()` -- but never both.  Please set one or the other.');
      return;
    }
    const size = each.size !== undefined ? each.size : this._meta && this._meta.batchSize !== undefined ? this._meta.batchSize : 30;
    if (!Number.isSafeInteger(size) || size < 1) {
      refuse('E_INVALID_META', 'If provided, `batchSize` should be a whole, positive, safe, and natural integer.  Instead, got ' + native.inspect(size) + '.');
      return;
    }
    if (!isFunction(each.fn)) {
      refuse('E_INVALID_STREAM_ITERATEE', 'For `' + (each.batch ? 'eachBatchFn' : 'eachRecordFn') + '`, instead of a function, got: ' + native.inspect(each.fn));
      return;
    }
    const criteria = criteriaOf(this);
    const replaced = this._connection === undefined && (criteria === undefined || isObject(criteria)) && parts.replaced(this._model, ['find']);
    let read = 0, last;
    // found reads the next page with a find of the project, which need not know more than skip.
    function found(done) {
      const asked = isWhole(criteria) ? criteria : criteria === undefined ? {} : { where: criteria };
      const limit = asked.limit === undefined ? size : Math.min(size, asked.limit - read);
      if (limit <= 0) { done(undefined, []); return; }
      let query = call._model.find(Object.assign({ sort: call._model.primaryKey + ' ASC' }, asked, { skip: (asked.skip || 0) + read, limit: limit }));
      (call._populates || []).forEach(function (each) { query = query.populate(each[0], each[1]); });
      query.meta(call._meta).exec(done);
    }
    function fetch(done) {
      if (replaced) { found(done); return; }
      native.run(withCriteria(call, 'page', criteria, { read: read, last: last, size: size }), done);
    }
    function page() {
      fetch(function (err, records) {
        if (err) { cb(err); return; }
        read += records.length;
        if (records.length > 0) { last = records[records.length - 1][call._model.primaryKey]; }
        const whole = records.length < (replaced ? 1 : size);
        const given = each.batch ? (records.length > 0 ? [records] : []) : records;
        let i = 0;
        function next() {
          if (i < given.length) { one(each.fn, given[i++], function (err) { if (err) { cb(err); } else { next(); } }); return; }
          if (whole) { cb(); } else { page(); }
        }
        next();
      });
    }
    page();
  });

  // one calls fn(v[, proceed]) and then done, always asynchronously.
  function one(fn, v, done) {
    let called = false;
    function once(err) {
      if (called) { return; }
      called = true;
      native.later(done, err);
    }
    try {
      parts.call(fn, undefined, [v], once);
    } catch (err) {
      once(err || new Error('the function of the stream threw nothing'));
    }
  }

  parts.criteriaOf = criteriaOf;
  parts.withCriteria = withCriteria;
  parts.modernCall = function (kindName, model, method, criteria, values) {
    return init(Object.create(kinds[kindName]), model, method, criteria, values);
  };
})
