module.exports = function (req, res, proceed) { return proceed(new Error('policy failed')); };
