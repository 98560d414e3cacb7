package programtest

// Items is a project that benchmarks ask: one model, whose records nothing else refers to.
const Items = `
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-disk' } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- config/blueprints.js --
module.exports.blueprints = { populate: false };
-- api/models/Item.js --
module.exports = { attributes: { name: 'string', price: 'float', count: 'integer', active: 'boolean', note: 'string', code: 'string' } };
-- api/controllers/ItemController.js --
module.exports = {
  hello: function (req, res) { return res.json({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); },
  one: function (req, res) {
    Item.findOne(req.param('id')).exec(function (err, item) {
      if (err) { return res.serverError(err); }
      return res.json(item);
    });
  }
};
`

// ItemRecord is one of its records.
const ItemRecord = `{"name":"a thing","price":12.5,"count":3,"active":true,"note":"some words about it","code":"c-100"}`
