module.exports = function classic(req, res) { return res.json({ classic: req.options.action, q: req.allParams() }); };
