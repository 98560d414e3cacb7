module.exports = function tooEarly(arg) { return this.res.status(425).json({ early: arg === undefined ? null : arg }); };
