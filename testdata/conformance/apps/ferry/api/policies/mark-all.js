module.exports = function (req, res, proceed) { req.marks = (req.marks || []).concat('all'); return proceed(); };
