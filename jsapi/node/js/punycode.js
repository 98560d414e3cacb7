// punycode: conversion between code points and strings; url converts host names.
exports.version = '2.1.0';
exports.ucs2 = {
  decode: function (s) { return Array.from(s, function (c) { return c.codePointAt(0); }); },
  encode: function (list) { return String.fromCodePoint.apply(null, list); }
};
exports.toASCII = function (s) { return require('url').domainToASCII(s); };
exports.toUnicode = function (s) { return require('url').domainToUnicode(s); };
