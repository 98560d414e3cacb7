// older: the parts of http, stream and tls by the names of modules that Node keeps for packages which require them.
function define(name, make) { Object.defineProperty(exports, name, { enumerable: true, get: make }); }
define('_http_agent', function () { var http = require('http'); return { Agent: http.Agent, globalAgent: http.globalAgent }; });
define('_http_client', function () { return { ClientRequest: require('http').ClientRequest }; });
define('_http_incoming', function () {
  return {
    IncomingMessage: require('httpincoming'),
    readStart: function (socket) { if (socket) { socket.resume(); } },
    readStop: function (socket) { if (socket) { socket.pause(); } }
  };
});
define('_http_outgoing', function () {
  var http = require('http');
  return { OutgoingMessage: http.OutgoingMessage, validateHeaderName: http.validateHeaderName, validateHeaderValue: http.validateHeaderValue };
});
define('_http_server', function () {
  var http = require('http');
  return { STATUS_CODES: http.STATUS_CODES, Server: http.Server, ServerResponse: http.ServerResponse, _connectionListener: http._connectionListener };
});
define('_http_common', function () {
  var rules = require('httprules');
  return {
    _checkIsHttpToken: function (v) { return rules.isName(String(v)); }, _checkInvalidHeaderChar: function (v) { return !rules.isValue(v); },
    chunkExpression: /(?:^|\W)chunked(?:$|\W)/i, continueExpression: /(?:^|\W)100-continue(?:$|\W)/i, CRLF: '\r\n',
    methods: require('http').METHODS
  };
});
['Readable', 'Writable', 'Duplex', 'Transform', 'PassThrough'].forEach(function (name) {
  define('_stream_' + name.toLowerCase(), function () { return require('stream')[name]; });
});
define('_tls_common', function () { var tls = require('tls'); return { SecureContext: tls.SecureContext, createSecureContext: tls.createSecureContext }; });
define('_tls_wrap', function () { var tls = require('tls'); return { TLSSocket: tls.TLSSocket, Server: tls.Server, createServer: tls.createServer, connect: tls.connect }; });
