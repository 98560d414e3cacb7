module.exports = {
  _config: { actions: false },
  seen: function (req, res) { return res.json({ seen: req.seen || [], params: req.params }); },
  old: function (req, res) { return res.json({ notes: req.notes }); },
  next: function (req, res, next) { return next(); },
  nextError: function (req, res, next) { return next(new Error('handed on')); },
  reject: async function (req, res) { throw new Error('rejected'); },
  throwText: function (req, res) { throw 'a text'; },
  throwStatus: function (req, res) { const e = new Error('with a status'); e.status = 403; throw e; },
  options: function (req, res) { const o = Object.assign({}, req.options); return res.json({ action: o.action, color: o.color || null, skipAssets: o.skipAssets === undefined ? null : o.skipAssets, controller: o.controller || null, target: o.target || null }); },
  params: function (req, res) { return res.json({ params: req.params, isArray: Array.isArray(req.params), all: req.allParams(), one: req.param('id', 'none'), zero: req.param('0') || null, allFn: typeof req.params.all, query: req.query }); },
  actions: function (req, res) { const a = sails.getActions(); return res.json(Object.keys(a).filter((id) => !/^(security|archive)\//.test(id)).map((id) => id + ':' + typeof a[id]).sort()); },
  urls: function (req, res) {
    const ask = (t) => { try { return [sails.getRouteFor(t), sails.getUrlFor(t)]; } catch (e) { return e.code || e.name; } };
    return res.json(['dock/open', 'plain/seen', { action: 'dock' }, { controller: 'sub/nest/hi', action: 'say' }, 'PlainController.old', { target: 'plain/options' }, 'nothing/here', 'http://example.com', {}, 5].map(ask));
  },
  globals: function (req, res) { return res.json({ lodash: typeof _ === 'undefined' ? 'undefined' : _, async: typeof async, sails: typeof sails }); },
  config: function (req, res) { return res.json({ custom: sails.config.custom, env: sails.config.environment, crane: sails.config.crane, version: sails.version, lifted: typeof sails.isLifted }); },
  locals: function (req, res) { return res.json(['util', 'title', '_', 'session', 'req', 'res', 'sails', '__', 'i18n'].filter((k) => res.locals[k] !== undefined)); },
  errorPage: function (req, res) { return res.view('pages/broken'); },
  res: function (req, res) {
    switch (req.param('how')) {
      case 'send-object': return res.send({ a: 1 });
      case 'send-status': return res.sendStatus(403);
      case 'send-404': return res.send(404);
      case 'send-both': return res.send(404, 'x');
      case 'json-both': return res.json(201, { a: 1 });
      case 'json-both-2': return res.json({ a: 1 }, 202);
      case 'redirect-301': return res.redirect(301, '/moved');
      case 'redirect-space': return res.redirect('/a b?c=d e');
      case 'ok-text': return res.ok('text');
      case 'ok-none': return res.ok();
      case 'ok-error': return res.ok(new Error('ok?'));
      case 'ok-list': return res.ok([1]);
      case 'bad-none': return res.badRequest();
      case 'bad-text': return res.badRequest('text');
      case 'bad-json-error': { const e = new Error('x'); e.toJSON = () => ({ own: 1 }); return res.badRequest(e); }
      case 'bad-coded-error': { const e = new Error('coded'); e.code = 'E_X'; return res.badRequest(e); }
      case 'forbidden-text': return res.forbidden('text');
      case 'not-found-text': return res.notFound('text');
      case 'server-none': return res.serverError();
      case 'server-object': return res.serverError({ a: 1 });
      case 'server-json-error': { const e = new Error('x'); e.toJSON = () => ({ own: 2 }); return res.serverError(e); }
      case 'negotiate': { const e = new Error('n'); e.status = 404; return res.negotiate(e); }
      case 'custom': return res.gone({ x: 1 });
      case 'created': return res.json(typeof res.created);
      case 'flash': return res.json([typeof req.flash, typeof req.validate, typeof req.__, typeof req.file, typeof res.jsonx, typeof res.sendStatus, typeof res.append]);
      case 'cookie': res.cookie('a', 'b c'); res.clearCookie('old'); return res.json(req.cookies || null);
      case 'type': return res.type('txt').send('typed');
      case 'append': res.append('X-List', 'a'); res.append('X-List', 'b'); return res.json(res.get('X-List'));
      default: return res.json(null);
    }
  }
};
