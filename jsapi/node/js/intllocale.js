// intllocale: locales and options, for all types of Intl.
function known(list) {
  if (list === undefined) { return []; }
  if (list === null) { throw new TypeError('Cannot convert undefined or null to object'); }
  var tags = typeof list === 'string' || list instanceof Locale ? [list] : Array.from(Object(list)), out = [];
  tags.forEach(function (tag) {
    if (typeof tag !== 'string' && (typeof tag !== 'object' && typeof tag !== 'function' || tag === null)) { throw new TypeError('Language ID should be string or object.'); }
    tag = String(tag);
    var canonical = native.canonical(tag);
    if (!canonical) { throw new RangeError('Incorrect locale information provided'); }
    if (out.indexOf(canonical) < 0) { out.push(canonical); }
  });
  return out;
}
var english = { locale: 'en-US', extensions: {} }, warned = new Set(), found = new Map();
function find(tag) {
  var f = found.get(tag);
  if (f === undefined) {
    if (found.size > 500) { found.clear(); }
    f = native.find(tag) || null;
    found.set(tag, f);
  }
  return f;
}
// resolve returns the first locale with data, and its extensions. It is English if there is none.
function resolve(list) {
  if (list === undefined) { return english; }
  var tags = known(list);
  for (var i = 0; i < tags.length; i++) {
    var f = find(tags[i]);
    if (f) { return f; }
  }
  // The log has one line for a locale: a format may be made for each request.
  if (tags.length && !warned.has(tags[0]) && warned.size < 100) {
    warned.add(tags[0]);
    process.emitWarning('Intl has no data for the locale ' + tags[0] + ': its formats are those of en-US');
  }
  return english;
}
function pick(of, o, name, allowed, otherwise) {
  var v = o[name];
  if (v === undefined) { return otherwise; }
  v = String(v);
  if (allowed && allowed.indexOf(v) < 0) { throw new RangeError('Value ' + v + ' out of range for Intl.' + of + ' options property ' + name); }
  return v;
}
function whole(o, name, low, high, otherwise) {
  var v = o[name];
  if (v === undefined) { return otherwise; }
  v = Number(v);
  if (!(v >= low && v <= high)) { throw new RangeError(name + ' value is out of range.'); }
  return Math.floor(v);
}
// coerced are the options of the types of ECMA-402's first editions: any value.
function coerced(of, o) {
  if (o === undefined) { return {}; }
  if (o === null) { throw new TypeError('Intl.' + of + ' called on null or undefined'); }
  o = Object(o);
  pick(of, o, 'localeMatcher', ['lookup', 'best fit']);
  return o;
}
// strict are the options of later types: only objects.
function strict(of, o) {
  if (o === undefined) { return {}; }
  if (o === null || typeof o !== 'object' && typeof o !== 'function') { throw new TypeError('Incorrect ' + of + ' options provided'); }
  pick(of, o, 'localeMatcher', ['lookup', 'best fit']);
  return o;
}
// extended chooses the value of a key such as nu: that of the option if it is valid, else that of the
// locale's extension. The tag of the locale keeps an extension that decides.
function extended(resolved, key, option, valid, otherwise) {
  var tag = resolved.extensions[key], out = { value: otherwise, tag: '' };
  if (tag !== undefined && valid(tag)) { out.value = tag; out.tag = '-' + key + (tag && '-' + tag); }
  if (option !== undefined && valid(option) && option !== out.value) { out.value = option; out.tag = ''; }
  return out;
}
function withTags(locale, tags) { tags = tags.join(''); return tags ? locale + '-u' + tags : locale; }
function numbering(of, resolved, option) {
  if (option !== undefined) {
    option = String(option);
    if (!/^[a-z0-9]{3,8}(-[a-z0-9]{3,8})*$/i.test(option)) { throw new RangeError('Invalid numberingSystem : ' + option); }
    option = option.toLowerCase();
  }
  return extended(resolved, 'nu', option, native.isSystem, native.system(resolved.locale));
}
// keyOf is a text that tells options apart, undefined for those that are more than plain values.
function keyOf(list, o) {
  if (list !== undefined && typeof list !== 'string') { return undefined; }
  var key = list === undefined ? '\0' : list;
  if (o === undefined) { return key; }
  if (o === null || typeof o !== 'object' || Object.getPrototypeOf(o) !== Object.prototype) { return undefined; }
  for (var name in o) {
    var v = o[name], kind = typeof v;
    if (kind === 'string' || kind === 'boolean' || kind === 'number') { key += '\0' + name + '\0' + kind + v; } else if (v !== undefined) { return undefined; }
  }
  return key;
}
// cached returns what make makes for a locale and options, the same again for the same ones.
function cached(cache, prefix, list, o, make) {
  var key = keyOf(list, o), made;
  if (key === undefined) { return make(); }
  key = prefix + key;
  made = cache.get(key);
  if (!made) {
    made = make();
    if (cache.size > 100) { cache.clear(); }
    cache.set(key, made);
  }
  return made;
}
var hidden = { writable: true, configurable: true, enumerable: false };
function method(proto, name, fn) { Object.defineProperty(proto, name, Object.assign({ value: fn }, hidden)); }
// states are what the objects of Intl know, apart from their properties.
var states = new WeakMap();
function own(self, state) { states.set(self, state); }
function state(self, of, name) {
  var s = (typeof self === 'object' || typeof self === 'function') && self !== null ? states.get(self) : undefined;
  if (!s || s.of !== of) {
    var shown = self !== null && typeof self === 'object' ? '#<' + (self.constructor && self.constructor.name || 'Object') + '>' : String(self);
    throw new TypeError('Method ' + (name === 'format' || name === 'compare' ? 'get ' : '') + 'Intl.' + of + '.prototype.' + name + ' called on incompatible receiver ' + shown);
  }
  return s;
}
function type(name, Type, methods) {
  Object.defineProperty(Type, 'name', { value: name, configurable: true });
  Object.defineProperty(Type, 'length', { value: name === 'DisplayNames' ? 2 : 0, configurable: true });
  Object.defineProperty(Type, 'prototype', { writable: false });
  method(Type, 'supportedLocalesOf', { supportedLocalesOf: function (list, o) {
    var tags = known(list);
    if (o !== undefined) { pick(name + '.supportedLocalesOf', o === null ? coerced(name + '.supportedLocalesOf', o) : Object(o), 'localeMatcher', ['lookup', 'best fit']); }
    return tags.filter(find);
  } }.supportedLocalesOf);
  Object.keys(methods).forEach(function (key) { method(Type.prototype, key, methods[key]); });
  Object.defineProperty(Type.prototype, Symbol.toStringTag, { value: 'Intl.' + name, configurable: true });
  return Type;
}
// bound defines a getter whose function needs no receiver, such as format.
function bound(Type, of, name, make) {
  Object.defineProperty(Type.prototype, name, { configurable: true, enumerable: false, get: Object.getOwnPropertyDescriptor({ get [name]() {
    var s = state(this, of, name);
    if (!s.bound) {
      s.bound = make(s);
      Object.defineProperty(s.bound, 'name', { value: '', configurable: true });
    }
    return s.bound;
  } }, name).get });
}
function constructed(self, of) { if (self === undefined) { throw new TypeError("Constructor Intl." + of + " requires 'new'"); } }
function joined(parts) { return parts.map(function (p) { return p.value; }).join(''); }
// Locale is a tag with its parts: its keywords are those of Unicode.
var keywords = { calendar: 'ca', collation: 'co', hourCycle: 'hc', caseFirst: 'kf', numeric: 'kn', numberingSystem: 'nu' };
function Locale(tag, o) {
  constructed(new.target, 'Locale');
  if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null)) { throw new TypeError('First argument to Intl.Locale constructor can\'t be empty or missing'); }
  var text = tag instanceof Locale ? tag.toString() : String(tag);
  if (text === '') { throw new RangeError('First argument to Intl.Locale constructor can\'t be empty or missing'); }
  var parts = split(canonical(text)), given = {};
  if (o !== undefined) {
    if (o === null) { throw new TypeError('Intl.Locale called on null or undefined'); }
    o = Object(o);
    [['language', /^([a-z]{2,3}|[a-z]{5,8})$/i], ['script', /^[a-z]{4}$/i], ['region', /^([a-z]{2}|\d{3})$/i]].forEach(function (p) {
      var v = o[p[0]];
      if (v === undefined) { return; }
      if (!p[1].test(String(v))) { throw new RangeError('Incorrect locale information provided'); }
      parts[p[0]] = String(v);
    });
    Object.keys(keywords).forEach(function (name) {
      var v = o[name];
      if (v === undefined) { return; }
      var allowed = { hourCycle: ['h11', 'h12', 'h23', 'h24'], caseFirst: ['upper', 'lower', 'false'] }[name];
      if (allowed && allowed.indexOf(String(v)) < 0) { throw new RangeError('Value ' + v + ' out of range for locale options property ' + name); }
      v = name === 'numeric' ? String(Boolean(v)) : String(v);
      if (!/^[a-z0-9]{3,8}(-[a-z0-9]{3,8})*$/i.test(v)) { throw new RangeError('Incorrect locale information provided'); }
      given[keywords[name]] = v;
    });
  }
  own(this, { of: 'Locale', parts: split(canonical(tagOf(parts, Object.assign(parts.keywords, given)))) });
}
function canonical(text) {
  var c = native.canonical(text);
  if (!c) { throw new RangeError('Incorrect locale information provided'); }
  return c;
}
// split has the parts of a canonical tag: rest are variants, others its extensions but those of Unicode.
function split(tag) {
  var at = tag.search(/-[a-z0-9]-/), base = (at < 0 ? tag : tag.slice(0, at)).split('-'), out = { language: base.shift(), script: undefined, region: undefined, rest: [], others: '', keywords: {} };
  if (base.length && /^[A-Za-z]{4}$/.test(base[0])) { out.script = base.shift(); }
  if (base.length && /^([A-Za-z]{2}|\d{3})$/.test(base[0])) { out.region = base.shift(); }
  out.rest = base;
  var key = '', unicode = false;
  (at < 0 ? '' : tag.slice(at + 1)).split('-').forEach(function (part) {
    if (part.length === 1) { unicode = part === 'u'; key = ''; }
    if (!unicode) { if (part) { out.others += '-' + part; } return; }
    if (part.length === 2) { key = part; out.keywords[key] = ''; } else if (key) { out.keywords[key] += (out.keywords[key] ? '-' : '') + part; }
  });
  return out;
}
function baseOf(p) { return [p.language, p.script, p.region].concat(p.rest).filter(Boolean).join('-'); }
function tagOf(p, k) {
  var list = Object.keys(k).sort().map(function (key) { return key + (k[key] && k[key] !== 'true' ? '-' + k[key] : ''); });
  return baseOf(p) + (/^-[a-t]-/.test(p.others) ? p.others : '') + (list.length ? '-u-' + list.join('-') : '') + (/^-[a-t]-/.test(p.others) ? '' : p.others);
}
function likely(self, name, minimal) {
  var p = state(self, 'Locale', name).parts, changed = split(native.likely(baseOf(p), minimal));
  changed.others = p.others;
  return new Locale(tagOf(changed, p.keywords));
}
type('Locale', Locale, {
  toString() { var p = state(this, 'Locale', 'toString').parts; return tagOf(p, p.keywords); },
  maximize() { return likely(this, 'maximize', false); },
  minimize() { return likely(this, 'minimize', true); }
});
delete Locale.supportedLocalesOf;
function part(name, read) {
  Object.defineProperty(Locale.prototype, name, { get: Object.getOwnPropertyDescriptor({ get [name]() { return read(state(this, 'Locale', name).parts); } }, name).get, configurable: true, enumerable: false });
}
part('baseName', baseOf);
['language', 'script', 'region'].forEach(function (name) { part(name, function (p) { return p[name] === 'und' ? undefined : p[name]; }); });
Object.keys(keywords).forEach(function (name) {
  part(name, function (p) { var v = p.keywords[keywords[name]]; return name === 'numeric' ? v === '' || v === 'true' : v; });
});
Object.assign(exports, { known: known, find: find, resolve: resolve, pick: pick, whole: whole, coerced: coerced, strict: strict, extended: extended, withTags: withTags, numbering: numbering, method: method, own: own, state: state, type: type, bound: bound, constructed: constructed, joined: joined, cached: cached, english: english, Locale: Locale });
