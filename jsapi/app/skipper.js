// require('skipper'): the server's own body parser under the name that projects
// know. Evaluates to the module.
(function () {
  'use strict';
  return function skipper(options) {
    // What the parser is named in config/http.js for, the server has done.
    function bodyParser(req, res, next) { next(); }
    bodyParser.standsForBuiltIn = 'bodyParser';
    bodyParser.options = options || {};
    return bodyParser;
  };
})()
