module.exports = function (req, res, proceed) { req.notes = (req.notes || []).concat('nest'); return proceed(); };
