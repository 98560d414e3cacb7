module.exports = { run: function (req, res) { res.json({ admin: true }); }, secret: function (req, res) { res.json({ secret: 1 }); } };
