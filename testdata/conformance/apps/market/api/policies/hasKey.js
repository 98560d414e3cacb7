module.exports = function (req, res, next) { if (req.param('key') === 'open') { return next(); } return res.forbidden({ need: 'key' }); };
