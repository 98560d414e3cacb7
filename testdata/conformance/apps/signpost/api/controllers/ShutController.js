module.exports = { one: function (req, res) { res.send('one'); } };
