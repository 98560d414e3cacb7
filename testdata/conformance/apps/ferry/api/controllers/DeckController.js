const out = (req, extra) => Object.assign({ method: req.method, url: req.url, path: req.path, originalUrl: req.originalUrl, params: req.params, query: req.query, all: req.allParams(), body: req.body === undefined ? 'undefined' : req.body }, extra);
module.exports = {
  show: (req, res) => res.json(out(req)),
  info: (req, res) => res.json({ proto: req.protocol, secure: req.secure, ip: typeof req.ip, host: req.hostname || req.host, xhr: req.xhr, fresh: req.fresh, is: req.is('json'), accepts: req.accepts(['html', 'json']), lang: req.acceptsLanguages('de', 'en'), get: req.get('x-own'), subdomains: req.subdomains, wants: req.wantsJSON, socket: req.isSocket, action: req.options.action, explicit: req.explicitlyAcceptsHTML, stamped: req.stamped, wild: req.wild, session: typeof req.session, sid: typeof req.sessionID, me: req.me === undefined, base: req.baseUrl, route: typeof req.route, locale: req.getLocale && req.getLocale() }),
  cfg: (req, res) => res.json({ custom: sails.config.custom, tide: sails.config.tide, gull: sails.config.gull, env: sails.config.environment, high: sails.hooks.tide.high(), seen: sails.hooks.tide.seen, ready: sails.hooks.gull.ready, gull: sails.gullReady, models: Object.keys(sails.models), appPath: typeof sails.config.appPath, keys: ['paths', 'views', 'security', 'session', 'blueprints', 'routes', 'policies', 'http', 'i18n', 'sockets', 'log', 'globals', 'models', 'datastores', 'bootstrap', 'custom', 'port'].filter((k) => sails.config[k] === undefined), csrf: sails.config.security.csrf, origins: sails.config.security.cors.allowOrigins, rest: sails.config.blueprints.rest, models: sails.config.globals.models, locales: sails.config.i18n.locales, boat: typeof Boat }),
  sess: function (req, res) {
    switch (req.query.do) {
      case 'set': req.session.n = (req.session.n || 0) + 1; req.session.o = { a: [1] }; return res.json(req.session);
      case 'get': return res.json({ n: req.session.n === undefined ? null : req.session.n, o: req.session.o || null, httpOnly: req.session.cookie.httpOnly, path: req.session.cookie.path });
      case 'drop': req.session.destroy((err) => res.json({ err: err || null, gone: req.session === undefined })); return;
      case 'regen': req.session.regenerate((err) => { req.session.fresh = true; res.json({ err: err || null, n: req.session.n === undefined }); }); return;
      case 'save': req.session.n = 40; return req.session.save((err) => res.json({ err: err || null }));
      case 'touch': req.session.touch(); return res.ok();
      case 'del': delete req.session.n; return res.json(req.session);
      case 'flash': { const f = req.session.flash; req.session.flash = req.query.m; return res.json({ was: f || null }); }
      case 'age': req.session.cookie.maxAge = 1000; req.session.n = 1; return res.ok();
      case 'null': req.session = null; return res.json({ ok: 1 });
    }
    return res.json(req.session === undefined ? 'undefined' : req.session);
  },
  cook: function (req, res) {
    switch (req.query.do) {
      case 'set': res.cookie('plain', 'v a;l'); res.cookie('obj', { a: 1 }); res.cookie('opt', 'x', { httpOnly: true, path: '/cook', secure: true, sameSite: 'lax', domain: 'example.com' }); return res.ok();
      case 'age': res.cookie('aged', '1', { maxAge: 5000 }); return res.ok();
      case 'signed': res.cookie('sig', 'val', { signed: true }); res.cookie('sigo', { b: 2 }, { signed: true }); return res.ok();
      case 'clear': res.clearCookie('plain'); res.clearCookie('opt', { path: '/cook' }); return res.ok();
    }
    return res.json({ cookies: req.cookies, signed: req.signedCookies });
  },
  res: async function (req, res) {
    switch (req.params.how) {
      case 'send-text': return res.send('text'); case 'send-number': return res.send(201); case 'send-object': return res.send({ a: 1 }); case 'send-null': return res.send(null); case 'send-undefined': return res.send(undefined); case 'send-true': return res.send(true); case 'send-list': return res.send([1]); case 'send-buffer': return res.send(Buffer.from('buf'));
      case 'json-null': return res.json(null); case 'json-undefined': return res.json(undefined); case 'json-text': return res.json('t'); case 'json-number': return res.json(5); case 'json-date': return res.json({ d: new Date(0) }); case 'json-error': return res.json(new Error('x')); case 'jsonp': return res.jsonp({ a: 1 });
      case 'status': return res.status(204).send(); case 'status-body': return res.status(204).json({ a: 1 }); case 'status-304': return res.status(304).send('x'); case 'status-string': return res.status('202').send('x'); case 'status-weird': return res.status(799).send('x'); case 'sendstatus': return res.sendStatus(418); case 'sendstatus-odd': return res.sendStatus(599);
      case 'redirect': return res.redirect('/deck/show'); case 'redirect-301': return res.redirect(301, '/x'); case 'redirect-rel': return res.redirect('up'); case 'redirect-dots': return res.redirect('../up'); case 'redirect-abs': return res.redirect('https://example.com/?q=1&r=ä'); case 'redirect-back': return res.redirect('back'); case 'redirect-303': return res.redirect(303, '/y');
      case 'location': return res.location('/loc').status(201).end(); case 'end': return res.end('ended'); case 'write': res.write('a'); res.write('b'); return res.end('c'); case 'writehead': res.writeHead(203, { 'X-Own': 'w' }); return res.end('head');
      case 'type': return res.type('xml').send('<a/>'); case 'type-json': return res.type('json').send('{"x":1}'); case 'type-text': return res.type('text').send({ a: 1 }); case 'set': return res.set({ 'X-A': '1', 'X-B': ['2', '3'] }).send('s'); case 'append': res.append('X-A', '1'); res.append('X-A', '2'); return res.send('a'); case 'get': res.set('X-A', 'q'); return res.send(res.get('x-a')); case 'vary': return res.vary('Accept').send('v'); case 'links': return res.links({ next: '/n' }).send('l');
      case 'attachment': return res.attachment('a b.pdf').send('pdf'); case 'attachment-none': return res.attachment().send('x'); case 'download': return res.download(sails.config.appPath + '/assets/docs/note.txt', 'renamed.txt'); case 'sendfile': return res.sendFile(sails.config.appPath + '/assets/docs/note.txt'); case 'sendfile-none': return res.sendFile(sails.config.appPath + '/assets/docs/none.txt');
      case 'format': return res.format({ 'text/html': () => res.send('<p>h</p>'), 'application/json': () => res.json({ f: 1 }), default: () => res.status(406).send('no') });
      case 'view': return res.view('pages/hello', { name: 'deck' }); case 'view-none': return res.view('pages/absent'); case 'view-nolayout': return res.view('pages/hello', { name: 'bare', layout: false }); case 'view-layout': return res.view('pages/hello', { name: 'alt', layout: 'layouts/alt' }); case 'view-implicit': return res.view(); case 'view-locals': return res.view({ name: 'implicit' }); case 'view-error': return res.view('pages/broken');
      case 'view-cb': return res.view('pages/hello', { name: 'cb' }, (err, html) => res.json({ err: err && err.message || null, html })); case 'view-partial': return res.view('pages/with-partial', { items: ['a', '<b>'] }); case 'view-expose': return res.view('pages/expose', { data: { name: '</script><b>', n: 1, d: new Date(0), u: undefined, f: () => 1, list: [{ a: '"' }] } });
      case 'render': return res.render('pages/hello', { name: 'render' }); case 'renderview': return res.send(await sails.renderView('pages/hello', { name: 'sails', layout: false })); case 'renderview-layout': return res.send(await sails.renderView('pages/hello', { name: 'sails' })); case 'renderview-none': return res.send(await sails.renderView('pages/absent', {})); case 'renderview-bad': return res.send(await sails.renderView('pages/broken', {}));
      case 'early': return res.tooEarly('e'); case 'early-none': return res.tooEarly(); case 'negotiate': return res.negotiate(new Error('neg')); case 'negotiate-status': return res.negotiate(Object.assign(new Error('neg'), { status: 403 })); case 'negotiate-404': return res.negotiate({ status: 404 }); case 'negotiate-400': return res.negotiate({ status: 400, x: 1 });
      case 'created': return res.created ? res.created({ a: 1 }) : res.send('no created'); case 'headers-sent': res.send('one'); return res.json({ two: res.headersSent }); case 'locals': res.locals.name = 'from locals'; return res.view('pages/hello'); case 'locals-keys': return res.json([res.locals._csrf, typeof res.locals.title]);
      case 'statuscode': res.statusCode = 207; return res.json({ multi: true }); case 'statusmessage': res.statusMessage = 'Own words'; return res.send('sm'); case 'charset': res.set('content-type', 'text/plain; charset=latin1'); return res.send('é'); case 'etag': return res.send('etag please'); case 'stream': return require('stream').Readable.from(['x', 'y']).pipe(res); case 'remove': res.removeHeader('X-Stamp'); return res.send('r'); case 'members': return res.json(['ok', 'created', 'badRequest', 'forbidden', 'notFound', 'serverError', 'negotiate', 'view', 'jsonx', 'tooEarly', 'redirect', 'attachment', 'guessView', 'sendStatus', 'backToHomePage'].map((n) => n + ':' + typeof res[n]));
    }
    return res.notFound();
  },
  urls: function (req, res) {
    const tryIt = (f) => { try { return f(); } catch (e) { return [e.name, e.code, String(e.message).split('\n')[0]]; } };
    return res.json([tryIt(() => sails.getUrlFor('deck/show')), tryIt(() => sails.getUrlFor('DeckController.cfg')), tryIt(() => sails.getRouteFor('deck/show')), tryIt(() => sails.getUrlFor('nope')), tryIt(() => sails.getRouteFor('port/open')), tryIt(() => sails.getRouteFor({ target: 'deck/info' })), tryIt(() => sails.getUrlFor()), tryIt(() => sails.getUrlFor('deck/rx')), Object.keys(sails.getActions()).filter((k) => !/^(boat|security)/.test(k)).sort()]);
  },
  rx: (req, res) => res.json(out(req)),
  i18n: function (req, res) { const a = [req.__ ? req.__('hello') : 'no __', req.i18n ? req.i18n.__('greet', 'Ann', 3) : 'no', sails.__ ? sails.__('hello') : 'no', req.getLocale ? req.getLocale() : 'no']; if (req.query.to) { req.setLocale(req.query.to); a.push(req.i18n.__('hello'), req.getLocale()); } if (req.query.view) { return res.view('pages/i18n', { layout: false }); } return res.json(a); },
  upload: function (req, res) { req.file('doc').upload({ maxBytes: Number(req.query.max) || 100000 }, (err, files) => { if (err) { return res.status(400).json({ code: err.code, name: err.name }); } return res.json({ body: req.body, files: files.map((f) => ({ field: f.field, filename: f.filename, type: f.type, status: f.status, keys: Object.keys(f).sort() })) }); }); },
  upload2: async function (req, res) { const up = (n) => new Promise((ok, no) => req.file(n).upload((e, f) => e ? no(e) : ok(f))); const a = await up('a'); const b = await up('b'); return res.json({ a: a.map((f) => f.filename), b: b.map((f) => f.filename), body: req.body }); },
  noupload: (req, res) => res.json({ body: req.body, all: req.allParams() }),
  token: (req, res) => res.json({ has: typeof res.locals._csrf, fn: typeof req.csrfToken }),
  tally: (req, res) => res.json({ tally: typeof req.tally })
};
