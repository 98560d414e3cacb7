module.exports = { top: function (req, res) { Rider.best(function (err, r) { if (err) { return res.negotiate ? res.negotiate(err) : res.serverError(err); } res.json(r); }); } };
