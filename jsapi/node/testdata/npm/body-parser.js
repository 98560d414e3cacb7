const parser = require('body-parser'), { Readable } = require('stream');
const parse = (fn, type, text, coding) => new Promise((ok, no) => {
  const data = coding ? require('zlib').gzipSync(text) : Buffer.from(text), req = Readable.from([data], { objectMode: false });
  req.headers = { 'content-type': type, 'content-length': String(data.length) };
  if (coding) { req.headers['content-encoding'] = coding; }
  fn(req, {}, e => e ? no(e) : ok(req.body));
});
assert.deepStrictEqual(await parse(parser.json(), 'application/json', '{"a":[1]}'), { a: [1] });
assert.deepStrictEqual(await parse(parser.json(), 'application/json', '{"zip":1}', 'gzip'), { zip: 1 });
assert.deepStrictEqual(await parse(parser.urlencoded({ extended: true }), 'application/x-www-form-urlencoded', 'a[b]=1&c=%C3%A4'), { a: { b: '1' }, c: 'ä' });
assert.strictEqual(await parse(parser.text(), 'text/plain', 'text'), 'text');
await assert.rejects(parse(parser.json(), 'application/json', '{bad'), e => e.status === 400);
await assert.rejects(parse(parser.json({ limit: 5 }), 'application/json', '{"long":"text"}'), e => e.status === 413);
