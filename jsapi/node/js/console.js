// console: writes to the output of the server.
var util = require('util');
var errors = require('errors');
var validate = require('validate');

var state = Symbol('kConsole'); // what a console has beside its methods
function none() {}
// failed keeps an error that comes after a text was written from ending the program.
function failed(stream) {
  return function (err) {
    if (err && !(stream._writableState && stream._writableState.errorEmitted) && stream.listenerCount('error') === 0) { stream.once('error', none); }
  };
}
function writable(stream, name) {
  if (!stream || typeof stream.write !== 'function') { throw errors.coded(TypeError, 'ERR_CONSOLE_WRITABLE_STREAM', 'Console expects a writable stream instance for ' + name); }
}
function setup(self, o, of) {
  var colors = o.colorMode === undefined ? 'auto' : o.colorMode;
  if (typeof colors !== 'boolean' && colors !== 'auto') { throw validate.invalidValue('colorMode', colors, "must be one of: 'auto', true, false"); }
  if (o.groupIndentation !== undefined) { validate.integer(o.groupIndentation, 'groupIndentation', 0, 1000); }
  if (o.inspectOptions !== undefined) {
    validate.object(o.inspectOptions, 'options.inspectOptions');
    if (o.inspectOptions.colors !== undefined && o.colorMode !== undefined) {
      throw errors.coded(TypeError, 'ERR_INCOMPATIBLE_OPTION_PAIR', 'Option "options.inspectOptions.color" cannot be used in combination with option "colorMode"');
    }
  }
  Object.defineProperties(self, {
    _ignoreErrors: { value: o.ignoreErrors === undefined || Boolean(o.ignoreErrors), writable: true, configurable: true },
    _times: { value: new Map(), writable: true, configurable: true }
  });
  Object.defineProperty(self, state, { value: { indent: '', step: o.groupIndentation === undefined ? 2 : o.groupIndentation, counts: new Map(), colors: colors, inspect: o.inspectOptions } });
  Reflect.ownKeys(methods).forEach(function (name) {
    Object.defineProperty(self, name, { value: Object.defineProperty(of[name].bind(self), 'name', { value: name }), writable: true, enumerable: true, configurable: true });
  });
}
function Console(options) {
  if (!Object.prototype.isPrototypeOf.call(Console.prototype, this)) { return Reflect.construct(Console, arguments); }
  if (!options || typeof options.write === 'function') { options = { stdout: options, stderr: arguments[1], ignoreErrors: arguments[2] }; }
  var out = options.stdout, err = options.stderr === undefined ? out : options.stderr;
  writable(out, 'stdout');
  writable(err, 'stderr');
  Object.defineProperties(this, {
    _stdout: { value: out, writable: true, configurable: true },
    _stderr: { value: err, writable: true, configurable: true }
  });
  setup(this, options, this);
}
Object.defineProperty(Console, Symbol.hasInstance, { value: function (v) { return v !== null && v !== undefined && Boolean(v[state]); } });

function write(self, stream, text) {
  var indent = self[state].indent;
  if (indent) { text = indent + text.replace(/\n/g, '\n' + indent); }
  text += '\n';
  if (!self._ignoreErrors || typeof stream.once !== 'function') {
    stream.write(text);
    return;
  }
  var alone = stream.listenerCount('error') === 0;
  if (alone) { stream.once('error', none); }
  try { stream.write(text, failed(stream)); } catch (e) {
    if (e instanceof RangeError && /call stack/.test(e.message)) { throw e; }
  } finally {
    if (alone) { stream.removeListener('error', none); }
  }
}
// shown are the options of util.inspect for a stream.
function shown(self, stream) {
  var s = self[state], colors = s.colors;
  if (colors === 'auto') { colors = Boolean(stream.isTTY) && (typeof stream.getColorDepth !== 'function' || stream.getColorDepth() > 2); }
  return s.inspect ? Object.assign({ colors: colors }, s.inspect) : { colors: colors };
}
function print(self, stream, args) { write(self, stream, util.formatWithOptions(shown(self, stream), ...args)); }
function duration(ms) {
  if (ms < 1000) { return Number(ms.toFixed(3)) + 'ms'; }
  if (ms < 60000) { return (ms / 1000).toFixed(3) + 's'; }
  var hours = Math.floor(ms / 3600000), minutes = Math.floor(ms % 3600000 / 60000), seconds = (ms % 60000 / 1000).toFixed(3).padStart(6, '0');
  return (hours ? hours + ':' + String(minutes).padStart(2, '0') : minutes) + ':' + seconds + (hours ? ' (h:mm:ss.mmm)' : ' (m:ss.mmm)');
}
function elapsed(self, method, label, data) {
  var began = self._times.get(label);
  if (began === undefined) {
    process.emitWarning("No such label '" + label + "' for console." + method + '()');
    return false;
  }
  var passed = process.hrtime(began), text = duration(passed[0] * 1000 + passed[1] / 1e6);
  self.log('%s: %s', label, text, ...data);
  return true;
}
var methods = {
  log(...args) { print(this, this._stdout, args); },
  warn(...args) { print(this, this._stderr, args); },
  dir(v, options) { write(this, this._stdout, util.inspect(v, Object.assign({ customInspect: false }, shown(this, this._stdout), options))); },
  time(label = 'default') {
    label = `${label}`;
    if (this._times.has(label)) { process.emitWarning("Label '" + label + "' already exists for console.time()"); } else { this._times.set(label, process.hrtime()); }
  },
  timeEnd(label = 'default') {
    label = `${label}`;
    if (elapsed(this, 'timeEnd', label, [])) { this._times.delete(label); }
  },
  timeLog(label = 'default', ...data) { elapsed(this, 'timeLog', `${label}`, data); },
  trace: function trace(...args) {
    var e = { name: 'Trace', message: util.formatWithOptions(shown(this, this._stderr), ...args) };
    Error.captureStackTrace(e, trace);
    this.error('Trace' + (e.message ? ': ' + e.message : '') + '\n' + String(e.stack).replace(/^(?!\s*at ).*\n/, ''));
  },
  assert(ok, ...args) {
    if (ok) { return; }
    args[0] = 'Assertion failed' + (args.length === 0 ? '' : ': ' + args[0]);
    this.warn(...args);
  },
  clear() {
    if (!this._stdout.isTTY || process.env.TERM === 'dumb') { return; }
    var readline = require('readline');
    readline.cursorTo(this._stdout, 0, 0);
    readline.clearScreenDown(this._stdout);
  },
  count(label = 'default') {
    label = `${label}`;
    var counts = this[state].counts, n = (counts.get(label) || 0) + 1;
    counts.set(label, n);
    this.log(label + ': ' + n);
  },
  countReset(label = 'default') {
    label = `${label}`;
    if (!this[state].counts.delete(label)) { process.emitWarning("Count for '" + label + "' does not exist"); }
  },
  group(...args) {
    if (args.length) { this.log(...args); }
    this[state].indent += ' '.repeat(this[state].step);
  },
  groupEnd() {
    var s = this[state];
    s.indent = s.indent.slice(0, s.indent.length - s.step);
  },
  table(rows, only) {
    if (rows === null || typeof rows !== 'object') {
      this.log(rows);
      return;
    }
    if (only !== undefined && !Array.isArray(only)) { throw errors.argument('properties', 'an instance of Array', only); }
    var options = shown(this, this._stdout);
    this.log(table(rows, only, function (v) {
      var deep = v !== null && typeof v === 'object' && !Array.isArray(v) && Object.keys(v).length > 2;
      return util.inspect(v, Object.assign({ depth: deep ? -1 : 0, maxArrayLength: 3, breakLength: Infinity }, options));
    }));
  },
  timeStamp() {},
  profile() {},
  profileEnd() {}
};
methods.debug = methods.info = methods.dirxml = methods.log;
methods.error = methods.warn;
methods.groupCollapsed = methods.group;
Object.keys(methods).forEach(function (name) { Object.defineProperty(Console.prototype, name, { value: methods[name], writable: true, enumerable: true, configurable: true }); });

