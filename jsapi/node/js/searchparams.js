// searchparams: URLSearchParams, alone or of a URL, whose query it then changes.
var errors = require('errors'), inspect = require('inspect'), bind, refill, listOf;
function text(v) {
  if (typeof v === 'symbol') { throw new TypeError('Cannot convert a Symbol value to a string'); }
  v = String(v);
  return /[\ud800-\udfff]/.test(v) ? v.toWellFormed() : v;
}
exports.text = text;
// pairsOf is the list of names and values that a constructor is given.
function pairsOf(init) {
  if (init === undefined || init === null) { return []; }
  if (typeof init !== 'object' && typeof init !== 'function') {
    init = text(init);
    return native.parseForm(init[0] === '?' ? init.slice(1) : init);
  }
  var iterate = init[Symbol.iterator];
  if (iterate === undefined || iterate === null) { return ofMembers(init); }
  if (typeof iterate !== 'function') { throw errors.coded(TypeError, 'ERR_ARG_NOT_ITERABLE', 'Query pairs must be iterable'); }
  var list = [];
  for (var pair of init) {
    var iterable = pair !== null && (typeof pair === 'object' || typeof pair === 'function') && typeof pair[Symbol.iterator] === 'function';
    var both = iterable ? Array.from(pair) : [];
    if (both.length !== 2) { throw errors.coded(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple'); }
    list.push(text(both[0]), text(both[1]));
  }
  return list;
}
function ofMembers(init) {
  var members = new Map(); // names may be equal once they are well formed: the last counts
  Reflect.ownKeys(init).forEach(function (key) {
    var own = Object.getOwnPropertyDescriptor(init, key);
    if (own !== undefined && own.enumerable) { members.set(text(key), text(init[key])); }
  });
  return Array.from(members).flat();
}

class URLSearchParams {
  #list;
  #changed = null;
  constructor(init = undefined) { this.#list = pairsOf(init); }
  static {
    bind = function (query, changed) {
      var made = new URLSearchParams();
      made.#list = native.parseForm(query);
      made.#changed = changed;
      return made;
    };
    listOf = function (params) { return params.#list; };
    refill = function (params, query) { params.#list = native.parseForm(query); };
  }
  static #of(self) {
    if (self === null || typeof self !== 'object' || !(#list in self)) { throw errors.receiver('URLSearchParams'); }
    return self.#list;
  }
  static #need(count, names) { if (count < names.length) { throw errors.missing.apply(null, names); } }
  #set(list) {
    this.#list = list;
    if (this.#changed !== null) { this.#changed(native.formatForm(list)); }
  }
  // Keeps the pairs for which keep is true.
  #filter(keep) {
    var list = this.#list, out = [];
    for (var i = 0; i < list.length; i += 2) { if (keep(list[i], list[i + 1])) { out.push(list[i], list[i + 1]); } }
    this.#set(out);
  }
  get size() { return URLSearchParams.#of(this).length / 2; }
  append(name, value) {
    var list = URLSearchParams.#of(this);
    URLSearchParams.#need(arguments.length, ['name', 'value']);
    list.push(text(name), text(value));
    this.#set(list);
  }
  delete(name, value = undefined) {
    URLSearchParams.#of(this);
    URLSearchParams.#need(arguments.length, ['name']);
    name = text(name);
    if (value !== undefined) { value = text(value); }
    this.#filter(function (n, v) { return n !== name || value !== undefined && v !== value; });
  }
  get(name) {
    var list = URLSearchParams.#of(this);
    URLSearchParams.#need(arguments.length, ['name']);
    name = text(name);
    for (var i = 0; i < list.length; i += 2) { if (list[i] === name) { return list[i + 1]; } }
    return null;
  }
  getAll(name) {
    var list = URLSearchParams.#of(this), out = [];
    URLSearchParams.#need(arguments.length, ['name']);
    name = text(name);
    for (var i = 0; i < list.length; i += 2) { if (list[i] === name) { out.push(list[i + 1]); } }
    return out;
  }
  has(name, value = undefined) {
    var list = URLSearchParams.#of(this);
    URLSearchParams.#need(arguments.length, ['name']);
    name = text(name);
    if (value !== undefined) { value = text(value); }
    for (var i = 0; i < list.length; i += 2) { if (list[i] === name && (value === undefined || list[i + 1] === value)) { return true; } }
    return false;
  }
  set(name, value) {
    var list = URLSearchParams.#of(this), first = true;
    URLSearchParams.#need(arguments.length, ['name', 'value']);
    name = text(name);
    value = text(value);
    var out = [];
    for (var i = 0; i < list.length; i += 2) {
      if (list[i] !== name) { out.push(list[i], list[i + 1]); } else if (first) { first = false; out.push(name, value); }
    }
    if (first) { out.push(name, value); }
    this.#set(out);
  }
  sort() {
    var list = URLSearchParams.#of(this), pairs = [];
    for (var i = 0; i < list.length; i += 2) { pairs.push([list[i], list[i + 1]]); }
    pairs.sort(function (a, b) { return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0; });
    this.#set(pairs.flat());
  }
  entries() { URLSearchParams.#of(this); return iterator(this, 'entries'); }
  forEach(callback, thisArg = undefined) {
    URLSearchParams.#of(this);
    if (typeof callback !== 'function') { throw errors.argument('callback', 'of type function', callback); }
    for (var i = 0; i < this.#list.length; i += 2) { callback.call(thisArg, this.#list[i + 1], this.#list[i], this); }
  }
  keys() { URLSearchParams.#of(this); return iterator(this, 'keys'); }
  values() { URLSearchParams.#of(this); return iterator(this, 'values'); }
  toString() { return native.formatForm(URLSearchParams.#of(this)); }
  [inspect.custom](depth, options) {
    var list = URLSearchParams.#of(this), out = [];
    if (typeof depth === 'number' && depth < 0) { return options.stylize('[Object]', 'special'); }
    var own = Object.assign({}, options);
    if (depth !== null) { own.depth = depth - 1; }
    for (var i = 0; i < list.length; i += 2) { out.push(inspect(list[i], own) + ' => ' + inspect(list[i + 1], own)); }
    return block(this.constructor.name || 'URLSearchParams', out, options);
  }
}
// block is the text of a list for inspect, on one line if it fits.
function block(name, out, options) {
  if (!out.length) { return name + ' {}'; }
  var length = out.reduce(function (sum, part) { return sum + inspect.text.bare(part).length + 2; }, -2);
  return length > options.breakLength ? name + ' {\n  ' + out.join(',\n  ') + ' }' : name + ' { ' + out.join(', ') + ' }';
}
['size', 'append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'entries', 'forEach', 'keys', 'values', 'toString'].forEach(function (name) {
  Object.defineProperty(URLSearchParams.prototype, name, { enumerable: true });
});
Object.defineProperty(URLSearchParams.prototype, Symbol.toStringTag, { value: 'URLSearchParams', configurable: true });
Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, { value: URLSearchParams.prototype.entries, writable: true, configurable: true });

// The iterators read the list as it is when next is called.
var states = new WeakMap(), base = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
var proto = Object.create(base, {
  next: { value: function next() {
    var state = stateOf(this), list = listOf(state.params), i = state.at;
    if (i >= list.length) { return { value: undefined, done: true }; }
    state.at += 2;
    return { value: item(state.kind, list, i), done: false };
  }, writable: true, enumerable: true, configurable: true },
  [inspect.custom]: { value: function (depth, options) {
    var state = stateOf(this), list = listOf(state.params), items = [];
    if (typeof depth === 'number' && depth < 0) { return options.stylize('[Object]', 'special'); }
    var own = Object.assign({}, options);
    if (depth !== null) { own.depth = depth - 1; }
    for (var i = state.at; i < list.length; i += 2) { items.push(item(state.kind, list, i)); }
    var lines = inspect(items, own).indexOf('\n') >= 0;
    return 'URLSearchParams Iterator {' + (lines ? '\n  ' : ' ') + items.map(function (v) { return inspect(v, own); }).join(lines ? ',\n  ' : ', ') + ' }';
  }, writable: true, configurable: true },
  [Symbol.toStringTag]: { value: 'URLSearchParams Iterator', configurable: true }
});
function stateOf(self) {
  var state = self !== null && typeof self === 'object' ? states.get(self) : undefined;
  if (state === undefined) { throw errors.receiver('URLSearchParamsIterator'); }
  return state;
}
function item(kind, list, i) { return kind === 'keys' ? list[i] : kind === 'values' ? list[i + 1] : [list[i], list[i + 1]]; }
function iterator(params, kind) {
  var made = Object.create(proto);
  states.set(made, { params: params, kind: kind, at: 0 });
  return made;
}
exports.URLSearchParams = URLSearchParams;
exports.bind = bind;
exports.refill = refill;
