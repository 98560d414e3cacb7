module.exports = function () {};
