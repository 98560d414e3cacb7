// require('skipper'): the body parser of the server. Evaluates to the module.
(function () {
  'use strict';
  return function skipper(options) {
    // The server has parsed the body already, so this does nothing.
    function bodyParser(req, res, next) { next(); }
    bodyParser.standsForBuiltIn = 'bodyParser';
    bodyParser.options = options || {};
    return bodyParser;
  };
})()
