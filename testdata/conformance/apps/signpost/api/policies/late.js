module.exports = function (req, res, next) { setTimeout(function () { req.marks = ['late']; next(); }, 5); };
