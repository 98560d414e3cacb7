// httpparse: reads the messages of HTTP/1 from the pieces of a connection.
var none = Buffer.alloc(0);

// fault is the error of what is no HTTP, which was found behind so many bytes of what is left.
function fault(code, reason, at) {
  var e = new Error('Parse Error: ' + reason);
  e.bytesParsed = at || 0;
  e.code = code;
  e.reason = reason;
  return e;
}
// A Parser calls to.head(head), to.body(piece) and to.end(trailers). head returns what
// follows: 'body', 'none' or 'upgrade', after which the rest of the piece is given to
// to.upgrade. What is no HTTP throws an error with the code that Node has for it.
// The messages are requests or responses; their heads have at most maxHead bytes. A lenient parser takes much that is no HTTP.
function Parser(to, requests, maxHead, lenient) {
  this.to = to;
  this.requests = requests;
  this.maxHead = maxHead;
  this.lenient = lenient;
  this.state = 'head';
  this.held = null; // the beginning of a head, of trailers or of a line
  this.left = 0; // of the body, or of the chunk
}
module.exports = Parser;
Parser.fault = fault;
Parser.maxHeaderSize = native.maxHeaderSize;
var warned = false;
// of returns a parser with the options of a server or of a request.
Parser.of = function (to, requests, o) {
  var lenient = o.insecureHTTPParser;
  if (lenient === undefined) {
    lenient = native.insecure;
    if (lenient && !warned) {
      warned = true;
      process.emitWarning('Using insecure HTTP parsing');
    }
  }
  return new Parser(to, requests, o.maxHeaderSize || native.maxHeaderSize, lenient);
};
Parser.prototype.feed = function (piece) {
  this.rest = this.held ? Buffer.concat([this.held, piece]) : piece;
  this.held = null;
  try { while (this.state !== 'done' && this['_' + this.state]()) {} } catch (e) {
    if (e && e.bytesParsed !== undefined && !e.rawPacket && /^HPE_/.test(e.code)) {
      e.bytesParsed = Math.max(0, e.bytesParsed + piece.length - this.rest.length);
      e.rawPacket = piece;
    }
    throw e;
  }
  var rest = this.rest;
  this.rest = null;
  if (this.state === 'done') { return rest; }
  if (rest !== none && rest.length) { this.held = Buffer.from(rest); }
  return null;
};
// restart begins the next message.
Parser.prototype.restart = function () { this.state = 'head'; };
Parser.prototype._head = function () { return this.requests ? this._request() : this._response(); };
Parser.prototype._response = function () {
  var h = native.head(this.rest, this.maxHead, this.lenient);
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
  var h = native.requestHead(this.rest, this.maxHead, this.lenient);
  if (h === undefined) { return false; }
  this.rest = h[0] < this.rest.length ? this.rest.subarray(h[0]) : none;
  var chunked = h[9], length = Math.max(h[10], 0);
  var next = this.to.head({ major: h[1], minor: h[2], method: h[3], url: h[4], headers: h[5], fields: h[6], upgrade: h[7], keep: h[8] });
  if (next === 'upgrade') { this.state = 'done'; return false; }
  if (h[11] && !chunked) { // a body without an end
    if (!this.lenient) { throw fault('HPE_INVALID_TRANSFER_ENCODING', 'Request has invalid `Transfer-Encoding`'); }
    length = -1;
  }
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
  var line = native.chunk(this.rest, this.maxHead, this.lenient);
  if (line === undefined) { return false; }
  this.rest = this.rest.subarray(line[0]);
  this.left = line[1];
  this.state = this.left ? 'chunk' : 'trailers';
  return true;
};
Parser.prototype._chunk = function () {
  if (this._piece()) { this.state = 'gap'; }
  return this.left === 0;
};
Parser.prototype._gap = function () {
  var rest = this.rest, n = 2;
  if (!rest.length) { return false; }
  if (rest[0] !== 13) {
    if (!this.lenient) { throw fault('HPE_STRICT', 'Expected LF after chunk data'); }
    n = rest[0] === 10 ? 1 : 0;
  } else if (rest.length < 2) { return false; } else if (rest[1] !== 10) {
    if (!this.lenient) { throw fault('HPE_STRICT', 'Expected LF after chunk data', 1); }
    n = 1;
  }
  this.rest = rest.subarray(n);
  this.state = 'size';
  return true;
};
Parser.prototype._trailers = function () {
  var read = native.trailers(this.rest, this.maxHead, this.lenient);
  if (read === undefined) { return false; }
  this.rest = this.rest.subarray(read[0]);
  return this._finish(read[1]);
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
