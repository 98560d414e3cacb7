// blob: Blob, File and FormData.
var errors = require('errors'), validate = require('validate');
class Blob {
  constructor(parts = [], o) {
    if (parts === null || typeof parts[Symbol.iterator] !== 'function' || typeof parts === 'string') { throw errors.argument('sources', 'a sequence', parts); }
    if (o !== undefined && o !== null && typeof o !== 'object' && typeof o !== 'function') { throw errors.argument('options', 'a dictionary', o); }
    var { type = '', endings = 'transparent' } = o || {};
    endings = `${endings}`;
    if (endings !== 'transparent' && endings !== 'native') { throw validate.invalidValue('options.endings', endings); }
    var list = Array.from(parts, function (p) {
      if (p instanceof Blob) { return p._; }
      if (ArrayBuffer.isView(p)) { return Buffer.from(Buffer.from(p.buffer, p.byteOffset, p.byteLength)); }
      if (p instanceof ArrayBuffer) { return Buffer.from(Buffer.from(p)); }
      var text = `${p}`;
      return Buffer.from(endings === 'native' ? text.replace(/\r\n?/g, '\n') : text);
    });
    type = `${type}`;
    Object.defineProperties(this, { _: { value: Buffer.concat(list) }, kind: { value: /[^\x20-\x7e]/.test(type) ? '' : type.toLowerCase() } });
  }
}
Object.defineProperties(Blob.prototype, {
  size: { get: function () { return this._.length; }, enumerable: true, configurable: true },
  type: { get: function () { return this.kind; }, enumerable: true, configurable: true }
});
// A blob of a file can be read only while the file is what it was: current says so.
function readable(blob) {
  if (blob.current && !blob.current()) { throw new DOMException('The blob could not be read', 'NotReadableError'); }
  return blob._;
}
exports.ofFile = function (bytes, o, current) { return Object.defineProperty(new Blob([bytes], o), 'current', { value: current }); };
Blob.prototype.arrayBuffer = async function () { var b = readable(this); return b.buffer.slice(b.byteOffset, b.byteOffset + b.length); };
Blob.prototype.bytes = async function () { return new Uint8Array(readable(this)); };
Blob.prototype.text = async function () { return new TextDecoder().decode(readable(this)); };
Blob.prototype.slice = function (from, to, type) { return exports.ofFile(this._.subarray(from === undefined ? 0 : from, to === undefined ? this._.length : to), { type: type }, this.current); };
Blob.prototype.stream = function () {
  var self = this, b = self._, at = 0;
  return new ReadableStream({ type: 'bytes', pull: function (c) { readable(self); if (at >= b.length) { c.close(); return; } c.enqueue(new Uint8Array(b.subarray(at, at += 65536))); } });
};
exports.Blob = Blob;
class File extends Blob {
  constructor(parts, name, o) {
    if (arguments.length < 2) { throw errors.missing('fileBits', 'fileName'); }
    super(parts, o);
    var at = o ? o.lastModified : undefined;
    Object.defineProperties(this, { called: { value: `${name}` }, changed: { value: at === undefined ? Date.now() : +at || 0 } });
  }
}
Object.defineProperties(File.prototype, {
  name: { get: function () { return this.called; }, enumerable: true, configurable: true },
  lastModified: { get: function () { return this.changed; }, enumerable: true, configurable: true }
});
exports.File = File;

