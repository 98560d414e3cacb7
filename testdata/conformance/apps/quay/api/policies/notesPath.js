module.exports = function (req, res, next) { req.options.noted = req.path + ' ' + req.method; res.locals.noted = true; return next(); };
