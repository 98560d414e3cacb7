// streampipe: how a Readable is connected with streams that are written, and with those
// of the first versions of Node.
var Stream = require('streamlegacy'), ends = require('streamdestroy');

module.exports = function (Readable) {
  Readable.prototype.pipe = function (dest, o) {
    var from = this, s = this._readableState, drain = null, left = false;
    if (s.pipes.length === 1 && !s.multiAwaitDrain) {
      s.multiAwaitDrain = true;
      s.awaitDrainWriters = new Set(s.awaitDrainWriters ? [s.awaitDrainWriters] : []);
    }
    s.pipes.push(dest);
    var last = (!o || o.end !== false) && dest !== process.stdout && dest !== process.stderr ? end : unpipe;
    if (s.endEmitted) { process.nextTick(last); } else { from.once('end', last); }
    dest.on('unpipe', unpiped);
    function unpiped(stream, info) {
      if (stream === from && info && info.hasUnpiped === false) {
        info.hasUnpiped = true;
        leave();
      }
    }
    function end() { dest.end(); }
    function leave() {
      dest.removeListener('close', close);
      dest.removeListener('finish', finish);
      if (drain) { dest.removeListener('drain', drain); }
      dest.removeListener('error', error);
      dest.removeListener('unpipe', unpiped);
      from.removeListener('end', end);
      from.removeListener('end', unpipe);
      from.removeListener('data', data);
      left = true;
      // It may be what the others wait for.
      if (drain && s.awaitDrainWriters && (!dest._writableState || dest._writableState.needDrain)) { drain(); }
    }
    function pause() {
      if (!left) {
        if (s.pipes.length === 1 && s.pipes[0] === dest) {
          s.awaitDrainWriters = dest;
          s.multiAwaitDrain = false;
        } else if (s.pipes.length > 1 && s.pipes.indexOf(dest) >= 0) { s.awaitDrainWriters.add(dest); }
        from.pause();
      }
      if (!drain) {
        drain = drained(from, dest);
        dest.on('drain', drain);
      }
    }
    from.on('data', data);
    function data(chunk) { if (dest.write(chunk) === false) { pause(); } }
    function error(err) {
      unpipe();
      dest.removeListener('error', error);
      if (dest.listenerCount('error') !== 0) { return; }
      var state = dest._writableState || dest._readableState;
      if (state && !state.errorEmitted) { ends.errorOrDestroy(dest, err); } else { dest.emit('error', err); }
    }
    Stream._prepend(dest, 'error', error);
    function close() {
      dest.removeListener('finish', finish);
      unpipe();
    }
    dest.once('close', close);
    function finish() {
      dest.removeListener('close', close);
      unpipe();
    }
    dest.once('finish', finish);
    function unpipe() { from.unpipe(dest); }
    dest.emit('pipe', from);
    if (dest.writableNeedDrain === true) { pause(); } else if (!s.flowing) { from.resume(); }
    return dest;
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
  Readable.prototype.wrap = function (stream) {
    var self = this, paused = false;
    stream.on('data', function (chunk) {
      if (!self.push(chunk) && stream.pause) {
        paused = true;
        stream.pause();
      }
    });
    stream.on('end', function () { self.push(null); });
    stream.on('error', function (e) { ends.errorOrDestroy(self, e); });
    stream.on('close', function () { self.destroy(); });
    stream.on('destroy', function () { self.destroy(); });
    self._read = function () {
      if (paused && stream.resume) {
        paused = false;
        stream.resume();
      }
    };
    Object.keys(stream).forEach(function (k, i) { if (i > 0 && self[k] === undefined && typeof stream[k] === 'function') { self[k] = stream[k].bind(stream); } });
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
