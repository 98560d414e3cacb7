// sqlite: node:sqlite, over SQLite in Go.
var path = require('path'), fileURLToPath = require('url').fileURLToPath;
var modes = { array: 1, big: 8, plainBytes: 16, noPrototype: 32, onlySafe: 64 };

function coded(Type, code, message) { return Object.assign(new Type(message), { code: code }); }
function wrongType(message) { return coded(TypeError, 'ERR_INVALID_ARG_TYPE', message); }
function wrongState(message) { return coded(Error, 'ERR_INVALID_STATE', message); }
function notOpen() { return wrongState('database is not open'); }
var texts = {
  1: 'SQL logic error', 2: 'unknown error', 3: 'access permission denied', 4: 'query aborted', 5: 'database is locked', 6: 'database table is locked', 7: 'out of memory', 8: 'attempt to write a readonly database',
  9: 'interrupted', 10: 'disk I/O error', 11: 'database disk image is malformed', 12: 'unknown operation', 13: 'database or disk is full', 14: 'unable to open database file', 15: 'locking protocol',
  17: 'database schema has changed', 18: 'string or blob too big', 19: 'constraint failed', 20: 'datatype mismatch', 21: 'bad parameter or other API misuse', 22: 'large file support is disabled', 23: 'authorization denied',
  25: 'column index out of range', 26: 'file is not a database'
};
native.begin(function (message, name, code) {
  if (name === 'CLOSED') { return wrongState('statement has been finalized'); }
  if (name === 'BUSY') { return wrongState('database is executing a statement'); }
  var e = coded(Error, 'ERR_SQLITE_ERROR', message);
  e.errcode = code;
  e.errstr = texts[code & 0xff] || 'unknown error';
  return e;
}, false);

var hidden = new WeakMap();
function own(o) {
  var s = hidden.get(o);
  if (s === undefined) { throw coded(TypeError, 'ERR_INVALID_THIS', 'Illegal invocation'); }
  return s;
}
function opened(db) { var s = own(db); if (s.handle === null) { throw notOpen(); } return s; }
function boolean(o, name, usual) {
  var v = o[name];
  if (v === undefined) { return usual; }
  if (typeof v !== 'boolean') { throw wrongType('The "options.' + name + '" argument must be a boolean.'); }
  return v;
}
function isObject(v) { return v !== null && (typeof v === 'object' || typeof v === 'function'); }
function methods(of, list) { Object.keys(list).forEach(function (name) { Object.defineProperty(of, name, { value: list[name], writable: true, configurable: true, enumerable: true }); }); }
function sql(v) { if (typeof v !== 'string') { throw wrongType('The "sql" argument must be a string.'); } return v; }

