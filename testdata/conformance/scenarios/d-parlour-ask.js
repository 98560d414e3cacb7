var d = require('../../lib/dsl'), req = d.req, json = d.json, form = d.form, raw = d.raw;
var html = { headers: { accept: 'text/html' } };
module.exports = { area: 'd-reqres', title: 'everything that a request says', app: 'parlour', versions: ['0.12.14'], steps: [
  req('GET /ask/basics?x=1'), req('GET /ask/basics/7'), json('POST /ask/basics', { a: 1 }), req('GET /ask/basics', { headers: { 'x-requested-with': 'xmlhttprequest' } }),
  req('GET /ask/accepts'), req('GET /ask/accepts', html), req('GET /ask/accepts', { headers: { accept: 'text/*;q=0.5, application/json, */*;q=0.1', 'accept-language': 'de-AT, en;q=0.7', 'accept-charset': 'koi8-r, *;q=0.1' } }), req('GET /ask/accepts', { headers: { accept: '*/*' } }),
  req('GET /ask/is'), json('POST /ask/is', {}), form('POST /ask/is', { a: '1' }), raw('POST /ask/is', '{}', 'application/vnd.a+json'),
  req('GET /ask/range'), req('GET /ask/range', { headers: { range: 'bytes=0-9' } }), req('GET /ask/range', { headers: { range: 'bytes=10-,-5' } }), req('GET /ask/range', { headers: { range: 'bytes=200-300' } }), req('GET /ask/range', { headers: { range: 'nonsense' } }), req('GET /ask/range', { headers: { range: 'items=0-5' } }),
  req('GET /ask/headers', { headers: { 'X-A': 'b', Referer: 'http://r.example/' } }),
  req('GET /ask/param?q=1&zero=0&empty='), json('POST /ask/param?q=query&id=9', { q: 'body', zero: 0, empty: '', deep: { a: 1 } }), json('PUT /ask/param/5?q=query&deep[b]=2', { id: 'body', deep: { a: 1 } }), json('POST /ask/param', [1, 2]),
  req('GET /ask/mutate'), json('POST /ask/mutate', {}),
  req('GET /ask/cookies', { headers: { cookie: 'a=b%20c; j=j%3A%7B%22x%22%3A1%7D; bad=s%3Ax.y; plain; q="quoted"' }, only: ['0.12.14'] }),
  req('GET /ask/flash?set=1', { jar: 'f' }), req('GET /ask/flash', { jar: 'f' }), req('GET /ask/flash', { jar: 'f' }),
  req('GET /ask/validate?age=1&name=x'), req('GET /ask/validate?age=x'), req('GET /ask/validate?age=1&name=x&mail=y'), req('GET /ask/validateRedirect?age=x'), req('GET /ask/validateRedirect?age=1'),
  req('GET /ask/session', { jar: 's' }), req('GET /ask/session', { jar: 's' }),
  req('GET /ask/port'), req('GET /ask/events'), req('GET /ask/options'), req('GET /ask/locals')
] };
