module.exports = function (req, res) { return res.json({ marks: req.marks || [], action: req.options.action }); };
