module.exports = function (req, res, next) { if (req.param('key') === 'k') { return next(); } res.forbidden('no key'); };
