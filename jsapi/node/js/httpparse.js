// httpparse: reads the responses of HTTP/1 from the pieces of a connection.
var limit = 16384; // bytes of a head, or of trailers

function fault(code, reason) {
  var e = new Error('Parse Error: ' + reason);
  e.code = code;
  e.reason = reason;
  return e;
}
var token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/, invalid = /[^\t\x20-\x7e\x80-\xff]/;
// fields reads the lines of a head to a list of alternating names and values.
function fields(lines) {
  var out = [];
  lines.forEach(function (line) {
    if (line[0] === ' ' || line[0] === '\t') { throw fault('HPE_INVALID_HEADER_TOKEN', 'Unexpected whitespace after header value'); }
    var at = line.indexOf(':'), name = line.slice(0, at), value = line.slice(at + 1).replace(/^[ \t]+|[ \t]+$/g, '');
    if (at < 0 || !token.test(name)) { throw fault('HPE_INVALID_HEADER_TOKEN', 'Invalid header token'); }
    if (invalid.test(value)) { throw fault('HPE_INVALID_HEADER_TOKEN', 'Invalid header value char'); }
    out.push(name, value);
  });
  return out;
}
// values returns the values of a header, in lower case.
function values(list, name) {
  var out = [];
  for (var i = 0; i < list.length; i += 2) { if (list[i].toLowerCase() === name) { out.push(list[i + 1].toLowerCase()); } }
  return out;
}
function tokens(list, name) { return values(list, name).join(',').split(',').map(function (t) { return t.trim(); }).filter(Boolean); }

