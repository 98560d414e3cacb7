var d = require('../../lib/dsl'), req = d.req;
var html = { headers: { accept: 'text/html' } };
var get = function (path, o) { return req('GET ' + path, o); };
var each = function (base, names, o) { return names.map(function (n) { return get(base + n, o); }); };
module.exports = { area: 'g-sails1', title: 'actions and helpers in production', app: 'harbor', versions: ['1.5.18'], env: 'production', files: { 'config/env/production.js': "module.exports = { models: { migrate: 'safe' } };" }, steps: [].concat(
  each('/out/', ['text', 'object', 'error', 'other']),
  each('/exit/', ['teapot-data', 'bad-error', 'bad-data', 'conflict', 'conflict-error', 'plain-data', 'page-text', 'server', 'error', 'status-error', 'helper-usage', 'helper-exit', 'unknown']),
  [get('/exit/error', html), get('/types?n=abc'), get('/next'), get('/next-error'), get('/reject'), get('/throw-text'), get('/error-page'), get('/dock/failing')],
  each('/res/', ['ok-error', 'bad-text', 'bad-coded-error', 'server-object', 'server-json-error', 'not-found-text']), each('/res/', ['server-object', 'not-found-text'], html)
) };
