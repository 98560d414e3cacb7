// fswatch: fs.watch, fs.promises.watch, fs.watchFile.
var EventEmitter = require('events'), validate = require('validate'), errors = require('errors'), paths = require('path');

// link closes a watcher when a signal says so.
function link(watcher, signal) {
  if (!signal) { return; }
  function close() { watcher.close(); }
  if (signal.aborted) { process.nextTick(close); return; }
  signal.addEventListener('abort', close);
  watcher.once('close', function () { signal.removeEventListener('abort', close); });
}
function encoded(name, encoding) {
  if (!encoding || encoding === 'utf8' || encoding === 'utf-8') { return name; }
  var b = Buffer.from(name);
  return encoding === 'buffer' ? b : b.toString(encoding);
}
function begin(path, persistent, fn) {
  var w = native.watch(path, function (err, e) { fn(e.changed ? 'change' : 'rename', e.name); });
  native.holdWatch(w, persistent);
  return w;
}

// FSEvent is the watch of a file or a folder.
function FSEvent() { Object.defineProperty(this, 'watch', { value: null, writable: true }); }
Object.defineProperty(FSEvent.prototype, 'initialized', { get: function () { return this.watch !== null; } });
class FSWatcher extends EventEmitter {
  constructor() {
    super();
    this._handle = new FSEvent();
  }
  start() {}
  close() {
    var h = this._handle;
    if (!h.initialized) { return; }
    native.unwatch(h.watch);
    h.watch = null;
    process.nextTick(function (self) { self.emit('close'); }, this);
  }
  ref() { return held(this, true); }
  unref() { return held(this, false); }
}
function held(watcher, on) {
  if (watcher._handle.initialized) { native.holdWatch(watcher._handle.watch, on); }
  return watcher;
}
function single(path, o) {
  var w = new FSWatcher();
  try {
    w._handle.watch = begin(path, Boolean(o.persistent), function (type, name) { w.emit('change', type, encoded(name, o.encoding)); });
  } catch (e) {
    delete e.code;
    delete e.path;
    throw Object.assign(e, { code: e.message.slice(0, e.message.indexOf(':')), path: path, filename: path });
  }
  return w;
}

// Of folders and all that is below them each folder is watched. What is known of a folder are its
// entries: what appears while a new folder is read comes as an event, too, and is told once.
var tree = new WeakMap();
function makeTree(fs) {
  class FSWatcher extends EventEmitter {
    close() {
      var t = tree.get(this);
      if (t.closed) { return; }
      t.closed = true;
      t.root.close();
      this.emit('close');
    }
    ref() { tree.get(this).hold(true); return this; }
    unref() { tree.get(this).hold(false); return this; }
  }
  function same(a, b) { return a.ino === b.ino && a.birthtimeMs === b.birthtimeMs && a.isDirectory() === b.isDirectory(); }
  function quiet(read, otherwise) { try { return read(); } catch (e) { return otherwise; } } // it is gone, or not to be read
  function Folder(t, path, below) {
    this.t = t;
    this.path = path;
    this.below = below; // its path from the root
    this.known = new Map(); // the stats and the Folder of each entry
    var self = this;
    this.watch = begin(path, t.persistent, function (type, name) { self.on(type, name); });
    t.folders.add(this);
  }
  Folder.prototype.list = function (tell) {
    var self = this;
    quiet(function () { return fs.readdirSync(self.path); }, []).forEach(function (name) { self.look(name, tell); });
  };
  // look finds out what there is of a name.
  Folder.prototype.look = function (name, tell) {
    var self = this, path = paths.join(this.path, name), was = this.known.get(name), is = quiet(function () { return fs.lstatSync(path); });
    if (was && is && same(was.stats, is)) { return; }
    if (was) {
      this.known.delete(name);
      if (was.folder) { was.folder.close(); }
    }
    if (is) {
      var entry = { stats: is, folder: null }, below = paths.join(this.below, name);
      this.known.set(name, entry);
      if (is.isDirectory()) { entry.folder = quiet(function () { return new Folder(self.t, path, below); }, null); }
    }
    if (tell && (was || is)) { this.t.tell('rename', paths.join(this.below, name)); }
    if (is && entry.folder && !this.t.closed) { entry.folder.list(tell); }
  };
  Folder.prototype.on = function (type, name) {
    if (type === 'change') {
      if (this.known.has(name)) { this.t.tell('change', paths.join(this.below, name)); }
      return;
    }
    if (this !== this.t.root || this.known.has(name) || fs.existsSync(this.path)) { this.look(name, true); } else if (!this.t.gone) { // the root itself
      this.t.gone = true;
      this.t.tell('rename', '');
    }
  };
  Folder.prototype.close = function () {
    if (!this.t.folders.delete(this)) { return; }
    native.unwatch(this.watch);
    this.known.forEach(function (entry) { if (entry.folder) { entry.folder.close(); } });
  };
  return function (path, o) {
    var w = new FSWatcher(), t = { closed: false, gone: false, persistent: Boolean(o.persistent), folders: new Set(), root: null };
    t.tell = function (type, name) { if (!t.closed) { w.emit('change', type, encoded(name, o.encoding)); } };
    t.hold = function (on) {
      if (t.closed) { return; }
      t.persistent = on;
      t.folders.forEach(function (f) { native.holdWatch(f.watch, on); });
    };
    tree.set(w, t);
    path = paths.resolve(path);
    try { var is = fs.statSync(path); } catch (e) { throw Object.assign(e, { filename: path }); }
    if (!is.isDirectory()) {
      var watch = begin(path, t.persistent, t.tell);
      t.folders.add({ watch: watch });
      t.root = { close: function () { native.unwatch(watch); } };
      return w;
    }
    t.root = new Folder(t, path, '');
    t.root.list(false);
    return w;
  };
}

