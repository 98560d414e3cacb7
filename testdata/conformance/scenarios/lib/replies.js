// random chains of members of res, over HTTP and sockets
var d = require('../../../lib/dsl'), rand = require('./rand');
module.exports = function (seed, n, modern) {
  var r = rand.from(seed), steps = [];
  var before = ['res.status(201);', 'res.status(404);', 'res.status(500);', 'res.status(204);', 'res.set("X-A", "1");', 'res.set({ "X-A": "2", "X-B": "b" });', 'res.type("text");', 'res.type("html");', 'res.type("json");', 'res.set("Content-Type", "text/csv");', 'res.cookie("c", "v");', 'res.cookie("o", { a: 1 }, { maxAge: 1000 });', 'res.clearCookie("c");', 'res.locals.title = "T";', 'res.locals.w = "W";', 'res.locals.layout = false;', 'res.statusCode = 202;', 'res.header("X-H", "h");', 'res.vary("X-V");', 'res.attachment("f.txt");', 'res.location("/l");', 'res.links({ next: "/n" });', 'req.wantsJSON = true;', 'req.wantsJSON = false;', 'req.session.n = (req.session.n || 0) + 1;', 'res.charset = "utf-8";', 'res.removeHeader("X-A");', 'req.setLocale("de");', 'res.set("ETag", "abc");', 'res.set("Cache-Control", "max-age=5");', 'res.set("Content-Length", "2");'].filter(function (x) { return !(x.indexOf('Content-Length') > 0); });
  var data = ['undefined', 'null', '{ a: 1 }', '[1, { b: null }]', '"text"', '""', '0', '42', '404', 'true', 'false', 'new Error("oops")', '{ message: "m", status: 409 }', '{ toJSON: function () { return { t: 1 }; } }', '{ view: "try/word" }', 'new Date(0)', '{ u: undefined, f: function () {} }', '"<b>h</b>"', 'Buffer.from("buf")'];
  var locals = ['', ', { w: 1 }', ', { w: "x", layout: "layouts/other" }', ', { layout: false }', ', { layout: null, title: "t" }', ', { list: ["p", "q"] }', ', { w: "<i>" }'];
  function end() {
    var x = r.of(data), k = Math.floor(r() * 20);
    switch (k) {
      case 0: return 'res.send(' + x + ');'; case 1: return 'res.json(' + x + ');'; case 2: return 'res.jsonp(' + x + ');';
      case 3: return 'res.ok(' + x + ');'; case 4: return 'res.badRequest(' + x + ');'; case 5: return 'res.notFound(' + x + ');'; case 6: return 'res.forbidden(' + x + ');'; case 7: return 'res.serverError(' + x + ');';
      case 8: return 'res.negotiate(' + x + ');'; case 9: return 'res.redirect(' + r.of(['"/x"', '301, "/x"', '"back"', '"../x"', '"http://e.com/?a=b c"', '"?q=1"', '"//e.com"']) + ');';
      case 10: case 11: case 12: return 'res.view(' + r.of(['"try/word"', '"try/parts"', '"try/lang"', '"none/such"', '"bits/two"', '"404"']) + r.of(locals) + ');';
      case 13: return 'res.end(' + r.of(['', '"e"', 'Buffer.from("b")']) + ');'; case 14: return modern ? 'res.sendStatus(' + r.of(['200', '404', '418', '204']) + ');' : 'res.send(' + r.of(['200', '404', '418', '204']) + ');';
      case 15: return 'res.created ? res.created(' + x + ') : res.ok(' + x + ');';
      case 16: return 'res.write("w"); res.end("x");';
      case 17: return r.of(['res.ok(' + x + ', "try/word");', 'res.notFound(' + x + ', "try/word");', 'res.badRequest(' + x + ', "/elsewhere");', 'res.forbidden(' + x + ', "try/word");', 'res.serverError(' + x + ', { view: "try/word" });']);
      case 18: return 'res.' + r.of(['send', 'json', 'ok']) + '({ code: res.statusCode, h: res.get ? res.get("Content-Type") : null, sent: res.headersSent });';
      default: return 'throw ' + r.of(['new Error("thrown")', '"text"', '{ status: 400, code: "E_X" }', 'Object.assign(new Error("coded"), { code: "E_Y", status: 403 })']) + ';';
    }
  }
  for (var i = 0; i < n; i++) {
    var js = r.some(before, Math.floor(r() * 3.4)).join(' ') + ' ' + end();
    var o = {}; if (r.chance(0.35)) o.headers = { accept: r.of(['text/html', 'application/json', '*/*', 'text/plain', 'text/html,application/json;q=0.5']) };
    if (r.chance(0.15)) o.headers = Object.assign({}, o.headers, { 'accept-language': r.of(['de', 'fr;q=0.9,en;q=0.1', 'es', 'de-AT']) });
    if (r.chance(0.1)) o.headers = Object.assign({}, o.headers, { 'x-requested-with': 'XMLHttpRequest' });
    if (r.chance(0.1)) o.headers = Object.assign({}, o.headers, { referer: 'http://ref.example/p' });
    if (r.chance(0.2)) o.jar = 'j';
    if (/jsonp/.test(js) && r.chance(0.6)) steps.push(d.json('POST /try/run?callback=cb', { js: js }, o)); else steps.push(d.json('POST /try/run', { js: js }, o));
  }
  return steps;
};
