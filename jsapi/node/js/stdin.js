// stdin: the standard input of a process that runs a script for itself.
var stream = require('stream');

// open returns the stream. Nothing is read before somebody wants it, and only what is read on keeps the process.
module.exports = function () {
  var handle;
  try { handle = require('nethandle').open(0); } catch { return new stream.Readable({ read: function () { this.push(null); } }); }
  var input = new (require('net').Socket)({ handle: handle, writable: false, manualStart: true });
  input._type = require('tty').isatty(0) ? 'tty' : 'pipe';
  if (input._type === 'tty') { input.isTTY = true; }
  input.on('pause', function () { if (input._handle) { input.unref(); } });
  input.on('resume', function () { if (input._handle) { input.ref(); } });
  return input;
};