// location is the path of a file, given as text, bytes or address.
function location(v) {
  var wrong = 'The "path" argument must be a string, Uint8Array, or URL without null bytes.';
  if (v instanceof URL) {
    if (v.protocol !== 'file:') { throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file:'); }
    v = fileURLToPath(v);
  } else if (v instanceof Uint8Array) { v = Buffer.from(v).toString(); } else if (typeof v !== 'string') { throw wrongType(wrong); }
  if (v.indexOf('\0') >= 0) { throw wrongType(wrong); }
  if (/^file:/.test(v)) { v = fileURLToPath(v.replace(/\?.*$/, '')); }
  return v;
}

class DatabaseSync {
  constructor(file, options) {
    file = location(file);
    if (options !== undefined && (options === null || typeof options !== 'object')) { throw wrongType('The "options" argument must be an object.'); }
    var o = options || {}, open = boolean(o, 'open', true), timeout = 0;
    var s = { file: file, handle: null, statements: [], readOnly: boolean(o, 'readOnly', false), keys: boolean(o, 'enableForeignKeyConstraints', true), quotes: boolean(o, 'enableDoubleQuotedStringLiterals', false) };
    boolean(o, 'allowExtension', false);
    if (o.timeout !== undefined) {
      if (!Number.isInteger(o.timeout)) { throw wrongType('The "options.timeout" argument must be an integer.'); }
      timeout = o.timeout;
    }
    s.timeout = timeout;
    s.extensions = o.allowExtension === true;
    s.big = boolean(o, 'readBigInts', false);
    s.arrays = boolean(o, 'returnArrays', false);
    s.bare = boolean(o, 'allowBareNamedParameters', true);
    s.unknown = boolean(o, 'allowUnknownNamedParameters', false);
    hidden.set(this, s);
    var getters = {
      isOpen: { get: function () { return s.handle !== null; }, enumerable: true, configurable: true },
      isTransaction: { get: function () { if (s.handle === null) { throw notOpen(); } return native.state(s.handle); }, enumerable: true, configurable: true }
    };
    Object.defineProperties(this, getters);
    if (open) { this.open(); }
  }
}
methods(DatabaseSync.prototype, {
  open: function open() {
    var s = own(this);
    if (s.handle !== null) { throw wrongState('database is already open'); }
    var memory = s.file === '' || s.file === ':memory:';
    s.handle = native.open(memory ? s.file : path.resolve(s.file), s.readOnly ? 1 : 6, s.timeout, null);
    native.configure(s.handle, 'foreignKeys', s.keys);
    native.configure(s.handle, 'quotes', s.quotes);
  },
  close: function close() {
    var s = opened(this), handle = s.handle;
    native.close(handle);
    s.handle = null;
  },
  prepare: function prepare(text) {
    var s = opened(this), made = native.prepare(s.handle, sql(text));
    if (made[0] === null) { throw coded(Error, 'ERR_INVALID_STATE', 'The supplied SQL string contains no statements'); }
    return new StatementSync(making, s, made[0]);
  },
  exec: function exec(text) { native.exec(opened(this).handle, sql(text)); },
  location: function (name) {
    var s = opened(this);
    if (name !== undefined && typeof name !== 'string') { throw wrongType('The "dbName" argument must be a string.'); }
    return native.file(s.handle, name === undefined ? 'main' : name) || null;
  },
  function: function (name, o, fn) {
    var s = opened(this);
    if (typeof name !== 'string') { throw wrongType('The "name" argument must be a string.'); }
    if (arguments.length < 3) { fn = o; o = {}; }
    if (typeof fn !== 'function') { throw wrongType('The "function" argument must be a function.'); }
    if (!isObject(o)) { throw wrongType('The "options" argument must be an object.'); }
    var big = boolean(o, 'useBigIntArguments', false), varargs = boolean(o, 'varargs', false), flags = (boolean(o, 'deterministic', false) ? 1 : 0) | (boolean(o, 'directOnly', false) ? 2 : 0);
    native.function(s.handle, name, varargs ? -1 : fn.length, flags, shape(big), function () { return result(fn.apply(undefined, arguments)); });
  },
  aggregate: function aggregate(name, o) {
    var s = opened(this), start = o.start, step = o.step, inverse = o.inverse, last = o.result;
    if (start === undefined || isObject(start) && typeof start !== 'function') { throw wrongType('The "options.start" argument must be a function or a primitive value.'); }
    [['step', step, true], ['inverse', inverse], ['result', last]].forEach(function (m) {
      if (typeof m[1] !== 'function' && (m[2] || m[1] !== undefined)) { throw wrongType('The "options.' + m[0] + '" argument must be a function.'); }
    });
    if (typeof name !== 'string') { throw wrongType('The "name" argument must be a string.'); }
    var big = boolean(o, 'useBigIntArguments', false), varargs = boolean(o, 'varargs', false), flags = (boolean(o, 'deterministic', false) ? 1 : 0) | (boolean(o, 'directOnly', false) ? 2 : 0);
    var count = varargs ? -1 : Math.max(step.length, inverse ? inverse.length : 0) - 1;
    native.aggregate(s.handle, name, varargs ? -1 : Math.max(count, 0), flags, shape(big), function () { return typeof start === 'function' ? start() : start; }, step, inverse || null, function (v) { return result(last ? last(v) : v); });
  },
  createSession: function createSession() { opened(this); throw absent('createSession()'); },
  applyChangeset: function applyChangeset() { opened(this); throw absent('applyChangeset()'); },
  enableLoadExtension: function enableLoadExtension(on) {
    var s = own(this);
    if (typeof on !== 'boolean') { throw wrongType('The "allow" argument must be a boolean.'); }
    if (on) { throw s.extensions ? absent('loading an extension') : wrongState('Cannot enable extension loading because it was disabled at database creation.'); }
  },
  loadExtension: function loadExtension() { throw own(this).extensions ? absent('loading an extension') : wrongState('extension loading is not allowed'); }
});
Object.defineProperty(DatabaseSync.prototype.location, 'name', { value: 'location' });
Object.defineProperty(DatabaseSync.prototype, Symbol.dispose, { value: function () { if (own(this).handle !== null) { this.close(); } }, writable: true, configurable: true, enumerable: false });
Object.defineProperty(DatabaseSync.prototype, Symbol.for('sqlite-type'), { value: 'node:sqlite', configurable: true, enumerable: false });
function absent(what) { return coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'node:sqlite: ' + what + ' is not available in this server'); }
function shape(big) { return modes.plainBytes | (big ? modes.big : modes.onlySafe); }
function failed(message) {
  var e = coded(Error, 'ERR_SQLITE_ERROR', message);
  e.errcode = 1;
  e.errstr = texts[1];
  return e;
}
function bindable(v) { return v === null || typeof v === 'number' || typeof v === 'string' || typeof v === 'bigint' || ArrayBuffer.isView(v); }
// result checks what a function of the script has returned.
function result(v) {
  if (v !== undefined && !bindable(v)) { throw failed(v instanceof Promise ? 'Asynchronous user-defined functions are not supported' : 'Returned JavaScript value cannot be converted to a SQLite value'); }
  if (typeof v === 'bigint' && BigInt.asIntN(64, v) !== v) { throw coded(RangeError, 'ERR_OUT_OF_RANGE', 'BigInt value is too large for SQLite'); }
  return v;
}
function bytes(v) { return ArrayBuffer.isView(v) ? new Uint8Array(v.buffer, v.byteOffset, v.byteLength) : v; }

