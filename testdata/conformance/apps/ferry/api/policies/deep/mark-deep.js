module.exports = (req, res, next) => { req.marks = (req.marks || []).concat('deep'); next(); };
