// mime: media types with parameters, as util.MIMEType.
var errors = require('errors');
var notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/, notQuotable = /[^\t -~\u0080-\u00ff]/, edges = /^[ \t\n\r]+|[ \t\n\r]+$/g, trailing = /[ \t\n\r]+$/;

function fail(what, text, at) {
  throw errors.coded(TypeError, 'ERR_INVALID_MIME_SYNTAX', 'The MIME syntax for a ' + what + ' in "' + text + '" is invalid' + (at < 0 ? '' : ' at ' + at));
}
function token(text, what) {
  var at = text.search(notToken);
  if (text === '' || at >= 0) { fail(what, text, at); }
  return text;
}
function escaped(v) {
  if (v.length > 0 && !notToken.test(v)) { return v; }
  return '"' + v.replace(/["\\]/g, '\\$&') + '"';
}
class MIMEParams {
  #list = new Map();
  delete(name) { this.#list.delete(name); }
  get(name) { var v = this.#list.get(name); return v === undefined ? null : v; }
  has(name) { return this.#list.has(name); }
  set(name, value) {
    name = token(`${name}`, 'parameter name');
    value = `${value}`;
    var at = value.search(notQuotable);
    if (at >= 0) { fail('parameter value', value, at); }
    this.#list.set(name, value);
  }
  *entries() { yield* this.#list.entries(); }
  *keys() { yield* this.#list.keys(); }
  *values() { yield* this.#list.values(); }
  [Symbol.iterator]() { return this.entries(); }
  toString() { return Array.from(this.#list, function (p) { return p[0] + '=' + escaped(p[1]); }).join(';'); }
  toJSON() { return this.toString(); }
  // _read reads what follows the essence; the first of two parameters of a name counts.
  static _read(params, text) {
    for (var rest = text; rest !== '';) {
      rest = rest.replace(/^[ \t\n\r]*;?[ \t\n\r]*/, '');
      var stop = rest.search(/[;=]/), name = (stop < 0 ? rest : rest.slice(0, stop)).toLowerCase(), value = null;
      if (stop < 0) { break; }
      rest = rest.slice(stop);
      if (rest[0] === ';') { continue; }
      rest = rest.slice(1);
      if (rest[0] === '"') {
        var m = /^"((?:[^"\\]|\\[^]?)*)"?[^;]*/.exec(rest);
        value = m[1].replace(/\\([^])/g, '$1');
        rest = rest.slice(m[0].length);
      } else {
        var end = rest.indexOf(';');
        value = (end < 0 ? rest : rest.slice(0, end)).replace(trailing, '');
        rest = end < 0 ? '' : rest.slice(end);
        if (value === '') { continue; }
      }
      if (name !== '' && !notToken.test(name) && !notQuotable.test(value) && !params.has(name)) { params.#list.set(name, value); }
    }
  }
}
var read = MIMEParams._read;
delete MIMEParams._read;

class MIMEType {
  #type;
  #subtype;
  #params = new MIMEParams();
  constructor(input) {
    input = `${input}`;
    var text = input.replace(edges, ''), slash = text.indexOf('/');
    if (slash <= 0 || notToken.test(text.slice(0, slash))) { fail('type', input, (slash < 0 ? text : text.slice(0, slash)).search(notToken)); }
    var semicolon = text.indexOf(';', slash), end = semicolon < 0 ? text.length : semicolon, sub = text.slice(slash + 1, end).replace(trailing, ''), at = sub.search(notToken);
    if (sub === '' || at >= 0) { fail('subtype', input, at); }
    this.#type = text.slice(0, slash).toLowerCase();
    this.#subtype = sub.toLowerCase();
    read(this.#params, text.slice(end));
  }
  get type() { return this.#type; }
  set type(v) { this.#type = token(`${v}`, 'type').toLowerCase(); }
  get subtype() { return this.#subtype; }
  set subtype(v) { this.#subtype = token(`${v}`, 'subtype').toLowerCase(); }
  get essence() { return this.#type + '/' + this.#subtype; }
  get params() { return this.#params; }
  toString() {
    var params = this.#params.toString();
    return this.essence + (params ? ';' + params : '');
  }
  toJSON() { return this.toString(); }
}
exports.MIMEParams = MIMEParams;
exports.MIMEType = MIMEType;
