// The objects of models, the prototypes of their records, and how functions of
// models are called.
(function (native, parts) {
  'use strict';
  const hide = parts.hide, isFunction = parts.isFunction, callbackOf = parts.callbackOf;
  const Deferred = parts.Deferred, QueryPromise = parts.QueryPromise, RecordStream = parts.RecordStream;

  // begin starts a query at once when it has a callback.
  function begin(model, method, criteria, values, cb) {
    if (cb === undefined) { return new Deferred(model, method, criteria, values); }
    const fn = callbackOf(cb);
    if (!fn) { throw new TypeError(method + ': the last argument has to be a function(err, result)'); }
    native.run({ _model: model, _method: method, _criteria: criteria, _values: values, _direct: true }, fn);
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

  const counting = byCriteria('count');
  const methods = {
    find: byCriteria('find'),
    where: byCriteria('find'),
    findAll: byCriteria('findAll'),
    findOne: byCriteria('findOne'),
    // As in Sails, what is empty stands for all records here.
    count: function (criteria, options, cb) {
      if (!criteria && criteria !== false || Array.isArray(criteria) && !criteria.length) { criteria = undefined; }
      return counting.call(this, criteria, options, cb);
    },
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
    native: function (cb) {
      const db = parts.mongoOf(this);
      if (!db) { throw parts.coded('E_NOT_SUPPORTED', 'native of ' + this.globalId + ': the datastore "' + this.datastore + '" is no MongoDB database; use query for SQL'); }
      if (!isFunction(cb)) { throw new TypeError('native needs a function(err, collection)'); }
      native.later(cb, null, db.collection(this.tableName));
    },
    describe: function (cb) { return begin(this, 'describe', undefined, undefined, cb); },
    drop: function (relations, cb) {
      if (isFunction(relations)) { cb = relations; }
      return begin(this, 'drop', undefined, undefined, cb);
    },
    stream: function (criteria) { return new RecordStream(this, criteria); },
  };

  function hidden(methods) {
    const out = {};
    for (const name of Object.keys(methods)) { hide(out, name, methods[name]); }
    return out;
  }
  const shared = hidden(methods), modern = hidden(parts.modernMethods);

  // descriptions are properties of models that are made on the first read.
  const descriptions = {};
  ['_validator', '_model', '_instanceMethods', '_transformer', '_cast', '_schema', 'meta', 'pkFormat', 'syncable', 'schema', 'definition', 'associations', '_attributes', 'attributes'].forEach(function (name) {
    descriptions[name] = {
      configurable: true, enumerable: true,
      get: function () {
        const v = native.described(this, name);
        this[name] = v;
        return v;
      },
      set: function (v) { Object.defineProperty(this, name, { value: v, writable: true, configurable: true, enumerable: true }); }
    };
  });

  // Code reads mostly the name of the adapter of a model of Waterline 0.10 to 0.12; its
  // methods call the model.
  descriptions.adapter = {
    configurable: true, enumerable: false,
    get: function () { return { identity: this.identity, collection: this.tableName, query: this }; },
    set: function (v) { Object.defineProperty(this, 'adapter', { value: v, writable: true, configurable: true }); }
  };

  // The prototypes of model objects, by their kind.
  const kinds = { classic: parts.behind(shared), modern: parts.behind(modern) };
  function behind(model, kind) { return kinds[kind](model); }

  // mongo are functions of the adapter of MongoDB.
  descriptions.mongo = {
    configurable: true, enumerable: false,
    get: function () {
      const library = this.getDatastore()._library;
      return library && {
        objectId: function (id) {
          if (!id) { return null; }
          try { return new library.ObjectID(id); } catch (err) { return null; }
        },
      };
    },
    set: function (v) { Object.defineProperty(this, 'mongo', { value: v, writable: true, configurable: true }); },
  };

  // makeRecord builds the prototype of a model's records.
  function makeRecord(model, instanceMethods) {
    const proto = {};
    proto.constructor = function child(values) { return native.instance(model, values); };
    proto.constructor.prototype = proto;
    proto.toObject = native.toObject;
    proto.save = function (options, cb) {
      if (isFunction(options)) { cb = options; options = undefined; }
      return settle(model, 'save', this, cb, options);
    };
    proto.destroy = function (cb) { return settle(model, 'destroyRecord', this, cb); };
    ['_defineAssociations', '_normalizeAssociations', '_cast'].forEach(function (name) { proto[name] = function () {}; });
    proto.validate = function (cb) { return settle(model, 'validateRecord', this, cb); };
    proto.toJSON = native.toJSON;
    Object.assign(proto, instanceMethods);
    hide(proto, 'inspect', function () { return native.inspect(this.toObject()); });
    return proto;
  }
  function settle(model, method, record, cb, options) {
    const call = { _model: model, _method: method, _criteria: record, _values: method === 'save' ? options : record, _direct: true };
    if (isFunction(cb)) { native.run(call, cb); return undefined; }
    return new QueryPromise(function (resolve, reject) {
      native.run(call, function (err, v) { if (err) { reject(err); } else { resolve(v); } });
    });
  }

  // waitsForNext reports whether fn calls next itself: it has a parameter for next, or no
  // parameters but uses arguments.
  function waitsForNext(fn, given) {
    return fn.length > given || (fn.length === 0 && /\barguments\b|\.\.\.|\[native code\]/.test(Function.prototype.toString.call(fn)));
  }

  // call runs fn(…args, next). A function that cannot call next ends when it returns, or
  // when the promise that it returned settles; for other functions, a rejection is an
  // error.
  function call(fn, self, args, next) {
    const returned = fn.apply(self, args.concat(next));
    if (returned && isFunction(returned.then)) {
      returned.then(fn.length > args.length ? undefined : function () { next(); },
        function (err) { next(err || new Error('the promise was rejected without a reason')); });
    } else if (!waitsForNext(fn, args.length)) {
      next();
    }
  }

  parts.behind = behind;
  parts.descriptions = descriptions;
  parts.makeRecord = makeRecord;
  parts.call = call;
})
