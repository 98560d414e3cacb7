// http: what the module http has; its parts have modules of their own.
var rules = require('httprules'), response = require('httpresponse'), server = require('httpserver');

exports.METHODS = native.methods;
exports.STATUS_CODES = native.status;
Object.defineProperty(exports, 'maxHeaderSize', { configurable: true, enumerable: true, get: function () { return require('httpparse').maxHeaderSize; } });
exports.setMaxIdleHTTPParsers = function (max) { require('validate').integer(max, 'max', 1); };
exports.validateHeaderName = rules.name;
exports.validateHeaderValue = function (name, value) { rules.value(name, value); };
exports.IncomingMessage = require('httpincoming');
exports.OutgoingMessage = require('httpoutgoing');
exports.ServerResponse = response.ServerResponse;
exports.Server = server.Server;
exports.createServer = function (o, fn) { return new server.Server(o, fn); };
exports._connectionListener = server.connect;

var Agent = exports.Agent = require('httpagent');
exports.globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
var ClientRequest = exports.ClientRequest = require('httprequest')(exports, native.trace);
exports.request = function (input, options, done) { return new ClientRequest(input, options, done); };
exports.get = function (input, options, done) {
  var req = exports.request(input, options, done);
  req.end();
  return req;
};
