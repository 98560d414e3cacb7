module.exports = async function (req, res) { return res.json({ notes: req.notes || null, me: req.me || null, fromPolicy: req.options.fromPolicy || null, action: req.options.action }); };
