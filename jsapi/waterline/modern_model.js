// The query methods of modern models.
(function (native, parts) {
  'use strict';
  const isFunction = parts.isFunction, make = parts.modernCall;

  // begun starts a call at once if it has a callback.
  function begun(call, cb, meta) {
    if (meta !== undefined) { call.meta(meta); }
    if (cb === undefined) { return call; }
    call.exec(pairs[call._method] && isFunction(cb) ? function (err, v) { if (err) { cb(err); } else { cb(undefined, v); } } : cb);
    return undefined;
  }

  // pairs are the methods whose callbacks get two arguments also without a result.
  const pairs = { findOne: true, updateOne: true, destroyOne: true, archiveOne: true, destroy: true };

  function reading(method) {
    return function (criteria, populates, cb, meta) {
      if (isFunction(criteria)) { return begun(make(method, this, method), criteria); }
      const call = make(method, this, method, criteria);
      if (isFunction(populates)) { return begun(call, populates, cb); }
      if (populates !== null && typeof populates === 'object') {
        for (const alias of Object.keys(populates)) { call.populate(alias, populates[alias]); }
      } else if (populates !== undefined && populates !== null) {
        call._populates = populates; // refused when the call starts
      }
      return begun(call, cb, meta);
    };
  }
  function creating(method) {
    return function (values, cb, meta) {
      if (isFunction(values)) { return begun(make('create', this, method), values, cb); }
      return begun(make('create', this, method, undefined, values), cb, meta);
    };
  }
  function changing(kind, method) {
    return function (criteria, values, cb, meta) {
      if (isFunction(criteria)) { return begun(make(kind, this, method), criteria); }
      const call = make(kind, this, method, criteria);
      if (isFunction(values)) { return begun(call, values, cb); }
      call._values = values;
      return begun(call, cb, meta);
    };
  }
  function byCriteria(kind, method) {
    return function (criteria, cb, meta) {
      if (isFunction(criteria)) { return begun(make(kind, this, method), criteria, cb); }
      return begun(make(kind, this, method, criteria), cb, meta);
    };
  }
  function summing(method) {
    return function (attribute, criteria, cb, meta) {
      if (isFunction(criteria)) { return begun(make('count', this, method, undefined, attribute), criteria, cb); }
      return begun(make('count', this, method, criteria, attribute), cb, meta);
    };
  }
  function collecting(method) {
    return function (targets, alias, members, cb, meta) {
      if (isFunction(members)) { return begun(make('members', this, method, undefined, { targets: targets, alias: alias }), members, cb); }
      return begun(make('members', this, method, undefined, { targets: targets, alias: alias, members: members }), cb, meta);
    };
  }

  parts.modernMethods = {
    find: reading('find'),
    findOne: reading('findOne'),
    create: creating('create'),
    createEach: creating('createEach'),
    findOrCreate: changing('update', 'findOrCreate'),
    update: changing('update', 'update'),
    updateOne: changing('update', 'updateOne'),
    destroy: byCriteria('destroy', 'destroy'),
    destroyOne: byCriteria('destroy', 'destroyOne'),
    archive: byCriteria('destroy', 'archive'),
    archiveOne: byCriteria('destroy', 'archiveOne'),
    count: byCriteria('count', 'count'),
    sum: summing('sum'),
    avg: summing('avg'),
    addToCollection: collecting('addToCollection'),
    removeFromCollection: collecting('removeFromCollection'),
    replaceCollection: collecting('replaceCollection'),
    stream: function (criteria, fn, cb, meta) {
      if (isFunction(criteria)) { cb = fn; fn = criteria; criteria = undefined; }
      const call = make('stream', this, 'stream', criteria);
      if (isFunction(fn)) { call.eachRecord(fn); }
      return begun(call, cb, meta);
    },
    query: function (sql, values, cb) {
      if (isFunction(values)) { cb = values; values = undefined; }
      return begun(make('plain', this, 'query', sql, values), cb);
    },
    // native is there for MongoDB, as in sails-hook-orm.
    native: function (cb) {
      console.warn('\n`.native()` is deprecated.  Please use `.getDatastore().manager` instead.\n(See http://sailsjs.com/upgrading)\n');
      if (!isFunction(cb)) { throw new Error(cb ? 'Invalid callback function provided when invoking .native().' : 'No callback function provided when invoking .native().'); }
      const db = parts.mongoOf(this);
      if (!db) {
        return cb(new Error('This model (`' + this.identity + '`) does not appear to be using the `sails-mongo` adapter, so the `.native()` method is not available.  (See http://sailsjs.com/docs/reference/waterline-orm/models/native)'));
      }
      return cb(undefined, db.collection(this.tableName));
    },
    describe: function (cb) { return begun(make('plain', this, 'describe'), cb); },
    drop: function (relations, cb) { return begun(make('plain', this, 'drop'), isFunction(relations) ? relations : cb); },
  };
})
