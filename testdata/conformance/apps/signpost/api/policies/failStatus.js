module.exports = function (req, res, next) { var e = new Error('gone'); e.status = 410; next(e); };