// changes are the events of a watcher one by one. What comes between two is kept.
function changes(open, signal) {
  var watcher = null, kept = [], waiting = [], over = false, failure = null;
  function settle() {
    while (waiting.length && (kept.length || over)) {
      var w = waiting.shift();
      if (over && failure) { w.reject(failure); failure = null; } else if (over) { w.resolve({ value: undefined, done: true }); } else { w.resolve({ value: kept.shift(), done: false }); }
    }
  }
  function end(err) {
    if (over) { return; }
    over = true;
    failure = err || null;
    if (signal) { signal.removeEventListener('abort', abort); }
    if (watcher) { watcher.close(); }
    settle();
  }
  function abort() { end(errors.aborted(signal)); }
  function start() {
    if (watcher || over) { return; }
    try {
      watcher = open();
      signal = watcher.signal;
      watcher = watcher.of;
    } catch (e) { end(e); return; }
    if (signal) { signal.addEventListener('abort', abort); }
    watcher.on('change', function (type, name) {
      kept.push({ eventType: type, filename: name });
      settle();
    });
    watcher.on('error', end);
  }
  var members = {
    next: function () {
      return new Promise(function (resolve, reject) {
        waiting.push({ resolve: resolve, reject: reject });
        start();
        settle();
      });
    },
    return: function (v) { end(); return Promise.resolve({ value: v, done: true }); },
    throw: function (e) { end(); return Promise.reject(e); },
    [Symbol.asyncIterator]: function () { return this; },
    [Symbol.toStringTag]: 'AsyncGenerator'
  }, iterator = {};
  Reflect.ownKeys(members).forEach(function (k) { Object.defineProperty(iterator, k, { value: members[k], writable: true, configurable: true }); });
  return iterator;
}

// StatWatcher looks at a file from time to time. Each listener may have it hold the loop.
class StatWatcher extends EventEmitter {
  constructor() {
    super();
    this._handle = null;
  }
  start() {}
  stop() {
    var h = this._handle;
    if (h === null) { return; }
    clearTimeout(h.timer);
    this._handle = null;
    process.nextTick(function (self) { self.emit('stop'); }, this);
  }
  ref() {
    var h = this._handle;
    if (h && h.refs < h.most) {
      h.refs++;
      h.hold(true);
    }
    return this;
  }
  unref() {
    var h = this._handle;
    if (h && h.refs > 0 && --h.refs === 0) { h.hold(false); }
    return this;
  }
}
var told = ['ctimeMs', 'mtimeMs', 'birthtimeMs', 'size', 'mode', 'uid', 'gid', 'ino', 'dev'];
function poll(fs, watcher, path, o, empty) {
  var h = { refs: 1, most: 1, timer: null, on: Boolean(o.persistent), hold: function (on) {
    h.on = on;
    if (h.timer) { h.timer[on ? 'ref' : 'unref'](); }
  } }, was = null, missing = null;
  watcher._handle = h;
  function look() {
    fs.stat(path, { bigint: Boolean(o.bigint) }, function (err, is) {
      if (watcher._handle !== h) { return; }
      var before = was || empty();
      if (err ? missing !== err.code : missing !== null || was && told.some(function (k) { return was[k] !== is[k]; })) {
        was = err ? empty() : is;
        missing = err ? err.code : null;
        watcher.emit('change', was, before);
      } else if (!err) { was = is; }
      if (watcher._handle !== h) { return; }
      h.timer = setTimeout(look, o.interval);
      h.hold(h.on);
    });
  }
  look();
}

