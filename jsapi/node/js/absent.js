// absent: a core module that cannot work here yet. It can be required, as
// libraries do without using it; a call says what is missing.
function missing(member) {
  function call() {
    var e = new Error(native.name + '.' + member + ' is not available here' + (native.instead ? ': ' + native.instead : ': there is no ' + native.name + ' module for the code of projects'));
    e.code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM';
    throw e;
  }
  Object.defineProperty(call, 'name', { value: member });
  return call;
}
native.members.forEach(function (m) {
  exports[m] = missing(m);
});
Object.keys(native.values || {}).forEach(function (k) { exports[k] = native.values[k]; });
