var d = require('../../lib/dsl'), json = d.json, req = d.req;
module.exports = { area: 'g-sails1', title: 'prefixes, plurals, switches of controllers and parseBlueprintOptions', app: 'crock', versions: ['1.5.18'],
  files: {
    'config/blueprints.js': `module.exports.blueprints = { actions: true, shortcuts: true, rest: true, prefix: '/api', restPrefix: '/v1', pluralize: true,
  parseBlueprintOptions: function (req) {
    var o = req._sails.hooks.blueprints.parseBlueprintOptions(req);
    if (req.options.blueprintAction === 'find' && o.criteria) { o.criteria.limit = Math.min(o.criteria.limit, 3); }
    if (req.query.bare) { o.populates = {}; }
    if (req.query.show) { req.shown = o; }
    return o;
  } };`,
    'api/controllers/PotterController.js': `module.exports = { _config: { shortcuts: false }, hello: function (req, res) { return res.json({ hello: req.options.action, model: req.options.model || null, bp: req.options.blueprintAction || null }); }, index: function (req, res) { return res.send('index'); }, find: async function (req, res) { return res.json({ own: (await Potter.find({ select: ['name'] })).length }); } };`,
    'api/controllers/PotController.js': `module.exports = { _config: { rest: false } };`,
    'api/controllers/GlazeController.js': `module.exports = { _config: { actions: false }, shiny: function (req, res) { return res.send('shiny'); }, options: function (req, res) { return res.json(req._sails.hooks.blueprints.parseBlueprintOptions(req)); } };`,
    'api/controllers/guild/find.js': `module.exports = { fn: async function () { return { guilds: await Guild.count() }; } };`,
    'api/controllers/guild/rally.js': `module.exports = { inputs: { n: { type: 'number' } }, fn: async function ({ n }) { return { n, action: this.req.options.action }; } };`,
    'config/routes.js': `module.exports.routes = {
  'POST /run': 'RunController.run',
  'GET /custom/cheap': { action: 'pot/find', where: { price: { '<': 5 } }, populate: false },
  'GET /custom/few': { action: 'pot/find', limit: 1, sort: 'label DESC', populate: true },
  'GET /custom/pots/:id': { action: 'pot/findOne' },
  'GET /custom/bad/:x': { action: 'pot/findone' },
  'POST /custom/pots': { action: 'pot/create' },
  'PATCH /custom/pots/:id': 'PotController.update',
  'DELETE /custom/pots/:id': 'pot/destroy',
  'GET /custom/pots/:parentid/fans': { action: 'pot/populate', alias: 'fans' },
  'PUT /custom/pots/:parentid/fans/:childid': { action: 'pot/add', alias: 'fans' },
  'DELETE /custom/pots/:parentid/fans/:childid': { action: 'pot/remove', alias: 'fans' },
  'PUT /custom/pots/:parentid/fans': { action: 'pot/replace', alias: 'fans' },
  'GET /custom/parsed': { action: 'pot/find', parseBlueprintOptions: function (req) { return { using: 'pot', criteria: { where: { label: 'cup' } }, populates: { maker: {} } }; } },
  'GET /custom/usingother': { action: 'pot/find', parseBlueprintOptions: function (req) { return { using: 'glaze', criteria: { where: {}, limit: 2 }, populates: {} }; } },
  'POST /custom/forced': { action: 'pot/create', parseBlueprintOptions: function (req) { var o = req._sails.hooks.blueprints.parseBlueprintOptions(req); o.newRecord.label = 'forced ' + o.newRecord.label; return o; } },
  'GET /custom/options/:id': { action: 'glaze/options', model: 'glaze', blueprintAction: 'find' },
  'GET /custom/options-one/:id': { action: 'glaze/options', model: 'glaze', blueprintAction: 'findOne' },
  'POST /custom/options-create': { action: 'glaze/options', model: 'pot', blueprintAction: 'create' },
  'PATCH /custom/options-update/:id': { action: 'glaze/options', model: 'pot', blueprintAction: 'update' },
  'GET /custom/options-populate/:parentid': { action: 'glaze/options', model: 'pot', blueprintAction: 'populate', alias: 'mixes' },
  'PUT /custom/options-add/:parentid/:childid': { action: 'glaze/options', model: 'pot', blueprintAction: 'add', alias: 'mixes' },
  'PUT /custom/options-replace/:parentid': { action: 'glaze/options', model: 'pot', blueprintAction: 'replace', alias: 'mixes' },
  'DELETE /custom/options-remove/:parentid/:childid': { action: 'glaze/options', model: 'pot', blueprintAction: 'remove', alias: 'mixes' }
};`,
    'config/bootstrap.js': `module.exports.bootstrap = async function () {
  await Potter.createEach([{ name: 'Ada' }, { name: 'Ben' }]); await Glaze.createEach([{ code: 'ash' }, { code: 'tin' }, { code: 'iron' }, { code: 'salt' }]);
  await Pot.createEach([{ label: 'cup', price: 3, maker: 1 }, { label: 'vase', price: 9, maker: 2 }, { label: 'dish', price: 4, glaze: 'ash' }, { label: 'urn', price: 40 }]); await Guild.create({ title: 'north', potters: [1] });
};`
  }, steps: [
  req('GET /potter'), req('GET /potters'), req('GET /api/potter'), req('GET /api/potters'), req('GET /api/v1/potter'), req('GET /api/v1/potters'), req('GET /v1/potters'), req('GET /api/v1/potters/1'), json('POST /api/v1/potters', { name: 'Cat' }), json('PATCH /api/v1/potters/3', { bio: 'x' }), req('DELETE /api/v1/potters/3'), req('GET /api/v1/potters/1/pots'), req('PUT /api/v1/potters/1/pots/2'), req('GET /api/potters/find'), req('GET /api/potters/create?name=No'), req('GET /api/potter/hello'), req('GET /api/potters/hello'), req('GET /potter/hello'), req('GET /api/potter/index'), req('POST /api/potter/hello'), req('GET /api/potter/find'), req('GET /api/v1/potter/hello'),
  req('GET /api/v1/pots'), req('GET /api/pots/find'), req('GET /api/pot/find'), req('GET /api/pots/find/1'), req('GET /api/pots/create?label=made&price=1'), req('GET /api/pots/1/fans/add/1'), req('GET /api/pots/1/fans'), json('POST /api/v1/pots', { label: 'no' }),
  req('GET /api/v1/glazes'), req('GET /api/v1/glazes?limit=2'), req('GET /api/v1/glazes/ash'), req('GET /api/glaze/shiny'), req('GET /api/glazes/shiny'), req('GET /api/glaze/options'), req('GET /api/glazes/find?bare=1'),
  req('GET /api/v1/guilds'), req('GET /api/guild/find'), req('GET /api/guilds/find'), req('GET /api/guild/rally?n=4'), req('GET /api/guild/rally?n=x'), req('POST /api/guild/rally'), req('GET /api/v1/guilds/1'), req('GET /api/v1/memberships?bare=1'), req('GET /api/v1/lives'), req('GET /api/v1/lifes'), req('GET /api/v1/rules'),
  req('GET /custom/cheap'), req('GET /custom/cheap?where={"label":"vase"}'), req('GET /custom/cheap?label=cup'), req('GET /custom/few'), req('GET /custom/few?limit=2'), req('GET /custom/few?sort=label'), req('GET /custom/pots/1'), req('GET /custom/pots/99'), req('GET /custom/bad/1'), json('POST /custom/pots', { label: 'new' }), json('PATCH /custom/pots/1', { label: 'patched' }), req('DELETE /custom/pots/2'), req('GET /custom/pots/1/fans'), req('PUT /custom/pots/1/fans/2'), req('DELETE /custom/pots/1/fans/2'), json('PUT /custom/pots/1/fans', [1, 2]), req('GET /custom/parsed'), req('GET /custom/usingother'), json('POST /custom/forced', { label: 'x' }),
  req('GET /custom/options/5?name=x&limit=4&sort=code&populate=pots'), req('GET /custom/options/5?where={"hue":"x"}&skip=3&select=code'), req('GET /custom/options/5?populate=false&omit=hue'), req('GET /custom/options-one/7?limit=3'), json('POST /custom/options-create?q=1', { label: 'l', maker: { id: 1 }, nope: 2 }), json('POST /custom/options-create', [{ label: 'l' }, { label: 'm' }]), json('PATCH /custom/options-update/3?populate=fans', { label: 'l', id: 9 }), req('GET /custom/options-populate/4?limit=2&where={"name":"x"}&sort=name'), req('PUT /custom/options-add/4/5'), json('PUT /custom/options-replace/4', [1, '2']), req('DELETE /custom/options-remove/4/5')
] };