class FormData {
  constructor(form) {
    if (form !== undefined) { throw new TypeError('FormData constructor: Argument 1 could not be converted to: undefined.'); }
    Object.defineProperty(this, '_', { value: [], writable: true });
  }
}
// entry is a name and a value from the arguments of a method.
function entry(given) {
  var name = `${given[0]}`, value = given[1], file = given.length > 2 ? `${given[2]}` : undefined;
  if (!(value instanceof Blob)) { return [name, `${value}`]; }
  if (!(value instanceof File) || file !== undefined) { value = new File([value], file === undefined ? 'blob' : file, { type: value.type, lastModified: value.lastModified }); }
  return [name, value];
}
function checked(method, given) {
  validate.count('FormData.' + method, given.length, 2);
  if (given.length > 2 && !(given[1] instanceof Blob)) { throw new TypeError("Failed to execute '" + method + "' on 'FormData': parameter 2 is not of type 'Blob'"); }
}
// named is the name that a method gets.
function named(method, given) {
  validate.count('FormData.' + method, given.length, 1);
  return `${given[0]}`;
}
FormData.prototype.append = function (name, value, file) { checked('append', arguments); this._.push(entry(arguments)); };
FormData.prototype.set = function (name, value, file) {
  checked('set', arguments);
  var e = entry(arguments), at = this._.findIndex(function (x) { return x[0] === e[0]; });
  this._ = this._.filter(function (x, i) { return x[0] !== e[0] || i === at; });
  if (at < 0) { this._.push(e); } else { this._[at] = e; }
};
FormData.prototype.get = function (name) { name = named('get', arguments); var e = this._.find(function (x) { return x[0] === name; }); return e ? e[1] : null; };
FormData.prototype.getAll = function (name) { name = named('getAll', arguments); return this._.filter(function (x) { return x[0] === name; }).map(function (x) { return x[1]; }); };
FormData.prototype.has = function (name) { name = named('has', arguments); return this._.some(function (x) { return x[0] === name; }); };
FormData.prototype.delete = function (name) { name = named('delete', arguments); this._ = this._.filter(function (x) { return x[0] !== name; }); };
FormData.prototype.entries = function () { return this._.map(function (e) { return e.slice(); })[Symbol.iterator](); };
FormData.prototype.keys = function () { return this._.map(function (e) { return e[0]; })[Symbol.iterator](); };
FormData.prototype.values = function () { return this._.map(function (e) { return e[1]; })[Symbol.iterator](); };
FormData.prototype.forEach = function (fn, self) {
  var all = this;
  validate.count('FormData.forEach', arguments.length, 1);
  validate.eacher(fn, 'FormData');
  this._.forEach(function (e) { fn.call(self, e[1], e[0], all); });
};
FormData.prototype[Symbol.iterator] = FormData.prototype.entries;
exports.FormData = FormData;
['Blob', 'File', 'FormData'].forEach(function (k) { Object.defineProperty(exports[k].prototype, Symbol.toStringTag, { value: k, configurable: true }); });

// The addresses of URL.createObjectURL.
var registered = new Map();
exports.register = function (blob) {
  if (!(blob instanceof Blob)) { throw require('errors').argument('obj', 'an instance of Blob', blob); }
  var id = require('crypto').randomUUID();
  registered.set(id, blob);
  return 'blob:nodedata:' + id;
};
function idOf(url) { var m = /^blob:nodedata:([^?#]*)/.exec(url); return m ? m[1] : undefined; }
exports.revoke = function (url) { registered.delete(idOf(url)); };
exports.resolveObjectURL = function (url) {
  url = `${url}`;
  try { return registered.get(idOf(new URL(url).href)); } catch (e) { return undefined; }
};

// multipart encodes a form as the body of a request: bytes and boundary.
exports.multipart = function (form) {
  var boundary = '----formdata-' + require('crypto').randomBytes(8).toString('hex'), list = [];
  function quoted(text) { return '"' + text.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22') + '"'; }
  form._.forEach(function (e) {
    var head = '--' + boundary + '\r\nContent-Disposition: form-data; name=' + quoted(e[0]);
    if (e[1] instanceof File) {
      list.push(Buffer.from(head + '; filename=' + quoted(e[1].name) + '\r\nContent-Type: ' + (e[1].type || 'application/octet-stream') + '\r\n\r\n'), e[1]._, Buffer.from('\r\n'));
    } else { list.push(Buffer.from(head + '\r\n\r\n' + e[1].replace(/\r?\n|\r/g, '\r\n') + '\r\n')); }
  });
  list.push(Buffer.from('--' + boundary + '--\r\n'));
  return { boundary: boundary, bytes: Buffer.concat(list) };
};

// readMultipart adds the parts of a body to a form; false if they are none.
exports.readMultipart = function (bytes, boundary, form) {
  var mark = Buffer.from('--' + boundary), at = bytes.indexOf(mark);
  if (at !== 0 && (at < 0 || bytes.toString('latin1', at - 2, at) !== '\r\n')) { return false; }
  for (;;) {
    at += mark.length;
    if (bytes[at] === 45 && bytes[at + 1] === 45) { return true; }
    if (bytes[at] !== 13 || bytes[at + 1] !== 10) { return false; }
    var head = bytes.indexOf('\r\n\r\n', at), next = head < 0 ? -1 : bytes.indexOf('\r\n--' + boundary, head + 2);
    if (next < 0) { return false; }
    var fields = {};
    bytes.toString('utf8', at + 2, head).split('\r\n').forEach(function (line) {
      var colon = line.indexOf(':');
      fields[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    });
    var shape = fields['content-disposition'] || '', name = parameter(shape, 'name'), file = parameter(shape, 'filename');
    if (!/^form-data\s*;/i.test(shape) || name === undefined) { return false; }
    var content = bytes.subarray(Math.min(head + 4, next), next);
    form.append(name, file === undefined ? new TextDecoder().decode(content) : new File([content], file, { type: fields['content-type'] || 'text/plain' }));
    at = next + 2;
  }
};
function parameter(text, name) {
  var m = new RegExp(';\\s*' + name + '="([^"]*)"', 'i').exec(text);
  return m ? m[1].replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"') : undefined;
}
