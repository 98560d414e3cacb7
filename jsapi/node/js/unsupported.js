// A core module that is not supported. Requiring it works, because libraries require
// modules that they do not use; calls throw.
function missing(member) {
  function call() {
    var e = new Error(native.name + '.' + member + ' is not available here' + (native.replacement ? ': ' + native.replacement : ': there is no ' + native.name + ' module for the code of projects'));
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
