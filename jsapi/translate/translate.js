// Makes the functions of i18n, one at a time or all of them for an object. The caller
// stores the locale: state(object) has a member locale that can be read and set.
(function (native) {
  'use strict';

  function escape(s) {
    return String(s).replace(/[&<>"'\/]/g, function (c) { return { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '/': '&#x2F;' }[c]; });
  }
  function lookup(values, path) {
    return path.split('.').reduce(function (v, k) { return v === null || v === undefined ? undefined : v[k]; }, values);
  }
  // written formats a value by the letter of its placeholder; digits is its precision.
  function written(v, kind, digits, plus) {
    var n;
    switch (kind) {
      case 'd': case 'i': n = parseInt(v, 10); break;
      case 'f': n = digits === undefined ? parseFloat(v) : Number(v).toFixed(digits); break;
      case 'e': n = digits === undefined ? Number(v).toExponential() : Number(v).toExponential(digits); break;
      case 'g': n = digits === undefined ? parseFloat(v) : Number(Number(v).toPrecision(digits || 1)); break;
      case 'u': return String(parseInt(v, 10) >>> 0);
      case 'b': return parseInt(v, 10).toString(2);
      case 'o': return (parseInt(v, 10) >>> 0).toString(8);
      case 'x': return (parseInt(v, 10) >>> 0).toString(16);
      case 'X': return (parseInt(v, 10) >>> 0).toString(16).toUpperCase();
      case 'c': return String.fromCharCode(parseInt(v, 10));
      case 'j': return JSON.stringify(v);
      case 't': v = Boolean(v); break;
      case 'T': v = Object.prototype.toString.call(v).slice(8, -1).toLowerCase(); break;
      default: if (typeof v === 'function') { v = v(); }
    }
    if (n !== undefined) { return plus && Number(n) >= 0 ? '+' + n : String(n); }
    return digits === undefined ? String(v) : String(v).slice(0, digits);
  }
  // padded pads a text to its width; zeros are inserted after the sign of a number.
  function padded(text, width, pad, left, kind) {
    var missing = width - text.length, fillers = missing > 0 ? pad.repeat(missing) : '';
    if (left) { return text + (pad === '0' ? ' '.repeat(fillers.length) : fillers); }
    if (pad === '0' && /[defgi]/.test(kind) && /^[+-]/.test(text)) { return text.charAt(0) + fillers + text.slice(1); }
    return fillers + text;
  }
  // A placeholder: %s, %2$s, %(name)s, with +, the filler 0 or 'x, - for the left,
  // width and precision.
  var placeholder = /%(?:(\d+)\$|\(([^()]+)\))?(\+)?(0|'.)?(-)?(\d+)?(?:\.(\d+))?([%bcdefgijostTuvxX])/g;
  // fill replaces {{name}} with named values and placeholders with the others.
  // Placeholders without a value are left unchanged.
  function fill(text, args) {
    if (typeof text !== 'string') { return text; }
    var named = args.length && args[args.length - 1];
    if (text.indexOf('{{') >= 0 && named !== null && typeof named === 'object' && !Array.isArray(named)) {
      args = args.slice(0, -1);
      text = text.replace(/\{\{\{\s*([\w.]+)\s*\}\}\}|\{\{\s*(&?)\s*([\w.]+)\s*\}\}/g, function (all, raw, amp, name) {
        var v = lookup(named, raw || name);
        if (v === undefined || v === null) { return ''; }
        return raw || amp ? String(v) : escape(v);
      });
    }
    var list = args.length === 1 && Array.isArray(args[0]) ? args[0] : args, at = 0;
    if (!list.length || text.indexOf('%') < 0) { return text; }
    return text.replace(placeholder, function (all, position, name, plus, filler, left, width, digits, kind) {
      if (kind === '%') { return all === '%%' ? '%' : all; }
      var v = name !== undefined ? lookup(list[0], name.replace(/\[(\w+)\]/g, '.$1')) : position ? list[position - 1] : list[at++];
      if (v === undefined) { return all; }
      if (digits !== undefined) { digits = Math.min(Number(digits), 100); }
      return padded(written(v, kind, digits, plus), Math.min(Number(width || 0), 1000), filler ? filler.charAt(filler.length - 1) : ' ', left, kind);
    });
  }
  // The syntax of MessageFormat: text, {name}, and {name, plural|selectordinal|select,
  // key {message} …}, where # is the number. A backslash escapes the next character.
  function parseMessage(text) {
    var at = 0;
    function fail(what) { throw new SyntaxError('__mf: ' + what + ' at character ' + at + ' of ' + JSON.stringify(text)); }
    function blank() { while (/\s/.test(text.charAt(at))) { at++; } }
    function word() {
      blank();
      var m = /^[^\s,{}]+/.exec(text.slice(at));
      if (!m) { fail('a name is missing'); }
      at += m[0].length;
      blank();
      return m[0];
    }
    function message(inside, depth) {
      if (depth > 50) { fail('the cases are too deep'); }
      var parts = [], plain = '';
      function flush() { if (plain) { parts.push(plain); plain = ''; } }
      for (;;) {
        var c = text.charAt(at);
        if (c === '') {
          if (inside) { fail('a } is missing'); }
          flush();
          return parts;
        }
        if (c === '}') {
          if (!inside) { fail('there is a } too many'); }
          flush();
          return parts;
        }
        at++;
        if (c === '\\' && at < text.length) { plain += text.charAt(at++); } else if (c === '{') { flush(); parts.push(argument(depth)); } else if (c === '#' && inside) { flush(); parts.push({ number: true }); } else { plain += c; }
      }
    }
    function argument(depth) {
      var part = { name: word() };
      if (text.charAt(at) === '}') { at++; return part; }
      if (text.charAt(at) !== ',') { fail('a , or } is missing'); }
      at++;
      part.kind = word();
      if (['plural', 'selectordinal', 'select'].indexOf(part.kind) < 0) { fail('there is no ' + part.kind); }
      if (text.charAt(at) !== ',') { fail('a , is missing'); }
      at++;
      part.offset = 0;
      part.cases = Object.create(null);
      for (;;) {
        blank();
        if (text.charAt(at) === '}') { at++; break; }
        var key = word(), m = /^offset:(\d+)$/.exec(key);
        if (m) { part.offset = Number(m[1]); continue; }
        if (text.charAt(at) !== '{') { fail('a { is missing'); }
        at++;
        part.cases[key] = message(true, depth + 1);
        at++;
      }
      if (!part.cases.other) { fail('the case other is missing'); }
      return part;
    }
    return message(false, 0);
  }

  function writeMessage(parts, locale, values, number) {
    return parts.map(function (part) {
      if (typeof part === 'string') { return part; }
      if (part.number) { return number === undefined ? '#' : String(number); }
      var v = lookup(values, part.name);
      if (!part.kind) { return v === undefined || v === null ? '' : String(v); }
      if (part.kind === 'select') { return writeMessage(part.cases[v] || part.cases.other, locale, values, number); }
      var n = Number(v) - part.offset;
      var chosen = part.cases['=' + v] || part.cases[native.plural(locale, n, part.kind === 'selectordinal')] || part.cases.other;
      return writeMessage(chosen, locale, values, n);
    }).join('');
  }

  // Messages are parsed once; their number is that of the project's texts.
  var messages = new Map();
  function formatted(text, locale, values) {
    var parts = messages.get(text);
    if (!parts) {
      parts = parseMessage(text);
      if (messages.size < 10000) { messages.set(text, parts); }
    }
    return writeMessage(parts, locale, values);
  }

  function rest(args, from) { return Array.prototype.slice.call(args, from); }

  // translate is __ called on an object.
  function translate(state, on, phrase, args) {
    var locale;
    if (phrase !== null && typeof phrase === 'object') {
      locale = phrase.locale;
      phrase = phrase.phrase;
    }
    var text = native.text(locale || state(on).locale, String(phrase));
    if (text !== null && typeof text === 'object') { text = text.one !== undefined ? text.one : String(phrase); }
    return fill(text, args);
  }

  // members has the functions that make the functions of i18n, by their names.
  var members = {
    __: function (state) { return function (phrase) { return translate(state, this, phrase, rest(arguments, 1)); }; },
    __n: function (state) {
      return function (one, many, count) {
        var locale, from = 3;
        if (one !== null && typeof one === 'object') {
          locale = one.locale;
          count = one.count !== undefined ? one.count : many;
          many = one.plural;
          one = one.singular;
          from = 2;
        } else if (typeof many !== 'string' || String(parseInt(many, 10)) === many) {
          // __n('cats', 3); what comes from a request is text
          count = many;
          many = one;
          from = 2;
        }
        var text = native.text(locale || state(this).locale, String(one), many), single = native.upToOne ? Number(count) <= 1 : Number(count) === 1;
        if (text !== null && typeof text === 'object') { text = single ? text.one : text.other; } else if (!single && text === one) { text = many; }
        return fill(text, [count].concat(rest(arguments, from)));
      };
    },
    __mf: function (state) {
      return function (phrase) {
        var args = rest(arguments, 1), locale;
        if (phrase !== null && typeof phrase === 'object') {
          locale = phrase.locale;
          phrase = phrase.phrase;
        }
        locale = locale || state(this).locale;
        var text = native.text(locale, String(phrase)), last = args[args.length - 1];
        if (typeof text !== 'string') { return text; }
        var named = last !== null && typeof last === 'object' && !Array.isArray(last);
        // {{name}} is replaced later: here it is text.
        text = text.replace(/\{\{\{?[^{}]*\}?\}\}/g, function (all) { return all.replace(/[{}]/g, '\\$&'); });
        return fill(formatted(text, locale, named ? last : {}), args);
      };
    },
    getLocale: function (state) { return function () { return state(this).locale; }; },
    setLocale: function (state) {
      return function (a, b) {
        var locale = typeof a === 'string' ? a : b;
        if (locale === undefined || native.keeps && !native.has(String(locale))) { return state(this).locale; }
        if (!native.has(String(locale))) { locale = native.initial; }
        (typeof a === 'string' ? state(this) : a).locale = locale;
        return locale;
      };
    },
    getCatalog: function (state) {
      return function (locale) { return native.catalog(locale === undefined ? state(this).locale : String(locale)); };
    },
    getLocales: function () { return native.names; },
    __l: function (state) {
      return function (phrase) {
        return native.names().map(function (locale) { return translate(state, this, { phrase: phrase, locale: locale }, []); }, this);
      };
    },
    __h: function (state) {
      return function (phrase) {
        return native.names().map(function (locale) {
          var o = {};
          o[locale] = translate(state, this, { phrase: phrase, locale: locale }, []);
          return o;
        }, this);
      };
    }
  };

  function own(object, name, value, enumerable) {
    Object.defineProperty(object, name, { value: value, writable: true, configurable: true, enumerable: enumerable });
  }

  return {
    names: Object.keys(members),
    member: function (name, state) { return members[name](state); },
    give: function (target, state) {
      Object.keys(members).forEach(function (name) {
        own(target, name, members[name](state), true);
      });
      return target;
    },
    // The functions of objects that inherit from the prototype work without them:
    // var __ = res.locals.__.
    giveHeirs: function (prototype, state) {
      Object.keys(members).forEach(function (name) {
        var method = members[name](state);
        Object.defineProperty(prototype, name, {
          get: function () {
            var bound = method.bind(this);
            if (this !== prototype) { own(this, name, bound, false); }
            return bound;
          },
          set: function (value) { own(this, name, value, true); },
          configurable: true, enumerable: true
        });
      });
      return prototype;
    }
  };
})
