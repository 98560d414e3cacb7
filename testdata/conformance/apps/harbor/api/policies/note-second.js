module.exports = function (req, res, proceed) { req.notes = (req.notes || []).concat('second'); req.options.fromPolicy = 'yes'; return proceed(); };
