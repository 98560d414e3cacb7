var fs = require('fs'), path = require('path');
var Readable = require('stream').Readable;
function here(name) { return path.join(sails.config.appPath, 'files', name); }
function words(list) {
  var r = new Readable();
  list = list.slice();
  r._read = function () { var self = this, w = list.shift(); setTimeout(function () { self.push(w === undefined ? null : w); }, 1); };
  return r;
}
module.exports = {
  // argument orders
  sendBodyStatus: function (req, res) { return res.send('late status', 202); },
  sendObjStatus: function (req, res) { return res.send({ a: 1 }, 409); },
  sendStatusObj: function (req, res) { return res.send(409, { a: 1 }); },
  sendStatusNull: function (req, res) { return res.send(404, null); },
  sendStatusEmpty: function (req, res) { return res.send(500, ''); },
  send404: function (req, res) { return res.send(404); },
  send999: function (req, res) { return res.status(599).send('odd'); },
  sendNothing: function (req, res) { return res.send(); },
  sendFalse: function (req, res) { return res.send(false); },
  sendDate: function (req, res) { return res.send(new Date(0)); },
  sendNumStr: function (req, res) { return res.send('42'); },
  send304: function (req, res) { res.set('X-Keep', '1'); return res.send(304); },
  send204: function (req, res) { return res.status(204).send('gone'); },
  sendTyped: function (req, res) { res.type('txt'); return res.send('plain'); },
  sendTypedBuf: function (req, res) { res.type('png'); return res.send(new Buffer([1, 2, 3])); },
  sendError: function (req, res) { return res.send(new Error('as body')); },
  sendJSONString: function (req, res) { res.type('json'); return res.send('{"pre":"made"}'); },
  jsonBodyStatus: function (req, res) { return res.json({ late: true }, 202); },
  jsonStatusOnly: function (req, res) { return res.json(201); },
  jsonTrue: function (req, res) { return res.json(true); },
  jsonUndef: function (req, res) { return res.json(undefined); },
  jsonNested: function (req, res) { return res.json({ u: undefined, f: function () {}, n: NaN, d: new Date(0), r: /x/, a: [undefined, function () {}], t: { toJSON: function () { return 'own'; } } }); },
  jsonTyped: function (req, res) { res.set('Content-Type', 'application/vnd.api+json'); return res.json({ v: 1 }); },
  jsonpStatus: function (req, res) { return res.jsonp(201, { p: 1 }); },
  jsonpDots: function (req, res) { return res.jsonp({ p: '\u2028' }); },
  redirectBodyStatus: function (req, res) { return res.redirect('/somewhere', 303); },
  redirectBack: function (req, res) { return res.redirect('back'); },
  redirectQuery: function (req, res) { return res.redirect('/x?a=b c&d=<e>'); },
  redirectUp: function (req, res) { return res.redirect('../up'); },
  redirectHost: function (req, res) { return res.redirect('//other.example/x'); },
  redirectChain: function (req, res) { res.cookie('k', 'v'); return res.redirect(307, '/y'); },
  // headers
  headerList: function (req, res) { res.set('X-List', ['a', 'b']); res.set('X-Num', 5); return res.json({ list: res.get('X-List'), num: res.get('X-Num'), none: res.get('X-None') === undefined }); },
  headerRemove: function (req, res) { res.setHeader('X-Gone', '1'); res.removeHeader('X-Gone'); return res.json({ gone: res.getHeader('X-Gone') === undefined }); },
  headerType: function (req, res) { res.set('Content-Type', 'text/csv'); return res.send('a,b'); },
  headerHtml: function (req, res) { res.header('Content-Type', 'text/html'); return res.send('<b/>'); },
  typeShort: function (req, res) { res.type('.json'); return res.end('{}'); },
  typePdf: function (req, res) { res.type('pdf'); return res.end('%PDF'); },
  varyTwice: function (req, res) { res.vary('Accept'); res.vary('Accept'); res.vary('Origin'); return res.end('v'); },
  linksTwice: function (req, res) { res.links({ next: '/2' }); res.links({ last: '/9' }); return res.end('l'); },
  attachBare: function (req, res) { res.attachment(); return res.send('x'); },
  attachName: function (req, res) { res.attachment('a b.json'); return res.send('{}'); },
  cookieOptions: function (req, res) {
    res.cookie('a', 'b c'); res.cookie('d', 5); res.cookie('o', { x: [1] }); res.cookie('s', 'secret', { signed: true });
    res.cookie('p', '1', { path: '/p', domain: 'x.example', secure: true, httpOnly: true });
    res.cookie('m', '1', { maxAge: 0 });
    return res.send('ok');
  },
  cookieClear: function (req, res) { res.clearCookie('a', { path: '/p' }); res.clearCookie('b'); return res.send('ok'); },
  statusLocals: function (req, res) { res.locals.a = 1; res.locals({ b: 2 }); return res.json({ a: res.locals.a, b: res.locals.b }); },
  // streams
  pipeWords: function (req, res) { words(['one ', 'two ', 'three']).pipe(res); },
  pipeTyped: function (req, res) { res.set('Content-Type', 'text/plain'); res.status(201); words(['a', 'b']).pipe(res); },
  pipeFile: function (req, res) { fs.createReadStream(here('hello.txt')).pipe(res); },
  writeEnd: function (req, res) { res.writeHead(202, { 'Content-Type': 'text/plain', 'X-W': 'h' }); res.write('a'); res.write(new Buffer('b')); res.end('c'); },
  endOnly: function (req, res) { res.end(); },
  endBuffer: function (req, res) { res.end(new Buffer('buf')); },
  endEncoded: function (req, res) { res.end('aGk=', 'base64'); },
  finishSeen: function (req, res) {
    if (req.param('ask')) { return res.json(ReplyController_seen); }
    ReplyController_seen = [];
    res.on('finish', function () { ReplyController_seen.push('finish:' + res.statusCode + ':' + res.headersSent); });
    res.once('close', function () {});
    return res.send(201, 'x');
  },
  // files
  sendfile: function (req, res) { return res.sendfile(here('hello.txt')); },
  sendfileRoot: function (req, res) { return res.sendfile('data.json', { root: here('') }); },
  sendfileHtml: function (req, res) { return res.sendfile(here('page.html'), { maxAge: 60000 }); },
  sendfileMissing: function (req, res) { return res.sendfile(here('none.txt')); },
  sendfileCb: function (req, res) { return res.sendfile(here('none.txt'), function (err) { res.json(404, { err: !!err, status: err.status, code: err.code, sent: res.headersSent }); }); },
  download: function (req, res) { return res.download(here('my list.csv')); },
  downloadAs: function (req, res) { return res.download(here('hello.txt'), 'other name.txt'); },
  downloadCb: function (req, res) { return res.download(here('none.txt'), 'x.txt', function (err) { res.send(410, 'gone ' + !!err); }); },
  // negotiation
  formatDefault: function (req, res) { return res.format({ json: function () { res.json({ f: 'json' }); }, 'default': function () { res.send(406, 'default'); } }); },
  formatMime: function (req, res) { return res.format({ 'text/html': function () { res.send('<b>h</b>'); }, 'application/xml': function () { res.send('<x/>'); } }); },
  formatVendor: function (req, res) { return res.format({ 'application/vnd.a+json': function () { res.send('{"v":1}'); } }); },
  // sails
  okView: function (req, res) { return res.ok({ q: 1 }, 'reply/quick'); },
  okViewOption: function (req, res) { return res.ok({ q: 2 }, { view: 'reply/quick' }); },
  okEmpty: function (req, res) { return res.ok(); },
  okString: function (req, res) { return res.ok('text'); },
  okArray: function (req, res) { return res.ok([1, 2]); },
  okNull: function (req, res) { return res.ok(null); },
  okFalse: function (req, res) { return res.ok(false); },
  quick: function (req, res) { return res.ok({ q: 3 }); },
  createdText: function (req, res) { return res.created('made'); },
  badError: function (req, res) { return res.badRequest(new Error('bad')); },
  badView: function (req, res) { return res.badRequest({ q: 4 }, 'reply/quick'); },
  badEmpty: function (req, res) { return res.badRequest(); },
  forbiddenEmpty: function (req, res) { return res.forbidden(); },
  forbiddenObj: function (req, res) { return res.forbidden({ why: 1 }); },
  notFoundObj: function (req, res) { return res.notFound({ what: 1 }); },
  notFoundView: function (req, res) { return res.notFound({ q: 5 }, 'reply/quick'); },
  serverErrorText: function (req, res) { return res.serverError('text'); },
  serverErrorEmpty: function (req, res) { return res.serverError(); },
  serverErrorView: function (req, res) { return res.serverError({ q: 6 }, 'reply/quick'); },
  statusThenOk: function (req, res) { res.status(202); return res.ok({ a: 1 }); },
  negotiateText: function (req, res) { return res.negotiate('text'); },
  negotiate404: function (req, res) { return res.negotiate({ status: 404, m: 1 }); },
  negotiate500: function (req, res) { return res.negotiate({ status: 501, m: 1 }); },
  negotiateNone: function (req, res) { return res.negotiate(); },
  envelope: function (req, res) { return res.envelope({ e: 1 }); },
  envelopeCode: function (req, res) { return res.envelope('t', 207); },
  jsonxText: function (req, res) { return res.jsonx('text'); },
  jsonxNone: function (req, res) { return res.jsonx(); },
  jsonxStatus: function (req, res) { return res.jsonx(202, { a: 1 }); },
  jsonxError: function (req, res) { var e = new Error('x'); e.code = 'E_X'; return res.jsonx(e); },
  // views
  ownCase: function (req, res) { return res.view(); },
  own: function (req, res) { return res.view(); },
  ownLocals: function (req, res) { return res.view({ who: 'me' }); },
  viewPath: function (req, res) { return res.view('parts/page', { who: 'path' }); },
  viewStatus: function (req, res) { res.status(203); return res.view('parts/page', { who: 'status' }); },
  viewLayout: function (req, res) { return res.view('parts/page', { who: 'l', layout: 'second' }); },
  viewNoLayout: function (req, res) { return res.view('parts/page', { who: 'n', layout: false }); },
  viewResLocals: function (req, res) { res.locals.who = 'locals'; res.locals.layout = 'second'; return res.view('parts/page'); },
  viewCb: function (req, res) { return res.view('parts/page', { who: 'cb', layout: false }, function (err, html) { res.send(201, '[' + (err ? 'err' : html.trim()) + ']'); }); },
  viewMissingCb: function (req, res) { return res.view('parts/none', {}, function (err, html) { res.json({ err: !!err, html: html === undefined }); }); },
  render: function (req, res) { return res.render('parts/page', { who: 'render' }); },
  guessed: function (req, res) { return res.guessView({ who: 'g' }, function () { res.send('no view'); }); },
  viewBlocks: function (req, res) { return res.view('reply/blocks', { rows: [{ name: 'a' }, { name: 'b' }] }); }
};
var ReplyController_seen = [];
