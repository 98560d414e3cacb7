module.exports = function (req, res, next) { res.locals.from = 'policy'; req.options.extra = 'set'; req.query.added = 'q'; next(); };
