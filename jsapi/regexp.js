// Replaces RegExp by one that supports Unicode properties: goja gets the expanded
// pattern, and source and toString show the one that the script has written.
(function (expand) {
  'use strict';
  const Native = RegExp;
  const written = new WeakMap(); // the pattern as written, by RegExp
  const made = new Map(); // compiled RegExps by flags and source; each use gets a copy
  const longest = 100000; // goja recurses into groups on the Go stack
  const toString = Native.prototype.toString, toType = Object.prototype.toString;
  const source = Object.getOwnPropertyDescriptor(Native.prototype, 'source');

  // isPattern is IsRegExp of the specification.
  function isPattern(v) {
    const is = v[Symbol.match];
    return is !== undefined ? !!is : toType.call(v) === '[object RegExp]';
  }
  function needed(text, flags) { return flags.indexOf('v') >= 0 || (text.indexOf('\\p{') >= 0 || text.indexOf('\\P{') >= 0) && flags.indexOf('u') >= 0; }

  const Own = function RegExp(pattern, flags) {
    // goja does not reset new.target in functions that a constructor calls.
    const target = new.target !== undefined && this !== undefined && Object.getPrototypeOf(this) === new.target.prototype ? new.target : undefined;
    let text = pattern, marks = flags;
    if (pattern !== null && typeof pattern === 'object' && written.has(pattern)) {
      if (target === undefined && flags === undefined && pattern.constructor === Own) { return pattern; }
      text = written.get(pattern);
      if (marks === undefined) { marks = pattern.flags; }
    }
    if (typeof text === 'object' && text !== null && !isPattern(text)) { text = String(text); }
    if (typeof text === 'string' && text.length > longest) { throw new SyntaxError('Invalid regular expression: /' + text.slice(0, 20) + '…/: Regular expression too large'); }
    if (typeof text !== 'string' || typeof marks !== 'string' || !needed(text, marks)) {
      if (target === undefined) { return arguments.length > 1 ? Native(text, marks) : Native(text); }
      return Reflect.construct(Native, arguments.length > 1 ? [text, marks] : [text], target === Own ? Native : target);
    }
    const key = marks + '/' + text;
    let first = made.get(key);
    if (first === undefined) {
      const sets = marks.indexOf('v') >= 0, expanded = expand(text, sets);
      if (expanded === undefined) { throw new SyntaxError('Invalid regular expression: /' + text + '/' + marks + ': ' + (sets ? 'the flag v is read without sets in sets' : 'Invalid property name')); }
      if (sets && marks.indexOf('u') >= 0) { throw new SyntaxError("Invalid flags supplied to RegExp constructor '" + marks + "'"); }
      first = new Native(expanded, marks.replace('v', 'u'));
      if (made.size < 1000) { made.set(key, first); }
    }
    const copy = Reflect.construct(Native, [first, marks.replace('v', 'u')], target === undefined || target === Own ? Native : target);
    written.set(copy, text);
    if (marks.indexOf('v') >= 0) {
      Object.defineProperties(copy, { flags: { value: first.flags.replace('u', 'v') }, unicode: { value: false }, unicodeSets: { value: true } });
    }
    return copy;
  };
  Object.defineProperty(Native.prototype, 'source', {
    get: function () {
      if (!written.has(this)) { return source.get.call(this); }
      return written.get(this).replace(/\\[^]|\//g, function (all) { return all === '/' ? '\\/' : all; });
    },
    configurable: true, enumerable: false
  });
  Object.defineProperty(Native.prototype, 'toString', {
    value: function () { return written.has(this) ? '/' + this.source + '/' + this.flags : toString.call(this); },
    writable: true, configurable: true, enumerable: false
  });
  Object.defineProperty(Own, 'prototype', { value: Native.prototype, writable: false, enumerable: false, configurable: false });
  Object.defineProperty(Native.prototype, 'constructor', { value: Own, writable: true, enumerable: false, configurable: true });
  Object.setPrototypeOf(Own, Native);
  Object.defineProperty(globalThis, 'RegExp', { value: Own, writable: true, enumerable: false, configurable: true });
})
