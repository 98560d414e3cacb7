// readline: the lines of a stream, and questions.
var EventEmitter = require('events'), util = require('util'), StringDecoder = require('string_decoder').StringDecoder;

function Interface(input, output) {
  if (!(this instanceof Interface)) { return new Interface(input, output); }
  var o = input && input.input ? input : { input: input, output: output }, self = this, rest = '', decoder = new StringDecoder('utf8'), asked = [];
  EventEmitter.call(self);
  if (!o.input || typeof o.input.on !== 'function') { throw util.invalidArgument('input', 'Stream', o.input); }
  self.input = o.input;
  self.output = o.output;
  self.terminal = false;
  self.line = '';
  self.closed = self.paused = false;
  self._prompt = o.prompt === undefined ? '> ' : o.prompt;
  Object.defineProperty(self, '_asked', { value: asked });
  function emitLine(line) {
    if (asked.length) { asked.shift()(line); } else { self.emit('line', line); }
  }
  function take(text) {
    // A line ends with \n, \r\n or \r; after a \r at the end, \n may follow.
    rest += text;
    for (;;) {
      var m = /\r\n|\n|\r(?=[^])/.exec(rest);
      if (!m || self.closed && !self._ends) { return; }
      var line = rest.slice(0, m.index);
      rest = rest.slice(m.index + m[0].length);
      emitLine(line);
    }
  }
  function data(chunk) { take(typeof chunk === 'string' ? chunk : decoder.write(chunk)); }
  function end() {
    self._ends = true;
    take(decoder.end());
    rest = rest.replace(/\r$/, '');
    if (rest !== '') { var last = rest; rest = ''; emitLine(last); }
    self.close();
  }
  Object.defineProperty(self, '_leave', { value: function () {
    self.input.removeListener('error', failed);
    self.input.removeListener('data', data);
    self.input.removeListener('end', end);
  } });
  function failed(err) { self.emit('error', err); }
  self.input.on('error', failed);
  self.input.on('data', data);
  self.input.on('end', end);
  self.input.resume();
}
util.inherits(Interface, EventEmitter);
Interface.prototype.close = function () {
  if (this.closed) { return; }
  this.closed = true;
  this._leave();
  this.pause();
  this.emit('close');
};
Interface.prototype.pause = function () {
  if (!this.paused) {
    this.input.pause();
    this.paused = true;
    this.emit('pause');
  }
  return this;
};
Interface.prototype.resume = function () {
  if (this.paused) {
    this.input.resume();
    this.paused = false;
    this.emit('resume');
  }
  return this;
};
Interface.prototype.setPrompt = function (text) { this._prompt = text; };
Interface.prototype.getPrompt = function () { return this._prompt; };
Interface.prototype.write = function (text) {
  this.resume();
  if (text) { this.input.emit('data', text); }
};
Interface.prototype.prompt = function () {
  this.resume();
  if (this.output) { this.output.write(this._prompt); }
};
Interface.prototype.question = function (text, o, done) {
  if (typeof o === 'function') { done = o; }
  if (this.closed) {
    var e = new Error('readline was closed');
    e.code = 'ERR_USE_AFTER_CLOSE';
    throw e;
  }
  var signal = o !== null && typeof o === 'object' ? o.signal : undefined, asked = this._asked, answer = done;
  if (signal !== undefined) {
    require('validate').signal(signal, 'options.signal');
    if (signal.aborted) { return; }
    var out = this.output, quit = function () {
      asked.splice(asked.indexOf(answer), 1);
      if (out) { out.write('\r\n'); }
    };
    signal.addEventListener('abort', quit, { once: true });
    answer = function (line) {
      signal.removeEventListener('abort', quit);
      done(line);
    };
  }
  if (typeof done !== 'function') { return; }
  this.resume();
  if (this.output) { this.output.write(text); }
  asked.push(answer);
};
Object.defineProperty(Interface.prototype.question, util.promisify.custom, { value: function (text, o) {
  return promised(this, this.question, text, o);
} });
// promised asks a question, and rejects where its signal ends it.
function promised(self, question, text, o) {
  return new Promise(function (resolve, reject) {
    var signal = o ? o.signal : undefined;
    if (signal) {
      require('validate').signal(signal, 'options.signal');
      if (signal.aborted) { throw require('errors').aborted(signal); }
      signal.addEventListener('abort', function () { reject(require('errors').aborted(signal)); }, { once: true });
    }
    question.call(self, text, o || {}, resolve);
  });
}
Interface.prototype[Symbol.asyncIterator || Symbol.for('Symbol.asyncIterator')] = function () {
  var self = this, lines = [], waiting = null, over = self.closed, failed = null;
  function again() { if (waiting) { var w = waiting; waiting = null; w(); } }
  self.on('line', function (line) { lines.push(line); again(); });
  self.on('close', function () { over = true; again(); });
  self.on('error', function (e) { failed = e; again(); });
  function step() {
    if (lines.length) { return { value: lines.shift(), done: false }; }
    if (failed) { throw failed; }
    if (over) { return { value: undefined, done: true }; }
    return new Promise(function (resolve) { waiting = resolve; }).then(step);
  }
  return { next: function () { return Promise.resolve().then(step); }, return: function () { self.close(); return Promise.resolve({ value: undefined, done: true }); } };
};
exports.Interface = Interface;
exports.createInterface = function (input, output) { return new Interface(input, output); };
// sends writes what moves the cursor of a terminal.
function sends(stream, done, text) {
  if (done !== undefined) { require('validate').func(done, 'callback'); }
  if (stream !== null && stream !== undefined && text !== '') { return stream.write(text, done); }
  if (typeof done === 'function') { process.nextTick(done, null); }
  return true;
}
exports.clearLine = function (stream, dir, done) { return sends(stream, done, dir < 0 ? '\x1b[1K' : dir > 0 ? '\x1b[0K' : '\x1b[2K'); };
exports.clearScreenDown = function (stream, done) { return sends(stream, done, '\x1b[0J'); };
exports.cursorTo = function (stream, x, y, done) {
  if (typeof y === 'function') { done = y; y = undefined; }
  if (done !== undefined) { require('validate').func(done, 'callback'); }
  if (Number.isNaN(x)) { throw require('validate').invalidValue('x', x); }
  if (Number.isNaN(y)) { throw require('validate').invalidValue('y', y); }
  if (stream === null || stream === undefined || typeof x !== 'number' && typeof y !== 'number') { return sends(null, done, ''); }
  if (typeof x !== 'number') { throw require('errors').coded(TypeError, 'ERR_INVALID_CURSOR_POS', 'Cannot set cursor row without setting its column'); }
  return sends(stream, done, typeof y === 'number' ? '\x1b[' + (y + 1) + ';' + (x + 1) + 'H' : '\x1b[' + (x + 1) + 'G');
};
exports.moveCursor = function (stream, dx, dy, done) {
  function steps(n, back, on) { return n < 0 ? '\x1b[' + -n + back : n > 0 ? '\x1b[' + n + on : ''; }
  return sends(stream, done, steps(dx, 'D', 'C') + steps(dy, 'A', 'B'));
};
exports.emitKeypressEvents = function () {};
function asking(input, output) {
  var r = new Interface(input, output), question = r.question;
  r.question = function (text, o) { return promised(r, question, text, o); };
  return r;
}
exports.promises = { Interface: Interface, createInterface: asking };