var making = {};
class StatementSync {
  constructor(key, db, handle) {
    if (key !== making) { throw coded(Error, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor'); }
    var about = native.describe(handle), s = { db: db, handle: handle, parameters: about.parameters, bare: db.bare, unknown: db.unknown, big: db.big, arrays: db.arrays, names: null };
    hidden.set(this, s);
    Object.defineProperties(this, {
      sourceSQL: { get: function () { return about.sql; }, enumerable: true, configurable: true },
      expandedSQL: { get: function () { return native.expanded(handle); }, enumerable: true, configurable: true }
    });
  }
}
function statement(st) {
  var s = own(st);
  if (s.db.handle === null) { throw wrongState('statement has been finalized'); }
  return s;
}
function mode(s) { return modes.plainBytes | modes.noPrototype | (s.big ? modes.big : modes.onlySafe) | (s.arrays ? modes.array : 0); }
// bare are the places of parameters by their names without the first character.
function bare(s) {
  if (s.names === null) {
    var names = new Map();
    s.parameters.forEach(function (full, i) {
      if (full === '' || full[0] === '?') { return; }
      var name = full.slice(1), had = names.get(name);
      if (had !== undefined) { throw wrongState("Cannot create bare named parameter '" + name + "' because of conflicting names '" + s.parameters[had] + "' and '" + full + "'."); }
      names.set(name, i);
    });
    s.names = names;
  }
  return s.names;
}
function put(s, place, v) {
  if (typeof v === 'bigint' && BigInt.asIntN(64, v) !== v) { throw coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'BigInt value is too large to bind.'); }
  if (!bindable(v)) { throw wrongType('Provided value cannot be bound to SQLite parameter ' + place + '.'); }
  native.bind(s.handle, place, [bytes(v)]);
}
function bind(s, args) {
  native.reset(s.handle);
  native.clear(s.handle);
  var first = 0;
  if (args.length > 0 && isObject(args[0]) && !Array.isArray(args[0]) && !ArrayBuffer.isView(args[0]) && !(args[0] instanceof Date)) {
    var named = args[0];
    first = 1;
    if (s.bare) { bare(s); }
    Object.keys(named).forEach(function (key) {
      var at = s.parameters.indexOf(key);
      if (at < 0 && s.bare && bare(s).has(key)) { at = bare(s).get(key); }
      if (at < 0) {
        if (s.unknown) { return; }
        throw wrongState("Unknown named parameter '" + key + "'");
      }
      put(s, at + 1, named[key]);
    });
  }
  var place = 1;
  for (var i = first; i < args.length; i++) {
    while (place <= s.parameters.length && s.parameters[place - 1] !== '' && s.parameters[place - 1][0] !== '?') { place++; }
    put(s, place++, args[i]);
  }
}
var Iterator_ = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
function StatementSyncIterator() {}
StatementSyncIterator.prototype = Object.create(Iterator_, { constructor: { value: StatementSyncIterator, writable: true, configurable: true } });
function item(done, v) { return Object.assign(Object.create(null), { done: done, value: v }); }
methods(StatementSync.prototype, {
  iterate: function iterate() {
    var s = statement(this), done = false, it = new StatementSyncIterator();
    bind(s, arguments);
    Object.defineProperties(it, {
      next: { value: function next() {
        if (done) { return item(true, null); }
        statement(s.self);
        if (!native.step(s.handle)) { done = true; native.reset(s.handle); return item(true, null); }
        return item(false, native.row(s.handle, mode(s)));
      } },
      return: { value: function () { if (!done) { done = true; native.reset(s.handle); } return item(true, null); } }
    });
    s.self = this;
    return it;
  },
  all: function all() { var s = statement(this); bind(s, arguments); return native.all(s.handle, mode(s)); },
  get: function get() { var s = statement(this); bind(s, arguments); return native.get(s.handle, mode(s)); },
  run: function run() {
    var s = statement(this);
    bind(s, arguments);
    var r = native.run(s.handle, mode(s));
    return { lastInsertRowid: r[1], changes: r[2] };
  },
  columns: function columns() {
    return native.columns(statement(this).handle).map(function (c) { return Object.assign(Object.create(null), { column: c[1], database: c[3], name: c[0], table: c[2], type: c[4] }); });
  },
  setAllowBareNamedParameters: function setAllowBareNamedParameters(on) { statement(this).bare = checked(on, 'allowBareNamedParameters'); },
  setAllowUnknownNamedParameters: function setAllowUnknownNamedParameters(on) { statement(this).unknown = checked(on, 'enabled'); },
  setReadBigInts: function setReadBigInts(on) { statement(this).big = checked(on, 'readBigInts'); },
  setReturnArrays: function setReturnArrays(on) { statement(this).arrays = checked(on, 'returnArrays'); }
});
function checked(on, name) { if (typeof on !== 'boolean') { throw wrongType('The "' + name + '" argument must be a boolean.'); } return on; }

function backup(db, destination, o) {
  if (!isObject(db)) { throw wrongType('The "sourceDb" argument must be an object.'); }
  var s = opened(db), rate = 100, source = 'main', target = 'main', progress;
  try { destination = location(destination); } catch (e) { throw wrongType('The "destination" argument must be a string.'); }
  if (o !== undefined) {
    if (!isObject(o)) { throw wrongType('The "options" argument must be an object.'); }
    if (o.rate !== undefined) { if (!Number.isInteger(o.rate)) { throw wrongType('The "options.rate" argument must be an integer.'); } rate = o.rate; }
    if (o.source !== undefined) { if (typeof o.source !== 'string') { throw wrongType('The "options.source" argument must be a string.'); } source = o.source; }
    if (o.target !== undefined) { if (typeof o.target !== 'string') { throw wrongType('The "options.target" argument must be a string.'); } target = o.target; }
    if (o.progress !== undefined) { if (typeof o.progress !== 'function') { throw wrongType('The "options.progress" argument must be a function.'); } progress = o.progress; }
  }
  return (async function () {
    var copy = native.backup(s.handle, source, path.resolve(destination), target);
    try {
      for (;;) {
        var step = native.copy(copy, rate);
        if (step[0]) { return step[2]; }
        if (progress) { progress({ totalPages: step[2], remainingPages: step[3] }); }
        await new Promise(function (resolve) { setImmediate(resolve); });
      }
    } finally { native.finish(copy); }
  }());
}
exports.DatabaseSync = DatabaseSync;
exports.StatementSync = StatementSync;
exports.constants = {
  SQLITE_CHANGESET_OMIT: 0, SQLITE_CHANGESET_REPLACE: 1, SQLITE_CHANGESET_ABORT: 2, SQLITE_CHANGESET_DATA: 1, SQLITE_CHANGESET_NOTFOUND: 2,
  SQLITE_CHANGESET_CONFLICT: 3, SQLITE_CHANGESET_CONSTRAINT: 4, SQLITE_CHANGESET_FOREIGN_KEY: 5
};
exports.backup = backup;
