module.exports = function (req, res, next) { next('in words'); };
