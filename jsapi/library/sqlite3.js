// sqlite3: the interface of the npm package over SQLite in Go. What is asked of one database is
// done in the order in which it was asked.
(function (native, require) {
  'use strict';
  var EventEmitter = require('events'), path = require('path');
  var constants = {
    OPEN_READONLY: 1, OPEN_READWRITE: 2, OPEN_CREATE: 4, OPEN_FULLMUTEX: 65536, OPEN_URI: 64, OPEN_SHAREDCACHE: 131072, OPEN_PRIVATECACHE: 262144,
    VERSION: native.version, SOURCE_ID: native.source, VERSION_NUMBER: native.number,
    OK: 0, ERROR: 1, INTERNAL: 2, PERM: 3, ABORT: 4, BUSY: 5, LOCKED: 6, NOMEM: 7, READONLY: 8, INTERRUPT: 9, IOERR: 10, CORRUPT: 11, NOTFOUND: 12, FULL: 13, CANTOPEN: 14, PROTOCOL: 15,
    EMPTY: 16, SCHEMA: 17, TOOBIG: 18, CONSTRAINT: 19, MISMATCH: 20, MISUSE: 21, NOLFS: 22, AUTH: 23, FORMAT: 24, RANGE: 25, NOTADB: 26,
    LIMIT_LENGTH: 0, LIMIT_SQL_LENGTH: 1, LIMIT_COLUMN: 2, LIMIT_EXPR_DEPTH: 3, LIMIT_COMPOUND_SELECT: 4, LIMIT_VDBE_OP: 5, LIMIT_FUNCTION_ARG: 6, LIMIT_ATTACHED: 7,
    LIMIT_LIKE_PATTERN_LENGTH: 8, LIMIT_VARIABLE_NUMBER: 9, LIMIT_TRIGGER_DEPTH: 10, LIMIT_WORKER_THREADS: 11
  };
  function failure(message, code, errno) { return Object.assign(new Error(code + ': ' + message), { errno: errno, code: code }); }
  native.begin(function (message, name, code) {
    if (name === 'CLOSED') { return failure('Database is closed', 'SQLITE_MISUSE', constants.MISUSE); }
    var plain = name.split('_').slice(0, 2).join('_');
    return failure(message, plain || 'SQLITE_ERROR', code & 0xff);
  }, true);
  function absent(what, instead) { return Object.assign(new Error('sqlite3: ' + what + ' is not available in this server' + (instead ? ': ' + instead : '')), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' }); }
  function methods(of, list) {
    Object.keys(list).forEach(function (name) { Object.defineProperty(of, name, { value: list[name], writable: true, configurable: true, enumerable: true }); });
  }
  function text(v, i) { if (typeof v !== 'string') { throw new TypeError('Argument ' + i + ' must be a string'); } return v; }
  function optional(v, i) {
    if (v !== undefined && typeof v !== 'function') { throw new TypeError('Argument ' + i + ' must be a function'); }
    return v;
  }

  // Database: a queue of what is to be done with one connection.
  function Database(file, mode, done) {
    if (!(this instanceof Database)) { return new Database(file, mode, done); }
    if (typeof file !== 'string') { throw new TypeError('String expected'); }
    if (typeof mode === 'function') { done = mode; mode = undefined; }
    if (mode === undefined || mode === null) { mode = constants.OPEN_READWRITE | constants.OPEN_CREATE | constants.OPEN_FULLMUTEX; }
    if (!Number.isInteger(mode)) { throw new TypeError('Argument 1 must be an integer'); }
    EventEmitter.call(this);
    var self = this, state = { handle: null, queue: [], busy: true, closing: false, statements: 0, failed: false };
    Object.defineProperties(this, {
      _state: { value: state },
      filename: { value: file },
      mode: { value: mode },
      open: { value: false, configurable: true }
    });
    native.openLater(located(file, mode), mode & (1 | 2 | 4 | 64), function (err, handle) {
      state.busy = false;
      if (err === null) {
        state.handle = handle;
        Object.defineProperty(self, 'open', { value: true, configurable: true });
        kept.forEach(function (name) { if (self.listenerCount(name) > 0) { watch(self, name); } });
      } else { state.failed = true; }
      try { answer(self, self, done, err); } finally {
        if (err === null) { self.emit('open'); }
        work(self);
      }
    });
  }
  Object.setPrototypeOf(Database.prototype, EventEmitter.prototype);
  Object.setPrototypeOf(Database, EventEmitter);
  // located is the file below the folder of the process.
  function located(file, mode) {
    if (file === '' || file === ':memory:') { return file; }
    if ((mode & constants.OPEN_URI) !== 0 && /^file:/.test(file)) { return file.replace(/^file:(?!\/|:memory:)([^?#]*)/, function (all, p) { return p === '' ? all : 'file:' + encodeURI(path.resolve(decodeURI(p))); }); }
    return path.resolve(file);
  }
  // answer calls done, or without it emits an error.
  function answer(db, self, done, err, value, second) {
    if (typeof done === 'function') {
      if (err) { done.call(self, err); } else if (second !== undefined) { done.call(self, null, value, second); } else if (value !== undefined) { done.call(self, null, value); } else { done.call(self, null); }
    } else if (err) { self.emit('error', err); }
  }
  // enqueue has fn(finish) called when everything before it is done.
  function enqueue(db, fn, refuse) {
    var state = db._state;
    state.queue.push({ fn: fn, refuse: refuse });
    if (!state.busy) { work(db); }
  }
  function work(db) {
    var state = db._state;
    if (state.busy || state.queue.length === 0) { return; }
    var next = state.queue.shift();
    state.busy = true;
    function finish(then) {
      state.busy = false;
      // A callback that throws does not keep what follows from being done.
      if (state.queue.length > 0) { process.nextTick(work, db); }
      if (then) { then(); }
    }
    if (state.handle === null) {
      process.nextTick(function () { finish(function () { next.refuse(failure(state.failed ? 'Database handle is closed' : 'Database is closed', 'SQLITE_MISUSE', constants.MISUSE)); }); });
      return;
    }
    next.fn(finish);
  }
  var kept = ['trace', 'profile', 'change'];
  function watch(db, name) {
    if (name === 'change' && db._state.handle !== null) { native.watch(db._state.handle, function (kind, database, table, row) { db.emit('change', kind, database, table, row); }); }
  }
  function unwatch(db, name) { if (name === 'change' && db._state.handle !== null && db.listenerCount(name) === 0) { native.watch(db._state.handle, null); } }

  // Statement: it is compiled when its turn has come.
  function Statement(db, sql, done) {
    if (!(this instanceof Statement)) { return new Statement(db, sql, done); }
    if (!(db instanceof Database)) { throw new TypeError('Argument 0 must be a Database'); }
    text(sql, 1);
    EventEmitter.call(this);
    var self = this, state = { db: db, handle: null, error: null, finalized: false, ended: false };
    Object.defineProperties(this, { _state: { value: state }, sql: { value: sql, enumerable: true } });
    enqueue(db, function (finish) {
      native.prepareLater(db._state.handle, sql, function (err, handle) {
        if (err !== null) { state.error = err; state.finalized = true; } else {
          state.handle = handle === undefined ? null : handle;
          if (handle !== undefined) { db._state.statements++; }
        }
        finish(function () {
          if (err === null) { answer(db, self, done || function () {}, null); return; }
          if (typeof done === 'function') { done.call(self, err); } else { self.emit('error', err); }
        });
      });
    }, function (err) { state.error = err; state.finalized = true; answer(db, self, done, err); });
  }
  Object.setPrototypeOf(Statement.prototype, EventEmitter.prototype);
  Object.setPrototypeOf(Statement, EventEmitter);
  // perform has fn(handle, done) called in its turn; an error of the compilation was answered already.
  function perform(st, done, fn) {
    var state = st._state;
    enqueue(state.db, function (finish) {
      if (state.error !== null) { finish(); return; }
      if (state.finalized) { finish(function () { answer(state.db, st, done, failure('Statement is already finalized', 'SQLITE_MISUSE', constants.MISUSE)); }); return; }
      fn(state.handle, finish);
    }, function () {});
  }
  // values are the parameters of a call, by place or name; null for a call without any.
  function values(args) {
    var list = Array.prototype.slice.call(args), out = [], done;
    if (list.length > 0 && typeof list[list.length - 1] === 'function') { done = list.pop(); }
    if (list.length === 0) { return { bound: null, done: done }; }
    var first = list[0];
    if (Array.isArray(first)) { list = first; } else if (typeof first === 'object' && first !== null && !(first instanceof RegExp) && !(first instanceof Date) && !ArrayBuffer.isView(first)) {
      Object.keys(first).forEach(function (k) { add(out, /^\d+$/.test(k) ? Number(k) : k, first[k]); });
      return { bound: out, done: done };
    } else if (first === undefined && list.length === 1) { return { bound: null, done: done }; }
    list.forEach(function (v, i) { add(out, i + 1, v); });
    return { bound: out, done: done };
  }
  function add(out, place, v) {
    if (v === undefined) { return; }
    if (v instanceof Date) { v = v.getTime(); } else if (typeof v === 'function' || typeof v === 'symbol') { throw new TypeError('Data type is not supported'); } else if (typeof v === 'object' && v !== null && !ArrayBuffer.isView(v)) { v = v instanceof RegExp ? String(v) : '[object Object]'; }
    if (typeof v === 'bigint') { v = BigInt.asIntN(64, v); }
    out.push([place, v]);
  }
  function traced(st) {
    var db = st._state.db;
    if (db.listenerCount('trace') > 0) { db.emit('trace', native.expanded(st._state.handle)); }
  }
  // timed calls fn(values, end); where somebody listens, it emits the statement with its values, and how long it took.
  function timed(st, bound, fn) {
    var db = st._state.db, began = Date.now(), profiled = db.listenerCount('profile') > 0;
    st._state.ended = false;
    function begin(bound) { fn(bound, function () { if (profiled) { db.emit('profile', st.sql, Date.now() - began); } }); }
    if (db.listenerCount('trace') === 0) { begin(bound); return; }
    if (bound === null) { traced(st); begin(null); return; }
    native.bindLater(st._state.handle, bound, function (err) {
      if (err === null) { traced(st); }
      begin(err === null ? null : bound);
    });
  }
  methods(Statement.prototype, {
    bind: function () {
      var st = this, call = values(arguments);
      perform(st, call.done, function (h, finish) {
        if (h === null || call.bound === null) { finish(function () { answer(st._state.db, st, call.done, null); }); return; }
        native.bindLater(h, call.bound, function (err) { st._state.ended = false; finish(function () { answer(st._state.db, st, call.done, err); }); });
      });
      return this;
    },
    run: function () {
      var st = this, call = values(arguments);
      perform(st, call.done, function (h, finish) {
        if (h === null) { finish(function () { st.lastID = 0; st.changes = 0; answer(st._state.db, st, call.done, null); }); return; }
        timed(st, call.bound, function (bound, end) {
          native.runLater(h, bound, function (err, r) {
            if (err === null) { st.lastID = r[0]; st.changes = r[1]; }
            end();
            finish(function () { answer(st._state.db, st, call.done, err); });
          });
        });
      });
      return this;
    },
    get: function () {
      var st = this, call = values(arguments);
      perform(st, call.done, function (h, finish) {
        // After the last row there is none until the statement is reset.
        if (h === null || call.bound === null && st._state.ended) { finish(function () { answer(st._state.db, st, call.done, null); }); return; }
        timed(st, call.bound, function (bound, end) {
          native.rowsLater(h, bound, 1, function (err, r) {
            st._state.ended = err === null && r[0].length === 0;
            end();
            finish(function () { answer(st._state.db, st, call.done, err, err === null ? r[0][0] : undefined); });
          });
        });
      });
      return this;
    },
    all: function () {
      var st = this, call = values(arguments);
      perform(st, call.done, function (h, finish) {
        if (h === null) { finish(function () { answer(st._state.db, st, call.done, null, []); }); return; }
        timed(st, call.bound, function (bound, end) {
          native.rowsLater(h, bound, 0, function (err, r) {
            end();
            finish(function () { answer(st._state.db, st, call.done, err, err === null ? r[0] : undefined); });
          });
        });
      });
      return this;
    },
    each: function () {
      var st = this, args = Array.prototype.slice.call(arguments), complete;
      if (args.length >= 2 && typeof args[args.length - 1] === 'function' && typeof args[args.length - 2] === 'function') { complete = args.pop(); }
      var call = values(args), row = call.done, count = 0;
      perform(st, complete || row, function (h, finish) {
        if (h === null) { finish(function () { if (complete) { complete.call(st, null, 0); } }); return; }
        timed(st, call.bound, function (bound, end) {
          (function read(bound) {
            native.rowsLater(h, bound, 256, function (err, r) {
              if (err !== null) {
                end();
                finish(function () { if (complete) { complete.call(st, err); } else { answer(st._state.db, st, row, err); } });
                return;
              }
              try {
                r[0].forEach(function (v) { count++; if (row) { row.call(st, null, v); } });
              } finally {
                if (r[1]) { read(null); } else {
                  end();
                  finish(function () { if (complete) { complete.call(st, null, count); } });
                }
              }
            });
          }(bound || []));
        });
      });
      return this;
    },
    map: function () {
      var args = Array.prototype.slice.call(arguments), done = args.pop();
      args.push(function (err, list) {
        if (err) { done(err); return; }
        var out = {};
        if (list.length > 0) {
          var keys = Object.keys(list[0]), key = keys[0];
          list.forEach(function (r) { out[r[key]] = keys.length > 2 ? r : r[keys[1]]; });
        }
        done(err, out);
      });
      return this.all.apply(this, args);
    },
    reset: function (done) {
      var st = this;
      perform(st, done, function (h, finish) {
        if (h === null) { finish(function () { answer(st._state.db, st, done, null); }); return; }
        native.resetLater(h, function (err) { st._state.ended = false; finish(function () { answer(st._state.db, st, done, err); }); });
      });
      return this;
    },
    finalize: function (done) {
      var st = this, state = this._state;
      enqueue(state.db, function (finish) {
        var h = state.handle;
        if (h === null || state.finalized) { state.finalized = true; finish(function () { if (done) { done.call(st); } }); return; }
        state.finalized = true;
        state.db._state.statements--;
        native.finalizeLater(h, function () { finish(function () { if (done) { done.call(st); } }); });
      }, function () {});
      return this._state.db;
    }
  });

  // once compiles a statement, runs one method of it and finalizes it.
  function once(method) {
    return function (sql) {
      var args = Array.prototype.slice.call(arguments, 1), last = args[args.length - 1];
      text(sql, 0);
      var back = typeof last === 'function' ? function (err) { if (err) { last.call(this, err); } } : undefined;
      var st = new Statement(this, sql, back);
      st[method].apply(st, args).finalize();
      return this;
    };
  }
  methods(Database.prototype, {
    prepare: function (sql) {
      var args = Array.prototype.slice.call(arguments, 1), last = args[args.length - 1];
      text(sql, 0);
      var back = typeof last === 'function' ? args.length > 1 ? function (err) { if (err) { last.call(this, err); } } : last : undefined;
      var st = new Statement(this, sql, back);
      return args.length > 1 || args.length === 1 && typeof last !== 'function' ? st.bind.apply(st, args) : st;
    },
    run: once('run'), get: once('get'), all: once('all'), each: once('each'), map: once('map'),
    exec: function (sql, done) {
      var db = this;
      text(sql, 0);
      optional(done, 1);
      enqueue(db, function (finish) {
        if (db.listenerCount('trace') > 0) { db.emit('trace', sql); }
        native.execLater(db._state.handle, sql, function (err) { finish(function () { answer(db, db, done, err); }); });
      }, function (err) { answer(db, db, done, err); });
      return this;
    },
    close: function (done) {
      var db = this, state = this._state;
      optional(done, 0);
      enqueue(db, function (finish) {
        if (state.statements > 0) { finish(function () { answer(db, db, done, failure('unable to close due to unfinalized statements or unfinished backups', 'SQLITE_BUSY', constants.BUSY)); }); return; }
        native.closeLater(state.handle, function (err) {
          state.handle = null;
          Object.defineProperty(db, 'open', { value: false, configurable: true });
          finish(function () {
            answer(db, db, done, err);
            if (err === null) { db.emit('close'); }
          });
        });
      }, function (err) { answer(db, db, done, err); });
      return this;
    },
    wait: function (done) {
      var db = this;
      optional(done, 0);
      enqueue(db, function (finish) { process.nextTick(finish, function () { answer(db, db, done, null); }); }, function (err) { answer(db, db, done, err); });
      return this;
    },
    serialize: function (fn) { if (typeof fn === 'function') { fn.call(this); } return this; },
    parallelize: function (fn) { if (typeof fn === 'function') { fn.call(this); } return this; },
    configure: function (option, v, more) {
      var db = this, state = this._state;
      if (option === 'trace' || option === 'profile' || option === 'change') { return this; }
      if (option === 'busyTimeout') {
        if (!Number.isInteger(v)) { throw new TypeError('Value must be an integer'); }
        enqueue(db, function (finish) { native.configure(state.handle, 'timeout', v); process.nextTick(finish); }, function () {});
        return this;
      }
      if (option === 'limit') {
        if (!Number.isInteger(v)) { throw new TypeError('limit id must be an integer'); }
        if (!Number.isInteger(more)) { throw new TypeError('limit value must be an integer'); }
        enqueue(db, function (finish) { native.restrict(state.handle, v, more); process.nextTick(finish); }, function () {});
        return this;
      }
      throw new TypeError(option + ' is not a valid configuration option');
    },
    interrupt: function () {
      if (this._state.handle === null) { throw failure('Database is not open', 'SQLITE_MISUSE', constants.MISUSE); }
      native.interrupt(this._state.handle);
      return this;
    },
    loadExtension: function (file, done) {
      text(file, 0);
      var err = absent('loadExtension()', 'an extension is compiled code');
      if (typeof done === 'function') { process.nextTick(done.bind(this), err); } else { throw err; }
      return this;
    },
    backup: function () { throw absent('backup()', "use VACUUM INTO 'file'"); }
  });
  ['addListener', 'on', 'once'].forEach(function (name) {
    var of = EventEmitter.prototype[name];
    Database.prototype[name] = function (event) { var r = of.apply(this, arguments); if (kept.indexOf(event) >= 0) { watch(this, event); } return r; };
  });
  ['removeListener', 'off', 'removeAllListeners'].forEach(function (name) {
    var of = EventEmitter.prototype[name];
    Database.prototype[name] = function (event) { var r = of.apply(this, arguments); if (kept.indexOf(event) >= 0) { unwatch(this, event); } return r; };
  });

  function Backup() { throw absent('Backup', "use VACUUM INTO 'file'"); }
  var sqlite3 = Object.assign({}, constants, { Database: Database, Statement: Statement, Backup: Backup });
  sqlite3.verbose = function () { return sqlite3; };
  sqlite3.cached = {
    Database: function (file, a, b) {
      if (file === '' || file === ':memory:') { return new Database(file, a, b); }
      var name = path.resolve(file), db = sqlite3.cached.objects[name];
      if (db === undefined) { db = sqlite3.cached.objects[name] = new Database(name, a, b); return db; }
      var done = typeof a === 'number' ? b : a;
      if (typeof done === 'function') {
        if (db.open) { process.nextTick(function () { done.call(db, null); }); } else { db.once('open', function () { done.call(db, null); }); }
      }
      return db;
    },
    objects: {}
  };
  return sqlite3;
})
