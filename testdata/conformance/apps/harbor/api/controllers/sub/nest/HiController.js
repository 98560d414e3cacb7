module.exports = { say: function (req, res) { return res.json({ hi: true, notes: req.notes, action: req.options.action, controller: req.options.controller || null }); }, word: 'x' };
