module.exports = { one: function (req, res) { res.send('one'); }, two: function (req, res) { res.send('two'); } };
