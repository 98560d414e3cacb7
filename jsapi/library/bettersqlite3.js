// better-sqlite3: the interface of the npm package over SQLite in Go.
(function (native, require) {
  'use strict';
  var fs = require('fs'), path = require('path'), custom = require('util').inspect.custom;
  var modes = { array: 1, first: 2, tables: 4, big: 8 };
  var flags = { readonly: 1, readwrite: 2, create: 4 };

  function SqliteError(message, code) {
    if (new.target === undefined) { return new SqliteError(message, code); }
    if (typeof code !== 'string') { throw new TypeError('Expected second argument to be a string'); }
    Error.call(this, message);
    Object.defineProperty(this, 'message', { value: String(message), writable: true, configurable: true, enumerable: false });
    Error.captureStackTrace(this, SqliteError);
    this.code = code;
  }
  Object.setPrototypeOf(SqliteError, Error);
  SqliteError.prototype = Object.create(Error.prototype, {
    constructor: { value: SqliteError, writable: true, configurable: true, enumerable: false },
    name: { value: 'SqliteError', writable: true, configurable: true, enumerable: false }
  });
  native.begin(function (message, name) {
    if (name === 'CLOSED') { return new TypeError('The database connection is not open'); }
    if (name === 'BUSY') { return new TypeError('This database connection is busy executing a query'); }
    if (name === 'SQLITE_TOOBIG' && /string or blob too big/.test(message)) { return new RangeError('The bound string, buffer, or bigint is too big'); }
    return new SqliteError(message, name || 'SQLITE_ERROR');
  }, false);

  var hidden = new WeakMap(); // the state of databases and statements
  function option(o, name) {
    var v = o[name];
    if (v === undefined) { return false; }
    if (typeof v !== 'boolean') { throw new TypeError('Expected the "' + name + '" option to be a boolean'); }
    return v;
  }
  function text(v) { if (typeof v !== 'string') { throw new TypeError('Expected first argument to be a string'); } return v; }
  function options(v, place) {
    if (v === undefined || v === null) { v = {}; }
    if (typeof v !== 'object') { throw new TypeError('Expected ' + (place || 'second') + ' argument to be an options object'); }
    return v;
  }
  function flag(v) { if (v === undefined) { return true; } if (typeof v !== 'boolean') { throw new TypeError('Expected first argument to be a boolean'); } return v; }
  function ready(db, writes) {
    var s = hidden.get(db);
    if (s === undefined) { throw new TypeError('Illegal invocation'); }
    if (!s.open) { throw new TypeError('The database connection is not open'); }
    if (s.running > 0 || writes && s.iterators > 0 && !s.unsafe) { throw new TypeError('This database connection is busy executing a query'); }
    return s;
  }

  function Database(source, o) {
    if (new.target === undefined) { return new Database(source, o); }
    var content = null;
    if (Buffer.isBuffer(source)) { content = source; source = ':memory:'; }
    if (source === undefined || source === null) { source = ''; }
    if (typeof source !== 'string') { throw new TypeError('Expected first argument to be a string'); }
    o = options(o);
    if ('readOnly' in o) { throw new TypeError('Misspelled option "readOnly" should be "readonly"'); }
    if ('memory' in o) { throw new TypeError('Option "memory" was removed in v7.0.0 (use ":memory:" filename instead)'); }
    var file = source.trim(), memory = file === '' || file === ':memory:';
    var readonly = option(o, 'readonly'), exists = option(o, 'fileMustExist');
    var timeout = 'timeout' in o ? o.timeout : 5000, verbose = 'verbose' in o ? o.verbose : null;
    if (readonly && memory && content === null) { throw new TypeError('In-memory/temporary databases cannot be readonly'); }
    if (!Number.isInteger(timeout) || timeout < 0) { throw new TypeError('Expected the "timeout" option to be a positive integer'); }
    if (timeout > 0x7fffffff) { throw new RangeError('Option "timeout" cannot be greater than 2147483647'); }
    if (verbose !== null && verbose !== undefined && typeof verbose !== 'function') { throw new TypeError('Expected the "verbose" option to be a function'); }
    if (!memory && !fs.existsSync(path.dirname(file))) { throw new TypeError('Cannot open database because the directory does not exist'); }
    var handle = native.open(memory ? file : path.resolve(file), readonly ? flags.readonly : exists ? flags.readwrite : flags.readwrite | flags.create, timeout, content);
    if (readonly && content !== null) { native.exec(handle, 'PRAGMA query_only = 1'); }
    native.configure(handle, 'foreignKeys', true);
    native.configure(handle, 'quotes', false);
    native.exec(handle, 'PRAGMA cache_size = -16000');
    var s = { handle: handle, open: true, big: false, unsafe: false, running: 0, iterators: 0, verbose: verbose || null };
    hidden.set(this, s);
    Object.defineProperties(this, {
      name: { value: file, enumerable: true },
      open: { get: function () { return s.open; }, enumerable: true },
      inTransaction: { get: function () { return s.open && native.state(s.handle); }, enumerable: true },
      readonly: { value: readonly, enumerable: true },
      memory: { value: memory, enumerable: true }
    });
  }
  function methods(of, list) {
    Object.keys(list).forEach(function (name) { Object.defineProperty(of, name, { value: list[name], writable: true, configurable: true, enumerable: false }); });
  }
  // running calls fn while the database runs a statement of its own.
  function running(s, fn) {
    s.running++;
    try { return fn(); } finally { s.running--; }
  }

  methods(Database.prototype, {
    prepare: function prepare(sql) {
      var s = hidden.get(this);
      if (s === undefined) { throw new TypeError('Illegal invocation'); }
      text(sql);
      ready(this, false);
      return new Statement(making, this, sql);
    },
    exec: function exec(sql) {
      text(sql);
      var s = ready(this, true), rest = sql, made;
      if (s.verbose === null) { running(s, function () { native.exec(s.handle, sql); }); return this; }
      while (rest !== '') { // verbose gets each statement before it runs
        made = native.prepare(s.handle, rest);
        if (made[0] === null) { break; }
        try {
          s.verbose(native.expanded(made[0]));
          running(s, function () { native.run(made[0], 0); });
        } finally { native.finalize(made[0]); }
        rest = made[1].trimStart();
      }
      return this;
    },
    close: function close() {
      var s = hidden.get(this);
      if (s === undefined) { throw new TypeError('Illegal invocation'); }
      if (!s.open) { return this; }
      if (s.running > 0 || s.iterators > 0) { throw new TypeError('This database connection is busy executing a query'); }
      s.open = false;
      native.close(s.handle);
      return this;
    },
    pragma: function pragma(source, o) {
      o = o === undefined || o === null ? {} : o;
      text(source);
      options(o);
      var simple = option(o, 'simple');
      ready(this, true);
      var st = new Statement(making, this, 'PRAGMA ' + source, true);
      var rows = st.reader ? simple ? st.pluck().get() : st.all() : (st.run(), simple ? undefined : []);
      return rows;
    },
    transaction: function transaction(fn) {
      if (typeof fn !== 'function') { throw new TypeError('Expected first argument to be a function'); }
      var db = this, kinds = { default: 'BEGIN', deferred: 'BEGIN DEFERRED', immediate: 'BEGIN IMMEDIATE', exclusive: 'BEGIN EXCLUSIVE' }, made = {};
      function variant(begin) {
        return function sqliteTransaction() {
          var nested = db.inTransaction, result;
          db.exec(nested ? 'SAVEPOINT `\t_bs3.\t`' : begin);
          try {
            result = fn.apply(this, arguments);
            if (result && typeof result.then === 'function') { throw new TypeError('Transaction function cannot return a promise'); }
            // The function may have ended the transaction itself.
            if (db.inTransaction) { db.exec(nested ? 'RELEASE `\t_bs3.\t`' : 'COMMIT'); } else if (!nested) { db.exec('COMMIT'); }
            return result;
          } catch (e) {
            if (db.inTransaction) { db.exec(nested ? 'ROLLBACK TO `\t_bs3.\t`; RELEASE `\t_bs3.\t`' : 'ROLLBACK'); }
            throw e;
          }
        };
      }
      Object.keys(kinds).forEach(function (kind) { made[kind] = variant(kinds[kind]); });
      Object.keys(made).forEach(function (kind) {
        Object.defineProperties(made[kind], { default: { value: made.default }, deferred: { value: made.deferred }, immediate: { value: made.immediate }, exclusive: { value: made.exclusive }, database: { value: db, enumerable: true } });
      });
      return made.default;
    },
    backup: async function backup(file, o) {
      o = options(o);
      text(file);
      var db = this, s = ready(db, false), name = file.trim(), attached = 'attached' in o ? o.attached : 'main', progress = 'progress' in o ? o.progress : null;
      if (name === '') { throw new TypeError('Backup filename cannot be an empty string'); }
      if (name === ':memory:') { throw new TypeError('Invalid backup filename ":memory:"'); }
      if (typeof attached !== 'string') { throw new TypeError('Expected the "attached" option to be a string'); }
      if (attached === '') { throw new TypeError('The "attached" option cannot be an empty string'); }
      if (progress !== null && progress !== undefined && typeof progress !== 'function') { throw new TypeError('Expected the "progress" option to be a function'); }
      if (!fs.existsSync(path.dirname(name))) { throw new TypeError('Cannot save backup because the directory does not exist'); }
      var isNew = !fs.existsSync(name), copy = native.backup(s.handle, attached, path.resolve(name), 'main'), first = true, pages = 100;
      try {
        for (;;) {
          var step = native.copy(copy, first ? 0 : pages);
          if (step[0]) { return { totalPages: step[2], remainingPages: 0 }; }
          var state = { totalPages: step[2], remainingPages: step[3] };
          if (progress) {
            var next = progress(state);
            if (next !== undefined) {
              if (typeof next !== 'number' || next !== next) { throw new TypeError('Expected progress callback to return a number or undefined'); }
              pages = Math.max(0, Math.min(0x7fffffff, Math.round(next)));
            }
          }
          first = false;
          await new Promise(function (resolve) { setImmediate(resolve); });
          if (!s.open) { throw new TypeError('The database connection is not open'); }
        }
      } catch (e) {
        native.finish(copy);
        copy = null;
        if (isNew) { fs.rmSync(path.resolve(name), { force: true }); }
        throw e;
      } finally { if (copy !== null) { native.finish(copy); } }
    },
    serialize: function serialize(o) {
      o = options(o, 'first');
      var attached = 'attached' in o ? o.attached : 'main';
      if (typeof attached !== 'string') { throw new TypeError('Expected the "attached" option to be a string'); }
      if (attached === '') { throw new TypeError('The "attached" option cannot be an empty string'); }
      return native.serialize(ready(this, true).handle, attached);
    },
    function: function (name, o, fn) {
      if (o === undefined || o === null) { o = {}; }
      if (typeof o === 'function') { fn = o; o = {}; }
      text(name);
      if (typeof fn !== 'function') { throw new TypeError('Expected last argument to be a function'); }
      options(o);
      if (name === '') { throw new TypeError('User-defined function name cannot be an empty string'); }
      var s = settings(this, o), count = s.varargs ? -1 : fn.length;
      if (count > 100) { throw new RangeError('User-defined functions cannot have more than 100 arguments'); }
      ready(this, true);
      native.function(hidden.get(this).handle, name, count, s.flags, s.mode, function () { return result(name, fn.apply(undefined, arguments)); });
      return this;
    },
    aggregate: function aggregate(name, o) {
      text(name);
      if (typeof o !== 'object' || o === null) { throw new TypeError('Expected second argument to be an options object'); }
      if (name === '') { throw new TypeError('User-defined function name cannot be an empty string'); }
      var start = 'start' in o ? o.start : null, step = member(o, 'step', true), inverse = member(o, 'inverse'), last = member(o, 'result'), s = settings(this, o);
      var count = s.varargs ? -1 : Math.max(step.length, inverse ? inverse.length : 0) - 1;
      if (count > 100) { throw new RangeError('User-defined functions cannot have more than 100 arguments'); }
      ready(this, true);
      function next(fn) { return function () { var v = fn.apply(undefined, arguments); return v === undefined ? arguments[0] : v; }; }
      native.aggregate(hidden.get(this).handle, name, Math.max(count, s.varargs ? -1 : 0), s.flags, s.mode,
        function () { return typeof start === 'function' ? start() : start; }, next(step), inverse ? next(inverse) : null,
        function (v) { return result(name, last ? last(v) : v); });
      return this;
    },
    table: function table() {
      throw Object.assign(new Error('better-sqlite3: table() is not available in this server: use a temporary table, or json_each() with an array'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
    },
    loadExtension: function loadExtension(file) {
      text(file);
      throw Object.assign(new Error('better-sqlite3: loadExtension() is not available in this server: an extension is compiled code'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
    },
    defaultSafeIntegers: function defaultSafeIntegers(on) { on = flag(on); ready(this, true).big = on; return this; },
    unsafeMode: function unsafeMode(on) { on = flag(on); ready(this, false).unsafe = on; return this; }
  });
  // settings are the options of a function.
  function settings(db, o) {
    var big = 'safeIntegers' in o ? option(o, 'safeIntegers') : hidden.get(db).big;
    return { varargs: option(o, 'varargs'), flags: (option(o, 'deterministic') ? 1 : 0) | (option(o, 'directOnly') ? 2 : 0), mode: big ? modes.big : 0 };
  }
  function member(o, name, required) {
    var v = name in o ? o[name] : null;
    if (v === null || v === undefined) {
      if (required) { throw new TypeError('Missing required option "' + name + '"'); }
      return null;
    }
    if (typeof v !== 'function') { throw new TypeError('Expected the "' + name + '" option to be a function'); }
    return v;
  }
  function bindable(v) { return v === null || v === undefined || typeof v === 'number' || typeof v === 'string' || typeof v === 'bigint' || ArrayBuffer.isView(v) || v instanceof ArrayBuffer; }
  // result checks what a function of the script has returned.
  function result(name, v) {
    if (!bindable(v)) { throw new TypeError('User-defined function ' + name + '() returned an invalid value'); }
    if (typeof v === 'bigint' && BigInt.asIntN(64, v) !== v) { throw new RangeError('User-defined function ' + name + '() returned a bigint that was too big'); }
    return v;
  }

  var making = {};
  function Statement(key, db, sql, isPragma) {
    if (key !== making) { throw new TypeError('Statements can only be constructed by the db.prepare() method'); }
    var s = hidden.get(db), made = native.prepare(s.handle, sql);
    if (made[0] === null) { throw new RangeError('The supplied SQL string contains no statements'); }
    if (made[1] !== '') {
      var more = null;
      try { more = native.prepare(s.handle, made[1])[0]; } catch (e) { more = made[0]; }
      if (more !== null) { throw new RangeError('The supplied SQL string contains more than one statement'); }
    }
    var about = native.describe(made[0]), state = { handle: made[0], db: db, of: s, bound: false, mode: 0, big: s.big, iterating: false, parameters: about.parameters, reader: about.columns > 0, writes: !about.readonly && !isPragma };
    hidden.set(this, state);
    Object.defineProperties(this, {
      busy: { get: function () { return state.iterating; }, enumerable: true },
      reader: { value: state.reader, enumerable: true },
      readonly: { value: about.readonly, enumerable: true },
      source: { value: sql, enumerable: true },
      database: { value: db, enumerable: true }
    });
  }
  function statement(st, what) {
    var state = hidden.get(st);
    if (state === undefined || state.of === undefined) { throw new TypeError('Illegal invocation'); }
    if (what === 'reader' && !state.reader) { throw new TypeError('This statement does not return data. Use run() instead'); }
    if (!state.of.open) { throw new TypeError('The database connection is not open'); }
    if (state.of.running > 0) { throw new TypeError('This database connection is busy executing a query'); }
    if (state.iterating) { throw new TypeError('This statement is busy executing a query'); }
    return state;
  }
  function mode(state) { return state.mode | (state.big ? modes.big : 0); }
  function isPlain(v) { var p = Object.getPrototypeOf(v); return p === Object.prototype || p === null; }
  // values are those of the parameters, in their order.
  function bind(state, args) {
    if (state.bound) {
      if (args.length > 0) { throw new TypeError('This statement already has bound parameters'); }
      return;
    }
    var names = state.parameters, list = [], named = null, values = [], at = 0;
    for (var i = 0; i < args.length; i++) {
      var v = args[i];
      if (Array.isArray(v)) { for (var k = 0; k < v.length; k++) { list.push(v[k]); } continue; }
      if (typeof v === 'object' && v !== null && !ArrayBuffer.isView(v) && !(v instanceof ArrayBuffer)) {
        if (isPlain(v)) {
          if (named !== null) { throw new TypeError('You cannot specify named parameters in two different objects'); }
          named = v;
          continue;
        }
        if (names.some(function (n) { return n !== ''; })) { throw new TypeError('Named parameters can only be passed within plain objects'); }
      }
      list.push(v);
    }
    var anonymous = 0;
    for (i = 0; i < names.length; i++) { if (names[i] === '') { anonymous++; } }
    if (list.length > anonymous) { throw new RangeError('Too many parameter values were provided'); }
    if (list.length < anonymous) { throw new RangeError('Too few parameter values were provided'); }
    for (i = 0; i < names.length; i++) {
      if (names[i] === '') { values.push(list[at++]); continue; }
      if (named === null) { throw new TypeError('Missing named parameters'); }
      var name = names[i].slice(1);
      if (!Object.prototype.hasOwnProperty.call(named, name)) { throw new RangeError('Missing named parameter "' + name + '"'); }
      values.push(named[name]);
    }
    for (i = 0; i < values.length; i++) {
      if (!bindable(values[i])) { throw new TypeError('SQLite3 can only bind numbers, strings, bigints, buffers, and null'); }
      if (typeof values[i] === 'bigint' && BigInt.asIntN(64, values[i]) !== values[i]) { throw new RangeError('The bound string, buffer, or bigint is too big'); }
    }
    if (names.length > 0) { native.clear(state.handle); native.bind(state.handle, 1, values); }
  }
  // execute binds the arguments and calls fn with the statement.
  function execute(state, args, fn) {
    if (state.writes && state.of.iterators > 0 && !state.of.unsafe) { throw new TypeError('This database connection is busy executing a query'); }
    bind(state, args);
    if (state.of.verbose !== null) { state.of.verbose(native.expanded(state.handle)); }
    return running(state.of, function () { return fn(state.handle, mode(state)); });
  }
  methods(Statement.prototype, {
    run: function run() {
      var state = statement(this), r = execute(state, arguments, native.run);
      return { changes: Number(r[0]), lastInsertRowid: r[1] };
    },
    get: function get() { return execute(statement(this, 'reader'), arguments, native.get); },
    all: function all() { return execute(statement(this, 'reader'), arguments, native.all); },
    iterate: function iterate() {
      var state = statement(this, 'reader'), of = state.of, done = false, shape = 0;
      execute(state, arguments, function (h, m) { shape = m; });
      state.iterating = true;
      of.iterators++;
      function end() {
        if (done) { return; }
        done = true;
        state.iterating = false;
        of.iterators--;
        native.reset(state.handle);
      }
      var it = {
        next: function next() {
          if (done) { return { value: undefined, done: true }; }
          if (of.running > 0) { throw new TypeError('This database connection is busy executing a query'); }
          var more = false;
          of.running++;
          try { more = native.step(state.handle); } catch (e) { of.running--; end(); throw e; }
          of.running--;
          if (!more) { end(); return { value: undefined, done: true }; }
          return { value: native.row(state.handle, shape), done: false };
        },
        return: function () { end(); return { value: undefined, done: true }; }
      };
      Object.defineProperty(it, Symbol.iterator, { value: function () { return it; } });
      return it;
    },
    bind: function bind_() {
      var state = statement(this);
      if (state.bound) { throw new TypeError('The bind() method can only be invoked once per statement object'); }
      bind(state, arguments);
      state.bound = true;
      return this;
    },
    pluck: function pluck(on) { return shaped(this, 'pluck', modes.first, on); },
    expand: function expand(on) { return shaped(this, 'expand', modes.tables, on); },
    raw: function raw(on) { return shaped(this, 'raw', modes.array, on); },
    safeIntegers: function safeIntegers(on) { var state = statement(this); state.big = flag(on); return this; },
    columns: function columns() {
      var state = hidden.get(this);
      if (!state.reader) { throw new TypeError('The columns() method is only for statements that return data'); }
      state = statement(this);
      return native.columns(state.handle).map(function (c) { return { name: c[0], column: c[1], table: c[2], database: c[3], type: c[4] }; });
    }
  });
  Object.defineProperty(Statement.prototype.bind, 'name', { value: 'bind' });
  function shaped(st, name, bit, on) {
    var state = hidden.get(st);
    if (!state.reader) { throw new TypeError('The ' + name + '() method is only for statements that return data'); }
    state = statement(st);
    if (flag(on)) { state.mode = bit; } else if (state.mode === bit) { state.mode = 0; }
    return st;
  }
  // util.inspect shows accessors as the values that they have.
  [Database, Statement].forEach(function (of) {
    Object.defineProperty(of.prototype, custom, {
      value: function () { var o = Object.create(of.prototype); Object.defineProperty(o, custom, { value: undefined }); return Object.assign(o, this); }, writable: true, configurable: true, enumerable: false
    });
  });
  Database.SqliteError = SqliteError;
  return Database;
})
