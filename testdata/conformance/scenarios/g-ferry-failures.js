var d = require('../../lib/dsl'), req = d.req;
var html = { headers: { accept: 'text/html' } };
module.exports = { area: 'g-sails1', title: 'failures of queries in actions', app: 'ferry', versions: ['1.5.18'], steps: [].concat(
  ['rule', 'missing', 'intercept', 'tolerate', 'caught', 'unique', 'unique-bad', 'bad', 'server', 'callback', 'then'].map(function (h) { return req('GET /crew?h=' + h, { maskKeys: ['message'], note: 'the wording of a store is its own' }); }),
  ['missing', 'refused', 'name', 'data', 'own', 'error', 'none'].map(function (h) { return req('GET /crew-machine?h=' + h); }),
  [req('GET /crew?h=missing', html), req('GET /crew?h=bad', html), req('GET /crew-machine?h=missing', html)]
) };
