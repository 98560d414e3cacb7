// http2socket: how requests and responses of HTTP/2 see the socket of their session.
var fault = require('http2values').fault;
var own = ['on', 'once', 'end', 'emit', 'destroy'], never = ['write', 'read', 'pause', 'resume'];

function from(s) { return s.session !== undefined ? s.session._socket : s; }
module.exports = {
  has: function (s, name) { return name in s || name in from(s); },
  get: function (s, name) {
    if (own.indexOf(name) >= 0) { return s[name].bind(s); }
    if (name === 'writable' || name === 'destroyed') { return s[name]; }
    if (name === 'readable') { return !s.destroyed && (s._request || s).readable; }
    if (name === 'setTimeout') { return (s.session || s).setTimeout.bind(s.session || s); }
    if (never.indexOf(name) >= 0) { throw fault('NO_SOCKET_MANIPULATION'); }
    var socket = from(s), v = socket[name];
    return typeof v === 'function' ? v.bind(socket) : v;
  },
  getPrototypeOf: function (s) { return Object.getPrototypeOf(from(s)); },
  set: function (s, name, v) {
    if (never.indexOf(name) >= 0) { throw fault('NO_SOCKET_MANIPULATION'); }
    if (own.indexOf(name) >= 0 || ['writable', 'readable', 'destroyed'].indexOf(name) >= 0) { s[name] = v; return true; }
    (name === 'setTimeout' ? s.session || s : from(s))[name] = v;
    return true;
  }
};
