module.exports = (req, res) => res.json({ marks: req.marks, a: req.options.action });
