// Model.stream.
(function (native, parts) {
  'use strict';
  const hide = parts.hide, isFunction = parts.isFunction;

  // size is the number of records in one read.
  const size = 100;

  // RecordStream reads the matching records in pages and emits them one by one, with back
  // pressure.
  class RecordStream {
    constructor(model, criteria) {
      hide(this, '_listeners', {});
      hide(this, '_model', model);
      hide(this, '_criteria', criteria);
      hide(this, '_waiting', []);
      hide(this, '_read', 0);
      hide(this, '_last', undefined);
      hide(this, '_paused', false);
      hide(this, '_busy', true);
      hide(this, '_whole', false);
      hide(this, '_stopped', false);
      hide(this, '_asyncSnapshot', native.asyncSnapshot());
      native.later(() => { this._busy = false; this._go(); });
    }
    // _go emits records that were read, and reads more if needed.
    _go() {
      while (this._waiting.length > 0 && !this._paused && !this._stopped) { this.emit('data', this._waiting.shift()); }
      if (this._paused || this._stopped || this._busy) { return; }
      this._busy = true;
      if (this._whole) {
        this.emit('end');
        this.emit('close');
        return;
      }
      const query = {
        _model: this._model, _method: 'page', _criteria: this._criteria, _values: { read: this._read, last: this._last, size: size }, _asyncSnapshot: this._asyncSnapshot,
      };
      native.run(query, (err, records) => {
        if (this._stopped) { return; }
        this._busy = false;
        if (err) {
          this._stopped = true;
          this.emit('error', err);
          return;
        }
        this._read += records.length;
        this._whole = records.length < size;
        if (records.length > 0) { this._last = records[records.length - 1][this._model.primaryKey]; }
        this._waiting = records;
        this._go();
      });
    }
    pause() { this._paused = true; return this; }
    resume() {
      if (this._paused) {
        this._paused = false;
        native.later(() => { this._go(); });
      }
      return this;
    }
    isPaused() { return this._paused; }
    on(event, fn) { (this._listeners[event] || (this._listeners[event] = [])).push(fn); return this; }
    addListener(event, fn) { return this.on(event, fn); }
    once(event, fn) {
      const stream = this;
      function only() { stream.removeListener(event, only); fn.apply(stream, arguments); }
      return this.on(event, only);
    }
    removeListener(event, fn) {
      this._listeners[event] = (this._listeners[event] || []).filter(function (l) { return l !== fn; });
      return this;
    }
    emit(event) {
      const waiting = this._listeners[event] || [];
      const args = Array.prototype.slice.call(arguments, 1);
      if (event === 'error' && waiting.length === 0) { throw args[0]; }
      for (const fn of waiting.slice()) { fn.apply(this, args); }
      return waiting.length > 0;
    }
    destroy() {
      if (!this._stopped) {
        this._stopped = true;
        this._waiting = [];
        native.later(() => { this.emit('close'); });
      }
      return this;
    }
    pipe(to) {
      let before = '[';
      this.on('data', (record) => {
        const room = to.write(before + JSON.stringify(record));
        before = ',';
        if (room === false && isFunction(to.once)) {
          this.pause();
          to.once('drain', () => { this.resume(); });
        }
      });
      this.on('end', function () { to.end(before === '[' ? '[]' : ']'); });
      this.on('error', function (err) { if (isFunction(to.emit)) { to.emit('error', err); } });
      return to;
    }
  }

  parts.RecordStream = RecordStream;
})
