module.exports = {
  cheap: function (req, res) { Item.find({ price: { '<': Number(req.param('under', 10)) } }).sort('price').exec(function (e, l) { if (e) { return res.serverError(e); } res.json(l); }); },
  stats: function (req, res) {
    Item.find().groupBy('kind').sum('stock').exec(function (e, l) {
      Item.find().average('price').exec(function (e2, a) { res.json({ sum: l, e: e && e.message, avg: a, e2: e2 && e2.message }); });
    });
  },
  make: function (req, res) { Item.findOrCreate({ sku: req.param('sku') }, { sku: req.param('sku'), name: 'found' }).exec(function (e, i) { if (e) { return res.negotiate(e); } res.ok(i); }); },
  many: function (req, res) { Item.create([{ sku: 'm1', name: 'one' }, { sku: 'm2', name: 'two' }]).then(function (l) { res.json({ n: l.length, names: l.map(function (x) { return x.label(); }) }); }).catch(res.negotiate); },
  rename: function (req, res) {
    Item.findOne(req.param('id')).populate('shelf').exec(function (e, i) {
      if (!i) { return res.notFound('no such item'); }
      i.name = req.param('to');
      i.save(function (e) { if (e) { return res.negotiate(e); } res.json(i); });
    });
  },
  forms: function (req, res) {
    var out = {};
    Item.count({ kind: ['tool', 'toy'] }).then(function (n) { out.inCount = n; return Item.find({ name: { contains: 'a' } }); })
      .then(function (l) { out.contains = l.length; return Item.find({ or: [{ stock: 3 }, { kind: 'food' }] }).limit(2).skip(0).sort('sku DESC'); })
      .then(function (l) { out.or = l.map(function (x) { return x.sku; }); return Item.find({ name: { '!': 'zzz' }, sku: { '!': ['a', 'b'] } }).sort({ sku: 1 }); })
      .then(function (l) { out.not = l.length; return Item.findBySku('a1'); })
      .then(function (l) { out.dyn = l.length; return Item.findOneByNameAndKind ? 'has' : 'none'; })
      .then(function (v) { out.dyn2 = v; return Item.update({ kind: 'none' }, { stock: 1 }); })
      .then(function (l) { out.updNone = l; return Item.findOne({ sku: 'nope' }); })
      .then(function (o) { out.none = o === undefined ? 'undefined' : o; return Item.destroy({ sku: 'nope' }); })
      .then(function (l) { out.destroyed = l; return Item.find({ where: { price: { '>=': 1, '<=': 5000 } }, limit: 1, sort: 'price' }); })
      .then(function (l) { out.where = l.length; res.json(out); }).catch(function (e) { res.serverError(e); });
  },
  wrong: function (req, res) { Item.create({ sku: 'w' }).exec(function (e) { res.json({ code: e.code, status: e.status, invalid: e.invalidAttributes, model: e.model, name: e.name, isErr: e instanceof Error, summary: e.summary, keys: Object.keys(e.toJSON ? e.toJSON() : {}).sort() }); }); },
  bad: function (req, res) { return res.badRequest({ reason: 'because' }, 'nosuchview'); },
  sent: function (req, res) { res.send(202, { a: 1 }); },
  num: function (req, res) { res.send(204); },
  str: function (req, res) { res.send('<b>x</b>'); },
  buf: function (req, res) { res.send(new Buffer('bytes')); },
  nul: function (req, res) { res.json(null); },
  arr: function (req, res) { res.send([1, 'two']); },
  boo: function (req, res) { res.json(true); },
  jp: function (req, res) { res.jsonp({ a: 1 }); },
  ses: function (req, res) { req.session.n = (req.session.n || 0) + 1; res.json({ n: req.session.n }); },
  cook: function (req, res) { res.cookie('c', 'v x', { maxAge: 1000, httpOnly: true, path: '/a' }); res.clearCookie('d'); res.json(req.cookies); },
  who: function (req, res) { res.json({ ip: typeof req.ip, host: typeof req.host, path: req.path, url: req.url, secure: req.secure, xhr: req.xhr, proto: req.protocol, orig: req.originalUrl, fresh: req.fresh, opts: Object.keys(req.options).sort(), action: req.options.action, ctrl: req.options.controller, wants: req.wantsJSON, isSocket: !!req.isSocket, acc: req.accepts('html', 'json'), is: req.is('json'), get: req.get('X-Thing') || null, target: req.target || null }); },
  both: [function (req, res, next) { req.first = true; next(); }, function (req, res) { res.json({ first: req.first }); }],
  late: function (req, res) { setTimeout(function () { res.ok({ late: true }); }, 5); },
  status: function (req, res) { res.status(418); res.json({ tea: true }); },
  view1: function (req, res) { res.view('shop/list', { items: ['a', '<b>'] }); },
  view2: function (req, res) { res.view({ items: [] }); },
  nolayout: function (req, res) { res.view('shop/list', { items: [1], layout: false }); },
  forb: function (req, res) { res.forbidden('go away'); },
  custom: function (req, res) { res.teapot({ short: true }); },
  redir: function (req, res) { res.redirect(301, '/item/str'); },
  back: function (req, res) { res.redirect('back'); },
  err: function (req, res) { res.serverError('plain text'); },
  err2: function (req, res) { res.negotiate({ status: 409, reason: 'conflict' }); },
  fmt: function (req, res) { res.format({ text: function () { res.send('text'); }, json: function () { res.json({ f: 1 }); } }); },
  hdr: function (req, res) { res.set({ 'X-A': 'a', 'X-B': ['1', '2'] }); res.header('X-C', 5); res.json({ a: res.get('X-A') }); },
  svc: function (req, res) { res.json({ r: Pricing.total([1, 2, 3]), up: sails.services.pricing.name2 }); },
  _config: { populate: true }
};
