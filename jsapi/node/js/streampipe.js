// streampipe: how a Readable is connected with streams that are written, and with those
// of the first versions of Node.
var Stream = require('streamlegacy'), ends = require('streamdestroy');

module.exports = function (Readable) {
  Readable.prototype.pipe = function (to, o) {
    var from = this, s = this._readableState, drain = null, left = false;
    if (s.pipes.length === 1 && !s.multiAwaitDrain) {
      s.multiAwaitDrain = true;
      s.awaitDrainWriters = new Set(s.awaitDrainWriters ? [s.awaitDrainWriters] : []);
    }
    s.pipes.push(to);
    var last = (!o || o.end !== false) && to !== process.stdout && to !== process.stderr ? end : unpipe;
    if (s.endEmitted) { process.nextTick(last); } else { from.once('end', last); }
    to.on('unpipe', unpiped);
    function unpiped(stream, info) {
      if (stream === from && info && info.hasUnpiped === false) {
        info.hasUnpiped = true;
        leave();
      }
    }
    function end() { to.end(); }
    function leave() {
      to.removeListener('close', close);
      to.removeListener('finish', finish);
      if (drain) { to.removeListener('drain', drain); }
      to.removeListener('error', error);
      to.removeListener('unpipe', unpiped);
      from.removeListener('end', end);
      from.removeListener('end', unpipe);
      from.removeListener('data', data);
      left = true;
      // It may be what the others wait for.
      if (drain && s.awaitDrainWriters && (!to._writableState || to._writableState.needDrain)) { drain(); }
    }
    function pause() {
      if (!left) {
        if (s.pipes.length === 1 && s.pipes[0] === to) {
          s.awaitDrainWriters = to;
          s.multiAwaitDrain = false;
        } else if (s.pipes.length > 1 && s.pipes.indexOf(to) >= 0) { s.awaitDrainWriters.add(to); }
        from.pause();
      }
      if (!drain) {
        drain = drained(from, to);
        to.on('drain', drain);
      }
    }
    from.on('data', data);
    function data(chunk) { if (to.write(chunk) === false) { pause(); } }
    function error(err) {
      unpipe();
      to.removeListener('error', error);
      if (to.listenerCount('error') !== 0) { return; }
      var state = to._writableState || to._readableState;
      if (state && !state.errorEmitted) { ends.errorOrDestroy(to, err); } else { to.emit('error', err); }
    }
    Stream._prepend(to, 'error', error);
    function close() {
      to.removeListener('finish', finish);
      unpipe();
    }
    to.once('close', close);
    function finish() {
      to.removeListener('close', close);
      unpipe();
    }
    to.once('finish', finish);
    function unpipe() { from.unpipe(to); }
    to.emit('pipe', from);
    if (to.writableNeedDrain === true) { pause(); } else if (!s.flowing) { from.resume(); }
    return to;
  };
  // drained goes on once all that are full have drained.
  function drained(from, to) {
    return function () {
      var s = from._readableState;
      if (s.awaitDrainWriters === to) { s.awaitDrainWriters = null; } else if (s.multiAwaitDrain) { s.awaitDrainWriters.delete(to); }
      if ((!s.awaitDrainWriters || s.awaitDrainWriters.size === 0) && from.listenerCount('data')) { from.resume(); }
    };
  }
  Readable.prototype.unpipe = function (to) {
    var s = this._readableState, self = this;
    if (s.pipes.length === 0) { return this; }
    if (!to) {
      var all = s.pipes;
      s.pipes = [];
      this.pause();
      all.forEach(function (p) { p.emit('unpipe', self, { hasUnpiped: false }); });
      return this;
    }
    var i = s.pipes.indexOf(to);
    if (i < 0) { return this; }
    s.pipes.splice(i, 1);
    if (s.pipes.length === 0) { this.pause(); }
    to.emit('unpipe', this, { hasUnpiped: false });
    return this;
  };
  Readable.prototype.wrap = function (old) {
    var self = this, paused = false;
    old.on('data', function (chunk) {
      if (!self.push(chunk) && old.pause) {
        paused = true;
        old.pause();
      }
    });
    old.on('end', function () { self.push(null); });
    old.on('error', function (e) { ends.errorOrDestroy(self, e); });
    old.on('close', function () { self.destroy(); });
    old.on('destroy', function () { self.destroy(); });
    self._read = function () {
      if (paused && old.resume) {
        paused = false;
        old.resume();
      }
    };
    Object.keys(old).forEach(function (k, i) { if (i > 0 && self[k] === undefined && typeof old[k] === 'function') { self[k] = old[k].bind(old); } });
    return self;
  };
  Readable.wrap = function (source, o) {
    var mode = source.readableObjectMode !== undefined && source.readableObjectMode !== null ? source.readableObjectMode : source.objectMode;
    return new Readable(Object.assign({
      objectMode: mode === undefined || mode === null ? true : mode,
      destroy: function (err, done) { ends.end(source, err); done(err); }
    }, o)).wrap(source);
  };
};
