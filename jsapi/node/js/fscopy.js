// fscopy: fs.cp, cpSync and promises.cp. The steps are written once: what they ask of the
// file system is done by who runs them, at once or later.
var errors = require('errors'), validate = require('validate'), paths = require('path');
var codes = {
  ERR_FS_CP_EINVAL: ['Invalid src or dest', 'EINVAL', 22], ERR_FS_CP_EEXIST: ['Target already exists', 'EEXIST', 17], ERR_FS_EISDIR: ['Path is a directory', 'EISDIR', 21],
  ERR_FS_CP_DIR_TO_NON_DIR: ['Cannot overwrite non-directory with directory', 'EISDIR', 21], ERR_FS_CP_NON_DIR_TO_DIR: ['Cannot overwrite directory with non-directory', 'ENOTDIR', 20],
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY: ['Cannot overwrite symlink in subdirectory of self', 'EINVAL', 22],
  ERR_FS_CP_SOCKET: ['Cannot copy a socket file', 'EINVAL', 22], ERR_FS_CP_FIFO_PIPE: ['Cannot copy a FIFO pipe', 'EINVAL', 22], ERR_FS_CP_UNKNOWN: ['Cannot copy an unknown file type', 'EINVAL', 22]
};
function failure(code, message, path, number, syscall) {
  if (!syscall) { syscall = 'cp'; }
  var c = codes[code];
  return errors.system(c[0], { message: message, path: path, syscall: syscall, errno: number || c[2], code: c[1] }, code);
}
exports.failure = failure;
exports.options = function (o) {
  if (o === undefined) { o = {}; } else { validate.object(o, 'options'); }
  o = Object.assign({ dereference: false, errorOnExist: false, filter: undefined, force: true, preserveTimestamps: false, recursive: false, verbatimSymlinks: false, mode: 0 }, o);
  ['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks'].forEach(function (k) { validate.boolean(o[k], 'options.' + k); });
  validate.integer(o.mode, 'mode', 0, 7);
  if (o.dereference && o.verbatimSymlinks) { throw errors.coded(TypeError, 'ERR_INCOMPATIBLE_OPTION_PAIR', 'Option "dereference" cannot be used in combination with option "verbatimSymlinks"'); }
  if (o.filter !== undefined) { validate.func(o.filter, 'options.filter'); }
  return o;
};
function same(a, b) { return b.ino === a.ino && b.dev === a.dev; }
function within(parent, child) {
  function parts(p) { return paths.resolve(p).split(paths.sep).filter(Boolean); }
  var inner = parts(child);
  return parts(parent).every(function (part, i) { return inner[i] === part; });
}
function intoItself(src, dest, path) { return failure('ERR_FS_CP_EINVAL', 'cannot copy ' + src + ' to a subdirectory of self ' + dest, path); }
// found asks for a file that may be absent: null then.
function* found(ask, path) {
  try { return yield [ask, path]; } catch (e) {
    if (e.code === 'ENOENT') { return null; }
    throw e;
  }
}
// Each step yields [name of a function of fs, arguments…], or [options.filter, src, dest].
function* copy(src, dest, o) {
  var stats = yield* check(src, dest, o);
  if (!stats) { return; }
  var parent = paths.resolve(paths.dirname(dest)), from = paths.resolve(paths.dirname(src));
  for (var p = parent; p !== from && p !== paths.parse(p).root; p = paths.resolve(paths.dirname(p))) {
    var st = yield* found('stat', p);
    if (!st) { break; }
    if (same(stats.src, st)) { throw intoItself(src, dest, dest); }
  }
  if (!(yield* found('stat', parent))) { yield ['mkdir', parent, { recursive: true }]; }
  yield* one(src, dest, stats, o);
}
function* check(src, dest, o) {
  if (o.filter && !(yield [o.filter, src, dest])) { return undefined; }
  var ask = o.dereference ? 'stat' : 'lstat', stats = { src: yield [ask, src], dest: yield* found(ask, dest) };
  var dir = stats.src.isDirectory();
  if (stats.dest) {
    if (same(stats.src, stats.dest)) { throw failure('ERR_FS_CP_EINVAL', 'src and dest cannot be the same', dest); }
    if (dir && !stats.dest.isDirectory()) { throw failure('ERR_FS_CP_DIR_TO_NON_DIR', 'cannot overwrite non-directory ' + dest + ' with directory ' + src, dest); }
    if (!dir && stats.dest.isDirectory()) { throw failure('ERR_FS_CP_NON_DIR_TO_DIR', 'cannot overwrite directory ' + dest + ' with non-directory ' + src, dest); }
  }
  if (dir && within(src, dest)) { throw intoItself(src, dest, dest); }
  return stats;
}
function* one(src, dest, stats, o) {
  var s = stats.src;
  if (s.isDirectory()) {
    if (!o.recursive) { throw failure('ERR_FS_EISDIR', src + ' is a directory (not copied)', src, o.now ? 22 : 21); }
    yield* folder(src, dest, stats, o);
  } else if (s.isSymbolicLink()) {
    yield* link(src, dest, stats, o);
  } else if (s.isFile() || s.isCharacterDevice() || s.isBlockDevice()) {
    yield* file(src, dest, stats, o);
  } else {
    var kind = s.isSocket() ? ['ERR_FS_CP_SOCKET', 'a socket file'] : s.isFIFO() ? ['ERR_FS_CP_FIFO_PIPE', 'a FIFO pipe'] : ['ERR_FS_CP_UNKNOWN', 'an unknown file type'];
    throw failure(kind[0], 'cannot copy ' + kind[1] + ': ' + dest, dest);
  }
}
function* folder(src, dest, stats, o) {
  if (!stats.dest) { yield ['mkdir', dest]; }
  var names = yield ['readdir', src];
  for (var i = 0; i < names.length; i++) {
    var from = paths.join(src, names[i]), to = paths.join(dest, names[i]), inner = yield* check(from, to, o);
    if (inner) { yield* one(from, to, inner, o); }
  }
  if (!stats.dest) { yield ['chmod', dest, stats.src.mode]; }
}
function* file(src, dest, stats, o) {
  if (stats.dest) {
    if (!o.force) {
      if (o.errorOnExist) { throw failure('ERR_FS_CP_EEXIST', dest + ' already exists', dest); }
      return;
    }
    yield ['unlink', dest];
  }
  yield ['copyFile', src, dest, o.mode];
  if (o.preserveTimestamps) {
    if (!(stats.src.mode & 128)) { yield ['chmod', dest, stats.src.mode | 128]; } // only what can be written takes times
    var times = yield ['stat', src];
    yield ['utimes', dest, times.atime, times.mtime];
  }
  yield ['chmod', dest, stats.src.mode];
}
function* link(src, dest, stats, o) {
  var to = yield ['readlink', src], old;
  if (!o.verbatimSymlinks && !paths.isAbsolute(to)) { to = paths.resolve(paths.dirname(src), to); }
  if (stats.dest) {
    try { old = yield ['readlink', dest]; } catch (e) {
      if (e.code !== 'EINVAL' && e.code !== 'UNKNOWN') { throw e; }
    }
  }
  if (old === undefined) { yield ['symlink', to, dest]; return; }
  if (!paths.isAbsolute(old)) { old = paths.resolve(paths.dirname(dest), old); }
  if (within(to, old)) { throw intoItself(to, old, dest); }
  if ((yield ['stat', src]).isDirectory() && within(old, to)) { throw failure('ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', 'cannot overwrite ' + old + ' with ' + to, dest); }
  yield ['unlink', dest];
  yield ['symlink', to, dest];
}
exports.now = function (fs, src, dest, o) {
  o.now = true;
  var steps = copy(src, dest, o), step = steps.next();
  while (!step.done) {
    var ask = step.value[0], v;
    try { v = ask === o.filter ? ask(step.value[1], step.value[2]) : fs[ask + 'Sync'].apply(fs, step.value.slice(1)); } catch (e) { step = steps.throw(e); continue; }
    if (ask === o.filter && v && typeof v.then === 'function') {
      throw errors.coded(TypeError, 'ERR_INVALID_RETURN_VALUE', 'Expected boolean to be returned from the "filter" function but got ' + errors.described(v) + '.');
    }
    step = steps.next(v);
  }
};
exports.later = async function (fs, src, dest, o) {
  var steps = copy(src, dest, o), step = steps.next();
  while (!step.done) {
    var ask = step.value[0], v;
    try { v = await (ask === o.filter ? ask(step.value[1], step.value[2]) : fs.promises[ask].apply(fs.promises, step.value.slice(1))); } catch (e) { step = steps.throw(e); continue; }
    step = steps.next(v);
  }
};
