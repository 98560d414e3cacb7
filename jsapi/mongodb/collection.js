// The collections and databases of the driver of MongoDB for Node 2.2.
(function (native, parts) {
  'use strict';
  const MongoError = parts.MongoError, Cursor = parts.Cursor, AggregationCursor = parts.AggregationCursor, answer = parts.answer, order = parts.order, isFunction = parts.isFunction;
  const ObjectID = parts.bson.ObjectID;

  // findOptions are the options of find; an object with none of them is a projection.
  const findOptions = new Set(['limit', 'sort', 'fields', 'projection', 'skip', 'hint', 'explain', 'snapshot', 'timeout', 'tailable', 'tailableRetryInterval', 'numberOfRetries',
    'awaitdata', 'awaitData', 'oplogReplay', 'exhaust', 'batchSize', 'returnKey', 'maxScan', 'min', 'max', 'showDiskLoc', 'comment', 'raw', 'readPreference', 'partial', 'read',
    'dbName', 'maxTimeMS', 'collation']);
  // most is the number of documents in one command.
  const most = 1000;

  // cut separates the callback at the end of arguments from the others.
  function cut(args) {
    const list = Array.prototype.slice.call(args);
    let cb;
    while (list.length > 0 && list[list.length - 1] === undefined) { list.pop(); }
    if (isFunction(list[list.length - 1])) { cb = list.pop(); }
    return { list: list, cb: cb };
  }

  // method makes a method (…arguments[, callback]): work gets them and done.
  function method(work) {
    return function () {
      const given = cut(arguments), self = this;
      return answer(given.cb, function (done) { work.apply(self, [done].concat(given.list)); });
    };
  }

  function writeError(e) { return Object.assign(new MongoError(e.errmsg), { driver: true, index: e.index, code: e.code, errmsg: e.errmsg }); }

  // projectionOf reads what names the members of results.
  function projectionOf(fields) {
    if (!Array.isArray(fields)) { return fields; }
    const out = {};
    for (const name of fields) { out[name] = 1; }
    return out;
  }

  // selectorOf is a condition; a key alone is one for it.
  function selectorOf(selector) {
    if (selector === undefined || selector === null) { return {}; }
    return selector._bsontype === 'ObjectID' ? { _id: selector } : selector;
  }

  function isEmpty(o) { return Object.keys(o).length === 0; }

  function Collection(db, name) {
    Object.defineProperty(this, 's', { value: { db: db, name: name, dbName: db.databaseName, namespace: db.databaseName + '.' + name } });
  }
  const hidden = {
    _run: function (command, done, pick) {
      native.command(this.s.dbName, command, function (err, r) { if (err) { done(err); } else { done(null, pick ? pick(r) : r); } });
    },
    // _write runs a command that writes; the first error of a write is that of the command.
    _write: function (command, options, done, pick) {
      const o = options || {};
      if (o.w !== undefined || o.j !== undefined || o.wtimeout !== undefined) {
        command.writeConcern = {};
        for (const key of ['w', 'j', 'wtimeout']) { if (o[key] !== undefined) { command.writeConcern[key] = o[key]; } }
      }
      if (o.bypassDocumentValidation) { command.bypassDocumentValidation = true; }
      this._run(command, function (err, r) {
        if (err) { return done(err); }
        if (r.writeErrors && r.writeErrors.length > 0) { return done(writeError(r.writeErrors[0]), r); }
        if (r.writeConcernError) { return done(Object.assign(new MongoError(r.writeConcernError.errmsg), r.writeConcernError)); }
        done(null, pick(r));
      });
    },
    _insert: function (docs, options, done) {
      for (const doc of docs) { if (doc._id === undefined || doc._id === null) { doc._id = new ObjectID(); } }
      const ordered = !(options && options.ordered === false);
      let n = 0, from = 0, first;
      const next = () => {
        if (from >= docs.length) { return first ? done(first) : done(null, n); }
        const part = docs.slice(from, from + most);
        from += most;
        this._write({ insert: this.s.name, documents: part, ordered: ordered }, options, function (err, r) {
          if (err) { if (ordered || !r) { return done(err); } first = first || err; }
          n += r.n;
          next();
        }, function (r) { return r; });
      };
      next();
    },
    _update: function (selector, update, multi, options, done, pick) {
      const statement = { q: selectorOf(selector), u: update, upsert: !!(options && options.upsert), multi: multi };
      if (options && options.collation) { statement.collation = options.collation; }
      if (options && options.arrayFilters) { statement.arrayFilters = options.arrayFilters; }
      this._write({ update: this.s.name, updates: [statement], ordered: true }, options, done, pick);
    },
    _delete: function (selector, limit, options, done, pick) {
      const statement = { q: selectorOf(selector), limit: limit };
      if (options && options.collation) { statement.collation = options.collation; }
      this._write({ delete: this.s.name, deletes: [statement], ordered: true }, options, done, pick);
    },
    _modify: function (command, options, done) {
      const o = options || {};
      const fields = o.projection || o.fields;
      if (fields) { command.fields = projectionOf(fields); }
      for (const key of ['maxTimeMS', 'collation', 'arrayFilters']) { if (o[key] !== undefined) { command[key] = o[key]; } }
      this._write(command, o, done, function (r) {
        if (r.value === undefined) { r.value = null; }
        return o.includeResultMetadata === false ? r.value : r;
      });
    },
  };
  for (const key of Object.keys(hidden)) { Object.defineProperty(Collection.prototype, key, { value: hidden[key] }); }
  Object.defineProperty(Collection.prototype, 'collectionName', { enumerable: true, get: function () { return this.s.name; } });
  Object.defineProperty(Collection.prototype, 'namespace', { enumerable: true, get: function () { return this.s.namespace; } });

  // report makes the result of a command that writes.
  function report(r, more) {
    const result = { n: r.n };
    if (r.upserted !== undefined) { result.upserted = r.upserted; }
    if (r.nModified !== undefined) { result.nModified = r.nModified; }
    result.ok = 1;
    const out = { result: result };
    Object.defineProperty(out, 'toJSON', { value: function () { return this.result; } });
    Object.defineProperty(out, 'acknowledged', { value: true });
    return Object.assign(out, more);
  }
  function changed(r) {
    const upserted = Array.isArray(r.upserted) && r.upserted.length > 0 ? r.upserted : undefined;
    return report(r, {
      modifiedCount: r.nModified === undefined ? r.n : r.nModified, upsertedId: upserted ? upserted[0] : null,
      upsertedCount: upserted ? upserted.length : 0, matchedCount: upserted ? 0 : r.n,
    });
  }
  function inserted(docs) {
    return { result: { ok: 1, n: docs.length }, ops: docs, insertedCount: docs.length, insertedIds: docs.map(function (d) { return d._id; }) };
  }
  function needsDocuments(docs) {
    if (!Array.isArray(docs)) { throw MongoError.create({ message: 'docs parameter must be an array of documents', driver: true }); }
  }
  // indexOf reads the keys of an index: its name and its order.
  function indexOf(spec, options) {
    const key = {};
    const add = function (part) {
      if (typeof part === 'string') { key[part] = 1; return; }
      if (Array.isArray(part)) { key[part[0]] = part[1] === undefined ? 1 : part[1]; return; }
      for (const name of Object.keys(part)) { key[name] = part[name]; }
    };
    if (Array.isArray(spec)) { spec.forEach(add); } else { add(spec); }
    const o = Object.assign({}, options);
    for (const name of ['w', 'j', 'wtimeout', 'dropDups']) { delete o[name]; }
    const name = o.name || Object.keys(key).map(function (k) { return k + '_' + key[k]; }).join('_');
    return Object.assign({ key: key }, o, { name: name });
  }
  function createIndex(done, spec, options) {
    const index = indexOf(spec, options);
    this._run({ createIndexes: this.s.name, indexes: [index] }, done, function () { return index.name; });
  }
  function countWith(done, query, options) {
    const o = options || {}, command = { count: this.s.name, query: query || {} };
    for (const key of ['limit', 'skip', 'hint', 'maxTimeMS', 'collation']) { if (o[key] !== undefined) { command[key] = o[key]; } }
    this._run(command, done, function (r) { return r.n; });
  }
  function findAndModify(done, query, sort, update, options) {
    const o = options || {};
    const command = { findAndModify: this.s.name, query: query || {} };
    const by = order(sort);
    if (by && !isEmpty(by)) { command.sort = by; }
    if (o.remove) { command.remove = true; } else {
      command.update = update; command.new = !!o.new; command.upsert = !!o.upsert;
    }
    this._modify(command, o, done);
  }
  function findOneAnd(remove) {
    return function (done, filter, update, options) {
      const o = (remove ? update : options) || {};
      if (filter === undefined || filter === null || typeof filter !== 'object') { throw new Error('filter parameter must be an object'); }
      if (!remove && (update === undefined || update === null || typeof update !== 'object')) { throw new Error('update parameter must be an object'); }
      findAndModify.call(this, done, filter, o.sort, update, Object.assign({}, o, {
        remove: remove, new: o.returnDocument === undefined ? o.returnOriginal === false : o.returnDocument === 'after',
      }));
    };
  }
  function cursorOf(collection, args) {
    let selector = args[0], fields = args[1], options = {};
    if (args.length === 2 && fields !== undefined && fields !== null && !Array.isArray(fields) && Object.keys(fields).some(function (k) { return findOptions.has(k); })) {
      options = fields;
      fields = undefined;
    } else if (args.length === 3 && args[2] !== null && typeof args[2] === 'object') { options = args[2]; }
    const command = { find: collection.s.name, filter: selectorOf(selector) };
    fields = fields || options.projection || options.fields;
    if (fields) { fields = projectionOf(fields); if (!isEmpty(fields)) { command.projection = fields; } }
    const cursor = new Cursor(collection.s.dbName, command);
    if (options.sort !== undefined) { cursor.sort(options.sort); }
    for (const key of ['skip', 'limit', 'batchSize']) { if (typeof options[key] === 'number') { cursor[key](options[key]); } }
    if (args.length > 2 && typeof args[2] === 'number') { cursor.skip(args[2]); }
    if (args.length > 3 && typeof args[3] === 'number') { cursor.limit(args[3]); }
    for (const key of ['hint', 'comment', 'maxTimeMS', 'min', 'max', 'returnKey', 'collation']) { if (options[key] !== undefined) { command[key] = options[key]; } }
    return cursor;
  }

  const methods = {
    find: function () {
      const given = cut(arguments);
      const cursor = cursorOf(this, given.list);
      if (given.cb) { native.later(function () { given.cb(null, cursor); }); return undefined; }
      return cursor;
    },
    findOne: function () {
      const given = cut(arguments);
      const cursor = cursorOf(this, given.list);
      return answer(given.cb, function (done) { cursor.limit(-1).next(done); });
    },
    insert: method(function (done, docs, options) {
      const list = Array.isArray(docs) ? docs : [docs];
      this._insert(list, options, function (err) { if (err) { done(err); } else { done(null, inserted(list)); } });
    }),
    insertMany: method(function (done, docs, options) {
      needsDocuments(docs);
      this._insert(docs, options, function (err) { if (err) { done(err); } else { done(null, Object.defineProperty(inserted(docs), 'acknowledged', { value: true })); } });
    }),
    insertOne: method(function (done, doc, options) {
      if (Array.isArray(doc)) { throw MongoError.create({ message: 'doc parameter must be an object', driver: true }); }
      this._insert([doc], options, function (err, n) { if (err) { done(err); } else { done(null, report({ n: n }, { ops: [doc], insertedCount: n, insertedId: doc._id })); } });
    }),
    update: method(function (done, selector, doc, options) { this._update(selector, doc, !!(options && options.multi), options, done, report); }),
    updateOne: method(function (done, selector, doc, options) { this._update(selector, doc, false, options, done, changed); }),
    updateMany: method(function (done, selector, doc, options) { this._update(selector, doc, true, options, done, changed); }),
    replaceOne: method(function (done, selector, doc, options) {
      this._update(selector, doc, false, options, done, function (r) { return Object.assign(changed(r), { ops: [doc] }); });
    }),
    save: method(function (done, doc, options) {
      if (doc._id !== undefined && doc._id !== null) { return this._update({ _id: doc._id }, doc, false, Object.assign({}, options, { upsert: true }), done, report); }
      this._insert([doc], options, function (err, n) { if (err) { done(err); } else { done(null, report({ n: n }, { ops: [doc] })); } });
    }),
    remove: method(function (done, selector, options) { this._delete(selector, options && options.single ? 1 : 0, options, done, report); }),
    deleteOne: method(function (done, selector, options) { this._delete(selector, 1, options, done, function (r) { return report(r, { deletedCount: r.n }); }); }),
    deleteMany: method(function (done, selector, options) { this._delete(selector, 0, options, done, function (r) { return report(r, { deletedCount: r.n }); }); }),
    findAndModify: method(findAndModify),
    findAndRemove: method(function (done, query, sort, options) { findAndModify.call(this, done, query, sort, undefined, Object.assign({}, options, { remove: true })); }),
    findOneAndUpdate: method(findOneAnd(false)),
    findOneAndReplace: method(findOneAnd(false)),
    findOneAndDelete: method(findOneAnd(true)),
    count: method(countWith),
    countDocuments: method(countWith),
    estimatedDocumentCount: method(function (done, options) { countWith.call(this, done, {}, options); }),
    distinct: method(function (done, key, query, options) { this._run(Object.assign({ distinct: this.s.name, key: key, query: query || {} }, options && options.maxTimeMS !== undefined ? { maxTimeMS: options.maxTimeMS } : {}), done, function (r) { return r.values; }); }),
    aggregate: function () {
      const given = cut(arguments);
      let pipeline = given.list, options = {};
      if (Array.isArray(pipeline[0])) { options = pipeline[1] || {}; pipeline = pipeline[0]; } else {
        const last = pipeline[pipeline.length - 1];
        if (last && Object.keys(last).some(function (k) { return k === 'readPreference' || k === 'explain' || k === 'cursor' || k === 'out' || k === 'allowDiskUse' || k === 'maxTimeMS'; })) { options = pipeline.pop(); }
      }
      const command = { aggregate: this.s.name, pipeline: pipeline.slice(), cursor: {} };
      if (options.cursor && typeof options.cursor.batchSize === 'number') { command.cursor.batchSize = options.cursor.batchSize; }
      for (const key of ['allowDiskUse', 'maxTimeMS', 'collation', 'hint', 'comment', 'bypassDocumentValidation']) { if (options[key] !== undefined) { command[key] = options[key]; } }
      if (options.explain) {
        delete command.cursor;
        command.explain = true;
        return answer(given.cb, (done) => { this._run(command, done); });
      }
      const cursor = new AggregationCursor(this.s.dbName, command);
      if (!given.cb) { return cursor; }
      if (options.cursor) { native.later(function () { given.cb(null, cursor); }); return undefined; }
      return cursor.toArray(given.cb);
    },
    createIndex: method(createIndex),
    ensureIndex: method(createIndex),
    createIndexes: method(function (done, list) { this._run({ createIndexes: this.s.name, indexes: list.map(function (each) { return indexOf(each.key, each); }) }, done); }),
    listIndexes: function () { return new Cursor(this.s.dbName, { listIndexes: this.s.name, cursor: {} }); },
    indexes: method(function (done) { this.listIndexes().toArray(done); }),
    indexInformation: method(function (done, options) {
      this.listIndexes().toArray(function (err, list) {
        if (err || options && options.full) { return done(err, list); }
        const out = {};
        for (const index of list) { out[index.name] = Object.keys(index.key).map(function (k) { return [k, index.key[k]]; }); }
        done(null, out);
      });
    }),
    indexExists: method(function (done, names) {
      this.listIndexes().toArray(function (err, list) {
        if (err) { return done(err); }
        const have = new Set(list.map(function (index) { return index.name; }));
        done(null, (Array.isArray(names) ? names : [names]).every(function (name) { return have.has(name); }));
      });
    }),
    dropIndex: method(function (done, name) { this._run({ dropIndexes: this.s.name, index: name }, done); }),
    dropIndexes: method(function (done) { this._run({ dropIndexes: this.s.name, index: '*' }, done, function () { return true; }); }),
    drop: method(function (done) { this._run({ drop: this.s.name }, done, function () { return true; }); }),
    rename: method(function (done, name, options) {
      const db = this.s.db;
      native.command('admin', { renameCollection: this.s.namespace, to: this.s.dbName + '.' + name, dropTarget: !!(options && options.dropTarget) }, function (err) {
        if (err) { done(err); } else { done(null, db.collection(name)); }
      });
    }),
    stats: method(function (done, options) { this._run(Object.assign({ collStats: this.s.name }, options && options.scale ? { scale: options.scale } : {}), done); }),
    options: method(function (done) { this.s.db.listCollections({ name: this.s.name }).next(function (err, v) { if (err) { done(err); } else { done(null, (v && v.options) || null); } }); }),
    isCapped: method(function (done) { this.options(function (err, o) { if (err) { done(err); } else { done(null, !!(o && o.capped)); } }); }),
    bulkWrite: method(function (done, operations, options) {
      if (!Array.isArray(operations)) { throw MongoError.create({ message: 'operations must be an array of documents', driver: true }); }
      bulk(this, operations, options || {}, done);
    }),
    initializeOrderedBulkOp: function (options) { return new Bulk(this, Object.assign({}, options, { ordered: true })); },
    initializeUnorderedBulkOp: function (options) { return new Bulk(this, Object.assign({}, options, { ordered: false })); },
  };
  for (const name of Object.keys(methods)) { Object.defineProperty(Collection.prototype, name, { value: methods[name], writable: true, configurable: true }); }

  // bulk runs writes of several kinds, one after the other.
  function bulk(collection, operations, options, done) {
    const r = { ok: 1, nInserted: 0, nUpserted: 0, nMatched: 0, nModified: 0, nRemoved: 0, insertedCount: 0, matchedCount: 0, modifiedCount: 0, deletedCount: 0, upsertedCount: 0, upsertedIds: {}, insertedIds: {}, n: 0 };
    const errors = [];
    let at = -1;
    const hide = function (name, v) { Object.defineProperty(r, name, { value: v }); };
    hide('getInsertedIds', function () { return Object.keys(r.insertedIds).map(function (i) { return { index: Number(i), _id: r.insertedIds[i] }; }); });
    hide('getUpsertedIds', function () { return Object.keys(r.upsertedIds).map(function (i) { return { index: Number(i), _id: r.upsertedIds[i] }; }); });
    hide('hasWriteErrors', function () { return errors.length > 0; });
    hide('getWriteErrors', function () { return errors; });
    hide('getWriteErrorCount', function () { return errors.length; });
    hide('getWriteErrorAt', function (i) { return errors[i] || null; });
    hide('isOk', function () { return r.ok === 1; });
    const end = function () {
      if (errors.length === 0) { return done(null, r); }
      const first = errors[0];
      const err = Object.assign(new MongoError(first.errmsg), { driver: true, code: first.code, index: first.index, errmsg: first.errmsg });
      Object.defineProperty(err, 'result', { value: r });
      done(err);
    };
    const next = function () {
      at++;
      if (at >= operations.length) { return end(); }
      const op = operations[at], kind = Object.keys(op)[0], o = op[kind];
      const wrote = function (err, w) {
        if (err) {
          if (err.code === undefined) { return done(err); }
          errors.push({ index: at, code: err.code, errmsg: err.errmsg || err.message });
          return options.ordered === false ? next() : end();
        }
        switch (kind) {
          case 'insertOne': r.nInserted++; r.insertedCount++; r.n++; r.insertedIds[at] = w.insertedId; break;
          case 'deleteOne': case 'deleteMany': r.nRemoved += w.deletedCount; r.deletedCount += w.deletedCount; break;
          default:
            r.nMatched += w.matchedCount; r.matchedCount += w.matchedCount; r.nModified += w.modifiedCount; r.modifiedCount += w.modifiedCount;
            if (w.upsertedId) { r.nUpserted++; r.upsertedCount++; r.upsertedIds[at] = w.upsertedId._id; }
        }
        next();
      };
      const concern = { w: options.w, j: options.j, wtimeout: options.wtimeout };
      switch (kind) {
        case 'insertOne': collection.insertOne(o.document || o, concern, wrote); break;
        case 'updateOne': case 'updateMany': collection[kind](o.filter || o.q, o.update || o.u, Object.assign({ upsert: o.upsert, collation: o.collation, arrayFilters: o.arrayFilters }, concern), wrote); break;
        case 'replaceOne': collection.replaceOne(o.filter, o.replacement, Object.assign({ upsert: o.upsert }, concern), wrote); break;
        case 'deleteOne': case 'deleteMany': collection[kind](o.filter || o.q, concern, wrote); break;
        default: done(new MongoError('bulkWrite only supports insertOne, insertMany, updateOne, updateMany, deleteOne, deleteMany'));
      }
    };
    next();
  }

  // Bulk collects writes for execute.
  class Bulk {
    constructor(collection, options) { Object.defineProperties(this, { _collection: { value: collection }, _options: { value: options }, _list: { value: [] } }); }
    get length() { return this._list.length; }
    insert(doc) { this._list.push({ insertOne: { document: doc } }); return this; }
    raw(op) { this._list.push(op); return this; }
    find(selector) {
      const self = this;
      let upsert = false;
      const add = function (kind, o) { self._list.push({ [kind]: Object.assign({ filter: selector, upsert: upsert }, o) }); return self; };
      return {
        upsert: function () { upsert = true; return this; },
        update: function (doc) { return add('updateMany', { update: doc }); },
        updateOne: function (doc) { return add('updateOne', { update: doc }); },
        replaceOne: function (doc) { return add('replaceOne', { replacement: doc }); },
        remove: function () { return add('deleteMany'); },
        delete: function () { return add('deleteMany'); },
        removeOne: function () { return add('deleteOne'); },
        deleteOne: function () { return add('deleteOne'); },
      };
    }
    execute(options, cb) {
      if (isFunction(options)) { cb = options; }
      return answer(cb, (done) => {
        if (this._list.length === 0) { return done(MongoError.create({ message: 'Invalid Operation, No operations in bulk', driver: true })); }
        bulk(this._collection, this._list, this._options, done);
      });
    }
  }

  function Db(name) { Object.defineProperty(this, 'databaseName', { value: name, enumerable: true }); }
  const ofDb = {
    collection: function (name, options, cb) {
      if (typeof name !== 'string') { throw MongoError.create({ message: 'collection name must be a String', driver: true }); }
      if (name === '') { throw MongoError.create({ message: 'collection names cannot be empty', driver: true }); }
      if (isFunction(options)) { cb = options; }
      const c = new Collection(this, name);
      if (isFunction(cb)) { native.later(function () { cb(null, c); }); }
      return c;
    },
    db: function (name) { return new Db(name); },
    command: method(function (done, command) { native.command(this.databaseName, command, done); }),
    executeDbAdminCommand: method(function (done, command) { native.command('admin', command, done); }),
    listCollections: function (filter) { return new Cursor(this.databaseName, { listCollections: 1, filter: filter || {}, cursor: {} }); },
    collections: method(function (done) {
      this.listCollections().toArray((err, list) => {
        if (err) { done(err); } else { done(null, list.filter(function (c) { return c.name.indexOf('$') < 0; }).map((c) => this.collection(c.name))); }
      });
    }),
    createCollection: method(function (done, name, options) {
      native.command(this.databaseName, Object.assign({ create: name }, options), (err) => {
        if (err && err.code !== 48) { done(err); } else { done(null, this.collection(name)); }
      });
    }),
    dropCollection: method(function (done, name) { this.collection(name).drop(done); }),
    renameCollection: method(function (done, from, to, options) { this.collection(from).rename(to, options || {}, done); }),
    createIndex: method(function (done, name, spec, options) { this.collection(name).createIndex(spec, options || {}, done); }),
    ensureIndex: method(function (done, name, spec, options) { this.collection(name).createIndex(spec, options || {}, done); }),
    indexInformation: method(function (done, name, options) { this.collection(name).indexInformation(options || {}, done); }),
    dropDatabase: method(function (done) { native.command(this.databaseName, { dropDatabase: 1 }, function (err) { if (err) { done(err); } else { done(null, true); } }); }),
    stats: method(function (done, options) { native.command(this.databaseName, Object.assign({ dbStats: 1 }, options), done); }),
    admin: function () {
      const admin = new Db('admin');
      return Object.assign(admin, {
        ping: method(function (done) { admin.command({ ping: 1 }, done); }),
        serverStatus: method(function (done) { admin.command({ serverStatus: 1 }, done); }),
        serverInfo: method(function (done) { admin.command({ buildInfo: 1 }, done); }),
        buildInfo: method(function (done) { admin.command({ buildInfo: 1 }, done); }),
        listDatabases: method(function (done) { admin.command({ listDatabases: 1 }, done); }),
      });
    },
    close: function () { throw new MongoError('close: the connections belong to the server, which closes them when it stops'); },
  };
  for (const name of Object.keys(ofDb)) { Object.defineProperty(Db.prototype, name, { value: ofDb[name], writable: true, configurable: true }); }

  function MongoClient() { throw absent('MongoClient'); }
  function absent(what) {
    return new MongoError(what + ' is not there: the server talks to MongoDB by itself. Use Model.native or getDatastore().manager, or install the package mongodb');
  }
  MongoClient.connect = function () { return answer(cut(arguments).cb, function (done) { native.later(function () { done(absent('MongoClient')); }); }); };

  parts.exports = Object.assign({}, parts.bson, { MongoError: MongoError, MongoClient: MongoClient, Db: Db, Collection: Collection, Cursor: Cursor, AggregationCursor: AggregationCursor, connect: MongoClient.connect });
  parts.makeDb = function (name) { return new Db(name); };
})
