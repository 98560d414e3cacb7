var d = require('../../lib/dsl'), json = d.json, req = d.req;
module.exports = { area: 'c-stable', title: 'settings of blueprints, of controllers and of routes', app: 'stable', versions: ['0.12.14', '0.10.5'],
  files: {
    'config/blueprints.js': `module.exports.blueprints = { actions: true, rest: true, shortcuts: true, prefix: '/api', pluralize: true, populate: false, defaultLimit: 2 };`,
    'api/controllers/RiderController.js': `module.exports = { _config: { shortcuts: false, populate: true }, hello: function (req, res) { res.json({ controller: req.options.controller, action: req.options.action, model: req.options.model || null }); }, index: function (req, res) { res.send('index'); }, destroy: function (req, res) { res.send(403, { own: true }); } };`,
    'api/controllers/HorseController.js': `module.exports = { _config: { rest: false, pluralize: false } };`,
    'api/controllers/ClubController.js': `module.exports = { _config: { actions: false, prefix: '/clubs', pluralize: false }, secret: function (req, res) { res.send('secret'); } };`,
    'api/controllers/StallController.js': `module.exports = { _config: { defaultLimit: 1 }, find: function (req, res) { Stall.find({ sort: 'code' }).exec(function (e, l) { res.json({ own: l.length }); }); }, 'get by': function (req, res) { res.send('spaced'); }, 'post made': function (req, res) { res.json(201, { verb: req.method }); }, both: { a: 1 } };`,
    'api/blueprints/findone.js': `module.exports = function (req, res) { res.json({ mine: req.options.model, id: req.param('id') }); };`,
    'config/routes.js': `module.exports.routes = {
  'POST /run': 'RunController.run',
  'GET /c/fast': { controller: 'horse', action: 'find', where: { speed: { '>': 45 } } },
  'GET /c/two': { controller: 'horse', action: 'find', limit: 2, sort: 'name DESC', populate: true },
  'GET /c/skip': { controller: 'horse', action: 'find', skip: 2, sort: 'name' },
  'GET /c/one/:id': { controller: 'horse', action: 'findOne' },
  'GET /c/model': { model: 'horse', blueprint: 'find' },
  'POST /c/make': { model: 'horse', blueprint: 'create' },
  'PUT /c/make/:id': { model: 'horse', blueprint: 'update' },
  'DELETE /c/make/:id': { model: 'horse', blueprint: 'destroy' },
  'GET /c/horses/:parentid': { model: 'rider', blueprint: 'populate', alias: 'horses' },
  'POST /c/horses/:parentid/:id': { model: 'rider', blueprint: 'add', alias: 'horses' },
  'DELETE /c/horses/:parentid/:id': { model: 'rider', blueprint: 'remove', alias: 'horses' },
  'GET /c/black': { controller: 'horse', action: 'find', criteria: { blacklist: ['limit', 'speed', 'populate'] } },
  'GET /c/dot': 'HorseController.find', 'GET /c/dot2': 'horse.find', 'GET /c/bare': 'horse', 'GET /c/none': 'horse.nothing'
};`,
    'config/bootstrap.js': `module.exports.bootstrap = function (cb) {
  Rider.create([{ name: 'Ada' }, { name: 'Ben' }, { name: 'Cat' }]).exec(function (e) { if (e) { return cb(e); }
    Horse.create([{ name: 'Rex', speed: 40, owner: 1 }, { name: 'Max', speed: 55, owner: 1 }, { name: 'Zoe', speed: 50 }, { name: 'Ivy', speed: 60, owner: 2 }]).exec(function (e) { if (e) { return cb(e); }
      Stall.create([{ code: 'a' }, { code: 'b' }]).exec(function (e) { if (e) { return cb(e); } TheClub.create({ title: 'north', members: [1] }).exec(cb); }); }); });
};`
  }, steps: [
  req('GET /rider'), req('GET /riders'), req('GET /api/rider'), req('GET /api/riders'), req('GET /api/riders?limit=3'), req('GET /api/riders/1'), req('GET /api/riders/99'), json('POST /api/riders', { name: 'Dan' }), json('PUT /api/riders/4', { age: 5 }), req('DELETE /api/riders/4'), req('GET /api/riders/1/horses'), req('POST /api/riders/1/horses/3'), req('GET /api/riders/find'), req('GET /api/riders/create?name=No'), req('GET /api/rider/hello'), req('GET /api/riders/hello'), req('GET /rider/hello'), req('GET /api/rider/index'), req('GET /api/rider/find'), req('GET /api/rider/destroy/1'), req('GET /api/rider/create?name=Yes'),
  req('GET /api/horses'), req('GET /api/horse'), req('GET /api/horses/find'), req('GET /api/horse/find'), req('GET /api/horse/find/1'), req('GET /api/horse/create?name=Made'), req('GET /api/horse/1/riders/add/1'), json('POST /api/horse', { name: 'No' }),
  req('GET /api/clubs'), req('GET /clubs/club'), req('GET /api/clubs/club'), req('GET /clubs/club/1'), req('GET /clubs/club/secret'), req('GET /api/club/secret'), req('GET /clubs/club/1/members'),
  req('GET /api/stalls'), req('GET /api/stall'), req('GET /api/stall/by'), req('POST /api/stall/by'), req('POST /api/stall/made'), req('GET /api/stall/made'), req('GET /api/stalls/a'), req('GET /api/stall/both'), json('POST /api/stalls', { code: 'c' }),
  req('GET /c/fast'), req('GET /c/fast?speed=55'), req('GET /c/fast?where={"speed":40}'), req('GET /c/two'), req('GET /c/two?limit=1'), req('GET /c/two?sort=name'), req('GET /c/skip'), req('GET /c/one/1'), req('GET /c/model'), req('GET /c/model?limit=10'), json('POST /c/make', { name: 'Custom' }), json('PUT /c/make/1', { speed: 1 }), req('DELETE /c/make/1'), req('GET /c/horses/1'), req('POST /c/horses/1/4'), req('DELETE /c/horses/1/4'), req('GET /c/black?speed=55&limit=1&name=max'), req('GET /c/dot'), req('GET /c/dot2'), req('GET /c/bare'), req('GET /c/none')
] };
