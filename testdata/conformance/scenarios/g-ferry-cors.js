var d = require('../../lib/dsl'), req = d.req, json = d.json, form = d.form;
var o = function (origin, more) { return { headers: Object.assign(origin ? { origin: origin } : {}, more || {}) }; };
var A = 'https://a.example', B = 'https://b.example', C = 'https://c.example', Z = 'https://z.example';
var paths = ['/cors/yes', '/cors/none', '/cors/no', '/cors/own', '/cors/star', '/cors/expose', '/cors/all', '/cors/unsafe', '/bp/boat', '/nothing', '/js/a.js', '/res/forbidden'];
var pre = function (path, origin, method, headers) { return req('OPTIONS ' + path, o(origin, Object.assign({ 'access-control-request-method': method }, headers ? { 'access-control-request-headers': headers } : {}))); };
module.exports = { area: 'g-sails1', title: 'CORS by route', app: 'ferry', versions: ['1.5.18'], steps: [].concat(
  [].concat.apply([], paths.map(function (p) { return [A, C, Z, null].map(function (x) { return req('GET ' + p, o(x)); }); })),
  [].concat.apply([], paths.slice(0, 9).map(function (p) { return [pre(p, A, 'GET'), pre(p, C, 'PUT', 'x-put'), pre(p, Z, 'GET', 'x-own, content-type'), pre(p, B, 'DELETE', 'x-nope'), req('OPTIONS ' + p, o(A)), req('OPTIONS ' + p)]; })),
  [pre('/cors/own', C, 'GET', 'x-put'), pre('/cors/own', C, 'PUT'), pre('/cors/own', C, 'put'), json('PUT /cors/own', {}, o(C)), json('PUT /cors/own', {}, o(A)), pre('/cors/post', A, 'POST', 'x-posted'), pre('/cors/post', A, 'GET'), json('POST /cors/post', {}, o(A)), req('HEAD /cors/yes', o(A)), req('GET /cors/yes', o('null')), req('GET /cors/yes', o(A.toUpperCase())), req('GET /cors/yes', o(A + '/')), req('GET /cors/yes', o('http://a.example')), req('DELETE /cors/all', o(A))]
) };
