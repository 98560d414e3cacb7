// streamlegacy: the base class of all streams, with the pipe of the first streams of Node.
var EventEmitter = require('events'), util = require('util');

function Stream(options) { EventEmitter.call(this, options); }
util.inherits(Stream, EventEmitter);
Object.setPrototypeOf(Stream, EventEmitter);
Stream.prototype.pipe = function (to, options) {
  var from = this, over = false;
  function data(chunk) { if (to.writable && to.write(chunk) === false && from.pause) { from.pause(); } }
  function drain() { if (from.readable && from.resume) { from.resume(); } }
  function end() {
    if (over) { return; }
    over = true;
    to.end();
  }
  function close() {
    if (over) { return; }
    over = true;
    if (typeof to.destroy === 'function') { to.destroy(); }
  }
  function error(err) {
    leave();
    if (this.listenerCount('error') === 0) { this.emit('error', err); }
  }
  var own = [[from, 'data', data], [to, 'drain', drain]], added = [];
  if (!to._isStdio && (!options || options.end !== false)) { own.push([from, 'end', end], [from, 'close', close]); }
  function leave() {
    added.forEach(function (l) { l[0].removeListener(l[1], l[2]); });
  }
  function listen(l) { l[0].on(l[1], l[2]); added.push(l); }
  own.forEach(listen);
  [from, to].forEach(function (s) { Stream._prepend(s, 'error', error); added.push([s, 'error', error]); });
  [[from, 'end', leave], [from, 'close', leave], [to, 'close', leave]].forEach(listen);
  to.emit('pipe', from);
  return to;
};
// _prepend adds a listener in front, also to emitters that are not of this module.
Object.defineProperty(Stream, '_prepend', { value: function (s, type, fn) {
  if (typeof s.prependListener === 'function') { s.prependListener(type, fn); return; }
  var list = s._events && s._events[type];
  if (!list) { s.on(type, fn); } else if (Array.isArray(list)) { list.unshift(fn); } else { s._events[type] = [fn, list]; }
} });
module.exports = Stream;
