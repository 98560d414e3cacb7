// assertmessage: what an AssertionError says, with the lines in which two values differ.
var util = require('util');

function show(v) { return util.inspect(v, { compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity, sorted: true, getters: true }); }
var headings = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:', strictEqual: 'Expected values to be strictly equal:',
  deepEqual: 'Expected values to be loosely deep-equal:', notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:', notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:'
};
var most = 50; // lines
function isObject(v) { return typeof v === 'object' && v !== null || typeof v === 'function'; }
// shortened ends a list of lines that is too long.
function shortened(lines) { return lines.length > most ? lines.slice(0, most - 4).concat('...') : lines; }
function cut(text, length) { return text.length > length ? text.slice(0, length - 3) + '...' : text; }
// withoutStack is a copy of an error, of which inspect shows one line.
function withoutStack(e) {
  var copy = Object.assign(Object.create(Object.getPrototypeOf(e)), e);
  Object.defineProperty(copy, 'message', { value: e.message });
  if (Object.prototype.hasOwnProperty.call(e, 'cause')) { Object.defineProperty(copy, 'cause', { value: e.cause instanceof Error ? withoutStack(e.cause) : e.cause }); }
  return copy;
}
// sameLine compares two lines but for the comma after the last member of an object.
function sameLine(a, b) { return a === b || a === b + ',' || b === a + ','; }

// oneLine is the message for two short values, undefined if they are shown below each other. mark gets what points to
// the first difference.
function oneLine(heading, o, a, b, references, mark) {
  var length = a.length + b.length;
  if (length <= 12) {
    var simple = !(typeof o.actual === 'object' && o.actual !== null) && !(typeof o.expected === 'object' && o.expected !== null);
    if (simple && !(o.actual === 0 && o.expected === 0)) { return heading + '\n\n' + a + ' !== ' + b + '\n'; }
    return;
  }
  if (references || length >= 80) { return; }
  var same = 0;
  while (a[same] === b[same]) { same++; }
  if (same > 2) { mark.text = '\n  ' + ' '.repeat(same) + '^'; }
}

// compared is the message with both values, line by line.
function compared(o, own) {
  var references = o.operator === 'strictEqual' && isObject(o.actual) && isObject(o.expected);
  var heading = own ? `${own}` : (references ? 'Expected "actual" to be reference-equal to "expected":' : headings[o.operator]);
  var text = show(o.actual), a = text.split('\n'), b = show(o.expected).split('\n'), mark = { text: '' };
  if (a.length === 1 && b.length === 1 && a[0] !== b[0]) {
    var short = oneLine(heading, o, a[0], b[0], references, mark);
    if (short !== undefined) { return short; }
  }
  // The lines at the end that are the same: the last three, and the first of them.
  var end = '', first, equal = 0;
  while (a.length > 0 && b.length > 0 && a[a.length - 1] === b[b.length - 1]) {
    if (equal++ < 3) { end = '\n  ' + a[a.length - 1] + end; } else { first = a[a.length - 1]; }
    a.pop();
    b.pop();
  }
  if (a.length === 0 && b.length === 0) { return 'Values have same structure but are not reference-equal:\n\n' + shortened(text.split('\n')).join('\n') + '\n'; }
  var skipped = equal > 4;
  if (skipped) { end = '\n...' + end; }
  if (first !== undefined) { end = '\n  ' + first + end; }
  var d = difference(a, b);
  var title = heading + '\n+ actual - expected';
  if (d.more) { return title + ' ... Lines skipped\n' + d.text + '\n...' + d.expected + '\n...'; }
  return title + (skipped || d.skipped ? ' ... Lines skipped' : '') + '\n' + d.text + d.expected + end + mark.text;
}

// difference writes the lines of two values. Those of the expected value that are still to be written are in
// expected; more says that there are too many lines.
function difference(a, b) {
  var out = { text: '', expected: '', skipped: false, more: false }, printed = 0, same = 0, total = Math.max(a.length, b.length), longer = a.length < total ? b : a;
  function plain(line) { out.text += '\n  ' + line; printed++; }
  // resume writes up to two lines in front of a difference, of those that are the same and not written yet.
  function resume(n) {
    if (same === 5) { plain(longer[n - 3]); } else if (same > 5) { out.text += '\n...'; out.skipped = true; }
    if (same > 3) { plain(longer[n - 2]); }
    if (same > 2) { plain(longer[n - 1]); }
    same = 0;
  }
  for (var n = 0; n < total; n++) {
    if (n >= a.length || n >= b.length) {
      resume(n);
      if (longer === a) { out.text += '\n+ ' + a[n]; } else { out.expected += '\n- ' + b[n]; }
      printed++;
    } else if (!sameLine(a[n], b[n])) {
      resume(n);
      out.text += '\n+ ' + a[n];
      out.expected += '\n- ' + b[n];
      printed += 2;
    } else {
      out.text += out.expected;
      out.expected = '';
      same++;
      if (same <= 2) { plain(b[n] === a[n] + ',' ? b[n] : a[n]); }
    }
    if (printed > most && n < total - 2) { out.more = true; break; }
  }
  return out;
}

// negated is the message for a value that should be another one.
function negated(o) {
  var heading = o.operator === 'notStrictEqual' && isObject(o.actual) ? 'Expected "actual" not to be reference-equal to "expected":' : headings[o.operator];
  var lines = shortened(show(o.actual).split('\n'));
  if (lines.length === 1) { return heading + (lines[0].length > 5 ? '\n\n' : ' ') + lines[0]; }
  return heading + '\n\n' + lines.join('\n') + '\n';
}

function listed(o) {
  var a = show(o.actual), b = show(o.expected);
  if (o.operator === 'notDeepEqual' && a === b) { return cut(headings.notDeepEqual + '\n\n' + a, 1024); }
  a = cut(a, 512);
  b = cut(b, 512);
  switch (o.operator) {
    case 'deepEqual': return headings.deepEqual + '\n\n' + a + '\n\nshould loosely deep-equal\n\n' + b;
    case 'notDeepEqual': return 'Expected values not to be loosely deep-equal:\n\n' + a + '\n\nshould not loosely deep-equal\n\n' + b;
  }
  return a + ' ' + o.operator + ' ' + b;
}

// The message for the options of an AssertionError, with the text that the program gives, if any.
module.exports = function (o, own) {
  var given = own !== undefined && own !== null;
  if (o.actual instanceof Error && o.expected instanceof Error) { o = Object.assign({}, o, { actual: withoutStack(o.actual), expected: withoutStack(o.expected) }); }
  if (o.operator === 'strictEqual' || o.operator === 'deepStrictEqual') { return compared(o, own); }
  if (given) { return String(own); }
  return o.operator === 'notStrictEqual' || o.operator === 'notDeepStrictEqual' ? negated(o) : listed(o);
};
