module.exports = { _config: { pluralize: true, index: true }, index: function (req, res) { res.json({ index: true, method: req.method }); } };
