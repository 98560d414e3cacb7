// The compared routes whose code is JavaScript.
routerAdd('GET', '/item/hello', function (e) {
  return e.json(200, { hello: 'world', list: [1, 2, 3], nested: { ok: true } });
});
routerAdd('GET', '/item/one/{id}', function (e) {
  return e.json(200, $app.findRecordById('item', e.request.pathValue('id')));
});
routerAdd('GET', '/item/compute', function (e) {
  let sum = 0;
  for (let i = 0; i < 20000; i++) { sum = (sum * 31 + i) % 1000003; }
  return e.json(200, { sum: sum });
});
// What was written is on the disk before the answer, as with the other servers.
onBootstrap(function (e) {
  e.next();
  e.app.nonconcurrentDB().newQuery('PRAGMA synchronous = FULL').execute();
});
