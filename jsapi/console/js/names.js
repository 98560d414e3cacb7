// Lists the names of members that begin with prefix. Without a prefix, members of
// Object.prototype are left out if there are others.
(function (of, prefix) {
  var identifier = /^[\p{L}$_][\p{L}\p{N}$_]*$/u;
  var at = globalThis, names = [];
  of.forEach(function (name) {
    at = at === undefined || at === null ? undefined : at[name];
  });
  at = at === undefined || at === null ? null : Object(at);
  for (; at !== null; at = Object.getPrototypeOf(at)) {
    if (at === Object.prototype && !prefix && names.length) { break; }
    Object.getOwnPropertyNames(at).forEach(function (name) {
      if (name.indexOf(prefix) === 0 && identifier.test(name)) { names.push(name); }
    });
  }
  return names;
})
