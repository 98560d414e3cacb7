// credentials: the user and the groups of a process. Those of the server are those of all its projects.
var errors = require('errors'), validate = require('validate');

function id(v, name) {
  if (typeof v === 'number') { validate.integer(v, name, 0, 4294967295); } else if (typeof v !== 'string') { throw errors.argument(name, 'one of type number or string', v); }
  return v;
}
function unknown(kind, v) { return errors.coded(Error, 'ERR_UNKNOWN_CREDENTIAL', kind + ' identifier does not exist: ' + v); }
function user(v) {
  var n = typeof v === 'number' ? v : native.user(v);
  if (n < 0) { throw unknown('User', v); }
  return n;
}
function group(v) {
  var n = typeof v === 'number' ? v : native.group(v);
  if (n < 0) { throw unknown('Group', v); }
  return n;
}
function set(name, ids, shown) {
  if (!native.moves) {
    var now = native.identity()[name];
    if (ids.length === 1 && ids[0] === now) { return; }
    throw errors.coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'process.' + (shown || name) + '() is not available here: the user of the server is that of all its projects; start it as the user that it is to be');
  }
  var failed = native.set(name, ids);
  if (failed) {
    var entry = require('util').getSystemErrorMap().get(-failed[0]), text = entry ? entry[1] : '';
    throw Object.assign(new Error(failed[1] + ', ' + text.charAt(0).toUpperCase() + text.slice(1)), { errno: failed[0], code: failed[1], syscall: shown || name });
  }
}
['setuid', 'seteuid'].forEach(function (name) { exports[name] = { [name]: function (v) { set(name, [user(id(v, 'id'))]); } }[name]; });
['setgid', 'setegid'].forEach(function (name) { exports[name] = { [name]: function (v) { set(name, [group(id(v, 'id'))]); } }[name]; });
exports.setgroups = function setgroups(groups) {
  if (!Array.isArray(groups)) { throw errors.argument('groups', 'an instance of Array', groups); }
  groups.forEach(function (v, i) { id(v, 'groups[' + i + ']'); });
  set('setgroups', groups.map(group));
};
exports.initgroups = function initgroups(of, extra) {
  id(of, 'user');
  id(extra, 'extraGroup');
  var ids = native.members(String(user(of))) || [], more = group(extra);
  set('setgroups', ids.concat(more).filter(function (v, i, all) { return all.indexOf(v) === i; }), 'initgroups');
};
exports.getgroups = function getgroups() {
  var ids = native.groups(), own = native.identity().setegid;
  return ids.indexOf(own) < 0 ? ids.concat(own) : ids;
};
