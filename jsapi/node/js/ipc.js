// ipc: messages between a process and one that it has forked, in JSON, one a line.
var StringDecoder = require('string_decoder').StringDecoder, errors = require('errors'), validate = require('validate');

// attach gives target, a child process or process itself, the members of a channel.
exports.attach = function (target, channel) {
  var decoder = new StringDecoder('utf8'), text = '', waiting = [], writing = false;
  target.connected = true;
  target.channel = { ref: function () { native.hold(channel, true); }, unref: function () { native.hold(channel, false); }, hasRef: function () { return native.held(channel); } };
  target.send = function (message, handle, options, done) {
    if (typeof handle === 'function') { done = handle; handle = undefined; } else if (typeof options === 'function') { done = options; }
    else if (options !== undefined) { validate.object(options, 'options'); }
    if (message === undefined) { throw errors.missing('message'); }
    if (handle !== undefined && handle !== null) { throw errors.coded(TypeError, 'ERR_INVALID_HANDLE_TYPE', 'This handle type cannot be sent'); }
    if (['string', 'object', 'number', 'boolean'].indexOf(typeof message) < 0) { throw errors.argument('message', 'one of type string, object, number, or boolean', message); }
    if (!target.connected) {
      var e = errors.coded(Error, 'ERR_IPC_CHANNEL_CLOSED', 'Channel closed');
      if (typeof done === 'function') { process.nextTick(done, e); } else { process.nextTick(function () { target.emit('error', e); }); }
      return false;
    }
    waiting.push([Buffer.from(JSON.stringify(message) + '\n'), done]);
    write();
    return waiting.length < 100;
  };
  target.disconnect = function () {
    if (!target.connected) { target.emit('error', errors.coded(Error, 'ERR_IPC_DISCONNECTED', 'IPC channel is already disconnected')); return; }
    target.connected = false;
    if (!waiting.length && !writing) { native.close(channel); }
    process.nextTick(gone);
  };
  function write() {
    if (writing || !waiting.length) { return; }
    writing = true;
    var next = waiting.shift();
    native.write(channel, next[0], function (err) {
      writing = false;
      if (typeof next[1] === 'function') { next[1](err || null); }
      write();
      if (!target.connected && !writing) { native.close(channel); }
    });
  }
  function gone() {
    if (!target.channel) { return; }
    target.connected = false;
    target.channel = null;
    target.emit('disconnect');
  }
  native.read(channel, function (chunk) {
    if (chunk === null) { target.connected = false; native.close(channel); gone(); return; }
    var lines = (text + decoder.write(chunk)).split('\n');
    text = lines.pop();
    lines.forEach(function (line) {
      if (!line) { return; }
      var message = JSON.parse(line), internal = message !== null && typeof message === 'object' && typeof message.cmd === 'string' && message.cmd.slice(0, 5) === 'NODE_';
      target.emit(internal ? 'internalMessage' : 'message', message, undefined);
    });
  });
};