// A Parser calls to.head(head), to.body(piece) and to.end(trailers). head returns what
// follows: 'body', 'none' or 'upgrade', after which the rest of the piece is given to
// to.upgrade. What is no HTTP throws an error with the code that Node has for it.
function Parser(to) {
  this.to = to;
  this.state = 'head';
  this.held = null; // the beginning of a head, of trailers or of a line
  this.left = 0; // of the body, or of the chunk
}
module.exports = Parser;
Parser.fault = fault;
// _upTo returns the text up to a mark, or null where it has to wait for more.
Parser.prototype._upTo = function (mark) {
  var at = this.rest.indexOf(mark);
  if ((at < 0 ? this.rest.length - mark.length : at) > limit) { throw this.state === 'size' ? fault('HPE_INVALID_CHUNK_SIZE', 'Chunk extensions overflow') : fault('HPE_HEADER_OVERFLOW', 'Header overflow'); }
  if (at < 0) { return null; }
  var text = this.rest.toString('latin1', 0, at);
  this.rest = this.rest.slice(at + mark.length);
  return text;
};
Parser.prototype.feed = function (piece) {
  this.rest = this.held ? Buffer.concat([this.held, piece]) : piece;
  this.held = null;
  while (this.state !== 'done' && this['_' + this.state]()) {}
  var rest = this.rest;
  this.rest = null;
  if (this.state === 'done') { return rest; }
  if (rest.length) { this.held = Buffer.from(rest); }
  return null;
};
Parser.prototype._head = function () {
  if ('HTTP/'.indexOf(this.rest.toString('latin1', 0, 5)) !== 0) { throw fault('HPE_INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/'); }
  var feed = this.rest.indexOf(10);
  if (feed >= 0 && this.rest[feed - 1] !== 13) { throw fault('HPE_CR_EXPECTED', 'Missing expected CR after response line'); }
  var text = this._upTo('\r\n\r\n');
  if (text === null) { return false; }
  var lines = text.split('\r\n'), status = /^HTTP\/(\d)\.(\d) (\d{3})(?: (.*))?$/.exec(lines[0]);
  if (!status) { throw fault('HPE_INVALID_STATUS', 'Invalid status code'); }
  var head = { major: Number(status[1]), minor: Number(status[2]), status: Number(status[3]), message: status[4] || '', headers: fields(lines.slice(1)) };
  var coded = tokens(head.headers, 'transfer-encoding'), lengths = values(head.headers, 'content-length'), connection = tokens(head.headers, 'connection');
  if (lengths.length > 1) { throw fault('HPE_UNEXPECTED_CONTENT_LENGTH', 'Duplicate Content-Length'); }
  if (lengths.length && coded.length) { throw fault('HPE_INVALID_TRANSFER_ENCODING', "Transfer-Encoding can't be present with Content-Length"); }
  if (lengths.length && !/^\d+$/.test(lengths[0])) { throw fault('HPE_INVALID_CONTENT_LENGTH', lengths[0] ? 'Invalid character in Content-Length' : 'Empty Content-Length'); }
  if (lengths.length && !Number.isSafeInteger(Number(lengths[0]))) { throw fault('HPE_INVALID_CONTENT_LENGTH', 'Content-Length overflow'); }
  head.upgrade = head.status === 101 && values(head.headers, 'upgrade').length > 0 && connection.indexOf('upgrade') >= 0;
  head.keep = connection.indexOf('close') < 0 && (head.minor > 0 || connection.indexOf('keep-alive') >= 0);
  var chunked = coded[coded.length - 1] === 'chunked', empty = head.status < 200 || head.status === 204 || head.status === 304;
  if (!chunked && !lengths.length && !empty) { head.open = true; }
  var next = this.to.head(head);
  if (next === 'upgrade') { this.state = 'done'; return false; }
  if (head.status < 200) { return true; }
  if (next === 'none' || empty || !chunked && lengths.length && Number(lengths[0]) === 0) { return this._finish([]); }
  if (chunked) { this.state = 'size'; } else if (lengths.length) { this.state = 'body'; this.left = Number(lengths[0]); } else { this.state = 'open'; }
  return true;
};
// _piece passes on what there is of the body or of a chunk.
Parser.prototype._piece = function () {
  var n = Math.min(this.left, this.rest.length);
  if (n) {
    this.to.body(this.rest.slice(0, n));
    this.rest = this.rest.slice(n);
    this.left -= n;
  }
  return this.left === 0;
};
Parser.prototype._body = function () { return this._piece() && this._finish([]); };
Parser.prototype._open = function () {
  if (this.rest.length) { this.to.body(this.rest); }
  this.rest = Buffer.alloc(0);
  return false;
};
Parser.prototype._size = function () {
  if (this.rest.length && !/[0-9a-f]/i.test(String.fromCharCode(this.rest[0]))) { throw fault('HPE_INVALID_CHUNK_SIZE', 'Invalid character in chunk size'); }
  var line = this._upTo('\r\n');
  if (line === null) { return false; }
  var size = /^([0-9a-f]+)[ \t]*(?:;.*)?$/i.exec(line);
  if (!size) { throw fault('HPE_INVALID_CHUNK_SIZE', 'Invalid character in chunk size'); }
  this.left = parseInt(size[1], 16);
  if (!Number.isSafeInteger(this.left)) { throw fault('HPE_INVALID_CHUNK_SIZE', 'Chunk size overflow'); }
  this.state = this.left ? 'chunk' : 'trailers';
  return true;
};
Parser.prototype._chunk = function () {
  if (this._piece()) { this.state = 'gap'; }
  return this.left === 0;
};
Parser.prototype._gap = function () {
  if (this.rest.length < 2) { return false; }
  if (this.rest[0] !== 13 || this.rest[1] !== 10) { throw fault('HPE_STRICT', 'Expected LF after chunk data'); }
  this.rest = this.rest.slice(2);
  this.state = 'size';
  return true;
};
Parser.prototype._trailers = function () {
  if (this.rest.length < 2) { return false; }
  if (this.rest[0] === 13 && this.rest[1] === 10) { this.rest = this.rest.slice(2); return this._finish([]); }
  var text = this._upTo('\r\n\r\n');
  return text !== null && this._finish(fields(text.split('\r\n')));
};
Parser.prototype._finish = function (trailers) {
  this.state = 'done';
  this.to.end(trailers);
  return false;
};
// finish is called at the end of the connection; it returns whether the response is whole.
Parser.prototype.finish = function () {
  if (this.state === 'open') { this._finish([]); }
  return this.state === 'done';
};
