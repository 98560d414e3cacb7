var d = require('../../lib/dsl'), req = d.req, json = d.json, form = d.form, raw = d.raw;
var html = { headers: { accept: 'text/html' } };
module.exports = { area: 'h-http', title: 'functions in the order of the middleware', app: 'parlour', versions: ['0.12.14', '0.10.5'], steps: [
  req('GET /explicit/string'), req('GET /explicit/lower'), req('GET /explicit/object'), req('GET /explicit/view', html), req('GET /stamps'), json('POST /stamps', { a: 1 }), req('GET /stamps', { headers: { cookie: 'a=b' } }), req('GET /mounted/below?x=1'), req('GET /breaker/error'), req('GET /breaker/error', html), req('GET /breaker/status'), req('GET /breaker/throw'), req('GET /breaker/answer'), req('GET /static.txt'), req('GET /none.txt')
] };
