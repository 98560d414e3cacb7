// httprules: what names and values of headers may be.
var errors = require('errors');

exports.isName = function (name) { return native.validName(name); };
exports.isValue = function (value) { return native.validValue(value); };
exports.name = function (name, label) {
  if (!exports.isName(name)) { throw errors.worded(TypeError, 'ERR_INVALID_HTTP_TOKEN', '%s must be a valid HTTP token ["%s"]', label || 'Header name', name); }
};
exports.value = function (name, value, where) {
  if (value === undefined) { throw errors.coded(TypeError, 'ERR_HTTP_INVALID_HEADER_VALUE', 'Invalid value "undefined" for header "' + name + '"'); }
  if (typeof value === 'symbol') { void `${value}`; } // which fails
  if (!exports.isValue(value)) { throw errors.coded(TypeError, 'ERR_INVALID_CHAR', 'Invalid character in ' + (where || 'header content') + ' ["' + name + '"]'); }
};
