// tty: reports whether the output is a terminal.
exports.isatty = native.isTTY;
exports.ReadStream = function ReadStream() {};
exports.WriteStream = function WriteStream() {};
