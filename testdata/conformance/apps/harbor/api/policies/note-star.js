module.exports = function (req, res, proceed) { req.notes = (req.notes || []).concat('star'); return proceed(); };
