// standardoutput: process.stdout and process.stderr. What is written is out when write returns, as in Node for
// files and terminals: a program that ends at once loses nothing.
var stream = require('stream'), util = require('util');

function Output(fd, native, kind) {
  stream.Writable.call(this, { decodeStrings: false, autoDestroy: true });
  Object.defineProperty(this, '_print', { value: function (chunk) { native.write(fd, chunk); } });
  this.fd = fd;
  this._type = kind;
}
// inherit gives a kind of outputs what all have.
function inherit(kind) {
  util.inherits(kind, stream.Writable);
  kind.prototype._write = function (chunk, encoding, done) {
    this._print(typeof chunk !== 'string' || encoding === 'utf8' || encoding === 'utf-8' ? chunk : Buffer.from(chunk, encoding));
    done();
  };
  // They can be ended, but never closed: who writes after that still prints.
  kind.prototype._destroy = function (err, done) {
    done(err);
    this._undestroy();
    if (!this._writableState.emitClose) { process.nextTick(() => this.emit('close')); }
  };
  kind.prototype.destroySoon = kind.prototype.destroy;
}
function SyncWriteStream(fd, native) { Output.call(this, fd, native, 'fs'); }
function Socket(fd, native) { Output.call(this, fd, native, 'pipe'); }
function Terminal(fd, native) {
  Output.call(this, fd, native, 'tty');
  this.isTTY = true;
  this.columns = 80;
  this.rows = 24;
}
Object.defineProperty(Terminal, 'name', { value: 'WriteStream' });
[SyncWriteStream, Socket, Terminal].forEach(inherit);
['clearLine', 'clearScreenDown', 'cursorTo', 'moveCursor'].forEach(function (name) {
  Terminal.prototype[name] = function (...args) { return require('readline')[name](this, ...args); };
});
Terminal.prototype.getColorDepth = function () { return 4; };
Terminal.prototype.hasColors = function (count) { return typeof count !== 'number' || count <= 16; };
Terminal.prototype.getWindowSize = function () { return [this.columns, this.rows]; };

module.exports = function (fd, native) {
  var kind = native.outputKind(fd);
  return new (kind === 'tty' ? Terminal : kind === 'fs' ? SyncWriteStream : Socket)(fd, native);
};