exports.extend = function (fs, pathOf, opt, stats) {
  var deep = makeTree(fs), polled = new Map(), zero = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks', 'atimeMs', 'mtimeMs', 'ctimeMs', 'birthtimeMs'];
  function open(path, o) { return o.recursive ? deep(path, o) : single(path, o); }
  fs.watch = function watch(filename, options, listener) {
    if (typeof options === 'function') { listener = options; }
    var o = Object.assign({ persistent: true, recursive: false }, opt(options)), path = pathOf(filename);
    if (listener !== undefined) { validate.func(listener, 'listener'); }
    if (o.persistent === undefined) { o.persistent = true; }
    if (o.recursive === undefined) { o.recursive = false; }
    validate.boolean(o.recursive, 'options.recursive');
    if (o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
    var w = open(path, o);
    if (listener) { w.addListener('change', listener); }
    link(w, o.signal);
    return w;
  };
  fs.promises.watch = function watch(filename, o) {
    return changes(function () {
      var path = pathOf(filename);
      o = o === undefined ? {} : o;
      validate.object(o, 'options');
      o = { persistent: o.persistent === undefined ? true : o.persistent, recursive: o.recursive === undefined ? false : o.recursive, encoding: o.encoding === undefined ? 'utf8' : o.encoding, signal: o.signal };
      validate.boolean(o.persistent, 'options.persistent');
      validate.boolean(o.recursive, 'options.recursive');
      if (o.signal !== undefined) { validate.signal(o.signal, 'options.signal'); }
      if (o.encoding && o.encoding !== 'buffer' && !Buffer.isEncoding(o.encoding)) { throw validate.invalidValue(String(o.encoding), 'encoding', 'is invalid encoding'); } // the wrong way round, as in Node
      if (o.signal && o.signal.aborted) { throw errors.aborted(o.signal); }
      return { of: open(path, o), signal: o.signal };
    });
  };
  fs.watchFile = function watchFile(filename, options, listener) {
    var path = paths.resolve(pathOf(filename));
    if (options === null || typeof options !== 'object') {
      listener = options;
      options = null;
    }
    var o = Object.assign({ interval: 5007, persistent: true }, options), w = polled.get(path);
    validate.func(listener, 'listener');
    if (!w) {
      validate.uint32(o.interval, 'interval');
      w = new StatWatcher();
      poll(fs, w, path, o, function () {
        var f = {};
        zero.forEach(function (k) { f[k] = o.bigint ? '0' : 0; });
        if (o.bigint) { ['atimeNs', 'mtimeNs', 'ctimeNs', 'birthtimeNs'].forEach(function (k) { f[k] = '0'; }); }
        return stats(f);
      });
      polled.set(path, w);
    } else if (w._handle) {
      w._handle.refs++;
      w._handle.most++;
    }
    w.addListener('change', listener);
    return w;
  };
  fs.unwatchFile = function unwatchFile(filename, listener) {
    var path = paths.resolve(pathOf(filename)), w = polled.get(path);
    if (!w) { return; }
    var before = w.listenerCount('change'), h = w._handle;
    if (typeof listener === 'function') { w.removeListener('change', listener); } else { w.removeAllListeners('change'); }
    var left = w.listenerCount('change');
    if (left < before && h) {
      h.most = left;
      h.refs = Math.max(0, h.refs - (before - left));
      if (h.refs === 0) { h.hold(false); }
    }
    if (left === 0) {
      w.stop();
      polled.delete(path);
    }
  };
};