function table(rows, only, show) {
  var types = util.types, heads, lines = [];
  if (rows instanceof Map) {
    heads = ['(iteration index)', 'Key', 'Values'];
    rows.forEach(function (v, k) { lines.push([String(lines.length), show(k), show(v)]); });
  } else if (types.isMapIterator(rows) || types.isSetIterator(rows) || rows instanceof Set) {
    var copy = Array.from(rows), entries = types.isMapIterator(rows) && copy.every(function (v) { return Array.isArray(v) && v.length === 2; });
    heads = entries ? ['(iteration index)', 'Key', 'Values'] : ['(iteration index)', 'Values'];
    copy.forEach(function (v) { lines.push([String(lines.length)].concat(entries ? [show(v[0]), show(v[1])] : show(v))); });
  } else {
    var columns = new Map(), plain = false, names = Object.keys(rows);
    heads = ['(index)'];
    lines = names.map(function (name) {
      var v = rows[name], line = [name], simple = v === null || typeof v !== 'object' && typeof v !== 'function';
      if (simple && !only) {
        plain = true;
        line.value = show(v);
        return line;
      }
      (only || Object.keys(v)).forEach(function (k) {
        if (!columns.has(k)) { columns.set(k, heads.push(String(k)) - 1); }
        line[columns.get(k)] = !simple && Object.prototype.hasOwnProperty.call(v, k) ? show(v[k]) : '';
      });
      return line;
    });
    if (plain) { heads.push('Values'); }
    lines.forEach(function (line) { if (line.value !== undefined) { line[heads.length - 1] = line.value; } });
  }
  return grid(heads, lines);
}
function grid(heads, lines) {
  var measure = require('textwidth');
  var widths = heads.map(function (h, i) { return lines.reduce(function (w, l) { return Math.max(w, measure(l[i] || '')); }, measure(h)) + 2; });
  function row(cells) { return '│' + widths.map(function (w, i) { return ' ' + (cells[i] || '') + ' '.repeat(w - measure(cells[i] || '') - 1); }).join('│') + '│'; }
  function rule(a, b, c) { return a + widths.map(function (w) { return '─'.repeat(w); }).join(b) + c; }
  return [rule('┌', '┬', '┐'), row(heads), rule('├', '┼', '┤')].concat(lines.map(row), rule('└', '┴', '┘')).join('\n');
}

// The console of a program writes to what process.stdout and process.stderr are at that time: programs replace
// them, and their write, to get its text.
function global() {
  var c = Object.create({});
  ['stdout', 'stderr'].forEach(function (name) { Object.defineProperty(c, '_' + name, { configurable: true, get: function () { return process[name]; }, set: function (v) { Object.defineProperty(c, '_' + name, { value: v, writable: true, configurable: true }); } }); });
  setup(c, {}, methods);
  Object.defineProperty(c, Symbol.toStringTag, { value: 'console', configurable: true });
  return c;
}
module.exports = global();
module.exports.context = global;
module.exports.createTask = function (name) {
  if (typeof name !== 'string' || name === '') { throw new Error('First argument must be a non-empty string.'); }
  return { run: function (fn) { return fn(); } };
};
Object.defineProperty(module.exports, 'Console', { value: Console, writable: true, configurable: true });
