// Replaces RegExp by one that supports Unicode properties and the flags d and v: goja gets the
// pattern as package pattern has written it, and source and toString show the one of the script.
// It has the properties of the last match as well (RegExp.$1), which goja lacks, and tells halves of
// characters (surrogates) apart.
(function (expand, indices, problem, prepared, backtracking, ordered) {
  'use strict';
  const Native = RegExp;
  const written = new WeakMap(); // the pattern as written, by RegExp
  const made = new Map(); // compiled RegExps by flags and source; each use gets a copy
  const ordinary = new Map(); // the same of those that goja takes as they are
  const longest = 100000; // goja recurses into groups on the Go stack
  const toString = Native.prototype.toString, toType = Object.prototype.toString;
  const source = Object.getOwnPropertyDescriptor(Native.prototype, 'source');

  // isPattern is IsRegExp of the specification.
  function isPattern(v) {
    const is = v[Symbol.match];
    return is !== undefined ? !!is : toType.call(v) === '[object RegExp]';
  }
  function needed(text, flags) { return halved(text, flags) || flags.indexOf('v') >= 0 || flags.indexOf('d') >= 0 || (text.indexOf('\\p') >= 0 || text.indexOf('\\P') >= 0) && flags.indexOf('u') >= 0; }

  const escapedHalf = /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/, escapedPair = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g;
  function isHalf(code) { return code >= 0xd800 && code <= 0xdfff; }
  function escaped(code) { return '\\u' + code.toString(16); }
  // escapeHalves leaves out a backslash before a half, which then stands for itself.
  function escapeHalves(text) {
    let out = '';
    for (let i = 0; i < text.length; i++) {
      const bare = text[i] === '\\' && i + 1 < text.length, code = text.charCodeAt(bare ? i + 1 : i);
      out += isHalf(code) ? escaped(code) : bare ? text.slice(i, i + 2) : text[i];
      if (bare) { i++; }
    }
    return out;
  }
  function hasHalf(text, unicode) {
    if (escapedHalf.test(unicode ? text.replace(escapedPair, '') : text)) { return true; }
    if (unicode) { return false; }
    for (let i = 0; i < text.length; i++) { if (isHalf(text.charCodeAt(i))) { return true; } }
    return false;
  }
  // halved says that a pattern has halves of characters.
  function halved(text, flags) { return hasHalf(text, flags.indexOf('u') >= 0 || flags.indexOf('v') >= 0); }
  function classEnd(text, at) {
    for (at++; at < text.length; at++) {
      if (text[at] === '\\') { at++; } else if (text[at] === ']') { return at + 1; }
    }
    return -1;
  }
  // The engine behind goja knows classes and texts of one pattern by what it writes them as,
  // where all halves of characters are the same: it takes [\udc00-\udfff] for an earlier
  // [\ud800-\udbff], and one emoji for another. distinct adds a character to each that is
  // found nowhere else, and that the text in front of the class excludes. Nor does it find
  // where a match may begin if that is a half: so it may begin with anything, which fails.
  function distinct(text, flags) {
    if (!halved(text, flags)) { return text; }
    const unicode = flags.indexOf('u') >= 0, plain = flags.replace(/[gy]/g, ''), marks = new Map();
    let next = 0xf8ff, out = '', units = 0, classes = 0, first;
    function mark(part, taken) { // undefined if there is none left
      if (marks.has(part)) { return marks.get(part); }
      while (next >= 0xd000 && (isHalf(next) || text.indexOf(String.fromCharCode(next)) >= 0 || taken(String.fromCharCode(next)))) { next--; }
      if (next < 0xd000) { return undefined; }
      marks.set(part, escaped(next));
      return escaped(next--);
    }
    function one(code) {
      const part = escaped(code), other = mark(part, function () { return false; });
      units++;
      return other === undefined ? part : '(?:(?!' + other + ')[' + part + other + '])';
    }
    function several(part) {
      const negated = part[1] === '^';
      if (first === undefined || first === part) { first = part; return part; }
      classes++;
      const matcher = new Native('^' + part + '$', plain);
      const other = mark(part, function (c) { return matcher.test(c) !== negated; });
      if (other === undefined) { return part; }
      const body = part.slice(0, -1).replace(/((?:^|[^\\])(?:\\\\)*)-$/, '$1\\-') + other + ']';
      return negated ? '(?:' + body + '|' + other + ')' : '(?:(?!' + other + ')' + body + ')';
    }
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (text[i] === '[') {
        const end = classEnd(text, i);
        if (end < 0) { return text; }
        let part = text.slice(i, end);
        if (hasHalf(part, unicode)) {
          if (!unicode) { part = escapeHalves(part); }
          part = several(part);
        }
        out += part;
        i = end - 1;
      } else if (text[i] === '\\') {
        const half = unicode ? null : escapedHalf.exec(text.slice(i, i + 6));
        const bare = !unicode && isHalf(text.charCodeAt(i + 1));
        out += half ? one(parseInt(half[0].slice(2), 16)) : bare ? one(text.charCodeAt(i + 1)) : text.slice(i, i + 2);
        i += half ? 5 : 1;
      } else { out += !unicode && isHalf(code) ? one(code) : text[i]; }
    }
    if (first === undefined && units + classes === 0) { return text; }
    out = '(?:' + out + '|[^](?<=a)(?<=b))';
    try { new Native(out, plain); } catch (e) { return text; }
    return out;
  }

  const wideClasses = [['[^\\w\\w]', '\\W'], ['[^\\s\\s]', '\\S'], ['[^\\d\\d]', '\\D'], ['[^\\n\\n\\r\\u2028\\u2029]', '.']];
  // prepare asks package pattern only where an expression has what may be written anew.
  function prepare(text, flags) {
    return flags.indexOf('i') >= 0 && /[-.WSD]/.test(text) || flags.indexOf('m') >= 0 && /[\^$]/.test(text) || /\)[*+{]|\\c/.test(text) ? prepared(text, flags) : text;
  }
  // unprepared is the source of a literal as it was written.
  function unprepared(text) {
    if (text.startsWith(backtracking)) { text = text.slice(backtracking.length); }
    if (text.indexOf('[^\\') >= 0) { wideClasses.forEach(function (pair) { text = text.split(pair[0]).join(pair[1]); }); }
    return text;
  }
  // suspicious finds what goja may let pass.
  function suspicious(text) { return /[\^$bB)][*+?{]|\(\?(?:<|$)|\\(?:$|k)/.test(text); }

  // checkFlags throws where there are flags that do not exist, or one of them twice.
  function checkFlags(marks) {
    if (/[^dgimsuvy]|(.).*\1|u.*v|v.*u/.test(marks)) { throw new SyntaxError("Invalid flags supplied to RegExp constructor '" + marks + "'"); }
  }
  // check throws where an expression is wrong.
  function check(text, marks) {
    checkFlags(marks);
    const wrong = problem(text, marks);
    if (wrong !== '') { throw new SyntaxError('Invalid regular expression: /' + text + '/' + ordered(marks) + ': ' + wrong); }
  }
  // compiled has goja compile an expression as it was prepared; an error says what is wrong with what was written.
  function compiled(prepared, flags, text, marks) {
    try { return new Native(prepared, flags); } catch (e) {
      check(text, marks);
      throw e;
    }
  }

  function keep(cache, key, compiled) {
    if (cache.size >= 1000) { cache.clear(); }
    cache.set(key, compiled);
  }

  const Own = function RegExp(pattern, flags) {
    // goja does not reset new.target in functions that a constructor calls.
    const target = new.target !== undefined && this !== undefined && Object.getPrototypeOf(this) === new.target.prototype ? new.target : undefined;
    let text = pattern, marks = flags;
    if (target === undefined && flags === undefined && pattern !== null && typeof pattern === 'object' && isPattern(pattern) && pattern.constructor === Own) { return pattern; }
    if (pattern !== null && typeof pattern === 'object' && written.has(pattern)) {
      text = written.get(pattern);
      if (marks === undefined) { marks = pattern.flags; }
    }
    const own = target === undefined || target === Own;
    if (typeof flags === 'string' && (flags.indexOf('d') >= 0 || flags.indexOf('v') >= 0) && text === pattern && toType.call(pattern) === '[object RegExp]') { text = pattern.source; }
    if (typeof text === 'object' && text !== null && !isPattern(text)) { text = String(text); }
    if (typeof text === 'string' && marks === undefined) { marks = ''; }
    const named = typeof text === 'string' && typeof marks === 'string';
    if (own && named && text.length < 1000) {
      const known = ordinary.get(marks + '/' + text);
      if (known !== undefined) { return new Native(known); }
    }
    if (typeof text === 'string' && text.length > longest) { throw new SyntaxError('Invalid regular expression: /' + text.slice(0, 20) + '…/: Regular expression too large'); }
    if (!named || !needed(text, marks) && prepare(text, marks) === text) {
      if (typeof marks === 'string' && marks.indexOf('u') >= 0 || typeof text === 'string' && suspicious(text)) { check(typeof text === 'object' && text !== null ? text.source : text === undefined ? '' : String(text), marks === undefined ? '' : String(marks)); }
      if (own && named) {
        const first = compiled(text, marks, text, marks);
        if (text.length < 1000) { keep(ordinary, marks + '/' + text, first); }
        return new Native(first);
      }
      if (target === undefined) { return arguments.length > 1 ? Native(text, marks) : Native(text); }
      return Reflect.construct(Native, arguments.length > 1 ? [text, marks] : [text], target === Own ? Native : target);
    }
    const key = marks + '/' + text, sets = marks.indexOf('v') >= 0, places = marks.indexOf('d') >= 0;
    const plain = marks.replace('d', '').replace('v', 'u');
    let first = made.get(key);
    if (first === undefined) {
      check(text, marks);
      let expanded = text;
      if (plain.indexOf('u') >= 0) {
        try { expanded = expand(text, sets, marks.indexOf('i') >= 0); } catch (e) { throw new SyntaxError('Invalid regular expression: /' + text + '/' + ordered(marks) + ': ' + e.message); }
      }
      expanded = distinct(expanded, plain);
      try { first = new Native(prepare(expanded, plain), plain); } catch (e) { first = new Native(expanded, plain); } // whose error names it as it is written
      keep(made, key, first);
    }
    const copy = own ? new Native(first) : Reflect.construct(Native, [first, plain], target);
    written.set(copy, text);
    if (sets) { Object.defineProperties(copy, { unicode: { value: false }, unicodeSets: { value: true } }); }
    let find = places ? placed : undefined;
    if (sets && /[gy]/.test(marks)) { find = stepping(find || Native.prototype.exec); }
    if (places) { Object.defineProperty(copy, 'hasIndices', { value: true }); }
    if (find !== undefined) { Object.defineProperty(copy, 'exec', { value: find, writable: true, configurable: true }); }
    if (sets || places) { Object.defineProperty(copy, 'flags', { value: (places ? 'd' : '') + (sets ? first.flags.replace('u', 'v') : first.flags) }); }
    return copy;
  };
  // placed is exec of an expression with the flag d: it adds where the groups are.
  function placed(text) {
    const match = Native.prototype.exec.call(this, text);
    if (match === null) { return null; }
    const list = indices(this, match.input, match.index).map(function (pair, i) { return match[i] === undefined ? undefined : pair; });
    let groups;
    if (match.groups !== undefined) {
      groups = Object.create(null);
      const names = namesOf(this);
      Object.keys(match.groups).forEach(function (name) { groups[name] = list[names.indexOf(name) + 1]; });
    }
    Object.defineProperty(list, 'groups', { value: groups, writable: true, enumerable: true, configurable: true });
    Object.defineProperty(match, 'indices', { value: list, writable: true, enumerable: true, configurable: true });
    return match;
  }
  // stepping is exec of an expression with the flag v. goja goes on by one unit after an empty match, as without the
  // flag u: in the middle of a character the same match would be found for ever.
  function stepping(find) {
    let empty = -1;
    return function exec(text) {
      const subject = String(text), at = this.lastIndex;
      if (at === empty + 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(subject.slice(empty, at + 1))) { this.lastIndex = at + 1; }
      const match = Reflect.apply(find, this, [subject]);
      empty = match !== null && match[0] === '' ? match.index : -1;
      return match;
    };
  }
  // namesOf are the names of the groups by their numbers from 1, undefined for one without.
  function namesOf(pattern) {
    const names = [];
    let inside = false;
    pattern.source.replace(/\\[^]|\(\?<([^=!>][^>]*)>|\((?!\?)|[[\]]/g, function (part, name) {
      if (part === '[') { inside = true; } else if (part === ']') { inside = false; } else if (part[0] === '(' && !inside) { names.push(name); }
    });
    return names;
  }
  // slashed has the slashes of a pattern as V8 writes them: escaped, and inside of classes as they are.
  function slashed(text) {
    if (text.indexOf('\\u002f') < 0) { return text; }
    let inside = false;
    return text.replace(/\\u002f|\\[^]|[[\]]/g, function (part) {
      if (part === '\\u002f') { return inside ? '/' : '\\/'; }
      if (part === '[') { inside = true; } else if (part === ']') { inside = false; }
      return part;
    });
  }

  Object.defineProperty(Native.prototype, 'source', {
    get: function () {
      if (!written.has(this)) { return slashed(unprepared(source.get.call(this))); }
      let inside = false;
      return written.get(this).replace(/\\[^]|[[\]/]/g, function (part) {
        if (part === '[') { inside = true; } else if (part === ']') { inside = false; }
        return part === '/' && !inside ? '\\/' : part;
      });
    },
    configurable: true, enumerable: false
  });
  ['hasIndices', 'unicodeSets'].forEach(function (name) {
    if (name in Native.prototype) { return; }
    const get = { get() { if (this === Native.prototype) { return undefined; } if (toType.call(this) !== '[object RegExp]') { throw new TypeError('RegExp.prototype.' + name + ' getter called on non-RegExp object'); } return false; } }.get;
    Object.defineProperty(Native.prototype, name, { get: get, configurable: true, enumerable: false });
  });
  Object.defineProperty(Native.prototype, 'toString', {
    value: function () { return typeof this === 'object' && this !== null ? '/' + this.source + '/' + this.flags : toString.call(this); },
    writable: true, configurable: true, enumerable: false
  });
  Object.defineProperty(Own, 'prototype', { value: Native.prototype, writable: false, enumerable: false, configurable: false });
  Object.defineProperty(Native.prototype, 'constructor', { value: Own, writable: true, enumerable: false, configurable: true });
  Object.setPrototypeOf(Own, Native);

  // The last match is that of the programs which read it: their calls of methods
  // that match come here (see jsapi/compile). Most of them are only noted, and
  // matched again when a member is read.
  const exec = Native.prototype.exec, apply = Reflect.apply, slice = Array.prototype.slice;
  const none = { list: [''], index: 0, input: '' };
  let last = none;
  function isRegExp(v) { return typeof v === 'object' && v !== null && toType.call(v) === '[object RegExp]' && v instanceof Native; }
  function found(match) { return { list: apply(slice, match, []), index: match.index, input: match.input }; }
  function resolved() {
    if (last.list === undefined) {
      const flags = last.pattern.flags, copy = new Native(last.pattern, flags.indexOf('g') >= 0 ? flags : flags + 'g');
      copy.lastIndex = last.from;
      let match = null, next;
      while ((next = apply(exec, copy, [last.text])) !== null) {
        match = next;
        if (!last.all) { break; }
        if (next[0] === '') { copy.lastIndex++; }
      }
      last = match === null ? last.before : found(match);
    }
    return last;
  }
  function note(pattern, text, from, all, before) { last = { pattern: pattern, text: String(text), from: from, all: all, before: before }; }
  function replaced(fn) {
    return function () {
      const list = apply(slice, arguments, []);
      let at = list.length - 1;
      while (typeof list[at] !== 'number') { at--; } // a text and the named groups may follow
      last = { list: list.slice(0, at), index: list[at], input: list[at + 1] };
      return apply(fn, this, arguments);
    };
  }
  const matching = function (receiver, method, first, second) {
    const own = method === 'exec' || method === 'test', rest = apply(slice, arguments, [2]);
    const pattern = own ? receiver : first;
    if (!isRegExp(pattern) || !own && typeof receiver !== 'string') {
      switch (method) { // so that an error names the method
        case 'exec': return receiver.exec(...rest);
        case 'test': return receiver.test(...rest);
        case 'match': return receiver.match(...rest);
        case 'replace': return receiver.replace(...rest);
        case 'replaceAll': return receiver.replaceAll(...rest);
        case 'search': return receiver.search(...rest);
        default: return receiver.split(...rest);
      }
    }
    const from = own && (pattern.global || pattern.sticky) ? pattern.lastIndex : 0;
    if (typeof second === 'function') { rest[1] = replaced(second); }
    const result = apply(receiver[method], receiver, rest);
    switch (method) {
      case 'exec': if (result !== null) { last = found(result); } break;
      case 'test': if (result) { note(pattern, first, from, false, none); } break;
      case 'match': if (result !== null) { note(pattern, receiver, 0, pattern.global, none); } break;
      case 'search': if (result >= 0) { note(pattern, receiver, 0, false, none); } break;
      case 'split': if (result.length > 1) { note(pattern, receiver, 0, true, none); } break;
      default: if (typeof second !== 'function') { note(pattern, receiver, 0, pattern.global, result === receiver ? resolved() : none); }
    }
    return result;
  };
  function keeps(names, get, set) {
    names.forEach(function (name) { Object.defineProperty(Own, name, { get: get, set: set || function () {}, configurable: true, enumerable: false }); });
  }
  for (let i = 1; i < 10; i++) { keeps(['$' + i], function () { const list = resolved().list; return list[i] === undefined ? '' : list[i]; }); }
  keeps(['input', '$_'], function () { return resolved().input; }, function (v) { resolved().input = String(v); });
  keeps(['lastMatch', '$&'], function () { return resolved().list[0]; });
  keeps(['lastParen', '$+'], function () { const list = resolved().list, end = list.length - 1; return end < 1 || list[end] === undefined ? '' : list[end]; });
  keeps(['leftContext', '$`'], function () { const m = resolved(); return m.input.slice(0, m.index); });
  keeps(['rightContext', "$'"], function () { const m = resolved(); return m.input.slice(m.index + m.list[0].length); });
  Object.defineProperty(globalThis, 'RegExp', { value: Own, writable: true, enumerable: false, configurable: true });
  // literal makes the expression of a literal; most were made before.
  const literal = function (text, marks) {
    const first = made.get(marks + '/' + text);
    if (first === undefined || marks.indexOf('d') >= 0 || marks.indexOf('v') >= 0) { return Own(text, marks); }
    const copy = new Native(first);
    written.set(copy, text);
    return copy;
  };
  return [matching, literal];
})
