// The cursors of the driver of MongoDB for Node 2.2.
(function (native, parts) {
  'use strict';

  const isFunction = function (v) { return typeof v === 'function'; };

  class MongoError extends Error {
    constructor(message) {
      super(message);
      this.name = 'MongoError';
      this.message = message;
    }
    static create(options) {
      if (options instanceof Error) { return options; }
      if (typeof options === 'string') { return new MongoError(options); }
      return Object.assign(new MongoError(options.message || options.errmsg || 'n/a'), options);
    }
  }
  // refused makes the error for a command that the server has refused.
  parts.refused = function (message, code, codeName) { return MongoError.create({ ok: 0, errmsg: message, code: code, codeName: codeName }); };

  // answer runs start(done), and gives its result to a callback, or else to a promise.
  function answer(cb, start) {
    if (isFunction(cb)) { start(cb); return undefined; }
    return new Promise(function (resolve, reject) {
      start(function (err, v) { if (err) { reject(err); } else { resolve(v); } });
    });
  }

  // order reads an order in all forms of the driver.
  function order(keys, direction) {
    const out = {};
    const side = function (v) {
      if (v === undefined || v === 'asc' || v === 'ascending' || v === 1 || v === '1') { return 1; }
      if (v === 'desc' || v === 'descending' || v === -1 || v === '-1') { return -1; }
      if (v !== null && typeof v === 'object') { return v; } // {$meta: 'textScore'}
      throw MongoError.create("Illegal sort clause, must be of the form [['field1', '(ascending|descending)'], ['field2', '(ascending|descending)']]");
    };
    if (keys === undefined || keys === null) { return undefined; }
    if (typeof keys === 'string') { out[keys] = side(direction); return out; }
    if (Array.isArray(keys)) {
      if (keys.length === 2 && typeof keys[0] === 'string' && !Array.isArray(keys[1]) && /^(1|-1|asc|desc|ascending|descending)$/.test(keys[1])) { out[keys[0]] = side(keys[1]); return out; }
      for (const key of keys) {
        if (Array.isArray(key)) { out[key[0]] = side(key[1]); } else { out[key] = 1; }
      }
      return out;
    }
    for (const key of Object.keys(keys)) { out[key] = side(keys[key]); }
    return out;
  }

  // Cursor reads what a command finds. The command is sent when the first document is
  // wanted.
  class Cursor {
    constructor(db, command, options) {
      const hidden = { _db: db, _command: command, _options: options || {}, _batch: [], _open: undefined, _more: true, _waiting: [], _busy: false, _closed: false, _map: undefined, _listeners: {}, _paused: false };
      for (const key of Object.keys(hidden)) { Object.defineProperty(this, key, { value: hidden[key], writable: true, configurable: true }); }
    }
    _set(key, v) {
      if (this._open !== undefined || this._closed) { throw MongoError.create({ message: 'Cursor is closed', driver: true }); }
      if (v === undefined || v === null) { delete this._command[key]; } else { this._command[key] = v; }
      return this;
    }
    filter(v) { return this._set('filter', v); }
    project(v) { return this._set('projection', v); }
    sort(keys, direction) { return this._set('sort', order(keys, direction)); }
    limit(n) {
      if (typeof n !== 'number') { throw MongoError.create({ message: 'limit requires an integer', driver: true }); }
      if (n < 0) { this._set('singleBatch', true); }
      return this._set('limit', n === 0 ? undefined : Math.abs(n));
    }
    skip(n) {
      if (typeof n !== 'number') { throw MongoError.create({ message: 'skip requires an integer', driver: true }); }
      return this._set('skip', n);
    }
    batchSize(n) {
      if (typeof n !== 'number') { throw MongoError.create({ message: 'batchSize requires an integer', driver: true }); }
      if (this._command.cursor) { this._command.cursor.batchSize = n; return this; }
      return this._set('batchSize', n);
    }
    hint(v) { return this._set('hint', v); }
    min(v) { return this._set('min', v); }
    max(v) { return this._set('max', v); }
    collation(v) { return this._set('collation', v); }
    comment(v) { return this._set('comment', v); }
    maxTimeMS(v) { return this._set('maxTimeMS', v); }
    returnKey(v) { return this._set('returnKey', v); }
    map(fn) {
      const before = this._map;
      this._map = before ? function (v) { return fn(before(v)); } : fn;
      return this;
    }
    clone() {
      const out = new this.constructor(this._db, Object.assign({}, this._command), this._options);
      out._map = this._map;
      return out;
    }
    isClosed() { return this._closed; }
    rewind() {
      if (this._open) { native.close(this._open); }
      this._batch = []; this._open = undefined; this._more = true; this._closed = false;
    }
    // _pull calls done(err, document); document is null at the end.
    _pull(done, peek) {
      this._waiting.push([done, peek]);
      if (!this._busy) { this._serve(); }
    }
    _serve() {
      while (this._waiting.length > 0) {
        if (this._batch.length === 0 && this._more && !this._closed) { this._read(); return; }
        const entry = this._waiting.shift();
        const v = this._batch.length === 0 ? null : entry[1] ? this._batch[0] : this._batch.shift();
        if (v === null) { this._closed = true; }
        this._busy = true; // a function may ask for the next one
        native.later(() => { this._busy = false; this._serve(); });
        entry[0](null, v);
        return;
      }
    }
    _read() {
      this._busy = true;
      const arrived = (err, docs, more) => {
        this._busy = false;
        if (err) {
          this._more = false; this._closed = true;
          const entry = this._waiting.shift();
          if (this._waiting.length > 0) { native.later(() => { this._serve(); }); }
          entry[0](err);
          return;
        }
        this._more = more;
        this._batch = this._map ? docs.map(this._map) : docs;
        this._serve();
      };
      if (this._open !== undefined) { native.next(this._open, arrived); return; }
      native.open(this._db, this._command, (err, handle) => {
        if (err) { arrived(err); return; }
        this._open = handle;
        native.next(handle, arrived);
      });
    }
    next(cb) { return answer(cb, (done) => { this._pull(done); }); }
    nextObject(cb) { return this.next(cb); }
    hasNext(cb) { return answer(cb, (done) => { this._pull(function (err, v) { if (err) { done(err); } else { done(null, v !== null); } }, true); }); }
    toArray(cb) {
      return answer(cb, (done) => {
        const out = [];
        const step = (err, v) => {
          if (err) { return done(err); }
          if (v === null) { return done(null, out); }
          out.push(v);
          for (const each of this._batch) { out.push(each); }
          this._batch = [];
          this._pull(step);
        };
        this._pull(step);
      });
    }
    each(cb) {
      if (!isFunction(cb)) { throw MongoError.create({ message: 'callback is mandatory', driver: true }); }
      const step = (err, v) => {
        if (err) { return cb(err); }
        if (v === null) { return cb(null, null); }
        if (cb(null, v) !== false) { this._pull(step); }
      };
      this._pull(step);
    }
    forEach(fn, cb) {
      return answer(cb, (done) => {
        const step = (err, v) => {
          if (err) { return done(err); }
          if (v === null) { return done(null); }
          if (fn(v) === false) { this.close(); return done(null); }
          this._pull(step);
        };
        this._pull(step);
      });
    }
    count(applySkipLimit, options, cb) {
      if (isFunction(applySkipLimit)) { cb = applySkipLimit; applySkipLimit = true; }
      if (isFunction(options)) { cb = options; options = {}; }
      const c = this._command;
      const command = { count: c.find, query: c.filter || {} };
      if (applySkipLimit === undefined || applySkipLimit === null || applySkipLimit) {
        if (c.limit !== undefined) { command.limit = c.limit; }
        if (c.skip !== undefined) { command.skip = c.skip; }
      }
      if (c.hint !== undefined) { command.hint = c.hint; }
      return answer(cb, (done) => { native.command(this._db, command, function (err, r) { if (err) { done(err); } else { done(null, r.n); } }); });
    }
    explain(cb) {
      const command = { explain: this._command };
      return answer(cb, (done) => { native.command(this._db, command, done); });
    }
    close(cb) {
      this._closed = true; this._batch = [];
      if (this._open) { native.close(this._open); this._open = false; this._more = false; }
      if (isFunction(cb)) { native.later(() => { cb(null, this); }); return undefined; }
      return Promise.resolve(this);
    }
    stream(options) { if (options && isFunction(options.transform)) { this.map(options.transform); } return this; }
    on(event, fn) {
      (this._listeners[event] = this._listeners[event] || []).push(fn);
      if (event === 'data') { this._flow(); }
      return this;
    }
    once(event, fn) {
      const self = this;
      return this.on(event, function only(v) {
        self._listeners[event] = self._listeners[event].filter(function (f) { return f !== only; });
        fn.call(self, v);
      });
    }
    removeListener(event, fn) {
      this._listeners[event] = (this._listeners[event] || []).filter(function (f) { return f !== fn; });
      return this;
    }
    emit(event, v) {
      const list = this._listeners[event] || [];
      if (event === 'error' && list.length === 0) { throw v; }
      for (const fn of list.slice()) { fn.call(this, v); }
      return list.length > 0;
    }
    pause() { this._paused = true; return this; }
    resume() { this._paused = false; this._flow(); return this; }
    pipe(to) {
      this.on('end', function () { to.end(); });
      return this.on('data', (v) => {
        if (to.write(v) === false) { this.pause(); to.once('drain', () => { this.resume(); }); }
      }) && to;
    }
    _flow() {
      if (this._flowing || this._paused) { return; }
      Object.defineProperty(this, '_flowing', { value: true, writable: true, configurable: true });
      this._pull((err, v) => {
        this._flowing = false;
        if (err) { this.emit('error', err); return; }
        if (v === null) { this.emit('end'); this.emit('close'); return; }
        this.emit('data', v);
        this._flow();
      });
    }
    [Symbol.asyncIterator]() {
      return {
        next: () => this.next().then(function (v) { return v === null ? { value: undefined, done: true } : { value: v, done: false }; }),
        return: () => this.close().then(function () { return { value: undefined, done: true }; }),
      };
    }
  }

  // AggregationCursor adds stages to its command.
  class AggregationCursor extends Cursor {
    _stage(name, v) { this._command.pipeline.push({ [name]: v }); return this; }
    match(v) { return this._stage('$match', v); }
    group(v) { return this._stage('$group', v); }
    project(v) { return this._stage('$project', v); }
    sort(v) { return this._stage('$sort', v); }
    limit(v) { return this._stage('$limit', v); }
    skip(v) { return this._stage('$skip', v); }
    unwind(v) { return this._stage('$unwind', v); }
    lookup(v) { return this._stage('$lookup', v); }
    out(v) { return this._stage('$out', v); }
    get(cb) { return this.toArray(cb); }
  }

  Object.assign(parts, { MongoError: MongoError, Cursor: Cursor, AggregationCursor: AggregationCursor, answer: answer, order: order, isFunction: isFunction });
})
