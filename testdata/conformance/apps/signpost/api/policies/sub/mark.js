module.exports = function mark(req, res, next) { req.marks = (req.marks || []).concat('mark'); next(); };
