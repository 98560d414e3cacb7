module.exports = {
  basics: function (req, res) {
    return res.json({
      method: req.method, url: req.url, original: req.originalUrl, path: req.path, http: req.httpVersion, protocol: req.protocol, secure: req.secure,
      xhr: req.xhr, stale: req.stale, fresh: req.fresh, ips: req.ips, host: req.host, subs: req.subdomains,
      route: req.route && { path: req.route.path, method: req.route.method }, params: req.params, id: req.params.id, star: req.params[0],
      sid: typeof req.sessionID, res: req.res === res, next: typeof req.next, sails: req._sails === sails,
      start: Object.prototype.toString.call(req._startTime), body: req.body === undefined ? 'undefined' : req.body
    });
  },
  accepts: function (req, res) {
    function v(x) { return x === undefined ? 'undefined' : x; }
    return res.json({
      one: v(req.accepts('html')), ext: v(req.accepts('json')), mime: v(req.accepts('application/json')), list: v(req.accepts(['json', 'html', 'text'])),
      comma: v(req.accepts('json, html')), png: v(req.accepts('png')), star: v(req.accepts('*/*')),
      accepted: req.accepted, languages: req.acceptedLanguages, charsets: req.acceptedCharsets,
      en: v(req.acceptsLanguage('en')), de: v(req.acceptsLanguage('de')), utf: v(req.acceptsCharset('utf-8')), koi: v(req.acceptsCharset('koi8-r')),
      json: !!req.wantsJSON, html: !!req.explicitlyAcceptsHTML
    });
  },
  is: function (req, res) {
    function v(x) { return x === undefined ? 'undefined' : x; }
    return res.json({ json: v(req.is('json')), mime: v(req.is('application/json')), star: v(req.is('application/*')), form: v(req.is('urlencoded')), html: v(req.is('html')), multi: v(req.is('multipart')) });
  },
  range: function (req, res) { var r = req.range(100); return res.json({ r: r === undefined ? 'none' : r, type: r && r.type }); },
  headers: function (req, res) {
    return res.json({ get: req.get('x-a'), upper: req.get('X-A'), header: req.header('X-a'), none: req.header('x-none', 'dflt') || 'undefined', ref: req.get('referer'), referrer: req.header('Referrer'), type: req.get('content-type') || 'undefined', keys: Object.keys(req.headers).sort() });
  },
  param: function (req, res) {
    return res.json({ id: req.param('id'), q: req.param('q'), dflt: req.param('none', 'd'), zero: req.param('zero'), empty: req.param('empty', 'e'), all: req.params.all(), again: req.allParams ? req.allParams() : req.params.all() });
  },
  mutate: function (req, res) {
    req.query.added = 'q'; if (req.body) { req.body.made = 'b'; } req.params.own = 'p';
    return res.json({ added: req.param('added'), made: req.param('made'), own: req.param('own') });
  },
  cookies: function (req, res) { return res.json({ plain: req.cookies, signed: req.signedCookies }); },
  flash: function (req, res) {
    if (req.query.set) { req.flash('info', 'one'); req.flash('info', 'two'); req.flash('warn', ['three', 'four']); return res.json({ count: req.flash('warn', 'five') }); }
    return res.json({ info: req.flash('info'), again: req.flash('info'), all: req.flash(), empty: req.flash() });
  },
  validate: function (req, res) { req.validate({ age: 'integer', mail: 'email' }); return res.send('fine'); },
  validateRedirect: function (req, res) { req.validate({ age: 'integer' }, '/elsewhere'); if (!res.headersSent) { res.send('fine'); } },
  session: function (req, res) {
    req.session.n = (req.session.n || 0) + 1;
    return res.json({ n: req.session.n, cookie: req.session.cookie && { path: req.session.cookie.path, httpOnly: req.session.cookie.httpOnly, max: req.session.cookie.originalMaxAge }, fns: ['save', 'destroy', 'regenerate', 'reload', 'touch'].map(function (f) { return typeof req.session[f]; }), same: req.session.id === req.sessionID });
  },
  port: function (req, res) { return res.json({ port: typeof req.port, base: typeof req.baseUrl, socket: !!req.socket, conn: typeof req.connection.remoteAddress }); },
  events: function (req, res) { req.on('close', function () {}); req.once('end', function () {}); req.removeAllListeners('end'); return res.json({ on: typeof req.on, pipe: typeof req.pipe, pause: typeof req.pause }); },
  options: function (req, res) { req.options.mine = 1; return res.json({ controller: req.options.controller, action: req.options.action, mine: req.options.mine }); },
  locals: function (req, res) { return res.json({ type: typeof res.locals, keys: ['_', 'session', 'req', 'res', 'sails', 'util', 'title', '__', 'i18n'].filter(function (k) { return res.locals[k] !== undefined; }) }); }
};
