// opensslerror: an error of OpenSSL, whose text is error:NUMBER:library:function:reason.
module.exports = function failure(message, code) {
  var parts = message.split(':');
  return Object.assign(new Error(message), { library: parts[2], reason: parts[4], code: code });
};
