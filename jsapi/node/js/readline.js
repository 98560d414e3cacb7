// readline: the lines of a stream, and questions.
var EventEmitter = require('events'), util = require('util'), StringDecoder = require('string_decoder').StringDecoder, errors = require('errors'), validate = require('validate');

function Interface(input, output) {
  if (!(this instanceof Interface)) { return new Interface(input, output); }
  var given = input, o = input && input.input ? input : { input: input, output: output }, self = this, rest = '', decoder = new StringDecoder('utf8'), asked = [];
  EventEmitter.call(self);
  if (o === given) { self.crlfDelay = options(o); }
  input = o.input;
  input.on('error', failed);
  self.input = input;
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
  self.input.on('data', data);
  self.input.on('end', end);
  self.input.resume();
  if (o === given && o.signal) { until(self, o.signal); }
}
// options checks those of an interface, and returns the time in which the halves of the end of a line come.
function options(o) {
  if (o.tabSize !== undefined) { validate.uint32(o.tabSize, 'tabSize', true); }
  if (o.escapeCodeTimeout !== undefined && !Number.isFinite(o.escapeCodeTimeout)) { throw validate.invalidValue('input.escapeCodeTimeout', 500); } // Node names its own
  if (o.signal) { validate.signal(o.signal, 'options.signal'); }
  if (o.completer !== undefined && typeof o.completer !== 'function') { throw validate.invalidValue('completer', o.completer); }
  if (o.history !== undefined && !Array.isArray(o.history)) { throw errors.argument('history', 'an instance of Array', o.history); }
  if (o.historySize !== undefined) { validate.number(o.historySize, 'historySize', 0); }
  return o.crlfDelay ? Math.max(100, o.crlfDelay) : 100;
}
// until closes an interface when a signal says so.
function until(self, signal) {
  function close() { self.close(); }
  if (signal.aborted) { process.nextTick(close); return; }
  signal.addEventListener('abort', close, { once: true });
  self.once('close', function () { signal.removeEventListener('abort', close); });
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
  if (text !== undefined) { this.input.emit('data', text); }
};
Interface.prototype.prompt = function () {
  this.resume();
  show(this, this._prompt);
};
function show(self, text) {
  validate.string(text, 'stringToWrite');
  if (self.output !== null && self.output !== undefined) { self.output.write(text); }
}
Interface.prototype.question = function (text, o, done) {
  if (typeof o === 'function') { done = o; }
  if (this.closed) {
    var e = new Error('readline was closed');
    e.code = 'ERR_USE_AFTER_CLOSE';
    throw e;
  }
  var signal = o !== null && typeof o === 'object' ? o.signal : undefined, asked = this._asked, answer = done;
  if (signal !== undefined) {
    validate.signal(signal, 'options.signal');
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
  show(this, text);
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
      validate.signal(signal, 'options.signal');
      if (signal.aborted) { throw errors.aborted(signal); }
      signal.addEventListener('abort', function () { reject(errors.aborted(signal)); }, { once: true });
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
  if (done !== undefined) { validate.func(done, 'callback'); }
  if (stream !== null && stream !== undefined && text !== '') { return stream.write(text, done); }
  if (typeof done === 'function') { process.nextTick(done, null); }
  return true;
}
function cleared(dir) { return dir < 0 ? '\x1b[1K' : dir > 0 ? '\x1b[0K' : '\x1b[2K'; }
function moved(dx, dy) {
  function steps(n, back, on) { return n < 0 ? '\x1b[' + -n + back : n > 0 ? '\x1b[' + n + on : ''; }
  return steps(dx, 'D', 'C') + steps(dy, 'A', 'B');
}
function placed(x, y) { return typeof y === 'number' ? '\x1b[' + (y + 1) + ';' + (x + 1) + 'H' : '\x1b[' + (x + 1) + 'G'; }
function none(stream) { return stream === null || stream === undefined; }
exports.clearLine = function (stream, dir, done) { return sends(stream, done, none(stream) ? '' : cleared(dir)); };
exports.clearScreenDown = function (stream, done) { return sends(stream, done, '\x1b[0J'); };
exports.cursorTo = function (stream, x, y, done) {
  if (typeof y === 'function') { done = y; y = undefined; }
  if (done !== undefined) { validate.func(done, 'callback'); }
  if (Number.isNaN(x)) { throw validate.invalidValue('x', x); }
  if (Number.isNaN(y)) { throw validate.invalidValue('y', y); }
  if (stream === null || stream === undefined || typeof x !== 'number' && typeof y !== 'number') { return sends(null, done, ''); }
  if (typeof x !== 'number') { throw errors.coded(TypeError, 'ERR_INVALID_CURSOR_POS', 'Cannot set cursor row without setting its column'); }
  return sends(stream, done, placed(x, y));
};
exports.moveCursor = function (stream, dx, dy, done) { return sends(stream, done, none(stream) ? '' : moved(dx, dy)); };
// No keys come from the streams of projects.
var keys = Symbol('keypress-decoder');
exports.emitKeypressEvents = function (stream) {
  if (stream[keys]) { return; }
  stream[keys] = new StringDecoder('utf8');
  stream.listenerCount('keypress');
};
function add(self, text) {
  if (self._auto) { process.nextTick(function () { self._stream.write(text); }); } else { self._list.push(text); }
  return self;
}
// Readline collects what moves the cursor of a terminal, and writes it at once.
class Readline {
  constructor(stream, o) {
    if (!require('streamquestions').isWritable(stream)) { throw errors.argument('stream', 'an instance of Writable', stream); }
    Object.defineProperties(this, { _stream: { value: stream }, _list: { value: [], writable: true }, _auto: { value: false, writable: true } });
    if (o !== null && o !== undefined && o.autoCommit !== null && o.autoCommit !== undefined) {
      validate.boolean(o.autoCommit, 'options.autoCommit');
      this._auto = o.autoCommit;
    }
  }
  cursorTo(x, y) {
    validate.integer(x, 'x');
    if (y !== undefined && y !== null) { validate.integer(y, 'y'); }
    return add(this, placed(x, y));
  }
  moveCursor(dx, dy) {
    if (!dx && !dy) { return this; }
    validate.integer(dx, 'dx');
    validate.integer(dy, 'dy');
    return add(this, moved(dx, dy));
  }
  clearLine(dir) {
    validate.integer(dir, 'dir', -1, 1);
    return add(this, cleared(dir));
  }
  clearScreenDown() { return add(this, '\x1b[0J'); }
  commit() {
    return new Promise((resolve) => {
      this._stream.write(this._list.join(''), resolve);
      this._list = [];
    });
  }
  rollback() {
    this._list = [];
    return this;
  }
}
function asking(input, output) {
  var r = new Interface(input, output), question = r.question;
  r.question = function (text, o) { return promised(r, question, text, o); };
  return r;
}
exports.promises = { Interface: Interface, Readline: Readline, createInterface: asking };
