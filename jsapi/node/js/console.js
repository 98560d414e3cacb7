// console: writes to the output of the server.
var util = require('util');

function Console(stdout, stderr) {
  if (!(this instanceof Console)) { return new Console(stdout, stderr); }
  if (stdout && stdout.stdout) { stderr = stdout.stderr; stdout = stdout.stdout; }
  var indent = '', counts = {}, times = {}, self = this;
  function line(out) {
    return function () {
      var text = util.format.apply(null, arguments);
      if (indent) { text = indent + text.replace(/\n/g, '\n' + indent); }
      out.write(text + '\n');
    };
  }
  var log = line(stdout), err = line(stderr || stdout);
  ['log', 'info', 'debug', 'dirxml'].forEach(function (name) { self[name] = line(stdout); });
  ['error', 'warn'].forEach(function (name) { self[name] = line(stderr || stdout); });
  self.dir = function (v, options) { log(util.inspect(v, Object.assign({ customInspect: false }, options))); };
  self.trace = function () {
    var e = { name: 'Trace', message: util.format.apply(null, arguments) };
    Error.captureStackTrace(e, self.trace);
    err('Trace' + (e.message ? ': ' + e.message : '') + '\n' + String(e.stack).replace(/^(?!\s*at ).*\n/, ''));
  };
  self.assert = function (ok) {
    if (ok) { return; }
    var args = Array.prototype.slice.call(arguments, 1);
    if (typeof args[0] === 'string') { args[0] = 'Assertion failed: ' + args[0]; } else { args.unshift('Assertion failed' + (args.length ? ':' : '')); }
    err.apply(null, args);
  };
  self.count = function (label) { label = label === undefined ? 'default' : String(label); counts[label] = (counts[label] || 0) + 1; log(label + ': ' + counts[label]); };
  self.countReset = function (label) { counts[label === undefined ? 'default' : String(label)] = 0; };
  ['group', 'groupCollapsed'].forEach(function (name) { self[name] = function () { if (arguments.length) { log.apply(null, arguments); } indent += '  '; }; });
  self.groupEnd = function () { indent = indent.slice(2); };
  self.time = function (label) { times[label === undefined ? 'default' : label] = Date.now(); };
  self.timeLog = function (label) {
    label = label === undefined ? 'default' : label;
    if (times[label] === undefined) { return; }
    var ms = Date.now() - times[label];
    log.apply(null, [label + ': ' + (ms >= 1000 ? (ms / 1000).toFixed(3) + 's' : ms + 'ms')].concat(Array.prototype.slice.call(arguments, 1)));
  };
  self.timeEnd = function (label) { self.timeLog(label); delete times[label === undefined ? 'default' : label]; };
  self.table = function (rows, only) {
    if (rows === null || typeof rows !== 'object') { log(rows); return; }
    log(table(rows, only));
  };
  ['timeStamp', 'profile', 'profileEnd', 'clear'].forEach(function (name) { self[name] = function () {}; });
}
function table(rows, only) {
  var heads = ['(index)'], plain = false, lines = [];
  var list = rows instanceof Map ? Array.from(rows) : Object.keys(rows).map(function (k) { return [k, rows[k]]; });
  list.forEach(function (entry) {
    var v = entry[1];
    if (v === null || typeof v !== 'object') { plain = true; return; }
    (only || Object.keys(v)).forEach(function (k) { if (heads.indexOf(k) < 0) { heads.push(k); } });
  });
  list.forEach(function (entry) {
    var v = entry[1], object = v !== null && typeof v === 'object';
    var cells = heads.map(function (h, i) { return i === 0 ? String(entry[0]) : object && Object.prototype.hasOwnProperty.call(v, h) ? util.inspect(v[h], { depth: 0 }) : ''; });
    if (plain) { cells.push(object ? '' : util.inspect(v)); }
    lines.push(cells);
  });
  if (plain) { heads.push('Values'); }
  var widths = heads.map(function (h, i) { return Math.max.apply(null, lines.map(function (l) { return l[i].length; }).concat(h.length)) + 2; });
  function row(cells) {
    return '│' + cells.map(function (c, i) {
      return ' ' + c + ' '.repeat(widths[i] - c.length - 1);
    }).join('│') + '│';
  }
  function rule(a, b, c) { return a + widths.map(function (w) { return '─'.repeat(w); }).join(b) + c; }
  return [rule('┌', '┬', '┐'), row(heads), rule('├', '┼', '┤')].concat(lines.map(row), rule('└', '┴', '┘')).join('\n');
}
var own = { write: function (text) { native.write(1, text); } }, errors = { write: function (text) { native.write(2, text); } };
module.exports = new Console(own, errors);
module.exports.context = function () { return new Console(own, errors); };
module.exports.createTask = function (name) {
  if (typeof name !== 'string' || name === '') { throw new Error('First argument must be a non-empty string.'); }
  return { run: function (fn) { return fn(); } };
};
Object.defineProperty(module.exports, 'Console', { value: Console, writable: true, configurable: true });
