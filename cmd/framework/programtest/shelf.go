package programtest

// Shelf is a project with one model, and actions that misbehave.
const Shelf = `
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-disk' } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- api/models/Book.js --
module.exports = { attributes: { title: { type: 'string', required: true }, pages: 'integer', code: { type: 'string', unique: true } } };
-- api/controllers/BookController.js --
module.exports = {
  spin: function (req, res) {
    for (;;) { }
  },
  quick: function (req, res) { return res.json({ quick: true }); },
  late: function (req, res) {
    setTimeout(function () {
      throw new Error('too late');
    }, 1);
  },
  reject: async function (req, res) {
    await null;
    throw new TypeError('no such thing');
  },
  echo: function (req, res) { return res.json(req.params.all()); }
};
`
