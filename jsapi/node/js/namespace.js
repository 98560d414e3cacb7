// namespace: recognises what import * gives.
module.exports = function isNamespace(v) {
  if (typeof v !== 'object' || v === null || Object.getPrototypeOf(v) !== null) { return false; }
  var tag = Object.getOwnPropertyDescriptor(v, Symbol.toStringTag);
  return tag !== undefined && tag.value === 'Module' && !tag.writable && !tag.configurable;
};
