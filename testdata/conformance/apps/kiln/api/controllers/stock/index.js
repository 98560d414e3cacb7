module.exports = function (req, res) { return res.send('stock index'); };
