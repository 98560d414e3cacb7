module.exports = function (req, res, next) { res.set('X-Seen', 'yes'); next(); };
