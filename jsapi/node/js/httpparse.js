// httpparse: reads the messages of HTTP/1 from the pieces of a connection.
var limit = 16384; // bytes of a line, or of trailers
var none = Buffer.alloc(0);

function fault(code, reason) {
  var e = new Error('Parse Error: ' + reason);
  e.code = code;
  e.reason = reason;
  return e;
}
// A Parser calls to.head(head), to.body(piece) and to.end(trailers). head returns what
// follows: 'body', 'none' or 'upgrade', after which the rest of the piece is given to
// to.upgrade. What is no HTTP throws an error with the code that Node has for it.
// The messages are responses, or requests whose heads have at most maxHead bytes.
function Parser(to, maxHead) {
  this.to = to;
  this.maxHead = maxHead; // undefined for responses
  this.state = 'head';
  this.held = null; // the beginning of a head, of trailers or of a line
  this.left = 0; // of the body, or of the chunk
}
module.exports = Parser;
Parser.fault = fault;
// _upTo returns the text up to a mark, or null where it has to wait for more.
Parser.prototype._upTo = function (mark) {
  var at = this.rest.indexOf(mark);
  if ((at < 0 ? this.rest.length - mark.length : at) > limit) { throw this.state === 'size' ? fault('HPE_CHUNK_EXTENSIONS_OVERFLOW', 'Chunk extensions overflow') : fault('HPE_HEADER_OVERFLOW', 'Header overflow'); }
  if (at < 0) { return null; }
  var text = this.rest.toString('latin1', 0, at);
  this.rest = this.rest.subarray(at + mark.length);
  return text;
};
Parser.prototype.feed = function (piece) {
  this.rest = this.held ? Buffer.concat([this.held, piece]) : piece;
  this.held = null;
  while (this.state !== 'done' && this['_' + this.state]()) {}
  var rest = this.rest;
  this.rest = null;
  if (this.state === 'done') { return rest; }
  if (rest !== none && rest.length) { this.held = Buffer.from(rest); }
  return null;
};
// restart begins the next message.
Parser.prototype.restart = function () { this.state = 'head'; };
Parser.prototype._head = function () { return this.maxHead === undefined ? this._response() : this._request(); };
Parser.prototype._response = function () {
  var h = native.head(this.rest);
  if (h === undefined) { return false; }
  this.rest = h[0] < this.rest.length ? this.rest.subarray(h[0]) : none;
  var head = { major: h[1], minor: h[2], status: h[3], message: h[4], headers: h[5], fields: h[6], upgrade: h[7], keep: h[8] };
  var chunked = h[9], length = h[10], empty = head.status < 200 || head.status === 204 || head.status === 304;
  if (!chunked && length < 0 && !empty) { head.open = true; }
  var next = this.to.head(head);
  if (next === 'upgrade') { this.state = 'done'; return false; }
  if (head.status < 200 && head.status !== 101) { return true; }
  var bare = next === 'none' || empty;
  return this._follow(chunked && !bare, bare ? 0 : length);
};
Parser.prototype._request = function () {
  var h = native.requestHead(this.rest, this.maxHead);
  if (h === undefined) { return false; }
  this.rest = h[0] < this.rest.length ? this.rest.subarray(h[0]) : none;
  var chunked = h[9], length = Math.max(h[10], 0);
  var next = this.to.head({ major: h[1], minor: h[2], method: h[3], url: h[4], headers: h[5], fields: h[6], upgrade: h[7], keep: h[8] });
  if (next === 'upgrade') { this.state = 'done'; return false; }
  return this._follow(chunked, length);
};
// _follow begins to read the body, whose length is negative where the end of the connection ends it.
Parser.prototype._follow = function (chunked, length) {
  if (!chunked && length === 0) { return this._finish([]); }
  if (chunked) { this.state = 'size'; } else if (length > 0) { this.state = 'body'; this.left = length; } else { this.state = 'open'; }
  return true;
};
// _piece passes on what there is of the body or of a chunk.
Parser.prototype._piece = function () {
  var had = this.rest.length, n = Math.min(this.left, had);
  if (n) {
    this.to.body(n < had ? this.rest.subarray(0, n) : this.rest);
    this.rest = n < had ? this.rest.subarray(n) : none;
    this.left -= n;
  }
  return this.left === 0;
};
Parser.prototype._body = function () { return this._piece() && this._finish([]); };
Parser.prototype._open = function () {
  if (this.rest.length) { this.to.body(this.rest); }
  this.rest = none;
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
  this.rest = this.rest.subarray(2);
  this.state = 'size';
  return true;
};
Parser.prototype._trailers = function () {
  if (this.rest.length < 2) { return false; }
  if (this.rest[0] === 13 && this.rest[1] === 10) { this.rest = this.rest.subarray(2); return this._finish([]); }
  var text = this._upTo('\r\n\r\n');
  return text !== null && this._finish(native.trailers(Buffer.from(text, 'latin1')));
};
Parser.prototype._finish = function (trailers) {
  this.state = 'done';
  this.to.end(trailers);
  return false;
};
// finish is called at the end of the connection; it returns whether the message is whole.
Parser.prototype.finish = function () {
  if (this.state === 'open') { this._finish([]); }
  return this.state === 'done';
};
// between reports whether no message has begun.
Parser.prototype.between = function () { return this.state === 'head' && !this.held; };
