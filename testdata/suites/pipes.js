// Messages over named pipes, on Node and in the server. A message is its length in 8 digits and JSON.
'use strict';
var fs = require('fs');

// write sends one message.
exports.write = function (fd, message) {
  var body = Buffer.from(JSON.stringify(message));
  var all = Buffer.concat([Buffer.from(('0000000' + body.length.toString(16)).slice(-8)), body]);
  for (var at = 0; at < all.length;) { at += fs.writeSync(fd, all, at, all.length - at, null); }
};

// read waits for one message.
exports.read = function (fd) {
  return JSON.parse(take(fd, parseInt(take(fd, 8).toString(), 16)).toString());
};

function take(fd, length) {
  var all = Buffer.alloc(length);
  for (var at = 0; at < length;) { at += fs.readSync(fd, all, at, length - at, null); }
  return all;
}
